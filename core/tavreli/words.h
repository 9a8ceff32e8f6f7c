#pragma once

#include <string>
#include <string_view>

#include "core/tavreli/rules.h"
#include "core/words.h"

namespace tavlab::tavreli {

/// What a kind of piece is called: "ratoborets", in chess "rook".
std::string kind_name(const Rules& rules, Kind kind);

/// The same with the Russian name as Russians write it: "ratoborets (ратоборец)", in chess "rook".
std::string kind_name_in_both(const Rules& rules, Kind kind);

/// The game by these rules, in words.
Words words(const Rules& rules);

/// How positions and moves are written, under whatever rules.
std::string_view notation();

}  // namespace tavlab::tavreli
