#include "serve/http/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "core/text.h"

namespace tavlab::serve {

std::string gzip(std::string_view text) {
  constexpr int kGzip = 16;  // added to the window's size: a gzip header instead of zlib's
  constexpr int kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // zlib does not write to its input; its type is not const for historical reasons.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);  // ends in one call: the output has room for the worst case
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

bool accepts_gzip(std::string_view accept_encoding) {
  const auto trimmed = [](std::string_view text) {
    constexpr std::string_view kBlank = " \t";
    const std::size_t begin = std::min(text.find_first_not_of(kBlank), text.size());
    return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
  };
  for (const std::string_view coding : split(accept_encoding, ',')) {
    const auto parts = split(coding, ';');
    if (trimmed(parts[0]) != "gzip") continue;
    const std::string_view weight = parts.size() > 1 ? trimmed(parts[1]) : "q=1";
    return weight.find_first_of("123456789") != std::string_view::npos;
  }
  return false;
}

}  // namespace tavlab::serve
