#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/tafl/parameters.h"

// Letters and keys of OpenTafl's notation, for reading and writing it.
namespace tavlab::tafl::otn {

using Texts = std::vector<std::string>;

/// Letters of pieces there and here, in the order of Kind: a d k c n.
constexpr std::string_view kTheirs = "tTKcN";
constexpr std::string_view kOurs = "adkcn";
constexpr std::array<std::string_view, kKinds> kKindNames = {"attacker", "defender", "king",
                                                             "commander", "knight"};
constexpr std::array<std::string_view, kVictims> kVictimNames = {"attackers", "defenders", "king"};

/// Keys with their default values.
const std::map<std::string, std::string, std::less<>>& defaults();

[[noreturn]] void fail(const std::string& what);

/// The rows of a board from the top rank down, in our letters, '.' for empty squares.
Texts rows_from_otn(std::string_view board, int size);
std::string row_to_otn(std::string_view row);

/// "a1,k1," with a trailing comma or without.
Texts cells_from_otn(std::string_view list);

/// Names of the kinds whose letters are in both lists. Knights of attackers and commanders of
/// defenders do not exist here, nor a king of the attackers.
Texts kinds_from_otn(std::string_view letters, std::string_view also = kTheirs);
Texts victims_from_otn(std::string_view letters, std::string_view without = {});

}  // namespace tavlab::tafl::otn
