// tavlab prove RULES --limit N | --upto N; tavlab prove --check FILE
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/notice.h"
#include "core/solving/deadlock.h"
#include "core/solving/prover.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/text/table.h"
#include "solve/certificate.h"
#include "solve/proof_folder.h"
#include "solve/proof_run.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

constexpr int kSampledMoves = 3;

struct ProveArguments {
  RulesArguments rules;
  PositionArguments start;
  int limit = 0;
  int upto = 0;
  bool deadlock = false;
  std::string win_for;  ///< a side's name; empty: the family's question of limits
  int threads = hardware_threads();
  std::uint64_t memory = ProofOptions{}.memory;
  double minutes = 0;  ///< 0: no limit of time
  std::string out;
  double checkpoint = 600;  ///< seconds between two
  std::string certificate;
  StrategySample sample{0, kSampledMoves, 0};  ///< of the certificate
  std::string check;
  bool quiet = false;
  bool json = false;
};

/// A moving progress line: the moves played so far, of those expected.
class NodesLine {
 public:
  /// `expected`: 0 if unknown.
  void begin(std::uint64_t expected, std::string note) {
    line_.reset();
    expected_ = expected;
    note_ = std::move(note);
    line_.emplace("nodes", expected);
  }
  void show(const ProofProgress& now) {
    if (!line_) return;
    const bool numbers = now.numbers != ProofNumbers{};
    if (expected_ != 0 && now.nodes >= expected_) {
      line_->forget_total();
      note_ +=
          fmt::format(", more than the {} expected from the growth so far", grouped(expected_));
      expected_ = 0;
    }
    line_->update(now.nodes, numbers ? fmt::format("{}, proof number {}, disproof number {}", note_,
                                                   now.numbers.proof, now.numbers.disproof)
                                     : note_);
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

/// An estimate of the next limit's nodes from the growth between the last two.
std::uint64_t guess(std::uint64_t last_but_one, std::uint64_t last) {
  if (last_but_one == 0) return 0;
  const double ratio = static_cast<double>(last) / static_cast<double>(last_but_one);
  return static_cast<std::uint64_t>(std::min(1e18, ratio * static_cast<double>(last)));
}

/// What is to be proved: that a side wins, within a limit of its moves or at all; or, without a
/// side, the family's own question: whether the second player wins within the limit or the first
/// one holds.
struct Question {
  std::optional<Side> win_for;
  int last = kUnlimitedMoves;  ///< the limit, or the last of those from 1 on
  bool by_limits = false;      ///< answered by the family's limit prover
};

/// The winner, or nullopt if a win was asked for and there is none within the limit.
template <Game G>
std::optional<std::string_view> winner(const Question& question, bool held) {
  if (!question.win_for) return held ? G::first_player_name : G::second_player_name;
  if (held) return std::nullopt;
  return player_name<G>(*question.win_for);
}

Json sample_json(const StrategySample& sample) {
  if (sample.lines == 0) return {};
  return {{"lines", sample.lines}, {"moves", sample.moves}};
}

std::string sample_words(const StrategySample& sample) {
  if (sample.lines == 0) return "whole";
  return fmt::format("by a sample of {} lines, after {} random moves of the other side each",
                     sample.lines, sample.moves);
}

/// Prints a proof, and the strategy written for it. `within`: the limit that was proved, at most
/// the one asked for. `history`: earlier positions of the game could be repeated.
template <Game G>
void print(const LimitProof& proof, const Question& question, int limit, int within, bool history,
           const std::optional<StrategyReport>& strategy, const StrategySample& sample,
           const ProveArguments& options) {
  const bool proved = proof.verdict != LimitProof::Verdict::stopped;
  const bool held = proof.verdict == LimitProof::Verdict::held;
  const bool aside =
      history || (proof.ignores_repetition && !(strategy && strategy->without_repetition));
  if (options.json) {
    Json line;
    if (question.win_for) line["win_for"] = player_name<G>(*question.win_for);
    line["limit"] = limit == kUnlimitedMoves ? Json() : Json(limit);
    const auto won = proved ? winner<G>(question, held) : std::nullopt;
    line["winner"] = won ? Json(*won) : Json();
    line["proved"] = proved;
    if (!proved && InterruptGuard::asked_to_stop()) line["interrupted"] = true;
    if (proved && !held && within != kUnlimitedMoves) line["within"] = within;
    line["nodes"] = proof.nodes;
    line["seconds"] = proof.seconds;
    line["repetition"] = !proved ? Json() : Json(aside ? "ignored" : "exact");
    if (strategy) {
      line["certificate"] = options.certificate;
      line["positions"] = strategy->positions;
      line["sample"] = sample_json(sample);
    }
    print_json(line);
  } else {
    const std::string_view side = player_name<G>(question.win_for.value_or(Side::second));
    const std::string verdict =
        !proved                     ? "not proved"
        : held                      ? (question.win_for ? fmt::format("no win for {}", side)
                                                        : fmt::format("{} hold", G::first_player_name))
        : within == kUnlimitedMoves ? fmt::format("win for {}", side)
                                    : fmt::format("win for {} within {}", side, within);
    fmt::print("limit {:>4}: {}; {} nodes in {:.1f} s ({:.1f} M/s){}\n",
               limit == kUnlimitedMoves ? "none" : fmt::to_string(limit), verdict, proof.nodes,
               proof.seconds,
               static_cast<double>(proof.nodes) / std::max(proof.seconds, 1e-9) / 1e6,
               proved && aside ? "; repetition rules ignored" : "");
    if (strategy) {
      fmt::print("certificate: {}, {}, {} positions\n", options.certificate, sample_words(sample),
                 strategy->positions);
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
    if (!options.quiet) {
      search_options_.progress = [this](const ProofProgress& now) { line_.show(now); };
    }
  }

  template <FamilyGame G>
  void run(const RuleSet& rule_set, const typename G::Rules& rules) {
    if (options_.deadlock) return deadlock<G>(rule_set, rules);
    if (G::has_chance(rules)) {
      throw UserError(fmt::format("rules '{}': nothing can be proved with dice", rule_set.id));
    }
    const Question question = this->question<G>(rule_set, rules);
    const GameState<G> state = options_.start.state<G>(rules);
    if (state.over()) throw UserError("prove: the game is over in this position");
    if (!options_.certificate.empty()) {
      check_new_file(options_.certificate);
      if (std::filesystem::path(options_.certificate).lexically_normal() ==
          std::filesystem::path(options_.out).lexically_normal()) {
        throw UserError("prove: --out is a folder, --certificate a file; give two names");
      }
    }
    const bool asks_for_win = !question.by_limits;
    const Side side = question.win_for.value_or(Side::second);
    std::optional<OutputFolder> lock;
    std::optional<ProofFolder> folder;
    const ProofSubject subject{rule_set.id, rule_set.hash_text(),
                               G::position_text(rules, state.position()),
                               asks_for_win ? std::string(player_name<G>(side)) : std::string(),
                               question.last == kUnlimitedMoves};
    if (!options_.out.empty()) {
      lock.emplace(options_.out);
      folder.emplace(options_.out, subject);
    }
    ProofFolder* const saved = folder ? &*folder : nullptr;
    const auto proofs = asks_for_win ? make_win_run<G>(rules, side, state.position(),
                                                       search_options_, saved, options_.checkpoint)
                                     : make_limit_run<G>(rules, state.position(), search_options_,
                                                         saved, options_.checkpoint);
    prove_all<G>(*proofs, question, rule_set, G::repetition_rule(rules));
    if (stopped_) stop(*proofs, subject);
  }

  /// Whether a position exists in which neither player can ever move again.
  template <Game G>
  void deadlock(const RuleSet& rule_set, const typename G::Rules& rules) {
    if constexpr (!DeadlockSearch<G>::available) {
      throw UserError(fmt::format("rules '{}': --deadlock is not for the family {}", rule_set.id,
                                  family_of<G>()));
    } else {
      const auto proof = DeadlockSearch<G>::find(rules);
      const double seconds = now_seconds() - began_;
      const std::string position =
          proof.position ? G::position_text(rules, *proof.position) : std::string();
      if (options_.json) {
        print_json({{"rules", rule_set.id},
                    {"rules_hash", rule_set.hash_text()},
                    {"deadlock", proof.position.has_value()},
                    {"position", proof.position ? Json(position) : Json()},
                    {"proved", true},
                    {"nodes", proof.nodes},
                    {"seconds", seconds}});
      } else if (proof.position) {
        fmt::print("neither side can move, whatever is rolled: {}; {} placements in {:.1f} s\n",
                   position, proof.nodes, seconds);
      } else {
        fmt::print("in every position some roll lets a side move; {} placements in {:.1f} s\n",
                   proof.nodes, seconds);
      }
    }
  }

  void check() {
    const Certificate certificate = read_certificate(options_.check);
    line_.begin(certificate.nodes, "checking");
    const auto [rule_set, report] = check_certificate(certificate, options_.check, search_options_);
    line_.end();
    if (report.stopped) {
      notice(stderr, "{}: stopped before the check was complete. The same command begins again.\n",
             options_.check);
      context_.exit_code = guard_.asked_to_stop() ? kInterrupted : kRefuted;
      return;
    }
    visit_game(rule_set, [&, &rule_set = rule_set, &report = report](auto game, const auto&) {
      print_check<decltype(game)>(rule_set, certificate, report);
    });
  }

 private:
  template <Game G>
  [[nodiscard]] Question question(const RuleSet& rule_set,
                                  [[maybe_unused]] const typename G::Rules& rules) const {
    Question question;
    if (options_.limit > 0 || options_.upto > 0) {
      question.last = std::max(options_.limit, options_.upto);
    }
    const std::string sides =
        fmt::format("'{}' or '{}'", G::first_player_name, G::second_player_name);
    if (options_.win_for.empty()) {
      if (!Prover<G>::available) {
        throw UserError(fmt::format("rules '{}': name the side that is to win: --win-for {}",
                                    rule_set.id, sides));
      }
      if (question.last == kUnlimitedMoves) {
        throw UserError(
            fmt::format("prove: give a limit of moves with --limit N, --upto N for all up to N, or "
                        "the side that is to win in any number of moves: --win-for {}",
                        sides));
      }
      question.by_limits = true;
      return question;
    }
    question.win_for = side_named<G>(options_.win_for);
    if (!question.win_for) {
      throw UserError(
          fmt::format("--win-for: there is no side '{}'; give {}", options_.win_for, sides));
    }
    // The limit prover is faster, if it accepts the rules.
    if constexpr (Prover<G>::available) {
      question.by_limits = question.win_for == Side::second && question.last != kUnlimitedMoves &&
                           Prover<G>::accepts(rules);
    }
    return question;
  }

  template <Game G>
  void prove_all(ProofRun& proofs, const Question& question, const RuleSet& rule_set,
                 const RepetitionRule& repetition) {
    // A proof's history begins at the position.
    const bool history =
        !options_.start.moves.empty() && repetition.verdict != RepetitionRule::Verdict::ignored;
    const int last = question.last;
    std::uint64_t before = 0, nodes = 0;
    for (int limit = last == kUnlimitedMoves ? last : 1; limit <= last; ++limit) {
      if (last == kUnlimitedMoves) {
        line_.begin(0, "any number of moves");
      } else {
        line_.begin(guess(before, nodes), fmt::format("limit {}", limit));
      }
      const LimitProof proof = proofs.prove(limit);
      line_.end();
      const bool stopped = proof.verdict == LimitProof::Verdict::stopped;
      const bool forced = proof.verdict == LimitProof::Verdict::forced;
      // For a win in any number of moves, the number it takes may be unknown.
      const int within = forced && proof.within >= 0 ? proof.within : limit;
      const bool certified = !options_.certificate.empty() && !stopped &&
                             (limit == last || forced) && (forced || question.by_limits);
      if (certified && within == kUnlimitedMoves) {
        throw UserError("prove: there is no certificate, since the win takes too many moves");
      }
      std::optional<StrategyReport> strategy;
      // A win in one move leaves nothing to sample.
      StrategySample sample = options_.sample;
      sample.moves = std::min(sample.moves, within - 1);
      if (sample.moves < 1) sample = {};
      std::exception_ptr unwritten;
      if (certified) {
        line_.begin(0, "certificate");
        try {
          if (const auto made =
                  proofs.certificate(rule_set, std::max(within, 1), !forced, sample)) {
            write_certificate(options_.certificate, made->first);
            strategy = made->second;
          }
        } catch (const UserError&) {  // rethrown after the verdict is printed
          unwritten = std::current_exception();
        }
        line_.end();
      }
      // A win within fewer moves is also one within more.
      if (options_.upto > 0 || limit == last || stopped || forced) {
        print<G>(proof, question, options_.upto > 0 ? limit : last, within, history, strategy,
                 sample, options_);
      }
      if (unwritten) std::rethrow_exception(unwritten);
      if (certified && !strategy)
        notice(stderr,
               "prove: stopped before the certificate was made; the same command makes it\n");
      (stopped ? unfinished_ : proofs_.emplace_back()) = proof;
      stopped_ = stopped || (certified && !strategy);
      if (stopped_) return;
      if (!forced && limit == last && !question.by_limits && !options_.certificate.empty()) {
        throw UserError("prove: there is no certificate, since there is no win to show");
      }
      if (forced) return;
      before = nodes;
      nodes = proof.nodes;
    }
  }

  [[nodiscard]] bool out_of_time() const {
    return options_.minutes > 0 && now_seconds() - began_ > 60 * options_.minutes;
  }
  /// A search for any number of moves may end without a win, too.
  void stop(ProofRun& proofs, const ProofSubject& subject) {
    context_.exit_code = guard_.asked_to_stop() ? kInterrupted : kRefuted;
    if (!guard_.asked_to_stop() && !out_of_time()) return;
    notice(stderr, "stopped; {}\n",
           options_.out.empty() ? keep(proofs, subject) : "the same command resumes.");
  }

  /// Keeps a stopped search without --out, and says where.
  std::string keep(ProofRun& proofs, const ProofSubject& subject) {
    try {
      const std::string folder = free_folder_for("prove-" + subject.rules);
      const OutputFolder lock(folder);
      ProofFolder saved(folder, subject);
      proofs.keep(saved, proofs_, unfinished_);
      return fmt::format("the search is kept in {}. The same command with --out {} resumes.",
                         folder, folder);
    } catch (const UserError& error) {
      return fmt::format("the search is not kept: {}", error.what());
    }
  }

  template <Game G>
  void print_check(const RuleSet& rule_set, const Certificate& certificate,
                   const StrategyReport& report) const {
    const double seconds = now_seconds() - began_;
    const Question question{side_named<G>(certificate.win_for), certificate.limit, false};
    const std::string_view winner = cli::winner<G>(question, certificate.held).value();
    if (options_.json) {
      print_json({{"ok", true},
                  {"rules", rule_set.id},
                  {"rules_hash", rule_set.hash_text()},
                  {"position", certificate.position},
                  {"winner", winner},
                  {"limit", certificate.limit},
                  {"positions", report.positions},
                  {"nodes", report.nodes},
                  {"seconds", seconds},
                  {"whole", certificate.sample.lines == 0},
                  {"sample", sample_json(certificate.sample)},
                  {"repetition", report.without_repetition ? "exact" : "ignored"}});
      return;
    }
    fmt::print("{}: {} (rules hash {}), {}: {}{} {} a limit of {}\n", options_.check, rule_set.id,
               rule_set.hash_text(), certificate.position,
               certificate.sample.lines > 0 ? "evidence, not a proof, that " : "", winner,
               certificate.held ? "hold" : "win within", certificate.limit);
    fmt::print("  checked {}: {} positions, {} nodes in {:.1f} s ({:.1f} M/s){}\n",
               sample_words(certificate.sample), report.positions, report.nodes, seconds,
               static_cast<double>(report.nodes) / std::max(seconds, 1e-9) / 1e6,
               report.without_repetition ? "" : "; repetition rules ignored");
  }

  const ProveArguments& options_;
  Context& context_;
  InterruptGuard guard_;
  double began_ = now_seconds();
  NodesLine line_;
  ProofOptions search_options_;
  std::vector<LimitProof> proofs_;  ///< of this run
  LimitProof unfinished_;           ///< the one in progress when it was stopped
  bool stopped_ = false;
};

void run(const ProveArguments& options, Context& context) {
  Prove prove(options, context);
  if (!options.check.empty()) {
    if (!options.rules.name.empty() || !options.rules.overrides.empty() || options.limit > 0 ||
        options.upto > 0 || options.deadlock || !options.win_for.empty() || !options.out.empty() ||
        !options.certificate.empty() || !options.start.position.empty() ||
        !options.start.moves.empty() || options.sample.lines > 0) {
      throw UserError(
          "prove: --check FILE takes rules, position and limit from the file; give no others");
    }
    return prove.check();
  }
  if (options.rules.name.empty()) throw UserError("prove: give the RULES, or --check FILE");
  if (options.deadlock && (options.limit > 0 || options.upto > 0 || !options.win_for.empty() ||
                           !options.out.empty() || !options.certificate.empty() ||
                           !options.start.position.empty() || !options.start.moves.empty())) {
    throw UserError("prove: --deadlock takes no limit, side, position, --out or --certificate");
  }
  if (options.certificate.empty() && options.sample != StrategySample{0, kSampledMoves, 0}) {
    throw UserError("prove: --sample and --sample-moves need --certificate FILE");
  }
  if (const int limit = std::max(options.limit, options.upto);
      options.sample.lines > 0 && limit > 0 && options.sample.moves >= limit) {
    throw UserError(
        "prove: --sample-moves must be below the limit, so that each line has an exhaustive part");
  }
  if (options.sample.lines == 0 && options.sample.moves != kSampledMoves) {
    throw UserError("prove: --sample-moves needs --sample LINES");
  }
  if (options.limit > 0 && options.upto > 0) {
    throw UserError("prove: give --limit N, or --upto N for all up to N, not both");
  }
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set,
             [&](auto game, const auto& rules) { prove.run<decltype(game)>(rule_set, *rules); });
}

}  // namespace

void add_prove_command(App& app, Context& context) {
  const auto options = std::make_shared<ProveArguments>();
  App* command = app.add_subcommand(
      "prove", "Prove who wins within a limit of moves, or that a side can force a win");
  options->rules.add_to(*command);
  command->get_option("RULES")->required(false);
  options->start.add_to(*command);
  command
      ->add_option("--limit", options->limit,
                   "Moves within which the second player, or the side of --win-for, must win")
      ->check(in_range(1, kMaxLimit));
  command->add_option("--upto", options->upto, "Prove each limit from 1 to this one")
      ->check(in_range(1, kMaxLimit));
  command
      ->add_option("--win-for", options->win_for,
                   "Prove a win for this side; without --limit, in any number of moves")
      ->check(not_empty("name a side"));
  command->add_flag(
      "--deadlock", options->deadlock,
      "With dice: whether there is a position in which neither side can move, whatever is "
      "rolled");
  add_memory_option(*command, options->memory,
                    "Memory for the table of positions, as in 4GB; rounded down to a power of "
                    "two");
  command
      ->add_option("--out", options->out,
                   "A folder for the proofs and the table; the same command resumes. By default "
                   "only a stopped search is kept, in runs/prove-RULES")
      ->check(not_empty("name a folder"));
  command->add_option("--checkpoint", options->checkpoint, "Seconds between saves to --out")
      ->capture_default_str()
      ->check(number_between(0, 86400));
  command
      ->add_option("--minutes", options->minutes,
                   "Stop after this time as if by Ctrl-C, but with exit code 1")
      ->check(minutes_range());
  command
      ->add_option("--certificate", options->certificate,
                   "Write the winner's strategy for the last limit into a new file")
      ->check(not_empty("name a file"));
  command
      ->add_option("--sample", options->sample.lines,
                   "For strategies that are too large: certify only this many lines, each with "
                   "random moves of the other side first and all of its moves after that")
      ->check(in_range(1, 1'000'000'000));
  command
      ->add_option("--sample-moves", options->sample.moves,
                   "Random moves of the other side at the start of each line")
      ->capture_default_str()
      ->check(in_range(1, kMaxLimit));
  command
      ->add_option("--check", options->check,
                   "Check a certificate using only the rules, without search")
      ->check(not_empty("name a file"));
  add_threads_option(*command, options->threads);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json, "Print a line of JSON for each limit");
  command->footer(
      "Without --win-for (not in all families): the first player holds a limit if it can prevent\n"
      "a win of the second within that many moves of the second; draws count as held.\n"
      "With --win-for, in any game without dice: that side wins, whatever the other does.\n"
      "Verdicts are proofs, with any number of threads.");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
