#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"

namespace tavlab {

/// The loss of a game by an agent's own doing: a fault of an external program, or resigning. A
/// match counts the game as lost; everywhere else it is an error of the user's program.
class Forfeit : public UserError {
 public:
  enum class Cause : std::uint8_t { crashed, timeout, illegal_move, protocol, resigned };

  Forfeit(Cause cause, std::string_view message) : UserError(message), cause_(cause) {}

  [[nodiscard]] Cause cause() const { return cause_; }
  /// The reason in records: "forfeit: crashed".
  [[nodiscard]] std::string reason() const {
    switch (cause_) {
      case Cause::crashed:
        return "forfeit: crashed";
      case Cause::timeout:
        return "forfeit: timeout";
      case Cause::illegal_move:
        return "forfeit: illegal move";
      case Cause::protocol:
        return "forfeit: protocol";
      case Cause::resigned:
        break;
    }
    return "resigned";
  }

 private:
  Cause cause_;
};

}  // namespace tavlab
