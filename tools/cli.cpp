#include "tools/cli.h"

#include <fmt/format.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <thread>

#include "core/error.h"
#include "core/notice.h"
#include "core/text.h"
#include "experiments/text/command_text.h"

namespace tavlab::cli {
namespace {

/// What every format and every config can store.
Check seed_check() {
  const auto valid = [](const std::string& text) {
    std::int64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, seed);
    if (error == std::errc{} && rest == end && text.front() != '-') return std::string();
    return fmt::format("must be a whole number of at most {}, not {}",
                       std::numeric_limits<std::int64_t>::max(), shown_value(text));
  };
  return {valid, "SEED"};
}

}  // namespace

void Context::stopped_after(std::size_t finished, std::string_view things) {
  stopped();
  if (finished == 0) {
    notice(stderr, "stopped before any {} were finished. The same command begins again.\n", things);
  } else {
    notice(stderr, "stopped; only the finished {} are counted. The same command begins again.\n",
           things);
  }
}

void RulesArguments::add_to(App& app) {
  app.add_option("RULES", name,
                 "A rule set: its id (see `tavlab rules list`) or the path of a TOML file")
      ->required();
  add_set_option(app, overrides);
}

void add_set_option(App& app, std::vector<std::string>& overrides) {
  app.add_option("--set", overrides, "Override a parameter, as in --set king.armed=none")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

RuleSet RulesArguments::load() const { return load_rule_set(name, overrides); }

std::string RulesArguments::words() const {
  std::string text;
  add_word(text, name);
  add_settings(text, overrides);
  return text.substr(1);  // after the space
}

void add_json_flag(App& app, bool& json, const std::string& help) {
  app.add_flag("--json", json, help);
}

Check minutes_range() { return number_between(1e-5, 1e7); }

void add_minutes_option(App& app, Context& context) {
  app.add_option(
         "--minutes",
         [&context](const std::string& minutes) { context.time_limit.emplace(std::stod(minutes)); },
         "Stop after this time as if by Ctrl-C, but with exit code 3")
      ->check(minutes_range())
      ->type_name("FLOAT");
}

void add_quiet_flag(App& app, bool& quiet) { app.add_flag("--quiet", quiet, "No progress"); }

void add_threads_option(App& app, int& threads) {
  threads = hardware_threads();
  app.add_option("--threads", threads, "Number of threads; the results do not depend on it")
      ->check(in_range(1, 1024))
      ->capture_default_str();
}

int hardware_threads() {
  const unsigned threads = std::thread::hardware_concurrency();
  return threads == 0 ? 1 : static_cast<int>(threads);
}

void add_memory_option(App& app, std::uint64_t& bytes, const std::string& help) {
  app.add_option("--memory", bytes, help)
      ->transform(size_in_bytes())
      ->transform(Check(
          [](std::string& text) {
            // size_in_bytes would wrap around for negative and overlong numbers.
            const std::size_t digits = text.find_first_not_of("0123456789");
            const std::size_t most = digits == std::string::npos ? 18 : 6;
            const bool fits = digits > 0 && std::min(digits, text.size()) <= most &&
                              text.find_first_of("123456789") < digits &&
                              text.find_first_of(".,") == std::string::npos;
            return fits ? std::string() : "must be a size such as 4GB or 512MB, not " + text;
          },
          "SIZE"));
}

void add_seed_option(App& app, std::uint64_t& seed, const std::string& help) {
  app.add_option("--seed", seed, help)->capture_default_str()->check(seed_check());
}

void add_seed_option(App& app, std::optional<std::uint64_t>& seed) {
  app.add_option("--seed", seed, "Random seed, instead of the config's")->check(seed_check());
}

void add_position_option(App& app, std::string& position) {
  app.add_option("--position", position, "Start here (see `tavlab help notation`)")
      ->check(not_empty("omit the option for the start position"));
}

void print_json(const Json& json) {
  // Invalid UTF-8 can only be quoted user input; its bytes are replaced.
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void flush_stdout() {
  if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
}

void die_with_parent() {
#ifdef __linux__
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) std::raise(SIGTERM);  // it has just ended
#endif
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tavlab::cli
