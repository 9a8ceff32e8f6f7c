#include "core/ur/solve/deadlock.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/subscript.h"

namespace tavlab::ur {
namespace {

using Counts = std::array<int, 2>;

Counts counts_of(Stack stack) {
  Counts counts{};
  for (; stack > kEmptyStack; stack = pop(stack)) ++counts[at(owner(top(stack)))];
  return counts;
}

/// Whether every piece of the stack has a path index on the square, and depots have one owner.
bool may_stand(const Rules& rules, int square, Stack stack) {
  const SquareClass square_class = rules.square_class(square);
  const bool one_owner = square_class != SquareClass::island;
  const Side first = owner(top(stack));
  for (; stack > kEmptyStack; stack = pop(stack)) {
    const Piece piece = top(stack);
    if (rules.index[at(square)][at(owner(piece))][at(visit_of(piece))] == 0) return false;
    if (one_owner && owner(piece) != first) return false;
  }
  return true;
}

class DeadlockSearch {
 public:
  explicit DeadlockSearch(const Rules& rules) : rules_(rules) {
    for (int square = 0; square < Rules::kOffBoard; ++square) {
      const auto& index = rules.index[at(square)];
      if (std::max({index[0][0], index[0][1], index[1][0], index[1][1]}) == 0) continue;
      squares_.push_back({square, choices_for(square)});
    }
    // Neighbours on the paths follow each other, so that moves between them are found early.
    std::ranges::sort(squares_, std::ranges::greater(), [&](const Square& s) {
      const auto& index = rules.index[at(s.square)];
      return std::max({index[0][0], index[0][1], index[1][0], index[1][1]});
    });
  }

  DeadlockProof run() {
    DeadlockProof proof;
    const int pieces = rules_.parameters.pieces;
    // With pieces in hand or without: those that are neither there nor on the board are home.
    for (std::size_t hands = 0; hands < 4 && !proof.position; ++hands) {
      hand_ = {static_cast<int>(hands & 1), static_cast<int>(hands >> 1)};
      left_ = {pieces - hand_[0], pieces - hand_[1]};
      Masks masks = rules_.empty;
      for (const Square& square : squares_) {
        masks = masks.with(rules_.squares[at(square.square)].own_bits, {});
      }
      masks = masks.with(rules_.hand_bits, rules_.hand_effect[hands]);
      if (!allows_move(masks) && place(0, masks)) proof.position = position();
    }
    proof.nodes = nodes_;
    return proof;
  }

 private:
  struct Choice {
    Stack stack;
    Counts counts;
    Masks part;
  };
  struct Square {
    int square;
    std::vector<Choice> choices;
  };

  /// The stacks that a square may have; of those with the same part, the ones with the fewest
  /// pieces.
  [[nodiscard]] std::vector<Choice> choices_for(int square) const {
    std::vector<Choice> choices;
    const auto& effects = rules_.squares[at(square)].effects;
    for (std::size_t code = kEmptyStack; code < effects.size(); ++code) {
      const auto stack = static_cast<Stack>(code);
      if ((std::bit_width(code) & 1) == 0 || !may_stand(rules_, square, stack)) continue;
      const Choice choice{stack, counts_of(stack), effects[code]};
      // Pieces that are not needed may be home, unless the game would then be over.
      const bool spare = rules_.parameters.pieces_to_win == rules_.parameters.pieces;
      const auto no_fewer = [spare](const Choice& a, const Choice& b) {
        return a.part == b.part && (a.counts == b.counts || (spare && a.counts[0] >= b.counts[0] &&
                                                             a.counts[1] >= b.counts[1]));
      };
      if (std::ranges::any_of(choices, [&](const Choice& c) { return no_fewer(choice, c); })) {
        continue;
      }
      std::erase_if(choices, [&](const Choice& c) { return no_fewer(c, choice); });
      choices.push_back(choice);
    }
    return choices;
  }

  [[nodiscard]] bool allows_move(const Masks& masks) const {
    return can_move(rules_, masks, 0) || can_move(rules_, masks, 1);
  }

  bool place(std::size_t next, const Masks& masks) {
    ++nodes_;
    if (next == squares_.size()) return is_in_play(0) && is_in_play(1);
    for (const Choice& choice : squares_[next].choices) {
      if (choice.counts[0] > left_[0] || choice.counts[1] > left_[1]) continue;
      const Masks with =
          masks.with(rules_.squares[at(squares_[next].square)].own_bits, choice.part);
      if (allows_move(with)) continue;
      for (const std::size_t side : {0, 1}) left_[side] -= choice.counts[side];
      placed_.push_back(choice.stack);
      if (place(next + 1, with)) return true;
      placed_.pop_back();
      for (const std::size_t side : {0, 1}) left_[side] += choice.counts[side];
    }
    return false;
  }

  /// Whether the pieces of a side that are neither placed nor in hand can be home, or in hand as
  /// well, without the game being over.
  [[nodiscard]] bool is_in_play(std::size_t side) const {
    return hand_[side] > 0 || left_[side] < rules_.parameters.pieces_to_win;
  }

  [[nodiscard]] Position position() const {
    Position p{};
    p.stacks.fill(kEmptyStack);
    for (std::size_t i = 0; i < squares_.size(); ++i) p.stacks[at(squares_[i].square)] = placed_[i];
    for (const std::size_t side : {0, 1}) {
      const int home = std::min(left_[side], rules_.parameters.pieces_to_win - 1);
      p.home[side] = static_cast<std::uint8_t>(hand_[side] > 0 ? 0 : home);
    }
    complete_position(rules_, p);
    return p;
  }

  const Rules& rules_;
  std::vector<Square> squares_;
  Counts hand_{}, left_{};
  std::vector<Stack> placed_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

DeadlockProof find_deadlock(const Rules& rules) { return DeadlockSearch(rules).run(); }

}  // namespace tavlab::ur
