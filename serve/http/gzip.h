#pragma once

#include <string>
#include <string_view>

namespace tavlab::serve {

/// `text` as a gzip file (RFC 1952). Throws std::bad_alloc.
[[nodiscard]] std::string gzip(std::string_view text);

/// Whether the value of a request's header Accept-Encoding names gzip and does not refuse it by a
/// quality of 0 (RFC 9110, 12.5.3).
[[nodiscard]] bool accepts_gzip(std::string_view accept_encoding);

}  // namespace tavlab::serve
