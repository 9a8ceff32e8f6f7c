#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tavlab {

/// Prints progress or a message beside the results. Unlike fmt::print it never throws: a stream
/// that cannot be written (a log on a full disk, a closed pipe) must not end the work it tells of.
template <typename... Values>
void notice(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace tavlab
