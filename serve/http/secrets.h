#pragma once

#include <string>
#include <string_view>

namespace tavlab::serve {

/// 32 random hexadecimal digits from the kernel. Throws std::system_error.
std::string random_token();

/// Whether two texts are equal, in a time that tells nothing about where they differ.
bool same_secret(std::string_view a, std::string_view b);

}  // namespace tavlab::serve
