#include "serve/api/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/io/json_check.h"
#include "core/text.h"
#include "core/translation.h"

namespace tavlab::serve {
namespace {

constexpr std::int64_t kMaxTable = 64;   // MB
constexpr std::int64_t kMaxMemory = 64;  // MiB

const Json& field(const Json& request, std::string_view key) {
  static const Json missing;
  const auto found = request.find(key);
  return found == request.end() ? missing : *found;
}

}  // namespace

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json error_json(std::string_view code, std::string_view message) {
  return {{"error", {{"code", code}, {"message", message}}}};
}

Json parse_body(std::string_view body) {
  if (const std::string fault = json_fault(body); !fault.empty()) {
    throw UserError("the body is not JSON that is taken here: " + fault);
  }
  Json json = Json::parse(body);
  if (!json.is_object()) throw UserError("the body must be a JSON object");
  return json;
}

std::optional<std::string> optional_text(const Json& request, std::string_view key) {
  const Json& value = field(request, key);
  if (value.is_null()) return std::nullopt;
  if (!value.is_string()) throw UserError(fmt::format("'{}' must be a text", key));
  return value.get<std::string>();
}

std::string text_field(const Json& request, std::string_view key) {
  const std::optional<std::string> text = optional_text(request, key);
  if (!text) throw UserError(fmt::format("'{}' is missing", key));
  return *text;
}

std::vector<std::string> texts_field(const Json& request, std::string_view key, std::size_t most) {
  std::vector<std::string> texts;
  const Json& list = field(request, key);
  if (list.is_null()) return texts;
  if (!list.is_array()) throw UserError(fmt::format("'{}' must be a list of texts", key));
  if (list.size() > most) {
    throw UserError(
        fmt::format("'{}' has {} entries; at most {} are taken", key, list.size(), most));
  }
  for (const Json& each : list) {
    if (!each.is_string()) throw UserError(fmt::format("'{}' must be a list of texts", key));
    texts.push_back(each.get<std::string>());
  }
  return texts;
}

double number_field(const Json& request, std::string_view key, double fallback, double low,
                    double high) {
  const Json& value = field(request, key);
  if (value.is_null()) return fallback;
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(number >= low && number <= high)) {
    throw UserError(fmt::format("'{}' must be a number from {} to {}", key, low, high));
  }
  return number;
}

Language language_of(const Json& request) {
  const auto name = optional_text(request, "language");
  return name ? language_named("'language'", *name) : Language::english;
}

std::string message_for(const Json& request, std::string_view message) {
  // People see the rule set that they change: "helmfrid-9{board.size=8} (built in): " is no news.
  constexpr std::string_view kOrigin = " (built in): ";
  const std::size_t origin = message.find(kOrigin);
  if (origin != std::string_view::npos &&
      message.substr(0, origin).find(' ') == std::string_view::npos) {
    message.remove_prefix(origin + kOrigin.size());
  }
  if (!request.is_object() || field(request, "language") != "ru") return std::string(message);
  // Of a rule set file only its text is known, which may be what is wrong.
  const Json& rules = field(request, "rules");
  const std::string id = rules.is_string() ? rules.get<std::string>() : std::string();
  const std::vector<std::string> known = builtin_rule_set_ids();
  const bool is_known = std::ranges::find(known, id) != known.end();
  return text_in(Language::russian, is_known ? load_rule_set(id).family : std::string(), message);
}

RuleSet rule_set_of(const Json& request) {
  constexpr std::size_t kMaxChanges = 200;
  const std::vector<std::string> changes = texts_field(request, "changes", kMaxChanges);
  if (const auto toml = optional_text(request, "toml")) {
    return parse_rule_set(*toml, "the rule set", changes);
  }
  const std::string id = text_field(request, "rules");
  const std::vector<std::string> known = builtin_rule_set_ids();
  if (std::ranges::find(known, id) == known.end()) {
    throw UserError(fmt::format("no rule set {} comes with tavlab; /api/v1/rulesets lists them",
                                in_quotes(id)));
  }
  return load_rule_set(id, changes);
}

GameRequest game_request(const Json& request) {
  GameRequest game{rule_set_of(request), optional_text(request, "position"),
                   texts_field(request, "moves", kMaxWords), language_of(request)};
  if (game.position && game.position->empty()) game.position.reset();
  return game;
}

AgentSpec browser_agent(std::string_view text) {
  AgentSpec spec = AgentSpec::parse(text);
  const auto refuse = [&](std::string_view what) {
    throw UserError(fmt::format("agent {}: {}", in_quotes(text), what));
  };
  for (const AgentOption& option : spec.kind().options) {
    if (option.type == AgentOption::Type::command || option.type == AgentOption::Type::file ||
        option.type == AgentOption::Type::text) {
      if (!spec.text(option.key).empty() || !spec.file(option.key).empty()) {
        refuse("a browser may start no programs and name no files");
      }
    }
    if (option.type == AgentOption::Type::net || option.type == AgentOption::Type::evaluation) {
      const std::string file = spec.file(option.key);
      if (file.find_first_of("/\\.") != std::string::npos) {
        refuse("only nets and evaluations that come with tavlab, by their names");
      }
    }
  }
  if (spec.integer("table").value_or(0) > kMaxTable) refuse("table: at most 64 MB here");
  if (spec.integer("memory").value_or(0) > kMaxMemory) refuse("memory: at most 64 MiB here");
  if (spec.integer("threads").value_or(1) > 1) refuse("threads: one here");
  if (spec.kind().find("memory") != nullptr && !spec.integer("memory")) {
    spec = spec.with("memory", fmt::format("{}", kMaxMemory));
  }
  return spec;
}

}  // namespace tavlab::serve
