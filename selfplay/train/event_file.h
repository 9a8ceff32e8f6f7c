#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tavlab {

/// Writes an event file for TensorBoard: TFRecord framing (length, its masked CRC-32C, data, its
/// masked CRC-32C) of Event messages in the protocol buffer wire format
/// (tensorflow/core/util/event.proto; fields wall_time = 1, step = 2, file_version = 3,
/// summary = 5). Write errors are ignored: metrics.jsonl has all the data.
class EventFile {
 public:
  /// Makes events.out.tfevents.SECONDS.tavlab in a folder, or SECONDS.tavlab-2 and so on if the
  /// name is taken.
  explicit EventFile(const std::filesystem::path& folder);
  ~EventFile();
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;

  /// A value of the curve `tag` at a step.
  void scalar(std::string_view tag, std::uint64_t step, double value);
  void flush();

 private:
  void record(const std::string& event);

  int file_ = -1;
  std::string unwritten_;
};

/// CRC-32C (Castagnoli; RFC 3720, appendix B.4), and its masked form in TFRecord.
std::uint32_t crc32c(std::string_view data);
std::uint32_t masked_crc32c(std::string_view data);

}  // namespace tavlab
