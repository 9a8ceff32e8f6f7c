#include "experiments/claim/exact_value.h"

#include <fmt/format.h>

#include <stop_token>

#include "core/families.h"
#include "experiments/run/interrupt.h"
#include "solve/exact.h"

namespace tavlab {

bool can_be_solved(const RuleSet& rule_set) {
  return visit_game(rule_set,
                    [](auto game, const auto&) { return Exact<decltype(game)>::available; });
}

double solve_exact_value(const RuleSet& rule_set, const std::filesystem::path& folder, int threads,
                         const std::function<bool()>& out_of_time) {
  const std::filesystem::path table = folder / fmt::format("exact-{}.table", rule_set.hash_text());
  SolveOptions options;
  options.threads = threads;
  std::stop_source stop;
  const auto stop_when_asked = [&](const SolveProgress&) {
    if (InterruptGuard::asked_to_stop() || (out_of_time && out_of_time())) {
      stop.request_stop();
    }
  };
  const double value =
      solve(rule_set, options, table, stop_when_asked, stop.get_token()).first_player_win;
  std::filesystem::remove(table);
  return value;
}

}  // namespace tavlab
