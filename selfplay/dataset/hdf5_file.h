#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// Writes an HDF5 file in one piece or not at all: it is made in memory, for HDF5 itself crashes
/// when a disk is full. A line of text follows what HDF5 wrote, which other readers pass over: a
/// seal, the hash of all bytes before it. Every function throws UserError when the file cannot be
/// written.
class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& path);
  ~Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  /// An attribute of the file.
  void attribute(const char* name, std::string_view text);
  void attribute(const char* name, std::uint64_t number);
  void group(const char* name);

  /// Numbers in rows of `columns`; columns 0 makes one row of them. Compressed
  /// (gzip), with checksums (Fletcher).
  void numbers(const char* name, std::span<const std::uint8_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const std::uint32_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const std::uint64_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const float> values, std::size_t columns = 0);
  void texts(const char* name, std::span<const std::string> values);

  /// Completes the file and puts it in its place.
  void commit();

 private:
  template <typename Number>
  void write(const char* name, std::span<const Number> values, std::size_t columns);
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::int64_t file_ = -1;
};

/// Reads an HDF5 file of Hdf5Writer. Every function throws UserError that names the file for one
/// that is damaged, cut off, or lacks what is asked for. HDF5 trusts what it reads, up to crashing;
/// so it is shown a file only when the seal says that it is as it was written.
class Hdf5Reader {
 public:
  explicit Hdf5Reader(const std::filesystem::path& path);
  ~Hdf5Reader();
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;

  [[nodiscard]] std::string text_attribute(const char* name) const;
  [[nodiscard]] std::uint64_t number_attribute(const char* name) const;

  void read(const char* name, std::vector<std::uint8_t>& values) const;
  void read(const char* name, std::vector<std::uint32_t>& values) const;
  void read(const char* name, std::vector<std::uint64_t>& values) const;
  void read(const char* name, std::vector<float>& values) const;
  void read(const char* name, std::vector<std::string>& values) const;

  [[noreturn]] void fail(std::string_view what) const;

 private:
  template <typename Number>
  void read_numbers(const char* name, std::vector<Number>& values) const;

  std::filesystem::path path_;
  std::int64_t file_ = -1;
};

}  // namespace tavlab
