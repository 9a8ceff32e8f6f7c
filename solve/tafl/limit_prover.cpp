#include "solve/tafl/limit_prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "core/random.h"
#include "core/tafl/moves.h"
#include "solve/certificate.h"
#include "solve/tafl/strategy.h"

namespace tavlab::tafl {
namespace {

using Clock = std::chrono::steady_clock;

void check_rules(const Parameters& parameters) {
  const auto refuse = [&](const char* what) {
    throw UserError(
        fmt::format("rules '{}': limits cannot be proved with {}", parameters.identity.id, what));
  };
  if (parameters.dice != Dice::none) refuse("dice");
  if (parameters.king_side_moves > 0) refuse("limits.king_side_moves; set it to none");
  if (parameters.quiet_plies > 0) refuse("limits.quiet_plies; set it to none");
  if (parameters.total_plies > 0) refuse("limits.total_plies; set it to none");
  // The attackers could move for ever, and the tree would not be finite.
  if (parameters.no_move_defenders == NoMove::passes) refuse("no_move.defenders = passes");
}

void check_limit(int limit) {
  if (limit < 1 || limit > kMostLimit) {
    throw UserError(fmt::format("a limit must be from 1 to {} moves, not {}", kMostLimit, limit));
  }
}

LimitTable make_table(std::size_t bytes) {
  try {
    return LimitTable(bytes);
  } catch (const std::bad_alloc&) {
    throw UserError(fmt::format("not enough memory for a table of {} MB; choose a smaller --memory",
                                bytes >> 20));
  }
}

}  // namespace

template <int Words>
LimitProver<Words>::LimitProver(const Rules<Words>& rules, ProofOptions options)
    : rules_(rules),
      options_(std::move(options)),
      table_((check_rules(rules.parameters), make_table(options_.memory))) {
  const typename LimitSearch<Words>::Shared shared{rules_, table_, stop_, options_.threads};
  for (int thread = 0; thread < options_.threads; ++thread) {
    searches_.push_back(std::make_unique<LimitSearch<Words>>(shared, thread));
  }
}

/// Of the rules on repetition only those that bind the attackers can help the defenders, and only
/// where the attackers hold. (The defenders' quickest win does not repeat a position, since each of
/// its moves leaves fewer to the win.) A position that the attackers may not create occurs before
/// with as many cycles more to go, of two moves of the defenders at least, and one more move must
/// be left to win.
template <int Words>
bool LimitProver<Words>::repetition_matters(int limit, bool held) const {
  const RepetitionRule& rule = rules_.parameters.repetition;
  using Verdict = RepetitionRule::Verdict;
  if (!held || (rule.verdict != Verdict::forbidden && rule.verdict != Verdict::mover_loses)) {
    return false;
  }
  if (rule.scope == RepetitionRule::Scope::move_pattern) return limit > 2;
  return limit > 2 * (rule.count - 1);
}

namespace {

constexpr std::string_view kTableMagic = "tavlab limit table 1\n";

/// Tells tables of other rules, and of versions with other keys, apart.
template <int Words>
std::uint64_t fingerprint(const Rules<Words>& rules) {
  return derive_seed({rules.parameters.identity.hash, start_position(rules).hash});
}

void append_word(std::string& bytes, std::uint64_t word) {
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(word >> 8 * i));
}

std::uint64_t word_at(const std::string& bytes, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
  }
  return word;
}

}  // namespace

template <int Words>
void LimitProver<Words>::save(const std::filesystem::path& path) const {
  constexpr std::size_t kMostEntries = std::size_t{1} << 26;
  const std::vector<std::uint64_t> words = table_.heaviest(kMostEntries);
  std::string bytes(kTableMagic);
  bytes.reserve(bytes.size() + 8 * (words.size() + 2));
  append_word(bytes, fingerprint(rules_));
  for (const std::uint64_t word : words) append_word(bytes, word);
  append_word(bytes, hash_text(bytes));
  write_file(path, bytes);
}

template <int Words>
void LimitProver<Words>::load(const std::filesystem::path& path) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;
  const std::string bytes = read_file(path, kMostBytes);
  const auto refuse = [&](const char* what) {
    throw UserError(fmt::format("{}: {}", path.string(), what));
  };
  const std::size_t begin = kTableMagic.size() + 8, end = bytes.size() - 8;
  if (!bytes.starts_with(kTableMagic) || bytes.size() < begin + 8 || (end - begin) % 16 != 0) {
    refuse("is not a table of `tavlab prove`, or is cut short");
  }
  if (word_at(bytes, end) != hash_text(std::string_view(bytes).substr(0, end))) {
    refuse("is damaged: its checksum does not fit");
  }
  if (word_at(bytes, kTableMagic.size()) != fingerprint(rules_)) {
    refuse("belongs to other rules, or to another version of tavlab");
  }
  std::vector<std::uint64_t> words;
  words.reserve((end - begin) / 8);
  for (std::size_t at = begin; at < end; at += 8) words.push_back(word_at(bytes, at));
  table_.take(words);
}

