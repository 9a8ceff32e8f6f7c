// Child processes: whatever they do, calls return.
#include "selfplay/process/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stop_token>
#include <string>
#include <thread>

#include "core/io/descriptor.h"
#include "selfplay/process/command_words.h"
#include "selfplay/process/dialogue.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using Reached = ChildProcess::Event;

ChildProcess::Clock::time_point in(std::chrono::milliseconds time) {
  return ChildProcess::Clock::now() + time;
}

/// A line of shell as a program.
class Shell {
 public:
  explicit Shell(const std::string& script) : process_({"sh", "-c", script}, null_.number()) {}
  ChildProcess* operator->() { return &process_; }

  std::string line() {
    std::string text;
    const Reached event = process_.read_line(text, in(60s));
    return event == Reached::done ? text : "event " + std::to_string(static_cast<int>(event));
  }

 private:
  Descriptor null_{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
  ChildProcess process_;
};

TEST(CommandWords, KeepQuotedBlanks) {
  EXPECT_THAT(command_words("a  b\tc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(command_words("a 'b c' \"d e\" f\\ g"), ElementsAre("a", "b c", "d e", "f g"));
  EXPECT_THAT(command_words("a --x='b \"c\"' '' \"\\\"\\\\\\n\""),
              ElementsAre("a", "--x=b \"c\"", "", "\"\\\\n"));
  EXPECT_THAT(command_words("$HOME *;|&"), ElementsAre("$HOME", "*;|&"));
  EXPECT_THAT(refusal([] { command_words("a 'b"); }), HasSubstr("a ' is not closed"));
  EXPECT_THAT(refusal([] { command_words("  "); }), HasSubstr("must name a program"));
}

TEST(FindProgram, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  const std::string plain = folder.write("plain", "no program").string();
  EXPECT_EQ(find_program("/bin/sh"), "/bin/sh");
  EXPECT_TRUE(find_program("sh").is_absolute());
  EXPECT_THAT(refusal([] { find_program("no-such-engine"); }), HasSubstr("not found in PATH"));
  EXPECT_THAT(refusal([] { find_program("/no/such"); }), HasSubstr("there is no such file"));
  EXPECT_THAT(refusal([&] { find_program(plain); }), HasSubstr("is not an executable file"));
}

TEST(ChildProcess, TalksInLines) {
  Shell cat("cat");
  for (const char* line : {"one", "", "two words"}) {
    EXPECT_EQ(cat->write_line(line, in(60s)), Reached::done);
    EXPECT_EQ(cat.line(), line);
  }
  Shell dos("printf 'a\\r\\nb\\nno end'");
  EXPECT_EQ(dos.line(), "a");
  EXPECT_EQ(dos.line(), "b");
  std::string text;
  EXPECT_EQ(dos->read_line(text, in(60s)), Reached::ended);
}

TEST(ChildProcess, CarriesMoreThanAPipeHolds) {
  Shell cat("cat");
  const std::string line(60'000, 'x');
  for (int i = 0; i < 20; ++i) ASSERT_EQ(cat->write_line(line, in(60s)), Reached::done);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(cat.line(), line);
}

TEST(ChildProcess, DoesNotWaitBeyondTheDeadline) {
  Shell silent("exec tail -f /dev/null");
  std::string text;
  EXPECT_EQ(silent->read_line(text, in(1ms)), Reached::late);
  EXPECT_EQ(silent->read_line(text, in(-1s)), Reached::late);
  Shell flood("exec yes");
  Reached event = Reached::done;
  for (const auto deadline = in(20ms); event == Reached::done;) {
    event = flood->read_line(text, deadline);
  }
  EXPECT_TRUE(event == Reached::late || event == Reached::too_much);
  Shell deaf("exec tail -f /dev/null");
  const std::string line(60'000, 'x');
  event = Reached::done;
  for (int i = 0; i < 10 && event == Reached::done; ++i) event = deaf->write_line(line, in(5ms));
  EXPECT_EQ(event, Reached::late);
}

TEST(ChildProcess, BoundsWhatItKeeps) {
  std::string text;
  Shell endless("exec cat /dev/zero");
  EXPECT_EQ(endless->read_line(text, in(60s)), Reached::too_much);
  Shell flood("exec yes");
  Reached event = Reached::done;
  flood->begin_answer();
  while (event == Reached::done) event = flood->read_line(text, in(60s));
  EXPECT_EQ(event, Reached::too_much);
  flood->begin_answer();
  EXPECT_EQ(flood->read_line(text, in(60s)), Reached::done);
}

TEST(ChildProcess, StopsWaitingWhenAsked) {
  Shell silent("exec tail -f /dev/null");
  std::stop_source stop;
  std::string text;
  std::jthread asking([&] { stop.request_stop(); });
  EXPECT_EQ(silent->read_line(text, ChildProcess::Clock::time_point::max(), stop.get_token()),
            Reached::stopped);
  EXPECT_EQ(silent->read_line(text, in(1ms)), Reached::late) << "without the stop it waits again";
}

TEST(ChildProcess, SaysHowItEnded) {
  const auto ended = [](const std::string& script) {
    Shell program(script);
    std::string text;
    EXPECT_EQ(program->read_line(text, in(60s)), Reached::ended);
    return program->how_it_ended();
  };
  EXPECT_EQ(ended("exit 7"), "exit code 7");
  EXPECT_EQ(ended("kill -SEGV $$"), "killed by signal 11 (Segmentation fault)");
  EXPECT_THAT(ended("exec >&-; read never"), HasSubstr("closed its output"));
}

/// SIGPIPE would end the test.
TEST(ChildProcess, WritingToOneThatHasGoneIsNoSignal) {
  Shell gone("exit 0");
  std::string text;
  EXPECT_EQ(gone->read_line(text, in(60s)), Reached::ended);
  EXPECT_EQ(gone->how_it_ended(), "exit code 0");
  EXPECT_EQ(gone->write_line("hello", in(60s)), Reached::ended);
}

TEST(ChildProcess, CannotStartWhatIsNoProgram) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("engine", "\x7f no program");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const Descriptor null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  EXPECT_THAT(refusal([&] { ChildProcess({file.string()}, null.number()); }),
              HasSubstr("cannot be started: Exec format error"));
}

/// The child, the processes it has started, and the zombies of both.
TEST(ChildProcess, LeavesNoProcessBehind) {
  pid_t other = 0;
  {
    Shell stubborn(
        "trap '' TERM HUP INT; sh -c 'trap \"\" TERM HUP INT; echo $$; exec tail -f "
        "/dev/null' & exec tail -f /dev/null");
    other = static_cast<pid_t>(std::stol(stubborn.line()));
    EXPECT_EQ(::kill(other, 0), 0);
    stubborn->end(1ms);
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  // It ends soon, but another process waits for it.
  const auto gone = [&] {
    std::ifstream status("/proc/" + std::to_string(other) + "/stat");
    std::string number, name, state;
    status >> number >> name >> state;
    return !status || state == "Z" || state == "X";
  };
  while (!gone()) std::this_thread::yield();
}

TEST(Dialogue, KeepsTheLastLines) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "log").string();
  Dialogue dialogue(file);
  dialogue.with(42);
  for (int i = 0; i < 20; ++i) dialogue.sent("line " + std::to_string(i));
  dialogue.received("an \x1b[31manswer");
  EXPECT_THAT(dialogue.last_lines(), HasSubstr("> line 19 | < an ?[31manswer"));
  EXPECT_THAT(dialogue.last_lines(), testing::Not(HasSubstr("line 3 ")));
  std::ifstream log(file);
  const std::string text{std::istreambuf_iterator<char>(log), {}};
  EXPECT_THAT(text, HasSubstr(" 42 > line 0\n"));
  EXPECT_THAT(refusal([] { Dialogue("/no/such/log"); }), HasSubstr("log '/no/such/log': No such"));
}

}  // namespace
}  // namespace tavlab
