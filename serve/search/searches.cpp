#include "serve/search/searches.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include "core/error.h"
#include "serve/api/answers.h"
#include "serve/api/levels.h"
#include "serve/search/running_search.h"
#include "serve/search/search_json.h"
#include "serve/search/throws.h"

namespace tavlab::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBeat{200};  // between two signs of life

constexpr std::string_view kAnalyst = "alphabeta:net=auto,table=64";
/// Before a throw, there are many searches, each of a part of the time.
constexpr std::string_view kAnalystOfThrows = "alphabeta:net=auto,table=16";

/// The parts of the time of an analysis before a throw: all throws are searched briefly, so that
/// there is a value soon, and then well.
constexpr std::array<double, 2> kRounds = {0.15, 0.85};

constexpr double kProofSeconds = 2;

std::uint64_t seed_of(const Json& request) {
  constexpr double kMaxSeed = 9007199254740991.0;  // exact in JavaScript
  return static_cast<std::uint64_t>(number_field(request, "seed", 1, 0, kMaxSeed));
}

double seconds_since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

}  // namespace

void Searches::analyze(const Json& request, const Listener& tell, const std::stop_token& stop) {
  const double seconds = number_field(request, "seconds", 10, 0.01, limits_.seconds);
  const std::optional<std::string> agent = optional_text(request, "agent");
  std::unique_ptr<ServedGame> game = played_game(game_request(request));
  const bool before_throw = game->view().node == NodeKind::chance;
  const std::string_view analyst = before_throw ? kAnalystOfThrows : kAnalyst;
  Search search{std::move(game), browser_agent(agent ? *agent : analyst), {}, seed_of(request)};
  search.limits.infinite = !agent;  // an agent that is named has limits of its own
  Turns::Turn turn(turns_);
  while (!turn.wait(kBeat)) {
    if (stop.stop_requested() || !tell("queued", {{"ahead", turn.ahead()}})) return;
  }
  if (before_throw) return analyze_throws(search, seconds, turn, tell, stop);
  RunningSearch running(search);
  while (!running.wait(kBeat)) {
    const SearchView view = running.latest();
    if (view.seconds >= most_seconds(seconds, turn) || stop.stop_requested()) running.stop();
    if (!tell("progress", search_json(view))) return;
  }
  tell("done", result_json(running.result()));
}

double Searches::most_seconds(double seconds, const Turns::Turn& turn) const {
  return turn.others_wait() ? std::min(seconds, limits_.seconds_if_others) : seconds;
}

void Searches::analyze_throws(Search& search, double seconds, const Turns::Turn& turn,
                              const Listener& tell, const std::stop_token& stop) {
  const Clock::time_point began = Clock::now();
  Throws throws(*search.game);
  // An agent with limits of its own needs no second round.
  const std::size_t rounds = search.limits.infinite ? kRounds.size() : 1;
  for (std::size_t round = 0; round < rounds && !stop.stop_requested(); ++round) {
    for (Throws::Decision& decision : throws.decisions()) {
      for (const std::string& word : decision.words) search.game->play(word);
      {
        RunningSearch running(search);
        const Clock::time_point search_began = Clock::now();
        for (;;) {
          const double part = search.limits.infinite ? kRounds[round] * decision.share : 1;
          const double left = part * most_seconds(seconds, turn) - seconds_since(search_began);
          if (left <= 0 || stop.stop_requested()) running.stop();
          const double beat = std::chrono::duration<double>(kBeat).count();
          if (running.wait(std::chrono::duration<double>(left > 0 ? std::min(beat, left) : beat))) {
            break;
          }
          if (!tell("progress", throws.json(seconds_since(began)))) return;
        }
        decision.found = running.result();
      }
      for (std::size_t i = 0; i < decision.words.size(); ++i) search.game->take_back();
      if (!tell("progress", throws.json(seconds_since(began)))) return;
    }
  }
  tell("done", throws.json(seconds_since(began)));
}

std::optional<Json> Searches::exact(const Json& request, TableShelf& tables, bool may_search,
                                    const std::stop_token& stop) {
  const GameRequest asked = game_request(request);
  const std::unique_ptr<ServedGame> game = played_game(asked);
  std::optional<ExactView> known = game->known(tables);
  if (!known && may_search && game->can_be_proved()) {
    Turns::Turn turn(turns_);
    while (!turn.wait(kBeat)) {
      if (stop.stop_requested()) return std::nullopt;
    }
    const Clock::time_point began = Clock::now();
    known = game->proved(asked.rule_set, [&] {
      return stop.stop_requested() || seconds_since(began) > kProofSeconds;
    });
  }
  return exact_json(known);
}

std::optional<Json> Searches::reply(const Json& request, const std::function<bool()>& alive,
                                    const std::stop_token& stop) {
  const std::optional<std::string> agent = optional_text(request, "agent");
  const int level = static_cast<int>(number_field(request, "level", 1, 1, 100));
  const Search search{played_game(game_request(request)),
                      browser_agent(agent ? *agent : agent_of_level(level)),
                      {},
                      seed_of(request)};
  Turns::Turn turn(turns_);
  while (!turn.wait(kBeat)) {
    if (stop.stop_requested() || !alive()) return std::nullopt;
  }
  RunningSearch running(search);
  while (!running.wait(kBeat)) {
    const double most = turn.others_wait() ? limits_.seconds_if_others : limits_.seconds;
    const bool too_long = running.latest().seconds > most;
    if (too_long || stop.stop_requested() || !alive()) running.stop();
  }
  const SearchView view = running.result();
  return Json{{"move", view.best},
              {"value", number_json(view.value)},
              {"line", view.line},
              {"seconds", view.seconds},
              {"nodes", view.nodes}};
}

}  // namespace tavlab::serve
