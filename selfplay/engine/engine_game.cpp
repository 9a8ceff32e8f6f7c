#include "selfplay/engine/engine_game.h"
#include "selfplay/agents/draw_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/picture_text.h"
#include "core/random.h"
#include "core/record_texts_of_families.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/protocol/move_words.h"
#include "selfplay/protocol/otep.h"
#include "selfplay/protocol/two_roles.h"

namespace tavlab {
namespace {

/// An analysis under the rules with this content hash as reported to a host, for the side to move.
template <FamilyGame G>
SearchInfo thought_of(GameState<G> state, const Analysis<G>& analysis, std::uint64_t rules_hash) {
  SearchInfo thought;
  const Side mover = state.to_move();
  const bool first = mover == Side::first;
  thought.depth = analysis.depth;
  // Those of this search: a reused tree has more nodes.
  thought.nodes = analysis.simulations > 0 ? analysis.simulations : analysis.nodes;
  thought.seconds = analysis.seconds;
  thought.score = first ? analysis.value : 1.0 - analysis.value;
  if (const auto wdl = result_probabilities(analysis, rules_hash)) {
    thought.wdl = {double{first ? wdl->win : wdl->loss}, double{wdl->draw},
                   double{first ? wdl->loss : wdl->win}};
  }
  if (analysis.proven != Result::unfinished && analysis.plies_to_end > 0 &&
      analysis.proven != Result::draw) {
    const bool won = analysis.proven == win_for(mover);
    thought.plies_to_end = won ? analysis.plies_to_end : -analysis.plies_to_end;
  }
  for (const auto move : analysis.principal_variation) {
    if (state.node_kind() != NodeKind::decision) break;
    thought.line.push_back(G::move_text(state.rules(), state.position(), move));
    state.play(move);
  }
  return thought;
}

template <FamilyGame G>
class EngineGameOf final : public EngineGame {
 public:
  EngineGameOf(std::shared_ptr<const typename G::Rules> rules, const EngineSettings& settings)
      : rules_(std::move(rules)),
        rules_hash_(settings.rule_set.content_hash()),
        seed_(derive_seed({settings.seed, rules_hash_, hash_text("engine")})),
        start_(G::start(*rules_)),
        state_(*rules_),
        random_(seed_),
        agent_(make_agent<G>(AgentSpec::parse(settings.agent), *rules_)) {
    agent_->start_game();
  }

  void new_game() override {
    start_ = G::start(*rules_);
    state_.reset(start_);
    position_.reset();
    words_.clear();
    events_.clear();
    restart_agent();
  }

  void set(const std::optional<std::string>& position,
           std::span<const std::string> words) override {
    // The common case, a game that continues, must not be replayed.
    const bool continues = position == position_ && words.size() >= words_.size() &&
                           std::equal(words_.begin(), words_.end(), words.begin());
    Line line = continues ? Line{start_, state_, words_, events_} : line_from(position);
    for (std::size_t i = line.words.size(); i < words.size(); ++i) line.play(words[i]);
    const bool kept = position == position_ && line.events.size() >= events_.size() &&
                      std::equal(events_.begin(), events_.end(), line.events.begin());
    const std::size_t known = kept ? events_.size() : 0;
    if (!kept) {
      restart_agent();
      if (position) agent_->start_at(line.start);
    }
    state_ = std::move(line.state);
    words_ = std::move(line.words);
    events_ = std::move(line.events);
    start_ = line.start;
    position_ = position;
    for (std::size_t i = known; i < events_.size(); ++i) tell(*agent_, events_[i]);
  }

  void play(std::string_view word) override {
    Line line{start_, state_, words_, events_};
    line.play(word);
    state_ = std::move(line.state);
    words_ = std::move(line.words);
    events_ = std::move(line.events);
    tell(*agent_, events_.back());
  }

  bool undo() override {
    if (words_.empty()) return false;
    const std::vector<std::string> earlier(words_.begin(), words_.end() - 1);
    set(position_, earlier);
    return true;
  }

