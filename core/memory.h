#pragma once

#include <cstdint>
#include <string>

namespace tavlab {

/// The available memory in bytes, according to the system; 0 if unknown.
std::uint64_t available_memory();

/// "840 bytes", "35.2 MB", "1.10 GB".
std::string size_text(std::uint64_t bytes);

}  // namespace tavlab
