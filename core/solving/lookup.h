#pragma once

#include <filesystem>

#include "core/game.h"

namespace tavlab {

/// What a program needs to look certain values up for any rules: whether a file begins like a table
/// for them (no more of it is read), and how many moves a position leaves to the side whose moves
/// they limit; specialized in core/<family>/solve/lookup.h for families with an exact solver or a
/// prover.
template <Game G>
struct Lookup {
  static bool is_table_for(const std::filesystem::path&, const typename G::Rules&) { return false; }
  static int moves_left(const typename G::Rules&, const typename G::Position&) { return 0; }
};

}  // namespace tavlab

#include "core/solving/lookup_of_families.h"  // IWYU pragma: export (the specializations; written by CMake)
