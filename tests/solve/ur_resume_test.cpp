// Solving killed at any moment: what was saved is found again, and the table is the same.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/solve/forge.h"
#include "tests/solve/solved.h"

namespace tavlab::ur {
namespace {

/// A counter that a child process shares with its parent.
class SharedCount {
  using Count = std::atomic<std::uint64_t>;

 public:
  SharedCount()
      : memory_(::mmap(nullptr, sizeof(Count), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                       -1, 0)),
        count_(new (memory_) Count(0)) {}
  SharedCount(const SharedCount&) = delete;
  SharedCount& operator=(const SharedCount&) = delete;
  ~SharedCount() { ::munmap(memory_, sizeof(Count)); }
  void add() { ++*count_; }
  [[nodiscard]] std::uint64_t get() const { return *count_; }

 private:
  void* memory_;
  Count* count_;
};

/// Runs f in a child process and returns its status, as from waitpid.
int in_child(const std::function<void()>& f) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      f();
    } catch (const UserError& error) {
      std::_Exit(2);
    }
    std::_Exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

bool ended_well(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }
bool killed_by(int status, int signal) { return WIFSIGNALED(status) && WTERMSIG(status) == signal; }

#ifndef TAVLAB_SLOW

/// From here on, writing beyond this size of any file ends the process, as if it were killed
/// with the write half done; or, where that is ignored, fails, as on a full disk.
void limit_files(std::uint64_t bytes, bool kill) {
  std::signal(SIGXFSZ, kill ? SIG_DFL : SIG_IGN);
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
}

class Resume : public testing::Test {
 protected:
  Resume() { whole_result_ = solve(rules_, options_, whole_); }

