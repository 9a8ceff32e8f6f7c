#include "core/tafl/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

constexpr std::array<int, kDirections> kColumnStep = {1, -1, 0, 0};
constexpr std::array<int, kDirections> kRowStep = {0, 0, 1, -1};

/// The cell `steps` away in a direction, or kNoCell off the board.
std::uint16_t walk(int cell, int direction, int steps, int size) {
  const int column = cell % size + steps * kColumnStep[at(direction)];
  const int row = cell / size + steps * kRowStep[at(direction)];
  if (column < 0 || column >= size || row < 0 || row >= size) return kNoCell;
  return static_cast<std::uint16_t>(row * size + column);
}

template <int Words>
void fill_geometry(Rules<Words>& rules) {
  const int size = rules.size;
  for (int cell = 0; cell < rules.cells; ++cell) {
    const auto c = at(cell);
    rules.single[c] = Bitboard<Words>::single(cell);
    rules.all.set(cell);
    const int column = cell % size, row = cell / size;
    if (column == 0 || row == 0 || column == size - 1 || row == size - 1) rules.edge.set(cell);
    for (int d = 0; d < kDirections; ++d) {
      rules.next[c][at(d)] = walk(cell, d, 1, size);
      rules.beyond[c][at(d)] = walk(cell, d, 2, size);
      if (rules.next[c][at(d)] == kNoCell) continue;
      rules.neighbours[c].set(rules.next[c][at(d)]);
      rules.may_step[at(d)].set(cell);
    }
    for (int d = 0; d < kDirections; ++d) {
      for (int steps = 1; walk(cell, d, steps, size) != kNoCell; ++steps) {
        rules.ray[c][at(d)].set(walk(cell, d, steps, size));
      }
      rules.cross[c] |= rules.ray[c][at(d)];
    }
    for (int r = 0; r < size; ++r) rules.column[c].set(r * size + column);
    for (int lower = 0; lower < cell; ++lower) rules.below[c].set(lower);
  }
  rules.below[at(rules.cells)] = rules.all;
}

/// The number of a cell in the view where direction d adds 1.
int number_in_view(int cell, int direction, int size) {
  const int column = cell % size, row = cell / size;
  switch (direction) {
    case kEast:
      return cell;
    case kWest:
      return row * size + (size - 1 - column);
    case kNorth:
      return column * size + row;
    default:
      return column * size + (size - 1 - row);
  }
}

template <int Words>
void fill_views(Rules<Words>& rules) {
  for (int line = 0; line < rules.size; ++line) {
    rules.first_in_line.set(line * rules.size);
    rules.last_in_line.set(line * rules.size + rules.size - 1);
  }
  for (int d = 0; d < kDirections; ++d) {
    for (int cell = 0; cell < rules.cells; ++cell) {
      const int number = number_in_view(cell, d, rules.size);
      rules.cell_seen[at(d)][at(number)] = static_cast<std::uint16_t>(cell);
      rules.seen[at(cell)].set(d, number);
    }
  }
}

template <int Words>
Views<Words> seen_from_all_sides(const Rules<Words>& rules, const Bitboard<Words>& cells) {
  Views<Words> views;
  cells.for_each([&](int cell) { views ^= rules.seen[at(cell)]; });
  return views;
}

template <int Words>
void fill_slides(Rules<Words>& rules) {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    SlideMasks<Words>& masks = rules.slide_masks[kind];
    masks.stop = seen_from_all_sides(rules, rules.all & ~rules.no_stop[kind][0]);
    masks.pass = seen_from_all_sides(rules, rules.all & ~rules.no_pass[kind][0]);
    const bool stops_within_passes = (rules.no_pass[kind][0] & ~rules.no_stop[kind][0]).none();
    rules.slides_by_carry[kind] = stops_within_passes && rules.parameters.range[kind] == 0;
  }
  rules.only_slides = !rules.leaders && rules.parameters.dice != Dice::distance &&
                      !rules.parameters.capture_optional;
  for (const Kind kind : {Kind::attacker, Kind::defender, Kind::king}) {
    rules.only_slides &= rules.slides_by_carry[at(kind)];
  }
}

