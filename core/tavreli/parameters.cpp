// From a rule set's values to typed parameters, with contradictions refused.
#include "core/tavreli/parameters.h"

#include "core/ruleset/family_parameters.h"

namespace tavlab::tavreli {

Parameters read_parameters(const RuleSet& rule_set) {
  Parameters p;
  p.content_hash = rule_set.content_hash();
  p.stacking = rule_set.flag("stacking");
  p.win = choice_of<Win>(rule_set, "win");
  p.volkhv_into_attack = rule_set.flag("volkhv.into_attack");
  p.stalemate_loses = rule_set.text("stalemate") == "loss";
  p.castling = rule_set.flag("castling");
  p.en_passant = rule_set.flag("en_passant");
  p.cover_kills_rights = rule_set.flag("cover_kills_rights");
  p.own_ahead = rule_set.flag("ratnik.own_ahead");
  p.double_right = choice_of<DoubleRight>(rule_set, "ratnik.double_right");
  p.double_cross = choice_of<DoubleCross>(rule_set, "ratnik.double_cross");
  p.double_target = choice_of<DoubleTarget>(rule_set, "ratnik.double_target");
  p.promotion = choice_of<Promotion>(rule_set, "promotion.kind");
  p.when_freed = choice_of<WhenFreed>(rule_set, "promotion.when_freed");
  p.reverts_under = choice_of<RevertsUnder>(rule_set, "promotion.reverts_under");
  p.repetition.verdict = choice_of<RepetitionRule::Verdict>(rule_set, "repetition.result");
  p.repetition.count = number_of(rule_set, "repetition.count");
  p.quiet_plies = number_of(rule_set, "limits.quiet_plies");
  p.total_plies = number_of(rule_set, "limits.total_plies");
  p.insufficient_material = rule_set.flag("insufficient_material") && !p.stacking;
  if (p.promotion == Promotion::choice && p.stacking) {
    throw_contradiction(rule_set, "promotion.kind choice does not go with stacking true");
  }
  if (p.promotion == Promotion::choice && p.double_right != DoubleRight::second_rank) {
    throw_contradiction(rule_set,
                        "promotion.kind choice needs ratnik.double_right second_rank, as its "
                        "positions are written without marks for unmoved ratniks");
  }
  return p;
}

}  // namespace tavlab::tavreli
