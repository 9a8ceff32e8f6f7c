#include "core/io/checksum.h"

#include <cstdint>

#include "core/random.h"

namespace tavlab {

std::string checksum(std::string_view content) {
  const std::uint64_t hash = hash_text(content);
  std::string bytes(kChecksumBytes, '\0');
  for (std::size_t i = 0; i < kChecksumBytes; ++i) bytes[i] = static_cast<char>(hash >> 8 * i);
  return bytes;
}

bool has_checksum(std::string_view bytes) {
  if (bytes.size() < kChecksumBytes) return false;
  const std::size_t end = bytes.size() - kChecksumBytes;
  return checksum(bytes.substr(0, end)) == bytes.substr(end);
}

}  // namespace tavlab
