#include "selfplay/agents/agent_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

#include "core/error.h"
#include "core/text.h"
#include "nn/backends.h"
#include "selfplay/alphabeta/settings.h"

namespace tavlab {
namespace {

using Type = AgentOption::Type;

constexpr std::string_view kSecondsHelp =
    "wall-clock limit for a move; games are then not reproducible";

AgentOption symmetry_option() {
  return {"symmetry",
          Type::choice,
          "random",
          "with a net: whether each position is evaluated under a random symmetry of the rules",
          0,
          0,
          {"random", "none"}};
}
AgentOption backend_option() {
  return {"backend",
          Type::choice,
          "auto",
          "with a net: its backend; torch needs a build with LibTorch",
          0,
          0,
          {kBackends.begin(), kBackends.end()}};
}
AgentOption device_option() {
  return {"device",
          Type::choice,
          "cpu",
          "with a net: its device",
          0,
          0,
          {"cpu", "cuda:0", "cuda:1", "cuda:2", "cuda:3"}};
}

const std::array<AgentKind, 6>& kinds() {
  static const std::array<AgentKind, 6> all = {{
      {"random", "a uniformly random legal move", {}, "", {}},
      {"greedy",
       "plays the move with the best handcrafted evaluation one ply ahead, or an immediate win; "
       "ignores replies and rolls",
       {},
       "",
       {
           {"ties",
            Type::choice,
            "random",
            "which of the best moves is played: a random one, or the first found",
            0,
            0,
            {"random", "first"}},
       }},
      {"mcts",
       "Monte Carlo tree search (PUCT), exact at chance events, with proven wins and losses",
       {"sims", "nodes", "seconds"},
       "sims=800",
       {
           {"sims", Type::integer, "", "simulations for a move", 1, 1e9},
           {"nodes", Type::integer, "", "maximum number of nodes in the tree", 1, 1e9},
           {"seconds", Type::real, "", kSecondsHelp, 0.001, 1e6},
           {"memory", Type::integer, "",
            "maximum size of the tree in MiB; when it is full, the search continues without adding "
            "to "
            "it; default: the machine's memory divided by 8 times its cores, from 64 to 4096",
            1, 1e6},
           {"rollout",
            Type::choice,
            "random",
            "how a leaf is evaluated: by a random game, by one that sees wins and captures one ply "
            "ahead, or by the handcrafted evaluation alone",
            0,
            0,
            {"random", "informed", "none"}},
           {"cutoff", Type::integer, "",
            "plies after which a rollout is cut off and evaluated; default: played to the end", 1,
            1e6},
           {"net", Type::file, "",
            "a net that evaluates moves and leaves, in place of rollouts: a file of `tavlab "
            "train`, or the name "
            "of a net that comes with tavlab"},
           symmetry_option(),
           backend_option(),
           device_option(),
           {"leaves", Type::integer, "1",
            "positions evaluated in one batch; more than 1 widens the search, and is faster "
            "with a net",
            1, 200},
           {"gumbel", Type::integer, "0",
            "Gumbel search: number of moves considered at the root, sampled from the policy and "
            "reduced by sequential halving; for few simulations with a net; 0 is PUCT",
            0, 1000},
           {"cpuct", Type::real, "", "exploration constant of PUCT; default 2, with a net 1", 0,
            1000},
           {"fpu", Type::real, "0.2",
            "first-play urgency reduction: how far below its parent an unvisited move is valued", 0,
            1},
           {"noise", Type::real, "0", "share of Dirichlet noise in the root's move probabilities",
            0, 1},
           {"temperature", Type::real, "0",
            "0 plays the most visited move; t > 0 draws one by visits to the power of 1/t", 0, 100},
           {"endgame", Type::file, "",
            "a table of `tavlab solve`, which evaluates the positions that it has"},
           {"reuse",
            Type::choice,
            "on",
            "whether the subtree of the moves played is kept for the next search",
            0,
            0,
            {"on", "off"}},
       }},
      {"alphabeta",
       "alpha-beta search with iterative deepening and the handcrafted evaluation; expectimax at "
       "chance events",
       {"depth", "nodes", "seconds"},
       "depth=4",
       {
           {"depth", Type::integer, "",
            "plies; captures and threats to win are extended; chance events do not count", 1, 64},
           {"nodes", Type::integer, "", "positions visited for a move", 1, 1e12},
           {"seconds", Type::real, "", kSecondsHelp, 0.001, 1e6},
           {"table", Type::integer, "16", "size of the transposition table in MB; 0 for none", 0,
            4096},
           {"eval",
            Type::choice,
            "full",
            "what positions are evaluated by: the full handcrafted evaluation, or "
            "material alone, in families that have such an evaluation",
            0,
            0,
            {"full", "material"}},
           {"ties",
            Type::choice,
            "first",
            "which of the best moves is played: the first found, or a random one",
            0,
            0,
            {"first", "random"}},
           {"clock",
            Type::choice,
            "wall",
            "what `seconds` are measured by: cpu is the time of the search's thread, which other "
            "programs on the machine do not take from it",
            0,
            0,
            {"wall", "cpu"}},
           {"selective",
            Type::choice,
            "",
            "whether moves that look bad are searched less deep or left out: far stronger in the "
            "same time; off is an exact search of its depth, a fixed yardstick; default: on if "
            "nodes or seconds are limited",
            0,
            0,
            {"on", "off"}},
           {"without",
            Type::choices,
            "",
            "what to leave out of a selective search, to measure what it is worth",
            0,
            0,
            {kSearchFeatures.begin(), kSearchFeatures.end()}},
       }},
      {"net",
       "a net without search: one ply ahead by its value, with exact values of finished games",
       {},
       "",
       {
           {"file", Type::file, "",
            "a net: a file of `tavlab train`, or the name of a net that comes with tavlab"},
           {"by",
            Type::choice,
            "value",
            "plays the move whose position has the best value, or the one that the "
            "policy finds most likely",
            0,
            0,
            {"value", "policy"}},
           symmetry_option(),
           backend_option(),
           device_option(),
       }},
      {"table",
       "perfect play from a table of `tavlab solve`; the first of several best moves",
       {},
       "",
       {{"file", Type::file, "", "the table's file"}},
       "file"},
  }};
  return all;
}

/// User text for a one-line message.
std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  if (text.size() > kLongest) out += "...";
  return out + "'";
}

template <typename Range>
std::string names(const Range& range) {
  std::vector<std::string_view> sorted;
  for (const auto& item : range) {
    if constexpr (requires { item.key; }) {
      sorted.push_back(item.key);
    } else {
      sorted.push_back(item.name);
    }
  }
  std::ranges::sort(sorted);
  return fmt::format("{}", fmt::join(sorted, ", "));
}

/// The shortest text that reads back as the same number.
std::string number_text(std::int64_t number) { return fmt::format("{}", number); }
std::string number_text(double number) {
  const std::string shortest = fmt::format("{}", number);
  const double whole = std::nearbyint(number);
  return whole == number && std::abs(whole) < 1e15 ? fmt::format("{:.0f}", whole) : shortest;
}

template <typename Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

/// Several choices, each once, in the order of the option.
std::optional<std::string> canonical_choices(const AgentOption& option, std::string_view text) {
  std::set<std::string_view> given;
  for (const std::string_view each : split(text, '+')) {
    if (std::ranges::find(option.choices, each) == option.choices.end()) return std::nullopt;
    given.insert(each);
  }
  std::vector<std::string_view> ordered;
  std::ranges::copy_if(option.choices, std::back_inserter(ordered),
                       [&](std::string_view choice) { return given.contains(choice); });
  return fmt::format("{}", fmt::join(ordered, "+"));
}

/// The canonical form of an option's value; empty if it is not allowed.
std::optional<std::string> canonical_value(const AgentOption& option, std::string_view text) {
  switch (option.type) {
    case Type::integer: {
      const auto number = read_number<std::int64_t>(text);
      if (!number || static_cast<double>(*number) < option.minimum ||
          static_cast<double>(*number) > option.maximum) {
        return std::nullopt;
      }
      return number_text(*number);
    }
    case Type::real: {
      const auto number = read_number<double>(text);
      if (!number || !(*number >= option.minimum) || !(*number <= option.maximum)) {
        return std::nullopt;
      }
      return number_text(*number == 0.0 ? 0.0 : *number);  // no "-0"
    }
    case Type::choice:
      if (std::ranges::find(option.choices, text) == option.choices.end()) return std::nullopt;
      return std::string(text);
    case Type::choices:
      return canonical_choices(option, text);
    case Type::file:
      if (text.empty()) return std::nullopt;
      return std::string(text);
  }
  return std::nullopt;
}

}  // namespace

