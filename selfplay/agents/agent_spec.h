#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// One option of an agent: its key, what values it takes, and what it means.
struct AgentOption {
  enum class Type : std::uint8_t { integer, real, choice, file };

  std::string_view key;
  Type type;
  std::string_view fallback;  ///< the default in canonical form; empty where there is none
  std::string_view help;      ///< one phrase
  double minimum = 0.0;       ///< of a number
  double maximum = 0.0;
  std::vector<std::string_view> choices = {};

  /// The values allowed, for errors and help: "an integer from 1 to 64", "one of on, off".
  [[nodiscard]] std::string allowed() const;
};

/// One kind of agent, as the command line's help and the parser know it.
struct AgentKind {
  std::string_view name;
  std::string_view help;
  /// The options that end a search; at least one of them is always set.
  std::vector<std::string_view> limits;
  std::string_view default_limit;  ///< "key=value", taken when no limit is given
  std::vector<AgentOption> options;
  /// The option that is all of the text after the colon, without a key: `table:FILE`.
  std::string_view operand = {};

  [[nodiscard]] const AgentOption* find(std::string_view key) const;
};

/// Every kind of agent.
std::span<const AgentKind> agent_kinds();

/// What `tavlab help agents` prints: the grammar, every agent and its options with their meaning.
std::string agents_help();

/// An agent's text, read and checked: `name[:key=value[,key=value]...]`, such as `random`,
/// `mcts:sims=800` or `alphabeta:depth=4,seconds=1`.
///
/// The same text names an agent on the command line, in configs, in records and in the seeds of
/// games; records use `canonical`, seeds `seed_text`, so that two spellings of one agent are one
/// agent.
class AgentSpec {
 public:
  /// Throws UserError naming the option and the values allowed.
  static AgentSpec parse(std::string_view text);

  [[nodiscard]] const AgentKind& kind() const { return *kind_; }
  [[nodiscard]] std::string_view name() const { return kind_->name; }

  /// The name, then the options sorted by key, defaults left out. Limits are never left out: what
  /// a record says must not change its meaning when a default does.
  [[nodiscard]] std::string canonical() const;
  /// What games' seeds are made of: the canonical text with files by their names alone. The same
  /// files in another folder play the same games.
  [[nodiscard]] std::string seed_text() const;

  /// Values, the defaults included; nothing where an option is not given and has no default.
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
  [[nodiscard]] std::optional<double> real(std::string_view key) const;
  [[nodiscard]] std::string_view choice(std::string_view key) const;
  [[nodiscard]] std::string file(std::string_view key) const;  ///< empty where there is none

  /// Whether the agent plays the same moves whenever it runs with the same seed: everything but a
  /// search ended by the clock.
  [[nodiscard]] bool deterministic() const { return !values_.contains("seconds"); }

 private:
  explicit AgentSpec(const AgentKind& kind) : kind_(&kind) {}

  [[nodiscard]] std::string_view value(std::string_view key) const;
  [[nodiscard]] std::string text(bool without_folders) const;

  const AgentKind* kind_;
  std::map<std::string, std::string, std::less<>> values_;  ///< canonical, defaults left out
};

}  // namespace tavlab
