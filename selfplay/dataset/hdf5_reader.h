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

/// Reads an HDF5 file of Hdf5Writer: damaged and forged ones, too, without harm. The seal tells
/// damage; a forger can renew it, so nothing else is taken on trust either: the structure is read
/// by code of ours that checks each step, and what it unpacks to is bounded. Every function throws
/// UserError that names the file for one that is damaged, cut off or forged, or lacks what is asked
/// for.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  /// The bytes of a file; `name` stands for it in messages.
  Hdf5Reader(std::string content, std::string name);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  /// At most `most` bytes of text.
  [[nodiscard]] std::string text_attribute(const char* name, std::size_t most);
  [[nodiscard]] std::uint64_t number_attribute(const char* name);

  /// Rows of a column, before anything of it is unpacked. From then on it counts among what the
  /// file unpacks to, which is refused where that is too much.
  [[nodiscard]] std::uint64_t rows(const char* name);

  /// A column of numbers, rows of `columns` (0: single ones).
  void read(const char* name, std::vector<std::uint8_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<std::uint32_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<std::uint64_t>& values, std::size_t columns = 0);
  void read(const char* name, std::vector<float>& values, std::size_t columns = 0);
  /// A column of texts: at most `most_texts`, each of at most `most` bytes.
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
  std::set<const hdf5::Column*> counted_;  ///< columns that unpacked_left_ has paid for
};

}  // namespace tavlab
