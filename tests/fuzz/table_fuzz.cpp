// Untrusted solved tables. Checksums would stop nearly all mutations, and a forger corrects them:
// so they are corrected here, and only the other checks can refuse an input. Reading one gives a
// UserError of one line or a table with sound answers; `solve` resumes a partial one to a table
// that can be read.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "core/solving/exact.h"
#include "core/text.h"
#include "core/ur/ur.h"
#include "tests/fuzz/fuzz_rules.h"
#include "tests/solve/forge.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace tavlab;
using fuzz::expect_one_line_error;
using fuzz::require;

/// Games whose tables are small: one layer; four layers of a few values.
struct Small {
  RuleSet rule_set;
  std::shared_ptr<const ur::Rules> rules;

  explicit Small(const std::vector<std::string>& overrides)
      : rule_set(load_rule_set("ur-finkel", overrides)), rules(Ur::compile(rule_set)) {}
};

const std::vector<Small>& games() {
  static const std::vector<Small> all = [] {
    std::vector<Small> made;
    made.emplace_back(std::vector<std::string>{"pieces=1"});
    made.emplace_back(std::vector<std::string>{"pieces=2"});
    made.emplace_back(std::vector<std::string>{"pieces=7"});
    for (const char* pieces : {"pieces=2", "pieces=3"}) {
      made.emplace_back(std::vector<std::string>{"path=[d1,c1]", "exit=at_least", pieces});
    }
    made.emplace_back(
        std::vector<std::string>{"path=[d1,c1]", "exit=at_least", "pieces=3", "pieces_to_win=2"});
    return made;
  }();
  return all;
}

/// A file in memory, under a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("table", 0)) {
    require(descriptor_ >= 0);
    require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

void require_info(const TableInfo& info) {
  require(is_plain(info.header.rules_id.data()));
  require(info.header.pieces >= 1 && info.header.pieces <= ur::kMaxPieces);
  require(std::isfinite(info.header.tolerance));
  for (const LayerHeader& layer : info.layers) {
    require(layer.own >= 1 && layer.own <= info.header.pieces);
    require(std::isfinite(layer.residual) && std::isfinite(layer.rolls_residual));
  }
}

/// Plays a game at random and looks up each of its positions.
void ask(const ur::Table& table, const ur::Rules& rules, std::uint64_t seed) {
  Random random(seed);
  GameState<Ur> state(rules);
  for (int ply = 0; ply < 60 && !state.over(); ++ply) {
    if (table.knows(rules, state.position())) {
      const double value = table.value(rules, state.position());
      const double rolls = table.rolls(rules, state.position());
      require(value >= 0 && value <= 1 && rolls >= 0 && std::isfinite(rolls));
    }
    if (state.node_kind() == NodeKind::chance) {
      state.play_random_chance(random);
    } else {
      state.play(state.random_move(random));
    }
  }
}

void read(const std::string& bytes) {
  const MemoryFile file(bytes);
  expect_one_line_error([&] { require_info(read_table_info(file.path())); });
  for (const Small& game : games()) {
    expect_one_line_error([&] {
      const auto table = ur::Table::open(file.path(), *game.rules);
      for (std::uint64_t seed = 0; seed < 4; ++seed) ask(*table, *game.rules, seed);
    });
  }
}

/// Resumes a partial table of one of the games.
void go_on(const std::string& bytes, const Small& game) {
  // In memory, where syncing takes no time.
  static const TemporaryFolder folder;
  const auto file = folder.path() / "table", part = folder.path() / "table.part";
  std::ofstream(part, std::ios::binary) << bytes;
  expect_one_line_error([&] {
    const bool rolls = bytes.size() > 12 && bytes[12] != 0;
    (void)solve(
        game.rule_set,
        {.tolerance = 1e-3, .memory_limit = 1U << 30, .rolls = rolls, .checkpoint_seconds = 0},
        file);
    const auto table = ur::Table::open(file, *game.rules);
    ask(*table, *game.rules, 1);
    require_info(read_table_info(file));
  });
  std::filesystem::remove(file);
  std::filesystem::remove(part);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool in_memory = ::setenv("TMPDIR", "/dev/shm", 0) == 0;
  require(in_memory);
  std::string bytes(data, data + size);
  read(bytes);
  ur::repair(bytes);
  read(bytes);
  for (const std::size_t game : {0, 3}) go_on(bytes, games()[game]);
  return 0;
}
