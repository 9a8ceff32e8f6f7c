#pragma once

#include <string>
#include <string_view>

#include "core/tavreli/rules.h"
#include "core/words.h"

namespace tavlab::tavreli {

/// The name of a kind of piece: "ratoborets", in chess "rook".
std::string kind_name(const Rules& rules, Kind kind);

/// The same with the name in Cyrillic: "ratoborets (ратоборец)", in chess "rook".
std::string kind_name_in_both(const Rules& rules, Kind kind);

/// The description of the game under these rules.
Words words(const Rules& rules);

/// How positions and moves are written, for all rules of the family.
std::string_view notation();

}  // namespace tavlab::tavreli
