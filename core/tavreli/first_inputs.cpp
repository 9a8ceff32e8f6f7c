// The rule inputs of nets of version 0.1, which their files do not list. They must never change.
#include "core/tavreli/parameters.h"

namespace tavlab::tavreli {

std::vector<std::string> first_inputs() {
  return {
      "stacking",
      "win=checkmate",
      "win=volkhv_capture",
      "volkhv.into_attack",
      "stalemate=loss",
      "castling",
      "en_passant",
      "cover_kills_rights",
      "ratnik.own_ahead",
      "ratnik.double_right=home_unmoved",
      "ratnik.double_right=second_rank",
      "ratnik.double_right=first_own_move",
      "ratnik.double_cross=empty",
      "ratnik.double_cross=empty_or_own",
      "ratnik.double_target=empty_or_own",
      "ratnik.double_target=empty",
      "promotion.kind=destiny",
      "promotion.kind=choice",
      "promotion.when_freed=any_move",
      "promotion.when_freed=own_move",
      "promotion.when_freed=none",
      "promotion.reverts_under=any",
      "promotion.reverts_under=enemy",
      "repetition.result=ignored",
      "repetition.result=draw",
      "repetition.result=mover_loses",
      "repetition.count",
      "limits.quiet_plies:has",
      "limits.quiet_plies:near",
      "limits.quiet_plies:left",
      "limits.total_plies:has",
      "limits.total_plies:near",
      "limits.total_plies:left",
      "insufficient_material",
  };
}

}  // namespace tavlab::tavreli