template <int Words>
void fill_cell_classes(Rules<Words>& rules) {
  const Parameters& p = rules.parameters;
  rules.cell_class.fill(CellClass::plain);
  const auto mark = [&](const std::vector<std::string>& names, CellClass cell_class) {
    for (const std::string& name : names) {
      const int cell = parse_cell(name, rules.size);
      rules.cell_class[at(cell)] = cell_class;
      rules.class_cells[at(cell_class)].set(cell);
    }
  };
  mark(p.throne, CellClass::throne);
  mark(p.corners, CellClass::corner);
  mark(p.attacker_camps, CellClass::attacker_camp);
  mark(p.defender_camps, CellClass::defender_camp);

  // Regions: orthogonally connected cells of one class.
  rules.region.fill(0);
  rules.zone.fill(0);
  std::uint8_t regions = 0;
  for (int cell = 0; cell < rules.cells; ++cell) {
    const CellClass cell_class = rules.cell_class[at(cell)];
    if (cell_class == CellClass::plain || rules.region[at(cell)] != 0) continue;
    if (regions == 255) throw UserError("board: more than 255 regions of special cells");
    ++regions;
    std::vector<int> members = {cell};
    rules.region[at(cell)] = regions;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::uint16_t n : rules.next[at(members[i])]) {
        if (n == kNoCell || rules.region[n] != 0 || rules.cell_class[n] != cell_class) continue;
        rules.region[n] = regions;
        members.push_back(n);
      }
    }
    if (members.size() == 1) continue;  // no moves within it
    if (at(rules.zones) == Rules<Words>::kMaxZones) {
      throw UserError(
          fmt::format("board: more than {} regions of several cells", Rules<Words>::kMaxZones - 1));
    }
    const auto zone = static_cast<std::uint8_t>(rules.zones++);
    for (const int member : members) {
      rules.zone[at(member)] = zone;
      rules.zone_cells[zone].set(member);
    }
  }
  rules.zone_cells[0] = rules.all;
  for (int z = 1; z < rules.zones; ++z) rules.zone_cells[0] &= ~rules.zone_cells[at(z)];

  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    for (int z = 0; z < rules.zones; ++z) {
      for (int cell = 0; cell < rules.cells; ++cell) {
        const CellClass cell_class = rules.cell_class[at(cell)];
        if (cell_class == CellClass::plain) continue;
        const ClassRules& c = p.cells[at(cell_class)];
        const auto has = [&](std::uint8_t mask) { return ((mask >> kind) & 1) != 0; };
        const bool inside = z != 0 && rules.zone[at(cell)] == z;
        if (!has(c.stop) || (!inside && !has(c.reenter))) rules.no_stop[kind][at(z)].set(cell);
        if (!has(c.pass) && !(inside && has(c.stop))) rules.no_pass[kind][at(z)].set(cell);
      }
    }
  }
}

template <int Words>
void fill_captures(Rules<Words>& rules) {
  const Parameters& p = rules.parameters;
  for (std::size_t c = 0; c < kCellClasses; ++c) {
    for (std::size_t victim = 0; victim < kVictims; ++victim) {
      if ((p.cells[c].hostile_always >> victim) & 1) {
        rules.hostile_always[victim] |= rules.class_cells[c];
      }
      if ((p.cells[c].shelter >> victim) & 1) rules.shelter[victim] |= rules.class_cells[c];
      if ((p.cells[c].hostile_when_empty >> victim) & 1) {
        rules.hostile_when_empty[victim] |= rules.class_cells[c];
      }
    }
  }
  for (std::size_t victim = 0; victim < kVictims; ++victim) {
    rules.hostile_always_seen[victim] = seen_from_all_sides(rules, rules.hostile_always[victim]);
    rules.hostile_when_empty_seen[victim] =
        seen_from_all_sides(rules, rules.hostile_when_empty[victim]);
  }
  const auto& throne = rules.class_cells[at(CellClass::throne)];
  const auto& corners = rules.class_cells[at(CellClass::corner)];
  for (int cell = 0; cell < rules.cells; ++cell) {
    const auto c = at(cell);
    KingCapture mode = p.king_elsewhere;
    if (throne.test(cell)) {
      mode = p.king_on_throne;
    } else if ((rules.neighbours[c] & corners).any() &&
               p.king_beside_corner != KingCapture::inherit) {
      mode = p.king_beside_corner;
    } else if ((rules.neighbours[c] & throne).any()) {
      mode = p.king_beside_throne;
    } else if (rules.edge.test(cell)) {
      mode = p.king_on_edge;
    }
    rules.king_capture[c] = p.king_weak ? KingCapture::custodial : mode;
  }
  rules.king_hammer = p.king_armed == KingArms::full || p.king_armed == KingArms::hammer;
  rules.king_anvil = p.king_armed == KingArms::full || p.king_armed == KingArms::anvil;
  if (p.shieldwall != Shieldwall::none) {
    rules.shieldwall_reach = rules.edge;
    if (!p.shieldwall_flank_move) {
      rules.edge.for_each([&](int cell) { rules.shieldwall_reach |= rules.neighbours[at(cell)]; });
    }
  }
}

