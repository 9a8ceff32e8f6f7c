#include "selfplay/agents/agent_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/error.h"
#include "core/near.h"
#include "core/text.h"
#include "selfplay/agents/agent_help.h"
#include "selfplay/agents/option_text.h"
#include "selfplay/process/command_words.h"

namespace tavlab {
namespace {

/// The names or keys of a range, sorted.
template <typename Range>
std::vector<std::string_view> names_of(const Range& range) {
  std::vector<std::string_view> sorted;
  for (const auto& item : range) {
    if constexpr (requires { item.key; }) {
      sorted.push_back(item.key);
    } else {
      sorted.push_back(item.name);
    }
  }
  std::ranges::sort(sorted);
  return sorted;
}

template <typename Range>
std::string names(const Range& range) {
  return fmt::format("{}", fmt::join(names_of(range), ", "));
}

}  // namespace

bool is_selective(const AgentSpec& spec) {
  const std::string_view choice = spec.choice("selective");
  if (!choice.empty()) return choice == "on";
  return spec.integer("nodes").has_value() || spec.real("seconds").has_value();
}

AgentSpec AgentSpec::parse(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto kind = std::ranges::find(agent_kinds(), name, &AgentKind::name);
  if (kind == agent_kinds().end()) {
    // "net=FILE" for "net:FILE".
    const std::size_t equals = text.find('=');
    const bool is_kind = equals != std::string_view::npos &&
                         std::ranges::find(agent_kinds(), text.substr(0, equals),
                                           &AgentKind::name) != agent_kinds().end();
    throw UserError(
        fmt::format("unknown agent {}{}; agents: {}, with options as in {}", in_quotes(text),
                    is_kind ? fmt::format("; the nearest is '{}:{}'", text.substr(0, equals),
                                          text.substr(equals + 1))
                            : near_note(name, names_of(agent_kinds())),
                    names(agent_kinds()), "mcts:sims=800"));
  }
  const auto fail = [&](const std::string& what) {
    throw UserError(fmt::format("agent {}: {}", in_quotes(text), what));
  };

  AgentSpec spec(*kind);
  if (takes_operand_only(*kind)) {
    std::string_view file = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    for (const std::string_view key : {kind->operand, kind->name}) {
      if (!file.starts_with(fmt::format("{}=", key))) continue;
      file.remove_prefix(key.size() + 1);
      break;
    }
    if (file.empty()) fail(fmt::format("expected {}:FILE", name));
    spec.values_.emplace(kind->operand, file);
    return spec;
  }
  std::vector<std::string_view> given;
  bool more = colon != std::string_view::npos;
  std::string_view rest = more ? text.substr(colon + 1) : std::string_view{};
  while (more) {
    OptionText item;
    try {
      item = take_option(rest, more);
    } catch (const UserError& error) {
      fail(error.what());
    }
    if (!item.value && given.empty() && !kind->operand.empty() && !item.whole.empty()) {
      item.value = item.whole;
      item.key = kind->operand;
    }
    // net:net=FILE as mcts:net=FILE.
    if (!kind->operand.empty() && item.key == kind->name) item.key = kind->operand;
    const std::string_view key = item.key;
    const AgentOption* option = kind->find(key);
    if (!item.value) {
      fail(fmt::format("{} is not of the form key=value; {} takes {}", in_quotes(item.whole), name,
                       names(kind->options)));
    }
    if (option == nullptr) {
      fail(fmt::format("unknown option {}{}; {} takes {}", in_quotes(key),
                       near_note(key, names_of(kind->options)), name, names(kind->options)));
    }
    if (std::ranges::find(given, key) != given.end()) fail(fmt::format("{} is given twice", key));
    given.push_back(key);
    const std::string& raw = *item.value;
    std::optional<std::string> value;
    try {
      value = option->canonical(raw);
    } catch (const UserError& error) {
      fail(error.what());
    }
    if (!value) {
      fail(fmt::format("{} must be {}, not {}{}", key, option->allowed(), in_quotes(raw),
                       near_note(raw, option->choices)));
    }
    // An option without a default may have an empty text.
    const bool has_default = option->type != AgentOption::Type::text || !option->fallback.empty();
    if (*value != option->fallback || !has_default)
      spec.values_.insert_or_assign(std::string(key), *value);
  }

  if (kind->find("cmd") != nullptr && !spec.values_.contains("cmd")) {
    fail(fmt::format("it needs a program: {}:cmd=\"PROGRAM ARGUMENTS\"", name));
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
  const auto text = option->canonical(value);
  if (!text) {
    fail(fmt::format("{} must be {}, not {}", key, option->allowed(), in_quotes(value)));
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

AgentSpec AgentSpec::without(std::string_view key) const {
  AgentSpec changed = *this;
  if (const auto at = changed.values_.find(key); at != changed.values_.end()) {
    changed.values_.erase(at);
  }
  return changed;
}

AgentSpec AgentSpec::limited(std::string_view limit, std::string_view value) const {
  AgentSpec changed = with(limit, value);
  for (const std::string_view each : kind_->limits) {
    if (each != limit) changed.values_.erase(std::string(each));
  }
  return changed;
}

std::string AgentSpec::canonical() const { return whole_text(false); }

std::string AgentSpec::seed_text() const { return whole_text(true); }

std::string AgentSpec::whole_text(bool for_seeds) const {
  const auto without_folder = [&](const std::string& value) {
    return for_seeds ? std::filesystem::path(value).filename().string() : value;
  };
  std::string text(kind_->name);
  if (takes_operand_only(*kind_)) return text + ':' + without_folder(file(kind_->operand));
  char separator = ':';
  for (const auto& [key, value] : values_) {
    using Type = AgentOption::Type;
    const AgentOption& option = *kind_->find(key);
    if (for_seeds && !option.affects_play) continue;
    std::string shown = value;
    if (option.names_a_file()) {
      shown = without_folder(value);
    } else if (option.type == Type::command && for_seeds) {
      std::vector<std::string> words = command_words(value);
      words.front() = without_folder(words.front());
      shown = fmt::format("{}", fmt::join(words, " "));
    }
    const bool is_text = option.type == Type::text || option.type == Type::command;
    text.append(1, separator).append(key).append(1, '=').append(quoted_value(shown, is_text));
    separator = ',';
  }
  return text;
}

bool AgentSpec::deterministic(bool limited) const {
  if (values_.contains("cmd") || (!limited && values_.contains("seconds"))) return false;
  // Rounding on a device depends on the batch, which depends on the threads.
  if (kind_->find("device") != nullptr && choice("device") != "cpu") return false;
  return name() != "alphabeta" || integer("threads") == 1;
}

std::string_view AgentSpec::value(std::string_view key) const {
  const auto found = values_.find(key);
  if (found != values_.end()) return found->second;
  const AgentOption* option = kind_->find(key);
  return option == nullptr ? std::string_view{} : option->fallback;
}

std::optional<std::int64_t> AgentSpec::integer(std::string_view key) const {
  return whole_number(value(key));
}

std::optional<double> AgentSpec::real(std::string_view key) const {
  return finite_number(value(key));
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

std::string AgentSpec::text(std::string_view key) const { return std::string(value(key)); }

std::vector<std::pair<std::string, std::string>> AgentSpec::named(std::string_view prefix) const {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [key, value] : values_) {
    if (key.size() > prefix.size() && key.starts_with(prefix)) {
      found.emplace_back(key.substr(prefix.size()), value);
    }
  }
  return found;
}

}  // namespace tavlab
