#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The state of a run of self-play after a round, stored in `state.json`.
struct RunState {
  std::uint64_t round = 0;
  std::uint64_t games = 0;
  std::vector<std::uint64_t> next;  ///< GroupState::next of each group
  bool complete = true;             ///< the whole identity was stored
};

/// Two runs with the same identity are the same run.
struct RunIdentity {
  /// What all versions store, in parts such as "seed 1", separated by ", ".
  std::string text;
  /// What later versions added, by name. A state without one is older; it is resumed anyway.
  std::map<std::string, std::string> added;
};

void write_run_state(const std::filesystem::path& path, const RunIdentity& identity,
                     const RunState& state);

/// Reads a state. Throws UserError, naming the file, if it is malformed, or if it belongs to
/// another run: then it names the parts that differ.
RunState read_run_state(const std::filesystem::path& path, const RunIdentity& identity);
/// The same from a file's text; `name` stands for the file in messages.
RunState parse_run_state(std::string_view text, const std::string& name,
                         const RunIdentity& identity);

}  // namespace tavlab
