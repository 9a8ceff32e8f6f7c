#include "core/ur/solve/table_file.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

#include "core/error.h"
#include "core/random.h"
#include "core/subscript.h"
#include "core/text.h"

namespace tavlab::ur {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995U;
  // Four interleaved streams, so that multiplications do not wait for each other.
  std::array<std::uint64_t, 4> h = {1, 2, 3, 4};
  std::size_t i = 0;
  for (; i + 32 <= bytes.size(); i += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data() + i, 32);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t k = words[lane] * kMultiplier;
      k = (k ^ (k >> 47)) * kMultiplier;
      h[lane] = (h[lane] ^ k) * kMultiplier;
    }
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : h) sum = mix64(sum ^ lane);
  for (; i < bytes.size(); ++i) sum = mix64(sum ^ static_cast<std::uint64_t>(bytes[i]));
  return sum;
}

std::uint64_t table_rules_hash(const Parameters& p) {
  std::uint64_t hash = hash_text("ur table");
  const auto add = [&](auto value) {
    hash = derive_seed({hash, static_cast<std::uint64_t>(value)});
  };
  add(p.board);
  for (const int square : p.path) add(square);
  // Probabilities, not weights: 1 of 2 equals 2 of 4.
  const int divisor = std::accumulate(p.dice_weights.begin(), p.dice_weights.end(), 0,
                                      [](int a, int b) { return std::gcd(a, b); });
  for (const int weight : p.dice_weights) add(weight / divisor);
  for (const SquareClass c : p.classes) add(c);
  add(p.rosette_extra);
  add(p.rosette_safe);
  add(p.capture_extra);
  add(p.capture_backward);
  add(p.extra_roll);
  add(p.turned_from);
  add(p.cross_kind);
  add(p.capacity);
  add(p.access);
  add(p.finish);
  add(p.exit);
  add(p.deadlock);
  for (const auto& [key, value] : p.identity.parameters) {
    if (p.identity.schema->find(key)->since != kFirstVersion) add(hash_text(key + "=" + value));
  }
  return hash;
}

TableHeader make_header(const TableShape& shape, std::string_view rules_id, bool rolls,
                        double tolerance) {
  TableHeader header;
  header.has_rolls = rolls ? 1 : 0;
  header.rules_hash = table_rules_hash(shape.rules().parameters);
  header.pieces = shape.most();
  header.spare = shape.spare();
  header.planes = shape.planes();
  header.positions = shape.positions();
  header.tolerance = tolerance;
  const std::size_t length = std::min(rules_id.size(), header.rules_id.size() - 1);
  std::copy_n(rules_id.begin(), length, header.rules_id.begin());
  header.checksum = checksum(checked_part(header));
  return header;
}

std::vector<std::pair<int, int>> layer_order(int fewest, int most) {
  std::vector<std::pair<int, int>> order;
  for (int sum = 2 * fewest; sum <= 2 * most; ++sum) {
    for (int own = most; own >= fewest; --own) {
      const int other = sum - own;
      if (other > own || other < fewest) continue;
      order.emplace_back(own, other);
      if (own != other) order.emplace_back(other, own);
    }
  }
  return order;
}

namespace {

/// What is wrong with a header whose checksum is correct; empty if nothing is.
std::string header_fault(const TableHeader& h) {
  if (h.has_rolls > 1) {
    return fmt::format("its flag for expected rolls is {}, not 0 or 1", h.has_rolls);
  }
  if (h.pieces < 1 || h.pieces > kMaxPieces) {
    return fmt::format("its number of pieces is {}, not from 1 to {}", h.pieces, kMaxPieces);
  }
  if (h.spare < 0 || h.spare >= h.pieces) {
    return fmt::format("{} pieces of {} need not come home, not from 0 to {}", h.spare, h.pieces,
                       h.pieces - 1);
  }
  if (h.planes < 1 || h.planes > kMaxPath + 1) {
    return fmt::format("its number of planes is {}, not from 1 to {}", h.planes, kMaxPath + 1);
  }
  if (!(h.tolerance >= 0 && h.tolerance <= 1)) {
    return fmt::format("its tolerance is {}, not from 0 to 1", h.tolerance);
  }
  const auto end = std::ranges::find(h.rules_id, '\0');
  const std::string_view id(h.rules_id.data(), at(end - h.rules_id.begin()));
  if (end == h.rules_id.end() || !is_plain(id) || id.find_first_of("\n\t") != id.npos) {
    return "the name of its rules is not plain text";
  }
  return {};
}

}  // namespace

void check_header(const TableHeader& header, const std::filesystem::path& file) {
  const auto fail = [&](std::string_view what) {
    throw UserError(fmt::format("table '{}': {}", file.string(), what));
  };
  if (header.magic != kTableMagic) fail("it is not a tavlab table; `tavlab solve` makes them");
  if (header.version != kTableVersion) {
    fail(fmt::format("it has format {}, this program reads format {}", header.version,
                     kTableVersion));
  }
  if (checksum(checked_part(header)) != header.checksum) {
    fail("its header is damaged (wrong checksum)");
  }
  if (const std::string fault = header_fault(header); !fault.empty()) {
    fail(fmt::format("its header is damaged or forged: {}", fault));
  }
}

std::string layer_fault(const LayerHeader& layer, const TableHeader& table, int own, int other) {
  const auto of_layer = [&](std::string_view what) {
    return fmt::format("it is damaged or forged: the layer of {} and {} pieces {}", own, other,
                       what);
  };
  if (layer.own != own || layer.other != other) return of_layer("does not start where it should");
  if (layer.values == 0 || layer.values % table.planes != 0) {
    return of_layer(fmt::format("has {} values in {} planes", layer.values, table.planes));
  }
  const bool rolls = table.has_rolls != 0;
  if (!is_solved(layer.residual, layer.sweeps, table.tolerance) ||
      !is_solved(layer.rolls_residual, layer.sweeps,
                 rolls ? kRollsTolerance * table.tolerance : 0)) {
    return of_layer(
        fmt::format("has residuals of {} and {} after {} sweeps, but the tolerance is {}",
                    layer.residual, layer.rolls_residual, layer.sweeps, table.tolerance));
  }
  return {};
}

bool is_solved(double residual, std::uint64_t sweeps, double tolerance) {
  return sweeps > 0 && residual >= 0 && residual <= tolerance;
}

bool are_probabilities(std::span<const double> values) {
  constexpr double kHair = 1e-9;
  // No early exit, so that the loop is vectorized; NaN fails both comparisons.
  bool right = true;
  for (const double value : values) right &= (value >= -kHair) & (value <= 1 + kHair);
  return right;
}

bool are_rolls(std::span<const double> values) {
  bool right = true;
  for (const double value : values) {
    right &= (value >= 0) & (value <= std::numeric_limits<double>::max());
  }
  return right;
}

std::uint64_t data_checksum(std::span<const double> win, std::span<const double> rolls) {
  std::uint64_t sum = checksum(std::as_bytes(win));
  if (!rolls.empty()) sum = mix64(sum ^ checksum(std::as_bytes(rolls)));
  return sum;
}

}  // namespace tavlab::ur
