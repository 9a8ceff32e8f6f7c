#include "core/ur/solve/layer_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/std.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/error.h"
#include "core/random.h"

namespace tavlab::ur {
namespace {

constexpr std::uint64_t kHighestNumber = std::uint64_t{1} << 62;

std::uint64_t value_bytes(std::uint64_t values, bool rolls) {
  return values * sizeof(double) * (rolls ? 2 : 1);
}
/// Bytes of finished layers, and of a checkpoint.
std::uint64_t layers_size(std::size_t layers, std::uint64_t values, bool rolls) {
  return layers * (sizeof(LayerHeader) + value_bytes(values, rolls));
}
std::uint64_t work_size(std::size_t layers, std::uint64_t values, bool rolls) {
  return sizeof(WorkHeader) + layers * value_bytes(values, rolls);
}

/// Whether a checkpoint's header fits these layers of this table and is plausible.
bool is_right(const WorkHeader& work, const TableHeader& table, const LayerHeader& first) {
  const WorkHeader ours;
  if (work.magic != ours.magic || work.version != ours.version ||
      checksum(checked_part(work)) != work.checksum || work.table != table.checksum ||
      work.own != first.own || work.other != first.other || work.values != first.values) {
    return false;
  }
  if (work.number > kHighestNumber || !(work.change >= 0)) return false;
  if (work.rolls == 0) {
    return work.sweeps > 0 && work.win_sweeps == 0 && work.win_residual == 0;
  }
  return work.rolls == 1 && table.has_rolls != 0 &&
         is_solved(work.win_residual, work.win_sweeps, table.tolerance);
}

/// Whether a file begins with this header.
bool begins_with(const std::filesystem::path& file, const TableHeader& header) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  TableHeader found;
  struct stat status = {};
  const bool same = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                    ::pread(descriptor, &found, sizeof found, 0) == ssize_t{sizeof found} &&
                    found == header;
  ::close(descriptor);
  return same;
}

}  // namespace

std::uint64_t part_file_size(const TableShape& shape, bool rolls) {
  std::uint64_t end = sizeof(TableHeader), most = end;
  for (const auto& [own, other] : layer_order(shape)) {
    if (own < other) continue;  // done with the layer before
    const std::size_t layers = own == other ? 1 : 2;
    const std::uint64_t values = shape.layer_size(own, other);
    end += layers_size(layers, values, rolls);
    most = std::max(most, end + LayerFile::kPlaces * work_size(layers, values, rolls));
  }
  return most;
}

LayerFile::LayerFile(std::filesystem::path path, const TableHeader& header, std::uint64_t size)
    : path_(std::move(path)),
      header_(header),
      has_rolls_(header.has_rolls != 0),
      part_(open_part(size)) {
  begin();
}

PartFile LayerFile::open_part(std::uint64_t size) const {
  (void)check_target();
  std::error_code error;
  const auto folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
  const auto space = std::filesystem::space(folder, error);
  if (error) fail(fmt::format("cannot be written: {}", error.message()));
  const std::uint64_t missing = size - std::min(size, PartFile::taken(path_));
  if (missing > space.available) {
    fail(fmt::format("needs {:.2f} GB more while it is written, and its folder has {:.2f} free",
                     static_cast<double>(missing) / 1e9,
                     static_cast<double>(space.available) / 1e9));
  }
  return PartFile(path_);
}

/// Writes the header, or verifies an existing one.
void LayerFile::begin() {
  TableHeader found;
  const std::uint64_t size = std::min<std::uint64_t>(part_.size(), sizeof found);
  // A header cut short by a full disk or a kill is a prefix of this one.
  if (!part_.read(&found, size, 0) || std::memcmp(&found, &header_, size) != 0) {
    part_.fail_part(
        "exists and is not the beginning of this table (other rules, pieces, tolerance or "
        "version, or damaged); remove it or choose another name");
  }
  if (size == sizeof found) return;
  reading_ = false;
  try {
    part_.write(&header_, sizeof header_, 0);
  } catch (const UserError&) {
    part_.remove_if_new();
    throw;
  }
}

bool LayerFile::check_target() const {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path_, error);
  if (std::filesystem::is_directory(path_, error)) fail("is a folder; name a file");
  if (!std::filesystem::exists(status)) return false;
  if (!std::filesystem::is_regular_file(status)) fail("is not a regular file; name another");
  if (!begins_with(path_, header_)) {
    fail("exists and is not this table; remove it or choose another name");
  }
  return true;
}

void LayerFile::fail(std::string_view what) const {
  throw UserError(fmt::format("table '{}': {}", path_.string(), what));
}

std::span<const double> LayerFile::rolls_of(const LayerHeader& header,
                                            const LayerStore::Layer& values) const {
  return has_rolls_ ? std::span<const double>(values.rolls, header.values)
                    : std::span<const double>();
}

bool LayerFile::read_layer(LayerHeader& header, const LayerStore::Layer& values,
                           std::uint64_t offset) {
  LayerHeader found;
  if (!part_.read(&found, sizeof found, offset) ||
      checksum(checked_part(found)) != found.checksum || found.values != header.values ||
      !layer_fault(found, header_, header.own, header.other).empty()) {
    return false;
  }
  const std::uint64_t bytes = value_bytes(found.values, false);
  offset += sizeof found;
  if (!part_.read(values.win, bytes, offset)) return false;
  if (has_rolls_ && !part_.read(values.rolls, bytes, offset + bytes)) return false;
  const std::span<const double> win(values.win, found.values), rolls = rolls_of(found, values);
  if (data_checksum(win, rolls) != found.data_checksum) return false;
  if (!are_probabilities(win) || !are_rolls(rolls)) return false;
  header = found;
  return true;
}

