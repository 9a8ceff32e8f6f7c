#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "core/random.h"
#include "core/ur/solve/table_file.h"

namespace tavlab::ur {

// A forger corrects the checksums of a table, so tests must, too. These functions take any bytes
// and leave alone what does not fit.

template <typename T>
std::optional<T> read_at(const std::string& bytes, std::size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return {};
  T value;
  std::memcpy(static_cast<void*>(&value), bytes.data() + offset, sizeof value);
  return value;
}

template <typename T>
void write_at(std::string& bytes, std::size_t offset, const T& value) {
  std::memcpy(bytes.data() + offset, static_cast<const void*>(&value), sizeof value);
}

/// Corrects the checksums of a checkpoint at this place, if there is one.
inline void repair_work(std::string& bytes, std::size_t offset, const TableHeader& table) {
  auto work = read_at<WorkHeader>(bytes, offset);
  if (!work || work->magic != WorkHeader().magic) return;
  const std::size_t blocks = (work->own == work->other ? 1U : 2U) * (work->rolls != 0 ? 2U : 1U);
  std::size_t data = offset + sizeof *work;
  work->table = table.checksum;
  work->data_checksum = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto values = std::min((bytes.size() - data) / sizeof(double), work->values);
    const auto block = std::as_bytes(std::span(bytes.data() + data, values * sizeof(double)));
    work->data_checksum = mix64(work->data_checksum ^ checksum(block));
    data += block.size();
  }
  work->checksum = checksum(checked_part(*work));
  write_at(bytes, offset, *work);
}

/// Corrects the checksums of a table or part file: of its header, of its layers and their values,
/// of layers in progress.
inline void repair(std::string& bytes) {
  auto header = read_at<TableHeader>(bytes, 0);
  if (!header) return;
  header->checksum = checksum(checked_part(*header));
  write_at(bytes, 0, *header);
  const std::size_t parts = header->has_rolls != 0 ? 2 : 1;
  for (std::size_t offset = sizeof *header;;) {
    auto layer = read_at<LayerHeader>(bytes, offset);
    if (!layer) break;
    const std::size_t data = offset + sizeof *layer;
    const std::size_t room = (bytes.size() - data) / parts / sizeof(double);
    const std::size_t values = std::min<std::size_t>(room, layer->values);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      const std::size_t size = values * sizeof(double);
      const auto part = checksum(std::as_bytes(std::span(bytes.data() + data + i * size, size)));
      sum = i == 0 ? part : mix64(sum ^ part);
    }
    layer->data_checksum = sum;
    layer->checksum = checksum(checked_part(*layer));
    write_at(bytes, offset, *layer);
    offset = data + parts * values * sizeof(double);
  }
  const std::array<char, 8> magic = WorkHeader().magic;
  for (std::size_t offset = 0;; ++offset) {
    offset = bytes.find(std::string_view(magic.data(), magic.size()), offset);
    if (offset == std::string::npos) break;
    repair_work(bytes, offset, *header);
  }
}

}  // namespace tavlab::ur
