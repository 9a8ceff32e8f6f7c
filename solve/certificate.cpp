#include "solve/certificate.h"

#include <fmt/format.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/error.h"
#include "core/io/checksum.h"
#include "core/io/files.h"
#include "core/random.h"

namespace tavlab {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "tavlab certificate";
/// Readers of the first version do not support wins, those of the second no samples.
constexpr int kVersionOfLimits = 1, kVersionOfWins = 2, kVersionOfSamples = 3;
constexpr std::uint64_t kMaxBytes = std::uint64_t{8} << 30;

}  // namespace

std::uint64_t sample_seed(const Certificate& certificate) {
  return hash_text(fmt::format("{} {} {} {} {} {} {}", certificate.rules_hash, certificate.position,
                               certificate.win_for, certificate.limit, certificate.held,
                               certificate.sample.lines, certificate.sample.moves));
}

void write_certificate(const std::filesystem::path& path, const Certificate& certificate) {
  const bool win = !certificate.win_for.empty();
  const bool sampled = certificate.sample.lines > 0;
  nlohmann::ordered_json header = {{"format", kFormat},
                                   {"format_version", sampled ? kVersionOfSamples
                                                      : win   ? kVersionOfWins
                                                              : kVersionOfLimits},
                                   {"rules_hash", certificate.rules_hash},
                                   {"rules_text", certificate.rules_text},
                                   {"family", certificate.family},
                                   {"position", certificate.position}};
  if (win) header["win_for"] = certificate.win_for;
  header["limit"] = certificate.limit;
  header["held"] = certificate.held;
  if (sampled) {
    header["sample"] = {{"lines", certificate.sample.lines}, {"moves", certificate.sample.moves}};
  }
  header["nodes"] = certificate.nodes;
  std::string content = header.dump() + "\n" + certificate.moves;
  content += checksum(content);
  write_new_file(path, content);
}

Certificate read_certificate(const std::filesystem::path& path) {
  const auto damaged = [&](const char* what) {
    return UserError(fmt::format("{}: {}", path.string(), what));
  };
  std::string content = read_file(path, kMaxBytes);
  if (!content.starts_with(fmt::format("{{\"format\":\"{}\"", kFormat))) {
    throw damaged("is not a certificate of `tavlab prove`");
  }
  const std::size_t line = content.find('\n');
  if (line == std::string::npos || content.size() < line + 1 + kChecksumBytes) {
    throw damaged("is cut short");
  }
  const std::size_t end = content.size() - kChecksumBytes;
  if (!has_checksum(content)) {
    throw damaged("is damaged: its checksum does not match");
  }
  Certificate certificate;
  try {
    const json header = json::parse(content.substr(0, line));
    const auto integer = [&](const json& value, std::int64_t least, std::int64_t most) {
      if (!value.is_number_integer() || value < least || value > most) {
        throw damaged("is damaged: a number of its first line is out of range");
      }
      return value.get<std::int64_t>();
    };
    const json& version = header.at("format_version");
    if (version != kVersionOfLimits && version != kVersionOfWins && version != kVersionOfSamples) {
      throw damaged("is a certificate of another version of tavlab");
    }
    if (version == kVersionOfWins || header.contains("win_for")) {
      header.at("win_for").get_to(certificate.win_for);
    }
    header.at("rules_hash").get_to(certificate.rules_hash);
    header.at("rules_text").get_to(certificate.rules_text);
    header.at("family").get_to(certificate.family);
    header.at("position").get_to(certificate.position);
    certificate.limit = static_cast<int>(integer(header.at("limit"), 1, kUnlimitedMoves));
    header.at("held").get_to(certificate.held);
    header.at("nodes").get_to(certificate.nodes);
    if (version == kVersionOfSamples) {
      const json& sample = header.at("sample");
      certificate.sample.lines =
          static_cast<std::uint64_t>(integer(sample.at("lines"), 1, kMaxSampledLines));
      certificate.sample.moves =
          static_cast<int>(integer(sample.at("moves"), 1, certificate.limit - 1));
      certificate.sample.seed = sample_seed(certificate);
    }
    if (!certificate.win_for.empty() && certificate.held) {
      throw damaged("is damaged: it states a win, but is marked as held");
    }
  } catch (const json::exception&) {
    throw damaged("is damaged: its first line is not that of a certificate");
  }
  certificate.moves = content.substr(line + 1, end - line - 1);
  return certificate;
}

}  // namespace tavlab
