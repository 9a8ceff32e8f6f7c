#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// A tensor in row-major order. Integers are stored with fewer bits, and kept as floats.
struct Tensor {
  enum class Type : std::uint8_t { float32, int16, int8 };

  std::vector<std::int64_t> shape;
  std::vector<float> values;
  Type type = Type::float32;  ///< in the file; integers must be in its range

  bool operator==(const Tensor&) const = default;
};

/// The contents of a safetensors file: metadata, and tensors by name.
struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
};

/// "64x32x3x3"; "1" for a single number.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Writes a safetensors file (https://github.com/huggingface/safetensors, format of 2022: the
/// length of a JSON header, the header, the values) atomically. Throws UserError if it cannot be
/// written.
void write_tensor_file(const std::filesystem::path& path, const TensorFile& file);

/// Reads a safetensors file; files are untrusted. Throws UserError if it cannot be read, is
/// truncated or not a safetensors file, or has values other than finite 32-bit floats and integers
/// of 16 or 8 bits.
TensorFile read_tensor_file(const std::filesystem::path& path);
/// The same from the bytes of a file; `name` stands for it in messages.
TensorFile parse_tensor_file(std::string_view content, const std::string& name);

}  // namespace tavlab
