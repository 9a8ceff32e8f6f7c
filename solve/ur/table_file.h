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

#include "solve/ur/table_shape.h"

namespace tavlab::ur {

// A table file: a header, then the layers in the order in which they are solved, each with a header
// of its own and its values as little-endian IEEE doubles. docs: solve/ur/FORMAT.md.

inline constexpr std::array<char, 8> kTableMagic = {'t', 'a', 'v', 'U', 'r', 'T', 'b', 'l'};
inline constexpr std::uint32_t kTableVersion = 1;

struct TableHeader {
  std::array<char, 8> magic = kTableMagic;
  std::uint32_t version = kTableVersion;
  std::uint32_t has_throws = 0;
  std::uint64_t rules_hash = 0;  ///< see table_rules_hash
  std::int32_t pieces = 0;
  std::int32_t spare = 0;
  std::uint64_t planes = 1;
  std::uint64_t positions = 0;  ///< of all layers
  double tolerance = 0;
  std::array<char, 448> rules_id{};  ///< for people; ends with 0
  std::uint64_t checksum = 0;        ///< of the bytes before

  bool operator==(const TableHeader&) const = default;
};
static_assert(sizeof(TableHeader) == 512);

struct LayerHeader {
  std::int32_t own = 0;
  std::int32_t other = 0;
  std::uint64_t values = 0;  ///< win probabilities, and as many throws where the table has them
  std::uint64_t sweeps = 0;
  double residual = 0;         ///< the largest change of a win probability in the last sweep
  double throws_residual = 0;  ///< and of expected throws
  std::uint64_t data_checksum = 0;
  std::uint64_t unused = 0;
  std::uint64_t checksum = 0;  ///< of the bytes before
};
static_assert(sizeof(LayerHeader) == 64);

/// What a pair of layers in work begins with, in the part file: how far it has come. Its values
/// follow.
struct WorkHeader {
  std::array<char, 8> magic = {'t', 'a', 'v', 'U', 'r', 'W', 'r', 'k'};
  std::uint32_t version = 1;
  std::uint32_t throws = 0;  ///< 1: the win probabilities are done, expected throws are swept
  std::uint64_t table = 0;   ///< the checksum of the table's header
  std::int32_t own = 0;      ///< of the first of the layers
  std::int32_t other = 0;
  std::uint64_t values = 0;
  std::uint64_t number = 0;      ///< the higher one is the later
  std::uint64_t sweeps = 0;      ///< of what is swept
  double change = 0;             ///< the largest of the last sweep
  std::uint64_t win_sweeps = 0;  ///< with throws: what became of the win probabilities
  double win_residual = 0;
  std::uint64_t data_checksum = 0;
  std::array<std::uint64_t, 4> unused{};
  std::uint64_t checksum = 0;  ///< of the bytes before
};
static_assert(sizeof(WorkHeader) == 128);

/// A checksum of whole words and what is left over (mixing as in MurmurHash64A, Appleby 2008).
std::uint64_t checksum(std::span<const std::byte> bytes);

/// What decides the values of a table: the rules without the number of pieces and the opening, as
/// tables hold every number of pieces left up to theirs.
std::uint64_t table_rules_hash(const Parameters& parameters);

/// The header of a table; `rules_id` says for people what it is.
TableHeader make_header(const TableShape& shape, std::string_view rules_id, bool throws,
                        double tolerance);

/// The layers in the order in which they are solved, of a table for `fewest` to `most` pieces that
/// are not home: those with fewer pieces first; a layer and the same seen from the other side one
/// after the other.
std::vector<std::pair<int, int>> layer_order(int fewest, int most);
inline std::vector<std::pair<int, int>> layer_order(const TableShape& shape) {
  return layer_order(shape.fewest(), shape.most());
}

/// Throws UserError naming the fault when the header is not that of a table of this format, or says
/// what no table can.
void check_header(const TableHeader& header, const std::filesystem::path& file);

// A checksum tells of damage, not of forgery: whoever writes a file can make its checksums right.
// So what is read is also held against what can be.

/// What is wrong with the checksummed header of the layer (own, other) of such a table; empty:
/// nothing.
std::string layer_fault(const LayerHeader& layer, const TableHeader& table, int own, int other);

/// Whether a residual and a number of sweeps can be those of a layer that is done.
bool is_solved(double residual, std::uint64_t sweeps, double tolerance);

/// Throws are counted, not probabilities: as many digits, a hundred times as large.
inline constexpr double kThrowsTolerance = 100;

/// Whether all are win probabilities. Rounding may take them beyond 0 or 1, by a hair.
bool are_probabilities(std::span<const double> values);
/// Whether all are numbers of throws.
bool are_throws(std::span<const double> values);

/// The checksum of a layer's values; `throws` is empty where there are none.
std::uint64_t data_checksum(std::span<const double> win, std::span<const double> throws);

/// The bytes of a header that its own checksum covers.
template <typename Header>
std::span<const std::byte> checked_part(const Header& header) {
  return std::as_bytes(std::span(&header, 1)).first(offsetof(Header, checksum));
}

}  // namespace tavlab::ur
