// tavlab prove RULES --limit N | --upto N; tavlab prove --check FILE
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "solve/certificate.h"
#include "solve/proof_folder.h"
#include "solve/proof_run.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct ProveArguments {
  RulesArguments rules;
  PositionArguments start;
  int limit = 0;
  int upto = 0;
  int threads = hardware_threads();
  std::uint64_t memory = ProofOptions{}.memory;
  double seconds = 0;  ///< 0: no limit of time
  std::string out;
  double checkpoint = 600;  ///< seconds between two
  std::string certificate;
  std::string check;
  bool json = false;
};

/// Moves played so far against those expected, on a line that moves.
class NodesLine {
 public:
  void begin(std::uint64_t expected, std::string note) {
    line_.reset();
    expected_ = expected;
    note_ = std::move(note);
    if (expected > 1) line_.emplace("nodes", expected);
  }
  void show(std::uint64_t nodes) {
    if (line_) line_->update(std::min(nodes, expected_ - 1), note_);
  }
  void end() {
    if (line_) line_->finish();
    line_.reset();
  }

 private:
  std::optional<Progress> line_;
  std::uint64_t expected_ = 0;
  std::string note_;
};

/// The nodes of the next limit, if they grow as they did from the last but one to the last.
std::uint64_t guess(std::uint64_t last_but_one, std::uint64_t last) {
  if (last_but_one == 0) return 0;
  const double ratio = static_cast<double>(last) / static_cast<double>(last_but_one);
  return static_cast<std::uint64_t>(std::min(1e18, ratio * static_cast<double>(last)));
}

template <Game G>
std::string_view winner(bool held) {
  return held ? G::first_player_name : G::second_player_name;
}

/// A proof, and the strategy that was written for it; `within` is the limit that it is of, at most
/// the one that was asked for. `history`: earlier positions of the game could be repeated.
template <Game G>
void print(const LimitProof& proof, int limit, int within, bool history,
           const std::optional<StrategyReport>& strategy, const ProveArguments& options) {
  const bool proved = proof.verdict != LimitProof::Verdict::stopped;
  const bool held = proof.verdict == LimitProof::Verdict::held;
  const bool aside =
      history || (proof.leaves_repetition_aside && !(strategy && strategy->without_repetition));
  if (options.json) {
    Json line = {{"limit", limit}};
    line["winner"] = proved ? Json(winner<G>(held)) : Json();
    line["proved"] = proved;
    if (proved && !held) line["within"] = within;
    line["nodes"] = proof.nodes;
    line["seconds"] = proof.seconds;
    line["repetition"] = !proved ? Json() : Json(aside ? "left aside" : "exact");
    if (strategy) {
      line["certificate"] = options.certificate;
      line["positions"] = strategy->positions;
    }
    print_json(line);
  } else if (!proved) {
    fmt::print("limit {:>2}: not proved; {} nodes in {:.1f} s\n", limit, proof.nodes,
               proof.seconds);
  } else {
    fmt::print("limit {:>2}: {} {}; {} nodes in {:.1f} s ({:.1f} M/s){}\n", limit, winner<G>(held),
               held ? "hold" : "win", proof.nodes, proof.seconds,
               static_cast<double>(proof.nodes) / std::max(proof.seconds, 1e-9) / 1e6,
               aside ? "; rules on repetition left aside" : "");
    if (strategy) {
      fmt::print("certificate: {}, {} positions\n", options.certificate, strategy->positions);
    }
  }
  flush_stdout();
}

class Prove {
 public:
  Prove(const ProveArguments& options, Context& context) : options_(options), context_(context) {
    search_options_.threads = options.threads;
    search_options_.memory = options.memory;
    search_options_.stop = [this] { return InterruptGuard::asked_to_stop() || out_of_time(); };
    search_options_.progress = [this](std::uint64_t nodes) { line_.show(nodes); };
  }

  template <FamilyGame G>
  void run(const RuleSet& rule_set, const typename G::Rules& rules) {
    if constexpr (!Prover<G>::available) {
      throw UserError(fmt::format("rules '{}': limits of moves cannot be proved for the family {}",
                                  rule_set.id, family_of<G>()));
    } else {
      const GameState<G> state = options_.start.state<G>(rules);
      if (state.over()) throw UserError("prove: the game is over in this position");
      if (!options_.certificate.empty()) check_new_file(options_.certificate);
      std::optional<OutputFolder> lock;
      std::optional<ProofFolder> folder;
      if (!options_.out.empty()) {
        lock.emplace(options_.out);
        folder.emplace(options_.out, ProofSubject{rule_set.id, rule_set.hash_text(),
                                                  G::position_text(rules, state.position())});
      }
      ProofRun<G> proofs(rules, state.position(), search_options_, folder ? &*folder : nullptr,
                         options_.checkpoint);
      prove_all<G>(proofs, rule_set, G::repetition_rule(rules));
    }
  }

  void check() {
    const Certificate certificate = read_certificate(options_.check);
    line_.begin(certificate.nodes, "checking");
    const auto [rule_set, report] = check_certificate(certificate, options_.check, search_options_);
    line_.end();
    if (report.stopped) return stop();
    visit_game(rule_set, [&, &rule_set = rule_set, &report = report](auto game, const auto&) {
      print_check<decltype(game)>(rule_set, certificate, report);
    });
  }

