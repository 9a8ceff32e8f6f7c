#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/game_state.h"
#include "core/race_of_families.h"
#include "core/random.h"
#include "core/rare_positions_of_families.h"
#include "serve/game/example_views.h"
#include "serve/game/sketch.h"

namespace tavlab::serve {

inline std::vector<std::size_t> neighbours(const Picture& picture, std::size_t square) {
  const std::size_t column = square % picture.columns, row = square / picture.columns;
  std::vector<std::size_t> list;
  if (column > 0) list.push_back(square - 1);
  if (column + 1 < picture.columns) list.push_back(square + 1);
  if (row > 0) list.push_back(square - picture.columns);
  if (row + 1 < picture.rows) list.push_back(square + picture.columns);
  return list;
}

inline std::size_t piece_count(const Picture& picture) {
  std::size_t count = 0;
  for (const Picture::Square& square : picture.squares) count += square.pieces.size();
  return count;
}

/// How many players have a piece on the board.
inline std::size_t players_on(const Picture& picture) {
  std::set<Side> players;
  for (const Picture::Square& square : picture.squares) {
    for (const std::uint8_t piece : square.pieces) players.insert(picture.looks[piece].owner);
  }
  return players.size();
}

/// Whether some of these squares touch.
inline bool touch(const Picture& picture, const std::vector<std::string>& squares) {
  return std::ranges::any_of(squares, [&](const std::string& name) {
    return std::ranges::any_of(neighbours(picture, picture.find(name)), [&](std::size_t square) {
      return std::ranges::find(squares, picture.name(square)) != squares.end();
    });
  });
}

/// What a capture shows: another one that shows at least this, and nothing else, is not needed.
struct CaptureShape {
  std::string mover;
  std::vector<std::string> captured;  ///< sorted; of several only that they are several
  bool displaces = false;             ///< the captured piece stood where the mover went
  bool side_by_side = false;          ///< the captured pieces touch
  std::vector<std::string> helpers;   ///< pieces beside the captured ones, sorted
  std::set<std::string> marks;        ///< meanings of empty special squares beside them

  [[nodiscard]] bool covers(const CaptureShape& other) const {
    return mover == other.mover && captured == other.captured && displaces == other.displaces &&
           side_by_side == other.side_by_side && std::ranges::includes(other.helpers, helpers) &&
           std::ranges::includes(other.marks, marks);
  }
};

/// Finds captures, moves that give another turn and moves that end the game.
template <FamilyGame G>
class MoveExamples {
 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit MoveExamples(const Rules& rules) : rules_(rules) {}

  std::vector<Example> find() {
    std::vector<Example> examples;
    for (const std::string& text : RarePositions<G>::of(rules_)) try_position(text);
    play_random_games();
    add_captures(examples);
    if (!again_) again_ = std::move(again_from_hand_);
    if (again_) examples.push_back(example(Example::Kind::again, *again_));
    add_endings(examples);
    return examples;
  }

 private:
  static constexpr std::uint64_t kSeed = 1;
  static constexpr std::size_t kTriedMoves = 60'000;  ///< of all random games together
  static constexpr int kLongestGame = 1000;           ///< moves of one of them
  static constexpr std::size_t kTries = 3;  ///< positions reduced for the same capture or ending
  static constexpr std::size_t kAgainTries = 20;
  static constexpr int kCapturesOfOnePiece = 4;  ///< and as many of rows
  static constexpr std::size_t kFewMoves = 3;

  /// What a move does, for which other pieces than those on the board may be to blame.
  struct Deed {
    std::vector<std::string> squares;
    std::vector<std::string> captured;
    bool again;  ///< the same player has another turn
    Result result;
    std::string_view reason;

    bool operator==(const Deed&) const = default;
  };

  struct Found {
    Position position;
    Move move;
    Deed deed;
    std::size_t pieces;
  };

  [[nodiscard]] Deed deed_of(const GameState<G>& before, Move move) const {
    GameState<G> after = before;
    after.play(move);
    return {G::move_squares(rules_, before.position(), move),
            G::captured_squares(rules_, before.position(), move),
            !after.over() && after.to_move() == before.to_move(), after.result(),
            after.over() ? after.reason() : std::string_view()};
  }

  /// The legal move of a position that does this.
  [[nodiscard]] std::optional<Move> move_that_does(const Position& position,
                                                   const Deed& deed) const {
    const GameState<G> state(rules_, position);
    if (state.node_kind() != NodeKind::decision) return std::nullopt;
    MoveList<G> moves;
    state.legal_moves(moves);
    for (const Move move : moves) {
      if (G::move_squares(rules_, position, move) == deed.squares && deed_of(state, move) == deed) {
        return move;
      }
    }
    return std::nullopt;
  }