  /// Resumes with this number of threads, and counts the sweeps in `count`.
  void go_on(SharedCount& count, int threads, const std::function<void()>& after_sweep = {}) {
    SolveOptions options = options_;
    options.threads = threads;
    (void)solve(rules_, options, file_, [&](const SolveProgress&) {
      count.add();
      if (after_sweep) after_sweep();
    });
  }
  std::string refusal() {
    try {
      (void)solve(rules_, options_, file_);
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  }
  /// Stops in the last layer, after this number of sweeps.
  void stop_in_last_layer(std::uint64_t sweeps, bool rolls) { stop_in(2, 2, sweeps, rolls); }
  void stop_in(int own, int other, std::uint64_t sweeps, bool rolls) {
    std::stop_source stop;
    EXPECT_THROW(
        (void)solve(
            rules_, options_, file_,
            [&](const SolveProgress& p) {
              if (p.own == own && p.other == other && p.rolls == rolls && p.sweep == sweeps) {
                stop.request_stop();
              }
            },
            stop.get_token()),
        Stopped);
  }
  std::uint64_t sweeps_to_the_end() {
    std::uint64_t sweeps = 0;
    SolveOptions options = options_;
    options.checkpoint_seconds = 1000;
    (void)solve(rules_, options, file_, [&](const SolveProgress&) { ++sweeps; });
    return sweeps;
  }
  /// Slots of the layer in progress: offsets of their headers in the part file, the later first.
  std::vector<std::size_t> places() {
    const std::string bytes = bytes_of(part_);
    const std::array<char, 8> magic = WorkHeader().magic;
    std::vector<std::size_t> found;
    for (std::size_t i = 0;; ++i) {
      i = bytes.find(std::string_view(magic.data(), magic.size()), i);
      if (i == std::string::npos) break;
      found.push_back(i);
    }
    std::ranges::sort(found, std::ranges::greater{},
                      [&](std::size_t i) { return read_at<WorkHeader>(bytes, i)->number; });
    return found;
  }
  void expect_whole() {
    EXPECT_TRUE(bytes_of(file_) == bytes_of(whole_));
    EXPECT_FALSE(std::filesystem::exists(part_));
  }

  const Folder folder_;
  const RuleSet rules_ = load_rule_set("ur-finkel", std::vector<std::string>{"pieces=2"});
  const SolveOptions options_{.tolerance = 1e-10, .rolls = true, .checkpoint_seconds = 0};
  const std::filesystem::path whole_ = folder_.file("whole"), file_ = folder_.file("table"),
                              part_ = folder_.file("table.part");
  SolveResult whole_result_;
};

TEST_F(Resume, KilledAfterEveryThirdSweep) {
  // No layer takes as few sweeps as that.
  SharedCount count;
  for (int run = 1;; ++run) {
    ASSERT_LT(run, 300) << "it makes no progress";
    int left = 3;
    const int status = in_child([&] {
      go_on(count, 1 + run % 3, [&] {
        if (--left == 0) ::kill(::getpid(), SIGKILL);
      });
    });
    if (ended_well(status)) break;
    ASSERT_TRUE(killed_by(status, SIGKILL));
    ASSERT_FALSE(std::filesystem::exists(file_));
  }
  expect_whole();
}

TEST_F(Resume, KilledInTheMiddleOfAnyWrite) {
  // Every run is killed when the file would exceed a certain size, be it in a header, in values, in
  // the first or in the second slot of a layer in progress.
  SharedCount count;
  std::uint64_t runs = 0;
  std::uint64_t bytes = 100;
  for (;; bytes += 8009) {
    const int status = in_child([&] {
      limit_files(bytes, true);
      go_on(count, 1);
    });
    if (ended_well(status)) break;
    ASSERT_TRUE(killed_by(status, SIGXFSZ)) << bytes;
    ++runs;
  }
  EXPECT_GT(bytes, bytes_of(whole_).size());
  EXPECT_GT(runs, 30U);
  // A kill costs the sweep that could not be kept.
  EXPECT_LE(count.get(), whole_result_.sweeps + runs);
  expect_whole();
}

/// Complete layers, with the slots of the layer in progress not yet cut off behind them.
TEST_F(Resume, KilledBeforeThePlacesAreCutOff) {
  const std::string whole = bytes_of(whole_);
  const std::uint64_t last_layer = read_table_info(whole_).layers.back().sweeps;
  for (const int other : {1, 2}) {
    stop_in(2, other, 5, false);
    std::string bytes = bytes_of(part_);
    const std::size_t room_ends = places()[1] < places()[0] ? places()[1] : places()[0];
    ASSERT_LE(room_ends, whole.size());
    bytes.replace(0, room_ends, whole, 0, room_ends);
    write_bytes(part_, bytes);
    EXPECT_EQ(sweeps_to_the_end(), other == 1 ? last_layer : 0);
    expect_whole();
    std::filesystem::remove(file_);
  }
}

TEST_F(Resume, AFullDiskIsOneLineAndLosesNothing) {
  SharedCount count;
  std::uint64_t runs = 0;
  for (std::uint64_t bytes = 100;; bytes += 40'009) {
    const int status = in_child([&] {
      limit_files(bytes, false);
      try {
        go_on(count, 1);
      } catch (const UserError& error) {
        const std::string text = error.what();
        if (text != "table '" + file_.string() + "': cannot be written: File too large") {
          std::_Exit(3);
        }
        throw;
      }
    });
    if (ended_well(status)) break;
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << bytes << ": " << status;
    if (runs == 0) {
      EXPECT_FALSE(std::filesystem::exists(part_)) << "it holds nothing";
    }
    ++runs;
  }
  EXPECT_GT(runs, 5U);
  EXPECT_LE(count.get(), whole_result_.sweeps + runs);
  expect_whole();
}

/// If the later slot is damaged, the one before it is used; forged ones are not believed.
TEST_F(Resume, DamagedAndForgedPlaces) {
  for (const bool rolls : {false, true}) {
    std::filesystem::remove(file_);
    stop_in_last_layer(5, rolls);
    ASSERT_EQ(places().size(), 2U);
    const std::string stopped = bytes_of(part_);
    const auto begin_anew = [&] {
      std::filesystem::remove(file_);
      write_bytes(part_, stopped);
    };
    const std::uint64_t sweeps = sweeps_to_the_end();
    expect_whole();

    const auto change_bytes = [&](std::size_t place, std::size_t offset) {
      std::string bytes = bytes_of(part_);
      char& byte = bytes[places()[place] + offset];
      byte = static_cast<char>(byte ^ 1);
      write_bytes(part_, bytes);
    };
    for (const std::size_t offset : {sizeof(WorkHeader) - 1, sizeof(WorkHeader) + 4000}) {
      begin_anew();
      change_bytes(0, offset);
      EXPECT_EQ(sweeps_to_the_end(), sweeps + 1);
      expect_whole();
      begin_anew();
      change_bytes(1, offset);
      change_bytes(0, offset);
      EXPECT_GE(sweeps_to_the_end(), sweeps + 4);
      expect_whole();
    }

    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    const auto expect_forged = [&](const std::function<void(WorkHeader&)>& change) {
      begin_anew();
      std::string bytes = bytes_of(part_);
      const std::size_t place = places()[0];
      WorkHeader work = *read_at<WorkHeader>(bytes, place);
      change(work);
      work.checksum = checksum(checked_part(work));
      write_at(bytes, place, work);
      write_bytes(part_, bytes);
      EXPECT_EQ(sweeps_to_the_end(), sweeps + 1);
      expect_whole();
    };
    expect_forged([](WorkHeader& w) { w.own = 700'000'000; });
    expect_forged([](WorkHeader& w) { w.values += std::uint64_t{1} << 61; });
    expect_forged([](WorkHeader& w) { w.number = std::numeric_limits<std::uint64_t>::max(); });
    expect_forged([](WorkHeader& w) { w.rolls = 2; });
    expect_forged([&](WorkHeader& w) { w.change = nan; });
    expect_forged([](WorkHeader& w) { w.change = -1; });
    expect_forged([&](WorkHeader& w) { w.win_residual = rolls ? infinite : 1e-11; });
    expect_forged([&](WorkHeader& w) { w.win_sweeps = rolls ? 0 : 7; });
    for (const double value : {nan, infinite, -0.5, 7e9}) {
      // The first values are win probabilities, the last ones rolls where these are swept.
      if (rolls && value == 7e9) continue;
      begin_anew();
      std::string bytes = bytes_of(part_);
      const std::size_t place = places()[0];
      const auto work = *read_at<WorkHeader>(bytes, place);
      const std::size_t last = work.values * (rolls ? 2 : 1) - 1;
      write_at(bytes, place + sizeof work + 8 * last, value);
      repair_work(bytes, place, *read_at<TableHeader>(bytes, 0));
      write_bytes(part_, bytes);
      EXPECT_EQ(sweeps_to_the_end(), sweeps + 1);
      expect_whole();
    }
  }
}

TEST_F(Resume, ForgedLayersAreSolvedAgain) {
  stop_in_last_layer(5, false);
  const std::string bytes = bytes_of(part_);
  const std::size_t first = sizeof(TableHeader);
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), 7e9, -1.0}) {
    std::string forged = bytes;
    write_at(forged, first + sizeof(LayerHeader) + 80, value);
    repair(forged);
    write_bytes(part_, forged);
    EXPECT_EQ(sweeps_to_the_end(), whole_result_.sweeps);
    expect_whole();
  }
  std::string forged = bytes;
  auto layer = *read_at<LayerHeader>(bytes, first);
  layer.residual = 1;
  layer.checksum = checksum(checked_part(layer));
  write_at(forged, first, layer);
  write_bytes(part_, forged);
  EXPECT_EQ(sweeps_to_the_end(), whole_result_.sweeps);
  expect_whole();
}

