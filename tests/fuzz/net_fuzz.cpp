// Untrusted net files with a matching hash of their numbers: reading one may throw only a UserError
// of one line, and what is read can evaluate a position.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/error.h"
#include "core/random.h"
#include "nn/backends.h"
#include "nn/net.h"
#include "tests/support/small_nets.h"

namespace {

using namespace tavlab;

/// Corrects the hash of the numbers, so that changed numbers pass the check.
void repair_hash(std::string& content) {
  constexpr std::string_view kKey = "\"data_hash\":\"";
  constexpr std::size_t kLengthBytes = 8, kDigits = 16;
  std::uint64_t length = 0;
  if (content.size() < kLengthBytes) return;
  std::memcpy(&length, content.data(), kLengthBytes);
  if (length > content.size() - kLengthBytes) return;
  const std::size_t at = content.find(kKey);
  if (at == std::string::npos || at + kKey.size() + kDigits > kLengthBytes + length) return;
  const std::uint64_t hash = hash_text(std::string_view(content).substr(kLengthBytes + length));
  content.replace(at + kKey.size(), kDigits, fmt::format("{:016x}", hash));
}

void run(const Net& net) {
  const int edge = net.family == "tafl" ? 7 : net.family == "tavreli" ? 8 : 1;
  const MadeUpInputs inputs(net.shape, 1, edge, edge, 1);
  NetOutputs outputs;
  for (const char* backend : {"eigen", "cpu"}) {
    make_backend(net, {backend, "cpu"})->run(inputs.all(), outputs, true);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string content(data, data + size);
  repair_hash(content);
  try {
    run(net_of(parse_tensor_file(content, "fuzz"), "fuzz"));
  } catch (const UserError& error) {
    if (std::string_view(error.what()).find_first_of("\r\n\x1b") != std::string_view::npos) {
      std::abort();
    }
  }
  return 0;
}
