#include "core/tavreli/rules.h"

#include <utility>

#include "core/subscript.h"

namespace tavlab::tavreli {
namespace {

std::uint8_t rights_of(const Parameters& parameters) {
  if (!parameters.castling) return 0;
  constexpr std::array<std::uint8_t, 3> rights = {15, 3, 12};  // K Q k q from bit 0 on
  return rights[at(parameters.castling_side)];
}

}  // namespace

std::shared_ptr<const Rules> compile_rules(Parameters parameters) {
  auto rules = std::make_shared<Rules>();
  rules->parameters = std::move(parameters);
  // On an otherwise empty board; a ratnik has a step, a double step and two captures, and a choice
  // of four promotions.
  rules->most_targets = {8 + 2, 27, 14, 13, 8, 4, 35};
  if (rules->parameters.promotion == Promotion::choice) rules->most_targets[at(Kind::ratnik)] = 16;

  rules->rights = rights_of(rules->parameters);
  rules->rights_kept.fill(15);
  for (unsigned right = 0; right < kCastlings; ++right) {
    const auto without = static_cast<std::uint8_t>(~(1U << right));
    rules->rights_kept[kCastling[right].volkhv_from] &= without;
    rules->rights_kept[kCastling[right].ratoborets_from] &= without;
  }

  Random random(hash_text("tavreli"));
  for (unsigned code = 0; code < kPieceCodes; ++code) {
    rules->acts_as[code] = Piece::from_code(code).acts_as();
    for (std::uint64_t& key : rules->piece_key[code]) key = random();
  }
  for (std::uint64_t& key : rules->rights_key) key = random();
  for (std::uint64_t& key : rules->en_passant_key) key = random();
  rules->rights_key[0] = 0;
  rules->side_key = random();
  return rules;
}

}  // namespace tavlab::tavreli
