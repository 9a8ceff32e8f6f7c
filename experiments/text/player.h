#pragma once

#include <string>
#include <string_view>

namespace tavlab {

/// The name of a player within a sentence: "the attackers", "the first player", but "White", which
/// is a name.
std::string in_sentence(std::string_view player);

}  // namespace tavlab
