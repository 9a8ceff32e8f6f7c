#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/picture.h"
#include "core/side.h"

namespace tavlab::serve {

/// A position that is changed square by square. In all families the text of a position begins with
/// the rows, as its picture has them, and the side to move; the rest stays what it was.
template <FamilyGame G>
class Sketch {
 public:
  Sketch(const typename G::Rules& rules, const typename G::Position& position)
      : rules_(&rules), picture_(G::picture(rules, position)) {
    const std::string text = G::position_text(rules, position);
    const std::size_t side = text.find(' ') + 1;
    side_ = text[side];
    rest_ = text.substr(std::min(text.find(' ', side), text.size()));
  }

  [[nodiscard]] const Picture& picture() const { return picture_; }
  [[nodiscard]] std::vector<std::uint8_t>& pieces(std::size_t square) {
    return picture_.squares[square].pieces;
  }
  /// Position texts write a side as the first letter of its name.
  void set_side(Side side) { side_ = player_name<G>(side).front(); }

  /// The position, if the rules allow it; where they do not, without the rights to castle or to a
  /// double step, whose pieces may be gone.
  [[nodiscard]] std::optional<typename G::Position> position() const {
    const std::string start = rows_text() + ' ' + side_;
    if (const auto read = parse(start + rest_)) return read;
    const std::string bare = without_rights();
    return bare == rest_ ? std::nullopt : parse(start + bare);
  }

 private:
  [[nodiscard]] std::optional<typename G::Position> parse(const std::string& text) const {
    try {
      return G::parse_position(*rules_, text);
    } catch (const UserError&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::string rows_text() const {
    std::string text;
    for (std::size_t row = 0; row < picture_.rows; ++row) {
      if (row > 0) text += '/';
      int empty = 0;
      const auto flush = [&] {
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
      };
      for (std::size_t column = 0; column < picture_.columns; ++column) {
        const Picture::Square& square = picture_.at(row, column);
        if (square.exists && square.pieces.empty()) {
          ++empty;
          continue;
        }
        flush();
        if (!square.exists) text += '_';
        if (square.pieces.size() > 1) text += '(';
        for (const std::uint8_t piece : square.pieces) text += picture_.looks[piece].text;
        if (square.pieces.size() > 1) text += ')';
      }
      flush();
    }
    return text;
  }

  /// The rest of the text with "-" for each field but those with a name ("throw=4").
  [[nodiscard]] std::string without_rights() const {
    std::string bare;
    for (std::size_t at = 0; at < rest_.size();) {
      const std::size_t end = std::min(rest_.find(' ', at + 1), rest_.size());
      const std::string_view field = std::string_view(rest_).substr(at, end - at);
      bare += field.find('=') != std::string_view::npos ? field : " -";
      at = end;
    }
    return bare;
  }

  const typename G::Rules* rules_;
  Picture picture_;
  char side_;
  std::string rest_;
};

}  // namespace tavlab::serve
