#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tavlab {

/// The seal: a line after the HDF5 data with the hash of all bytes before it. Other readers ignore
/// it.
std::string hdf5_seal(std::string_view content);

/// Writes an HDF5 file with a seal, atomically. The file is made in memory, since HDF5 crashes if
/// the disk is full. The same content gives the same bytes: there are no timestamps. Every function
/// throws UserError if the file cannot be written.
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

  /// Numbers in rows of `columns`; 0 for a one-dimensional column. Compressed (gzip), with
  /// checksums (Fletcher).
  void numbers(const char* name, std::span<const std::uint8_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const std::uint32_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const std::uint64_t> values, std::size_t columns = 0);
  void numbers(const char* name, std::span<const float> values, std::size_t columns = 0);
  void texts(const char* name, std::span<const std::string> values);

  /// Bytes of the numbers and texts so far, before compression.
  [[nodiscard]] std::uint64_t unpacked() const { return unpacked_; }

  /// Completes the file and returns its bytes with the seal. Nothing can be added afterwards.
  std::string finish();
  /// Completes the file and moves it into place.
  void commit();

 private:
  template <typename Number>
  void write(const char* name, std::span<const Number> values, std::size_t columns);
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::int64_t file_ = -1;
  std::uint64_t unpacked_ = 0;
};

}  // namespace tavlab
