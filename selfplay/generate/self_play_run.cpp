#include "selfplay/generate/self_play_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/notice.h"
#include "nn/net_files.h"
#include "selfplay/generate/run_shards.h"
#include "selfplay/generate/run_state.h"
#include "selfplay/generate/stopped_round.h"
#include "selfplay/run_folder.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// The identity of a run; the number of games is not part of it and may grow.
///
/// The structured binding names every option, so that a new option does not compile until somebody
/// decides whether it belongs here. (agent_text has those of the search, the opponents and the
/// table; past_share is 0.)
RunIdentity identity_of(const SelfPlayRun& run, const RuleVariants& variants) {
  const auto& [simulations, gumbel_moves, gumbel_scale, cpuct, full_share, fast_simulations,
               noise_weight, noise_alpha, forced_playouts, temperature, temperature_end,
               temperature_halving, opening_plies, branch_share, branch_candidates, past_share,
               opponents, opponent_share, opponent_side, opponent_teaches, endgame, max_plies,
               resign_below, resign_after, play_on_share, groups, games_in_flight, random_symmetry,
               cache_positions] = run.options;
  RunIdentity identity;
  identity.text = fmt::format(
      "seed {}, {}, openings {} {}, {} plies, resign {} {} {}, noise {} {} {}, temperature {} {} "
      "{}, groups {} of {}, rounds of {}, symmetry {}, cache {}, rules",
      run.seed, agent_text(run.options), opening_plies, branch_share, max_plies, resign_below,
      resign_after, play_on_share, noise_weight, noise_alpha, forced_playouts, temperature,
      temperature_end, temperature_halving, groups, games_in_flight, run.games_per_round,
      random_symmetry, cache_positions);
  for (std::uint32_t i = 0; i < variants.size(); ++i) {
    identity.text += fmt::format(" {}", variants.at(i).hash_text());
  }
  if (gumbel_moves > 0) {
    identity.added["gumbel_scale"] =
        fmt::format("{} {} {}", gumbel_scale.visit, gumbel_scale.scale, gumbel_scale.rescaled);
  }
  identity.added["branch_candidates"] = fmt::to_string(branch_candidates);
  return identity;
}

fs::path shard_path(const fs::path& folder, const char* kind, std::uint64_t round) {
  return folder / fmt::format("{}-{:06}.h5", kind, round);
}

