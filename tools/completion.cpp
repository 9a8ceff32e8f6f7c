#include "tools/completion.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "experiments/claim/claim.h"
#include "experiments/config/config.h"
#include "experiments/store/game_info.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"
#include "nn/shipped_nets.h"
#include "selfplay/agents/agent_help.h"
#include "selfplay/agents/levels.h"
#include "selfplay/evaluation/config.h"
#include "selfplay/rule_variants.h"
#include "selfplay/train/config.h"
#include "tools/usage.h"

namespace tavlab::cli {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::ranges::find(texts, text) != texts.end();
}

/// Collects what begins with the last word.
class Completions {
 public:
  explicit Completions(std::string word) : word_(std::move(word)) {}

  void add(std::string_view text, std::string_view meaning = {}) {
    if (!text.starts_with(word_)) return;
    std::string line(meaning.substr(0, meaning.find('\n')));
    std::ranges::replace(line, '\t', ' ');
    lines_ += fmt::format("{}\t{}\n", text, line);
  }
  void add_all(const std::vector<std::string>& texts, std::string_view head = {}) {
    for (const std::string& each : texts) add(std::string(head) + each);
  }
  void add_files() { lines_ += ":files\n"; }
  void add_folders() { lines_ += ":folders\n"; }

  [[nodiscard]] const std::string& word() const { return word_; }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::string word_;
  std::string lines_;
};

/// The words before the last one, read as far as the completion needs it.
struct Line {
  const CLI::App* command;
  std::string path;                          ///< "rules show"
  std::vector<std::string> arguments;        ///< positional
  std::vector<std::string> used;             ///< names of options
  std::string from;                          ///< value of --from
  const CLI::Option* open_option = nullptr;  ///< whose value is next
};

const CLI::Option* find_option(const CLI::App& command, std::string_view name) {
  for (const CLI::Option* option : options_of(command)) {
    if (option->check_name(std::string(name))) return option;
  }
  return nullptr;
}

Line read(const CLI::App& root, std::span<const std::string> words) {
  Line line{&root, "", {}, {}, ""};
  bool takes_more = false;
  for (const std::string& word : words) {
    if (word.size() > 1 && word.front() == '-') {
      const std::size_t equals = word.find('=');
      const CLI::Option* const option = find_option(*line.command, word.substr(0, equals));
      line.used.push_back(word.substr(0, equals));
      const bool open = option != nullptr && takes_value(*option) && equals == std::string::npos;
      if (word.starts_with("--from=")) line.from = word.substr(equals + 1);
      line.open_option = open ? option : nullptr;
      takes_more = open && option->get_items_expected_max() > 1 && option->get_allow_extra_args();
      continue;
    }
    if (line.open_option != nullptr) {
      if (line.used.back() == "--from") line.from = word;
      if (!takes_more) line.open_option = nullptr;
      continue;
    }
    const CLI::App* const below =
        line.arguments.empty() ? find_command(*line.command, word) : nullptr;
    if (below == nullptr) {
      line.arguments.push_back(word);
    } else {
      line.command = below;
      line.path += (line.path.empty() ? "" : " ") + word;
    }
  }
  return line;
}

void add_rule_sets(Completions& found, std::string_view head = {}) {
  for (const std::string& id : builtin_rule_set_ids()) {
    found.add(std::string(head) + id, load_rule_set(id).title);
  }
  found.add_files();
}