 private:
  template <Game G>
  void prove_all(ProofRun<G>& proofs, const RuleSet& rule_set, const RepetitionRule& repetition) {
    // Proofs begin their history at the position.
    const bool history =
        !options_.start.moves.empty() && repetition.verdict != RepetitionRule::Verdict::ignored;
    const int last = std::max(options_.limit, options_.upto);
    std::uint64_t before = 0, nodes = 0;
    for (int limit = 1; limit <= last; ++limit) {
      line_.begin(guess(before, nodes), fmt::format("limit {}", limit));
      const LimitProof proof = proofs.prove(limit);
      line_.end();
      const bool stopped = proof.verdict == LimitProof::Verdict::stopped;
      const bool forced = proof.verdict == LimitProof::Verdict::forced;
      const bool certified = !options_.certificate.empty() && !stopped && (limit == last || forced);
      std::optional<StrategyReport> strategy;
      if (certified) {
        line_.begin(kUnknownNodes, "certificate");
        if (const auto made = proofs.certificate(rule_set, limit, !forced)) {
          write_certificate(options_.certificate, made->first);
          strategy = made->second;
        }
        line_.end();
      }
      // Who wins within fewer moves wins within more.
      if (options_.upto > 0 || limit == last || stopped || forced) {
        print<G>(proof, options_.upto > 0 ? limit : last, limit, history, strategy, options_);
      }
      if (stopped || (certified && !strategy)) return stop();
      if (forced) return;
      before = nodes;
      nodes = proof.nodes;
    }
  }

  [[nodiscard]] bool out_of_time() const {
    return options_.seconds > 0 && now_seconds() - began_ > options_.seconds;
  }
  void stop() { context_.exit_code = out_of_time() ? kRefuted : kInterrupted; }

  template <Game G>
  void print_check(const RuleSet& rule_set, const Certificate& certificate,
                   const StrategyReport& report) const {
    const double seconds = now_seconds() - began_;
    if (options_.json) {
      print_json({{"ok", true},
                  {"rules", rule_set.id},
                  {"rules_hash", rule_set.hash_text()},
                  {"position", certificate.position},
                  {"winner", winner<G>(certificate.held)},
                  {"limit", certificate.limit},
                  {"positions", report.positions},
                  {"nodes", report.nodes},
                  {"seconds", seconds},
                  {"whole", true},
                  {"repetition", report.without_repetition ? "exact" : "left aside"}});
      return;
    }
    fmt::print("{}: {} (rules hash {}), {}: {} {} a limit of {}\n", options_.check, rule_set.id,
               rule_set.hash_text(), certificate.position, winner<G>(certificate.held),
               certificate.held ? "hold" : "win within", certificate.limit);
    fmt::print("  checked whole: {} positions, {} nodes in {:.1f} s ({:.1f} M/s){}\n",
               report.positions, report.nodes, seconds,
               static_cast<double>(report.nodes) / std::max(seconds, 1e-9) / 1e6,
               report.without_repetition ? "" : "; rules on repetition left aside");
  }

  static constexpr std::uint64_t kUnknownNodes = std::uint64_t{1} << 62;

  const ProveArguments& options_;
  Context& context_;
  InterruptGuard guard_;
  double began_ = now_seconds();
  NodesLine line_;
  ProofOptions search_options_;
};

void run(const ProveArguments& options, Context& context) {
  Prove prove(options, context);
  if (!options.check.empty()) {
    if (!options.rules.name.empty() || options.limit > 0 || options.upto > 0) {
      throw UserError("prove: --check FILE takes rules and limit from the file; give no others");
    }
    return prove.check();
  }
  if (options.rules.name.empty()) throw UserError("prove: give the RULES, or --check FILE");
  if ((options.limit > 0) == (options.upto > 0)) {
    throw UserError("prove: give a limit of moves with --limit N, or --upto N for all up to N");
  }
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set,
             [&](auto game, const auto& rules) { prove.run<decltype(game)>(rule_set, *rules); });
}

}  // namespace

void add_prove_command(App& app, Context& context) {
  const auto options = std::make_shared<ProveArguments>();
  App* command = app.add_subcommand(
      "prove", "Prove who wins if the second player must win within a limit of moves");
  options->rules.add_to(*command);
  command->get_option("RULES")->required(false);
  options->start.add_to(*command);
  command->add_option("--limit", options->limit, "Moves that the second player has left")
      ->check(in_range(1, kMostLimit));
  command->add_option("--upto", options->upto, "The same for each limit from 1 to this")
      ->check(in_range(1, kMostLimit));
  add_memory_option(*command, options->memory,
                    "Memory for the table of positions, as in 4GB, of which the largest power of "
                    "two is used");
  command
      ->add_option("--out", options->out,
                   "A folder for what was proved and learned; the same command resumes")
      ->check(not_empty("name a folder"));
  command->add_option("--checkpoint", options->checkpoint, "Seconds between two saves of it")
      ->capture_default_str()
      ->check(number_between(0, 86400));
  command->add_option("--seconds", options->seconds, "Stop after this time, with exit code 1")
      ->check(number_between(0.001, 1e9));
  command
      ->add_option("--certificate", options->certificate,
                   "Write the winner's strategy for the last limit into a new file")
      ->check(not_empty("name a file"));
  command
      ->add_option("--check", options->check,
                   "Check such a file by the plain rules, without any search")
      ->check(not_empty("name a file"));
  add_threads_option(*command, options->threads);
  add_json_flag(*command, options->json, "Print a line of JSON for each limit");
  command->footer(
      "The first player holds a limit if the second one, whatever it does, does not win within so\n"
      "many of its own moves; draws count as held. Verdicts are proofs, with any number of "
      "threads.");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
