#include "core/game.h"

#include <fmt/format.h>

#include "core/error.h"

namespace tavlab {

void throw_no_dice(std::string_view text) {
  throw UserError(fmt::format("roll '{}': these rules have no dice", text));
}

}  // namespace tavlab
