#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/agents/agent_kinds.h"

namespace tavlab {

/// A parsed and checked agent text, `name[:key=value[,key=value]...]`, such as `random`,
/// `mcts:sims=800` or `alphabeta:depth=4,seconds=1`. A value in double quotes may contain commas; a
/// backslash in it escapes `"` and `\`.
///
/// Agents are written this way on the command line, in configs, in records and in the seeds of
/// games; records use `canonical`, seeds `seed_text`, so that two spellings of an agent are the
/// same agent.
class AgentSpec {
 public:
  /// Throws UserError naming the option and the values allowed.
  static AgentSpec parse(std::string_view text);

  [[nodiscard]] const AgentKind& kind() const { return *kind_; }
  [[nodiscard]] std::string_view name() const { return kind_->name; }

  /// The same agent with another value of an option. Throws UserError.
  [[nodiscard]] AgentSpec with(std::string_view key, std::string_view value) const;
  /// The same agent with the default of this option.
  [[nodiscard]] AgentSpec without(std::string_view key) const;
  /// The same agent with this limit, one of its kind's, in place of its own limits. Throws
  /// UserError.
  [[nodiscard]] AgentSpec limited(std::string_view limit, std::string_view value) const;

  /// The name, then the options sorted by key, without defaults. Limits are never omitted: a
  /// record must keep its meaning when a default changes.
  [[nodiscard]] std::string canonical() const;
  /// The text that goes into the seeds of games: the canonical text with file names without
  /// folders, so that the same files in another folder play the same games.
  [[nodiscard]] std::string seed_text() const;

  /// Values, including defaults; empty if an option is not given and has no default.
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
  [[nodiscard]] std::optional<double> real(std::string_view key) const;
  [[nodiscard]] std::string_view choice(std::string_view key) const;
  /// The numbers of the choices given for an option that takes several.
  [[nodiscard]] std::vector<std::size_t> choices(std::string_view key) const;
  [[nodiscard]] std::string file(std::string_view key) const;  ///< empty if there is none
  [[nodiscard]] std::string text(std::string_view key) const;  ///< empty if there is none
  /// Names, without the prefix, and values of the options whose keys begin with it.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> named(
      std::string_view prefix) const;

  /// Whether the same seed always gives the same moves: true of all but searches limited by time,
  /// alpha-beta on several threads, nets on a device, and external programs. `limited`: a match or
  /// a host sets the limits in place of its own.
  [[nodiscard]] bool deterministic(bool limited = false) const;

 private:
  explicit AgentSpec(const AgentKind& kind) : kind_(&kind) {}

  [[nodiscard]] std::string_view value(std::string_view key) const;
  [[nodiscard]] std::string whole_text(bool for_seeds) const;

  const AgentKind* kind_;
  std::map<std::string, std::string, std::less<>> values_;  ///< canonical, without defaults
};

/// Whether an `alphabeta` agent searches selectively: as its options say, or else if it is not
/// limited by depth alone.
bool is_selective(const AgentSpec& alphabeta);

}  // namespace tavlab
