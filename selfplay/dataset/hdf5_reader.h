#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

namespace hdf5 {
struct Column;
class Structure;
}  // namespace hdf5

/// Reads files of Hdf5Writer, safely even if they are damaged or forged. The seal detects damage,
/// but a forger can recompute it, so nothing is trusted: tavlab's own code reads the structure and
/// checks each step, and the unpacked size is bounded. Every function throws UserError, naming the
/// file, if it is damaged, truncated or forged, or lacks what is asked for.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  /// Reads the bytes of a file; `name` stands for it in messages.
  Hdf5Reader(std::string content, std::string name);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  /// A text of at most `most` bytes.
  [[nodiscard]] std::string text_attribute(const char* name, std::size_t most);
  [[nodiscard]] std::uint64_t number_attribute(const char* name);

  /// The number of rows of a column, without unpacking it. The column then counts towards the
  /// file's unpacked size, which is bounded.
  [[nodiscard]] std::uint64_t rows(const char* name);

  /// Reads a column of numbers in rows of `columns` (0: single numbers).
  void read(const char* name, std::vector<std::uint8_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<std::uint32_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<std::uint64_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<float>& values, std::size_t columns = 0);
  /// Reads a column of at most `most_texts` texts, each of at most `most` bytes.
  void read(const char* name, std::vector<std::string>& values, std::size_t most_texts,
            std::size_t most);

  [[noreturn]] void fail(std::string_view what) const;

  /// Bytes that a file of this size may unpack to.
  static std::uint64_t most_unpacked(std::uint64_t file_bytes);

 private:
  template <typename Number>
  void read_numbers(const char* name, std::vector<Number>& values, std::size_t columns);
  const hdf5::Column& column(const char* name);
  void unpack(const hdf5::Column& column, char* values);
  void count_unpacked(std::uint64_t bytes);

  std::string name_;
  std::string content_;
  std::uint64_t unpacked_left_ = 0;
  std::unique_ptr<hdf5::Structure> structure_;
  std::set<const hdf5::Column*> counted_;  ///< columns already taken off unpacked_left_
};

}  // namespace tavlab
