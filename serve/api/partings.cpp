#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "serve/api/answers.h"

// Where games under two rule sets part, found by playing the same random moves under both.
namespace tavlab::serve {
namespace {

constexpr int kGames = 100, kLongest = 200;
constexpr std::chrono::milliseconds kTime{1500};
constexpr std::size_t kKinds = 3;

/// The same for both rule sets: a move and what it captures.
bool is_same(const MoveView& a, const MoveView& b) {
  return a.text == b.text && a.captured == b.captured;
}

Json different_moves(const PositionView& view, const PositionView& other) {
  Json only = Json::array();
  for (const MoveView& move : view.moves) {
    if (find_move(other, move.text) == nullptr) only.push_back(move_json(move));
  }
  return only;
}

/// How the game stands: over or not, and how it ended.
Json end_json(const PositionView& view) {
  if (view.node != NodeKind::terminal) return nullptr;
  return {{"result", view.result_text}, {"reason", view.reason}};
}

/// What differs here, of which kind; nothing if the position is the same under both.
std::optional<std::pair<std::string, Json>> parting(const PositionView& a, const PositionView& b) {
  if (end_json(a) != end_json(b)) {
    return std::pair("ending", Json{{"a", end_json(a)}, {"b", end_json(b)}});
  }
  if (a.node != b.node) return std::nullopt;
  const Json only_a = different_moves(a, b), only_b = different_moves(b, a);
  if (!only_a.empty() || !only_b.empty()) {
    return std::pair("moves", Json{{"only_a", only_a}, {"only_b", only_b}});
  }
  for (const MoveView& move : a.moves) {
    const MoveView& other = *find_move(b, move.text);
    if (is_same(move, other)) continue;
    return std::pair("capture", Json{{"a", move_json(move)}, {"b", move_json(other)}});
  }
  return std::nullopt;
}

/// A random move or throw that is the same under both; empty if there is none.
std::string common_move(const PositionView& a, const PositionView& b, Random& random) {
  std::vector<std::string> common;
  for (const MoveView& move : a.moves) {
    const MoveView* const other = find_move(b, move.text);
    if (other != nullptr && is_same(move, *other)) common.push_back(move.text);
  }
  for (const ThrowView& thrown : a.throws) {
    if (std::ranges::find(b.throws, thrown.text, &ThrowView::text) != b.throws.end()) {
      common.push_back(thrown.text);
    }
  }
  if (common.empty()) return {};
  return common[random.below(static_cast<std::uint32_t>(common.size()))];
}

/// Plays one random game under both, and adds where they part if that is of a new kind.
void play_once(ServedGame& a, ServedGame& b, Random& random, std::set<std::string>& kinds,
               Json& found) {
  std::vector<std::string> moves;
  while (static_cast<int>(moves.size()) < kLongest) {
    const PositionView view_a = a.view(), view_b = b.view();
    if (auto here = parting(view_a, view_b); here && kinds.insert(here->first).second) {
      Json& json = here->second;
      json["kind"] = here->first;
      json["moves"] = moves;
      json["position"] = position_json(view_a);
      found.push_back(std::move(json));
    }
    const std::string move = common_move(view_a, view_b, random);
    if (move.empty()) break;
    a.play(move);
    b.play(move);
    moves.push_back(move);
  }
  for (; !moves.empty(); moves.pop_back()) {
    a.take_back();
    b.take_back();
  }
}

}  // namespace

Json find_partings(const Json& request) {
  const GameRequest a = game_part(request, "a"), b = game_part(request, "b");
  if (a.rule_set.family != b.rule_set.family) throw UserError("the rules have different families");
  const Language language = language_of(request);
  const auto game_a = make_served_game(a.rule_set, std::nullopt, language);
  const auto game_b = make_served_game(b.rule_set, std::nullopt, language);
  Random random(1);
  std::set<std::string> kinds;
  Json found = Json::array();
  const auto end = std::chrono::steady_clock::now() + kTime;
  for (int game = 0; game < kGames && kinds.size() < kKinds; ++game) {
    if (std::chrono::steady_clock::now() > end) break;
    play_once(*game_a, *game_b, random, kinds, found);
  }
  return {{"partings", found}};
}

}  // namespace tavlab::serve
