#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ur/solve/table_shape.h"

namespace tavlab::ur {

// A table file: a header, then the layers in the order in which they are solved, each with its own
// header and its values as little-endian IEEE doubles. Specified in core/ur/solve/FORMAT.md.

inline constexpr std::array<char, 8> kTableMagic = {'t', 'a', 'v', 'U', 'r', 'T', 'b', 'l'};
inline constexpr std::uint32_t kTableVersion = 1;

struct TableHeader {
  std::array<char, 8> magic = kTableMagic;
  std::uint32_t version = kTableVersion;
  std::uint32_t has_rolls = 0;
  std::uint64_t rules_hash = 0;  ///< see table_rules_hash
  std::int32_t pieces = 0;
  std::int32_t spare = 0;
  std::uint64_t planes = 1;
  std::uint64_t positions = 0;  ///< of all layers
  double tolerance = 0;
  std::array<char, 448> rules_id{};  ///< for people; zero-terminated
  std::uint64_t checksum = 0;        ///< of the bytes before

  bool operator==(const TableHeader&) const = default;
};
static_assert(sizeof(TableHeader) == 512);

struct LayerHeader {
  std::int32_t own = 0;
  std::int32_t other = 0;
  std::uint64_t values = 0;  ///< win probabilities, and as many expected rolls if present
  std::uint64_t sweeps = 0;
  double residual = 0;        ///< the largest change of a win probability in the last sweep
  double rolls_residual = 0;  ///< and of expected rolls
  std::uint64_t data_checksum = 0;
  std::uint64_t unused = 0;
  std::uint64_t checksum = 0;  ///< of the bytes before
};
static_assert(sizeof(LayerHeader) == 64);

/// The header of a checkpoint of a pair of layers in the part file. Its values follow.
struct WorkHeader {
  std::array<char, 8> magic = {'t', 'a', 'v', 'U', 'r', 'W', 'r', 'k'};
  std::uint32_t version = 1;
  std::uint32_t rolls = 0;  ///< 1: win probabilities are done, expected rolls are being swept
  std::uint64_t table = 0;  ///< the checksum of the table's header
  std::int32_t own = 0;     ///< of the first of the layers
  std::int32_t other = 0;
  std::uint64_t values = 0;
  std::uint64_t number = 0;      ///< the higher one is the later one
  std::uint64_t sweeps = 0;      ///< of the current quantity
  double change = 0;             ///< the largest of the last sweep
  std::uint64_t win_sweeps = 0;  ///< with `rolls`: of the win probabilities
  double win_residual = 0;
  std::uint64_t data_checksum = 0;
  std::array<std::uint64_t, 4> unused{};
  std::uint64_t checksum = 0;  ///< of the bytes before
};
static_assert(sizeof(WorkHeader) == 128);

/// A checksum by 64-bit words (mixing as in MurmurHash64A, Appleby 2008).
std::uint64_t checksum(std::span<const std::byte> bytes);

/// A hash of everything that determines a table's values: the rules without the number of pieces
/// and the opening, as a table covers every number of pieces left up to its own.
std::uint64_t table_rules_hash(const Parameters& parameters);

/// The header of a table; `rules_id` is for people.
TableHeader make_header(const TableShape& shape, std::string_view rules_id, bool rolls,
                        double tolerance);

/// The layers of a table for `fewest` to `most` pieces that are not home, in the order in which
/// they are solved: fewer pieces first; a layer is followed by its mirror from the other side.
std::vector<std::pair<int, int>> layer_order(int fewest, int most);
inline std::vector<std::pair<int, int>> layer_order(const TableShape& shape) {
  return layer_order(shape.fewest(), shape.most());
}

/// Throws UserError naming the fault if the header is not that of a table of this format, or is
/// implausible.
void check_header(const TableHeader& header, const std::filesystem::path& file);

// Checksums detect damage, not forgery. Values are therefore checked for plausibility, too.

/// What is wrong with a layer's header whose checksum is correct; empty if nothing is.
std::string layer_fault(const LayerHeader& layer, const TableHeader& table, int own, int other);

/// Whether a residual and a number of sweeps are those of a finished layer.
bool is_solved(double residual, std::uint64_t sweeps, double tolerance);

/// Expected rolls need as many digits as probabilities, but are about a hundred times as large.
inline constexpr double kRollsTolerance = 100;

/// Whether all values are win probabilities, allowing for rounding errors beyond 0 and 1.
bool are_probabilities(std::span<const double> values);
/// Whether all values are finite and non-negative, as expected rolls are.
bool are_rolls(std::span<const double> values);

/// The checksum of a layer's values; `rolls` is empty if there are none.
std::uint64_t data_checksum(std::span<const double> win, std::span<const double> rolls);

/// The bytes of a header that its checksum covers.
template <typename Header>
std::span<const std::byte> checked_part(const Header& header) {
  return std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum));
}

}  // namespace tavlab::ur
