#pragma once

#include <filesystem>

#include "serve/api/request.h"

namespace tavlab::serve {

/// Calibrated rule sets as points: {"points": [{"rules", "changes", "title", "board", "player",
/// "value", "low", "high", "plies", "games", "agents", "folder"}]}; `value` is the score of
/// `player`. Those of the folder come first, then the stored ones of all other rule sets that come
/// with tavlab (serve/atlas), whose `folder` is null. Titles are in the language.
Json atlas(const std::filesystem::path& root, Language language = Language::english);

}  // namespace tavlab::serve
