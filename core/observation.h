#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/fixed_list.h"
#include "core/ruleset/parameter.h"
#include "core/side.h"

namespace tavlab {

/// Choices about what is seen and said.
struct ObservationOptions {
  int max_size = 11;        ///< the largest board that its policy has room for
  bool side_heads = false;  ///< a policy of its own for each side
  /// Names of the inputs by which the rules are seen, in their order; without it all that the
  /// family's parameters have (rule_input_names).
  std::optional<std::vector<std::string>> rule_inputs = {};

  bool operator==(const ObservationOptions&) const = default;
};

/// What goes into a net and comes out of it. Positions go in as `planes` numbers a cell of a board
/// of `rows` x `columns`, by cells (row by row), then planes; and `globals` numbers. Out come
/// `policy_planes` logits a cell in the same order. A family without a board has one cell.
struct ObservationShape {
  std::string name;  ///< family, and version of the meaning of planes and globals
  std::string head;  ///< family, and version of the meaning of the policy's planes and the cells
  int planes = 0;
  int globals = 0;
  int policy_planes = 0;
  bool board = false;      ///< whether there is one; else all is said of a single cell
  int largest_side = 1;    ///< cells along a side of the largest board
  int square_classes = 0;  ///< what a cell can hold at the end of a game; 0: not asked

  bool operator==(const ObservationShape&) const = default;
};

/// The symmetries of games that have none.
inline constexpr std::array<int, 1> kIdentity = {0};

/// Places in the policy whose logits, added up, are the logit of a move.
using PolicyPlaces = FixedList<std::uint32_t, 8>;

/// How a game's positions and moves look to a net, without anything of nets: plain arrays.
///
/// `encode` writes all of planes and globals of a position, which has occurred so often in its
/// game, as a symmetry of these rules shows it; `policy_places` says where the logits of a move
/// stand. What separates two positions with different futures is encoded, but for the repetition
/// history, of which only the number of occurrences is.
template <typename O, typename G>
concept ObservationOf =
    std::constructible_from<O, const typename G::Rules&,
                            const ObservationOptions&> &&  // UserError: too large
    requires(const O& observation, const ObservationOptions& options,
             const typename G::Position& position, int occurrences, typename G::Move move,
             int symmetry, std::span<float> planes, std::span<float> globals, PolicyPlaces& places,
             Side view, std::span<std::uint8_t> squares) {
  { O::shape(options) } -> std::same_as<ObservationShape>;
  { observation.rows() } -> std::same_as<int>;  ///< of the board
  { observation.columns() } -> std::same_as<int>;
  { observation.symmetries() } -> std::same_as<std::span<const int>>;  ///< first the identity, 0
  { observation.encode(position, occurrences, symmetry, planes, globals) } -> std::same_as<void>;
  { observation.policy_places(position, move, symmetry, places) } -> std::same_as<void>;
  /// Everything is seen by the side to move, values too; else by the first player.
  { O::mover_relative } -> std::convertible_to<bool>;
  /// The classes of the cells at the end of a game, for the head that predicts them.
  { observation.final_squares(position, view, symmetry, squares) } -> std::same_as<void>;
};

/// What older nets see where the inputs of the present have nothing: a number that is always 0.
inline constexpr std::string_view kUnusedInput = "unused";

/// Names of all inputs that a family's parameters have, in their order.
std::vector<std::string> rule_input_names(const FamilySchema& schema);

/// How many numbers rules are seen as.
std::size_t rule_input_count(const FamilySchema& schema, const ObservationOptions& options);

/// The numbers as which rules are seen. Throws UserError for a name that there is not.
std::vector<float> select_rule_inputs(const std::vector<NamedInput>& all,
                                      const ObservationOptions& options);

/// Throws UserError where the options name an input that the family does not have (any more).
void check_rule_inputs(const FamilySchema& schema, const ObservationOptions& options);

/// Writes numbers one after the other.
class InputWriter {
 public:
  explicit InputWriter(std::span<float> out) : out_(out) {}

  void number(double value) { out_[at_++] = static_cast<float>(value); }
  void flag(bool value) { out_[at_++] = value ? 1.0F : 0.0F; }
  /// `count` numbers, the one at `place` 1, the others 0.
  void one_of(std::size_t place, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) flag(i == place);
  }
  /// The lowest `count` bits of a mask.
  void bits(unsigned mask, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) flag((mask >> i & 1U) != 0);
  }
  /// A limit of so many, of which `used` are gone; three numbers, all 0 where there is no limit
  /// (0).
  void limit(int limit, int used);

  [[nodiscard]] std::size_t written() const { return at_; }

 private:
  std::span<float> out_;
  std::size_t at_ = 0;
};

inline constexpr std::size_t kLimitInputs = 3;

inline void InputWriter::limit(int limit, int used) {
  const double left = limit - used;
  flag(limit > 0);
  number(limit > 0 ? 1.0 / (1.0 + left / 10.0) : 0.0);  // tells the last ones apart
  number(limit > 0 ? left / 100.0 : 0.0);
}

}  // namespace tavlab