  /// Takes off the board what the move does not need; nothing if it does something else without the
  /// game before it, such as to repeat a position.
  [[nodiscard]] std::optional<Found> reduced(const GameState<G>& state, Move move) const {
    Found found{state.position(), move, deed_of(state, move), 0};
    if (!move_that_does(found.position, found.deed)) return std::nullopt;
    Sketch<G> sketch(rules_, found.position);
    const std::size_t players = players_on(sketch.picture());
    const auto try_pieces = [&](std::size_t square, const std::vector<std::uint8_t>& pieces) {
      const std::vector<std::uint8_t> before = std::exchange(sketch.pieces(square), pieces);
      // Without an opponent a wall against him, for instance, would need no men.
      const auto position = Race<G>::exist || players_on(sketch.picture()) == players
                                ? sketch.position()
                                : std::nullopt;
      const auto same = position ? move_that_does(*position, found.deed) : std::nullopt;
      if (!same) {
        sketch.pieces(square) = before;
        return false;
      }
      found.position = *position;
      found.move = *same;
      return true;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t square = 0; square < sketch.picture().squares.size(); ++square) {
        const std::vector<std::uint8_t> pieces = sketch.pieces(square);
        if (pieces.empty()) continue;
        if (try_pieces(square, {}) || (pieces.size() > 1 && try_pieces(square, {pieces.back()}))) {
          changed = true;
        }
      }
    }
    found.pieces = piece_count(sketch.picture());
    return found;
  }

  void try_position(const std::string& text) {
    std::optional<GameState<G>> state;
    try {
      state.emplace(rules_, G::parse_position(rules_, text));
    } catch (const UserError&) {
      return;  // these rules do not allow it
    }
    if (state->node_kind() != NodeKind::decision) return;
    MoveList<G> moves;
    state->legal_moves(moves);
    try_all(*state, moves);
  }

  void play_random_games() {
    Random random(kSeed);
    std::size_t tried = 0;
    while (tried < kTriedMoves) {
      GameState<G> state(rules_);
      const std::size_t before = tried;
      while (!state.over() && state.plies() < kLongestGame && tried < kTriedMoves) {
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
          continue;
        }
        MoveList<G> moves;
        state.legal_moves(moves);
        tried += moves.size();
        try_all(state, moves);
        state.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      if (tried == before) return;  // a game without a move
    }
  }

  void try_all(GameState<G>& state, const MoveList<G>& moves) {
    const Position position = state.position();
    const Side mover = state.to_move();
    const auto mark = state.mark();
    std::optional<Picture> picture;
    for (const Move move : moves) {
      const bool captures = G::is_capture(rules_, position, move);
      state.play(move);
      const bool over = state.over(), again = !over && state.to_move() == mover;
      const auto ending = std::pair(state.result(), over ? state.reason() : std::string_view());
      state.rewind(mark);
      if (over) {
        std::vector<Found>& list = endings_[ending];
        if (list.size() == kTries) continue;
        if (auto found = reduced(state, move)) list.push_back(*std::move(found));
      } else if (captures && !G::captured_squares(rules_, position, move).empty()) {
        if (!picture) picture = G::picture(rules_, position);
        const CaptureShape shape = shape_of(*picture, state, move);
        std::size_t& tries = tries_[std::tuple(shape.mover, shape.captured, shape.side_by_side,
                                               shape.displaces, shape.marks)];
        if (tries++ >= kTries) continue;
        if (auto found = reduced(state, move)) captures_.push_back(*std::move(found));
      } else if (again && !captures && !again_) {
        // From the hand only if nothing else does it: the picture has no way to show.
        const bool from_hand = G::move_squares(rules_, position, move)[0].empty();
        std::optional<Found>& found = from_hand ? again_from_hand_ : again_;
        if (!found && again_tries_++ < kAgainTries) found = reduced(state, move);
      }
    }
  }

  [[nodiscard]] std::size_t look_of_mover(const Picture& picture, const GameState<G>& state,
                                          Move move) const {
    const std::vector<std::string> squares = G::move_squares(rules_, state.position(), move);
    const std::size_t from = squares.empty() ? picture.squares.size() : picture.find(squares[0]);
    if (from < picture.squares.size() && !picture.squares[from].pieces.empty()) {
      return picture.squares[from].pieces.back();
    }
    const auto own =
        std::ranges::find(picture.looks, state.to_move(), &PieceLook::owner);  // a hand
    return static_cast<std::size_t>(own - picture.looks.begin());
  }

