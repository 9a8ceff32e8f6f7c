#include "experiments/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/history.h"

namespace tavlab {
namespace {

/// A candidate with less than 1 / kVisitShare of the most visits was hardly searched.
constexpr std::uint64_t kVisitShare = 10;

template <FamilyGame G>
class Reviewer {
 public:
  Reviewer(const typename G::Rules& rules, const std::string& agent, std::uint64_t seed,
           std::stop_token stop)
      : agent_(make_agent<G>(AgentSpec::parse(agent), rules)),
        spec_(agent),
        seed_(seed),
        stop_(std::move(stop)) {
    agent_->stop_when(stop_);
  }

  void review(GameState<G> state, const WrittenGame& game, GameReview& review,
              const std::function<void()>& reviewed) {
    std::string rolls;
    History<G> history{state.position()};
    for (const WrittenGame::Move& word : game.moves) {
      if (word.roll) {
        rolls += word.text + ' ';
        history.roll(G::parse_chance(state.rules(), state.position(), word.text));
        play_word(state, word.text, NoWatch{});
        continue;
      }
      const auto move = read_move(state, word.text).move;
      add(state, history, move, review);
      if (stop_.stop_requested()) throw ReviewStopped{};  // its search may have been cut short
      if (reviewed) reviewed();
      history.move(move);
      review.plies.back().move = rolls + word.text;
      rolls.clear();
      state.play(move);
    }
    evaluate_moves(state, review);
  }

 private:
  struct Look {
    std::optional<double> best;    ///< value of the best move
    std::optional<double> played;  ///< of the one played, in the same search, if searched
    bool alone = false;            ///< the only legal move
  };

  static bool has_value(const Analysis<G>& analysis) {
    return analysis.simulations > 0 || analysis.depth > 0 || analysis.net_value;
  }

  void add(const GameState<G>& state, const History<G>& history, typename G::Move move,
           GameReview& review) {
    ReviewedMove& reviewed = review.plies.emplace_back();
    reviewed.ply = state.plies() + 1;
    reviewed.side = state.to_move();
    GameState<G> copy = state;
    Random random(seed_);
    Analysis<G> analysis;
    history.begin(*agent_);
    const auto best = agent_->choose(copy, random, &analysis);
    reviewed.best = G::move_text(state.rules(), state.position(), best);
    for (const auto next : analysis.principal_variation) {
      if (copy.node_kind() != NodeKind::decision) break;
      reviewed.line.push_back(G::move_text(copy.rules(), copy.position(), next));
      copy.play(next);
    }
    Look& look = looks_.emplace_back();
    look.alone = state.count_legal_moves() == 1;
    reviewed.forced = look.alone;
    if (!has_value(analysis)) {
      throw UserError(
          fmt::format("agent '{}' gives no value to positions; a search does, such as "
                      "alphabeta:depth=4 or mcts:sims=1000",
                      spec_));
    }
    reviewed.value = analysis.value;
    std::uint64_t most = 0;
    for (const Candidate<G>& each : analysis.candidates) most = std::max(most, each.visits);
    for (const Candidate<G>& each : analysis.candidates) {
      if (each.move == best) look.best = each.value;
      const bool seen = each.proven != Result::unfinished || analysis.simulations == 0 ||
                        each.visits * kVisitShare >= most;
      if (each.move == move && seen) look.played = each.value;
    }
    if (!look.best) look.best = analysis.value;
    GameState<G> after = state;
    after.play(move);
    if (after.over()) look.played = score(after.result());
  }

  /// What each move lost, once the values of all positions are known.
  void evaluate_moves(const GameState<G>& end, GameReview& review) {
    std::array<double, 2> sum{};
    for (std::size_t i = 0; i < review.plies.size(); ++i) {
      ReviewedMove& move = review.plies[i];
      const Look& look = looks_[i];
      std::optional<double> played = look.played;
      const bool follows = i + 1 < review.plies.size() && !has_chance(end);
      if (!played && follows) played = review.plies[i + 1].value;
      if (look.alone) {
        move.loss = 0.0;
      } else if (played && look.best) {
        const double gain = move.side == Side::first ? *look.best - *played : *played - *look.best;
        move.loss = std::max(0.0, gain);
        const auto side = static_cast<std::size_t>(move.side);
        sum[side] += *move.loss;
        ++review.evaluated_moves[side];
      }
    }
    for (std::size_t side = 0; side < 2; ++side) {
      review.mean_loss[side] = sum[side] / std::max(1, review.evaluated_moves[side]);
    }
    for (std::size_t i = 0; i < review.plies.size(); ++i) {
      if (review.plies[i].loss.value_or(0.0) >= kTurningLoss) review.turning_points.push_back(i);
    }
    std::ranges::stable_sort(review.turning_points, std::greater<>(),
                             [&](std::size_t i) { return *review.plies[i].loss; });
    if (review.turning_points.size() > kMaxTurningPoints) {
      review.turning_points.resize(kMaxTurningPoints);
    }
    std::ranges::sort(review.turning_points);
  }

  static bool has_chance(const GameState<G>& state) { return G::has_chance(state.rules()); }

  std::unique_ptr<Agent<G>> agent_;
  std::string spec_;
  std::uint64_t seed_;
  std::stop_token stop_;
  std::vector<Look> looks_;
};

}  // namespace

GameReview review_game(const CheckedGame& game, const std::string& agent, std::uint64_t seed,
                       const std::string& title, const std::stop_token& stop,
                       const std::function<void()>& reviewed) {
  GameReview review;
  review.rule_set = game.rule_set;
  review.agent = agent;
  review.title = title;
  review.position = game.written.position;
  review.sides = game.written.sides;
  for (const WrittenGame::Move& move : game.written.moves) {
    if (!review.moves.empty()) review.moves += ' ';
    review.moves += move.text;
  }
  const Result result = game.result_known ? game.recorded : game.result;
  const std::string who = result == Result::draw         ? "draw"
                          : result == Result::unfinished ? "unfinished"
                          : result == Result::first_wins ? review.sides[0] + " win"
                                                         : review.sides[1] + " win";
  const bool board = game.result != Result::unfinished && game.result == result;
  review.result = fmt::format("{}{} after {} plies", who,
                              board                          ? " (" + game.reason + ")"
                              : result == Result::unfinished ? ""
                                                             : " (off the board)",
                              game.plies);
  visit_game(*game.rule_set, [&](auto family, const auto& rules) {
    using G = decltype(family);
    const auto start =
        review.position.empty() ? G::start(*rules) : G::parse_position(*rules, review.position);
    Reviewer<G> reviewer(*rules, agent, seed, stop);
    reviewer.review(GameState<G>(*rules, start), game.written, review, reviewed);
  });
  return review;
}

}  // namespace tavlab
