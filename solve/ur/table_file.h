#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
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

/// A checksum of whole words and what is left over (mixing as in MurmurHash64A, Appleby 2008).
std::uint64_t checksum(std::span<const std::byte> bytes);

/// What decides the values of a table: the rules without the number of pieces and the opening, as
/// tables hold every number of pieces left up to theirs.
std::uint64_t table_rules_hash(const Parameters& parameters);

/// The header of a table; `rules_id` says for people what it is.
TableHeader make_header(const TableShape& shape, std::string_view rules_id, bool throws,
                        double tolerance);

/// The layers in the order in which they are solved: those with fewer pieces first; a layer and the
/// same seen from the other side one after the other.
std::vector<std::pair<int, int>> layer_order(const TableShape& shape);

/// Throws UserError naming the fault when the header is not that of a table of this format.
void check_header(const TableHeader& header, const std::filesystem::path& file);

}  // namespace tavlab::ur
