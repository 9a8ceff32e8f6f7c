#pragma once

#include <optional>
#include <string_view>

#include "core/language.h"
#include "serve/api/run_folders.h"

// What the API tells about one run.
namespace tavlab::serve {

/// A run in the list of runs.
Json folder_json(const RunFolder& run);

/// How far a run is, and what it has found so far. What is wrong with its files is in `fault`.
Json describe_run(const RunFolder& run, Language language);

/// Some of the games of a run. `parameters`: `part`, `rules` and `result` filter them, `offset` and
/// `limit` say which, `language` is that of the reasons. Throws UserError.
Json list_games(const RunFolder& run, const Json& parameters);

/// A game of a run by its id in that list; nullopt if there is none. Throws UserError.
std::optional<Json> stored_game(const RunFolder& run, std::string_view id, Language language);

/// What is added to the description of a training.
void add_training(Json& json, const RunFolder& run);
/// The same for a run of proofs.
void add_proofs(Json& json, const RunFolder& run);

}  // namespace tavlab::serve
