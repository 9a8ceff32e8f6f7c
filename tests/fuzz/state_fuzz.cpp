// The states that runs of self-play and training resume from, as untrusted JSON: reading it may
// throw only a UserError of one line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "selfplay/generate/run_state.h"
#include "selfplay/train/checkpoint.h"

namespace {

using namespace tavlab;

template <typename Read>
void try_to(const Read& read) {
  try {
    read();
  } catch (const UserError& error) {
    if (std::string_view(error.what()).find_first_of("\r\n\x1b") != std::string_view::npos) {
      std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try_to([&] {
    parse_run_state(text, "fuzz",
                    {"seed 1, puct, rules 0123456789abcdef", {{"gumbel_scale", "50 0.1 true"}}});
  });
  try_to([&] {
    TensorFile file;
    file.metadata = {{"format", "tavlab checkpoint 1"}, {"counters", text}, {"config", ""}};
    checkpoint_of(std::move(file), "fuzz");
  });
  return 0;
}
