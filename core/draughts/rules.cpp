#include "core/draughts/rules.h"

#include <utility>

#include "core/random.h"

namespace tavlab::draughts {

std::shared_ptr<const Rules> compile_rules(Parameters parameters) {
  auto rules = std::make_shared<Rules>();
  const int size = parameters.size;
  rules->wide = size > 10;
  if (rules->wide) {
    rules->wide_geometry.fill(size);
  } else {
    rules->narrow_geometry.fill(size);
  }
  rules->counts_quiet = parameters.three_kings > 0 || parameters.pieces_2_3 > 0 ||
                        parameters.pieces_4_5 > 0 || parameters.pieces_6_7 > 0;

  Random random(hash_text("draughts"));
  for (auto& by_rank : rules->piece_key) {
    for (auto& keys : by_rank) {
      for (std::uint64_t& key : keys) key = random();
    }
  }
  for (std::uint64_t& key : rules->square_key) key = random();
  rules->side_key = random();
  rules->parameters = std::move(parameters);
  return rules;
}

}  // namespace tavlab::draughts
