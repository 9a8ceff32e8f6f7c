// Untrusted training configs: reading one may throw only a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.h"
#include "selfplay/train/config.h"
#include "tests/fuzz/fuzz_rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tavlab;
  const std::string text(data, data + size);
  fuzz::expect_one_line_error([&] {
    const TrainConfig config = parse_train_config(text, "fuzz.toml");
    fuzz::require(!identity_text(config).empty());
  });
  return 0;
}
