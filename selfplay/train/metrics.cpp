#include "selfplay/train/metrics.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/text.h"

namespace tavlab {
namespace {

/// An owned file descriptor.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

std::string metrics_line(const RoundReport& report) {
  const SelfPlayCounts& play = report.play;
  const ResultCounts& results = report.games.results;
  const auto ratio = [](auto a, auto b) {
    return b == 0 ? 0.0 : static_cast<double>(a) / static_cast<double>(b);
  };
  nlohmann::ordered_json json = {
      {"round", report.round},
      {"minutes", report.minutes},
      {"games", results.games()},
      {"first_wins", results.wins},
      {"draws", results.draws},
      {"second_wins", results.losses},
      {"unfinished", results.unfinished},
      {"decisions_per_game", ratio(report.games.decisions, results.games())},
      {"resigned", report.games.resigned},
      {"played_on", report.played_on},
      {"wrongly_resigned", report.wrongly_resigned},
      {"resign_below", report.resign_below},
      {"positions", report.games.positions},
      {"all_positions", report.all_positions},
      {"window", report.window},
      {"steps", report.steps},
      {"learning_rate", report.learning_rate},
      {"policy_loss", report.losses.policy},
      {"value_loss", report.losses.value},
      {"moves_left_loss", report.losses.moves_left},
      {"captured_loss", report.losses.captured},
      {"ownership_loss", report.losses.ownership},
      {"play_seconds", report.play_seconds},
      {"learn_seconds", report.learn_seconds},
      {"simulations", play.simulations},
      {"evaluations", play.evaluations},
      {"recalled", play.recalled},
      {"mean_batch", ratio(play.evaluations, play.batches)},
      {"evaluations_per_second", ratio(play.evaluations, play.net_seconds)},
      {"net_time_share", play.seconds > 0.0 ? play.net_seconds / play.seconds : 0.0}};
  if (report.by_entry.size() > 1) {
    for (const ResultCounts& each : report.by_entry) {
      json["by_rules"].push_back({each.wins, each.draws, each.losses, each.unfinished});
    }
  }
  return json.dump();
}

std::vector<std::string> read_json_lines(const std::filesystem::path& path) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{128} << 20;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const std::string text = read_file(path, kMaxBytes);
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) {
    if (json_fault(line).empty()) lines.emplace_back(line);
  }
  return lines;
}

void append_line(const std::filesystem::path& path, const std::string& line) {
  const auto fail = [&](const char* why) {
    throw UserError(fmt::format("{}: cannot be written: {}", path.string(), why));
  };
  // Does not follow links, nor write to pipes or devices, whose opening might block.
  const OpenFile file(
      open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644));
  struct stat status = {};
  if (file.descriptor() < 0 && errno == ELOOP) fail("it is a link");
  if (file.descriptor() < 0 || fstat(file.descriptor(), &status) != 0) fail(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail("it is not a regular file");
  // A truncated last line, after a full disk or a kill, must not merge with the next one.
  char last = '\n';
  if (status.st_size > 0 && pread(file.descriptor(), &last, 1, status.st_size - 1) != 1) {
    last = '\n';
  }
  const std::string whole = (last == '\n' ? "" : "\n") + line + "\n";
  errno = ENOSPC;  // the likely reason for a short write
  if (write(file.descriptor(), whole.data(), whole.size()) != static_cast<ssize_t>(whole.size())) {
    fail(std::strerror(errno));
  }
}

}  // namespace tavlab
