#include "selfplay/programs/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.h"
#include "selfplay/process/command_words.h"

namespace tavlab {
namespace {

using namespace std::chrono_literals;

/// Added to the time that a move may take, and the time of one without a time limit.
constexpr auto kMargin = 5'000ms;
constexpr auto kLongest = 60'000ms;
/// For a program to end by itself.
constexpr auto kPatience = 500ms;

}  // namespace

Program::Program(ProgramSettings settings, ProgramRules rules)
    : settings_(std::move(settings)),
      rules_(std::move(rules)),
      words_(command_words(settings_.command)),
      dialogue_(settings_.log) {
  find_program(words_[0]);
}

Program::~Program() = default;

void Program::new_game(const std::stop_token& stop) {
  stop_ = stop;
  if (!process_) {
    process_ = std::make_unique<ChildProcess>(words_, dialogue_.error_output());
    dialogue_.clear();
    dialogue_.with(process_->pid());
    dialogue_.remark("started: " + settings_.command);
    process_->begin_answer();
    try {
      greet();
    } catch (...) {
      kill();  // it has not been sent the rules
      throw;
    }
  }
  process_->begin_answer();
  begin_game();
}

Program::Answer Program::choose(const ProgramGame& game, const TurnLimits& limits,
                                const Progress& progress, const std::stop_token& stop) {
  if (!process_) new_game(stop);  // after a fault
  thought_.reset();
  stop_ = stop;
  process_->begin_answer();
  return ask(game, limits.any() ? limits : settings_.limits, progress, stop);
}

void Program::kill() { process_.reset(); }

void Program::leave(std::string_view line) {
  if (!process_) return;
  dialogue_.sent(line);
  process_->write_line(line, Clock::now() + kPatience);
  process_->end(kPatience);
}

void Program::send(std::string_view line) {
  dialogue_.sent(line);
  const auto event = process_->write_line(line, soon());
  if (event != ChildProcess::Event::done) {
    fault(event, fmt::format("at the line '{}'", quotable(line)));
  }
}

std::string Program::receive_soon(std::string_view what, Clock::time_point deadline) {
  std::optional<std::string> line = receive(what, deadline, stop_);
  if (!line) line = receive(what, std::min(deadline, Clock::now() + kStopTime), {});
  return *std::move(line);
}

std::optional<std::string> Program::receive(std::string_view what, Clock::time_point deadline,
                                            const std::stop_token& stop) {
  std::string line;
  const auto event = process_->read_line(line, deadline, stop);
  if (event == ChildProcess::Event::stopped) return std::nullopt;
  if (event != ChildProcess::Event::done) {
    fault(event, fmt::format("waiting for {}", what));
  }
  dialogue_.received(line);
  return line;
}

Program::Clock::time_point Program::deadline_of(const TurnLimits& limits) const {
  if (limits.infinite) return Clock::time_point::max();
  std::chrono::milliseconds most = kLongest;
  double seconds = 0.0;
  if (limits.seconds) seconds = *limits.seconds;
  if (limits.clock) {
    const double clock = limits.clock->remaining + limits.clock->increment;
    seconds = limits.seconds ? std::min(seconds, clock) : clock;
  }
  if (limits.seconds || limits.clock) {
    most = kMargin + std::chrono::milliseconds(
                         static_cast<std::int64_t>(1000.0 * std::clamp(seconds, 0.0, 1e9)));
  }
  return Clock::now() + settings_.timeout.value_or(most);
}

void Program::fault(ChildProcess::Event event, std::string_view where) {
  using Cause = Forfeit::Cause;
  switch (event) {
    case ChildProcess::Event::late:
      throw Forfeit(Cause::timeout, fmt::format("no answer in time, {}", where));
    case ChildProcess::Event::too_much:
      throw Forfeit(Cause::protocol,
                    fmt::format("a line of more than {} or an answer of more than {} bytes, {}",
                                ChildProcess::kMaxLineBytes, ChildProcess::kMaxAnswerBytes, where));
    case ChildProcess::Event::ended:
    case ChildProcess::Event::stopped:
    case ChildProcess::Event::done:
      break;
  }
  throw Forfeit(Cause::crashed,
                fmt::format("the program ended ({}), {}", process_->how_it_ended(), where));
}

}  // namespace tavlab
