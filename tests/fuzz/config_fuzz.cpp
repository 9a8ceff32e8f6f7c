// Untrusted experiments: reading one may throw only a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.h"
#include "experiments/config/config.h"
#include "tests/fuzz/fuzz_rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tavlab;
  const std::string text(data, data + size);
  fuzz::expect_one_line_error([&] {
    // A folder that does not exist, so that file names lead nowhere.
    const ExperimentConfig config = parse_experiment(text, "fuzz.toml", "/nonexistent");
    fuzz::require(!config.cells.empty() && config.text == text);
    for (const ExperimentCell& cell : config.cells) {
      fuzz::require(!cell.identity().empty() && cell.games > 0);
    }
  });
  return 0;
}
