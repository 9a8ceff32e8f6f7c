// From a rule set's values to typed parameters, with contradictions refused.
#include "core/ur/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "core/ruleset/family_parameters.h"
#include "core/text.h"
#include "core/ur/board.h"

namespace tavlab::ur {
namespace {

int square_of(const RuleSet& rule_set, Board board, std::string_view key, const std::string& name) {
  const int square = parse_square(board, name);
  if (square < 0) {
    throw_contradiction(rule_set, fmt::format("{}: '{}' is no square of the {} board", key, name,
                                              rule_set.text("board")));
  }
  return square;
}

void read_path(const RuleSet& rule_set, Parameters& parameters) {
  const std::vector<std::string>& names = rule_set.list("path");
  if (names.empty() || names.size() > kMaxPath) {
    throw_contradiction(rule_set, fmt::format("path has {} squares, but must have from 1 to {}",
                                              names.size(), kMaxPath));
  }
  std::map<int, int> visits;
  for (const std::string& name : names) {
    const int square = square_of(rule_set, parameters.board, "path", name);
    if (++visits[square] > 2) {
      throw_contradiction(rule_set, fmt::format("path comes to {} more than twice", name));
    }
    parameters.path.push_back(square);
  }
}

void read_squares(const RuleSet& rule_set, Parameters& parameters) {
  constexpr std::pair<std::string_view, SquareClass> groups[] = {
      {"squares.rosettes", SquareClass::rosette},
      {"squares.depots", SquareClass::depot},
      {"squares.shared_depots", SquareClass::shared_depot},
      {"squares.islands", SquareClass::island},
      {"squares.finish", SquareClass::finish}};
  const Board board = parameters.board;
  std::map<int, std::string_view> listed;
  for (const auto& [key, square_class] : groups) {
    for (const std::string& name : rule_set.list(key)) {
      const int square = square_of(rule_set, board, key, name);
      if (const auto [other, is_new] = listed.emplace(square, key); !is_new) {
        throw_contradiction(rule_set, fmt::format("{} is in both {} and {}, or twice in one", name,
                                                  other->second, key));
      }
      parameters.classes[static_cast<std::size_t>(square)] = square_class;
    }
  }
  for (int square = 0; square < kMaxSquares; ++square) {
    const int mirror = mirrored(board, square);
    if (parameters.classes[static_cast<std::size_t>(square)] !=
        parameters.classes[static_cast<std::size_t>(mirror)]) {
      throw_contradiction(rule_set,
                          fmt::format("squares: {} and {} must be of one kind, as both players "
                                      "play the same game",
                                      square_name(board, square), square_name(board, mirror)));
    }
  }
  for (int square = 0; square < kMaxSquares; ++square) {
    if (parameters.classes[static_cast<std::size_t>(square)] != SquareClass::depot) continue;
    const auto on_path = [&](int s) { return std::ranges::count(parameters.path, s) > 0; };
    if (on_path(square) && on_path(mirrored(board, square))) {
      throw_contradiction(rule_set, fmt::format("squares.depots: {} is on both players' paths; it "
                                                "may be one of squares.shared_depots",
                                                square_name(board, square)));
    }
  }
}

void read_dice(const RuleSet& rule_set, Parameters& parameters) {
  static const std::map<std::string_view, std::vector<int>> known = {
      {"4d2", {1, 4, 6, 4, 1}},        {"3d2", {1, 3, 3, 1}},   {"3d2_zero4", {0, 3, 3, 1, 1}},
      {"3d6_parity", {0, 3, 3, 1, 1}}, {"d4", {0, 1, 1, 1, 1}}, {"d6", {0, 1, 1, 1, 1, 1, 1}}};
  std::vector<int> weights;
  if (const auto kind = known.find(rule_set.text("dice.kind")); kind != known.end()) {
    weights = kind->second;
  } else {
    for (const std::string& text : rule_set.list("dice.weights")) {
      const std::optional<int> weight = parse_number(text);
      if (!weight || *weight > 64) {
        throw_contradiction(
            rule_set, fmt::format("dice.weights: '{}' must be a whole number from 0 to 64", text));
      }
      weights.push_back(*weight);
    }
    const bool moves =
        !weights.empty() && std::accumulate(weights.begin() + 1, weights.end(), 0) > 0;
    if (!moves || weights.size() > kMaxThrow + 1) {
      throw_contradiction(rule_set, fmt::format("dice.weights must list the chances of the throws "
                                                "from 0 on, to {} at most, not all of them 0 but "
                                                "the first",
                                                kMaxThrow));
    }
  }
  std::ranges::copy(weights, parameters.dice_weights.begin());
}

/// Pieces that turn must show by their face whether they are on a square for the second time.
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

}  // namespace

Parameters read_parameters(const RuleSet& rule_set) {
  Parameters parameters;
  parameters.content_hash = rule_set.content_hash();
  parameters.board = choice_of<Board>(rule_set, "board");
  read_path(rule_set, parameters);
  read_squares(rule_set, parameters);
  read_dice(rule_set, parameters);
  parameters.pieces = number_of(rule_set, "pieces");
  const int to_win = number_of(rule_set, "pieces_to_win");
  parameters.pieces_to_win = to_win == 0 ? parameters.pieces : to_win;
  if (parameters.pieces_to_win > parameters.pieces) {
    throw_contradiction(rule_set, fmt::format("pieces_to_win is {}, but there are {} pieces",
                                              to_win, parameters.pieces));
  }
  parameters.opening = choice_of<Opening>(rule_set, "opening");
  if (parameters.opening == Opening::one_moves && parameters.dice_weights[1] == 0) {
    throw_contradiction(rule_set, "opening is one_moves, but the dice never show a one");
  }
  parameters.rosette_extra = rule_set.flag("rosette.extra_throw");
  parameters.rosette_safe = rule_set.flag("rosette.safe");
  parameters.capture_extra = rule_set.flag("capture.extra_throw");
  parameters.capture_backward = rule_set.flag("capture.backward");
  parameters.extra_throw = choice_of<ExtraThrow>(rule_set, "extra_throw.piece");
  parameters.capacity = number_of(rule_set, "stack.capacity");
  parameters.access = choice_of<StackAccess>(rule_set, "stack.access");
  parameters.finish = choice_of<Finish>(rule_set, "finish.rule");
  parameters.exit = choice_of<Exit>(rule_set, "exit");
  parameters.deadlock = choice_of<Deadlock>(rule_set, "deadlock");
  parameters.cross_kind = choice_of<CrossKind>(rule_set, "cross_kind");
  const int turn = number_of(rule_set, "turn.index");
  if (turn > static_cast<int>(parameters.path.size())) {
    throw_contradiction(rule_set, fmt::format("turn.index is {}, but the path has {} squares", turn,
                                              parameters.path.size()));
  }
  if (turn > 0) {
    const int turned_from = rule_set.text("turn.moment") == "arrival" ? turn : turn + 1;
    check_faces(rule_set, parameters, turned_from);
    parameters.turned_from = turned_from;
  }
  return parameters;
}

}  // namespace tavlab::ur