  [[nodiscard]] bool two_roles() const override { return protocol::has_two_roles<G>(*rules_); }
  [[nodiscard]] int columns() const override {
    return static_cast<int>(G::picture(*rules_, state_.position()).columns);
  }
  [[nodiscard]] NodeKind node_kind() const override { return state_.node_kind(); }
  [[nodiscard]] Side to_move() const override { return state_.to_move(); }
  [[nodiscard]] std::string_view player(Side side) const override { return player_name<G>(side); }
  [[nodiscard]] Result result() const override { return state_.result(); }
  [[nodiscard]] std::string_view reason() const override { return state_.reason(); }
  [[nodiscard]] const std::vector<std::string>& words() const override { return words_; }

  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    if (state_.node_kind() != NodeKind::decision) return texts;
    MoveList<G> moves;
    state_.legal_moves(moves);
    for (const auto move : moves) texts.push_back(G::move_text(*rules_, state_.position(), move));
    std::ranges::sort(texts);
    return texts;
  }

  [[nodiscard]] std::vector<std::string> captured(std::string_view move) const override {
    return G::captured_squares(*rules_, state_.position(), protocol::read_move(state_, move));
  }
  [[nodiscard]] std::vector<std::string> squares(std::string_view move) const override {
    return G::move_squares(*rules_, state_.position(), protocol::read_move(state_, move));
  }
  [[nodiscard]] std::string position_text() const override {
    return G::position_text(*rules_, state_.position());
  }
  [[nodiscard]] std::string foreign_move(std::string_view word) const override {
    if constexpr (RecordTexts<G>::exist) {
      const auto move = protocol::read_move(state_, word);
      const auto squares = G::move_squares(*rules_, state_.position(), move);
      auto captured = G::captured_squares(*rules_, state_.position(), move);
      std::erase_if(captured, [&](const std::string& square) {
        return !RecordTexts<G>::writes_capture(*rules_, state_.position(), square);
      });
      return otep::move_text(squares.front(), squares.back(), captured);
    }
    return {};
  }
  [[nodiscard]] std::string foreign_board() const override {
    if constexpr (RecordTexts<G>::exist) {
      return RecordTexts<G>::board_text(*rules_, state_.position());
    }
    return {};
  }
  [[nodiscard]] std::string drawing() const override {
    return picture_text(G::picture(*rules_, state_.position()));
  }

  std::string choose(const TurnLimits& limits, const Progress& progress,
                     const std::stop_token& stop) override {
    GameState<G> state = state_;
    agent_->stop_when(stop);
    agent_->limit_turn(limits);
    if (progress) {
      agent_->report_progress([&](const Analysis<G>& analysis) {
        progress(thought_of(state_, analysis, rules_hash_));
      });
    } else {
      agent_->report_progress({});
    }
    const auto move = agent_->choose(state, random_);
    agent_->report_progress({});
    return G::move_text(*rules_, state_.position(), move);
  }

 private:
  using Event = tavlab::Event<G>;

  /// A tentative game, which takes effect only if all of it is valid.
  struct Line {
    typename G::Position start;
    GameState<G> state;
    std::vector<std::string> words;
    std::vector<Event> events;

    void play(std::string_view word) {
      const GameState<G>& at = state;
      const auto position = at.position();
      const Event event = protocol::play_word(state, word);
      words.push_back(event.chance ? G::chance_text(at.rules(), event.outcome)
                                   : G::move_text(at.rules(), position, event.move));
      events.push_back(event);
    }
  };

  [[nodiscard]] Line line_from(const std::optional<std::string>& position) const {
    const auto start = position ? G::parse_position(*rules_, *position) : G::start(*rules_);
    return Line{start, GameState<G>(*rules_, start), {}, {}};
  }

  void restart_agent() {
    random_ = Random(seed_);
    agent_->stop_when({});  // the last search's stop must not affect a new game
    agent_->start_game();
  }

  std::shared_ptr<const typename G::Rules> rules_;
  std::uint64_t rules_hash_;
  std::uint64_t seed_;
  typename G::Position start_;
  GameState<G> state_;
  std::optional<std::string> position_;  ///< where the game began, if not at the start
  std::vector<std::string> words_;
  std::vector<Event> events_;
  Random random_;
  std::unique_ptr<Agent<G>> agent_;
};

}  // namespace

std::unique_ptr<EngineGame> make_engine_game(const EngineSettings& settings) {
  return visit_game(settings.rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    return std::unique_ptr<EngineGame>(std::make_unique<EngineGameOf<G>>(rules, settings));
  });
}

}  // namespace tavlab
