#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/game_state.h"
#include "core/random.h"
#include "serve/game/example_views.h"
#include "serve/game/sketch.h"

namespace tavlab::serve {

/// Finds for each kind of piece a board that shows how it moves.
template <FamilyGame G>
class PieceExamples {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit PieceExamples(const Rules& rules) : rules_(rules) {}

  std::vector<Example> find() const {
    std::vector<Example> examples;
    const Sketch<G> bare = bare_board();
    std::set<std::string> names;
    for (std::size_t look = 0; look < bare.picture().looks.size(); ++look) {
      if (!names.insert(bare.picture().looks[look].name).second) continue;  // the other player's
      std::optional<Example> found = best_place(bare, look);
      if (!found) continue;
      // Of pieces of one kind that move alike, such as ratniks, one is enough.
      const auto same = [&](const Example& other) {
        return kind_of(bare.picture().looks[other.look]) == kind_of(bare.picture().looks[look]) &&
               std::ranges::equal(other.moves, found->moves, {}, &MoveView::squares,
                                  &MoveView::squares);
      };
      if (std::ranges::none_of(examples, same)) examples.push_back(*std::move(found));
    }
    return examples;
  }

 private:
  static constexpr std::uint64_t kSeed = 1;
  static constexpr std::size_t kTriedSquares = 2000;  ///< for each kind of piece
  /// Of a special square in a piece's line: more than any number of moves.
  static constexpr std::size_t kMarkWeight = 1000;

  /// The start without all pieces that neither side needs for going on.
  [[nodiscard]] Sketch<G> bare_board() const {
    Sketch<G> sketch(rules_, G::start(rules_));
    const auto goes_on = [&] {
      return std::ranges::all_of(std::array{Side::first, Side::second}, [&](Side side) {
        sketch.set_side(side);
        const auto position = sketch.position();
        return position && !GameState<G>(rules_, *position).over();
      });
    };
    for (std::size_t square = 0; square < sketch.picture().squares.size(); ++square) {
      if (sketch.pieces(square).empty()) continue;
      const std::vector<std::uint8_t> before = std::exchange(sketch.pieces(square), {});
      if (!goes_on()) sketch.pieces(square) = before;
    }
    return sketch;
  }

  /// The board on which a piece sees most kinds of special squares in its row and column, and then
  /// has most moves.
  [[nodiscard]] std::optional<Example> best_place(const Sketch<G>& bare, std::size_t look) const {
    Random random(kSeed);
    const std::size_t squares = bare.picture().squares.size();
    std::optional<Example> best;
    std::size_t best_score = 0;
    for (std::size_t tried = 0; tried < kTriedSquares; tried += squares) {
      Sketch<G> others = bare;
      take_one(others, look);
      if (tried > 0) scatter(others, random);
      others.set_side(bare.picture().looks[look].owner);
      for (std::size_t square = 0; square < squares; ++square) {
        if (!others.picture().squares[square].exists || !others.pieces(square).empty()) continue;
        others.pieces(square) = {static_cast<std::uint8_t>(look)};
        const auto position = others.position();
        const std::size_t lines = kMarkWeight * marks_in_line(others.picture(), square);
        others.pieces(square).clear();
        if (!position) continue;
        std::optional<Example> example = moves_from(*position, bare.picture().name(square));
        if (!example || lines + example->moves.size() <= best_score) continue;
        best_score = lines + example->moves.size();
        example->look = look;
        best = std::move(example);
      }
    }
    return best;
  }

  /// Removes one piece of a kind, if there is one.
  static void take_one(Sketch<G>& sketch, std::size_t look) {
    for (std::size_t square = 0; square < sketch.picture().squares.size(); ++square) {
      if (sketch.pieces(square) != std::vector{static_cast<std::uint8_t>(look)}) continue;
      sketch.pieces(square).clear();
      return;
    }
  }

  /// Moves all pieces to other squares.
  static void scatter(Sketch<G>& sketch, Random& random) {
    const auto squares = static_cast<std::uint32_t>(sketch.picture().squares.size());
    std::vector<std::vector<std::uint8_t>> pieces;
    for (std::size_t square = 0; square < squares; ++square) {
      if (!sketch.pieces(square).empty())
        pieces.push_back(std::exchange(sketch.pieces(square), {}));
    }
    for (std::vector<std::uint8_t>& each : pieces) {
      std::size_t square = random.below(squares);
      while (!sketch.picture().squares[square].exists || !sketch.pieces(square).empty()) {
        square = random.below(squares);
      }
      sketch.pieces(square) = std::move(each);
    }
  }

  static std::size_t marks_in_line(const Picture& picture, std::size_t from) {
    std::set<std::uint8_t> marks;
    const auto columns = static_cast<int>(picture.columns), rows = static_cast<int>(picture.rows);
    for (const auto& [dx, dy] :
         {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1), std::pair(0, -1)}) {
      int x = static_cast<int>(from) % columns + dx, y = static_cast<int>(from) / columns + dy;
      for (; x >= 0 && y >= 0 && x < columns && y < rows; x += dx, y += dy) {
        const Picture::Square& square =
            picture.at(static_cast<std::size_t>(y), static_cast<std::size_t>(x));
        if (!square.pieces.empty()) break;
        marks.insert(square.marks.begin(), square.marks.end());
      }
    }
    return marks.size();
  }

  /// The moves of the piece there, if it has any and none of them captures.
  [[nodiscard]] std::optional<Example> moves_from(const Position& position,
                                                  const std::string& from) const {
    const GameState<G> state(rules_, position);
    if (state.node_kind() != NodeKind::decision) return std::nullopt;
    MoveList<G> moves;
    state.legal_moves(moves);
    Example example = example_on<G>(Example::Kind::piece, rules_, position);
    for (const Move move : moves) {
      MoveView view = move_view<G>(rules_, position, move);
      if (view.squares.empty() || view.squares[0] != from) continue;
      if (!view.captured.empty()) return std::nullopt;
      example.moves.push_back(std::move(view));
    }
    if (example.moves.empty()) return std::nullopt;
    return example;
  }

  const Rules& rules_;
};

}  // namespace tavlab::serve
