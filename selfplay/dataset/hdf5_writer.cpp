#include "selfplay/dataset/hdf5_writer.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/random.h"

namespace tavlab {
namespace {

static_assert(sizeof(hid_t) == sizeof(std::int64_t), "handles of HDF5 1.10 and later");

/// An HDF5 handle with the function that closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  [[nodiscard]] hid_t id() const { return id_; }
  [[nodiscard]] bool ok() const { return id_ >= 0; }
  /// Closes it now. Returns whether that succeeded.
  bool close() { return close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// HDF5 prints errors by default.
void be_silent() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

// Types of numbers in the file (the same on all machines) and in memory.
hid_t stored_type(const std::uint8_t*) { return H5T_STD_U8LE; }
hid_t stored_type(const std::uint32_t*) { return H5T_STD_U32LE; }
hid_t stored_type(const std::uint64_t*) { return H5T_STD_U64LE; }
hid_t stored_type(const float*) { return H5T_IEEE_F32LE; }
hid_t memory_type(const std::uint8_t*) { return H5T_NATIVE_UINT8; }
hid_t memory_type(const std::uint32_t*) { return H5T_NATIVE_UINT32; }
hid_t memory_type(const std::uint64_t*) { return H5T_NATIVE_UINT64; }
hid_t memory_type(const float*) { return H5T_NATIVE_FLOAT; }

hid_t text_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

/// A name for a file in memory. HDF5 refuses the name of an existing file, and treats two of the
/// same name as one.
std::string memory_name(const std::filesystem::path& path) { return "/dev/null/" + path.string(); }

/// Access properties of files that exist only in memory.
hid_t in_memory() {
  constexpr std::size_t kIncrement = std::size_t{1} << 20;
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, kIncrement, /*backing_store=*/0);
  // The oldest version of every structure: Hdf5Reader supports no others.
  H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST);
  return access;
}

/// A property list of this class without timestamps, so that the same content gives the same bytes.
hid_t without_times(hid_t list_class) {
  const hid_t list = H5Pcreate(list_class);
  H5Pset_obj_track_times(list, false);
  return list;
}

}  // namespace

std::string hdf5_seal(std::string_view content) {
  return fmt::format("tavlab seal {:016x}\n", hash_text(content));
}

Hdf5Writer::Hdf5Writer(const std::filesystem::path& path) : path_(path) {
  be_silent();
  const Handle access(in_memory(), H5Pclose);
  const Handle creation(without_times(H5P_FILE_CREATE), H5Pclose);
  file_ = H5Fcreate(memory_name(path).c_str(), H5F_ACC_TRUNC, creation.id(), access.id());
  if (file_ < 0) fail();
}

Hdf5Writer::~Hdf5Writer() {
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5Writer::fail() const {
  throw UserError(fmt::format("{}: cannot be written: memory ran out", path_.string()));
}

void Hdf5Writer::attribute(const char* name, std::string_view text) {
  const std::string value(text);
  const char* const data = value.c_str();
  const Handle type(text_type(), H5Tclose);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(file_, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  if (!attribute.ok() || H5Awrite(attribute.id(), type.id(), &data) < 0) fail();
}

void Hdf5Writer::attribute(const char* name, std::uint64_t number) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(
      H5Acreate2(file_, name, H5T_STD_U64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  if (!attribute.ok() || H5Awrite(attribute.id(), H5T_NATIVE_UINT64, &number) < 0) {
    fail();
  }
}

void Hdf5Writer::group(const char* name) {
  const Handle creation(without_times(H5P_GROUP_CREATE), H5Pclose);
  const Handle made(H5Gcreate2(file_, name, H5P_DEFAULT, creation.id(), H5P_DEFAULT), H5Gclose);
  if (!made.ok()) fail();
}

template <typename Number>
void Hdf5Writer::write(const char* name, std::span<const Number> values, std::size_t columns) {
  constexpr hsize_t kChunkRows = 16384;
  unpacked_ += values.size_bytes();
  const int rank = columns == 0 ? 1 : 2;
  const std::array<hsize_t, 2> size = {values.size() / std::max<std::size_t>(columns, 1), columns};
  const Handle space(H5Screate_simple(rank, size.data(), nullptr), H5Sclose);
  const Handle layout(without_times(H5P_DATASET_CREATE), H5Pclose);
  if (!values.empty()) {
    const std::array<hsize_t, 2> chunk = {std::min<hsize_t>(size[0], kChunkRows), columns};
    H5Pset_chunk(layout.id(), rank, chunk.data());
    H5Pset_shuffle(layout.id());
    H5Pset_deflate(layout.id(), 4);
    H5Pset_fletcher32(layout.id());
  }
  const Number* const kind = nullptr;
  const Handle set(
      H5Dcreate2(file_, name, stored_type(kind), space.id(), H5P_DEFAULT, layout.id(), H5P_DEFAULT),
      H5Dclose);
  if (!set.ok()) fail();
  if (values.empty()) return;
  if (H5Dwrite(set.id(), memory_type(kind), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    fail();
  }
}

void Hdf5Writer::numbers(const char* name, std::span<const std::uint8_t> values,
                         std::size_t columns) {
  write(name, values, columns);
}
void Hdf5Writer::numbers(const char* name, std::span<const std::uint32_t> values,
                         std::size_t columns) {
  write(name, values, columns);
}
void Hdf5Writer::numbers(const char* name, std::span<const std::uint64_t> values,
                         std::size_t columns) {
  write(name, values, columns);
}
void Hdf5Writer::numbers(const char* name, std::span<const float> values, std::size_t columns) {
  write(name, values, columns);
}

void Hdf5Writer::texts(const char* name, std::span<const std::string> values) {
  const hsize_t size = values.size();
  const Handle type(text_type(), H5Tclose);
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle layout(without_times(H5P_DATASET_CREATE), H5Pclose);
  const Handle set(
      H5Dcreate2(file_, name, type.id(), space.id(), H5P_DEFAULT, layout.id(), H5P_DEFAULT),
      H5Dclose);
  if (!set.ok()) fail();
  if (values.empty()) return;
  std::vector<const char*> pointers;
  pointers.reserve(values.size());
  for (const std::string& value : values) {
    pointers.push_back(value.c_str());
    unpacked_ += value.size();
  }
  if (H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0) {
    fail();
  }
}

std::string Hdf5Writer::finish() {
  if (H5Fflush(file_, H5F_SCOPE_GLOBAL) < 0) fail();
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  if (size <= 0) fail();
  std::string content(static_cast<std::size_t>(size), '\0');
  if (H5Fget_file_image(file_, content.data(), content.size()) != size) fail();
  if (H5Fclose(std::exchange(file_, -1)) < 0) fail();
  content += hdf5_seal(content);
  return content;
}

void Hdf5Writer::commit() { write_file(path_, finish()); }

}  // namespace tavlab
