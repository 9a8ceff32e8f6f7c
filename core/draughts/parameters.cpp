// The parameters of draughts rule sets, their interpretation, and checks for contradictions. The
// defaults are Russian draughts.
#include "core/draughts/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "core/draughts/board.h"
#include "core/draughts/column.h"
#include "core/ruleset/rows.h"

namespace tavlab::draughts {
namespace {

using P = Parameters;
using R = Row<P>;

bool is_set(const RuleSet& rules, std::string_view limit) { return rules.integer(limit) != 0; }

const std::vector<R>& rows() {
  static const std::vector<R> all = {
      // Board and pieces; nets see these on the board
      R::number("board.size", &P::size, 8, 4, kMaxSize,
                "Squares along a side; a1 is a playable square."),
      R::number("board.men_rows", &P::men_rows, 3, 1, 5,
                "Rows filled with each player's men at the start.")
          .needs("rows = []", [](const RuleSet& rules) { return rules.list("rows").empty(); })
          .unseen(),
      R::texts("rows", R::Texts{},
               "Another start position: its rows from the top rank down (w W b B for men and "
               "kings, '.')."),
      R::choice("first", &P::first, "white", {"white", "black"}, "The side that moves first."),
      R::flag(
          "columns", &P::columns, false,
          "Whether only the top piece of a jumped column is taken, and goes under the capturing "
          "column."),

      // Moves and captures
      R::choice("man.capture", &P::man_capture, "all", {"all", "forward"},
                "The directions in which a man captures."),
      R::flag("man.captures_king", &P::man_captures_king, true,
              "Whether a man may capture a king."),
      R::choice("king.move", &P::king_move, "flying", {"flying", "step"},
                "How far a king moves and captures: any distance, or one square."),
      R::choice("king.landing", &P::king_landing, "continuing", {"continuing", "any", "behind"},
                "Where a king lands behind a jumped piece: where it can continue capturing, if "
                "there is such a square; anywhere; directly behind.")
          .needs("king.move", {"flying"}),
      R::choice(
          "capture.choice", &P::choice, "free", {"free", "most", "most_kings", "italian"},
          "Which captures are legal: any; those of the most pieces; of these those of the most "
          "kings; or the Italian order."),
      R::flag("capture.king_first", &P::king_first, false,
              "Whether men are barred from capturing when a king can capture."),
      R::choice(
          "promotion.while_capturing", &P::crowning, "continue",
          {"continue", "end_of_move", "stop"},
          "A man that reaches the last row while capturing: continues as a king; continues as "
          "a man and is crowned if the capture ends there; is crowned, and the capture ends."),
      R::choice("removal", &P::removal, "after", {"after", "at_once"},
                "When captured pieces are removed: after the move, or each when it is jumped.")
          .needs("king.move = flying or columns = true",
                 [](const RuleSet& rules) {
                   return rules.text("king.move") == "flying" || rules.flag("columns");
                 }),
      R::choice("same_column_again", &P::again, "never", {"never", "after_another", "yes"},
                "Whether a column may be jumped more than once in a move.")
          .needs("columns", {"true"})
          .needs("removal", {"at_once"}),

      // The end of the game
      R::choice(
          "repetition.result", [](auto& p) -> auto& { return p.repetition.verdict; }, "draw",
          {"ignored", "draw", "mover_loses"}, "The consequence of a repetition."),
      R::number(
          "repetition.count", [](auto& p) -> auto& { return p.repetition.count; }, 3, 2, 9,
          "The occurrence of a position that triggers it.")
          .needs("repetition.result", {"draw", "mover_loses"})
          .scaled(5),
      R::choice("draws.unit", &P::counts_plies, "moves", {"moves", "plies"},
                "What the limits below count: a move by each player as one, or plies.")
          .needs("one of the limits draws.*",
                 [](const RuleSet& rules) {
                   return is_set(rules, "draws.kings_only") || is_set(rules, "draws.three_kings") ||
                          is_set(rules, "draws.pieces_2_3") || is_set(rules, "draws.pieces_4_5") ||
                          is_set(rules, "draws.pieces_6_7");
                 })
          .unseen(),  // contained in the limits
      R::number("draws.kings_only", &P::kings_only, 15, 1, 999,
                "Moves by kings only, without a capture, until a draw.", "none")
          .limit(),
      R::number("draws.three_kings", &P::three_kings, 15, 1, 999,
                "Moves of three kings or more against one until a draw.", "none")
          .limit(),
      R::choice("draws.lone_king", &P::lone_king, "main_road", {"main_road", "anywhere"},
                "Where the lone king must be for draws.three_kings.")
          .needs("draws.three_kings",
                 [](const RuleSet& rules) { return is_set(rules, "draws.three_kings"); }),
      R::number("draws.pieces_2_3", &P::pieces_2_3, 0, 1, 999,
                "Moves without a capture or promotion until a draw, with kings on both sides and "
                "two or three pieces in all.",
                "none")
          .limit(),
      R::number("draws.pieces_4_5", &P::pieces_4_5, 30, 1, 999, "The same with four or five.",
                "none")
          .limit(),
      R::number("draws.pieces_6_7", &P::pieces_6_7, 60, 1, 999, "The same with six or seven.",
                "none")
          .limit(),
      R::number("limits.total_plies", &P::total_plies, 0, 1, 9999, "Plies until a draw.", "none")
          .limit(),
  };
  return all;
}

/// The start position's pieces of each player.
std::array<int, 2> start_pieces(const Parameters& p) {
  std::array<int, 2> pieces{};
  for (int rank = 0; rank < p.size; ++rank) {
    for (int file = rank % 2; file < p.size; file += 2) {
      if (!p.rows.empty()) {
        const auto letter = std::tolower(p.rows[at(p.size - 1 - rank)][at(file)]);
        pieces[0] += letter == 'w' ? 1 : 0;
        pieces[1] += letter == 'b' ? 1 : 0;
      } else {
        pieces[0] += rank < p.men_rows ? 1 : 0;
        pieces[1] += rank >= p.size - p.men_rows ? 1 : 0;
      }
    }
  }
  return pieces;
}

void check_row(const RuleSet& rule_set, const Parameters& p, int rank) {
  const auto refuse = [&](const std::string& what) {
    throw_contradiction(rule_set, "rows: " + what);
  };
  const std::string& row = p.rows[at(p.size - 1 - rank)];
  if (std::ssize(row) != p.size) {
    refuse(
        fmt::format("rank {} has {} squares, but board.size is {}", rank + 1, row.size(), p.size));
  }
  for (int file = 0; file < p.size; ++file) {
    const char letter = row[at(file)];
    if (letter == '.') continue;
    if (std::string_view("wWbB").find(letter) == std::string_view::npos) {
      refuse(fmt::format("rank {} has a square that is not one of w W b B '.'", rank + 1));
    }
    if ((file + rank) % 2 != 0) {
      refuse(fmt::format("rank {} has a piece on a square that is not in use", rank + 1));
    }
    if ((letter == 'w' && rank == p.size - 1) || (letter == 'b' && rank == 0)) {
      refuse("a man on the row where men are crowned");
    }
  }
}

bool check_rows(const RuleSet& rule_set, const Parameters& p, CrossChecks checks) {
  const bool counted = checks.pass([&] {
    if (std::ssize(p.rows) == p.size) return;
    throw_contradiction(rule_set,
                        fmt::format("rows: {} rows, but board.size is {}", p.rows.size(), p.size));
  });
  bool passed = counted;
  for (int rank = 0; counted && rank < p.size; ++rank) {
    passed = checks.pass([&] { check_row(rule_set, p, rank); }) && passed;
  }
  return passed;
}

Parameters read(const RuleSet& rule_set, CrossChecks checks) {
  Parameters p = read_rows(schema(), rows(), rule_set);
  p.rows = rule_set.list("rows");
  if (!p.counts_plies) {
    for (int P::*limit :
         {&P::kings_only, &P::three_kings, &P::pieces_2_3, &P::pieces_4_5, &P::pieces_6_7}) {
      p.*limit *= 2;
    }
  }
  const bool drawn = p.rows.empty() ? checks.pass([&] {
    if (2 * p.men_rows < p.size) return;
    throw_contradiction(
        rule_set,
        fmt::format("board.men_rows {} leaves no free row on board.size {}", p.men_rows, p.size));
  })
                                    : check_rows(rule_set, p, checks);
  if (!drawn) return p;
  const std::array<int, 2> pieces = start_pieces(p);
  checks.pass([&] {
    if (std::ranges::min(pieces) > 0) return;
    throw_contradiction(rule_set, "rows: a player has no piece");
  });
  p.most_pieces = std::ranges::max(pieces);
  checks.pass([&] {
    if (!p.columns || (p.size <= 8 && p.most_pieces <= kMaxPieces / 2)) return;
    throw_contradiction(rule_set, fmt::format("columns true needs board.size 8 or less and {} "
                                              "pieces a player or less",
                                              kMaxPieces / 2));
  });
  return p;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema draughts = schema_of("draughts", rows(), read);
  return draughts;
}

Parameters read_parameters(const RuleSet& rule_set) { return read(rule_set, {}); }

std::vector<NamedInput> named_inputs(const Parameters& parameters) {
  return tavlab::named_inputs(rows(), parameters);
}

}  // namespace tavlab::draughts
