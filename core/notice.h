#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tavlab {

/// Prints progress or a message. Unlike fmt::print it ignores write errors: a log on a full disk or
/// a closed pipe must not abort the work that it reports on.
template <typename... Values>
void notice(std::FILE* stream, fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = fmt::format(format, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace tavlab
