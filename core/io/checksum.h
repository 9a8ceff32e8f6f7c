#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tavlab {

/// The size of the checksum at the end of proof and table files.
inline constexpr std::size_t kChecksumBytes = 8;

/// `hash_text` of the content, the lowest byte first.
std::string checksum(std::string_view content);

/// Whether the bytes end with the checksum of those before.
bool has_checksum(std::string_view bytes);

}  // namespace tavlab
