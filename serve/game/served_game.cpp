#include "serve/game/served_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/position_fields_of_families.h"
#include "core/race_of_families.h"
#include "core/translation.h"
#include "selfplay/agents/draw_model.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/analysis_value.h"
#include "selfplay/forfeit.h"
#include "selfplay/history.h"
#include "serve/game/exact_values.h"

namespace tavlab::serve {
namespace {

template <FamilyGame G>
class ServedGameOf final : public ServedGame {
 public:
  using Move = typename G::Move;

  ServedGameOf(std::shared_ptr<const typename G::Rules> rules, const typename G::Position& start,
               std::uint64_t hash, Language language)
      : rules_(std::move(rules)),
        hash_(hash),
        language_(language),
        check_word_(G::words(*rules_).check),
        history_{start},
        state_(*rules_, start) {}

  std::string play(std::string_view word) override {
    const auto mark = state_.mark();
    play_word(state_, word, Recorder{*this});
    marks_.push_back(mark);
    return played_.back().move.text;
  }

  void take_back() override {
    state_.rewind(marks_.back());
    marks_.pop_back();
    played_.pop_back();
    history_.events.pop_back();
  }

  [[nodiscard]] bool over() const override { return state_.over(); }

  [[nodiscard]] bool rolls() const override { return G::has_chance(*rules_); }

  [[nodiscard]] PositionView view() const override {
    PositionView view;
    view.position = G::position_text(*rules_, state_.position());
    view.start = G::position_text(*rules_, history_.start);
    for (PositionField field : PositionFields<G>::of(*rules_)) {
      field.words = in_language(field.words);
      view.fields.push_back(std::move(field));
    }
    view.plies = state_.plies();
    view.occurrences = state_.occurrences();
    view.node = state_.node_kind();
    view.to_move = state_.to_move();
    view.players = {std::string(G::first_player_name), std::string(G::second_player_name)};
    view.player_names = {in_language(view.players[0]), in_language(view.players[1])};
    for (const Side side : {Side::first, Side::second}) {
      view.pieces[static_cast<std::size_t>(side)] = G::piece_count(state_.position(), side);
    }
    if constexpr (Race<G>::exist) {
      for (const Side side : {Side::first, Side::second}) {
        view.paths[static_cast<std::size_t>(side)] = Race<G>::path(*rules_, side);
      }
    }
    view.result = state_.result();
    view.result_text = result_text<G>(state_.result());
    if (state_.over()) view.reason = in_language(state_.reason());
    view.picture = picture_in(language_, G::family, G::picture(*rules_, state_.position()));
    view.played = played_;
    if (view.node == NodeKind::decision) {
      add_moves(view.moves);
      view.check = in_language(check());
    }
    if (view.node == NodeKind::chance) {
      ChanceList<G> outcomes;
      G::chance_outcomes(*rules_, state_.position(), outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        view.throws.push_back({G::chance_text(*rules_, outcome.value), outcome.probability});
      }
    }
    return view;
  }

  [[nodiscard]] MoveCheck check(std::string_view move) const override {
    try {
      require_unfinished(state_, move);
      if (state_.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(*rules_, state_.position(), quotable(move));
        return {true, G::chance_text(*rules_, outcome), {}};
      }
      const MoveRead<G> read = read_move(state_, move);
      if (!read.other_captures.empty()) return {false, {}, in_language(read.other_captures)};
      return {true, G::move_text(*rules_, state_.position(), read.move), {}};
    } catch (const UserError& error) {
      return {false, {}, in_language(shorter_fault(move, error.what()))};
    }
  }