void add_agents(Completions& found, std::string_view head) {
  const std::string_view text = std::string_view(found.word()).substr(head.size());
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    for (const AgentKind& kind : agent_kinds()) {
      found.add(fmt::format("{}{}", head, kind.name), kind.help);
      if (!kind.options.empty()) found.add(fmt::format("{}{}:", head, kind.name), "with options");
    }
    return;
  }
  const auto kind = std::ranges::find(agent_kinds(), text.substr(0, colon), &AgentKind::name);
  if (kind == agent_kinds().end()) return;
  if (takes_operand_only(*kind)) return found.add_files();
  if (kind->operand == "file" && text.find(',') == std::string_view::npos) {
    found.add_all(shipped_nets(), fmt::format("{}{}", head, text.substr(0, colon + 1)));
  }
  const std::size_t comma = text.rfind(',');
  const std::size_t begin =
      comma == std::string_view::npos || comma < colon ? colon + 1 : comma + 1;
  const std::string before = fmt::format("{}{}", head, text.substr(0, begin));
  const std::string_view part = text.substr(begin);
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    for (const AgentOption& option : kind->options) {
      const bool is_prefix = option.key.ends_with('.');
      found.add(fmt::format("{}{}{}", before, option.key, is_prefix ? "" : "="), option.help);
    }
    return;
  }
  const AgentOption* const option = kind->find(part.substr(0, equals));
  if (option == nullptr) return;
  const std::string start = fmt::format("{}{}=", before, part.substr(0, equals));
  for (const std::string_view choice : option->choices)
    found.add(fmt::format("{}{}", start, choice));
  if (option->type == AgentOption::Type::net) {
    found.add(fmt::format("{}{}", start, kShippedNet));
    found.add_all(shipped_nets(), start);
  }
  if (option->type == AgentOption::Type::evaluation) {
    found.add(fmt::format("{}{}", start, kShippedEvaluation));
    found.add_all(shipped_evaluations(), start);
  }
  if (option->names_a_file()) found.add_files();
}

void add_parameter_values(Completions& found, const ParameterSpec& spec, std::string_view head) {
  if (spec.type == ParameterSpec::Type::boolean) found.add_all({"true", "false"}, head);
  for (const std::string_view choice : spec.choices) found.add(fmt::format("{}{}", head, choice));
  if (!spec.zero_name.empty()) found.add(fmt::format("{}{}", head, spec.zero_name));
}

/// KEY=VALUE of the rule set in the command, or of every family.
void add_parameters(Completions& found, const Line& line, std::string_view head) {
  std::vector<const FamilySchema*> schemas;
  try {
    if (!line.from.empty()) {
      schemas = {load_rule_set(line.from).schema};
    } else if (!line.arguments.empty()) {
      schemas = {load_rule_set(line.arguments.front()).schema};
    }
  } catch (const UserError&) {
    // A rule set that is not there yet.
  }
  if (schemas.empty()) {
    for (const std::string_view family : family_names())
      schemas.push_back(find_family_schema(family));
  }
  const std::string_view text = std::string_view(found.word()).substr(head.size());
  const std::string_view key = text.substr(0, text.find('='));
  for (const FamilySchema* schema : schemas) {
    const ParameterSpec* const spec = schema->find(key);
    if (key.size() < text.size() && spec != nullptr) {
      add_parameter_values(found, *spec, fmt::format("{}{}=", head, key));
    }
    if (key.size() < text.size()) continue;
    for (const ParameterSpec& each : schema->parameters) {
      found.add(fmt::format("{}{}=", head, each.key), each.help);
    }
  }
}

void add_configs(Completions& found, const Line& line) {
  const std::string_view top = std::string_view(line.path).substr(0, line.path.find(' '));
  if (top == "experiment") found.add_all(builtin_experiment_ids());
  if (top == "train" || top == "learn") found.add_all(builtin_training_ids());
  if (top == "evaluate") found.add_all(builtin_evaluation_ids());
  found.add_files();
}

/// The sides of the rule set in the command.
void add_sides(Completions& found, const Line& line, std::string_view head) {
  try {
    if (line.arguments.empty()) return;
    const std::string& named = line.arguments.front();
    const GameInfo game = describe_game(line.command->get_name() == "train"
                                            ? RuleVariants(load_train_config(named).rules).at(0)
                                            : load_rule_set(named));
    found.add_all({game.first_player, game.second_player}, head);
  } catch (const UserError&) {
    // Rules that are not there yet.
  }
}

void add_levels(Completions& found, std::string_view head) {
  for (std::size_t i = 0; i < levels().size(); ++i) {
    found.add(fmt::format("{}{}", head, i + 1), levels()[i].name);
    found.add(fmt::format("{}{}", head, levels()[i].name), levels()[i].agent);
  }
}

void add_help(Completions& found, const CLI::App& root, const Line& line) {
  const std::vector<std::string>& before = line.arguments;
  if (before.size() == 1 && before.front() == "agents") {
    for (const AgentKind& kind : agent_kinds()) found.add(kind.name, kind.help);
    return;
  }
  const CLI::App* command = &root;
  for (const std::string& word : before) {
    command = find_command(*command, word);
    if (command == nullptr) return;
  }
  if (before.empty()) found.add_all({"agents", "notation", "rules"});
  for (const CLI::App* each : commands_of(*command)) {
    if (before.empty() && each->get_name() == "rules") continue;  // a topic
    found.add(each->get_name(), each->get_description());
  }
}

