#include "solve/ur/table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/std.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.h"
#include "core/subscript.h"
#include "core/ur/moves.h"

namespace tavlab::ur {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what) {
  throw UserError(fmt::format("table '{}': {}", file.string(), what));
}

/// A file mapped into memory, read only.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& file) {
    const int descriptor =
        ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe must not block
    if (descriptor < 0) fail(file, fmt::format("cannot be read: {}", std::strerror(errno)));
    struct stat status {};
    const bool known = ::fstat(descriptor, &status) == 0;
    size_ = known ? at(status.st_size) : 0;
    const bool regular = known && S_ISREG(status.st_mode);
    if (regular && size_ > 0) {
      void* address = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
      if (address != MAP_FAILED) bytes_ = static_cast<const std::byte*>(address);
    }
    ::close(descriptor);
    if (!regular) fail(file, "cannot be read: it is not a file");
    if (size_ == 0) fail(file, "it is empty");
    if (bytes_ == nullptr) fail(file, "cannot be mapped into memory");
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (bytes_ != nullptr) ::munmap(const_cast<std::byte*>(bytes_), size_);
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_, size_}; }
  /// The mapping is the caller's from now on.
  const std::byte* release() { return std::exchange(bytes_, nullptr); }

 private:
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

TableHeader read_header(std::span<const std::byte> bytes, const std::filesystem::path& file) {
  TableHeader header;
  if (bytes.size() < sizeof header) {
    // Too short even for a header: tell a table cut short from something else.
    const bool ours = bytes.size() >= kTableMagic.size() &&
                      std::memcmp(bytes.data(), kTableMagic.data(), kTableMagic.size()) == 0;
    fail(file, ours ? "it is cut short: its header is not whole"
                    : "this is no table of tavlab's; `tavlab solve` makes them");
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  check_header(header, file);
  return header;
}

/// Reads the layer at `offset`, which must be (own, other), and verifies it; moves on.
LayerHeader read_layer(std::span<const std::byte> bytes, std::uint64_t& offset, int own, int other,
                       const TableHeader& header, LayerView& view,
                       const std::filesystem::path& file) {
  LayerHeader layer;
  const auto cut_short = [&] {
    fail(file, fmt::format("it is cut short in the layer of {} and {} pieces", own, other));
  };
  if (bytes.size() - offset < sizeof layer) cut_short();
  std::memcpy(&layer, bytes.data() + offset, sizeof layer);
  const auto checked = bytes.subspan(offset, offsetof(LayerHeader, checksum));
  if (checksum(checked) != layer.checksum || layer.own != own || layer.other != other) {
    fail(file, fmt::format("it is damaged: the layer of {} and {} pieces does not begin where it "
                           "should",
                           own, other));
  }
  offset += sizeof layer;
  const std::uint64_t size = layer.values * sizeof(double);
  const std::uint64_t parts = header.has_throws != 0 ? 2 : 1;
  if ((bytes.size() - offset) / parts < size) cut_short();
  const auto part = [&](std::uint64_t n) { return bytes.subspan(offset + n * size, size); };
  std::uint64_t sum = checksum(part(0));
  if (parts == 2) sum = mix64(sum ^ checksum(part(1)));
  if (sum != layer.data_checksum) {
    fail(file,
         fmt::format("it is damaged: wrong checksum of the layer of {} and {} pieces", own, other));
  }
  // The headers are multiples of eight bytes, so doubles stand where they must.
  view.win = reinterpret_cast<const double*>(part(0).data());
  if (parts == 2) view.throws = reinterpret_cast<const double*>(part(1).data());
  offset += parts * size;
  return layer;
}

/// The rules that the table was made for: those of the game with the table's number of pieces.
Parameters with_pieces(Parameters game, const TableHeader& header) {
  game.pieces = header.pieces;
  game.pieces_to_win = header.pieces - header.spare;
  return game;
}

/// What the player to throw has left to win, as seen by the first player.
double from_first_side(double win, Side to_throw) {
  return to_throw == Side::first ? win : 1 - win;
}

}  // namespace

