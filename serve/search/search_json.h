#pragma once

#include <optional>
#include <string>

#include "serve/api/request.h"
#include "serve/game/position_view.h"

// Searches as JSON.
namespace tavlab::serve {

/// Null for what is not known.
Json number_json(const std::optional<double>& number);
Json text_json(const std::string& text);

/// A search so far, and one that has ended.
Json search_json(const SearchView& view);
Json result_json(const SearchView& view);

/// The move that a search has chosen.
Json reply_json(const SearchView& view);

/// Nothing certain is known: all keys are null or empty.
Json exact_json(const std::optional<ExactView>& view);

}  // namespace tavlab::serve
