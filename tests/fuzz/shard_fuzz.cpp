// Untrusted shards with a matching seal: reading and verifying one may throw only a UserError of
// one line.
//
// An input is either a whole file, or changes of a small shard, each of 11 bytes: an offset (2
// bytes, little endian), the number of bytes to replace (1 to 8), and their new values.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/io/files.h"
#include "selfplay/dataset/hdf5_writer.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"
#include "tests/support/small_shard.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace tavlab;

/// The bytes of a small shard, without its seal.
const std::string& small_file() {
  static const std::string bytes = [] {
    const TemporaryFolder folder;
    const DatasetShard shard = small_shard("brandubh-7", 2);
    write_shard(folder.path() / "games.h5", shard.info, shard.games);
    std::string content = read_file(folder.path() / "games.h5", kMaxDataBytes);
    content.resize(content.size() - hdf5_seal({}).size());
    return content;
  }();
  return bytes;
}

std::string changed(std::string_view changes) {
  constexpr std::size_t kChange = 11, kMost = 8;
  std::string content = small_file();
  for (; changes.size() >= kChange; changes.remove_prefix(kChange)) {
    std::uint16_t place = 0;
    std::memcpy(&place, changes.data(), sizeof place);
    const std::size_t at = place % content.size();
    const std::size_t size = 1 + static_cast<unsigned char>(changes[2]) % kMost;
    const std::size_t fits = std::min(size, content.size() - at);
    std::memcpy(content.data() + at, changes.data() + 3, fits);
  }
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  std::string content = input.starts_with("\x89HDF") ? std::string(input) : changed(input);
  content += hdf5_seal(content);
  try {
    verify_games(parse_shard(std::move(content), "fuzz"), "fuzz");
  } catch (const UserError& error) {
    if (std::string_view(error.what()).find_first_of("\r\n\x1b") != std::string_view::npos) {
      std::abort();
    }
  }
  return 0;
}
