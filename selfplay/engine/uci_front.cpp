#include "selfplay/engine/uci_front.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "core/version.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/protocol/words.h"

namespace tavlab {
namespace {

/// The agent's option for its memory, which the protocol's Hash sets; null if it has none.
const AgentOption* memory_option(const AgentSpec& spec) {
  for (const std::string_view key : {"table", "memory"}) {
    const AgentOption* const option = spec.kind().find(key);
    if (option != nullptr && option->type == AgentOption::Type::integer) return option;
  }
  return nullptr;
}

/// The least value of an option in the protocol. An option without a default, which the agent
/// then chooses by itself, is 0 there.
double least_value(const AgentSpec& spec, const AgentOption& option) {
  return spec.without(option.key).integer(option.key) ? option.minimum : 0.0;
}

/// The agent with another value of an option, which has this name in the protocol.
std::string with_number(const AgentSpec& spec, const AgentOption& option, std::string_view name,
                        const std::string& value) {
  const auto number = protocol::number<std::int64_t>(value);
  const double least = least_value(spec, option);
  if (!number || static_cast<double>(*number) < least ||
      static_cast<double>(*number) > option.maximum) {
    throw UserError(fmt::format("{} must be a number from {:.0f} to {:.0f}, not {}", name, least,
                                option.maximum, in_quotes(value)));
  }
  const bool by_itself = static_cast<double>(*number) < option.minimum;
  return (by_itself ? spec.without(option.key) : spec.with(option.key, value)).canonical();
}

uci::OptionLine spin(std::string_view name, const AgentSpec& spec, const AgentOption& option) {
  const auto value = spec.integer(option.key);
  return {std::string(name), "spin", value ? fmt::format("{}", *value) : "0",
          fmt::format("{:.0f}", least_value(spec, option)), fmt::format("{:.0f}", option.maximum)};
}

}  // namespace

UciFront::UciFront(EngineSettings settings, LineSink out) : out_(std::move(out)) {
  take(std::move(settings));
}

bool UciFront::handle(std::string_view line) {
  try {
    return handle_command(uci::parse_command(line));
  } catch (const UserError& error) {
    say(error.what());
  } catch (const std::bad_alloc&) {
    say("out of memory");
  }
  return true;
}

void UciFront::refuse(std::string_view why) { say(std::string(why)); }

bool UciFront::handle_command(const uci::Command& command) {
  using Kind = uci::Command::Kind;
  if (!command.ignored.empty()) say("ignored: " + printable(command.ignored));
  switch (command.kind) {
    case Kind::none:
    case Kind::debug:
      break;
    case Kind::uci:
      introduce();
      break;
    case Kind::isready:
      out_("readyok");
      break;
    case Kind::setoption:
      settle();
      set_option(command.name, command.value);
      break;
    case Kind::ucinewgame:
      settle();
      game_->new_game();
      break;
    case Kind::position:
      settle();
      game_->set(command.position, command.moves);
      break;
    case Kind::go:
      settle();
      go(command.go);
      break;
    case Kind::stop:
      thinker_.stop();
      break;
    case Kind::ponderhit:
      ponderhit();
      break;
    case Kind::draw:
      settle();
      draw();
      break;
    case Kind::quit:
      return false;
    case Kind::unknown:
      say(
          fmt::format("unknown command {}; commands: uci isready setoption ucinewgame position go "
                      "stop ponderhit d quit",
                      in_quotes(command.name)));
      break;
  }
  return true;
}

void UciFront::introduce() const {
  const AgentSpec spec = AgentSpec::parse(settings_.agent);
  out_(fmt::format("id name tavlab {} {}", kVersion, spec.canonical()));
  out_("id author the tavlab authors");
  out_(uci::option_line({"Rules", "string", settings_.rule_set.id, {}, {}}));
  out_(uci::option_line({"Agent", "string", spec.canonical(), {}, {}}));
  if (const AgentOption* const memory = memory_option(spec)) {
    out_(uci::option_line(spin("Hash", spec, *memory)));
  }
  if (const AgentOption* const threads = spec.kind().find("threads")) {
    out_(uci::option_line(spin("Threads", spec, *threads)));
  }
  out_(uci::option_line({"Ponder", "check", tells_reply_ ? "true" : "false", {}, {}}));
  out_(uci::option_line(
      {"Seed", "spin", fmt::format("{}", settings_.seed), "0", "9223372036854775807"}));
  out_("uciok");
}

void UciFront::set_option(const std::string& name, const std::string& value) {
  const std::string key = protocol::lower(name);
  if (key == "ponder") {
    const std::string given = protocol::lower(value);
    if (given != "true" && given != "false") {
      throw UserError(fmt::format("Ponder must be true or false, not {}", in_quotes(value)));
    }
    tells_reply_ = given == "true";
    return;
  }
  EngineSettings changed = settings_;
  const AgentSpec spec = AgentSpec::parse(settings_.agent);
  if (key == "rules") {
    changed.rule_set = load_rule_set(value);
    if (changed.rule_set.content_hash() == settings_.rule_set.content_hash()) return;
  } else if (key == "agent") {
    changed.agent = value;
  } else if (key == "seed") {
    const auto seed = protocol::number<std::uint64_t>(value);
    if (!seed) throw UserError(fmt::format("Seed must be a number, not {}", in_quotes(value)));
    changed.seed = *seed;
  } else if (const AgentOption* const memory = memory_option(spec); key == "hash" && memory) {
    changed.agent = with_number(spec, *memory, "Hash", value);
  } else if (const AgentOption* const threads = spec.kind().find("threads");
             key == "threads" && threads) {
    changed.agent = with_number(spec, *threads, "Threads", value);
  } else {
    throw UserError(
        fmt::format("no option {} here; options are listed after `uci`", in_quotes(name)));
  }
  take(std::move(changed));
}

void UciFront::take(EngineSettings settings) {
  game_ = make_engine_game(settings);
  settings_ = std::move(settings);
}

void UciFront::draw() const {
  std::string text = game_->drawing();
  text += fmt::format("Rules: {}\nFen: {}\n", settings_.rule_set.id, game_->position_text());
  switch (game_->node_kind()) {
    case NodeKind::terminal:
      text += fmt::format("The game is over: {}", game_->reason());
      break;
    case NodeKind::chance:
      text += fmt::format("To roll: {}", game_->player(game_->to_move()));
      break;
    case NodeKind::decision:
      text += fmt::format("To move: {}\nLegal moves: {}", game_->player(game_->to_move()),
                          fmt::join(game_->legal_moves(), " "));
      break;
  }
  out_(text);
}

void UciFront::go(const uci::Go& go) {
  const bool decides = game_->node_kind() == NodeKind::decision;
  if (!decides) {
    say(game_->node_kind() == NodeKind::chance
            ? "a roll is due; send it as the last word of the position's moves"
            : fmt::format("the game is over: {}", game_->reason()));
  }
  TurnLimits limits = uci::turn_limits(go, game_->to_move());
  if (go.ponder) {
    hit_ = std::make_shared<Gate>();
    ponder_limits_ = limits;
    if (limits.clock || limits.seconds) {  // time counts from ponderhit on
      limits.clock = limits.others = std::nullopt;
      limits.seconds = std::nullopt;
      if (!limits.any()) limits.infinite = true;
    }
  }
  thinker_.start(
      [this, limits, decides, waits = go.infinite, hit = hit_](const std::stop_token& stop) {
        std::string move;
        std::vector<std::string> line;
        try {
          const auto tell = [&](const SearchInfo& thought) {
            out_(uci::info_line(thought));
            line = thought.line;
          };
          if (decides) move = game_->choose(limits, tell, stop);
        } catch (const std::bad_alloc&) {
          say("out of memory");
        } catch (const std::exception& error) {
          say(error.what());
        }
        // A move must not be sent before the host asks for it.
        if (waits) {
          wait_for_stop(stop);
        } else if (hit) {
          hit->wait(stop);
        }
        const bool tells = tells_reply_ && line.size() > 1 && line[0] == move;
        out_(uci::bestmove_line(move, tells ? line[1] : std::string{}));
      });
}

void UciFront::ponderhit() {
  if (!hit_) return;
  const TimeBudget time = time_budget(ponder_limits_);
  if (time.aim > 0.0) alarm_ = std::make_unique<Alarm>(time.aim, [this] { thinker_.stop(); });
  hit_->open();
  hit_.reset();
}

void UciFront::settle() {
  thinker_.stop();
  thinker_.wait();
  alarm_.reset();
  hit_.reset();
}

}  // namespace tavlab