  [[nodiscard]] CaptureShape shape_of(const Picture& before, const GameState<G>& state,
                                      Move move) const {
    CaptureShape shape;
    const Position& position = state.position();
    const std::vector<std::string> squares = G::move_squares(rules_, position, move);
    const std::vector<std::string> captured = G::captured_squares(rules_, position, move);
    shape.mover = kind_of(before.looks[look_of_mover(before, state, move)]);
    shape.displaces = captured.size() == 1 && captured[0] == squares.back();
    if (captured.size() > 1) {
      shape.captured = {"several"};
      shape.side_by_side = touch(before, captured);
    } else if (!shape.displaces) {
      shape.captured = {
          kind_of(before.looks[before.squares[before.find(captured[0])].pieces.back()])};
    }
    if (shape.displaces) return shape;
    Position after_move = position;
    G::play(rules_, after_move, move);
    const Picture after = G::picture(rules_, after_move);
    for (const std::string& name : captured) {
      for (const std::size_t square : neighbours(after, after.find(name))) {
        const Picture::Square& beside = after.squares[square];
        if (!beside.pieces.empty()) shape.helpers.push_back(after.looks[beside.pieces.back()].name);
        if (!beside.pieces.empty()) continue;
        for (const std::uint8_t mark : beside.marks) shape.marks.insert(after.marks[mark].meaning);
      }
    }
    std::ranges::sort(shape.helpers);
    return shape;
  }

  void add_captures(std::vector<Example>& examples) {
    // Pointers: stable_sort does not align its buffer as some positions must be.
    std::vector<const Found*> found_captures;
    for (const Found& found : captures_) found_captures.push_back(&found);
    std::ranges::stable_sort(found_captures, {}, &Found::pieces);
    std::vector<CaptureShape> shown;
    std::map<std::pair<std::string, bool>, int> of_piece;  // and of rows
    std::vector<Example> added;
    for (const Found* const each : found_captures) {
      const Found& found = *each;
      const GameState<G> state(rules_, found.position);
      const Picture picture = G::picture(rules_, found.position);
      const CaptureShape shape = shape_of(picture, state, found.move);
      const auto covers = [&](const CaptureShape& other) { return other.covers(shape); };
      if (std::ranges::any_of(shown, covers)) continue;
      if (++of_piece[{shape.mover, shape.side_by_side}] > kCapturesOfOnePiece) continue;
      shown.push_back(shape);
      added.push_back(example(Example::Kind::capture, found));
    }
    std::ranges::stable_sort(added, {}, &Example::look);
    std::ranges::move(added, std::back_inserter(examples));
  }

  void add_endings(std::vector<Example>& examples) const {
    for (const auto& [ending, list] : endings_) {
      if (list.empty()) continue;
      const Found& found = *std::ranges::min_element(list, {}, &Found::pieces);
      // Where every move ends the game, for instance by a limit, none of them shows why.
      if (move_matters(found)) examples.push_back(example(Example::Kind::ending, found));
    }
  }

  [[nodiscard]] bool move_matters(const Found& found) const {
    const GameState<G> state(rules_, found.position);
    MoveList<G> moves;
    state.legal_moves(moves);
    return moves.size() <= kFewMoves || std::ranges::any_of(moves, [&](Move move) {
             const Deed deed = deed_of(state, move);
             return std::tie(deed.result, deed.reason) !=
                    std::tie(found.deed.result, found.deed.reason);
           });
  }

  /// Whether a move leaves its piece on top of enemy ones.
  [[nodiscard]] bool stands_on_enemy(const Found& found, Side mover) const {
    Position after = found.position;
    G::play(rules_, after, found.move);
    const Picture picture = G::picture(rules_, after);
    const std::size_t square = picture.find(found.deed.squares.back());
    if (square == picture.squares.size()) return false;  // off the board
    return std::ranges::any_of(picture.squares[square].pieces, [&](std::uint8_t piece) {
      return picture.looks[piece].owner != mover;
    });
  }

  [[nodiscard]] Example example(Example::Kind kind, const Found& found) const {
    const GameState<G> state(rules_, found.position);
    Example example = example_on<G>(kind, rules_, found.position);
    example.look = look_of_mover(G::picture(rules_, found.position), state, found.move);
    example.moves = {move_view<G>(rules_, found.position, found.move)};
    if (kind == Example::Kind::capture) {
      const CaptureShape shape = shape_of(G::picture(rules_, found.position), state, found.move);
      if (shape.helpers.size() == 1) {
        example.marks.assign(shape.marks.begin(), shape.marks.end());
      }
      example.side_by_side = shape.side_by_side;
      example.into_tower = stands_on_enemy(found, state.to_move());
    }
    if (kind == Example::Kind::again) {
      const Picture picture = G::picture(rules_, found.position);
      const std::size_t to = picture.find(found.deed.squares.back());
      if (to < picture.squares.size()) {
        for (const std::uint8_t mark : picture.squares[to].marks) {
          example.marks.push_back(picture.marks[mark].meaning);
        }
      }
    }
    if (kind == Example::Kind::ending) {
      example.result = found.deed.result;
      example.reason = found.deed.reason;
    }
    return example;
  }

  const Rules& rules_;
  std::vector<Found> captures_;
  std::map<std::tuple<std::string, std::vector<std::string>, bool, bool, std::set<std::string>>,
           std::size_t>
      tries_;
  std::optional<Found> again_, again_from_hand_;
  std::size_t again_tries_ = 0;
  std::map<std::pair<Result, std::string_view>, std::vector<Found>> endings_;
};

}  // namespace tavlab::serve
