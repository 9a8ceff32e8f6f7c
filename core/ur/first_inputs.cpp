// The rule inputs of nets of version 0.1, which their files do not list. They must never change.
#include "core/ur/parameters.h"

namespace tavlab::ur {

std::vector<std::string> first_inputs() {
  constexpr int kSquaresOfPath = 30, kHighestRoll = 12;
  using Names = std::vector<std::string>;
  Names all = {"board=standard", "board=aseb", "path:length"};
  const auto add = [&](const std::string& before, const Names& names) {
    for (const std::string& name : names) all.push_back(before + name);
  };
  for (int i = 1; i <= kSquaresOfPath; ++i) {
    add("path:" + std::to_string(i),
        {"", "=plain", "=rosette", "=depot", "=shared_depot", "=island", "=finish"});
  }
  add("pieces", {"", "_to_win"});
  for (int i = 0; i <= kHighestRoll; ++i) all.push_back("dice:" + std::to_string(i));
  add("opening=", {"free", "one_moves", "one_then_roll"});
  add("rosette.", {"extra_throw", "safe"});
  add("capture.", {"extra_throw", "backward"});
  add("extra_throw.piece=", {"any", "another"});
  all.emplace_back("turn.from");
  add("cross_kind=", {"block", "capture"});
  all.emplace_back("stack.capacity");
  add("stack.access=", {"top", "any_in_depot"});
  add("finish.rule=", {"normal", "immune", "stack"});
  add("exit=", {"exact", "at_least"});
  add("deadlock=", {"draw", "more_home"});
  return all;
}

}  // namespace tavlab::ur
