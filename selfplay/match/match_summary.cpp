#include "selfplay/match/match_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/game.h"
#include "core/random.h"

namespace tavlab {

TwoGameMatch score_two_games(const GameRecord& one, const GameRecord& other) {
  TwoGameMatch match;
  for (const GameRecord* game : {&one, &other}) {
    if (game->result == Result::unfinished) {
      match.finished = false;
    } else {
      const double first_side = score(game->result);
      match.first_points += game->swapped ? 1 - first_side : first_side;
      match.second_points += game->swapped ? first_side : 1 - first_side;
    }
    match.first_captures += game->swapped ? game->captured_first : game->captured_second;
    match.second_captures += game->swapped ? game->captured_second : game->captured_first;
  }
  if (!match.finished) return match;
  using Winner = TwoGameMatch::Winner;
  if (match.first_points != match.second_points) {
    match.winner =
        match.first_points > match.second_points ? Winner::first_agent : Winner::second_agent;
  } else if (match.first_captures != match.second_captures) {
    match.winner =
        match.first_captures > match.second_captures ? Winner::first_agent : Winner::second_agent;
    match.by_captures = true;
  }
  return match;
}

void DistinctNumbers::add(std::uint64_t number) {
  constexpr std::size_t kFew = 1024;
  numbers_.push_back(number);
  if (numbers_.size() >= 2 * settled_ + kFew) settle();
}

void DistinctNumbers::settle() {
  std::ranges::sort(numbers_);
  numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
  settled_ = numbers_.size();
}

std::size_t DistinctNumbers::count() const {
  DistinctNumbers settled = *this;
  settled.settle();
  return settled.numbers_.size();
}

MatchSummary::MatchSummary(std::span<const GameRecord> games) {
  for (const GameRecord& game : games) add(game);
}

void MatchSummary::add(const GameRecord& game) {
  const std::size_t first_side_agent = game.swapped ? 1 : 0;
  tallies_[first_side_agent][0].add(game.result, Side::first);
  tallies_[1 - first_side_agent][1].add(game.result, Side::second);
  if (game.result != Result::unfinished) {
    plies_ += static_cast<std::uint64_t>(game.plies);
    choices_ += static_cast<std::uint64_t>(game.choices);
    legal_moves_ += static_cast<std::uint64_t>(std::llround(game.mean_legal_moves * game.plies));
    lost_[0] += static_cast<std::uint64_t>(game.captured_first);
    lost_[1] += static_cast<std::uint64_t>(game.captured_second);
  }
  seconds_ += game.seconds;
  distinct_.add(hash_text(game.moves));
  ++reasons_[game.reason];

  const Half half{game.swapped, game.result, game.captured_first, game.captured_second};
  const auto [counterpart, unpaired] = waiting_.emplace(game.number / 2, half);
  if (unpaired) return;
  add_pair(game, counterpart->second);
  waiting_.erase(counterpart);
}

void MatchSummary::add_pair(const GameRecord& one, const Half& other) {
  if (one.swapped == other.swapped) return;
  GameRecord counterpart;
  counterpart.swapped = other.swapped;
  counterpart.result = other.result;
  counterpart.captured_first = other.captured_first;
  counterpart.captured_second = other.captured_second;
  const TwoGameMatch match = score_two_games(one, counterpart);
  ++matches_.matches;
  if (!match.finished) {
    ++matches_.unfinished;
    return;
  }
  pairs_.add(match.first_points);
  matches_.first_points += match.first_points;
  matches_.second_points += match.second_points;
  switch (match.winner) {
    case TwoGameMatch::Winner::none:
      ++matches_.tied;
      break;
    case TwoGameMatch::Winner::first_agent:
      ++(match.by_captures ? matches_.first_by_captures : matches_.first_by_points);
      break;
    case TwoGameMatch::Winner::second_agent:
      ++(match.by_captures ? matches_.second_by_captures : matches_.second_by_points);
      break;
  }
}

ResultCounts MatchSummary::agent(std::size_t agent) const {
  return tallies_[agent][0] + tallies_[agent][1];
}

double MatchSummary::mean(std::uint64_t sum) const {
  return finished() == 0 ? std::numeric_limits<double>::quiet_NaN()
                         : static_cast<double>(sum) / static_cast<double>(finished());
}

double MatchSummary::mean_legal_moves() const {
  return static_cast<double>(legal_moves_) / static_cast<double>(plies_);
}

}  // namespace tavlab
