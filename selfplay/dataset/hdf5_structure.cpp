#include "selfplay/dataset/hdf5_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/error.h"

namespace tavlab::hdf5 {
namespace {

static_assert(std::endian::native == std::endian::little);  // like the files

constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
constexpr std::size_t kMaxLinks = 1000;
constexpr std::uint64_t kMaxChunkRows = 1U << 16;

// Kinds of header messages (section IV.A.2).
enum MessageType : std::uint16_t {
  kNothing = 0x00,
  kDataspace = 0x01,
  kDatatype = 0x03,
  kOldFillValue = 0x04,
  kFillValue = 0x05,
  kLayout = 0x08,
  kFilters = 0x0b,
  kAttribute = 0x0c,
  kContinuation = 0x10,
  kSymbolTable = 0x11,
  kModificationTime = 0x12
};

[[noreturn]] void refuse(std::string_view what) {
  throw UserError(fmt::format("is damaged or forged: {}", what));
}

/// Reads a sequence of bytes from its start.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : left_(bytes) {}

  std::string_view take(std::uint64_t size) {
    if (size > left_.size()) refuse("an offset points past its end");
    const std::string_view taken = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(taken.size());
    return taken;
  }
  void skip(std::uint64_t size) { take(size); }
  /// Skips to the next multiple of 8 after something of this size.
  void pad(std::uint64_t size) { skip((8 - size % 8) % 8); }
  std::uint8_t u8() { return number<std::uint8_t>(); }
  std::uint16_t u16() { return number<std::uint16_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }
  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Skips bytes that must be these.
  void expect(std::string_view bytes, std::string_view what) {
    if (take(bytes.size()) != bytes) refuse(fmt::format("{} is missing", what));
  }
  void expect(std::uint8_t byte, std::string_view what) {
    if (u8() != byte) refuse(fmt::format("{} has a version that tavlab does not write", what));
  }

 private:
  template <typename Number>
  Number number() {
    Number value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }

  std::string_view left_;
};

/// A dataspace (section IV.A.2.b): rank and extents of a column.
void read_dataspace(std::string_view message, Column& column) {
  Cursor at(message);
  at.expect(1, "a dataspace");
  column.rank = at.u8();
  at.skip(6);
  if (column.rank > 2) refuse(fmt::format("a column has {} dimensions", column.rank));
  if (column.rank >= 1) column.rows = at.u64();
  if (column.rank == 2) column.columns = at.u64();
}

bool is_text(std::uint32_t bits, std::uint32_t size, Cursor at) {
  constexpr std::uint32_t kTypeMask = 0x0f, kString = 1;
  if ((bits & kTypeMask) != kString || size != stored_size(Kind::text)) return false;
  at.skip(4);  // the character set
  return at.u32() == 1;
}

bool is_float(std::uint32_t bits, std::uint32_t size, Cursor at) {
  return bits == 0x1f20 && size == 4 && at.u16() == 0 && at.u16() == 32 && at.u8() == 23 &&
         at.u8() == 8 && at.u8() == 0 && at.u8() == 23 && at.u32() == 127;
}

/// A datatype (section IV.A.2.d): numbers as Hdf5Writer stores them, or texts of any length.
Kind read_datatype(std::string_view message) {
  constexpr std::uint8_t kIntegers = 0, kFloats = 1, kVariable = 9;
  Cursor at(message);
  const std::uint32_t begin = at.u32(), bits = begin >> 8;
  const auto type = static_cast<std::uint8_t>(begin & 0x0f);
  const std::uint32_t size = at.u32();
  if (type == kVariable && is_text(bits, size, at)) return Kind::text;
  if (type == kFloats && is_float(bits, size, at)) return Kind::f32;
  if (type == kIntegers && bits == 0 && at.u16() == 0 && at.u16() == 8 * size) {
    if (size == 1) return Kind::u8;
    if (size == 4) return Kind::u32;
    if (size == 8) return Kind::u64;
  }
  refuse("a column has a type that tavlab does not write");
}

/// A filter pipeline (section IV.A.2.l), which must be the one of Hdf5Writer.
void check_filters(std::string_view message) {
  constexpr std::array<std::uint16_t, 3> kSteps = {2, 1, 3};  // shuffle, deflate, Fletcher's
  Cursor at(message);
  at.expect(1, "a list of filters");
  bool same = at.u8() == kSteps.size();
  at.skip(6);
  for (std::size_t i = 0; same && i < kSteps.size(); ++i) {
    same = at.u16() == kSteps[i];
    const std::uint64_t name = at.u16();
    at.skip(2);
    const std::uint64_t values = at.u16();
    at.skip(name);
    at.skip(4 * (values + values % 2));
  }
  if (!same) refuse("a column is compressed in a way that tavlab does not use");
}

}  // namespace

