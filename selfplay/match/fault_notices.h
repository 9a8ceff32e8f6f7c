#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdio>

#include "core/notice.h"
#include "selfplay/forfeit.h"

namespace tavlab {

/// Reports the first faults of a match's programs to the user; records contain only their reasons.
/// Any thread may use it.
class FaultNotices {
 public:
  void tell(const Forfeit& fault) {
    if (fault.cause() == Forfeit::Cause::resigned) return;
    const int number = ++faults_;
    if (number > kShown) return;
    notice(stderr, "tavlab: {}{}\n", fault.what(),
           number == kShown ? "; further faults are only counted" : "");
  }

 private:
  static constexpr int kShown = 3;

  std::atomic<int> faults_ = 0;
};

}  // namespace tavlab
