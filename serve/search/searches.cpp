#include "serve/search/searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "core/error.h"
#include "serve/api/answers.h"
#include "serve/api/levels.h"

namespace tavlab::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBeat{200};  // between two signs of life

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json text_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json search_json(const SearchView& view) {
  return {{"depth", view.depth},
          {"nodes", view.nodes},
          {"seconds", view.seconds},
          {"value", number_json(view.value)},
          {"wdl", view.wdl ? Json(*view.wdl) : Json(nullptr)},
          {"line", view.line},
          {"proven", text_json(view.proven)}};
}

Json result_json(const SearchView& view) {
  Json json = search_json(view);
  json["best"] = view.best;
  Json& moves = json["moves"] = Json::array();
  for (const SearchView::Candidate& each : view.candidates) {
    moves.push_back({{"move", each.move},
                     {"visits", each.visits},
                     {"value", number_json(each.value)},
                     {"policy", number_json(each.policy)},
                     {"proven", text_json(each.proven)}});
  }
  return json;
}

/// What a request asks to be searched.
struct Search {
  std::unique_ptr<ServedGame> game;
  AgentSpec agent;
  TurnLimits limits;
  std::uint64_t seed;
};

/// A search in a thread of its own, which the connection's thread watches.
class Running {
 public:
  explicit Running(const Search& search) : thread_([this, &search] { run(search); }) {}
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void stop() { stop_.request_stop(); }

  /// Waits at most this long for its end; returns whether it has ended.
  bool wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, time, [this] { return done_; });
  }

  /// The search so far.
  [[nodiscard]] SearchView latest() const {
    const std::lock_guard lock(mutex_);
    SearchView view = latest_;
    if (!done_) view.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    return view;
  }

  /// The result of a search that has ended. Throws what the search threw.
  [[nodiscard]] SearchView result() const {
    const std::lock_guard lock(mutex_);
    if (fault_) std::rethrow_exception(fault_);
    return latest_;
  }

 private:
  void run(const Search& search) {
    SearchView found;
    std::exception_ptr fault;
    try {
      found = search.game->search(
          search.agent, search.limits, search.seed,
          [this](const SearchView& view) {
            const std::lock_guard lock(mutex_);
            latest_ = view;
          },
          stop_.get_token());
    } catch (...) {
      fault = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      latest_ = std::move(found);
      fault_ = fault;
      done_ = true;
    }
    ended_.notify_all();
  }

  const Clock::time_point began_ = Clock::now();
  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable ended_;
  SearchView latest_;
  std::exception_ptr fault_;
  bool done_ = false;
  std::stop_source stop_;
  std::jthread thread_;  ///< last: it uses all others
};

constexpr std::string_view kAnalyst = "alphabeta:net=auto,table=64";

std::uint64_t seed_of(const Json& request) {
  constexpr double kMaxSeed = 9007199254740991.0;  // exact in JavaScript
  return static_cast<std::uint64_t>(number_field(request, "seed", 1, 0, kMaxSeed));
}

}  // namespace

void Searches::analyze(const Json& request, const Listener& tell, const std::stop_token& stop) {
  const double seconds = number_field(request, "seconds", 10, 0.01, limits_.seconds);
  const std::optional<std::string> agent = optional_text(request, "agent");
  Search search{played_game(game_request(request)),
                browser_agent(agent.value_or(std::string(kAnalyst))),
                {},
                seed_of(request)};
  search.limits.infinite = !agent;  // an agent that is named has limits of its own
  Turns::Turn turn(turns_);
  while (!turn.wait(kBeat)) {
    if (stop.stop_requested() || !tell("queued", {{"ahead", turn.ahead()}})) return;
  }
  Running running(search);
  while (!running.wait(kBeat)) {
    const SearchView view = running.latest();
    const double most = turn.others_wait() ? std::min(seconds, limits_.seconds_if_others) : seconds;
    if (view.seconds >= most || stop.stop_requested()) running.stop();
    if (!tell("progress", search_json(view))) return;
  }
  tell("done", result_json(running.result()));
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
  Running running(search);
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
