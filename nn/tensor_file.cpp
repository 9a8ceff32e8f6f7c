#include "nn/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
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
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{8} << 30;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;  ///< the format's limit
constexpr std::size_t kMaxDimensions = 8;
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

struct TypeName {
  Tensor::Type type;
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array<TypeName, 3> kTypes = {{{Tensor::Type::float32, "F32", 4},
                                             {Tensor::Type::int16, "I16", 2},
                                             {Tensor::Type::int8, "I8", 1}}};

const TypeName& type_of(Tensor::Type type) {
  return *std::ranges::find(kTypes, type, &TypeName::type);
}

template <typename Int>
void read_integers(std::string_view bytes, std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Int number = 0;
    std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
    values[i] = static_cast<float>(number);
  }
}

template <typename Int>
void append_integers(const std::vector<float>& values, std::string& data) {
  for (const float value : values) {
    const auto number = static_cast<Int>(value);
    if (static_cast<float>(number) != value) throw std::logic_error("not an integer of the type");
    data.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
}

void read_values(std::string_view bytes, Tensor& tensor) {
  switch (tensor.type) {
    case Tensor::Type::float32:
      if (!bytes.empty()) std::memcpy(tensor.values.data(), bytes.data(), bytes.size());
      return;
    case Tensor::Type::int16:
      return read_integers<std::int16_t>(bytes, tensor.values);
    case Tensor::Type::int8:
      return read_integers<std::int8_t>(bytes, tensor.values);
  }
}

void append_values(const Tensor& tensor, std::string& data) {
  switch (tensor.type) {
    case Tensor::Type::float32:
      data.append(reinterpret_cast<const char*>(tensor.values.data()),
                  tensor.values.size() * sizeof(float));
      return;
    case Tensor::Type::int16:
      return append_integers<std::int16_t>(tensor.values, data);
    case Tensor::Type::int8:
      return append_integers<std::int8_t>(tensor.values, data);
  }
}

/// Reads a tensor's entry in the header. Throws exceptions of nlohmann::json, or UserError.
Tensor read_tensor(const Json& entry, std::string_view data, std::size_t& expected) {
  const auto named = entry.at("dtype").get<std::string>();
  const auto type = std::ranges::find(kTypes, named, &TypeName::name);
  if (type == kTypes.end()) {
    throw UserError(fmt::format("has the type {}; only F32, I16 and I8 are supported", named));
  }
  Tensor tensor;
  tensor.type = type->type;
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  for (const std::uint64_t length : json_counts(entry.at("shape"))) {
    tensor.shape.push_back(static_cast<std::int64_t>(std::min(length, kMost)));
  }
  if (tensor.shape.size() > kMaxDimensions) throw UserError("has too many dimensions");
  const std::vector<std::uint64_t> offsets = json_counts(entry.at("data_offsets"));
  const std::optional<std::size_t> count = count_of(tensor.shape);
  if (offsets.size() != 2 || !count || offsets[0] != expected || offsets[1] < offsets[0] ||
      offsets[1] - offsets[0] != *count * type->bytes) {
    throw UserError("has a shape that does not match its size in the file");
  }
  if (offsets[1] > data.size()) throw UserError("is truncated");
  expected = offsets[1];
  tensor.values.resize(*count);
  read_values(data.substr(offsets[0], *count * type->bytes), tensor);
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
  // Wide types first, so that all numbers are aligned.
  std::vector<std::pair<std::string_view, const Tensor*>> order;
  for (const TypeName& type : kTypes) {
    for (const auto& [name, tensor] : file.tensors) {
      if (tensor.type == type.type) order.emplace_back(name, &tensor);
    }
  }
  for (const auto& [name, stored] : order) {
    const Tensor& tensor = *stored;
    if (!is_finite(tensor)) {
      throw UserError(
          fmt::format("{}: was not written: '{}' is no longer finite; the previous file is kept",
                      path.string(), name));
    }
    const std::size_t end = offset + tensor.values.size() * type_of(tensor.type).bytes;
    header[name] = {{"dtype", type_of(tensor.type).name},
                    {"shape", tensor.shape},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  if (offset > kMaxFileBytes - kMaxHeaderBytes) {
    throw UserError(fmt::format(
        "{}: was not written: its values have {} bytes, and the limit is {}; use a smaller "
        "net",
        path.string(), offset, kMaxFileBytes));
  }
  std::string data;
  data.reserve(offset);
  for (const auto& [name, tensor] : order) append_values(*tensor, data);
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
  return parse_tensor_file(read_file(path, kMaxFileBytes), path.string());
}

TensorFile parse_tensor_file(std::string_view content, const std::string& name) {
  std::uint64_t length = 0;
  if (content.size() >= kLengthBytes) std::memcpy(&length, content.data(), kLengthBytes);
  if (content.size() < kLengthBytes || content.size() - kLengthBytes < length) {
    throw UserError(fmt::format("{}: is not a safetensors file, or is truncated", name));
  }
  const std::string_view header(content.data() + kLengthBytes, length);
  const std::string_view data = content.substr(kLengthBytes + length);
  if (length > kMaxHeaderBytes) {
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
