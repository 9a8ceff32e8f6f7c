#include "core/tafl/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/subscript.h"
#include "core/tafl/words_writer.h"

namespace tavlab::tafl {
namespace words_detail {

Writer::Writer(const Parameters& parameters) : RulesWriter(parameters) {
  const std::string corner = forts() ? "fort" : "corner";
  for (const SpecialCells& cells : special_cells()) {
    switch (cells.cell_class) {
      case CellClass::plain:
        break;
      case CellClass::throne:
        areas_.push_back({cells, "the throne", "the throne", "on", "onto"});
        break;
      case CellClass::corner:
        areas_.push_back({cells, "a " + corner, "the " + corner + "s", "on", "onto"});
        break;
      case CellClass::attacker_camp:
        areas_.push_back({cells, "an attackers' camp", "the attackers' camps", "in", "into"});
        break;
      case CellClass::defender_camp:
        areas_.push_back({cells, "a defenders' camp", "the defenders' camps", "in", "into"});
        break;
    }
  }
}

/// "the king", "attackers and the king": the kinds of the mask that are present; empty if none is.
std::string Writer::kinds(std::uint8_t mask) const {
  mask &= present_;
  Texts names;
  const auto side = [&](Kind ordinary, Kind leader, const char* pieces, const char* leaders) {
    const bool apart = has(present_, at(leader)) && !has(mask, at(leader));
    if (has(mask, at(ordinary))) names.push_back((apart ? "ordinary " : "") + std::string(pieces));
    if (has(mask, at(leader))) names.emplace_back(leaders);
  };
  side(Kind::attacker, Kind::commander, "attackers", "commanders");
  side(Kind::defender, Kind::knight, "defenders", "knights");
  if (has(mask, at(Kind::king))) names.emplace_back("the king");
  return enumeration(names);
}

std::string Writer::victims(std::uint8_t mask) const {
  if (mask == (1U << kVictims) - 1) return "all pieces";
  Texts names;
  for (const auto& [victim, name] :
       {std::pair(Victim::attackers, "attackers"), std::pair(Victim::defenders, "defenders"),
        std::pair(Victim::king, "the king")}) {
    if (has(mask, at(victim))) names.emplace_back(name);
  }
  return enumeration(names);
}

std::string Writer::escape_squares() const {
  switch (p_.escape) {
    case Escape::corners:
      return std::ranges::find(areas_, CellClass::corner, &Area::cell_class)->one;
    case Escape::edge:
      return "the edge of the board";
    case Escape::edge_without_camps:
      return std::string("the edge of the board outside the camps") +
             (has_camps() ? "" : " (there are none)");
  }
  return {};
}

void Writer::board() {
  chapter("Board and pieces");
  say("The board has {0} x {0} squares.", p_.size);
  for (const Area& area : areas_) {
    if (area.cell_class == CellClass::throne || area.cell_class == CellClass::corner) {
      const Texts cells = in_order(*area.cells);
      say("{} {} {}.", area.many,
          cells.size() == 1 || area.cell_class == CellClass::throne ? "is" : "are",
          enumeration(cells));
      continue;
    }
    Texts camps;
    for (const Texts& region : regions(area)) camps.push_back(join(region));
    say("{}, each of connected squares: {}.", area.many, join(camps, "; "));
  }
  const int commanders = count('c'), knights = count('n');
  Texts attackers, defenders;
  if (count('a') > 0) attackers.push_back(counted(count('a'), "attacker"));
  if (commanders > 0) attackers.push_back(counted(commanders, "commander"));
  if (count('d') > 0) defenders.push_back(counted(count('d'), "defender"));
  if (knights > 0) defenders.push_back(counted(knights, "knight"));
  defenders.emplace_back("the king");
  say("One player has {}, the other {}.", enumeration(attackers), enumeration(defenders));
  say("The pieces start as drawn; from the top rank: {}.", start_text());
  say("The {} move first, then the sides take turns.",
      p_.first == Side::first ? "attackers" : "defenders");
}

void Writer::moves() {
  chapter("Moves");
  const auto distance = [](int range) {
    return range == 0   ? std::string("any number of squares")
           : range == 1 ? std::string("one square")
                        : fmt::format("up to {} squares", cardinal(range));
  };
  const auto all = ranges();
  if (all.size() == 1) {
    say("A piece moves {} along a row or column.", distance(all.front().first));
  } else {
    Texts parts;
    for (const auto& [range, mask] : all) {
      parts.push_back(fmt::format("{} {}", kinds(mask), distance(range)));
    }
    say("Pieces move along a row or column: {}.", join(parts, "; "));
  }
  say("Pieces never jump over others and never share a square.");
  for (const Area& area : areas_) entry(area);
}

/// Who may stop on the area's squares, move within them, and pass over them.
void Writer::entry(const Area& area) {
  const ClassRules& c = rules(area);
  const std::uint8_t enter = c.stop & c.reenter & present_;
  const std::uint8_t start = starting_in(area) & present_;
  const bool lone = disconnected(area);
  const std::string_view outside = lone ? "" : " from outside it";
  if (enter == present_) {
    say("Every piece may move {} {}.", area.onto, area.one);
  } else if (enter == 0) {
    say("No piece may move {} {}{}.", area.onto, area.one, outside);
  } else {
    say("Only {} may move {} {}{}.", kinds(enter), area.onto, area.one, outside);
  }
  if (const std::uint8_t leave = start & ~enter; leave == bit(Kind::king)) {
    say("The king may not return to {} once he has left it.", area.one);
  } else if (leave != 0) {
    say("{} that start {} {} may not return once they have left it.", kinds(leave), area.in,
        area.one);
  }
  if (const std::uint8_t within = c.stop & ~enter & present_; !lone && within != 0) {
    say("{} may move from square to square within {}.", kinds(within), area.one);
  }
  const std::uint8_t pass = c.pass & present_;
  if (behind_nothing(area)) return;
  if (pass == present_) {
    say("Every piece may pass over {} while it is empty.", area.one);
  } else if (pass == 0) {
    say("No piece may pass over {}, even while it is empty.", area.one);
  } else {
    say("Only {} may pass over {} while it is empty.", kinds(pass), area.one);
  }
}

void Writer::name_pieces() {
  const std::pair<Kind, Term> all[] = {
      {Kind::attacker, {"a", "attacker"}},
      {Kind::commander, {"c", "commander, a leader of the attackers"}},
      {Kind::defender, {"d", "defender"}},
      {Kind::knight, {"n", "knight, a leader of the defenders"}},
      {Kind::king, {"k", "king, a piece of the defenders' side"}}};
  for (const auto& [kind, term] : all) {
    if (has(present_, at(kind))) words_.pieces.push_back(term);
  }
}

Words Writer::words() {
  words_.summary =
      fmt::format("The attackers try to capture the king; the defenders try to bring him to {}.",
                  escape_squares());
  if (!can_capture_king()) {
    words_.summary = fmt::format(
        "The attackers cannot capture the king and try to contain him; the defenders try to bring "
        "him to {}.",
        escape_squares());
  }
  words_.sides = {Term{"attackers", can_capture_king() ? "capture the king" : "contain the king"},
                  Term{"defenders", "bring the king to " + escape_squares()}};
  name_pieces();
  board();
  moves();
  captures();
  king();
  ends();
  repetition();
  if (p_.dice != Dice::none) dice();
  name_endings();
  return finished();
}

}  // namespace words_detail

Words words(const Parameters& parameters) { return words_detail::Writer(parameters).words(); }

std::string_view notation() {
  return R"(Pieces: a (attacker), d (defender), k (king), c (commander, a leader of the attackers), n (knight, a leader
of the defenders); side to move a or d; then, if they apply, in this order:
  throw=4        with dice: the roll is known and a move is due (parity dice: throw=even or odd)
  pending        the king is captured unless this reply frees him
  king_moves=7   moves played by the defenders, if these are limited
  quiet=12       plies since the last capture, if these are limited
  plies=100      plies played, if these are limited
Example (helmfrid-9, start): 3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a
Moves: a4-a2. If captures may be declined, ~ and the square of each piece not captured: a4-a2~b2, a4-a2~b2~a1.
For a shieldwall this is the square of the row's piece next to the moved one.
Rolls: [4] for a die, [even] and [odd] for parity dice:
  echo "[2] a4-b4 [3] e7-f7" | tavlab trace helmfrid-9 --set dice.kind=distance --moves -
  {"game":0,"ply":0,"to_move":"attackers","position":"3aaa3/... a","throw":"[2]"}
  {"game":0,"ply":0,"to_move":"attackers","position":"3aaa3/... a throw=2","legal":[...],"move":"a4-b4",...}
)";
}

}  // namespace tavlab::tafl
