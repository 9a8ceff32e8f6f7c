#include "experiments/claim/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tavlab {
namespace {

constexpr std::array kSources = {
    ClaimSource{"S000", "000_accec20c87865345", "A Russian article"},
    ClaimSource{"S001", "001_c34864cca198df18", "viaVUCA's rule sheet"},
    ClaimSource{"S002", "002_7a65f08df705c620", "A chapter of a Russian book"},
    ClaimSource{"S003", "003_a9cbcaa6b918fb90", "Sten Helmfrid's text"},
    ClaimSource{"S004", "004_4bcb5784c359940f", "Dmitry Skiryuk's reconstruction"},
};

}  // namespace

const ClaimSource* find_source(std::string_view id) {
  const auto found = std::ranges::find(kSources, id, &ClaimSource::id);
  return found == kSources.end() ? nullptr : &*found;
}

std::string source_name(std::string_view id) {
  const ClaimSource* const source = find_source(id);
  if (source == nullptr) return std::string(id);
  return fmt::format("{} ({})", source->name, id);
}

}  // namespace tavlab
