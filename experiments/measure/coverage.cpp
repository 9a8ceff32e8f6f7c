#include "experiments/measure/coverage.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"

namespace tavlab {
namespace {

template <FamilyGame G>
class Covered {
 public:
  explicit Covered(std::shared_ptr<const typename G::Rules> rules)
      : rules_(std::move(rules)), board_(G::picture(*rules_, G::start(*rules_))) {
    for (const Picture::Square& square : board_.squares) {
      start_.push_back(!square.pieces.empty());
      squares_ += square.exists && square.used ? 1 : 0;
    }
  }

  /// Without the history of the game, which affects how it ended but not where pieces stood.
  double operator()(std::string_view words) const {
    std::vector<bool> covered = start_;
    typename G::Position position = G::start(*rules_);
    while (!words.empty()) {
      const std::string_view word = words.substr(0, words.find(' '));
      words.remove_prefix(std::min(words.size(), word.size() + 1));
      if (G::node_kind(position) == NodeKind::chance) {
        G::play_chance(*rules_, position, G::parse_chance(*rules_, position, word));
        continue;
      }
      const typename G::Move move = G::parse_move(*rules_, position, word);
      for (const std::string& name : G::move_squares(*rules_, position, move)) {
        const std::size_t square = board_.find(name);
        if (square < covered.size()) covered[square] = true;
      }
      G::play(*rules_, position, move);
    }
    return static_cast<double>(std::ranges::count(covered, true)) / squares_;
  }

 private:
  std::shared_ptr<const typename G::Rules> rules_;
  Picture board_;
  std::vector<bool> start_;  ///< by square: whether it is occupied
  double squares_ = 0.0;
};

}  // namespace

Coverage::Coverage(const std::optional<RuleSet>& rules) {
  if (!rules) return;
  try {
    visit_game(*rules, [&](auto game, const auto& compiled) {
      of_moves_ = Covered<decltype(game)>(compiled);
    });
  } catch (const UserError&) {
    return;
  }
}

std::optional<double> Coverage::of(const GameRecord& game) const {
  if (!of_moves_ || game.result == Result::unfinished) return std::nullopt;
  try {
    return of_moves_(game.moves);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

}  // namespace tavlab
