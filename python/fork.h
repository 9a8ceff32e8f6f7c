#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "selfplay/agents/agent_spec.h"

// What happens to agents in a process that was forked from the one that made them.
namespace tavlab::python {

/// Whether an agent keeps threads or another program between its moves, which a forked process does
/// not have. (The threads of `alphabeta` end with each search.)
inline bool outlives_moves(const std::string& agent) {
  const AgentSpec spec = AgentSpec::parse(agent);
  if (spec.kind().find("cmd") != nullptr) return true;
  return spec.name() != "alphabeta" && spec.integer("threads").value_or(1) > 1;
}

/// Owns an object that may have threads. In a forked process it refuses the use of one that has,
/// and never destroys it: its threads could not be joined.
template <typename T>
class OfProcess {
 public:
  OfProcess(std::unique_ptr<T> object, bool has_threads)
      : object_(std::move(object)), has_threads_(has_threads) {}
  OfProcess(const OfProcess&) = delete;
  OfProcess& operator=(const OfProcess&) = delete;
  ~OfProcess() {
    if (is_lost()) static_cast<void>(object_.release());
  }

  /// Throws RuntimeError in a forked process; `owner` is what the caller knows it by.
  T& get(const char* owner) const {
    if (is_lost()) {
      throw std::runtime_error(
          fmt::format("this {} has threads or a program of the process that it was forked from, "
                      "which a forked process does not have: make it in the process that uses it, "
                      "or start processes by 'spawn'",
                      owner));
    }
    return *object_;
  }

 private:
  [[nodiscard]] bool is_lost() const { return has_threads_ && process_ != getpid(); }

  std::unique_ptr<T> object_;
  bool has_threads_;
  pid_t process_ = getpid();
};

}  // namespace tavlab::python
