#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "tools/play/line_input.h"

namespace tavlab::play {

/// What there was to wait for on standard input.
enum class Waited : std::uint8_t { readable, interrupted, out_of_time };

/// Waits for input. `again` is called now and then, and after signals.
inline Waited wait_for_input(const LineInput::Deadline& deadline, const std::function<bool()>& stop,
                             const std::function<void()>& again = {}) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBetweenLooks{200};
  for (;;) {
    if (stop()) return Waited::interrupted;
    if (deadline && Clock::now() >= *deadline) return Waited::out_of_time;
    auto wait = kBetweenLooks;
    if (deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
      wait = std::clamp(left, std::chrono::milliseconds{0}, kBetweenLooks);
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, static_cast<int>(wait.count())) > 0) return Waited::readable;
    if (again) again();
  }
}

}  // namespace tavlab::play