std::size_t stored_size(Kind kind) {
  switch (kind) {
    case Kind::u8:
      return 1;
    case Kind::u32:
    case Kind::f32:
      return 4;
    case Kind::u64:
      return 8;
    case Kind::text:
      break;
  }
  return 16;
}

/// Counts the bytes read. A valid file refers to each of its bytes about once; a file with cycles,
/// or with many references to the same bytes, is refused.
void Structure::step() {
  if (steps_left_-- == 0) refuse("its parts refer to each other in a cycle");
}

std::string_view Structure::part(std::uint64_t address, std::uint64_t size) const {
  return Cursor(from(address)).take(size);
}

std::string_view Structure::from(std::uint64_t address) const {
  if (address > bytes_.size()) refuse("an offset points past its end");
  return bytes_.substr(static_cast<std::size_t>(address));
}

/// The superblock (section II.A), the root group and the groups in it.
Structure::Structure(std::string_view bytes) : bytes_(bytes), steps_left_(100'000 + bytes.size()) {
  Cursor at(bytes_);
  at.expect(kSignature, "its signature");
  at.expect(0, "it");
  at.skip(4);
  if (at.u8() != 8 || at.u8() != 8) refuse("its addresses do not have 8 bytes");
  at.skip(9);
  if (at.u64() != 0) refuse("its base address is not 0");
  at.skip(3 * 8 + 8);
  const std::vector<Message> root = messages(at.u64());
  for (const Message& message : root) {
    if (message.type == kAttribute) read_attribute(message.data);
  }
  for (const Link& link : links(root)) {
    const std::vector<Message> inside = messages(link.object);
    if (std::ranges::find(inside, kSymbolTable, &Message::type) == inside.end()) {
      objects_.emplace(link.name, link.object);
      continue;
    }
    for (const Link& below : links(inside)) {
      objects_.emplace(link.name + "/" + below.name, below.object);
    }
  }
}

const Column* Structure::attribute(const std::string& name) const {
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? nullptr : &found->second;
}

const Column* Structure::column(const std::string& path, std::uint64_t most_bytes) {
  if (const auto known = columns_.find(path); known != columns_.end()) return &known->second;
  const auto found = objects_.find(path);
  if (found == objects_.end()) return nullptr;
  return &columns_.emplace(path, read_column(found->second, most_bytes)).first->second;
}

/// A reference to a text (section VIII.A): its length, its heap, its index there.
std::string_view Structure::text(std::string_view stored) {
  Cursor at(stored);
  const std::uint32_t length = at.u32();
  const std::uint64_t address = at.u64();
  const std::uint32_t index = at.u32();
  step();
  if (length == 0) return {};
  const Heap& texts = heap(address);
  const auto found = index > 0xffff ? texts.end() : texts.find(static_cast<std::uint16_t>(index));
  if (found == texts.end()) refuse("a text is missing");
  return Cursor(found->second).take(length);
}

