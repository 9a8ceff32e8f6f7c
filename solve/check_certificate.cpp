#include <fmt/format.h>

#include "core/error.h"
#include "core/families.h"
#include "solve/proof_run.h"
#include "solve/win_prover.h"

namespace tavlab {

CheckedCertificate check_certificate(const Certificate& certificate, const std::string& name,
                                     const ProofOptions& options) {
  const FamilySchema* const schema = find_family_schema(certificate.family);
  if (schema == nullptr) {
    throw UserError(fmt::format("{}: there is no family '{}'", name, certificate.family));
  }
  RuleSet rule_set =
      parse_stored_rule_set(certificate.rules_text, fmt::format("{}: rules", name), *schema);
  if (rule_set.hash_text() != certificate.rules_hash) {
    throw UserError(fmt::format("{}: its rules are not those that it was made with", name));
  }
  const StrategyReport report = visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    typename G::Position position;
    try {
      position = G::parse_position(*rules, certificate.position);
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: {}", name, error.what()));
    }
    if (G::node_kind(position) == NodeKind::terminal) {
      throw UserError(fmt::format("{}: the game is over in its position", name));
    }
    if (!certificate.win_for.empty()) {
      const std::optional<Side> side = side_named<G>(certificate.win_for);
      if (!side) {
        throw UserError(fmt::format("{}: '{}' is not a side", name, certificate.win_for));
      }
      return WinProver<G>::check(*rules, *side, position, certificate.limit, certificate.sample,
                                 certificate.moves, options);
    }
    if constexpr (Prover<G>::available) {
      return Prover<G>::Search::check(*rules, position, certificate.limit, certificate.held,
                                      certificate.sample, certificate.moves, options);
    } else {
      throw UserError(
          fmt::format("{}: the family {} has no certificates", name, certificate.family));
      return StrategyReport{};
    }
  });
  if (!report.stopped && !report.fault.empty()) {
    throw UserError(fmt::format("{}: the proof fails: {}", name, report.fault));
  }
  return {std::move(rule_set), report};
}

}  // namespace tavlab
