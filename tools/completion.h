#pragma once

#include <span>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace tavlab::cli {

/// What the last of the words after "tavlab" may be completed to, for the scripts that
/// `tavlab completion` prints: lines of a whole word, a tab and its meaning, and the lines
/// ":files",
/// ":folders" where names of files fit, after the last '=' or ':' of the word. No space follows a
/// word that ends in '=', ':' or ','.
std::string completions(const CLI::App& root, std::span<const std::string> words);

}  // namespace tavlab::cli