/// An object header of version 1 (section IV.A.1.a).
std::vector<Structure::Message> Structure::messages(std::uint64_t address) {
  Cursor at(from(address));
  at.expect(1, "an object's header");
  at.skip(1);
  const std::size_t count = at.u16();
  at.skip(4);
  const std::uint32_t size = at.u32();
  at.skip(4);
  std::vector<std::string_view> blocks = {at.take(size)};
  std::vector<Message> found;
  std::size_t seen = 0;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    Cursor in(blocks[block]);
    for (; in.left() > 0 && seen < count; ++seen) {
      step();
      const std::uint16_t type = in.u16(), length = in.u16();
      const bool shared = (in.u8() & 2U) != 0;
      in.skip(3);
      const std::string_view data = in.take(length);
      constexpr std::array<std::uint16_t, 10> kKnown = {
          kNothing, kDataspace, kDatatype,  kOldFillValue, kFillValue,
          kLayout,  kFilters,   kAttribute, kSymbolTable,  kModificationTime};
      if (type == kContinuation) {
        Cursor more(data);
        const std::uint64_t where = more.u64();
        blocks.push_back(part(where, more.u64()));
      } else if (shared || std::ranges::find(kKnown, type) == kKnown.end()) {
        refuse(fmt::format("it has a message of type {}{}, which tavlab does not write", type,
                           shared ? ", shared" : ""));
      } else {
        found.push_back({type, data});
      }
    }
  }
  if (seen != count) refuse("an object's header is incomplete");
  return found;
}

/// The contents of a group: its symbol table (section IV.A.2.r) refers to a tree of nodes and to
/// the names (section III.D).
std::vector<Structure::Link> Structure::links(const std::vector<Message>& group) {
  const auto table = std::ranges::find(group, kSymbolTable, &Message::type);
  if (table == group.end()) refuse("a group has no symbol table");
  Cursor at(table->data);
  const std::uint64_t tree = at.u64();
  Cursor names(from(at.u64()));
  names.expect("HEAP", "a heap of names");
  names.expect(0, "a heap of names");
  names.skip(3);
  const std::uint64_t size = names.u64();
  names.skip(8);
  std::vector<Link> found;
  group_node(tree, -1, part(names.u64(), size), found);
  return found;
}

/// A node of the tree of a group (section III.A.1). `level` -1: the root, of any level.
void Structure::group_node(std::uint64_t address, int level, std::string_view names,
                           std::vector<Link>& links) {
  Cursor at(from(address));
  at.expect("TREE", "a node of a group");
  at.expect(0, "a node of a group");
  const int own = at.u8();
  if (level >= 0 && own != level) refuse("a node of a group is out of place");
  const std::size_t count = at.u16();
  at.skip(2 * 8);
  for (std::size_t i = 0; i < count; ++i) {
    step();
    at.skip(8);
    const std::uint64_t child = at.u64();
    if (own == 0) {
      symbol_node(child, names, links);
    } else {
      group_node(child, own - 1, names, links);
    }
  }
}

/// A symbol table node (section III.B).
void Structure::symbol_node(std::uint64_t address, std::string_view names,
                            std::vector<Link>& links) {
  constexpr std::uint32_t kSymbolicLink = 2;
  Cursor at(from(address));
  at.expect("SNOD", "a table of names");
  at.expect(1, "a table of names");
  at.skip(1);
  const std::size_t count = at.u16();
  for (std::size_t i = 0; i < count; ++i) {
    step();
    const std::uint64_t name = at.u64(), object = at.u64();
    if (at.u32() == kSymbolicLink) refuse("it has a symbolic link");
    at.skip(4 + 16);
    if (name >= names.size()) refuse("a name is missing");
    constexpr std::size_t kLongestName = 256;
    const std::string_view begin = names.substr(static_cast<std::size_t>(name), kLongestName);
    const std::size_t end = begin.find('\0');
    if (end == std::string_view::npos) refuse("a name has no end");
    if (links.size() == kMaxLinks) refuse("it has too many columns");
    links.push_back({std::string(begin.substr(0, end)), object});
  }
}

/// An attribute message of version 1 (section IV.A.2.m).
void Structure::read_attribute(std::string_view message) {
  Cursor at(message);
  at.expect(1, "an attribute");
  at.skip(1);
  const std::uint64_t name_size = at.u16(), type_size = at.u16(), space_size = at.u16();
  const std::string_view name = at.take(name_size);
  at.pad(name_size);
  const std::string_view type = at.take(type_size);
  at.pad(type_size);
  Column value;
  read_dataspace(at.take(space_size), value);
  at.pad(space_size);
  value.kind = read_datatype(type);
  if (value.rank != 0) refuse("an attribute is not a single value");
  value.plain = at.take(stored_size(value.kind));
  if (!attributes_.emplace(name.substr(0, name.find('\0')), std::move(value)).second) {
    refuse("it has the same attribute twice");
  }
}

