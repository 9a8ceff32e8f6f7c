#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab::serve {

/// 32 random hexadecimal digits from the kernel. Throws std::system_error.
std::string random_token();

/// The token in a file that only this user can read, which is written if it is missing. A file that
/// others can read, or whose content is not a token, is replaced. Throws UserError.
std::string kept_token(const std::filesystem::path& file);

/// Whether two texts are equal, in a time that tells nothing about where they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace tavlab::serve
