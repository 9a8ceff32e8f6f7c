#pragma once

#include <filesystem>
#include <fstream>
#include <ios>

#include "core/solving/lookup.h"
#include "core/ur/solve/table_file.h"
#include "core/ur/ur.h"

namespace tavlab {

template <>
struct Lookup<Ur> {
  static bool is_table_for(const std::filesystem::path& file, const Ur::Rules& rules) {
    ur::TableHeader header;
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
    const ur::Parameters& game = rules.parameters;
    return header.magic == ur::kTableMagic && header.rules_hash == ur::table_rules_hash(game) &&
           header.spare == game.pieces - game.pieces_to_win;
  }

  static int moves_left(const Ur::Rules&, const Ur::Position&) { return 0; }
};

}  // namespace tavlab