TEST_F(Resume, WhatIsPutInItsPlaceMeanwhileStays) {
  const auto message_when = [&](const std::function<void()>& happens) {
    bool first = true;
    try {
      (void)solve(rules_, options_, file_, [&](const SolveProgress&) {
        if (std::exchange(first, false)) happens();
      });
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(message_when([&] {
              write_bytes(file_, "my notes");
            }).find("table': exists and is not this table"),
            std::string::npos);
  EXPECT_EQ(bytes_of(file_), "my notes");
  std::filesystem::remove(file_);
  EXPECT_EQ(sweeps_to_the_end(), 0U);
  expect_whole();

  std::filesystem::remove(file_);
  EXPECT_NE(message_when([&] {
              std::filesystem::remove(part_);
              write_bytes(part_, "my notes");
            }).find("table.part': was removed or replaced while the table was being written"),
            std::string::npos);
  EXPECT_EQ(bytes_of(part_), "my notes");
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(Resume, OneRunAtATime) {
  std::string other;
  (void)solve(rules_, options_, file_, [&](const SolveProgress&) {
    if (other.empty()) other = refusal();
  });
  EXPECT_EQ(other, "table '" + part_.string() + "': is in use by another run");
  expect_whole();
}

#else

/// Only large layers are shared among threads.
TEST(ResumeLarge, KillsAndThreadsMakeNoDifference) {
  const Folder folder;
  const RuleSet rules = load_rule_set("ur-finkel", std::vector<std::string>{"pieces=4"});
  SolveOptions options{.tolerance = 1e-4, .rolls = true, .checkpoint_seconds = 0};
  (void)solve(rules, options, folder.file("whole"));
  for (int run = 1;; ++run) {
    ASSERT_LT(run, 300) << "it makes no progress";
    int left = 2 + run % 4;
    options.threads = 1 + run % 3;
    const int status = in_child([&] {
      (void)solve(rules, options, folder.file("table"), [&](const SolveProgress&) {
        if (--left == 0) ::kill(::getpid(), SIGKILL);
      });
    });
    if (ended_well(status)) break;
    ASSERT_TRUE(killed_by(status, SIGKILL));
  }
  EXPECT_TRUE(bytes_of(folder.file("table")) == bytes_of(folder.file("whole")));
}

#endif

}  // namespace
}  // namespace tavlab::ur
