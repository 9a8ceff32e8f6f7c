#include "selfplay/train/event_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace tavlab {
namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0x82f63b78U : 0U);
    table[i] = crc;
  }
  return table;
}

// Numbers in the file are little-endian.
template <typename Number>
std::string bytes_of(Number number) {
  static_assert(std::endian::native == std::endian::little);
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

std::string varint(std::uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>((number & 0x7f) | 0x80);
  return bytes + static_cast<char>(number);
}

// A field of a message is a field number with a wire type, then the value.
enum WireType : std::uint64_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };
std::string field(std::uint64_t number, WireType type, const std::string& value) {
  return varint(number << 3 | type) + value;
}
std::string bytes_field(std::uint64_t number, std::string_view value) {
  return field(number, kBytes, varint(value.size()) + std::string(value));
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::uint32_t crc32c(std::string_view data) {
  static constexpr std::array<std::uint32_t, 256> kTable = make_table();
  std::uint32_t crc = 0xffffffffU;
  for (const char c : data)
    crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xffU] ^ (crc >> 8);
  return ~crc;
}

std::uint32_t masked_crc32c(std::string_view data) {
  return std::rotr(crc32c(data), 15) + 0xa282ead8U;
}

EventFile::EventFile(const std::filesystem::path& folder) {
  constexpr int kAttempts = 100;
  const double now = seconds_now();
  const std::string name = fmt::format("events.out.tfevents.{:.0f}.tavlab", now);
  for (int attempt = 1; file_ < 0 && attempt <= kAttempts; ++attempt) {
    // Always a new file: an existing one may be another run's, or a link to anything.
    const std::filesystem::path path =
        folder / (attempt == 1 ? name : fmt::format("{}-{}", name, attempt));
    file_ =
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST) break;
  }
  record(field(1, kFixed64, bytes_of(now)) + bytes_field(3, "brain.Event:2"));
}

EventFile::~EventFile() {
  flush();
  if (file_ >= 0) close(file_);
}

void EventFile::scalar(std::string_view tag, std::uint64_t step, double value) {
  const std::string one =
      bytes_field(1, tag) + field(2, kFixed32, bytes_of(static_cast<float>(value)));
  record(field(1, kFixed64, bytes_of(seconds_now())) + field(2, kVarint, varint(step)) +
         bytes_field(5, bytes_field(1, one)));
}

void EventFile::flush() {
  const std::string bytes = std::exchange(unwritten_, {});
  if (file_ < 0 || bytes.empty()) return;
  if (write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size())) return;
  close(std::exchange(file_, -1));  // nothing after a truncated record can be read
}

void EventFile::record(const std::string& event) {
  if (file_ < 0) return;
  const std::string length = bytes_of(std::uint64_t{event.size()});
  unwritten_ += length + bytes_of(masked_crc32c(length)) + event + bytes_of(masked_crc32c(event));
}

}  // namespace tavlab
