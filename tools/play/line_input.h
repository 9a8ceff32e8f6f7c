#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tavlab::play {

/// A line from a person, or why there is none.
struct Typed {
  enum class End : std::uint8_t {
    line,
    closed,       ///< the end of the input, Ctrl-D
    interrupted,  ///< `stop` is true, as after Ctrl-C
    out_of_time
  };

  End end = End::line;
  std::string text;
  int extra_rows = 0;  ///< rows that were written besides the prompt and the line
};

/// Reads lines from standard input.
class LineInput {
 public:
  LineInput() = default;
  LineInput(const LineInput&) = delete;
  LineInput& operator=(const LineInput&) = delete;
  virtual ~LineInput() = default;

  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  /// Waits for a line until the deadline or until `stop` is true. Throws UserError for a line that
  /// is too long.
  virtual Typed next(const std::string& prompt, const Deadline& deadline) = 0;

  /// What Tab completes the line to; a question about the line so far.
  using Completions = std::function<std::vector<std::string>(const std::string&)>;
};

/// Reads lines as they come, for pipes and simple terminals.
std::unique_ptr<LineInput> plain_input(std::function<bool()> stop);

/// Lets a person edit lines, with a history and completion by Tab; where tavlab was built without
/// libedit this is `plain_input`.
std::unique_ptr<LineInput> edited_input(std::function<bool()> stop,
                                        LineInput::Completions completions);

}  // namespace tavlab::play
