// The parameters of the Royal Game of Ur, and checks across parameters. The defaults are Finkel's
// game, the simplest.
#include "core/ur/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/ruleset/rows.h"
#include "core/text.h"
#include "core/ur/board.h"

namespace tavlab::ur {
namespace {

using P = Parameters;
using R = Row<P>;

/// The net inputs for the path: its length, and each square with its class.
std::vector<R::Input> path_inputs() {
  constexpr std::string_view kClasses[] = {"plain",        "rosette", "depot",
                                           "shared_depot", "island",  "finish"};
  std::vector<R::Input> inputs = {
      {"path:length", [](const P& p) { return static_cast<double>(p.path.size()) / kMaxPath; }}};
  for (std::size_t i = 0; i < kMaxPath; ++i) {
    inputs.push_back({fmt::format("path:{}", i + 1), [i](const P& p) {
                        return i < p.path.size() ? (1.0 + p.path[i]) / kMaxSquares : 0.0;
                      }});
    for (std::size_t c = 0; c < std::size(kClasses); ++c) {
      inputs.push_back({fmt::format("path:{}={}", i + 1, kClasses[c]), [i, c](const P& p) {
                          if (i >= p.path.size()) return 0.0;
                          const auto square = static_cast<std::size_t>(p.path[i]);
                          return static_cast<std::size_t>(p.classes[square]) == c ? 1.0 : 0.0;
                        }});
    }
  }
  return inputs;
}

/// The net inputs for the dice: the probability of every roll.
std::vector<R::Input> roll_inputs() {
  std::vector<R::Input> inputs;
  for (std::size_t number = 0; number <= kMaxRoll; ++number) {
    inputs.push_back({fmt::format("dice:{}", number), [number](const P& p) {
                        const int sum =
                            std::accumulate(p.dice_weights.begin(), p.dice_weights.end(), 0);
                        return static_cast<double>(p.dice_weights[number]) / std::max(sum, 1);
                      }});
  }
  return inputs;
}

bool has_stacks(const RuleSet& rules) {
  return !rules.list("squares.depots").empty() || !rules.list("squares.shared_depots").empty() ||
         !rules.list("squares.islands").empty() || rules.text("finish.rule") == "stack";
}
bool turns(const RuleSet& rules) { return rules.integer("turn.index") != 0; }
bool has_rosettes(const RuleSet& rules) { return !rules.list("squares.rosettes").empty(); }

std::vector<R> make_rows() {
  return {
      // Board, path and pieces
      R::choice("board", &P::board, "standard", {"standard", "aseb"},
                "The royal board of Ur (blocks of 12 and 6, a bridge of 2), or 12 and a tail of "
                "8."),
      R::texts("path",
               R::Texts{"d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
                        "h1", "g1"},
               "The first player's path, square by square; the second player's is its mirror "
               "image.")
          .seen(path_inputs()),
      R::number("pieces", &P::pieces, 7, 1, kMaxPieces, "Pieces of each player."),
      R::number("pieces_to_win", &P::pieces_to_win, 0, 1, kMaxPieces,
                "Pieces to bring home to win.", "all")
          .seen({{"pieces_to_win", [](const P& p) { return p.pieces_to_win / 7.0; }}}),

      // Dice
      R::choice("dice.kind", &P::dice, "4d2",
                {"4d2", "3d2", "3d2_zero4", "3d6_parity", "d4", "d6", "custom"},
                "Binary dice (the number of marked corners up; zero4: none up counts four), cubic "
                "dice read by parity in the same way, one die, or dice.weights.")
          .seen(roll_inputs()),
      R::texts("dice.weights", R::Texts{},
               "With dice.kind custom: the weights of the rolls 0, 1, 2, ...")
          .needs("dice.kind", {"custom"}),
      R::choice("opening", &P::opening, "free", {"free", "one_moves", "one_then_roll"},
                "The first roll: any; or the player who first rolls a one starts, and moves that "
                "one, or rolls again."),

      // Squares, which the path shows to nets
      R::texts("squares.rosettes", R::Texts{"a1", "a3", "d2", "g1", "g3"}, "Rosettes."),
      R::texts("squares.depots", R::Texts{}, "Squares that hold a stack of their owner's pieces."),
      R::texts("squares.shared_depots", R::Texts{},
               "Squares that hold a stack of the pieces of whoever got there first."),
      R::texts("squares.islands", R::Texts{},
               "Squares that hold a stack of any pieces, all of them safe."),
      R::texts("squares.finish", R::Texts{}, "The square where finish.rule applies."),
      R::flag("rosette.extra_throw", &P::rosette_extra, true,
              "Whether landing on a rosette gives an extra roll.")
          .needs("squares.rosettes", has_rosettes),
      R::flag("rosette.safe", &P::rosette_safe, true,
              "Whether pieces on rosettes cannot be captured.")
          .needs("squares.rosettes", has_rosettes),
      R::number("stack.capacity", &P::capacity, 4, 1, kMaxCapacity,
                "Pieces that a depot or an island holds.")
          .needs("squares.depots or squares.islands", has_stacks),
      R::choice("stack.access", &P::access, "top", {"top", "any_in_depot"},
                "Whether only the top piece of a stack may move, or any of a depot's.")
          .needs("squares.depots or squares.islands", has_stacks),
      R::choice("finish.rule", &P::finish, "normal", {"normal", "immune", "stack"},
                "Turned pieces on the finish: like others; safe, and no piece lands there; or "
                "safe, and their owner may stack them.")
          .needs("squares.finish",
                 [](const RuleSet& rules) { return !rules.list("squares.finish").empty(); })
          .needs("turn.index", turns),

      // Pieces that turn
      R::number("turn.index", &P::turn_index, 0, 1, kMaxPath,
                "The step of the path at which pieces turn to their other face.", "never")
          .seen({{"turn.from", [](const P& p) { return p.turned_from / 30.0; }}}),
      R::choice("turn.moment", &P::turn_moment, "leaving", {"leaving", "arrival"},
                "Whether a piece turns when it leaves that square, or when it arrives.")
          .needs("turn.index", turns)
          .unseen(),  // included in turn.from
      R::choice(
          "cross_kind", &P::cross_kind, "block", {"block", "capture"},
          "What happens when a piece would land on one showing the other face: it is blocked, or "
          "captures it.")
          .needs("turn.index", turns),

      // Moves
      R::flag("capture.extra_throw", &P::capture_extra, false,
              "Whether a capture gives an extra roll."),
      R::flag("capture.backward", &P::capture_backward, false,
              "Whether a piece may move backwards to capture."),
      R::choice("extra_throw.piece", &P::extra_roll, "any", {"any", "another"},
                "Which piece may use the extra roll: any, or any other than the one that earned "
                "it.")
          .needs("rosette.extra_throw = true",
                 [](const RuleSet& rules) {
                   return rules.flag("rosette.extra_throw") || rules.flag("capture.extra_throw");
                 }),
      R::choice("exit", &P::exit, "exact", {"exact", "at_least"},
                "Whether a piece leaves the board by the exact roll only, or by any that is "
                "large enough."),
      R::choice("deadlock", &P::deadlock, "draw", {"draw", "more_home"},
                "When no piece of either player can ever move: a draw, or the player with more "
                "pieces home wins."),
  };
}

const std::vector<R>& rows() {
  static const std::vector<R> all = make_rows();
  return all;
}

int square_of(const RuleSet& rule_set, Board board, std::string_view key, const std::string& name) {
  const int square = parse_square(board, name);
  if (square < 0) {
    throw_contradiction(rule_set, fmt::format("{}: '{}' is not a square of the {} board", key, name,
                                              rule_set.text("board")));
  }
  return square;
}

bool read_path(const RuleSet& rule_set, Parameters& parameters, CrossChecks checks) {
  const std::vector<std::string>& names = rule_set.list("path");
  bool passed = checks.pass([&] {
    if (!names.empty() && names.size() <= kMaxPath) return;
    throw_contradiction(rule_set, fmt::format("path has {} squares, but must have from 1 to {}",
                                              names.size(), kMaxPath));
  });
  std::map<int, int> visits;
  for (const std::string& name : names) {
    passed = checks.pass([&] {
      const int square = square_of(rule_set, parameters.board, "path", name);
      if (++visits[square] > 2) {
        throw_contradiction(rule_set, fmt::format("path visits {} more than twice", name));
      }
      parameters.path.push_back(square);
    }) && passed;
  }
  return passed;
}

bool read_squares(const RuleSet& rule_set, Parameters& parameters, CrossChecks checks) {
  constexpr std::pair<std::string_view, SquareClass> groups[] = {
      {"squares.rosettes", SquareClass::rosette},
      {"squares.depots", SquareClass::depot},
      {"squares.shared_depots", SquareClass::shared_depot},
      {"squares.islands", SquareClass::island},
      {"squares.finish", SquareClass::finish}};
  const Board board = parameters.board;
  std::map<int, std::string_view> listed;
  bool passed = true;
  for (const auto& [key, square_class] : groups) {
    for (const std::string& name : rule_set.list(key)) {
      passed = checks.pass([&, key = key, square_class = square_class] {
        const int square = square_of(rule_set, board, key, name);
        if (const auto [other, is_new] = listed.emplace(square, key); !is_new) {
          throw_contradiction(
              rule_set, other->second == key
                            ? fmt::format("{}: {} is listed twice", key, name)
                            : fmt::format("{} is in both {} and {}", name, other->second, key));
        }
        parameters.classes[static_cast<std::size_t>(square)] = square_class;
      }) && passed;
    }
  }
  return passed;
}

void check_symmetry(const RuleSet& rule_set, const Parameters& parameters) {
  const Board board = parameters.board;
  for (int square = 0; square < kMaxSquares; ++square) {
    const int mirror = mirrored(board, square);
    if (parameters.classes[static_cast<std::size_t>(square)] !=
        parameters.classes[static_cast<std::size_t>(mirror)]) {
      throw_contradiction(
          rule_set, fmt::format("squares: {} and {} must be of the same kind, as the players' "
                                "paths mirror each other",
                                square_name(board, square), square_name(board, mirror)));
    }
  }
}

void check_depots(const RuleSet& rule_set, const Parameters& parameters) {
  const Board board = parameters.board;
  for (int square = 0; square < kMaxSquares; ++square) {
    if (parameters.classes[static_cast<std::size_t>(square)] != SquareClass::depot) continue;
    const auto on_path = [&](int s) { return std::ranges::count(parameters.path, s) > 0; };
    if (on_path(square) && on_path(mirrored(board, square))) {
      throw_contradiction(rule_set, fmt::format("squares.depots: {} is on both players' paths; "
                                                "list it in squares.shared_depots",
                                                square_name(board, square)));
    }
  }
}

/// The weights of 0, 1, 2, ... by kind of dice.
std::vector<int> weights_of(DiceKind kind) {
  switch (kind) {
    case DiceKind::binary4:
      return {1, 4, 6, 4, 1};
    case DiceKind::binary3:
      return {1, 3, 3, 1};
    case DiceKind::binary3_zero4:
    case DiceKind::parity3:
      return {0, 3, 3, 1, 1};
    case DiceKind::d4:
      return {0, 1, 1, 1, 1};
    case DiceKind::d6:
      return {0, 1, 1, 1, 1, 1, 1};
    case DiceKind::custom:
      break;
  }
  return {};
}

void read_dice(const RuleSet& rule_set, Parameters& parameters) {
  std::vector<int> weights = weights_of(parameters.dice);
  if (parameters.dice == DiceKind::custom) {
    for (const std::string& text : rule_set.list("dice.weights")) {
      const std::optional<int> weight = parse_number(text);
      if (!weight || *weight > 64) {
        throw_contradiction(
            rule_set, fmt::format("dice.weights: '{}' must be an integer from 0 to 64", text));
      }
      weights.push_back(*weight);
    }
    const bool moves =
        !weights.empty() && std::accumulate(weights.begin() + 1, weights.end(), 0) > 0;
    if (!moves || weights.size() > kMaxRoll + 1) {
      throw_contradiction(rule_set, fmt::format("dice.weights must list the weights of the rolls "
                                                "from 0 to at most {}, with one above 0 for a "
                                                "roll above 0",
                                                kMaxRoll));
    }
  }
  std::ranges::copy(weights, parameters.dice_weights.begin());
}

/// If pieces turn, their faces must tell a first visit to a square from a second one.
void check_faces(const RuleSet& rule_set, const Parameters& parameters, int turned_from) {
  const std::vector<int>& path = parameters.path;
  const auto split = path.begin() + (turned_from - 1);
  for (auto half : {std::pair(path.begin(), split), std::pair(split, path.end())}) {
    for (auto square = half.first; square != half.second; ++square) {
      if (std::find(std::next(square), half.second, *square) == half.second) continue;
      throw_contradiction(
          rule_set, fmt::format("turn.index must lie between the two visits of the path to {}",
                                square_name(parameters.board, *square)));
    }
  }
}

Parameters read(const RuleSet& rule_set, CrossChecks checks) {
  Parameters parameters = read_rows(schema(), rows(), rule_set);
  const bool path = read_path(rule_set, parameters, checks);
  if (read_squares(rule_set, parameters, checks)) {
    checks.pass([&] { check_symmetry(rule_set, parameters); });
    if (path) checks.pass([&] { check_depots(rule_set, parameters); });
  }
  const bool dice = checks.pass([&] { read_dice(rule_set, parameters); });
  const int to_win = parameters.pieces_to_win;
  if (to_win == 0) parameters.pieces_to_win = parameters.pieces;
  checks.pass([&] {
    if (parameters.pieces_to_win <= parameters.pieces) return;
    throw_contradiction(rule_set, fmt::format("pieces_to_win is {}, but there are {} pieces",
                                              to_win, parameters.pieces));
  });
  checks.pass([&] {
    if (!dice || parameters.opening != Opening::one_moves || parameters.dice_weights[1] > 0) return;
    throw_contradiction(rule_set, "opening is one_moves, but the dice never show a one");
  });
  const int turn = parameters.turn_index;
  if (!path || turn == 0) return parameters;
  checks.pass([&] {
    if (turn > static_cast<int>(parameters.path.size())) {
      throw_contradiction(rule_set, fmt::format("turn.index is {}, but the path has {} squares",
                                                turn, parameters.path.size()));
    }
    const int turned_from = parameters.turn_moment == TurnMoment::arrival ? turn : turn + 1;
    check_faces(rule_set, parameters, turned_from);
    parameters.turned_from = turned_from;
  });
  return parameters;
}

}  // namespace

const FamilySchema& schema() {
  static const FamilySchema ur = schema_of("ur", rows(), read, first_inputs());
  return ur;
}

Parameters read_parameters(const RuleSet& rule_set) { return read(rule_set, {}); }

std::vector<NamedInput> named_inputs(const Parameters& parameters) {
  return tavlab::named_inputs(rows(), parameters);
}

}  // namespace tavlab::ur