template <int Words>
void fill_start(Rules<Words>& rules) {
  for (int cell = 0; cell < rules.cells; ++cell) {
    const std::string& row = rules.parameters.rows[at(rules.size - 1 - cell / rules.size)];
    const char letter = row[at(cell % rules.size)];
    if (letter == 'a' || letter == 'c') rules.start_pieces[0].set(cell);
    if (letter == 'd' || letter == 'n' || letter == 'k') rules.start_pieces[1].set(cell);
    if (letter == 'c' || letter == 'n') rules.start_leaders.set(cell);
    if (letter == 'k') rules.start_king = static_cast<std::uint16_t>(cell);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    rules.start_count[side] = rules.start_pieces[side].count();
  }
  rules.leaders = rules.start_leaders.any();
  if (rules.escape.test(rules.start_king)) {
    throw UserError(fmt::format("the start position has the king on {}, an escape cell",
                                cell_name(rules.start_king, rules.size)));
  }
}

template <int Words>
void fill_ends(Rules<Words>& rules) {
  const Parameters& p = rules.parameters;
  switch (p.escape) {
    case Escape::corners:
      rules.escape = rules.class_cells[at(CellClass::corner)];
      break;
    case Escape::edge:
      rules.escape = rules.edge;
      break;
    case Escape::edge_without_camps:
      rules.escape = rules.edge & ~rules.class_cells[at(CellClass::attacker_camp)] &
                     ~rules.class_cells[at(CellClass::defender_camp)];
      break;
  }
  rules.escapes = rules.escape.count();
  rules.attackers_extra = p.encirclement == Encirclement::cut_off_from_edge ||
                          p.encirclement == Encirclement::cut_off_from_escape;
  rules.defenders_extra = p.exit_fort || p.king_side_moves > 0;
  rules.count_quiet = p.quiet_plies > 0;
  rules.count_plies = p.total_plies > 0;
  rules.count_king_moves = p.king_side_moves > 0;
}

template <int Words>
void fill_keys(Rules<Words>& rules) {
  // A fixed seed, so that keys are the same in every run and on every machine.
  Random random(hash_text("tafl zobrist"));
  for (auto& kind : rules.piece_key) {
    for (auto& key : kind) key = random();
  }
  rules.side_key = random();
  rules.pending_key = random();
  for (auto& key : rules.roll_key) key = random();
}

}  // namespace

template <int Words>
std::shared_ptr<const Rules<Words>> compile_rules(const Parameters& parameters) {
  auto rules = std::make_shared<Rules<Words>>();
  rules->parameters = parameters;
  rules->size = parameters.size;
  rules->cells = parameters.size * parameters.size;
  fill_geometry(*rules);
  fill_views(*rules);
  fill_cell_classes(*rules);
  fill_captures(*rules);
  fill_ends(*rules);
  fill_start(*rules);
  fill_slides(*rules);
  fill_keys(*rules);
  return rules;
}

template std::shared_ptr<const Rules<2>> compile_rules<2>(const Parameters&);
template std::shared_ptr<const Rules<6>> compile_rules<6>(const Parameters&);

std::string cell_name(int cell, int size) {
  // By hand: game records name two cells a ply, and fmt::format took a quarter of the time of
  // stored random games.
  std::string name(1, static_cast<char>('a' + cell % size));
  const int rank = cell / size + 1;
  if (rank >= 10) name += static_cast<char>('0' + rank / 10);
  name += static_cast<char>('0' + rank % 10);
  return name;
}

int parse_cell(std::string_view text, int size) {
  if (text.size() < 2 || text.size() > 3) return -1;
  const int column = text[0] - 'a';
  int row = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return -1;
    row = row * 10 + (c - '0');
  }
  if (text[1] == '0' || column < 0 || column >= size || row < 1 || row > size) return -1;
  return (row - 1) * size + column;
}

}  // namespace tavlab::tafl
