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

/// Options of a net's input and policy.
struct ObservationOptions {
  int max_size = 11;        ///< the largest board that the policy covers
  bool side_heads = false;  ///< a separate policy head for each side
  /// Names of the rule inputs, in order; if absent, all inputs of the family's parameters
  /// (rule_input_names).
  std::optional<std::vector<std::string>> rule_inputs = {};

  bool operator==(const ObservationOptions&) const = default;
};

/// The shape of a net's input and policy. The input is `planes` numbers for each cell of a board of
/// `rows` x `columns`, ordered by cells (row by row), then planes; and `globals` numbers. The
/// policy is `policy_planes` logits for each cell, in the same order. A family without a board has
/// one cell.
struct ObservationShape {
  std::string name;  ///< family and version of the encoding of planes and globals
  std::string head;  ///< family and version of the encoding of the policy
  int planes = 0;
  int globals = 0;
  int policy_planes = 0;
  int policies = 1;        ///< separate policies, one for each side; their planes follow each other
  int directions = 0;      ///< of a policy's first planes, ordered by direction, then by distance
                           ///< from 1 to largest_side - 1; 0: no plane depends on largest_side
  bool board = false;      ///< whether there is a board; otherwise a single cell
  int largest_side = 1;    ///< cells along a side of the largest board
  int square_classes = 0;  ///< classes of a cell at the end of a game; 0: not predicted

  bool operator==(const ObservationShape&) const = default;
};

/// The symmetries of a game without any: the identity.
inline constexpr std::array<int, 1> kIdentity = {0};

/// Indices into the policy; the sum of their logits is the logit of a move.
using PolicyPlaces = FixedList<std::uint32_t, 8>;

/// Encodes a game's positions and moves as plain arrays for a net; contains no net code.
///
/// `encode` writes all planes and globals of a position, with the number of times it has occurred
/// in its game, under a symmetry of these rules; `policy_places` gives the indices of a move's
/// logits. Everything that determines a position's future is encoded except the repetition history,
/// of which only the number of occurrences is.
template <typename O, typename G>
concept ObservationOf =
    std::constructible_from<O, const typename G::Rules&,
                            const ObservationOptions&> &&  // UserError: too large
    requires(const O& observation, const ObservationOptions& options,
             const typename G::Position& position, int occurrences, typename G::Move move,
             int symmetry, std::span<float> planes, std::span<float> globals, PolicyPlaces& places,
             Side view, std::span<std::uint8_t> squares) {
  { O::shape(options) } -> std::same_as<ObservationShape>;
  { observation.rows() } -> std::same_as<int>;  ///< rows of the board
  { observation.columns() } -> std::same_as<int>;
  { observation.symmetries() } -> std::same_as<std::span<const int>>;  ///< the identity, 0, first
  { observation.encode(position, occurrences, symmetry, planes, globals) } -> std::same_as<void>;
  { observation.policy_places(position, move, symmetry, places) } -> std::same_as<void>;
  /// The most legal moves of a position with the same first place, as far as ActionIds numbers
  /// them.
  { observation.variants() } -> std::same_as<std::uint32_t>;
  /// Whether all planes are 0 or 1.
  { O::binary_planes } -> std::convertible_to<bool>;
  /// Whether inputs and values are from the side to move's view; otherwise from the first player's.
  { O::mover_relative } -> std::convertible_to<bool>;
  /// The classes of the cells at the end of a game: targets of the ownership head.
  { observation.final_squares(position, view, symmetry, squares) } -> std::same_as<void>;
};

/// An input of older nets that no longer has a meaning: always 0.
inline constexpr std::string_view kUnusedInput = "unused";

/// Names of all inputs of a family's parameters, in order.
std::vector<std::string> rule_input_names(const FamilySchema& schema);

/// The number of rule inputs.
std::size_t rule_input_count(const FamilySchema& schema, const ObservationOptions& options);

/// The rule inputs that the options name. Throws UserError for an unknown name.
std::vector<float> select_rule_inputs(const std::vector<NamedInput>& all,
                                      const ObservationOptions& options);

/// Throws UserError where the options name an input that the family does not have (any more).
void check_rule_inputs(const FamilySchema& schema, const ObservationOptions& options);

/// Writes net inputs one after another.
class InputWriter {
 public:
  explicit InputWriter(std::span<float> out) : out_(out) {}

  void number(double value) { out_[at_++] = static_cast<float>(value); }
  void flag(bool value) { out_[at_++] = value ? 1.0F : 0.0F; }
  /// One-hot: `count` numbers, 1 at `place`, 0 elsewhere.
  void one_of(std::size_t place, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) flag(i == place);
  }
  /// The lowest `count` bits of a mask.
  void bits(unsigned mask, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) flag((mask >> i & 1U) != 0);
  }
  /// A limit of which `used` are spent, as kLimitInputs numbers; all 0 without a limit (0).
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
  number(limit > 0 ? 1.0 / (1.0 + left / 10.0) : 0.0);  // resolves the last few
  number(limit > 0 ? left / 100.0 : 0.0);
}

}  // namespace tavlab
