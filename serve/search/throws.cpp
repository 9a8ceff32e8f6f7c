#include "serve/search/throws.h"

#include <algorithm>
#include <utility>

#include "core/side.h"
#include "serve/search/search_json.h"

namespace tavlab::serve {
namespace {

/// Sequences of throws below this probability are left out.
constexpr double kRare = 0.004;

}  // namespace

Throws::Throws(ServedGame& game) {
  std::vector<std::string> words;
  expand(game, root_, 1, words);
  double all = 0;
  for (const Decision& each : decisions_) all += each.share;
  for (Decision& each : decisions_) each.share /= all;
}

void Throws::expand(ServedGame& game, Node& node, double probability,
                    std::vector<std::string>& words) {
  for (const ThrowView& each : game.view().throws) {
    Node& next = node.after.emplace_back();
    next.text = each.text;
    next.probability = each.probability;
    const double here = probability * each.probability;
    game.play(each.text);
    words.push_back(each.text);
    const PositionView view = game.view();
    if (view.node == NodeKind::terminal) {
      next.value = score(view.result);
    } else if (view.node == NodeKind::decision) {
      next.decision = decisions_.size();
      decisions_.push_back({words, here, {}});
    } else if (here < kRare) {
      next.rare = true;
    } else {
      expand(game, next, here, words);
    }
    words.pop_back();
    game.take_back();
  }
}

std::optional<double> Throws::value(const Node& node) const {
  if (node.value) return node.value;
  if (node.decision) {
    const std::optional<SearchView>& found = decisions_[*node.decision].found;
    return found ? found->value : std::nullopt;
  }
  double sum = 0, weight = 0;
  for (const Node& each : node.after) {
    if (each.rare) continue;
    const std::optional<double> its = value(each);
    if (!its) return std::nullopt;
    sum += each.probability * *its;
    weight += each.probability;
  }
  return weight > 0 ? std::optional(sum / weight) : std::nullopt;
}

Json Throws::json(double seconds) const {
  Json throws = Json::array();
  std::uint64_t nodes = 0;
  for (const Decision& each : decisions_) nodes += each.found ? each.found->nodes : 0;
  for (const Node& each : root_.after) {
    const std::optional<SearchView> found =
        each.decision ? decisions_[*each.decision].found : std::nullopt;
    throws.push_back({{"throw", each.text},
                      {"probability", each.probability},
                      {"value", number_json(value(each))},
                      {"passes", !each.after.empty() || each.rare},
                      {"best", text_json(found ? found->best : std::string())},
                      {"line", found ? found->line : std::vector<std::string>()},
                      {"proven", text_json(found ? found->proven : std::string())}});
  }
  return {{"value", number_json(value(root_))},
          {"throws", throws},
          {"nodes", nodes},
          {"seconds", seconds}};
}

}  // namespace tavlab::serve
