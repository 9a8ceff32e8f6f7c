#include "experiments/claim/source.h"

#include <algorithm>
#include <array>

namespace tavlab {
namespace {

constexpr std::array kSources = {
    ClaimSource{"S000", "000_accec20c87865345"}, ClaimSource{"S001", "001_c34864cca198df18"},
    ClaimSource{"S002", "002_7a65f08df705c620"}, ClaimSource{"S003", "003_a9cbcaa6b918fb90"},
    ClaimSource{"S004", "004_4bcb5784c359940f"},
};

}  // namespace

const ClaimSource* find_source(std::string_view id) {
  const auto found = std::ranges::find(kSources, id, &ClaimSource::id);
  return found == kSources.end() ? nullptr : &*found;
}

}  // namespace tavlab
