#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The structure of HDF5 files as Hdf5Writer makes them, read without the HDF5 library, which
/// crashes on some forged files. Every address and size is checked before it is used, and features
/// that Hdf5Writer does not use are refused. The code cites sections of the "HDF5 File Format
/// Specification, version 2.0". All functions throw UserError, without the file's name, if the
/// file is not valid.
namespace tavlab::hdf5 {

/// The type of a column's values.
enum class Kind : std::uint8_t { u8, u32, u64, f32, text };

/// Bytes of one value in the file; for a text, those of the reference to it.
std::size_t stored_size(Kind kind);

/// A compressed part of a column.
struct Chunk {
  std::string_view packed;
  std::uint32_t left_out = 0;  ///< bit i: filter i was not applied
};

/// A column or an attribute: where its values are.
struct Column {
  Kind kind = Kind::u8;
  int rank = 0;  ///< 0 a single value, 1 a row, 2 rows of columns
  std::uint64_t rows = 1, columns = 1;
  std::string_view plain;  ///< the values, if they are stored in one piece
  /// Otherwise the chunks of the column, of `chunk_rows` rows each.
  std::vector<Chunk> chunks;
  std::uint64_t chunk_rows = 0;

  /// Bytes of all values. Does not overflow: columns are bounded when they are read.
  [[nodiscard]] std::uint64_t bytes() const { return rows * columns * stored_size(kind); }
};

// The filters of chunks, in order.
inline constexpr std::uint32_t kShuffleStep = 1, kDeflateStep = 2, kChecksumStep = 4;

/// A file in memory, which must outlive it.
class Structure {
 public:
  explicit Structure(std::string_view bytes);

  /// Null if there is none of that name.
  [[nodiscard]] const Column* attribute(const std::string& name) const;
  /// A column by its path, such as "games/seed"; null if there is none. Columns of more than
  /// `most_bytes` are refused.
  const Column* column(const std::string& path, std::uint64_t most_bytes);
  /// The text that a stored value of a text column refers to.
  std::string_view text(std::string_view stored);

 private:
  struct Message {
    std::uint16_t type;
    std::string_view data;
  };
  struct Link {
    std::string name;
    std::uint64_t object;
  };
  using Heap = std::map<std::uint16_t, std::string_view>;

  void step();
  [[nodiscard]] std::string_view part(std::uint64_t address, std::uint64_t size) const;
  [[nodiscard]] std::string_view from(std::uint64_t address) const;
  std::vector<Message> messages(std::uint64_t address);
  std::vector<Link> links(const std::vector<Message>& group);
  void group_node(std::uint64_t address, int level, std::string_view names,
                  std::vector<Link>& links);
  void symbol_node(std::uint64_t address, std::string_view names, std::vector<Link>& links);
  void read_attribute(std::string_view message);
  Column read_column(std::uint64_t address, std::uint64_t most_bytes);
  void read_chunks(std::uint64_t address, int level, Column& column);
  const Heap& heap(std::uint64_t address);

  std::string_view bytes_;
  std::uint64_t steps_left_;
  std::map<std::string, std::uint64_t> objects_;  ///< addresses of columns by path
  std::map<std::string, Column> attributes_, columns_;
  std::map<std::uint64_t, Heap> heaps_;
};

}  // namespace tavlab::hdf5
