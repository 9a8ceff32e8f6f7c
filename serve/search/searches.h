#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "serve/api/request.h"
#include "serve/game/table_shelf.h"
#include "serve/search/running_search.h"
#include "serve/search/turns.h"

namespace tavlab::serve {

/// A client that is told events while it waits. Returns false if it has gone away.
using Listener = std::function<bool(std::string_view event, const Json& data)>;

struct SearchLimits {
  std::size_t at_once = 1;       ///< searches that run at a time
  std::size_t most = 64;         ///< searches that run or wait
  double seconds = 60;           ///< the longest search
  double seconds_if_others = 2;  ///< the same while others wait
};

/// The searches of all clients.
class Searches {
 public:
  explicit Searches(const SearchLimits& limits)
      : limits_(limits), turns_(limits.at_once, limits.most) {}

  [[nodiscard]] const SearchLimits& limits() const { return limits_; }
  /// The queue of all searches, also for other long work.
  [[nodiscard]] Turns& turns() { return turns_; }

  /// Analyzes the game's last position and tells what it finds: `queued` until it begins,
  /// `progress` several times a second, `done` at its end, which comes after the request's
  /// `seconds` or by the limits of its `agent`. Before a throw, the positions after each throw are
  /// analyzed in turn. Throws UserError, and Turns::Busy.
  void analyze(const Json& request, const Listener& tell, const std::stop_token& stop);

  /// What is certain of the position: {"source", "value", "result", "plies", "repetition", "moves",
  /// "throws"}, by a table or, if it `may_search`, by a short proof. Nothing is returned when the
  /// server stops. Throws the same.
  std::optional<Json> exact(const Json& request, TableShelf& tables, bool may_search,
                            const std::stop_token& stop);

  /// Chooses a move as the agent or the level of the request: {"move", "value", "line", "seconds",
  /// "nodes"}. `alive` is asked several times a second whether the client still waits; if not,
  /// nothing is returned. Throws the same.
  std::optional<Json> reply(const Json& request, const std::function<bool()>& alive,
                            const std::stop_token& stop);

 private:
  [[nodiscard]] double most_seconds(double seconds, const Turns::Turn& turn) const;
  void analyze_throws(Search& search, double seconds, const Turns::Turn& turn, const Listener& tell,
                      const std::stop_token& stop);

  SearchLimits limits_;
  Turns turns_;
};

}  // namespace tavlab::serve
