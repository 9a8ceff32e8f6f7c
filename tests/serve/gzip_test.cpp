#include "serve/http/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace tavlab::serve {
namespace {

std::string unpacked(const std::string& packed, std::size_t size) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  std::string in = packed, text(size + 1, '?');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(Gzip, IsUnpackedToTheSameText) {
  std::string noise;
  for (unsigned at = 0, state = 1; at < 100'000; ++at) {
    noise += static_cast<char>((state = state * 1664525U + 1013904223U) >> 24U);
  }
  for (const std::string& text :
       {std::string(), std::string("a"), std::string(50'000, 'a'), noise}) {
    EXPECT_TRUE(unpacked(gzip(text), text.size()) == text) << text.size();
  }
  EXPECT_LT(gzip(std::string(50'000, 'a')).size(), 200U);
}

TEST(Gzip, IsSentToThoseWhoSayThatTheyReadIt) {
  for (const char* header :
       {"gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "br,\tgzip ; q=1"}) {
    EXPECT_TRUE(accepts_gzip(header)) << header;
  }
  for (const char* header :
       {"", "br", "x-gzip2", "identity", "gzip;q=0", "gzip; q=0.000", "*;q=0", ",;,"}) {
    EXPECT_FALSE(accepts_gzip(header)) << header;
  }
}

}  // namespace
}  // namespace tavlab::serve
