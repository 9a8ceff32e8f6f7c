#include "experiments/run/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "core/error.h"

namespace tavlab {

std::string Shard::text() const { return whole() ? "" : fmt::format("{}/{}", index, count); }

Shard Shard::parse(std::string_view text) {
  if (text.empty()) return {};
  constexpr std::uint64_t kMost = 1'000'000;
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec == std::errc{} && index.ptr != end && *index.ptr == '/') {
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    if (count.ec == std::errc{} && count.ptr == end && shard.index >= 1 &&
        shard.index <= shard.count && shard.count <= kMost) {
      return shard;
    }
  }
  throw UserError(fmt::format(
      "shard '{}': must be K/N, the K-th of N parts, K from 1 to N and N at most {}", text, kMost));
}

}  // namespace tavlab
