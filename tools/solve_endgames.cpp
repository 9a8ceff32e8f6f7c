#include "tools/solve_endgames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/memory.h"
#include "core/notice.h"
#include "core/solving/exact.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/text/table.h"

namespace tavlab::cli {
namespace {

/// A table's counts for one material with one side to move.
struct Row {
  std::array<int, 2> pieces;
  std::string to_move;
  EndgameCounts counts;
  std::array<std::string, 2> longest_from;  ///< a position with the longest win of each side
};

void print_rows(const std::vector<Row>& rows, const std::array<std::string_view, 2>& sides,
                bool moves) {
  fmt::print("{:>10} {:>10}  {:<10} {:>13} {:>16} {:>9} {:>16}{}\n", sides[0], sides[1], "to move",
             "positions", fmt::format("{} win", sides[0]), "neither",
             fmt::format("{} win", sides[1]), moves ? "  longest wins" : "");
  for (const Row& row : rows) {
    const auto& n = row.counts.winners;
    const double all = static_cast<double>(n[0] + n[1] + n[2]);
    const auto percent = [&](std::uint64_t count) {
      return fmt::format("{:.2f} %", all == 0 ? 0.0 : 100.0 * static_cast<double>(count) / all);
    };
    fmt::print(
        "{:>10} {:>10}  {:<10} {:>13} {:>16} {:>9} {:>16}{}\n", row.pieces[0], row.pieces[1],
        row.to_move, grouped(n[0] + n[1] + n[2]), percent(n[1]), percent(n[0]), percent(n[2]),
        moves ? fmt::format("  {} and {} moves", row.counts.longest[0], row.counts.longest[1])
              : std::string());
  }
}

Json to_json(const std::vector<Row>& rows, const std::array<std::string_view, 2>& sides,
             bool moves) {
  Json all = Json::array();
  for (const Row& row : rows) {
    Json wins = Json::object();
    for (std::size_t side = 0; side < 2; ++side) {
      Json win = {{"positions", row.counts.winners[1 + side]}};
      if (moves) win["longest"] = row.counts.longest[side];
      if (!row.longest_from[side].empty()) win["longest_from"] = row.longest_from[side];
      wins[std::string(sides[side])] = win;
    }
    all.push_back({{"pieces", row.pieces},
                   {"to_move", row.to_move},
                   {"wins", wins},
                   {"neither", row.counts.winners[0]}});
  }
  return all;
}

/// The first position of a layer in which the winner needs this many moves.
template <Game G, typename Layer>
std::string longest_from(const typename G::Rules& rules, const Layer& layer, Side to_move,
                         Side winner, int moves) {
  if (moves == 0) return {};
  const auto& codes = layer.values[static_cast<std::size_t>(to_move)];
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] % 128 == moves && codes[i] / 128 == static_cast<int>(winner)) {
      return G::position_text(rules, layer.index.position(i, to_move));
    }
  }
  return {};
}

