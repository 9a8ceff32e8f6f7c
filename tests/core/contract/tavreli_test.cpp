// Tavreli and chess under the contract: variants with features that no built-in rule set has, and
// the family's additional promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/tavreli/position_text.h"
#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

std::vector<Variant> tavreli_variants() {
  std::vector<Variant> all;
  // Towers of both players' pieces, castling, en passant, ratniks about to turn over, check, few
  // moves left.
  const std::vector<std::string> towers = {
      "4k3/8/8/3(npq)(BPH)3/8/8/8/4K3 w - - d6",
      "r3k2r/1PQ6/8/8/8/8/1pq6/R3K2R w KQkq - -",
      "3qk3/8/8/8/8/8/3(PHrK)4/8 w - - -",
      "1(PQr)2k3/8/8/8/8/8/8/1(prR)2K3 b - - -",
      "4pq(phk)pb1/2pb4b/1pn4pn1/1PN1r4/1+N2PH2n/1K3(PBB)(bq)(NPRRprr)/1NPBPQ4/(prnPRQ)2(BR)4 w - "
      "CDc -",
      "k7/8/2K5/8/8/8/8/3(rQ)4 w - - -"};
  const std::vector<std::string> chess = {
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
      "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", "8/8/8/KPp4r/8/8/8/7k w - c6",
      "8/P6k/8/8/8/8/p6K/8 w - -", "4k3/8/8/8/8/8/3p4/2B1K3 w - -"};
  const auto add = [&](std::string name, std::string rules, std::vector<std::string> overrides,
                       std::vector<std::string> positions) {
    all.push_back({std::move(name), std::move(rules), std::move(overrides), std::move(positions)});
  };
  const auto tavreli = [&](std::string name, std::vector<std::string> overrides) {
    add(std::move(name), "tavreli", std::move(overrides), towers);
  };
  tavreli("tavreli_towers", {});
  tavreli("over_own", {"ratnik.double_cross=empty_or_own"});
  tavreli("double_to_empty", {"ratnik.double_target=empty", "ratnik.own_ahead=false"});
  tavreli("covered_rights", {"cover_kills_rights=true", "promotion.when_freed=own_move"});
  tavreli("never_freed", {"promotion.when_freed=none", "promotion.reverts_under=enemy"});
  tavreli("stalemate_loses", {"stalemate=loss", "castling=false", "en_passant=false"});
  tavreli("repetition_ignored", {"repetition.result=ignored", "limits.total_plies=150"});
  tavreli("tavreli_mover_loses", {"repetition.result=mover_loses", "repetition.count=2"});
  tavreli("tavreli_limits", {"limits.quiet_plies=10", "limits.total_plies=90"});
  add("first_own_move", "tavreli-002", {"cover_kills_rights=true"},
      {"1pn2k3/8/PB'7/8/8/8/8/4K3 w - - -", "+Bpn2k3/8/8/8/8/8/8/4K3 b - - a7",
       "4k3/8/8/8/PB'7/8/(nPR')7/4K3 w - - -", "4k3/8/8/8/8/8/3r4/4K3 w - - -"});
  tavreli("capture_of_the_volkhv", {"win=volkhv_capture", "repetition.result=ignored"});
  add("second_rank", "tavreli", {"ratnik.double_right=second_rank"},
      {"4k3/8/8/8/8/8/(nPHPR)7/4K3 w - - -"});
  add("destinies_without_towers", "tavreli", {"stacking=false", "insufficient_material=true"},
      {"r3k2r/PNPH6/8/8/8/8/PR6pr/R3K2R w KQkq A -"});
  add("chess_positions", "chess", {}, chess);
  add("chess_to_the_capture", "chess", {"win=volkhv_capture", "limits.total_plies=80"}, chess);
  add("chess_without_limits", "chess",
      {"limits.quiet_plies=none", "repetition.result=mover_loses", "stalemate=loss"}, chess);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Tavreli, Contract, testing::ValuesIn(tavreli_variants()), name_of);

class TavreliContract : public Contract {};

/// With towers no piece ever leaves the board; piece_count counts those not in an enemy's tower. A
/// move captures the enemy's top pieces that are no longer on top of their squares.
TEST_P(TavreliContract, PiecesAreCoveredAndNeverLost) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (requires(typename G::Position p) { p.below; }) {
      const auto pieces = [](const typename G::Position& p, Side side) {
        int count = 0;
        for (std::size_t square = 0; square < p.top.size(); ++square) {
          for (auto n = p.top[square]; n != tavreli::kNobody; n = p.below[n]) {
            count += p.piece[n].side() == side;
          }
        }
        return count;
      };
      walk<G>(GetParam(), rules, 11, 400, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        const typename G::Position& p = state.position();
        const Side mover = G::to_move(p);
        MoveList<G> moves;
        G::generate(rules, p, moves);
        for (const auto move : moves) {
          SCOPED_TRACE(G::position_text(rules, p) + ' ' + G::move_text(rules, p, move));
          typename G::Position next = p;
          G::play(rules, next, move);
          std::vector<std::string> lost;
          for (int square = 0; square < 64; ++square) {
            const auto at = static_cast<std::size_t>(square);
            const bool enemys =
                (p.owned[static_cast<std::size_t>(other(mover))] >> square & 1) != 0;
            if (enemys && next.top[at] != p.top[at]) lost.push_back(tavreli::square_name(square));
          }
          std::sort(lost.begin(), lost.end());
          ASSERT_EQ(G::captured_squares(rules, p, move), lost);
          ASSERT_EQ(G::is_capture(rules, p, move), !lost.empty());
          for (const Side side : {Side::first, Side::second}) {
            ASSERT_LE(G::piece_count(next, side), pieces(next, side));
            if (rules.parameters.stacking) {
              ASSERT_EQ(pieces(next, side), pieces(p, side));
            } else {
              ASSERT_EQ(G::piece_count(next, side), pieces(next, side));
            }
          }
        }
      });
    } else {
      FAIL() << "not a rule set of tavreli";
    }
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, TavreliContract, testing::ValuesIn(built_in_variants("tavreli")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Tavreli, TavreliContract, testing::ValuesIn(tavreli_variants()), name_of);

}  // namespace
}  // namespace tavlab
