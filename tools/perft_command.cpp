// tavlab perft RULES --depth N
#include "core/error.h"
#include "core/perft.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/families.h"
#include "core/notice.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/text/table.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct PerftArguments {
  RulesArguments rules;
  PositionArguments start;
  int depth = 1;
  bool divide = false;
  bool bulk = false;
  bool quiet = false;
  bool json = false;
};

constexpr int kPart = 3;  ///< plies that are counted between looks for a signal: milliseconds

/// Counts move sequences in parts, so that a signal can stop it: the plies above the parts are
/// walked here, in the same way as in core/perft.h.
template <Game G>
class PerftWalk {
 public:
  PerftWalk(GameState<G>& state, const PerftArguments& options)
      : state_(state),
        bulk_(options.bulk),
        idle_(options.start.moves.empty() &&
              perft_detail::history_is_idle<G>(state.rules(), options.depth)),
        shown_(std::min(kShown, std::max(options.depth - kPart, 0))),
        progress_("openings", shown_parts(state, options.depth)) {
    if (options.quiet) progress_.silence();
  }

  /// Counts below the current state; the counts so far after a signal.
  PerftCounts below(int depth, int ply = 0) {
    PerftCounts counts;
    if (InterruptGuard::asked_to_stop()) {
      stopped_ = true;
      return counts;
    }
    if (depth <= kPart) {
      counts = part(depth);
    } else if (!state_.over() && state_.node_kind() == NodeKind::chance) {
      counts = rolls(depth, ply);
    } else if (!state_.over()) {
      const auto mark = state_.mark();
      MoveList<G> moves;
      state_.legal_moves(moves);
      for (const auto move : moves) {
        if (stopped_) break;
        state_.play(move);
        counts += below(depth - 1, ply + 1);
        state_.rewind(mark);
      }
    }
    nodes_ += depth <= kPart ? counts.nodes : 0;
    parts_ += ply == shown_ && !stopped_ ? 1 : 0;
    progress_.update(parts_, [&] { return grouped(nodes_) + " nodes so far"; });
    return counts;
  }

  [[nodiscard]] bool stopped() const { return stopped_; }
  void finish() { progress_.finish(); }

 private:
  static constexpr int kShown = 2;  ///< the most of them

  /// How many there are; 0 where that is not known, with dice, or of no use.
  static std::uint64_t shown_parts(GameState<G>& state, int depth) {
    if (depth <= kPart || G::has_chance(state.rules())) return 0;
    return perft(state, std::min(kShown, depth - kPart)).nodes;
  }

  PerftCounts part(int depth) {
    if (!idle_) return perft(state_, depth);
    if (!bulk_) return perft<G>(state_.rules(), state_.position(), depth);
    return {perft_bulk<G>(state_.rules(), state_.position(), depth), 0, 0};
  }

  PerftCounts rolls(int depth, int ply) {
    PerftCounts counts;
    const auto mark = state_.mark();
    ChanceList<G> outcomes;
    G::chance_outcomes(state_.rules(), state_.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      if (stopped_) break;
      state_.play_chance(outcome.value);
      const bool passed = state_.node_kind() != NodeKind::decision;
      counts += below(passed ? depth - 1 : depth, passed ? ply + 1 : ply);
      state_.rewind(mark);
    }
    return counts;
  }

  GameState<G>& state_;
  const bool bulk_, idle_;
  const int shown_;  ///< plies of the parts that the progress counts
  Progress progress_;
  std::uint64_t nodes_ = 0, parts_ = 0;
  bool stopped_ = false;
};

/// Perft below each move of the position, sorted by the move's text; after a signal only below the
/// moves that were finished.
template <Game G>
std::vector<std::pair<std::string, PerftCounts>> divide(GameState<G>& state, int depth,
                                                        PerftWalk<G>& walk) {
  std::vector<std::pair<std::string, PerftCounts>> parts;
  const auto& rules = state.rules();
  const auto position = state.position();
  if (depth <= 0 || state.node_kind() != NodeKind::decision) return parts;
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    const auto mark = state.mark();
    PerftCounts counts;
    if (depth == 1) {
      counts = {1, G::is_capture(rules, position, move), 0};
    }
    state.play(move);
    if (depth == 1) {
      counts.ends = state.over();
    } else {
      counts = walk.below(depth - 1, 1);
    }
    state.rewind(mark);
    if (walk.stopped()) break;
    parts.emplace_back(G::move_text(rules, position, move), counts);
  }
  std::ranges::sort(parts, {}, [](const auto& part) { return part.first; });
  return parts;
}

void run(const PerftArguments& options, Context& context) {
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state = options.start.state<G>(*rules);
    if (options.divide && state.node_kind() == NodeKind::chance) {
      throw UserError(
          "--divide counts below each move, but a roll is due; add one to --moves, or omit "
          "--divide");
    }
    const InterruptGuard guard;
    const double begin = now_seconds();
    std::vector<std::pair<std::string, PerftCounts>> parts;
    PerftCounts counts;
    PerftWalk<G> walk(state, options);
    if (options.divide) {
      parts = divide<G>(state, options.depth, walk);
      for (const auto& [move, part] : parts) counts += part;
    } else {
      counts = walk.below(options.depth);
    }
    walk.finish();
    const double seconds = now_seconds() - begin;
    if (walk.stopped()) {
      context.stopped();
      notice(stderr, "stopped: {}; --moves MOVE counts below one\n",
             parts.empty() && options.divide ? "no move was finished"
             : options.divide                ? "only the moves that are finished are counted"
                              : "the counts are not complete. --divide keeps those below the moves "
                                "that are finished");
    }

    if (!options.json) {
      for (const auto& [move, part] : parts) fmt::print("{:<12} {}\n", move, part.nodes);
      fmt::print("{}{} nodes", walk.stopped() ? "interrupted after " : "", counts.nodes);
      if (!options.bulk) fmt::print(", {} captures, {} ends", counts.captures, counts.ends);
      fmt::print(" in {:.3f} s ({:.1f} M nodes/s)\n", seconds,
                 static_cast<double>(counts.nodes) / std::max(seconds, 1e-9) / 1e6);
      return;
    }
    Json json = {{"nodes", counts.nodes}};
    json["captures"] = options.bulk ? Json() : Json(counts.captures);  // not counted in bulk
    json["ends"] = options.bulk ? Json() : Json(counts.ends);
    json["seconds"] = seconds;
    json["interrupted"] = walk.stopped();
    if (options.divide) {
      json["divide"] = Json::object();
      for (const auto& [move, part] : parts) json["divide"][move] = part.nodes;
    }
    print_json(json);
  });
}

}  // namespace

void add_perft_command(App& app, Context& context) {
  const auto options = std::make_shared<PerftArguments>();
  App* command = app.add_subcommand("perft", "Count the move sequences of a given length");
  options->rules.add_to(*command);
  command->add_option("--depth", options->depth, "Plies")->required()->check(in_range(1, 30));
  options->start.add_to(*command);
  Option* divide =
      command->add_flag("--divide", options->divide, "Also print the count below each move");
  command->add_flag("--bulk", options->bulk, "Count the last ply without playing it: nodes only")
      ->excludes(divide);
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