  [[nodiscard]] SearchView search(const AgentSpec& spec, const TurnLimits& limits,
                                  std::uint64_t seed, const Progress& progress,
                                  const std::stop_token& stop) const override {
    if (state_.over()) throw UserError("the game is over: there is no move to search");
    if (state_.node_kind() == NodeKind::chance) {
      throw UserError("a throw is due: an agent searches after it");
    }
    const std::unique_ptr<Agent<G>> agent = make_agent<G>(spec, *rules_);
    history_.begin(*agent);
    agent->stop_when(stop);
    agent->limit_turn(limits);
    if (progress) {
      agent->report_progress([&](const Analysis<G>& analysis) { progress(search_view(analysis)); });
    }
    GameState<G> state = state_;
    Random random(derive_seed({seed, hash_, hash_text("serve"), state_.key()}));
    Analysis<G> analysis;
    Move move;
    try {
      move = agent->choose(state, random, &analysis);
    } catch (const Forfeit& fault) {
      throw UserError(fault.what());
    }
    SearchView view = search_view(analysis);
    view.best = G::move_text(*rules_, state_.position(), move);
    for (const Candidate<G>& each : analysis.candidates) {
      view.candidates.push_back(
          {G::move_text(*rules_, state_.position(), each.move), each.visits,
           has_value(analysis, each) ? std::optional(each.value) : std::nullopt, each.policy,
           proven_text(each.proven)});
    }
    return view;
  }

