#include "core/tafl/solve/endgame_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/io/checksum.h"
#include "core/io/files.h"
#include "core/subscript.h"
#include "core/text.h"

namespace tavlab::tafl {
namespace {

using EndgameJson = nlohmann::ordered_json;

constexpr const char* kEndgameFormat = "tavlab endgames";
constexpr std::uint64_t kMaxEndgameBytes = std::uint64_t{64} << 30;

/// Winners alone, in two bits: 0 neither, 1 the attackers, 2 the defenders.
void append_winners(std::string& bytes, const std::vector<std::uint8_t>& codes) {
  for (std::size_t i = 0; i < codes.size(); i += 4) {
    unsigned byte = 0;
    for (std::size_t k = i; k < std::min(i + 4, codes.size()); ++k) {
      const unsigned winner = codes[k] == 0 ? 0 : codes[k] < 128 ? 1 : 2;
      byte |= winner << 2 * (k - i);
    }
    bytes.push_back(static_cast<char>(byte));
  }
}

std::vector<std::uint8_t> winners(std::string_view bytes, std::size_t count) {
  std::vector<std::uint8_t> codes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned winner = static_cast<unsigned char>(bytes[i / 4]) >> 2 * (i % 4) & 3;
    codes[i] = winner == 0   ? std::uint8_t{0}
               : winner == 1 ? EndgameValue{Result::first_wins, 1}.code()
                             : EndgameValue{Result::second_wins, 1}.code();
  }
  return codes;
}

}  // namespace

template <int Words>
void EndgameTable<Words>::check_rules(const Rules<Words>& rules) {
  const Parameters& parameters = rules.parameters;
  const auto refuse = [&](const char* what) {
    throw UserError(
        fmt::format("rules '{}': endgame tables do not support {}", parameters.identity.id, what));
  };
  if (parameters.dice != Dice::none) refuse("dice");
  if (rules.leaders) refuse("leaders");
  if (parameters.king_side_moves > 0) refuse("limits.king_side_moves; set it to none");
  if (parameters.quiet_plies > 0) refuse("limits.quiet_plies; set it to none");
  if (parameters.total_plies > 0) refuse("limits.total_plies; set it to none");
  if (parameters.king_capture_delayed) refuse("king.capture_takes_effect = after_reply");
  if (parameters.no_move_attackers == NoMove::passes ||
      parameters.no_move_defenders == NoMove::passes) {
    refuse("a side that passes when it has no move");
  }
}

template <int Words>
EndgameTable<Words>::EndgameTable(const Rules<Words>& rules, Material most) : rules_(rules) {
  check_rules(rules);
  reset(most);
}

template <int Words>
void EndgameTable<Words>::reset(Material most) {
  constexpr int kMost = MaterialIndex<Words>::kMaxPieces;
  if (most.attackers < 1 || most.attackers > kMost || most.defenders < 0 ||
      most.defenders > kMost) {
    throw UserError(fmt::format(
        "endgames: 1 to {} attackers and 0 to {} defenders besides the king, not {} and {}", kMost,
        kMost, most.attackers, most.defenders));
  }
  most_ = most;
  layers_.clear();
  layers_.resize(place(most) + 1);
}

std::vector<Material> order_of(Material most) {
  std::vector<Material> materials;
  for (int pieces = 1; pieces <= most.attackers + most.defenders; ++pieces) {
    for (int defenders = 0; defenders <= most.defenders; ++defenders) {
      const int attackers = pieces - defenders;
      if (attackers >= 1 && attackers <= most.attackers)
        materials.push_back({attackers, defenders});
    }
  }
  return materials;
}

template <int Words>
auto EndgameTable<Words>::layer(Material material) const -> const Layer* {
  if (material.attackers > most_.attackers || material.defenders > most_.defenders ||
      material.attackers < 1 || material.defenders < 0) {
    return nullptr;
  }
  return layers_[place(material)].get();
}