void LayerFile::reset(Headers headers, Values values) const {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    std::fill_n(values[i].win, headers[i].values, LayerStore::kFirstWin);
    if (has_rolls_) std::fill_n(values[i].rolls, headers[i].values, LayerStore::kFirstRolls);
  }
}

bool LayerFile::read(Headers headers, Values values) {
  if (!reading_) return false;
  std::array<LayerHeader, 2> found;
  std::uint64_t offset = end_;
  for (std::size_t i = 0; reading_ && i < headers.size(); ++i) {
    found[i] = headers[i];
    reading_ = read_layer(found[i], values[i], offset);
    offset += layers_size(1, headers[i].values, has_rolls_);
  }
  if (!reading_) {
    reset(headers, values);
    return false;
  }
  std::copy_n(found.begin(), headers.size(), headers.begin());
  end_ = offset;
  return true;
}

std::uint64_t LayerFile::work_offset(Headers headers, std::size_t place) const {
  const std::uint64_t values = headers[0].values;
  return end_ + layers_size(headers.size(), values, has_rolls_) +
         place * work_size(headers.size(), values, has_rolls_);
}

/// Calls f(bytes, offset) for each block of values of a checkpoint until it returns false.
template <typename F>
bool LayerFile::for_each_block(Headers headers, Values values, std::uint64_t offset, bool rolls,
                               F&& f) const {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    for (double* block : {values[i].win, rolls ? values[i].rolls : nullptr}) {
      if (block == nullptr) continue;
      if (!f(std::span(block, headers[i].values), offset)) return false;
      offset += value_bytes(headers[i].values, false);
    }
  }
  return true;
}

bool LayerFile::read_progress(Headers headers, Values values, LayerProgress& progress) {
  struct Found {
    WorkHeader work;
    std::size_t place = 0;
  };
  std::vector<Found> found;
  for (std::size_t place = 0; place < kPlaces; ++place) {
    WorkHeader work;
    if (!part_.read(&work, sizeof work, work_offset(headers, place))) continue;
    if (is_right(work, header_, headers[0])) found.push_back({work, place});
  }
  std::ranges::sort(found, std::ranges::greater{}, [](const Found& f) { return f.work.number; });
  for (const auto& [work, place] : found) {
    std::uint64_t sum = 0;
    const bool rolls = work.rolls != 0;
    const auto read_block = [&](std::span<double> block, std::uint64_t offset) {
      if (!part_.read(block.data(), block.size_bytes(), offset)) return false;
      sum = mix64(sum ^ checksum(std::as_bytes(block)));
      return true;
    };
    const std::uint64_t offset = work_offset(headers, place) + sizeof work;
    bool right =
        for_each_block(headers, values, offset, rolls, read_block) && sum == work.data_checksum;
    for (std::size_t i = 0; right && i < headers.size(); ++i) {
      right = are_probabilities({values[i].win, headers[i].values}) &&
              are_rolls(rolls_of(headers[i], values[i]));
    }
    if (right) {
      progress = {rolls, work.sweeps, work.change, work.win_sweeps, work.win_residual};
      number_ = work.number;
      place_ = (place + 1) % kPlaces;
      return true;
    }
    reset(headers, values);
  }
  return false;
}

void LayerFile::write_progress(Headers headers, Values values, const LayerProgress& progress) {
  WorkHeader work;
  work.rolls = progress.rolls ? 1 : 0;
  work.table = header_.checksum;
  work.own = headers[0].own;
  work.other = headers[0].other;
  work.values = headers[0].values;
  work.number = ++number_;
  work.sweeps = progress.sweeps;
  work.change = progress.change;
  work.win_sweeps = progress.win_sweeps;
  work.win_residual = progress.win_residual;
  const std::uint64_t offset = work_offset(headers, place_);
  for_each_block(headers, values, offset + sizeof work, progress.rolls,
                 [&](std::span<const double> block, std::uint64_t at) {
                   work.data_checksum = mix64(work.data_checksum ^ checksum(std::as_bytes(block)));
                   part_.write(block.data(), block.size_bytes(), at);
                   return true;
                 });
  work.checksum = checksum(checked_part(work));
  part_.write(&work, sizeof work, offset);
  part_.sync();
  place_ = (place_ + 1) % kPlaces;
}

void LayerFile::append(Headers headers, Values values) {
  std::uint64_t offset = end_;
  for (std::size_t i = 0; i < headers.size(); ++i) {
    LayerHeader& header = headers[i];
    const std::span<const double> win(values[i].win, header.values);
    const std::span<const double> rolls = rolls_of(header, values[i]);
    header.data_checksum = data_checksum(win, rolls);
    header.checksum = checksum(checked_part(header));
    part_.write(&header, sizeof header, offset);
    part_.write(win.data(), win.size_bytes(), offset + sizeof header);
    part_.write(rolls.data(), rolls.size_bytes(), offset + sizeof header + win.size_bytes());
    offset += layers_size(1, header.values, has_rolls_);
  }
  // Their checkpoints may be removed only once they are on disk.
  part_.sync();
  end_ = offset;
  part_.cut(end_);
  place_ = 0;
  number_ = 0;
}

void LayerFile::finish() {
  part_.cut(end_);
  part_.sync();
  part_.finish(check_target());
}

}  // namespace tavlab::ur
