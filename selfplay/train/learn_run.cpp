#include "selfplay/train/learn_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/generate/run_shards.h"
#include "selfplay/run_folder.h"
#include "selfplay/train/checkpoint.h"
#include "selfplay/train/folder.h"
#include "selfplay/train/learning.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The canonical path of a folder, which need not exist yet. Throws UserError if it is not a
/// folder.
fs::path checked_folder(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || (fs::exists(folder, error) && !fs::is_directory(folder, error))) {
    throw UserError(
        fmt::format("--data '{}': is not a folder; --data takes folders of `tavlab selfplay`",
                    folder.string()));
  }
  fs::path whole = fs::weakly_canonical(fs::absolute(folder, error), error);
  if (error) {
    throw UserError(
        fmt::format("--data '{}': cannot be read: {}", folder.string(), error.message()));
  }
  return whole.has_filename() ? whole : whole.parent_path();
}

/// The identity of a run of `tavlab learn`, which differs from that of `tavlab train`.
std::string learn_identity(const TrainConfig& config) {
  return "# tavlab learn\n" + identity_text(config);
}

/// The numbers and paths of a folder's shards, in order.
std::vector<std::pair<std::uint64_t, fs::path>> shards_in(const fs::path& folder) {
  std::vector<std::pair<std::uint64_t, fs::path>> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::uint64_t number = shard_number(entry.path());
    if (number > 0) found.emplace_back(number, entry.path());
  }
  std::ranges::sort(found);
  return found;
}

/// The canonical paths of the folders, each once.
std::vector<fs::path> checked_folders(std::vector<fs::path> folders) {
  for (fs::path& each : folders) each = checked_folder(each);
  std::ranges::sort(folders);
  folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
  return folders;
}

template <FamilyGame G>
class LearnRun {
 public:
  LearnRun(const TrainConfig& config, const LearningData& data, const fs::path& folder,
           const TrainingMachine& machine, const TrainingHooks& hooks, const RuleVariants& variants)
      : config_(config),
        data_(data),
        folder_(folder),
        hooks_(hooks),
        variants_(variants),
        shards_(variants, agent_text(config.selfplay), config.seed),
        learning_(config, variants, machine, !folder_.begun()) {
    at_.identity = learn_identity(config);
    at_.rule_inputs = config.net.encoding.rule_inputs;
    if (!folder_.begun()) folder_.begin(at_, learning_.learner().state());
    at_ = folder_.read(at_.identity);
    at_.rule_inputs = config.net.encoding.rule_inputs;
    learning_.learner().restore(at_.learner);
    at_.learner.clear();
    for (const std::string& shard : at_.shards) {
      std::vector<StoredGame> games = shards_.read(shard);
      sizes_.push_back(games.size());
      for (StoredGame& game : games) learning_.window().add(std::move(game));
    }
    learning_.window().keep_games(at_.window_games);
    folder_.make(config);  // after all checks
    if (at_.round == 0) folder_.save_net(config_, at_, learning_.learner().averaged());
  }

  void run() {
    constexpr std::chrono::milliseconds kBetweenLooks{500};
    while (at_.round < config_.rounds && !hooks_.stop.stop_requested()) {
      const std::vector<fs::path> news = new_shards();
      if (news.empty()) {
        std::this_thread::sleep_for(kBetweenLooks);
      } else {
        round(news);
      }
    }
    if (at_.round >= config_.rounds && hooks_.finished) {
      hooks_.finished(at_.round, at_.seconds / 60.0);
    }
  }

 private:
  /// The shards of the next round that have not been read yet, in order within each folder.
  std::vector<fs::path> new_shards() {
    if (data_.complete) return next_shard();
    std::vector<fs::path> news;
    for (const fs::path& folder : data_.folders) {
      for (auto& [number, path] : shards_in(folder)) {
        if (number <= at_.taken[folder.string()]) continue;
        at_.taken[folder.string()] = number;
        news.push_back(std::move(path));
      }
    }
    return news;
  }