/// A dataset: its dataspace, datatype, layout of version 3 (section IV.A.2.i) and filters.
Column Structure::read_column(std::uint64_t address, std::uint64_t most_bytes) {
  constexpr std::uint8_t kContiguous = 1, kChunked = 2;
  const std::vector<Message> all = messages(address);
  const auto only = [&](std::uint16_t type) {
    if (std::ranges::count(all, type, &Message::type) != 1) {
      refuse(fmt::format("a column does not have exactly one message of type {}", type));
    }
    return std::ranges::find(all, type, &Message::type)->data;
  };
  Column column;
  read_dataspace(only(kDataspace), column);
  column.kind = read_datatype(only(kDatatype));
  const std::uint64_t most = most_bytes / stored_size(column.kind);
  if (column.columns > most || (column.columns > 0 && column.rows > most / column.columns)) {
    refuse(fmt::format("a column claims to have {} x {} values", column.rows, column.columns));
  }
  if (column.columns == 0) column.rows = 0;
  Cursor layout(only(kLayout));
  layout.expect(3, "the layout of a column");
  const std::uint8_t how = layout.u8();
  if (how == kContiguous) {
    const std::uint64_t where = layout.u64(), size = layout.u64();
    if (size != column.bytes()) refuse("a column's size does not match its values");
    if (size > 0) column.plain = part(where, size);
    return column;
  }
  if (how != kChunked) refuse("a column has a layout that tavlab does not use");
  check_filters(only(kFilters));
  const bool as_deep = layout.u8() == column.rank + 1;
  const std::uint64_t tree = layout.u64();
  column.chunk_rows = layout.u32();
  const bool as_wide = column.rank != 2 || layout.u32() == column.columns;
  if (!as_deep || column.rank == 0 || !as_wide || layout.u32() != stored_size(column.kind) ||
      column.chunk_rows == 0 || column.chunk_rows > std::min(column.rows, kMaxChunkRows) ||
      column.kind == Kind::text) {
    refuse("a column's chunks do not match its shape");
  }
  read_chunks(tree, -1, column);
  if (column.chunks.size() != (column.rows - 1) / column.chunk_rows + 1) {
    refuse("a column lacks chunks");
  }
  return column;
}

/// A node of the tree of a column's chunks (section III.A.1), which must be in order.
void Structure::read_chunks(std::uint64_t address, int level, Column& column) {
  Cursor at(from(address));
  at.expect("TREE", "a node of chunks");
  at.expect(1, "a node of chunks");
  const int own = at.u8();
  if (level >= 0 && own != level) refuse("a node of chunks is out of place");
  const std::size_t count = at.u16();
  at.skip(2 * 8);
  for (std::size_t i = 0; i < count; ++i) {
    step();
    const std::uint32_t size = at.u32(), left_out = at.u32();
    const std::uint64_t row = at.u64();
    for (int k = 0; k < column.rank; ++k) {
      if (at.u64() != 0) refuse("a chunk of a column is out of place");
    }
    const std::uint64_t child = at.u64();
    if (own > 0) {
      read_chunks(child, own - 1, column);
      continue;
    }
    const std::uint64_t next = column.chunks.size() * column.chunk_rows;
    if (row != next || next >= column.rows) refuse("a chunk of a column is out of place");
    column.chunks.push_back({part(child, size), left_out});
  }
}

/// A global heap collection (section III.E) with texts.
const Structure::Heap& Structure::heap(std::uint64_t address) {
  if (const auto known = heaps_.find(address); known != heaps_.end()) return known->second;
  constexpr std::size_t kObjectHeader = 16;
  Cursor begin(from(address));
  begin.expect("GCOL", "a heap of texts");
  begin.expect(1, "a heap of texts");
  begin.skip(3);
  const std::uint64_t size = begin.u64();
  Cursor at(part(address, size));
  at.skip(kObjectHeader);
  Heap texts;
  while (at.left() >= kObjectHeader) {
    step();
    const std::uint16_t index = at.u16();
    at.skip(6);
    const std::uint64_t length = at.u64();
    if (index == 0) break;  // the rest is free space
    texts.emplace(index, at.take(length));
    at.pad(length);
  }
  return heaps_.emplace(address, std::move(texts)).first->second;
}

}  // namespace tavlab::hdf5
