#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/ruleset/ruleset.h"
#include "serve/api/request.h"
#include "serve/game/examples.h"
#include "serve/game/served_game.h"

// The answers of the API that need no search, each from the request's body (docs: openapi.json).
// All throw UserError for a request that is wrong.
namespace tavlab::serve {

Json list_rule_sets(const Json& request);
Json list_families(const Json& request);
Json describe_rules(const Json& request);
Json show_examples(const Json& request);
Json describe_position(const Json& request);
Json explain_move(const Json& request);
Json compare_rules(const Json& request);
Json find_partings(const Json& request);
/// The formats of game files that can say games of these rules.
Json list_formats(const Json& request);
Json read_game(const Json& request);
Json write_game(const Json& request);

/// The game of a request, with its moves played. Throws a UserError that names the ply.
std::unique_ptr<ServedGame> played_game(const GameRequest& request);

/// What `show_examples` answers, for examples that are there already.
Json examples_json(std::span<const Example> examples, std::string_view family, Language language);

/// The game in a field of a request. Throws a UserError that names the field.
GameRequest game_part(const Json& request, std::string_view key);

/// A position, and a move, as JSON.
Json position_json(const PositionView& view);
Json move_json(const MoveView& move);

}  // namespace tavlab::serve
