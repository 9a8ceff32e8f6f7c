#include "selfplay/train/metrics.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/error.h"

namespace tavlab {

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
      {"first_wins", results.first_wins},
      {"draws", results.draws},
      {"second_wins", results.second_wins},
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
      {"plies_loss", report.losses.plies},
      {"captured_loss", report.losses.captured},
      {"squares_loss", report.losses.squares},
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
      json["by_rules"].push_back({each.first_wins, each.draws, each.second_wins, each.unfinished});
    }
  }
  return json.dump();
}

void append_line(const std::filesystem::path& path, const std::string& line) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  // Where a line was cut off by a full disk or a kill, the next one stands by itself all the same.
  char last = '\n';
  if (file >= 0 && lseek(file, -1, SEEK_END) >= 0 && read(file, &last, 1) != 1) last = '\n';
  const std::string whole = (last == '\n' ? "" : "\n") + line + "\n";
  const bool written =
      file >= 0 && write(file, whole.data(), whole.size()) == static_cast<ssize_t>(whole.size());
  const int error = errno;
  if (file >= 0) close(file);
  if (!written) {
    throw UserError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error)));
  }
}

}  // namespace tavlab