  /// A shard of the folder of which the smallest share has been read, so that the games of all
  /// folders stay mixed to the end: what is learned last is remembered best.
  std::vector<fs::path> next_shard() {
    double least = 1;
    std::vector<fs::path> next;
    std::uint64_t next_number = 0;
    std::string next_folder;
    for (const fs::path& folder : data_.folders) {
      const auto shards = shards_in(folder);
      const auto unread = std::ranges::find_if(
          shards, [&](const auto& shard) { return shard.first > at_.taken[folder.string()]; });
      const double share =
          static_cast<double>(unread - shards.begin()) / static_cast<double>(shards.size());
      if (unread == shards.end() || share >= least) continue;
      least = share;
      next = {unread->second};
      next_number = unread->first;
      next_folder = folder.string();
    }
    if (!next.empty()) at_.taken[next_folder] = next_number;
    return next;
  }

  void round(const std::vector<fs::path>& news) {
    const auto began = Clock::now();
    RoundReport report;
    report.round = at_.round + 1;
    std::vector<StoredGame> games;
    for (const fs::path& path : news) {
      std::vector<StoredGame> of_shard = shards_.read(path);
      sizes_.push_back(of_shard.size());
      at_.shards.push_back(path.string());
      std::ranges::move(of_shard, std::back_inserter(games));
    }
    report.games.add(games);
    report.by_entry = results_by_entry(games, variants_);
    at_.games += report.games.results.games();
    at_.positions += report.games.positions;
    report.all_positions = at_.positions;
    learning_.add(std::move(games), at_.positions);
    if (!learning_.learn(report, hooks_)) return;  // the round is learned again when resumed
    forget_old_shards();
    at_.round = report.round;
    report.learn_seconds = std::chrono::duration<double>(Clock::now() - began).count();
    at_.seconds += report.learn_seconds;
    report.minutes = at_.seconds / 60.0;
    at_.window_games = learning_.window().games().size();
    at_.learner = learning_.learner().state();
    folder_.save_net(config_, at_, learning_.learner().averaged());
    write_checkpoint(folder_.checkpoint(), at_);
    at_.learner.clear();
    if (hooks_.round) hooks_.round(report, folder_.net());
  }

  /// Forgets shards whose games have all left the window.
  void forget_old_shards() {
    std::uint64_t left = learning_.window().games().size(), kept = 0;
    while (kept < sizes_.size() && left > 0) {
      ++kept;
      left -= std::min(left, sizes_[sizes_.size() - kept]);
    }
    at_.shards.erase(at_.shards.begin(), at_.shards.end() - static_cast<std::ptrdiff_t>(kept));
    sizes_.erase(sizes_.begin(), sizes_.end() - static_cast<std::ptrdiff_t>(kept));
  }

  const TrainConfig& config_;
  const LearningData& data_;
  TrainingFolder folder_;
  const TrainingHooks& hooks_;
  const RuleVariants& variants_;
  RunShards shards_;
  Learning<G> learning_;
  Checkpoint at_;
  std::vector<std::uint64_t> sizes_;  ///< games in each of at_.shards
};

}  // namespace

std::uint64_t count_shards(const LearningData& data) {
  std::uint64_t count = 0;
  for (const fs::path& each : checked_folders(data.folders)) count += shards_in(each).size();
  if (count == 0) throw UserError("--data: there are no shards games-*.h5 to learn from");
  return count;
}

void run_learning(const TrainConfig& config, const LearningData& data, const fs::path& folder,
                  const TrainingMachine& machine, const TrainingHooks& hooks) {
  const RuleVariants variants(config.rules);
  TrainConfig resumed =
      TrainingFolder(folder).with_rule_inputs(config, variants.family(), learn_identity(config));
  const LearningData checked{checked_folders(data.folders), data.complete};
  if (data.complete) resumed.rounds = count_shards(checked);
  visit_game(variants.at(0), [&](auto game, const auto&) {
    LearnRun<decltype(game)>(resumed, checked, folder, machine, hooks, variants).run();
  });
}

}  // namespace tavlab
