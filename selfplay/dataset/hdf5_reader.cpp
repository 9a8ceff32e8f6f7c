#include "selfplay/dataset/hdf5_reader.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "selfplay/dataset/hdf5_structure.h"
#include "selfplay/dataset/hdf5_writer.h"

namespace tavlab {
namespace {

using hdf5::Chunk;
using hdf5::Column;
using hdf5::Kind;

template <typename Number>
constexpr Kind kind_of() {
  if constexpr (std::is_same_v<Number, std::uint8_t>) return Kind::u8;
  if constexpr (std::is_same_v<Number, std::uint32_t>) return Kind::u32;
  if constexpr (std::is_same_v<Number, std::uint64_t>) return Kind::u64;
  if constexpr (std::is_same_v<Number, float>) return Kind::f32;
}

/// Undoes HDF5's shuffle, which stores the first bytes of all values, then the second ones, ...
void unshuffle(const std::string& from, std::size_t size, std::string& to) {
  const std::size_t count = from.size() / size;
  for (std::size_t byte = 0; byte < size; ++byte) {
    const char* const bytes = from.data() + byte * count;
    for (std::size_t i = 0; i < count; ++i) to[i * size + byte] = bytes[i];
  }
}

/// Unpacks a chunk into `into`, which has the expected size; `room` is scratch. The checksum is not
/// checked: the seal covers it.
void unpack_chunk(const Chunk& chunk, std::size_t value_size, std::string& into,
                  std::string& room) {
  const auto refuse = [] { throw UserError("is damaged or forged: a chunk cannot be unpacked"); };
  constexpr std::size_t kChecksumBytes = 4;
  std::string_view packed = chunk.packed;
  if ((chunk.left_out & hdf5::kChecksumStep) == 0) {
    if (packed.size() < kChecksumBytes) refuse();
    packed.remove_suffix(kChecksumBytes);
  }
  if ((chunk.left_out & hdf5::kDeflateStep) == 0) {
    uLongf size = into.size();
    const int result = uncompress(reinterpret_cast<Bytef*>(into.data()), &size,
                                  reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    if (result != Z_OK || size != into.size()) refuse();
  } else {
    if (packed.size() != into.size()) refuse();
    std::ranges::copy(packed, into.begin());
  }
  if ((chunk.left_out & hdf5::kShuffleStep) != 0 || value_size == 1) return;
  room.resize(into.size());
  unshuffle(into, value_size, room);
  std::swap(into, room);
}

}  // namespace

std::uint64_t Hdf5Reader::most_unpacked(std::uint64_t file_bytes) {
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30, kRatio = 100;
  return std::clamp(kRatio * file_bytes, kGigabyte, 4 * kGigabyte);
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path)
    : Hdf5Reader(read_file(path, kMaxDataBytes), path.string()) {}

Hdf5Reader::Hdf5Reader(std::string content, std::string name)
    : name_(std::move(name)), content_(std::move(content)) {
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  if (!content_.starts_with(kSignature)) fail("is not an HDF5 file");
  const std::size_t seal = hdf5_seal({}).size();
  const std::string_view sealed =
      std::string_view(content_).substr(0, content_.size() - std::min(content_.size(), seal));
  if (!content_.ends_with(hdf5_seal(sealed))) {
    fail(
        "is truncated, damaged or changed by another program: the seal at its end does not "
        "match");
  }
  unpacked_left_ = most_unpacked(content_.size());
  try {
    structure_ = std::make_unique<hdf5::Structure>(sealed);
  } catch (const UserError& error) {
    fail(error.what());
  }
}

Hdf5Reader::~Hdf5Reader() = default;

void Hdf5Reader::fail(std::string_view what) const {
  throw UserError(fmt::format("{}: {}", name_, what));
}

void Hdf5Reader::count_unpacked(std::uint64_t bytes) {
  if (bytes > unpacked_left_) {
    fail(fmt::format("is damaged or forged: it would unpack to more than {} bytes",
                     most_unpacked(content_.size())));
  }
  unpacked_left_ -= bytes;
}

std::string Hdf5Reader::text_attribute(const char* name, std::size_t most) {
  const Column* const found = structure_->attribute(name);
  if (found == nullptr || found->kind != Kind::text)
    fail(fmt::format("attribute '{}' is missing", name));
  try {
    const std::string_view text = structure_->text(found->plain);
    if (text.size() <= most) return std::string(text);
  } catch (const UserError& error) {
    fail(error.what());
  }
  fail(fmt::format("is damaged or forged: its '{}' has more than {} bytes", name, most));
}

std::uint64_t Hdf5Reader::number_attribute(const char* name) {
  const Column* const found = structure_->attribute(name);
  if (found == nullptr || found->kind != Kind::u64)
    fail(fmt::format("attribute '{}' is missing", name));
  std::uint64_t number = 0;
  std::memcpy(&number, found->plain.data(), sizeof number);
  return number;
}

const Column& Hdf5Reader::column(const char* name) {
  const Column* found = nullptr;
  try {
    found = structure_->column(name, most_unpacked(content_.size()));
  } catch (const UserError& error) {
    fail(fmt::format("{} ('{}')", error.what(), name));
  }
  if (found == nullptr) fail(fmt::format("lacks '{}'", name));
  if (counted_.insert(found).second) count_unpacked(found->bytes());
  return *found;
}

std::uint64_t Hdf5Reader::rows(const char* name) { return column(name).rows; }

void Hdf5Reader::unpack(const Column& column, char* values) {
  if (column.chunks.empty()) {
    std::ranges::copy(column.plain, values);
    return;
  }
  const std::size_t value_size = stored_size(column.kind);
  const std::uint64_t chunk_bytes = column.chunk_rows * column.columns * value_size;
  std::string chunk(chunk_bytes, '\0'), room;
  std::uint64_t left = column.bytes();
  for (const Chunk& each : column.chunks) {
    unpack_chunk(each, value_size, chunk, room);
    const std::uint64_t used = std::min(left, chunk_bytes);  // the last chunk is partly used
    std::memcpy(values, chunk.data(), used);
    values += used;
    left -= used;
  }
}

template <typename Number>
void Hdf5Reader::read_numbers(const char* name, std::vector<Number>& values, std::size_t columns) {
  const Column& found = column(name);
  const bool fits = found.kind == kind_of<Number>() && found.rank == (columns == 0 ? 1 : 2) &&
                    (columns == 0 || found.columns == columns);
  if (!fits) fail(fmt::format("'{}' does not have the expected type and shape", name));
  values.resize(found.rows * found.columns);
  if (values.empty()) return;
  try {
    unpack(found, reinterpret_cast<char*>(values.data()));
  } catch (const UserError& error) {
    fail(fmt::format("{} ('{}')", error.what(), name));
  }
}

void Hdf5Reader::read(const char* name, std::vector<std::uint8_t>& values, std::size_t columns) {
  read_numbers(name, values, columns);
}
void Hdf5Reader::read(const char* name, std::vector<std::uint32_t>& values, std::size_t columns) {
  read_numbers(name, values, columns);
}
void Hdf5Reader::read(const char* name, std::vector<std::uint64_t>& values, std::size_t columns) {
  read_numbers(name, values, columns);
}
void Hdf5Reader::read(const char* name, std::vector<float>& values, std::size_t columns) {
  read_numbers(name, values, columns);
}

void Hdf5Reader::read(const char* name, std::vector<std::string>& values, std::size_t most_texts,
                      std::size_t most) {
  const Column& found = column(name);
  if (found.kind != Kind::text || found.rank != 1 || found.rows > most_texts) {
    fail(fmt::format("'{}' is not a list of at most {} strings", name, most_texts));
  }
  values.clear();
  const std::size_t stored = stored_size(Kind::text);
  for (std::size_t i = 0; i < found.rows; ++i) {
    std::string_view text;
    try {
      text = structure_->text(found.plain.substr(i * stored, stored));
    } catch (const UserError& error) {
      fail(fmt::format("{} ('{}')", error.what(), name));
    }
    if (text.size() > most) {
      fail(fmt::format("is damaged or forged: a text of '{}' has more than {} bytes", name, most));
    }
    count_unpacked(text.size());
    values.emplace_back(text);
  }
}

}  // namespace tavlab
