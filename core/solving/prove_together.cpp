#include "core/solving/prove_together.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/memory.h"

namespace tavlab {

std::size_t check_table_size(std::size_t bytes) {
  const std::uint64_t available = available_memory();
  if (available > 0 && bytes > available) {
    throw UserError(fmt::format("a table of {} needs more memory than the {} available",
                                size_text(bytes), size_text(available)));
  }
  return bytes;
}

}  // namespace tavlab
