#include "nn/evaluation/value_line.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/io/embedded.h"
#include "core/logit.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_values();

namespace {

struct Measured {
  std::uint64_t evaluation, rules;
  ValueLine line;
};

const std::vector<Measured>& measured() {
  static const std::vector<Measured> all = [] {
    const auto hash = [](const nlohmann::json& text) {
      return std::stoull(text.get<std::string>(), nullptr, 16);
    };
    std::vector<Measured> rows;
    for (const auto& row : nlohmann::json::parse(embedded_values().front().content)) {
      rows.push_back({hash(row["evaluation_hash"]),
                      hash(row["rules_hash"]),
                      {row["slope"].get<double>(), row["offset"].get<double>()}});
    }
    return rows;
  }();
  return all;
}

}  // namespace

double ValueLine::of(double value) const {
  return *this == ValueLine() ? value : logistic(slope * limited_logit(value) + offset);
}

double limited_logit(double value) {
  constexpr double kMost = 8;
  return std::clamp(logit(value), -kMost, kMost);
}

ValueLine measured_value_line(std::uint64_t evaluation, std::uint64_t rules) {
  for (const Measured& row : measured()) {
    if (row.evaluation == evaluation && row.rules == rules) return row.line;
  }
  return {};
}

bool has_measured_values(std::uint64_t rules) {
  return std::ranges::find(measured(), rules, &Measured::rules) != measured().end();
}

}  // namespace tavlab
