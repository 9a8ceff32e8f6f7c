#include "experiments/measure/value_measures.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

namespace tavlab {
namespace {

constexpr double kDecided = 0.9;  // about the threshold of Ludii and Browne for a decided game
constexpr double kLargeChange = 0.05;

/// The value before each move from the first searched one on, followed by the result.
std::vector<double> course(const GameRecord& game) {
  std::vector<double> values;
  std::size_t searched = 0;
  std::string_view text = game.values;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    int thousandths = -1;
    std::from_chars(word.data(), word.data() + word.size(), thousandths);
    if (thousandths >= 0) {
      ++searched;
      values.push_back(thousandths / 1000.0);
    } else if (!values.empty()) {
      values.push_back(values.back());
    }
  }
  if (searched < 2) return {};
  values.push_back(score(game.result));
  return values;
}

int lead_changes(const std::vector<double>& values) {
  int changes = 0, leader = 0;
  for (const double value : values) {
    const int leads = value > 0.5 ? 1 : value < 0.5 ? -1 : 0;
    if (leads == 0) continue;
    if (leader == -leads) ++changes;
    leader = leads;
  }
  return changes;
}

double largest_change(const std::vector<double>& values) {
  double largest = 0.0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    largest = std::max(largest, std::abs(values[i] - values[i - 1]));
  }
  return largest;
}

std::optional<double> permanence(const std::vector<double>& values) {
  int large = 0, kept = 0;
  for (std::size_t i = 2; i < values.size(); ++i) {
    const double change = values[i - 1] - values[i - 2];
    if (std::abs(change) < kLargeChange) continue;
    ++large;
    kept += (values[i] - values[i - 2]) / change >= 0.5 ? 1 : 0;
  }
  if (large == 0) return std::nullopt;
  return static_cast<double>(kept) / large;
}

/// `values` are the winner's here and below.
double drama(const std::vector<double>& values) {
  double sum = 0.0;
  int behind = 0;
  for (const double value : values) {
    if (value >= 0.5) continue;
    sum += std::sqrt(1.0 - 2.0 * value);
    ++behind;
  }
  return behind == 0 ? 0.0 : sum / behind;
}

double decisiveness(const std::vector<double>& values, int plies) {
  // The last value is the win itself, after the last move.
  std::size_t decided = values.size() - 1;
  while (decided > 0 && values[decided - 1] >= kDecided) --decided;
  return static_cast<double>(values.size() - 1 - decided) / plies;
}

}  // namespace

std::optional<ValueMeasures> measure_values(const GameRecord& game) {
  if (game.result == Result::unfinished) return std::nullopt;
  std::vector<double> values = course(game);
  if (values.empty()) return std::nullopt;
  ValueMeasures measures;
  measures.lead_changes = lead_changes(values);
  measures.killer_move = largest_change(values);
  measures.permanence = permanence(values);
  if (game.result == Result::draw) return measures;
  if (game.result == Result::second_wins) {
    for (double& value : values) value = 1.0 - value;
  }
  measures.drama = drama(values);
  measures.decisiveness = decisiveness(values, game.plies);
  return measures;
}

}  // namespace tavlab
