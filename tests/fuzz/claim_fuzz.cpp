// Untrusted claims: reading one may throw only a UserError, and what is read can be monitored.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/monitor.h"
#include "tests/fuzz/fuzz_rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tavlab;
  const std::string text(data, data + size);
  fuzz::expect_one_line_error([&] {
    const Claim claim = parse_claim(text, "fuzz.toml", "/nonexistent");
    fuzz::require(claim.hypotheses.empty() == !claim.untestable.empty());
    if (!claim.untestable.empty()) return;
    for (const Hypothesis& each : claim.hypotheses) fuzz::require(!each.text().empty());
    ClaimMonitor monitor(claim);
    GameRecord game;
    game.result = Result::first_wins;
    game.plies = 30;
    for (std::size_t cell = 0; cell < claim.experiment.cells.size() && cell < 4; ++cell) {
      for (game.number = 0; game.number < 4; ++game.number) monitor.add(cell, game);
    }
    monitor.finish();
    const auto as_written = std::ranges::count(monitor.tests(), 0U, &ClaimTest::reading);
    fuzz::require(static_cast<std::size_t>(as_written) ==
                  claim.hypotheses.size() * monitor.strengths().size());
  });
  return 0;
}
