// tavlab rules new|check: rule sets of one's own
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/ruleset/check.h"
#include "core/ruleset/draft.h"
#include "core/ruleset/rows.h"
#include "tools/rules_parts.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct NewArguments {
  std::string name;
  std::string from;
  std::vector<std::string> overrides;
  std::string out;
  bool json = false;
};

struct CheckArguments {
  std::vector<std::string> files;
  bool json = false;
};

void write_draft(const NewArguments& options) {
  const std::string id = fs::path(options.name).stem().string();
  const std::vector<std::string> known = builtin_rule_set_ids();
  if (std::ranges::find(known, id) != known.end()) {
    throw UserError(
        fmt::format("'{}' is a rule set that comes with tavlab; choose another name", id));
  }
  const RuleSet from = load_rule_set(options.from, options.overrides);
  const bool is_file = options.name.ends_with(".toml");
  const fs::path file = !options.out.empty() ? options.out
                        : is_file            ? options.name
                                             : options.name + ".toml";
  const std::string text = rule_set_draft(from, id);
  (void)words_of(parse_rule_set(text, file.string()));  // the name, and no contradictions
  write_new_file(file, text);
  if (options.json) return print_json({{"id", id}, {"file", file.string()}});
  fmt::print("{}\nEdit it, then: tavlab rules check {}\n", file.string(), file.string());
}

/// A message about rules, without their name and place, with which it begins.
std::string_view without_place(std::string_view message, const RuleSet& rules) {
  const std::string place = fmt::format("{} ({}): ", rules.id, rules.origin);
  if (message.starts_with(place)) message.remove_prefix(place.size());
  return message;
}

/// A contradiction in the line of the first parameter that it names; none if one of those has a
/// fault of its own, which may have caused it.
std::optional<RuleSetFault> located(std::string_view message, const RuleSetCheck& check) {
  const RuleSet& rules = *check.rule_set;
  message = without_place(message, rules);
  std::size_t line = 0, first = std::string_view::npos;
  for (const ParameterSpec& spec : rules.schema->parameters) {
    const std::size_t at = message.find(spec.key);
    if (at == std::string_view::npos) continue;
    const auto stated = check.lines.find(std::string(spec.key));
    const bool is_unread = std::ranges::any_of(check.unread, [&](const std::string& key) {
      return spec.key == key || spec.key.ends_with('.' + key);
    });
    const bool has_fault =
        is_unread || std::ranges::any_of(check.faults, [&](const RuleSetFault& fault) {
          return fault.message.find(spec.key) != std::string::npos ||
                 (stated != check.lines.end() && fault.line == stated->second);
        });
    if (has_fault) return std::nullopt;
    if (stated == check.lines.end() || at > first) continue;
    first = at;
    line = stated->second;
  }
  return RuleSetFault{line, std::string(message)};
}

