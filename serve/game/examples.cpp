#include "serve/game/examples.h"

#include <algorithm>
#include <iterator>

#include "core/families.h"
#include "core/race_of_families.h"
#include "serve/game/move_examples.h"
#include "serve/game/piece_examples.h"

namespace tavlab::serve {

std::vector<Example> examples_of(const RuleSet& rule_set) {
  return visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    std::vector<Example> examples;
    // How men move in a race depends on the roll; their way says more.
    if constexpr (!Race<G>::exist) examples = PieceExamples<G>(*rules).find();
    std::ranges::move(MoveExamples<G>(*rules).find(), std::back_inserter(examples));
    return examples;
  });
}

}  // namespace tavlab::serve
