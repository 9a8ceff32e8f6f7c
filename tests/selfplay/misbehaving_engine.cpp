// An engine for tests that misbehaves, as its options say:
//   misbehaving_engine [--protocol P] [--rules R] [--agent A] [--fault F] [--at N] [--token T]
// Serves an agent like `tavlab engine`, except at the Nth request for a move (from 1 on; 0: now and
// then, depending on the game), when the fault shows; with F = `mixed` the faults vary. The token
// only marks its processes.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/random.h"
#include "selfplay/engine/front.h"

namespace {

using tavlab::EngineSettings;

constexpr std::array<std::string_view, 13> kFaults = {
    "crash",  "exit",  "hang",      "late",  "illegal",  "nonsense", "silent-move",
    "binary", "flood", "long-line", "close", "children", "deaf"};

std::map<std::string, std::string> options = {{"--protocol", "uci"}, {"--rules", "brandubh-7"},
                                              {"--agent", "random"}, {"--fault", "none"},
                                              {"--at", "1"},         {"--token", ""}};
std::string seen;  ///< of the game, to vary with it

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(std::string_view line) { write_all(std::string(line) + '\n'); }

/// Does nothing more, whatever happens.
[[noreturn]] void hang() {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT, SIGPIPE}) std::signal(signal, SIG_IGN);
  for (;;) ::pause();
}

void answer(std::string_view move) {
  if (options["--protocol"] == "uci") say("bestmove " + std::string(move));
  if (options["--protocol"] == "htp") say("= " + std::string(move) + "\n");
  if (options["--protocol"] == "otep") say("move " + std::string(move));
}

void show(std::string_view fault) {
  if (fault == "crash") std::abort();
  if (fault == "exit") std::_Exit(3);
  if (fault == "hang") hang();
  if (fault == "late") ::poll(nullptr, 0, 10'000);
  if (fault == "illegal") answer(options["--protocol"] == "htp" ? "a1 a1" : "a1-a1");
  if (fault == "nonsense") answer("\x01\x7f\xff%n%n");
  if (fault == "silent-move") answer("");
  if (fault == "binary") {
    tavlab::Random random(tavlab::hash_text(seen));
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t bytes = random();
      write_all({reinterpret_cast<const char*>(&bytes), sizeof bytes});
    }
    hang();
  }
  if (fault == "flood") {
    for (;;) say("info string and so on");
  }
  if (fault == "long-line") {
    for (;;) write_all("and so on ");
  }
  if (fault == "close") {
    ::close(STDOUT_FILENO);
    hang();
  }
  if (fault == "children") {
    if (::fork() == 0) hang();
    std::_Exit(0);
  }
  if (fault == "regroup") {  // leaves its process group; not among those of "mixed"
    ::setpgid(0, ::getpgid(::getppid()));
    hang();
  }
  if (fault == "deaf") {
    ::close(STDIN_FILENO);
    hang();
  }
}

bool asks_for_a_move(std::string_view line) {
  return line.starts_with("go") || line.starts_with("generate_move") ||
         line.starts_with("play a") || line.starts_with("play d");
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i + 1 < argc; i += 2) options[argv[i]] = argv[i + 1];
  const std::string fault = options["--fault"];
  const long at = std::strtol(options["--at"].c_str(), nullptr, 10);
  if (at < 0) show(fault);  // before anything is said
  EngineSettings settings{tavlab::load_rule_set(options["--rules"]), options["--agent"], 1};
  std::mutex mutex;
  const auto front =
      tavlab::make_engine_front(options["--protocol"], settings, [&](std::string_view line) {
        const std::lock_guard lock(mutex);
        say(line);
      });
  front->greet();
  long asked = 0;
  for (std::string line; std::getline(std::cin, line);) {
    // HTP announces moves with the same word.
    const bool told = options["--protocol"] == "htp" && line.starts_with("play ");
    if (!told && asks_for_a_move(line)) {
      ++asked;
      const std::uint64_t chance = tavlab::hash_text(seen + std::to_string(asked));
      const bool now = at == 0 ? chance % 8 == 0 : asked == at;
      if (now) show(fault == "mixed" ? kFaults[chance / 8 % kFaults.size()] : fault);
    }
    if (line != "isready") seen = line;
    if (!front->handle(line)) break;
  }
  return 0;
}
