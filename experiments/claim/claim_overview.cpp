#include "experiments/claim/claim_overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/files.h"
#include "core/version.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/claim_words.h"
#include "experiments/folder/output_folder.h"
#include "experiments/stats/multiple.h"
#include "experiments/store/store.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

// These identify an overview.
constexpr std::string_view kMarkdownBegin = "| claim | source | verdict";
constexpr std::string_view kJsonBegin = "{\n  \"format\": \"tavlab claims\"";

/// Whether a claim's verdict holds among all of them, at the error of its file. `p` is adjusted.
bool stands(const ClaimResult& result, double p) { return p <= result.claim.alpha; }

/// By the order of the results: their p-values, adjusted for being several (Holm 1979).
std::vector<double> adjusted(std::span<const ClaimResult> results) {
  std::vector<double> p;
  for (const ClaimResult& each : results) p.push_back(each.outcome.p);
  return holm(p);
}

std::string p_text(const ClaimResult& result, double p) {
  if (result.headline() == Verdict::undecided || result.outcome.p == 0.0) return "–";
  return p < 1e-6 ? "< 0.000001" : fmt::format("{:.2g}", p);
}

/// The verdicts at each strength, weakest first; one verdict if all agree.
std::string verdicts_text(const ClaimResult& result, double p) {
  if (result.headline() != Verdict::undecided && !stands(result, p)) {
    return fmt::format("**undecided: budget** (alone: {})", verdict_words(result.outcome));
  }
  if (result.claim.players.kinds() > 0) {
    const bool proved = result.by_proof(result.strengths.size() - 1);
    return fmt::format("**{}**", proved ? std::string(proof_text(result.headline()))
                                        : verdict_words(result.outcome));
  }
  const std::string_view headline = strength_text(result, result.strengths.size() - 1);
  const auto same = [&](Verdict verdict) { return verdict == result.headline(); };
  if (std::ranges::all_of(result.verdicts, same)) return fmt::format("**{}**", headline);
  std::string text;
  for (std::size_t i = 0; i + 1 < result.verdicts.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", strength_text(result, i));
  }
  return fmt::format("{}, **{}**", text, headline);
}

}  // namespace

std::string overview_markdown(std::span<const ClaimResult> results) {
  const std::vector<double> p = adjusted(results);
  std::string text = fmt::format(
      "{} | version | p, adjusted | games |\n|---|---|---|---|---|---|\n", kMarkdownBegin);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ClaimResult& each = results[i];
    text += fmt::format("| [{}](#{}) | {} | {} | {} | {} | {} |\n",
                        in_markdown_cell(each.claim.experiment.title), each.claim.experiment.id,
                        in_markdown_cell(each.claim.source), verdicts_text(each, p[i]),
                        each.claim.version, p_text(each, p[i]), grouped(each.games.games()));
  }
  text +=
      "\nA claim is refuted if one of its hypotheses is and supported if all are. If exact values "
      "alone decide, without games, it is proved or refuted by proof. The probability that any of "
      "these verdicts is false is at most 5 %: p-values are valid whenever play stops, and "
      "adjusted "
      "for the number of claims (Holm 1979). Where agents are lists, weakest first, the verdicts "
      "at "
      "each strength are shown, and the last counts. Values are finished games; for a "
      "difference, pairs of "
      "them, one from each arm; for two-game matches, pairs with sides exchanged.\n";
  for (const ClaimResult& each : results) {
    text += fmt::format("\n<a id=\"{}\"></a>\n{}", each.claim.experiment.id, claim_markdown(each));
  }
  return text;
}

std::string overview_json(std::span<const ClaimResult> results) {
  nlohmann::ordered_json json = {{"format", "tavlab claims"},
                                 {"format_version", 1},
                                 {"tavlab_version", kVersion},
                                 {"claims", nlohmann::ordered_json::array()}};
  const std::vector<double> p = adjusted(results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto one = nlohmann::ordered_json::parse(claim_json(results[i]));
    one["p_adjusted"] = p[i];
    one["stands"] = stands(results[i], p[i]);
    json["claims"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

void write_overview(std::span<const ClaimResult> results, const std::filesystem::path& folder) {
  write_file(folder / "claims.md", overview_markdown(results));
  write_file(folder / "claims.json", overview_json(results));
}

std::vector<std::string> overview_files() { return {"claims.md", "claims.json"}; }

void refuse_foreign_overview(const std::filesystem::path& folder) {
  const auto is_overview = [&](const std::string& name) {
    std::error_code error;
    const std::filesystem::path path = folder / name;
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error)))
      return false;
    const std::string text = read_file(path, kMaxDataBytes);
    return text.starts_with(kMarkdownBegin) || text.starts_with(kJsonBegin);
  };
  std::vector<std::string> names = overview_files();
  std::erase_if(names, is_overview);
  refuse_foreign_files(folder, names);
}

std::vector<std::filesystem::path> folders_of_claims(const std::filesystem::path& folder,
                                                     const std::filesystem::path& scratch) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!std::filesystem::exists(entry.path() / "games.sqlite", error)) continue;
    const StoredExperiment experiment = Store::read_experiment(entry.path(), scratch);
    if (experiment.kind() == kClaimRun && experiment.shard.empty()) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace tavlab