template <int Words>
void EndgameTable<Words>::add(std::unique_ptr<Layer> layer) {
  std::unique_ptr<Layer>& mine = layers_[place(layer->index.material())];
  mine = std::move(layer);
}

template <int Words>
std::optional<EndgameValue> EndgameTable<Words>::find(const Position<Words>& p) const {
  if (p.node == NodeKind::terminal) {
    return p.result == Result::draw ? EndgameValue{} : EndgameValue{p.result, 0};
  }
  const Layer* const found = layer(material_of(p));
  if (found == nullptr || !found->index.places(p)) return std::nullopt;
  return EndgameValue::of_code(found->values[at(p.side)][found->index.number(p)]);
}

template <int Words>
void EndgameTable<Words>::save(const std::filesystem::path& file, bool moves) const {
  EndgameJson materials = EndgameJson::array();
  for (const Material material : order_of(most_)) {
    if (const Layer* const each = layer(material)) {
      materials.push_back({{"attackers", material.attackers},
                           {"defenders", material.defenders},
                           {"positions", 2 * each->index.size()}});
    }
  }
  const EndgameJson header = {
      {"format", kEndgameFormat},
      {"format_version", 1},
      {"rules", rules_.parameters.identity.id},
      {"rules_hash", fmt::format("{:016x}", rules_.parameters.identity.hash)},
      {"attackers", most_.attackers},
      {"defenders", most_.defenders},
      {"moves", moves},
      {"materials", materials}};
  std::string bytes = header.dump() + "\n";
  std::size_t size = bytes.size() + kChecksumBytes;
  for (const Material material : order_of(most_)) {
    if (const Layer* const each = layer(material)) size += 2 * each->index.size();
  }
  bytes.reserve(size);
  for (const Material material : order_of(most_)) {
    const Layer* const each = layer(material);
    if (each == nullptr) continue;
    for (const std::vector<std::uint8_t>& codes : each->values) {
      if (moves) {
        bytes.append(codes.begin(), codes.end());
      } else {
        append_winners(bytes, codes);
      }
    }
  }
  bytes += checksum(bytes);
  write_file(file, bytes);
}

namespace {

/// A file that has been read, and its first line.
struct EndgameFile {
  std::filesystem::path path;
  std::string bytes;
  EndgameJson header;
  std::size_t from = 0, end = 0;  ///< of what is left of the values

  [[noreturn]] void refuse(const std::string& what) const {
    throw UserError(fmt::format("{}: {}", path.string(), what));
  }

  explicit EndgameFile(const std::filesystem::path& file)
      : path(file), bytes(read_file(file, kMaxEndgameBytes)) {
    const std::size_t line = bytes.find('\n');
    if (!bytes.starts_with(fmt::format("{{\"format\":\"{}\"", kEndgameFormat)) ||
        line == std::string::npos) {
      refuse("is not an endgame table");
    }
    if (bytes.size() < line + 1 + kChecksumBytes) refuse("is cut short");
    end = bytes.size() - kChecksumBytes;
    if (!has_checksum(bytes)) {
      refuse("is damaged: its checksum does not match");
    }
    header = EndgameJson::parse(bytes.substr(0, line), nullptr, false);
    if (header.is_discarded()) refuse("is damaged: its first line is not that of a table");
    if (!header.contains("format_version") || header["format_version"] != 1) {
      refuse("is a table of another version of tavlab");
    }
    from = line + 1;
  }

  /// The next values.
  std::vector<std::uint8_t> take(std::size_t count, bool moves) {
    const std::size_t size = moves ? count : (count + 3) / 4;
    if (size > end - from) refuse("is cut short");
    const std::string_view part = std::string_view(bytes).substr(from, size);
    from += size;
    return moves ? std::vector<std::uint8_t>(part.begin(), part.end()) : winners(part, count);
  }
  void finish() const {
    if (from != end) refuse("is longer than its first line says");
  }
};

}  // namespace