std::shared_ptr<const Table> Table::open(const std::filesystem::path& file, const Rules& rules) {
  Mapping mapping(file);
  const std::shared_ptr<Table> table(new Table());
  table->header_ = read_header(mapping.bytes(), file);
  const TableHeader& header = table->header_;
  const Parameters& game = rules.parameters;
  if (header.rules_hash != table_rules_hash(game)) {
    fail(file, fmt::format("it is for other rules, '{}'", header.rules_id.data()));
  }
  if (game.pieces - game.pieces_to_win != header.spare) {
    fail(file,
         fmt::format("it is for games in which {} pieces need not come home, here {} need not",
                     header.spare, game.pieces - game.pieces_to_win));
  }
  table->shape_.emplace(compile_rules(with_pieces(game, header)));
  table->size_ = mapping.bytes().size();
  table->bytes_ = mapping.release();
  table->read_layers(file);
  return table;
}

Table::~Table() {
  if (bytes_ != nullptr) ::munmap(const_cast<std::byte*>(bytes_), size_);
}

void Table::read_layers(const std::filesystem::path& file) {
  const std::span<const std::byte> bytes(bytes_, size_);
  views_.resize(at((shape_->most() + 1) * (shape_->most() + 1)));
  std::uint64_t offset = sizeof(TableHeader);
  for (const auto& [own, other] : layer_order(*shape_)) {
    LayerView& view = views_[at(own * (shape_->most() + 1) + other)];
    layers_.push_back(read_layer(bytes, offset, own, other, header_, view, file));
    if (layers_.back().values != shape_->layer_size(own, other)) {
      fail(file, fmt::format("it is damaged: the layer of {} and {} pieces has {} values, not {}",
                             own, other, layers_.back().values, shape_->layer_size(own, other)));
    }
  }
  if (offset != bytes.size()) fail(file, "it is damaged: something follows its last layer");
}

bool Table::knows(const Rules& rules, const Position& p) const {
  const int pieces = rules.parameters.pieces;
  return p.node == NodeKind::terminal ||
         (pieces - p.home[0] <= shape_->most() && pieces - p.home[1] <= shape_->most());
}

std::size_t Table::place(const Rules& rules, const Position& p, LayerView& layer) const {
  const auto place = shape_->index().place_of(p, rules.parameters.pieces);
  layer = views_[at(place.own * (shape_->most() + 1) + place.other)];
  return place.number + shape_->plane(p.barred) * shape_->index().size(place.own, place.other);
}

double Table::value(const Rules& rules, const Position& p) const {
  if (p.node == NodeKind::terminal) return score(p.result);
  if (p.node == NodeKind::chance) {
    LayerView layer;
    const std::size_t number = place(rules, p, layer);
    return from_first_side(layer.win[number], p.side);
  }
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  const bool first = p.side == Side::first;
  double best = first ? 0.0 : 1.0;
  for (const Move move : moves) {
    Position next = p;
    play(rules, next, move);
    const double after = value(rules, next);
    best = first ? std::max(best, after) : std::min(best, after);
  }
  return best;
}

double Table::throws(const Rules& rules, const Position& p) const {
  if (p.node == NodeKind::terminal || !has_throws()) return 0;
  if (p.node == NodeKind::chance) {
    LayerView layer;
    const std::size_t number = place(rules, p, layer);
    return layer.throws[number];
  }
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  double best = -1, lasting = 0;
  for (const Move move : moves) {
    Position next = p;
    play(rules, next, move);
    const double after = from_first_side(value(rules, next), p.side);
    if (after <= best) continue;
    best = after;
    lasting = 1 + throws(rules, next);
  }
  return lasting;
}

TableInfo read_table_info(const std::filesystem::path& file) {
  const Mapping mapping(file);
  const std::span<const std::byte> bytes = mapping.bytes();
  TableInfo info{read_header(bytes, file), {}, bytes.size()};
  std::uint64_t offset = sizeof(TableHeader);
  while (offset < bytes.size()) {
    LayerHeader next;
    if (bytes.size() - offset < sizeof next) fail(file, "it is cut short after a layer");
    std::memcpy(&next, bytes.data() + offset, sizeof next);
    LayerView view;
    info.layers.push_back(read_layer(bytes, offset, next.own, next.other, info.header, view, file));
  }
  const int fewest = info.header.spare + 1, layers = info.header.pieces - fewest + 1;
  if (info.layers.size() != at(layers * layers)) {
    fail(file,
         fmt::format("it is cut short: {} of {} layers", info.layers.size(), layers * layers));
  }
  return info;
}

}  // namespace tavlab::ur
