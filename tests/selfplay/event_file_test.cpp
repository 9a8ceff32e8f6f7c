// Event files for TensorBoard, byte by byte.
#include "selfplay/train/event_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

/// RFC 3720, appendix B.4: 32 bytes of zeros, of ones, and rising.
TEST(EventFile, ChecksumsAreThoseOfTheStandard) {
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aaU);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43U);
  std::string rising;
  for (char c = 0; c < 32; ++c) rising += c;
  EXPECT_EQ(crc32c(rising), 0x46dd794eU);
  EXPECT_EQ(crc32c("123456789"), 0xe3069283U);
}

std::uint64_t number_at(const std::string& bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + at, size);
  return number;
}

TEST(EventFile, RecordsAreFramedAndHoldTheNumbers) {
  const TemporaryFolder folder;
  {
    EventFile file(folder.path());
    file.scalar("loss/value", 300, 0.5);
  }
  const auto entry = std::filesystem::directory_iterator(folder.path());
  std::ifstream in(entry->path(), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::vector<std::string> records;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::uint64_t length = number_at(bytes, at, 8);
    EXPECT_EQ(number_at(bytes, at + 8, 4), masked_crc32c(bytes.substr(at, 8)));
    records.push_back(bytes.substr(at + 12, length));
    EXPECT_EQ(number_at(bytes, at + 12 + length, 4), masked_crc32c(records.back()));
    at += 16 + length;
  }
  ASSERT_EQ(records.size(), 2U);
  EXPECT_NE(records[0].find("brain.Event:2"), std::string::npos);
  // wall_time, step 300 as a varint, then a summary of one value with its tag and a float.
  const std::string& event = records[1];
  EXPECT_EQ(event[0], '\x09');
  EXPECT_EQ(event.substr(9, 3), "\x10\xac\x02");
  EXPECT_EQ(event.substr(12), std::string("\x2a\x13\x0a\x11\x0a\x0aloss/value\x15\0\0\0\x3f", 21));
}

}  // namespace
}  // namespace tavlab
