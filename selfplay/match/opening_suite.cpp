#include "selfplay/match/opening_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/io/file_error.h"
#include "core/io/files.h"
#include "core/openings.h"
#include "core/random.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr std::size_t kMaxOpenings = 50'000;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 26;
constexpr int kMaxPlies = 12;

struct Enumeration {
  int plies = 0;
  bool unique = false;
  std::size_t sample = 0;  ///< how many are drawn; 0: all
};

Enumeration parse_enumeration(std::string_view text) {
  const auto refuse = [text] {
    throw UserError(fmt::format(
        "openings '{}': write plies=N or plies=N,unique, either with ,sample=M, N from 1 "
        "to {} and M from 1 to {}, or the path of a file",
        text, kMaxPlies, kMaxOpenings));
  };
  Enumeration asked;
  const auto parts = split(text, ',');
  const auto plies = parse_number(parts.front().substr(parts.front().find('=') + 1));
  if (!plies || *plies < 1 || *plies > kMaxPlies) refuse();
  asked.plies = *plies;
  for (const std::string_view part : std::span(parts).subspan(1)) {
    constexpr std::string_view kSample = "sample=";
    if (part == "unique" && !asked.unique) {
      asked.unique = true;
      continue;
    }
    const auto sample =
        part.starts_with(kSample) ? parse_number(part.substr(kSample.size())) : std::nullopt;
    if (!sample || *sample < 1 || *sample > static_cast<int>(kMaxOpenings) || asked.sample != 0) {
      refuse();
    }
    asked.sample = static_cast<std::size_t>(*sample);
  }
  return asked;
}

template <FamilyGame G>
std::vector<std::string> enumerate(const typename G::Rules& rules, const Enumeration& asked) {
  GameState<G> state(rules);
  std::vector<std::string> lines;
  if (asked.unique) {
    for (const OpeningClass& each : opening_classes(state, asked.plies, kMaxOpenings)) {
      lines.push_back(each.line);
    }
    return lines;
  }
  each_opening(state, asked.plies, [&](const std::string& line, const GameState<G>&) {
    if (lines.size() == kMaxOpenings) refuse_many_openings(asked.plies, kMaxOpenings);
    lines.push_back(line);
  });
  return lines;
}

