#include <fmt/format.h>

#include "solve/proof_run.h"

namespace tavlab {

CheckedCertificate check_certificate(const std::string& path, const ProofOptions& options) {
  Certificate certificate = read_certificate(path);
  const FamilySchema* const schema = find_family_schema(certificate.family);
  if (schema == nullptr) {
    throw UserError(fmt::format("{}: there is no family '{}'", path, certificate.family));
  }
  RuleSet rule_set =
      parse_stored_rule_set(certificate.rules_text, fmt::format("{}: rules", path), *schema);
  if (rule_set.hash_text() != certificate.rules_hash) {
    throw UserError(fmt::format("{}: its rules are not those that it was made with", path));
  }
  const StrategyReport report = visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (Prover<G>::available) {
      const auto position = G::parse_position(*rules, certificate.position);
      if (G::node_kind(position) == NodeKind::terminal) {
        throw UserError(fmt::format("{}: the game is over in its position", path));
      }
      return Prover<G>::Search::check(*rules, position, certificate.limit, certificate.held,
                                      certificate.moves, options);
    } else {
      throw UserError(
          fmt::format("{}: the family {} has no certificates", path, certificate.family));
      return StrategyReport{};
    }
  });
  if (!report.stopped && !report.fault.empty()) {
    throw UserError(fmt::format("{}: does not prove it: {}", path, report.fault));
  }
  return {std::move(rule_set), std::move(certificate), report};
}

}  // namespace tavlab