  [[nodiscard]] std::optional<ExactView> known(TableShelf& tables) const override {
    if constexpr (Exact<G>::available) {
      if (const SharedTable<G> table = find_table<G>(tables, rules_)) {
        return table_view<G>(*table, state_, !played_.empty());
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool can_be_proved() const override { return few_moves_left(state_); }

  [[nodiscard]] std::optional<ExactView> proved(const RuleSet& rule_set,
                                                const std::function<bool()>& stop) const override {
    return proof_view<G>(rule_set, state_, !played_.empty(), stop);
  }

  [[nodiscard]] std::unique_ptr<Opponent> opponent(const AgentSpec& spec,
                                                   const std::stop_token& stop) const override {
    return std::make_unique<OpponentOf>(*this, make_agent<G>(spec, *rules_), stop);
  }

 private:
  static constexpr std::size_t kLines = 3;

  [[nodiscard]] std::string in_language(std::string_view english) const {
    return text_in(language_, G::family, english);
  }

  class OpponentOf final : public Opponent {
   public:
    OpponentOf(const ServedGameOf& game, std::unique_ptr<Agent<G>> agent,
               const std::stop_token& stop)
        : game_(game), agent_(std::move(agent)) {
      agent_->stop_when(stop);
    }

    [[nodiscard]] std::string choose(Random& random) override {
      catch_up();
      GameState<G> state = game_.state_;
      return G::move_text(*game_.rules_, game_.state_.position(), agent_->choose(state, random));
    }

   private:
    /// Tells the agent what was played since it last chose, or the whole game if moves were taken
    /// back.
    void catch_up() {
      const std::vector<Event<G>>& events = game_.history_.events;
      const bool goes_on = told_ && told_->size() <= events.size() &&
                           std::equal(told_->begin(), told_->end(), events.begin());
      if (!goes_on) {
        game_.history_.begin(*agent_);
      } else {
        for (std::size_t i = told_->size(); i < events.size(); ++i) tell(*agent_, events[i]);
      }
      told_ = events;
    }

    const ServedGameOf& game_;
    std::unique_ptr<Agent<G>> agent_;
    std::optional<std::vector<Event<G>>> told_;
  };

  /// Notes what is about to be played.
  struct Recorder {
    ServedGameOf& game;

    template <typename>
    void move(const GameState<G>& before, Move move) const {
      game.history_.move(move);
      MoveView view = game.move_view(before, move);
      std::vector<std::size_t> taken = game.looks_of(before, view.captured);
      game.played_.push_back({std::move(view), before.to_move(), false, std::move(taken)});
    }
    template <typename>
    void roll(const GameState<G>& before, std::uint8_t outcome) const {
      game.history_.roll(outcome);
      game.played_.push_back(
          {{G::chance_text(*game.rules_, outcome), {}, {}}, before.to_move(), true, {}});
    }
  };

  [[nodiscard]] MoveView move_view(const GameState<G>& state, Move move) const {
    const auto& position = state.position();
    return {G::move_text(*rules_, position, move), G::move_squares(*rules_, position, move),
            G::captured_squares(*rules_, position, move)};
  }

  /// The pieces on captured squares, where they leave the board.
  [[nodiscard]] std::vector<std::size_t> looks_of(const GameState<G>& state,
                                                  const std::vector<std::string>& captured) const {
    std::vector<std::size_t> looks;
    if (captured.empty()) return looks;
    const Picture picture = G::picture(*rules_, state.position());
    if (picture.stacks != Picture::Stacks::none) return looks;
    for (const std::string& name : captured) {
      const std::size_t square = picture.find(name);
      if (square == picture.squares.size()) continue;
      for (const std::uint8_t piece : picture.squares[square].pieces) looks.push_back(piece);
    }
    return looks;
  }

  /// Why a move is illegal, without the similar moves that a reader of the board sees.
  [[nodiscard]] std::string shorter_fault(std::string_view move, std::string fault) const {
    if (state_.node_kind() != NodeKind::decision) return fault;
    try {
      static_cast<void>(G::parse_move(*rules_, state_.position(), quotable(move)));
    } catch (const UserError& error) {
      return error.what();
    }
    return fault;
  }

  void add_moves(std::vector<MoveView>& views) const {
    MoveList<G> moves;
    state_.legal_moves(moves);
    views.reserve(moves.size());
    for (const Move move : moves) views.push_back(move_view(state_, move));
    std::ranges::sort(views, {}, &MoveView::text);
  }

  /// The word for a threat by the other side to win at once.
  [[nodiscard]] std::string check() const {
    if constexpr (G::capabilities.threats) {
      const Side enemy = other(state_.to_move());
      if (!check_word_.empty() && G::threatens(*rules_, state_.position(), enemy)) {
        return check_word_;
      }
    }
    return {};
  }

  static std::string proven_text(Result result) {
    return result == Result::unfinished ? std::string() : std::string(result_text<G>(result));
  }

  [[nodiscard]] SearchView search_view(const Analysis<G>& analysis) const {
    SearchView view;
    view.depth = analysis.depth;
    view.nodes = analysis.nodes;
    view.seconds = analysis.seconds;
    if (has_value(analysis)) view.value = analysis.value;
    if (const std::optional<Wdl> wdl = result_probabilities(analysis, hash_)) {
      view.wdl = {double{wdl->win}, double{wdl->draw}, double{wdl->loss}};
    }
    view.proven = proven_text(analysis.proven);
    view.line = texts(analysis.principal_variation);
    for (const Candidate<G>& each : analysis.candidates) {
      if (view.lines.size() == kLines || each.line.empty() || !has_value(analysis, each)) break;
      view.lines.push_back({each.value, proven_text(each.proven), texts(each.line)});
    }
    return view;
  }

  /// Moves from here on, up to a throw.
  [[nodiscard]] std::vector<std::string> texts(const std::vector<Move>& moves) const {
    std::vector<std::string> texts;
    GameState<G> state = state_;
    for (const Move move : moves) {
      if (state.node_kind() != NodeKind::decision) break;
      texts.push_back(G::move_text(*rules_, state.position(), move));
      state.play(move);
    }
    return texts;
  }

  std::shared_ptr<const typename G::Rules> rules_;
  std::uint64_t hash_;
  Language language_;
  std::string check_word_;
  History<G> history_;
  GameState<G> state_;
  std::vector<PlayedView> played_;
  std::vector<typename GameState<G>::Mark> marks_;  ///< before each of them
};

}  // namespace

std::unique_ptr<ServedGame> make_served_game(const RuleSet& rule_set,
                                             const std::optional<std::string>& position,
                                             Language language) {
  return visit_game(rule_set, [&](auto game, const auto& rules) -> std::unique_ptr<ServedGame> {
    using G = decltype(game);
    const auto start = position ? G::parse_position(*rules, *position) : G::start(*rules);
    return std::make_unique<ServedGameOf<G>>(rules, start, rule_set.content_hash(), language);
  });
}

}  // namespace tavlab::serve