std::string AgentOption::allowed() const {
  switch (type) {
    case Type::integer:
      return fmt::format("an integer from {:.0f} to {:.0f}", minimum, maximum);
    case Type::real:
      return fmt::format("a number from {} to {}", number_text(minimum), number_text(maximum));
    case Type::file:
      return "a file, its name without commas";
    case Type::choices:
      return fmt::format("one or more of {}, joined by '+'", fmt::join(choices, ", "));
    case Type::choice:
      break;
  }
  return fmt::format("one of {}", fmt::join(choices, ", "));
}

bool is_selective(const AgentSpec& spec) {
  const std::string_view choice = spec.choice("selective");
  if (!choice.empty()) return choice == "on";
  return spec.integer("nodes").has_value() || spec.real("seconds").has_value();
}

const AgentOption* AgentKind::find(std::string_view key) const {
  const auto found = std::ranges::find(options, key, &AgentOption::key);
  return found == options.end() ? nullptr : &*found;
}

std::span<const AgentKind> agent_kinds() { return kinds(); }

AgentSpec AgentSpec::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto kind = std::ranges::find(kinds(), name, &AgentKind::name);
  if (kind == kinds().end()) {
    throw UserError(fmt::format("unknown agent {}: expected one of {}, with options as in {}",
                                quoted(text), names(kinds()), "mcts:sims=800"));
  }
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("agent {}: {}", quoted(text), what));
  };

  AgentSpec spec(*kind);
  if (!kind->operand.empty()) {
    const std::string_view file = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    if (file.empty()) fail(fmt::format("it is written {}:FILE", name));
    spec.values_.emplace(kind->operand, file);
    return spec;
  }
  std::vector<std::string_view> given;
  bool more = colon != std::string_view::npos;
  std::string_view rest = more ? text.substr(colon + 1) : std::string_view{};
  while (more) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) rest.remove_prefix(comma + 1);

    const std::size_t equals = item.find('=');
    const std::string_view key = item.substr(0, equals);
    const AgentOption* option = kind->find(key);
    if (option == nullptr && kind->options.empty()) {
      fail(fmt::format("{} takes no options", name));
    }
    if (equals == std::string_view::npos) {
      fail(fmt::format("{} is not of the form key=value; {} takes {}", quoted(item), name,
                       names(kind->options)));
    }
    if (option == nullptr) {
      fail(fmt::format("unknown option {}; {} takes {}", quoted(key), name, names(kind->options)));
    }
    if (std::ranges::find(given, key) != given.end()) fail(fmt::format("{} is given twice", key));
    given.push_back(key);
    const std::string_view raw = item.substr(equals + 1);
    const auto value = canonical_value(*option, raw);
    if (!value) {
      fail(fmt::format("{} must be {}, not {}", key, option->allowed(), quoted(raw)));
    }
    if (*value != option->fallback) spec.values_.insert_or_assign(std::string(key), *value);
  }

  const auto is_set = [&](std::string_view key) { return spec.values_.contains(key); };
  if (!kind->limits.empty() && std::ranges::none_of(kind->limits, is_set)) {
    const std::size_t equals = kind->default_limit.find('=');
    spec.values_.emplace(kind->default_limit.substr(0, equals),
                         kind->default_limit.substr(equals + 1));
  }
  if (is_set("cutoff") && spec.choice("rollout") == "none") {
    fail("cutoff has no effect with rollout=none; leave one of them out");
  }
  if (is_set("without") && !is_selective(spec)) {
    fail(
        "without has no effect on an exact search; add a limit of nodes or seconds, or "
        "selective=on");
  }
  return spec;
}