/// The values of an option or argument; `head` is what stands before them in the word.
void add_values(Completions& found, const CLI::App& root, const Line& line,
                const CLI::Option& option, const std::string& head) {
  const std::string name = option.nonpositional() ? name_of(option) : option.get_name(true);
  const std::vector<std::string> choices = choices_of(option);
  const bool in_rules = line.path.starts_with("rules");
  if (!choices.empty()) return found.add_all(choices, head);
  if (name == "--set") return add_parameters(found, line, head);
  if (is_one_of(name, {"RULES", "A", "B", "--rules"}) || (name == "--from" && in_rules)) {
    return add_rule_sets(found, head);
  }
  if (is_one_of(name, {"--agent", "--agents", "--first", "--second", "--hint", "--play"})) {
    if (line.path == "play") found.add(head + "human");
    return add_agents(found, head);
  }
  if (is_one_of(name, {"NET", "--net", "--against", "--from"})) {
    found.add_all(shipped_nets(), head);
    return found.add_files();
  }
  if (name == "CONFIG") return add_configs(found, line);
  if (name == "CLAIM") {
    found.add("all");
    found.add_all(builtin_claim_ids());
    return found.add_files();
  }
  if (name == "FAMILY") {
    for (const std::string_view family : family_names()) found.add(family);
    return;
  }
  if (name == "TOPIC") return add_help(found, root, line);
  if (name == "--side") return add_sides(found, line, head);
  if (name == "--level") return add_levels(found, head);
  if (name == "--lang") return found.add_all({"en", "ru"}, head);
  if (line.path == "evaluate show") found.add_all(shipped_evaluations());
  if (is_one_of(name, {"DIR", "--out", "--data", "--folder", "--calibration"})) {
    return found.add_folders();
  }
  const std::string type = option.get_type_name();
  const bool is_number = type.starts_with("INT") || type.starts_with("UINT") ||
                         type.starts_with("FLOAT") || name == "--seed" || name == "--memory";
  if (!is_number) found.add_files();
}

void add_options(Completions& found, const Line& line) {
  for (const CLI::Option* option : options_of(*line.command)) {
    const std::string name = name_of(*option);
    const bool again = option->get_items_expected_max() > 1 || name == "--set";
    const bool used = std::ranges::find(line.used, name) != line.used.end();
    if (!used || again) found.add(name, option->get_description());
  }
}

}  // namespace

std::string completions(const CLI::App& root, std::span<const std::string> words) {
  if (words.empty()) return {};
  const Line line = read(root, words.first(words.size() - 1));
  Completions found(words.back());
  const std::string& word = found.word();
  const std::size_t equals = word.find('=');
  if (word.starts_with("--") && equals != std::string::npos) {
    const CLI::Option* const option = find_option(*line.command, word.substr(0, equals));
    if (option != nullptr && takes_value(*option)) {
      add_values(found, root, line, *option, word.substr(0, equals + 1));
    }
    return found.lines();
  }
  if (word.starts_with('-')) {
    add_options(found, line);
    return found.lines();
  }
  if (line.open_option != nullptr) {
    add_values(found, root, line, *line.open_option, "");
    return found.lines();
  }
  if (line.arguments.empty()) {
    for (const CLI::App* command : commands_of(*line.command)) {
      found.add(command->get_name(), command->get_description());
    }
  }
  const std::vector<const CLI::Option*> positionals = positionals_of(*line.command);
  if (positionals.empty()) {
    if (commands_of(*line.command).empty()) add_options(found, line);
    return found.lines();
  }
  const std::size_t place = std::min(line.arguments.size(), positionals.size() - 1);
  const CLI::Option& argument = *positionals[place];
  const bool full = place < line.arguments.size() && argument.get_items_expected_max() <= 1;
  if (full) {
    add_options(found, line);
  } else {
    add_values(found, root, line, argument, "");
  }
  return found.lines();
}

}  // namespace tavlab::cli
