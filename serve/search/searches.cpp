#include "serve/search/searches.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "serve/api/answers.h"
#include "serve/search/running_search.h"
#include "serve/search/search_json.h"
#include "serve/search/search_request.h"
#include "serve/search/throws.h"

namespace tavlab::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBeat{200};  // between two signs of life

constexpr double kProofSeconds = 2;

double seconds_since(Clock::time_point time) {
  return std::chrono::duration<double>(Clock::now() - time).count();
}

}  // namespace

void Searches::analyze(const Json& request, const Listener& tell, const std::stop_token& stop) {
  const double seconds = seconds_of(request, limits_.seconds);
  Search search = analysis_request(request);
  const bool before_throw = search.game->view().node == NodeKind::chance;
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
  const std::size_t rounds = search.limits.infinite ? kThrowRounds.size() : 1;
  for (std::size_t round = 0; round < rounds && !stop.stop_requested(); ++round) {
    for (Throws::Decision& decision : throws.decisions()) {
      for (const std::string& word : decision.words) search.game->play(word);
      {
        RunningSearch running(search);
        const Clock::time_point search_began = Clock::now();
        for (;;) {
          const double part = search.limits.infinite ? kThrowRounds[round] * decision.share : 1;
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
  const Search search = reply_request(request);
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
  return reply_json(running.result());
}

}  // namespace tavlab::serve
