#include "experiments/claim/source.h"

#include <algorithm>
#include <array>

namespace tavlab {
namespace {

constexpr std::array kSources = {
    ClaimSource{"S000", "000_accec20c87865345",
                "a Russian survey post on tavreli, tavlei and hnefatafl"},
    ClaimSource{"S001", "001_c34864cca198df18",
                "viaVUCA's rules of hnefatafl 11x11, by the maker of a set"},
    ClaimSource{"S002", "002_7a65f08df705c620", "a book's chapter \"Russian chess. Tavreli\""},
    ClaimSource{"S003", "003_a9cbcaa6b918fb90",
                "a post on hnefatafl 11x11 with Sten Helmfrid's rules and the two-game match"},
    ClaimSource{"S004", "004_4bcb5784c359940f",
                "Dmitry Skiryuk, \"The Sumerian game of Ur\" (2011)"},
};

}  // namespace

const ClaimSource* find_source(std::string_view id) {
  const auto found = std::ranges::find(kSources, id, &ClaimSource::id);
  return found == kSources.end() ? nullptr : &*found;
}

}  // namespace tavlab