template <FamilyGame G>
std::uint64_t play_run(const SelfPlayRun& run, const fs::path& folder, const SelfPlayHooks& hooks,
                       const RuleVariants& variants) {
  const fs::path state_path = folder / "state.json";
  const RunIdentity identity = identity_of(run, variants);
  const RunShards shards(variants, agent_text(run.options), run.seed);
  SelfPlay<G> play(run.options, variants, run.seed);
  RunState at;
  at.next.assign(static_cast<std::size_t>(run.options.groups), 0);
  std::vector<StoredGame> last;
  const auto save = [&] { write_run_state(state_path, identity, at); };
  const auto take_net = [&] {
    if (run.evaluator != nullptr) {
      play.take_nets(*run.evaluator, nullptr);
      return run.evaluator->net().history;
    }
    Net net = read_net(find_net(run.net.string()));
    for (std::uint32_t i = 0; i < variants.size(); ++i) {
      check_rules(net, identity_of(variants.at(i)), run.net.string());
    }
    std::map<std::string, std::string> history = net.history;
    play.take_nets(std::move(net), std::nullopt, run.backend);
    return history;
  };
  std::error_code error;
  if (!fs::exists(state_path, error)) {
    check_nothing_begun(folder, state_path.filename().string());
    take_net();  // reports errors before anything is written
    save();
  }
  at = read_run_state(state_path, identity);
  if (!at.complete) {
    notice(stderr,
           "tavlab: {}: this run was begun by an earlier version of tavlab, which did not store "
           "its {}; "
           "the present values are assumed\n",
           state_path.string(), "gumbel_scale and gumbel_rescaled");
    save();
  }
  if (at.next.size() != static_cast<std::size_t>(run.options.groups)) {
    throw UserError(fmt::format("{}: is malformed: it has {} groups, the run {}",
                                state_path.string(), at.next.size(), run.options.groups));
  }
  if (at.round > 0) {
    std::vector<GroupState> states(at.next.size());
    for (std::size_t i = 0; i < states.size(); ++i) states[i].next = at.next[i];
    for (StoredGame& game : shards.read(shard_path(folder, "in-flight", at.round))) {
      states[game.number % states.size()].in_flight.push_back(std::move(game));
    }
    play.restore(std::move(states));
    last = shards.read(shard_path(folder, "games", at.round));
  }
  const StoppedRoundFile stopped_file(folder, shards);
  std::optional<StoppedRound> stopped = stopped_file.read(at.round + 1, at.next.size());
  if (stopped) play.restore(std::move(stopped->groups));
  while (at.games < run.games && !hooks.stop.stop_requested()) {
    const std::map<std::string, std::string> history = take_net();
    // In the last round each group plays all that it has left.
    const std::uint64_t left = run.games - at.games;
    const std::uint64_t quota = left > run.games_per_round ? run.games_per_round : run.games;
    const auto progress = [&](SelfPlayProgress state) {
      state.wanted = std::min(quota, left);
      if (hooks.playing) hooks.playing(at.games, state);
    };
    const auto began = std::chrono::steady_clock::now();
    StoppedRound begun = std::exchange(stopped, std::nullopt).value_or(StoppedRound());
    std::vector<StoredGame> games = play.round(quota, run.games, last, std::move(begun.finished),
                                               run.threads, progress, hooks.stop);
    const auto trained = history.find("rounds");
    const std::string name =
        trained == history.end() ? run.net.filename().string() : "round " + trained->second;
    if (hooks.stop.stop_requested() && games.size() < left) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
      const std::uint64_t finished = games.size();
      stopped_file.write(
          {at.round + 1, begun.seconds + spent.count(), std::move(games), play.state()}, name);
      return at.games + finished;
    }
    if (games.empty()) {
      throw UserError(fmt::format("{}: does not match the shards next to it", state_path.string()));
    }
    const std::uint64_t before = at.round++;
    for (StoredGame& game : games) game.round = static_cast<std::uint32_t>(at.round);
    at.games += games.size();
    std::vector<StoredGame> in_flight;
    const std::vector<GroupState> states = play.state();
    for (std::size_t i = 0; i < states.size(); ++i) {
      at.next[i] = states[i].next;
      in_flight.insert(in_flight.end(), states[i].in_flight.begin(), states[i].in_flight.end());
    }
    shards.write(shard_path(folder, "games", at.round), games, name);
    shards.write(shard_path(folder, "in-flight", at.round), std::move(in_flight), name);
    save();
    stopped_file.remove();
    std::error_code ignored;
    fs::remove(shard_path(folder, "in-flight", before), ignored);
    if (hooks.round) hooks.round(games, play.counts());
    last = std::move(games);
  }
  return at.games;
}

}  // namespace

std::uint64_t run_self_play(const SelfPlayRun& run, const fs::path& folder,
                            const SelfPlayHooks& hooks) {
  return run_self_play(run, RuleVariants(run.rules), folder, hooks);
}

std::uint64_t run_self_play(const SelfPlayRun& run, const RuleVariants& variants,
                            const fs::path& folder, const SelfPlayHooks& hooks) {
  if (run.options.past_share > 0.0) {
    throw UserError(
        "past_share: only `tavlab train` has nets of earlier rounds; leave it out for `tavlab "
        "selfplay`");
  }
  return visit_game(variants.at(0), [&](auto game, const auto&) {
    return play_run<decltype(game)>(run, folder, hooks, variants);
  });
}

}  // namespace tavlab
