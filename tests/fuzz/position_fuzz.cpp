// Untrusted position texts: reading one may throw only a UserError, and what is read is a sound
// position that can be written and read again.
#include <cstddef>
#include <cstdint>

#include "core/error.h"
#include "tests/fuzz/fuzz_rules.h"

namespace tavlab::fuzz {
namespace {

struct ReadPosition {
  template <Game G>
  static void run(const typename G::Rules& rules, std::string_view text) {
    expect_one_line_error([&] { require_sound<G>(rules, G::parse_position(rules, text)); });
  }
};

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tavlab::fuzz::under_all_rules<tavlab::fuzz::ReadPosition>(text);
  // Also without the end of line that text files have.
  if (!text.empty() && text.back() == '\n') {
    tavlab::fuzz::under_all_rules<tavlab::fuzz::ReadPosition>(text.substr(0, text.size() - 1));
  }
  return 0;
}
