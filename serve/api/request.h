#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/language.h"
#include "core/ruleset/ruleset.h"
#include "selfplay/agents/agent_spec.h"

// What requests to the API contain, checked. A browser is not trusted with what a command line may
// do: it names no files and starts no programs.
namespace tavlab::serve {

using Json = nlohmann::ordered_json;

/// The longest game that a request may hold, in moves and throws.
inline constexpr std::size_t kMaxWords = 4000;

/// The rules of a request: `rules`, the id of a rule set that comes with tavlab, with `changes`, or
/// `toml`, the text of a rule set file.
struct GameRequest {
  RuleSet rule_set;
  std::optional<std::string> position;
  std::vector<std::string> moves;
  Language language = Language::english;  ///< of the answer
};

/// JSON as it is sent; bytes that are no UTF-8 are replaced.
std::string text_of(const Json& json);
/// The answer to a request that cannot be answered.
Json error_json(std::string_view code, std::string_view message);

/// Parses the body of a request, a JSON object. Throws UserError.
Json parse_body(std::string_view body);

/// The functions below throw UserErrors that name the field.
RuleSet rule_set_of(const Json& request);
/// That of `language`; English without it.
Language language_of(const Json& request);
/// The message of a UserError for the request, in its language if the request is right so far.
std::string message_for(const Json& request, std::string_view message);
GameRequest game_request(const Json& request);
std::string text_field(const Json& request, std::string_view key);
std::optional<std::string> optional_text(const Json& request, std::string_view key);
/// A list of at most so many texts; empty if it is missing.
std::vector<std::string> texts_field(const Json& request, std::string_view key, std::size_t most);
/// A number between two bounds.
double number_field(const Json& request, std::string_view key, double fallback, double low,
                    double high);

/// Parses an agent that a browser names. Throws UserError for one that would start a program, read
/// files other than the nets and evaluations that come with tavlab, or use much memory or many
/// threads.
AgentSpec browser_agent(std::string_view text);

}  // namespace tavlab::serve