template <int Words>
void EndgameTable<Words>::load(const std::filesystem::path& path) {
  EndgameFile file(path);
  try {
    const EndgameJson& header = file.header;
    if (header.at("rules_hash") != fmt::format("{:016x}", rules_.parameters.identity.hash)) {
      file.refuse(fmt::format(
          "is a table for rules '{}', not for '{}' (hashes {} and {:016x})",
          printable(header.at("rules").get<std::string>()), rules_.parameters.identity.id,
          printable(header.at("rules_hash").get<std::string>()), rules_.parameters.identity.hash));
    }
    const Material most{header.at("attackers").get<int>(), header.at("defenders").get<int>()};
    if (!(most == most_)) reset(most);
    header.at("moves").get_to(has_moves_);
    for (const EndgameJson& each : header.at("materials")) {
      const Material material{each.at("attackers").get<int>(), each.at("defenders").get<int>()};
      const std::vector<Material> known = order_of(most_);
      if (std::ranges::find(known, material) == known.end()) {
        file.refuse("is damaged: it lists an unknown material");
      }
      auto layer = std::make_unique<Layer>(Layer{{rules_, material}, {}});
      for (auto& codes : layer->values) codes = file.take(layer->index.size(), has_moves_);
      add(std::move(layer));
    }
  } catch (const EndgameJson::exception&) {
    file.refuse("is damaged: its first line is not that of a table");
  }
  file.finish();
}

bool is_endgame_table(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return false;
  std::ifstream stream(file);
  std::string line;
  const std::string begin = fmt::format("{{\"format\":\"{}\"", kEndgameFormat);
  line.resize(begin.size());
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  return line == begin;
}

EndgameCounts count_endgames(const std::vector<std::uint8_t>& codes) {
  EndgameCounts counts;
  for (const std::uint8_t code : codes) {
    const EndgameValue value = EndgameValue::of_code(code);
    if (value.winner == Result::unfinished) {
      ++counts.winners[0];
      continue;
    }
    const std::size_t side = value.winner == Result::first_wins ? 0 : 1;
    ++counts.winners[1 + side];
    counts.longest[side] = std::max(counts.longest[side], value.moves);
  }
  return counts;
}

EndgameInfo read_endgame_info(const std::filesystem::path& path) {
  EndgameFile file(path);
  EndgameInfo info;
  info.bytes = file.bytes.size();
  try {
    info.rules = printable(file.header.at("rules").get<std::string>());
    info.rules_hash = printable(file.header.at("rules_hash").get<std::string>());
    file.header.at("moves").get_to(info.moves);
    const Material most{file.header.at("attackers").get<int>(),
                        file.header.at("defenders").get<int>()};
    info.materials = order_of(most).size();
    for (const EndgameJson& each : file.header.at("materials")) {
      EndgameInfo::Layer layer;
      layer.material = {each.at("attackers").get<int>(), each.at("defenders").get<int>()};
      const auto positions = each.at("positions").get<std::uint64_t>();
      for (EndgameCounts& counts : layer.counts) {
        counts = count_endgames(file.take(positions / 2, info.moves));
      }
      info.layers.push_back(layer);
    }
  } catch (const EndgameJson::exception&) {
    file.refuse("is damaged: its first line is not that of a table");
  }
  file.finish();
  return info;
}

template <int Words>
std::string EndgameTable<Words>::covers() const {
  return fmt::format("positions of up to {} attackers and {} defenders besides the king",
                     most_.attackers, most_.defenders);
}

template <int Words>
auto EndgameTable<Words>::open(const std::filesystem::path& file, const Rules<Words>& rules)
    -> std::shared_ptr<const EndgameTable> {
  auto table = std::make_shared<EndgameTable>(rules, Material{1, 0});
  table->load(file);
  return table;
}

template class EndgameTable<2>;
template class EndgameTable<6>;

}  // namespace tavlab::tafl
