#include "nn/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/random.h"

namespace tavlab {
namespace {

using Json = nlohmann::json;

static_assert(std::endian::native == std::endian::little);  // like the format

constexpr const char* kMetadata = "__metadata__";
constexpr const char* kDataHash = "data_hash";  ///< metadata key: hash of all values
constexpr std::size_t kLengthBytes = 8;
// A checkpoint has four times the values of its net, and nets may be large.
constexpr std::uint64_t kMostFileBytes = std::uint64_t{8} << 30;
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;  ///< the format's limit
constexpr std::size_t kMostDimensions = 8;
constexpr std::size_t kAlignment = 8;  ///< of the values in the file, as the format requires

std::string hash_of(std::string_view data) { return fmt::format("{:016x}", hash_text(data)); }

/// The number of values of a shape; empty if the number of bytes overflows.
std::optional<std::size_t> count_of(const std::vector<std::int64_t>& shape) {
  std::size_t count = 1;
  for (const std::int64_t length : shape) {
    if (length < 0) return std::nullopt;
    const auto n = static_cast<std::size_t>(length);
    if (n > 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(float) / n) {
      return std::nullopt;
    }
    count *= n;
  }
  return count;
}

bool is_finite(const Tensor& tensor) {
  return std::ranges::all_of(tensor.values, [](float value) { return std::isfinite(value); });
}

/// Reads a tensor's entry in the header. Throws exceptions of nlohmann::json, or UserError.
Tensor read_tensor(const Json& entry, std::string_view data, std::size_t& expected) {
  if (const auto type = entry.at("dtype").get<std::string>(); type != "F32") {
    throw UserError(fmt::format("has the type {}; only F32 is supported", type));
  }
  Tensor tensor;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const std::uint64_t length : json_counts(entry.at("shape"))) {
    tensor.shape.push_back(static_cast<std::int64_t>(std::min(length, kMost)));
  }
  if (tensor.shape.size() > kMostDimensions) throw UserError("has too many dimensions");
  const std::vector<std::uint64_t> offsets = json_counts(entry.at("data_offsets"));
  const std::optional<std::size_t> count = count_of(tensor.shape);
  if (offsets.size() != 2 || !count || offsets[0] != expected || offsets[1] < offsets[0] ||
      offsets[1] - offsets[0] != *count * sizeof(float)) {
    throw UserError("has a shape that does not match its size in the file");
  }
  if (offsets[1] > data.size()) throw UserError("is truncated");
  expected = offsets[1];
  tensor.values.resize(*count);
  if (*count > 0) {
    std::memcpy(tensor.values.data(), data.data() + offsets[0], *count * sizeof(float));
  }
  if (!is_finite(tensor)) throw UserError("has a value that is not finite");
  return tensor;
}

}  // namespace

std::string shape_text(const std::vector<std::int64_t>& shape) {
  return shape.empty() ? "1" : fmt::format("{}", fmt::join(shape, "x"));
}

void write_tensor_file(const std::filesystem::path& path, const TensorFile& file) {
  Json header = Json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  std::size_t offset = 0;
  for (const auto& [name, tensor] : file.tensors) {
    if (!is_finite(tensor)) {
      throw UserError(
          fmt::format("{}: was not written: '{}' is no longer finite; the previous file is kept",
                      path.string(), name));
    }
    const std::size_t end = offset + tensor.values.size() * sizeof(float);
    header[name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  if (offset > kMostFileBytes - kMostHeaderBytes) {
    throw UserError(fmt::format(
        "{}: was not written: its values have {} bytes, and the limit is {}; use a smaller "
        "net",
        path.string(), offset, kMostFileBytes));
  }
  std::string data;
  data.reserve(offset);
  for (const auto& [name, tensor] : file.tensors) {
    data.append(reinterpret_cast<const char*>(tensor.values.data()),
                tensor.values.size() * sizeof(float));
  }
  header[kMetadata][kDataHash] = hash_of(data);
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  const std::uint64_t length = text.size();
  std::string content(kLengthBytes, '\0');
  std::memcpy(content.data(), &length, kLengthBytes);
  content += text;
  content += data;
  write_file(path, content);
}

TensorFile read_tensor_file(const std::filesystem::path& path) {
  return parse_tensor_file(read_file(path, kMostFileBytes), path.string());
}

TensorFile parse_tensor_file(std::string_view content, const std::string& name) {
  std::uint64_t length = 0;
  if (content.size() >= kLengthBytes) std::memcpy(&length, content.data(), kLengthBytes);
  if (content.size() < kLengthBytes || content.size() - kLengthBytes < length) {
    throw UserError(fmt::format("{}: is not a safetensors file, or is truncated", name));
  }
  const std::string_view header(content.data() + kLengthBytes, length);
  const std::string_view data = content.substr(kLengthBytes + length);
  if (length > kMostHeaderBytes) {
    throw UserError(
        fmt::format("{}: is not a safetensors file: its header has {} bytes", name, length));
  }
  if (const std::string fault = json_fault(header); !fault.empty()) {
    throw UserError(fmt::format("{}: is not a safetensors file: its header: {}", name, fault));
  }
  const Json json = Json::parse(header, nullptr, false);
  if (!json.is_object()) throw UserError(fmt::format("{}: is not a safetensors file", name));

  TensorFile file;
  // The values of tensors follow each other without gaps, in any order.
  std::vector<std::pair<std::size_t, std::string>> order;
  std::string at = kMetadata;
  std::size_t end = 0;
  try {
    for (const auto& [key, value] : json.items()) {
      at = key;
      if (key == kMetadata) {
        file.metadata = value.get<std::map<std::string, std::string>>();
      } else {
        order.emplace_back(json_count(value.at("data_offsets").at(0)), key);
      }
    }
    std::ranges::sort(order);
    for (const auto& [offset, key] : order) {
      at = key;
      file.tensors.emplace(key, read_tensor(json.at(key), data, end));
    }
  } catch (const Json::exception&) {
    throw UserError(fmt::format("{}: '{}' has an invalid entry in the header", name, at));
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: tensor '{}' {}", name, at, error.what()));
  }
  if (end != data.size()) {
    throw UserError(fmt::format("{}: {} bytes follow its last tensor", name, data.size() - end));
  }
  // Files of other programs have no hash.
  if (const auto hash = file.metadata.find(kDataHash); hash != file.metadata.end()) {
    if (hash->second != hash_of(data)) {
      throw UserError(fmt::format("{}: is damaged: its values do not match their hash", name));
    }
    file.metadata.erase(hash);
  }
  return file;
}

}  // namespace tavlab
