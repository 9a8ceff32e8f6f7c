#include "selfplay/agents/draw_model.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <unordered_map>

#include "core/io/embedded.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_draws();

std::optional<double> measured_draws(std::uint64_t rules_hash) {
  static const std::unordered_map<std::uint64_t, double> all = [] {
    std::unordered_map<std::uint64_t, double> draws;
    for (const auto& row : nlohmann::json::parse(embedded_draws().front().content)) {
      draws[std::stoull(row["rules_hash"].get<std::string>(), nullptr, 16)] = row["draws"];
    }
    return draws;
  }();
  const auto found = all.find(rules_hash);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

Wdl with_draws(double score, double draws_at_even) {
  if (score <= 0) return {0, 0, 1};
  if (score >= 1) return {1, 0, 0};
  const double nu = 2 * draws_at_even / (1 - draws_at_even);
  // The score, (x + nu/2) / (x + nu + 1/x), solved for x.
  const double slant = nu * (score - 0.5);
  const double x = (slant + std::sqrt(slant * slant + 4 * score * (1 - score))) / (2 * (1 - score));
  const double draw = nu / (x + nu + 1 / x);
  const double win = score - draw / 2;
  return {static_cast<float>(win), static_cast<float>(draw), static_cast<float>(1 - win - draw)};
}

}  // namespace tavlab