template <Game G>
void solve_all(const RuleSet& rule_set, const typename G::Rules& rules,
               const EndgameArguments& options, Context& context) {
  using Table = typename Exact<G>::Table;
  using Material = typename Exact<G>::Material;
  const double began = now_seconds();
  const Material most{options.pieces[0], options.pieces[1]};
  Table table(rules, most);
  const auto needed = estimate_endgames(rules, most);
  const std::uint64_t available = options.memory > 0 ? options.memory : available_memory();
  if (available > 0 && needed.memory > available) {
    throw UserError(fmt::format(
        "rules '{}': {} positions need {} of memory, more than the {} available; use fewer "
        "--pieces",
        rule_set.id, grouped(needed.positions), size_text(needed.memory), size_text(available)));
  }
  check_new_file(options.out);
  if (!options.json) {
    notice(stderr, "{}: {} positions; {} of memory, a file of {}\n", rule_set.id,
           grouped(needed.positions), size_text(needed.memory),
           size_text(options.moves ? needed.positions : needed.positions / 4));
  }
  const std::filesystem::path part = options.out + ".part";
  std::error_code error;
  bool resumed = false;
  if (std::filesystem::exists(part, error)) {
    table.load(part);
    if (!(table.most() == most) || !table.has_moves()) {
      throw UserError(fmt::format(
          "{}: was not written by a solve with these --pieces; remove it, or use another --out",
          part.string()));
    }
    resumed = true;
  }
  const InterruptGuard guard;
  {
    Progress line("positions", needed.positions);
    if (options.quiet) line.silence();
    typename Exact<G>::Options settings;
    settings.threads = options.threads;
    settings.stop = [] { return InterruptGuard::asked_to_stop(); };
    settings.progress = [&](const typename Exact<G>::Progress& p) {
      line.update(p.done, [&] {
        const auto [first, second] = p.material;
        return fmt::format("{} and {} pieces, {} plies to the end", first, second, p.plies);
      });
    };
    for (const Material material : Table::order(most)) {
      if (table.solved(material)) continue;
      if (!solve_endgame(rules, table, material, settings)) {
        line.finish();
        notice(stderr, "stopped; the same command goes on from the last finished material\n");
        context.stopped();
        if (options.json) print_json({{"rules", rule_set.id}, {"complete", false}});
        return;
      }
      table.save(part, true);
    }
  }
  table.save(options.out, options.moves);
  std::filesystem::remove(part, error);
  std::vector<Row> rows;
  for (const Material material : Table::order(most)) {
    const auto& layer = *table.layer(material);
    const auto [first, second] = material;
    for (const Side to_move : {Side::first, Side::second}) {
      Row row{{first, second}, std::string(player_name<G>(to_move)), {}, {}};
      row.counts = count_endgames(layer.values[static_cast<std::size_t>(to_move)]);
      for (const Side winner : {Side::first, Side::second}) {
        row.longest_from[static_cast<std::size_t>(winner)] = longest_from<G>(
            rules, layer, to_move, winner, row.counts.longest[static_cast<std::size_t>(winner)]);
      }
      rows.push_back(std::move(row));
    }
  }
  const std::array<std::string_view, 2> sides = {G::first_player_name, G::second_player_name};
  const double seconds = now_seconds() - began;
  if (options.json) {
    print_json({{"rules", rule_set.id},
                {"rules_hash", rule_set.hash_text()},
                {"pieces", options.pieces},
                {"positions", needed.positions},
                {"materials", to_json(rows, sides, options.moves)},
                {"repetition", table.neither_is_drawn() ? "exact" : "ignored"},
                {"seconds", seconds},
                {"resumed", resumed},
                {"table", options.out}});
    return;
  }
  print_rows(rows, sides, options.moves);
  if (!table.neither_is_drawn()) {
    fmt::print(
        "neither: neither side can force a win; repetition rules, ignored here, may decide\n");
  }
  const Row& last = rows[rows.size() - 2];
  for (std::size_t side = 0; side < 2 && options.moves; ++side) {
    if (last.longest_from[side].empty()) continue;
    fmt::print("longest win of the {}: {} moves from {}\n", sides[side], last.counts.longest[side],
               last.longest_from[side]);
  }
  fmt::print("{} positions in {:.1f} s; table: {}\n", grouped(needed.positions), seconds,
             options.out);
}

}  // namespace

void solve_endgames(const RuleSet& rule_set, const EndgameArguments& options, Context& context) {
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (Exact<G>::available && !Exact<G>::whole_games) {
      solve_all<G>(rule_set, *rules, options, context);
    }
  });
}

void print_endgame_info(const std::string& file, bool json) {
  const EndgameInfo info = read_endgame_info(file);
  const std::array<std::string_view, 2> sides = {info.sides[0], info.sides[1]};
  const bool complete = info.layers.size() == info.materials;
  std::vector<Row> rows;
  for (const EndgameInfo::Layer& layer : info.layers) {
    const auto [first, second] = layer.material;
    for (std::size_t side = 0; side < 2; ++side) {
      rows.push_back({{first, second}, info.sides[side], layer.counts[side], {}});
    }
  }
  if (json) {
    print_json({{"rules", info.rules},
                {"rules_hash", info.rules_hash},
                {"complete", complete},
                {"moves", info.moves},
                {"bytes", info.bytes},
                {"materials", to_json(rows, sides, info.moves)}});
    return;
  }
  fmt::print("{}: {}, checksum correct\n  made for {} (rules hash {}), {}\n", file,
             complete ? std::string("complete")
                      : fmt::format("{} of {} materials", info.layers.size(), info.materials),
             info.rules, info.rules_hash, size_text(info.bytes));
  print_rows(rows, sides, info.moves);
}

}  // namespace tavlab::cli
