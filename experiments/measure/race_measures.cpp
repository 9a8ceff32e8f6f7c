#include "experiments/measure/race_measures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/families.h"
#include "core/race_of_families.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

using What = RaceMeasure::What;

struct NamedRaceMeasure {
  std::string_view name;
  What what;
  bool by_zone;
};
constexpr std::array kRaceMeasures = {
    NamedRaceMeasure{"blocked_share", What::blocked_share, false},
    NamedRaceMeasure{"blocked_in", What::blocked_in, true},
    NamedRaceMeasure{"captures_in", What::captures_in, true},
    NamedRaceMeasure{"waiting_share", What::waiting_share, false},
    NamedRaceMeasure{"duel_share", What::duel_share, false},
};

template <Game G>
class RaceCounter {
 public:
  explicit RaceCounter(std::shared_ptr<const typename G::Rules> rules) : rules_(std::move(rules)) {}

  RaceCounts operator()(const GameRecord& record) const {
    RaceCounts counts;
    replay<G>(
        GameState<G>(*rules_), record.moves,
        [&](const GameState<G>& state, typename G::Move move) {
          count_move(state.position(), move, counts);
        },
        [&](const GameState<G>& state, std::uint8_t roll) {
          count_roll(state.position(), roll, counts);
        });
    return counts;
  }

 private:
  void count_move(const typename G::Position& position, typename G::Move move,
                  RaceCounts& counts) const {
    ++counts.moves;
    if (!G::is_capture(*rules_, position, move)) return;
    ++counts.captures_in[Race<G>::zone_of_landing(*rules_, position, move)];
  }

  void count_roll(const typename G::Position& position, std::uint8_t roll,
                  RaceCounts& counts) const {
    const Side side = G::to_move(position);
    ++counts.rolls;
    counts.waiting_share +=
        static_cast<double>(Race<G>::men_waiting(position, side)) / Race<G>::men(*rules_);
    counts.duels += Race<G>::is_duel(*rules_, position) ? 1 : 0;
    if (Race<G>::is_blank(roll)) return;
    ++counts.rolls_not_blank;
    typename G::Position next = position;
    G::play_chance(*rules_, next, roll);
    if (G::node_kind(next) == NodeKind::decision) return;
    ++counts.blocked;
    const std::uint32_t zones = Race<G>::occupied_zones(*rules_, position, side);
    for (std::size_t zone = 0; zone < kRaceZones.size(); ++zone) {
      counts.blocked_in[zone] += zones >> zone & 1;
    }
  }

  std::shared_ptr<const typename G::Rules> rules_;
};

double share_of(double part, int all) { return all == 0 ? 0.0 : part / all; }

}  // namespace

std::optional<RaceMeasure> find_race_measure(std::string_view name) {
  const std::size_t colon = name.find(':');
  const auto found =
      std::ranges::find(kRaceMeasures, name.substr(0, colon), &NamedRaceMeasure::name);
  if (found == kRaceMeasures.end() || found->by_zone != (colon != std::string_view::npos)) {
    return std::nullopt;
  }
  if (!found->by_zone) return RaceMeasure{found->what, 0};
  const auto zone = std::ranges::find(kRaceZones, name.substr(colon + 1));
  if (zone == kRaceZones.end()) {
    throw UserError(fmt::format("there is no zone '{}'; zones: {}", name.substr(colon + 1),
                                fmt::join(kRaceZones, ", ")));
  }
  return RaceMeasure{found->what, static_cast<std::size_t>(zone - kRaceZones.begin())};
}

double RaceCounts::value(const RaceMeasure& measure) const {
  switch (measure.what) {
    case What::blocked_share:
      return share_of(blocked, rolls_not_blank);
    case What::blocked_in:
      return share_of(blocked_in[measure.zone], rolls_not_blank);
    case What::captures_in:
      return share_of(captures_in[measure.zone], moves);
    case What::waiting_share:
      return share_of(waiting_share, rolls);
    case What::duel_share:
      return share_of(duels, rolls);
  }
  return 0.0;
}

std::function<RaceCounts(const GameRecord&)> race_counts(const RuleSet& rule_set) {
  return visit_game(
      rule_set, [&](auto game, const auto& rules) -> std::function<RaceCounts(const GameRecord&)> {
        using G = decltype(game);
        if constexpr (Race<G>::exist) return RaceCounter<G>(rules);
        throw UserError(
            fmt::format("rules '{}' are not those of a race: they have no zones", rule_set.id));
      });
}

}  // namespace tavlab
