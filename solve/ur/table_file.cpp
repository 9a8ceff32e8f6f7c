#include "solve/ur/table_file.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/error.h"
#include "core/random.h"

namespace tavlab::ur {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995U;
  // Four streams side by side, so that one multiplication need not wait for the last.
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
  // Chances, not weights: 1 of 2 is 2 of 4.
  const int divisor = std::accumulate(p.dice_weights.begin(), p.dice_weights.end(), 0,
                                      [](int a, int b) { return std::gcd(a, b); });
  for (const int weight : p.dice_weights) add(weight / divisor);
  for (const SquareClass c : p.classes) add(c);
  add(p.rosette_extra);
  add(p.rosette_safe);
  add(p.capture_extra);
  add(p.capture_backward);
  add(p.extra_throw);
  add(p.turned_from);
  add(p.cross_kind);
  add(p.capacity);
  add(p.access);
  add(p.finish);
  add(p.exit);
  add(p.deadlock);
  return hash;
}

TableHeader make_header(const TableShape& shape, std::string_view rules_id, bool throws,
                        double tolerance) {
  TableHeader header;
  header.has_throws = throws ? 1 : 0;
  header.rules_hash = table_rules_hash(shape.rules().parameters);
  header.pieces = shape.most();
  header.spare = shape.spare();
  header.planes = shape.planes();
  header.positions = shape.positions();
  header.tolerance = tolerance;
  const std::size_t length = std::min(rules_id.size(), header.rules_id.size() - 1);
  std::copy_n(rules_id.begin(), length, header.rules_id.begin());
  header.checksum =
      checksum(std::as_bytes(std::span(&header, 1)).first(offsetof(TableHeader, checksum)));
  return header;
}

std::vector<std::pair<int, int>> layer_order(const TableShape& shape) {
  std::vector<std::pair<int, int>> order;
  for (int sum = 2 * shape.fewest(); sum <= 2 * shape.most(); ++sum) {
    for (int own = shape.most(); own >= shape.fewest(); --own) {
      const int other = sum - own;
      if (other > own || other < shape.fewest()) continue;
      order.emplace_back(own, other);
      if (own != other) order.emplace_back(other, own);
    }
  }
  return order;
}

void check_header(const TableHeader& header, const std::filesystem::path& file) {
  const auto fail = [&](std::string_view what) {
    throw UserError(fmt::format("table '{}': {}", file.string(), what));
  };
  if (header.magic != kTableMagic) fail("this is no table of tavlab's; `tavlab solve` makes them");
  if (header.version != kTableVersion) {
    fail(fmt::format("it has format {}, this program reads format {}", header.version,
                     kTableVersion));
  }
  const auto bytes = std::as_bytes(std::span(&header, 1)).first(offsetof(TableHeader, checksum));
  if (checksum(bytes) != header.checksum) fail("its header is damaged (wrong checksum)");
}

}  // namespace tavlab::ur
