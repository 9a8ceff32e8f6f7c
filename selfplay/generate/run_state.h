#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// Where a run of self-play stands after a round; `state.json` holds it.
struct RunState {
  std::uint64_t round = 0;
  std::uint64_t games = 0;
  std::vector<std::uint64_t> next;  ///< GroupState::next of each group
};

/// `identity` says what makes two runs the same, in parts such as "seed 1", separated by ", ".
void write_run_state(const std::filesystem::path& path, const std::string& identity,
                     const RunState& state);

/// Throws UserError, naming the file, for one that is not as it was written, or is of another run:
/// then with the parts that differ.
RunState read_run_state(const std::filesystem::path& path, const std::string& identity);
/// The same of a file's text; `name` stands for the file in messages.
RunState parse_run_state(std::string_view text, const std::string& name,
                         const std::string& identity);

}  // namespace tavlab
