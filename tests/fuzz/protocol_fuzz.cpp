// Lines of hosts and engines in every protocol, command lines, agents' texts: each is read or
// refused in one line, and engines keep running.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/io/lines.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/engine/front.h"
#include "selfplay/process/command_words.h"
#include "selfplay/protocol/htp.h"
#include "selfplay/protocol/otep.h"
#include "selfplay/protocol/uci.h"
#include "selfplay/protocol/words.h"
#include "tests/fuzz/fuzz_rules.h"

namespace tavlab::fuzz {
namespace {

void read_line(const std::string& line) {
  expect_one_line_error([&] {
    const uci::Command command = uci::parse_command(line);
    for (const Side side : {Side::first, Side::second}) {
      const TurnLimits limits = uci::turn_limits(command.go, side);
      (void)time_budget(limits);
      (void)uci::parse_command(uci::go_line(limits, side));
    }
  });
  expect_one_line_error([&] { (void)htp::parse_command(line); });
  expect_one_line_error([&] { (void)otep::parse_command(line); });
  const uci::Reply reply = uci::parse_reply(line);
  require(!reply.thought.score || (*reply.thought.score >= 0.0 && *reply.thought.score <= 1.0));
  (void)uci::info_line(reply.thought);
  expect_one_line_error([&] { (void)htp::move_of(htp::parse_reply(line).text, Side::first); });
  (void)otep::parse_reply(line);
  expect_one_line_error([&] { require(!command_words(line).empty()); });
  expect_one_line_error([&] {
    const AgentSpec spec = AgentSpec::parse(line);
    const std::string text = spec.canonical();
    require(AgentSpec::parse(text).canonical() == text);
    (void)spec.seed_text();
  });
}

bool sets_agent_or_rules(const std::string& line) {
  try {
    const uci::Command command = uci::parse_command(line);
    const std::string name = protocol::lower(command.name);
    return command.kind == uci::Command::Kind::setoption && (name == "agent" || name == "rules");
  } catch (const UserError&) {
    return false;
  }
}

/// Searches are those of `random`, which take no time; lines that wait for a stop get one.
void serve(const std::vector<std::string>& lines) {
  for (const std::string_view protocol : engine_protocols()) {
    static const RuleSet rules = load_rule_set("brandubh-7");
    const auto front = make_engine_front(protocol, {rules, "random", 1}, [](std::string_view) {});
    front->greet();
    for (const std::string& line : lines) {
      // Other agents may think for long, and rules may be files.
      if (sets_agent_or_rules(line)) continue;
      if (!front->handle(line)) break;
    }
  }
}

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream stream(std::string(data, data + size));
  tavlab::LineReader reader(stream, "input");
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.push_back(*line);
  for (const std::string& line : lines) tavlab::fuzz::read_line(line);
  tavlab::fuzz::serve(lines);
  return 0;
}
