#include "solve/proof_folder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFolderFormat = "tavlab proof";
constexpr const char* kProofFile = "proof.json";

Json spent(const LimitProof& proof) { return {{"nodes", proof.nodes}, {"seconds", proof.seconds}}; }

}  // namespace

ProofFolder::ProofFolder(std::filesystem::path folder, ProofSubject subject)
    : folder_(std::move(folder)), subject_(std::move(subject)) {
  const std::filesystem::path file = folder_ / kProofFile;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    if (has_table()) {
      throw UserError(fmt::format("{}: already exists without a {}; use another --out",
                                  table().string(), kProofFile));
    }
    return;
  }
  begun_ = true;
  const auto damaged = [&] {
    return UserError(
        fmt::format("{}: is not a file of `tavlab prove`, or is damaged; use another "
                    "--out",
                    file.string()));
  };
  ProofSubject found;
  try {
    const Json json = Json::parse(read_file(file, kMaxConfigBytes));
    if (json.at("format") != kFolderFormat || json.at("format_version") != 1) throw damaged();
    json.at("rules").get_to(found.rules);
    json.at("rules_hash").get_to(found.rules_hash);
    json.at("position").get_to(found.position);
    found.win_for = json.value("win_for", "");
    found.any_number = json.value("any_number", false);
    for (const Json& each : json.at("proofs")) {
      LimitProof proof;
      proof.verdict =
          each.at("held").get<bool>() ? LimitProof::Verdict::held : LimitProof::Verdict::forced;
      proof.within = each.value("within", -1);
      const int most = found.any_number ? kUnlimitedMoves : static_cast<int>(proofs_.size()) + 1;
      if (proof.within < -1 || proof.within > most || proofs_.size() >= std::size_t{kMaxLimit}) {
        throw damaged();
      }
      each.at("nodes").get_to(proof.nodes);
      each.at("seconds").get_to(proof.seconds);
      each.at("repetition_aside").get_to(proof.ignores_repetition);
      if (!found.any_number && each.at("limit").get<std::size_t>() != proofs_.size() + 1) {
        throw damaged();
      }
      proofs_.push_back(proof);
    }
    json.at("unfinished").at("nodes").get_to(unfinished_.nodes);
    json.at("unfinished").at("seconds").get_to(unfinished_.seconds);
  } catch (const Json::exception&) {
    throw damaged();
  }
  if (found.rules_hash != subject_.rules_hash || found.position != subject_.position) {
    throw UserError(fmt::format(
        "{}: holds proofs of '{}' at {}, not of '{}' at {}; use another "
        "--out",
        folder_.string(), found.rules, found.position, subject_.rules, subject_.position));
  }
  if (found.win_for != subject_.win_for || found.any_number != subject_.any_number) {
    throw UserError(
        fmt::format("{}: holds proofs of another question; use another --out", folder_.string()));
  }
}

void ProofFolder::begin() {
  remove_unfinished_files(folder_);  // of a run that was killed
  if (!begun_) write();
  begun_ = true;
}

bool ProofFolder::has_table() const {
  std::error_code error;
  return std::filesystem::exists(table(), error);
}

void ProofFolder::add(const LimitProof& proof) {
  proofs_.push_back(proof);
  unfinished_ = {};
  write();
}

void ProofFolder::note(const LimitProof& unfinished) {
  unfinished_ = unfinished;
  write();
}

void ProofFolder::write() const {
  Json proofs = Json::array();
  for (std::size_t i = 0; i < proofs_.size(); ++i) {
    Json proof = {{"limit", subject_.any_number ? Json() : Json(i + 1)},
                  {"held", proofs_[i].verdict == LimitProof::Verdict::held}};
    if (proofs_[i].within >= 0) proof["within"] = proofs_[i].within;
    proof.update(spent(proofs_[i]));
    proof["repetition_aside"] = proofs_[i].ignores_repetition;
    proofs.push_back(std::move(proof));
  }
  Json json = {{"format", kFolderFormat},
               {"format_version", 1},
               {"rules", subject_.rules},
               {"rules_hash", subject_.rules_hash},
               {"position", subject_.position}};
  if (!subject_.win_for.empty()) json["win_for"] = subject_.win_for;
  if (subject_.any_number) json["any_number"] = true;
  json["proofs"] = proofs;
  json["unfinished"] = spent(unfinished_);
  write_file(folder_ / kProofFile, json.dump(2) + "\n");
}

}  // namespace tavlab