/// What is wrong between the parameters, sorted; without the note that leads to this command.
std::vector<std::string> contradictions(const RuleSet& rules) {
  std::vector<std::string> found = rules.schema->contradictions(rules);
  const std::string note = all_faults_note(rules.origin);
  for (std::string& message : found) {
    if (message.ends_with(note)) message.resize(message.size() - note.size());
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// What is wrong only with an alternative of an open point. One of the file's own that cannot be
/// played with what it takes elsewhere may still be a reading of the source: that is a note.
std::vector<std::string> contradictions_of_alternatives(const RuleSetCheck& check,
                                                        const std::vector<std::string>& known,
                                                        std::vector<RuleSetFault>& notes) {
  const RuleSet& rules = *check.rule_set;
  const bool whole = check.faults.empty() && known.empty();
  std::vector<std::string> all;
  for (const Assumption& open : rules.assumptions) {
    const auto stated = check.lines.find(open.key);
    for (const ParameterValue& value : open.alternatives) {
      RuleSet other = rules;
      other.parameters[open.key] = value;
      std::vector<std::string> found = contradictions(other);
      std::erase_if(found, [&](const std::string& message) {
        return std::ranges::find(known, message) != known.end();
      });
      try {
        (void)words_of(other);
      } catch (const UserError&) {
        if (!whole || stated == check.lines.end()) continue;  // inherited, or for another fault
        const std::string why =
            found.empty() ? "" : fmt::format(": {}", without_place(found.front(), rules));
        notes.push_back(
            {stated->second,
             fmt::format(
                 "note: {}, an alternative of [assumed.\"{}\"], cannot be played with the rest{}",
                 value_text(*rules.schema->find(open.key), value), open.key, why)});
        continue;
      }
      for (const std::string& message : found) {
        all.push_back(fmt::format("{}, an alternative of [assumed.\"{}\"]", message, open.key));
      }
    }
  }
  return all;
}

/// Adds what is wrong between the parameters. Returns notes, which are no faults.
std::vector<RuleSetFault> check_game(RuleSetCheck& check) {
  if (!check.rule_set) return {};
  std::vector<std::string> found = contradictions(*check.rule_set);
  std::vector<RuleSetFault> notes;
  const auto others = contradictions_of_alternatives(check, found, notes);
  found.insert(found.end(), others.begin(), others.end());
  std::vector<RuleSetFault> faults;
  for (const std::string& message : found) {
    if (auto fault = located(message, check)) faults.push_back(*std::move(fault));
  }
  check.faults.insert(check.faults.end(), faults.begin(), faults.end());
  std::ranges::stable_sort(check.faults, {}, &RuleSetFault::line);
  return notes;
}

/// Prints faults or notes of a file, or returns them as JSON.
Json told(const std::string& name, const std::vector<RuleSetFault>& faults, bool print) {
  Json all = Json::array();
  for (const RuleSetFault& fault : faults) {
    all.push_back(
        {{"line", fault.line == 0 ? Json() : Json(fault.line)}, {"message", fault.message}});
    if (!print) continue;
    const std::string line = fault.line == 0 ? "" : fmt::format("{}:", fault.line);
    fmt::print("{}:{} {}\n", name, line, fault.message);
  }
  return all;
}

/// Prints the faults of a file, or adds them to `json`; returns the exit code that they deserve.
/// `unread` becomes the error if the file cannot be read.
int check_file(const std::string& name, Json* json, std::string& unread) {
  bool read = true, unchecked = false;
  RuleSetCheck check;
  std::vector<RuleSetFault> notes;
  try {
    check = check_rule_set(name);
    unchecked = !check.rule_set;
    notes = check_game(check);
  } catch (const UserError& unreadable) {
    std::string_view message = unread = unreadable.what();
    if (message.starts_with(name + ": ")) message.remove_prefix(name.size() + 2);
    check.faults.push_back({0, std::string(message)});
    read = false;
  }
  const Json faults = told(name, check.faults, json == nullptr);
  const Json remarks = told(name, notes, json == nullptr);
  if (json == nullptr && unchecked && read) {
    fmt::print("{}: the parameters are looked at when this is mended\n", name);
  }
  if (json != nullptr) {
    json->push_back({{"file", name},
                     {"ok", check.faults.empty()},
                     {"faults", faults},
                     {"notes", remarks},
                     {"parameters_checked", !unchecked && read}});
  } else if (check.faults.empty()) {
    fmt::print("{}: no faults; {}: {}, hash {}\n", name, check.rule_set->id, check.rule_set->title,
               check.rule_set->hash_text());
  }
  return !read ? kUserError : check.faults.empty() ? kSuccess : kRefuted;
}

void check(const CheckArguments& options, Context& context) {
  Json all = Json::array();
  std::string unread;
  for (const std::string& file : options.files) {
    context.exit_code =
        std::max(context.exit_code, check_file(file, options.json ? &all : nullptr, unread));
  }
  if (!options.json) return;
  Json document = {{"files", all}};
  // As every command says what ended it.
  if (!unread.empty()) document["error"] = {{"code", "invalid"}, {"message", unread}};
  print_json(document);
}

}  // namespace

void add_rules_files(App& rules, Context& context) {
  const auto draft = std::make_shared<NewArguments>();
  App* command = rules.add_subcommand(
      "new", "Write a rule-set file to begin with: every parameter with its meaning");
  command->add_option("NAME", draft->name, "The id of the new rule set")
      ->required()
      ->check(not_empty("give the new rule set a name"));
  command->add_option("--from", draft->from, "The rule set that it begins as, an id or a path")
      ->required();
  add_set_option(*command, draft->overrides);
  command->add_option("--out", draft->out, "The new file; by default NAME.toml")
      ->check(not_empty("omit the option for NAME.toml"));
  add_json_flag(*command, draft->json);
  command->callback([draft] { write_draft(*draft); });

  const auto checked = std::make_shared<CheckArguments>();
  command =
      rules.add_subcommand("check", "Find all the faults of rule-set files, with their lines");
  command->add_option("FILE", checked->files, "TOML files")->required();
  add_json_flag(*command, checked->json);
  command->footer("Exit code 1 if there are faults, 2 if a file cannot be read.");
  command->callback([checked, &context] { check(*checked, context); });
}

}  // namespace tavlab::cli
