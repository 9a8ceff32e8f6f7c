// Files are those beside the page, and only read.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/file_identity.h"
#include "core/io/files.h"
#include "core/text.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"
#include "serve/wasm/host.h"

_LIBCPP_BEGIN_NAMESPACE_FILESYSTEM
path __weakly_canonical(const path& file, error_code*) { return file; }
_LIBCPP_END_NAMESPACE_FILESYSTEM

namespace tavlab {
namespace {

namespace fs = std::filesystem;

/// An export has one for each evaluation that comes with tavlab and fits a rule set.
std::string evaluation_file(std::string_view name) {
  return fmt::format("evaluations/{}.safetensors", name);
}

}  // namespace

std::string read_file(const fs::path& path, std::uint64_t most) {
  std::optional<std::string> text = serve::file_beside_page(path.string());
  if (!text || text->size() > most) {
    throw UserError(fmt::format("{}: cannot be read", printable(path.string())));
  }
  return *std::move(text);
}

std::optional<FileIdentity> identity_of(const fs::path&) { return std::nullopt; }

fs::path find_evaluation(std::string_view text) { return evaluation_file(text); }

std::string shipped_evaluation_for(const RulesIdentity& rules) {
  // {"hash of the rules": "name"}
  const auto text = serve::file_beside_page("evaluations.json");
  if (!text) return {};
  return nlohmann::json::parse(*text).value(fmt::format("{:016x}", rules.hash), std::string());
}

}  // namespace tavlab