AgentSpec AgentSpec::with(std::string_view key, std::string_view value) const {
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("agent '{}': {}", canonical(), what));
  };
  const AgentOption* const option = kind_->find(key);
  if (option == nullptr) {
    fail(fmt::format("{} takes {}", name(), names(kind_->options)));
    return *this;
  }
  const auto text = canonical_value(*option, value);
  if (!text) {
    fail(fmt::format("{} must be {}, not {}", key, option->allowed(), quoted(value)));
    return *this;
  }
  AgentSpec changed = *this;
  if (*text == option->fallback) {
    changed.values_.erase(std::string(key));
  } else {
    changed.values_.insert_or_assign(std::string(key), *text);
  }
  return changed;
}

std::string AgentSpec::canonical() const { return text(false); }

std::string AgentSpec::seed_text() const { return text(true); }

std::string AgentSpec::text(bool without_folders) const {
  const auto shown = [&](std::string_view key, const std::string& value) {
    const AgentOption* const option = kind_->find(key);
    const bool file = option != nullptr && option->type == AgentOption::Type::file;
    return without_folders && file ? std::filesystem::path(value).filename().string() : value;
  };
  std::string text(kind_->name);
  if (!kind_->operand.empty()) return text + ':' + shown(kind_->operand, file(kind_->operand));
  char separator = ':';
  for (const auto& [key, value] : values_) {
    text.append(1, separator).append(key).append(1, '=').append(shown(key, value));
    separator = ',';
  }
  return text;
}