/// A move drawn from the legal ones in the order of their texts, or a roll by its probability, and
/// its text.
template <Game G>
std::string play_drawn(GameState<G>& state, Random& random) {
  if (state.node_kind() == NodeKind::chance) {
    return G::chance_text(state.rules(), state.play_random_chance(random));
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  std::vector<std::pair<std::string, typename G::Move>> named;
  for (const auto move : moves) {
    named.emplace_back(G::move_text(state.rules(), state.position(), move), move);
  }
  std::ranges::sort(named, {}, [](const auto& each) -> const std::string& { return each.first; });
  auto& [text, move] = named[random.below(static_cast<std::uint32_t>(named.size()))];
  state.play(move);
  return std::move(text);
}

/// Random openings, all different; if unique, no two lead to symmetric positions. Rules with the
/// same moves so far draw the same ones.
template <FamilyGame G>
std::vector<std::string> draw(const typename G::Rules& rules, const Enumeration& asked,
                              std::uint64_t seed) {
  constexpr std::size_t kAttempts = 50;  // for each that is kept
  std::vector<std::string> lines;
  std::set<std::uint64_t> seen;
  Symmetry<G> symmetry(rules);
  for (std::size_t attempt = 0; lines.size() < asked.sample; ++attempt) {
    if (attempt >= kAttempts * asked.sample) {
      throw UserError(
          fmt::format("openings: {} different ones of {} plies were found in {} attempts, not {}; "
                      "draw fewer, or longer ones",
                      lines.size(), asked.plies, attempt, asked.sample));
    }
    Random random(derive_seed({seed, hash_text("sampled openings"), attempt}));
    GameState<G> state(rules);
    std::string line;
    // As in each_opening, a roll takes no ply, unless the turn passes.
    for (int left = asked.plies; left > 0 && !state.over();) {
      const bool rolls = state.node_kind() == NodeKind::chance;
      if (!line.empty()) line += ' ';
      line += play_drawn(state, random);
      if (!rolls || state.node_kind() != NodeKind::decision) --left;
    }
    if (state.over()) continue;
    const std::uint64_t key =
        asked.unique ? symmetry.key(state.position(), state.occurrences()) : hash_text(line);
    if (seen.insert(key).second) lines.push_back(std::move(line));
  }
  return lines;
}

/// Fisher and Yates, so that the order does not depend on the standard library.
void shuffle(std::vector<std::string>& lines, std::uint64_t seed) {
  Random random(derive_seed({seed, hash_text("openings")}));
  for (std::size_t left = lines.size(); left > 1; --left) {
    std::swap(lines[left - 1], lines[random.below(static_cast<std::uint32_t>(left))]);
  }
}

/// The words of a line in the rules' notation.
struct Rewritten {
  std::string line;

  void add(const std::string& word) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  template <Game G>
  void move(const GameState<G>& state, typename G::Move move) {
    add(G::move_text(state.rules(), state.position(), move));
  }
  template <Game G>
  void roll(const GameState<G>& state, std::uint8_t outcome) {
    add(G::chance_text(state.rules(), outcome));
  }
};

/// Checks a line by playing it, and rewrites it in the rules' notation; returns its plies.
template <FamilyGame G>
int check_line(const typename G::Rules& rules, std::string& line, const std::string& where) {
  GameState<G> state(rules);
  Rewritten rewritten;
  try {
    play_text(state, line, rewritten);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", where, error.what()));
  }
  if (state.over()) {
    throw UserError(fmt::format("{}: the game is over after this opening: {}, {}", where,
                                result_text<G>(state.result()), state.reason()));
  }
  line = std::move(rewritten.line);
  return state.plies();
}

}  // namespace

std::string OpeningSuite::hash_text() const {
  std::uint64_t hash = 0;
  for (const std::string& line : lines) hash = derive_seed({hash, tavlab::hash_text(line)});
  return fmt::format("{:016x}", hash);
}

std::shared_ptr<const OpeningSuite> load_openings(std::string_view text, const RuleSet& rule_set,
                                                  std::uint64_t seed,
                                                  const std::filesystem::path& folder) {
  auto suite = std::make_shared<OpeningSuite>();
  suite->source = text;
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if (is_enumeration(text)) {
      const Enumeration asked = parse_enumeration(text);
      suite->plies = asked.plies;
      if (asked.sample > 0) {
        suite->lines = draw<G>(*rules, asked, seed);
      } else {
        suite->lines = enumerate<G>(*rules, asked);
        shuffle(suite->lines, seed);
      }
    } else {
      const std::filesystem::path path = folder / std::filesystem::path(text);
      std::error_code error;
      if (!std::filesystem::exists(path, error)) {
        throw FileError(
            fmt::format("openings '{}': write plies=N or plies=N,unique, either with ,sample=M, or "
                        "name a file with an opening in each line; there is no file {}",
                        printable(text), path.string()),
            ENOENT);
      }
      const std::string content = read_file(path, kMaxBytes);
      std::size_t number = 0;
      for (std::string_view line : split(content, '\n')) {
        ++number;
        if (words_in(line).empty() || line.starts_with('#')) continue;
        if (suite->lines.size() == kMaxOpenings) {
          throw UserError(
              fmt::format("{}: has more than {} openings", path.string(), kMaxOpenings));
        }
        std::string& added = suite->lines.emplace_back(line);
        const std::string where = fmt::format("{}:{}", path.string(), number);
        suite->plies = std::max(suite->plies, check_line<G>(*rules, added, where));
      }
    }
    if (suite->lines.empty()) {
      throw UserError(fmt::format("openings '{}': there are none under these rules", text));
    }
  });
  return suite;
}

}  // namespace tavlab
