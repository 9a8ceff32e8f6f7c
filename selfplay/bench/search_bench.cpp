#include "selfplay/bench/search_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/io/embedded.h"
#include "core/text.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/protocol/move_words.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_bench();

namespace {

/// The search that is measured. The size of its table is part of the signature.
AgentSpec agent_of(const SearchBenchOptions& options) {
  const AgentSpec spec = AgentSpec::parse("alphabeta:selective=on,table=16");
  if (options.threads == 1) return spec.with("clock", "cpu");
  return spec.with("threads", fmt::format("{}", options.threads));
}

template <FamilyGame G>
SearchBenchResult search_all(const typename G::Rules& rules,
                             std::span<const BenchPosition> positions,
                             const SearchBenchOptions& options) {
  SearchBenchResult result;
  const auto agent = make_agent<G>(agent_of(options), rules);
  agent->stop_when(options.stop);
  GameState<G> state(rules);
  Random random(1);
  for (const BenchPosition& position : positions) {
    if (options.stop.stop_requested()) break;
    state.reset(G::start(rules));
    for (const std::string& word : position.moves) protocol::play_word(state, word);
    agent->start_game();
    TurnLimits limits;
    limits.depth = position.depth + options.deeper;
    agent->limit_turn(limits);
    SearchBenchResult one{"", 1, 0, 0.0, 0};
    agent->report_progress([&](const Analysis<G>& analysis) {
      one.nodes = analysis.nodes;
      one.seconds = analysis.seconds;
      one.plies = analysis.depth;
    });
    agent->choose(state, random);
    result += one;
  }
  return result;
}

}  // namespace

std::vector<BenchPosition> search_bench_suite() {
  std::vector<BenchPosition> suite;
  for (const std::string_view line : split(embedded_bench().front().content, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> words = words_in(line);
    BenchPosition position{std::string(words.at(0)), std::stoi(std::string(words.at(1))), {}};
    position.moves.assign(words.begin() + 2, words.end());
    suite.push_back(std::move(position));
  }
  return suite;
}

std::vector<std::string> search_bench_rules() {
  std::vector<std::string> rules;
  for (BenchPosition& position : search_bench_suite()) {
    if (rules.empty() || rules.back() != position.rules) rules.push_back(std::move(position.rules));
  }
  return rules;
}

double SearchBenchResult::nodes_per_second() const {
  return seconds > 0.0 ? static_cast<double>(nodes) / seconds : 0.0;
}

double SearchBenchResult::mean_depth() const {
  return positions > 0 ? static_cast<double>(plies) / static_cast<double>(positions) : 0.0;
}

SearchBenchResult& SearchBenchResult::operator+=(const SearchBenchResult& more) {
  positions += more.positions;
  nodes += more.nodes;
  seconds += more.seconds;
  plies += more.plies;
  return *this;
}

SearchBenchResult bench_search(std::span<const std::string> rules,
                               const SearchBenchOptions& options,
                               const std::function<void(const SearchBenchResult&)>& report) {
  std::map<std::string, std::vector<BenchPosition>> suite;
  for (BenchPosition& position : search_bench_suite()) {
    suite[position.rules].push_back(std::move(position));
  }
  for (const std::string& id : rules) {  // errors are reported before the work
    if (suite.contains(id)) continue;
    throw UserError(fmt::format("the search suite has no positions of '{}'; it has {}", id,
                                fmt::join(search_bench_rules(), ", ")));
  }
  SearchBenchResult all;
  for (const std::string& id : rules) {
    SearchBenchResult result = visit_game(load_rule_set(id), [&](auto game, const auto& compiled) {
      return search_all<decltype(game)>(*compiled, suite.at(id), options);
    });
    if (options.stop.stop_requested()) break;
    result.rules = id;
    report(result);
    all += result;
  }
  return all;
}

}  // namespace tavlab