std::string_view AgentSpec::value(std::string_view key) const {
  const auto found = values_.find(key);
  if (found != values_.end()) return found->second;
  const AgentOption* option = kind_->find(key);
  return option == nullptr ? std::string_view{} : option->fallback;
}

std::optional<std::int64_t> AgentSpec::integer(std::string_view key) const {
  return read_number<std::int64_t>(value(key));
}

std::optional<double> AgentSpec::real(std::string_view key) const {
  return read_number<double>(value(key));
}

std::string_view AgentSpec::choice(std::string_view key) const { return value(key); }

std::vector<std::size_t> AgentSpec::choices(std::string_view key) const {
  std::vector<std::size_t> numbers;
  const std::vector<std::string_view>& all = kind_->find(key)->choices;
  const std::string_view text = value(key);
  if (text.empty()) return numbers;
  for (const std::string_view each : split(text, '+')) {
    numbers.push_back(static_cast<std::size_t>(std::ranges::find(all, each) - all.begin()));
  }
  return numbers;
}

std::string AgentSpec::file(std::string_view key) const { return std::string(value(key)); }

std::string agents_help() {
  std::string out =
      "An agent is a name and, after a colon, options separated by commas:\n"
      "  name[:key=value[,key=value]...]\n"
      "for instance random, greedy, mcts:sims=800, mcts:rollout=informed,sims=200, "
      "alphabeta:depth=4.\n"
      "Where several limits are given, the first that is reached ends the search.\n";
  for (const AgentKind& kind : kinds()) {
    out += fmt::format("\n{}{}: {}\n", kind.name, kind.operand.empty() ? "" : ":FILE", kind.help);
    for (const AgentOption& option : kind.options) {
      std::string fallback;
      if (!option.fallback.empty()) fallback = fmt::format("; default {}", option.fallback);
      out += fmt::format("  {:<12} {}\n               ({}{})\n", option.key, option.help,
                         option.allowed(), fallback);
    }
    if (!kind.limits.empty()) {
      out += fmt::format("  Limits: {}; {} where none is given.\n", fmt::join(kind.limits, ", "),
                         kind.default_limit);
    }
  }
  return out;
}

}  // namespace tavlab
