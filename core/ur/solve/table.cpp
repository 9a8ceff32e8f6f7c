#include "core/ur/solve/table.h"

#include <fmt/format.h>
#include <fmt/std.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/error.h"
#include "core/subscript.h"
#include "core/ur/moves.h"

namespace tavlab::ur {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::string_view what) {
  throw UserError(fmt::format("table '{}': {}", file.string(), what));
}

/// Reads an untrusted table from beginning to end.
class TableReader {
 public:
  TableReader(std::span<const std::byte> bytes, const std::filesystem::path& file)
      : bytes_(bytes), file_(&file) {
    if (bytes.size() < sizeof header_) {
      // Too short even for a header: distinguish a truncated table from other files.
      const bool ours = bytes.size() >= kTableMagic.size() &&
                        std::memcmp(bytes.data(), kTableMagic.data(), kTableMagic.size()) == 0;
      fail(file, ours ? "it is truncated: its header is incomplete"
                      : "it is not a tavlab table; `tavlab solve` makes them");
    }
    std::memcpy(&header_, bytes.data(), sizeof header_);
    check_header(header_, file);
  }

  [[nodiscard]] const TableHeader& header() const { return header_; }

  /// Reads the next layer, which must be (own, other), and verifies it.
  LayerHeader read_layer(int own, int other, LayerView& view) {
    LayerHeader layer;
    const auto cut_short = [&] {
      fail(*file_, fmt::format("it is truncated in the layer of {} and {} pieces", own, other));
    };
    if (bytes_.size() - offset_ < sizeof layer) cut_short();
    std::memcpy(&layer, bytes_.data() + offset_, sizeof layer);
    if (checksum(checked_part(layer)) != layer.checksum) {
      fail(*file_, fmt::format("it is damaged: the layer of {} and {} pieces does not start where "
                               "it should",
                               own, other));
    }
    if (const auto fault = layer_fault(layer, header_, own, other); !fault.empty()) {
      fail(*file_, fault);
    }
    offset_ += sizeof layer;
    const std::uint64_t parts = header_.has_rolls != 0 ? 2 : 1;
    if ((bytes_.size() - offset_) / parts / sizeof(double) < layer.values) cut_short();
    const auto next_values = [&] {
      // The headers are multiples of eight bytes, so doubles are aligned.
      const auto* values = reinterpret_cast<const double*>(bytes_.data() + offset_);
      offset_ += layer.values * sizeof(double);
      return std::span(values, layer.values);
    };
    const auto win = next_values();
    const auto rolls = parts == 2 ? next_values() : std::span<const double>();
    if (data_checksum(win, rolls) != layer.data_checksum) {
      fail(*file_, fmt::format("it is damaged: wrong checksum of the layer of {} and {} pieces",
                               own, other));
    }
    if (!are_probabilities(win) || !are_rolls(rolls)) {
      fail(*file_,
           fmt::format("it is damaged or forged: the layer of {} and {} pieces has values "
                       "that are not {}",
                       own, other, are_probabilities(win) ? "numbers of rolls" : "probabilities"));
    }
    view = {win.data(), parts == 2 ? rolls.data() : nullptr};
    values_ += layer.values;
    return layer;
  }

  /// After the last layer.
  void end() const {
    if (offset_ != bytes_.size()) {
      fail(*file_, "it is damaged: it has data after its last layer");
    }
    if (values_ / header_.planes != header_.positions) {
      fail(*file_, fmt::format("its header is damaged or forged: it states {} positions, the "
                               "layers have {}",
                               header_.positions, values_ / header_.planes));
    }
  }

 private:
  std::span<const std::byte> bytes_;
  const std::filesystem::path* file_;
  TableHeader header_;
  std::uint64_t offset_ = sizeof(TableHeader);
  std::uint64_t values_ = 0;  ///< of the layers so far
};

/// The rules that the table was made for: the game's, with the table's number of pieces.
Parameters with_pieces(Parameters game, const TableHeader& header) {
  game.pieces = header.pieces;
  game.pieces_to_win = header.pieces - header.spare;
  return game;
}

/// The first player's win probability, from that of the player to roll; clamps rounding errors
/// beyond 0 and 1.
double from_first_side(double win, Side to_roll) {
  return std::clamp(to_roll == Side::first ? win : 1 - win, 0.0, 1.0);
}

}  // namespace

Table::Table(const std::filesystem::path& file, const Rules& rules) : mapping_(file, "table") {
  TableReader reader(mapping_.bytes(), file);
  header_ = reader.header();
  const Parameters& game = rules.parameters;
  if (header_.rules_hash != table_rules_hash(game)) {
    fail(file, fmt::format("it is for other rules, '{}'", header_.rules_id.data()));
  }
  if (game.pieces - game.pieces_to_win != header_.spare) {
    fail(file, fmt::format("it is for games in which {} pieces need not come home, not {}",
                           header_.spare, game.pieces - game.pieces_to_win));
  }
  shape_.emplace(compile_rules(with_pieces(game, header_)));
  if (header_.planes != shape_->planes() || header_.positions != shape_->positions()) {
    fail(file,
         fmt::format("its header is damaged or forged: it states {} positions in {} planes, but "
                     "tables for these rules have {} in {}",
                     header_.positions, header_.planes, shape_->positions(), shape_->planes()));
  }
  views_.resize(at((shape_->most() + 1) * (shape_->most() + 1)));
  for (const auto& [own, other] : layer_order(*shape_)) {
    LayerView& view = views_[at(own * (shape_->most() + 1) + other)];
    layers_.push_back(reader.read_layer(own, other, view));
    if (layers_.back().values != shape_->layer_size(own, other)) {
      fail(file, fmt::format("it is damaged: the layer of {} and {} pieces has {} values, not {}",
                             own, other, layers_.back().values, shape_->layer_size(own, other)));
    }
  }
  reader.end();
}

std::shared_ptr<const Table> Table::open(const std::filesystem::path& file, const Rules& rules) {
  return std::shared_ptr<const Table>(new Table(file, rules));
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

std::string Table::covers() const {
  return fmt::format("positions of up to {} pieces a player", most_pieces());
}

double Table::rolls(const Rules& rules, const Position& p) const {
  if (p.node == NodeKind::terminal || !has_rolls()) return 0;
  if (p.node == NodeKind::chance) {
    LayerView layer;
    const std::size_t number = place(rules, p, layer);
    return layer.rolls[number];
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
    lasting = 1 + rolls(rules, next);
  }
  return lasting;
}

TableInfo read_table_info(const std::filesystem::path& file) {
  const MappedFile mapping(file, "table");
  TableReader reader(mapping.bytes(), file);
  TableInfo info{reader.header(), {}, mapping.bytes().size()};
  for (const auto& [own, other] : layer_order(info.header.spare + 1, info.header.pieces)) {
    LayerView view;
    info.layers.push_back(reader.read_layer(own, other, view));
  }
  reader.end();
  return info;
}

}  // namespace tavlab::ur
