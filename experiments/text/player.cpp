#include "experiments/text/player.h"

#include "core/words.h"

namespace tavlab {

std::string in_sentence(std::string_view player) {
  const bool described = player.ends_with('s') || player.find(' ') != player.npos;
  return described ? "the " + std::string(player) : capitalized(std::string(player));
}

}  // namespace tavlab
