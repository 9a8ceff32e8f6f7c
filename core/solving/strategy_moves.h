#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

// The moves of a strategy as bytes, in a certificate.
namespace tavlab {

/// Appends move indices as LEB128: 7 bits per byte, the lowest first; all bytes but the last have
/// the eighth bit set.
class MoveWriter {
 public:
  void add(std::uint64_t index) {
    for (; index >= 0x80; index >>= 7) bytes_.push_back(static_cast<char>(index | 0x80));
    bytes_.push_back(static_cast<char>(index));
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class MoveReader {
 public:
  /// The bytes must outlive it.
  explicit MoveReader(const std::string& bytes) : bytes_(bytes) {}

  /// nullopt at the end and for an invalid index.
  std::optional<std::uint64_t> next() {
    std::uint64_t index = 0;
    for (int shift = 0; shift < 28 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      index |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return index;
    }
    return std::nullopt;
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace tavlab