namespace {

template <int Words>
StrategyReport walk(const Rules<Words>& rules, const Position<Words>& position, int limit,
                    bool held, const ProofOptions& options,
                    typename StrategyWalk<Words>::Choose choose) {
  StrategyWalk<Words> walk(rules, held, std::move(choose));
  walk.stop = [&] {
    if (options.progress) options.progress(walk.nodes());
    return options.stop && options.stop();
  };
  StrategyReport report;
  walk.run(position, limit);
  report.fault = walk.fault();
  report.positions = walk.positions();
  report.nodes = walk.nodes();
  const RepetitionRule& rule = rules.parameters.repetition;
  // See repetition_matters: two moves of the defenders at least make a cycle.
  // Attackers who pass leave positions that they did not make.
  report.without_repetition = !held || (rule.scope == RepetitionRule::Scope::position &&
                                        rules.parameters.no_move_attackers != NoMove::passes &&
                                        !walk.may_repeat(rule.count, 2));
  return report;
}

}  // namespace

template <int Words>
StrategyReport LimitProver<Words>::strategy(const Position<Words>& position, int limit, bool held,
                                            std::string& moves) {
  stop_ = false;
  MoveWriter writer;
  const StrategyReport report =
      walk<Words>(rules_, position, limit, held, options_, [&](const auto& p, int left) {
        const Move best = searches_[0]->best_move(p, left);
        FixedList<Move, kMaxMoves<Words>> list;
        generate(rules_, p, list);
        const auto found = std::ranges::find(list, best);
        if (found == list.end()) return std::int64_t{-1};
        writer.add(static_cast<std::uint64_t>(found - list.begin()));
        return static_cast<std::int64_t>(found - list.begin());
      });
  moves = writer.take();
  return report;
}

template <int Words>
StrategyReport LimitProver<Words>::check(const Rules<Words>& rules, const Position<Words>& position,
                                         int limit, bool held, const std::string& moves,
                                         const ProofOptions& options) {
  check_rules(rules.parameters);
  check_limit(limit);
  MoveReader reader(moves);
  StrategyReport report = walk<Words>(rules, position, limit, held, options, [&](const auto&, int) {
    const auto index = reader.next();
    return index ? static_cast<std::int64_t>(*index) : std::int64_t{-1};
  });
  if (report.fault.empty() && !reader.at_end()) report.fault = "it has more moves than it needs";
  return report;
}

template <int Words>
LimitProof LimitProver<Words>::prove(const Position<Words>& position, int limit) {
  check_limit(limit);
  const auto began = Clock::now();
  const auto nodes = [&] {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search->nodes();
    return sum;
  };
  const std::uint64_t before = nodes();
  stop_ = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<bool> held;
  std::size_t running = searches_.size();
  {
    std::vector<std::jthread> threads;
    for (const auto& search : searches_) {
      threads.emplace_back([&, mine = search.get()] {
        std::optional<bool> answer;
        try {
          answer = mine->holds(position, limit);
        } catch (const typename LimitSearch<Words>::Stopped&) {
        }
        const std::lock_guard lock(mutex);
        if (answer) held = answer;
        if (answer) stop_ = true;  // the others are not needed any more
        --running;
        changed.notify_all();
      });
    }
    // If this thread ends by an exception, the others are not to go on.
    struct StopAll {
      std::atomic<bool>& stop;
      ~StopAll() { stop = true; }
    };
    const StopAll stop_all{stop_};
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(200), [&] { return running == 0; })) {
      if (options_.progress) options_.progress(nodes() - before);
      if (options_.stop && options_.stop()) stop_ = true;
    }
  }
  LimitProof proof;
  proof.nodes = nodes() - before;
  proof.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  if (held) {
    proof.verdict = *held ? LimitProof::Verdict::held : LimitProof::Verdict::forced;
    proof.leaves_repetition_aside = repetition_matters(limit, *held);
  }
  return proof;
}

template class LimitProver<2>;
template class LimitProver<6>;

}  // namespace tavlab::tafl
