#include "core/game_text.h"

#include <algorithm>

namespace tavlab {

bool is_move_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits > 0 && digits < word.size() &&
         word.find_first_not_of('.', digits) == std::string_view::npos;
}

}  // namespace tavlab
