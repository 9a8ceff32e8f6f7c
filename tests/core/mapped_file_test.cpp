// Files mapped into memory: what is rejected, and that truncation during reading is reported.
#include "core/io/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

constexpr std::size_t kSize = 100'000;

/// Reads the last byte; the compiler must not optimize this away.
int last_byte(std::span<const std::byte> bytes) {
  const volatile std::byte* last = &bytes.back();
  return static_cast<int>(*last);
}

class MappedFiles : public testing::Test {
 protected:
  MappedFiles() {
    // Every case restarts the program, so that each installs its own handler.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  std::string refusal(const std::filesystem::path& file) {
    try {
      const MappedFile mapped(file, "table");
      return "accepted";
    } catch (const UserError& error) {
      return error.what();
    }
  }
  void cut(const std::filesystem::path& file) { std::filesystem::resize_file(file, 10); }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("f", std::string(kSize, 'x'));
  std::filesystem::path other_ = folder_.write("g", std::string(kSize, 'y'));
};

TEST_F(MappedFiles, HoldWhatTheFileHolds) {
  const MappedFile mapped(file_, "table");
  EXPECT_EQ(mapped.bytes().size(), kSize);
  EXPECT_EQ(last_byte(mapped.bytes()), 'x');
}

TEST_F(MappedFiles, AreRegularFiles) {
  const auto pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto begin = [](const std::filesystem::path& file) {
    return "table '" + file.string() + "': ";
  };
  EXPECT_EQ(refusal(pipe), begin(pipe) + "cannot be read: is not a regular file");
  EXPECT_EQ(refusal("/dev/zero"), begin("/dev/zero") + "cannot be read: is not a regular file");
  EXPECT_EQ(refusal(folder_.path()),
            begin(folder_.path()) + "cannot be read: is not a regular file");
  const auto empty = folder_.write("empty", "");
  EXPECT_EQ(refusal(empty), begin(empty) + "it is empty");
  const auto none = folder_.path() / "none";
  EXPECT_EQ(refusal(none), begin(none) + "cannot be read: No such file or directory");
}

TEST_F(MappedFiles, CutShortIsOneLine) {
  const auto read_on = [&] {
    const MappedFile before(other_, "net"), mapped(file_, "table"), after(other_, "net");
    cut(file_);
    std::_Exit(last_byte(mapped.bytes()));
  };
  EXPECT_EXIT(read_on(), testing::ExitedWithCode(2),
              "^tavlab: table '.*/f': it was truncated, or its disk failed, while in "
              "use\n$");
}

TEST_F(MappedFiles, TheNameIsThatOfTheFaultyOne) {
  const auto read_on = [&] {
    // Ranges are reused; the message must not be that of an earlier mapping.
    std::vector<std::unique_ptr<MappedFile>> many;
    many.reserve(100);
    for (int i = 0; i < 100; ++i) many.push_back(std::make_unique<MappedFile>(other_, "net"));
    many.clear();
    const MappedFile first(other_, "net"), mapped(file_, "table");
    cut(file_);
    std::_Exit(last_byte(first.bytes()) + last_byte(mapped.bytes()));
  };
  EXPECT_EXIT(read_on(), testing::ExitedWithCode(2), "^tavlab: table '.*/f': it was truncated");
}

/// Faults elsewhere are handled as without mappings.
TEST_F(MappedFiles, OtherFaultsAreNotTheirs) {
  const auto fault_elsewhere = [&](bool gone) {
    std::signal(SIGBUS, SIG_DFL);  // a sanitizer may have installed its own handler
    std::optional<MappedFile> mapped;
    mapped.emplace(file_, "table");
    if (gone) mapped.reset();
    const int descriptor = ::open(other_.c_str(), O_RDONLY);
    const auto* bytes =
        static_cast<const std::byte*>(::mmap(nullptr, kSize, PROT_READ, MAP_SHARED, descriptor, 0));
    cut(other_);
    std::_Exit(last_byte({bytes, kSize}));
  };
  EXPECT_EXIT(fault_elsewhere(false), testing::KilledBySignal(SIGBUS), "^$");
  EXPECT_EXIT(fault_elsewhere(true), testing::KilledBySignal(SIGBUS), "^$");
  const auto signal_from_outside = [&] {
    std::signal(SIGBUS, SIG_DFL);
    const MappedFile mapped(file_, "table");
    ::kill(::getpid(), SIGBUS);
    std::_Exit(0);
  };
  EXPECT_EXIT(signal_from_outside(), testing::KilledBySignal(SIGBUS), "^$");
}

}  // namespace
}  // namespace tavlab
