#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "core/language.h"
#include "core/picture.h"
#include "core/ruleset/ruleset.h"
#include "tools/cli.h"
#include "tools/command_line.h"

// The parts of `tavlab rules`, each of which adds its subcommands.
namespace tavlab::cli {

Json value_json(const ParameterValue& value);

/// The start position as text and as a picture.
std::pair<std::string, Picture> start_of(const RuleSet& rules, Language language);
/// The board with what is beside it and a legend.
std::string board_text(const Picture& picture, Language language);

/// The columns of a text: 92, or those of the terminal that it goes to.
std::size_t text_width();

/// Adds `--lang`.
void add_language_option(App& app, std::optional<Language>& language);

void add_rules_show(App& rules);
void add_rules_find(App& rules, Context& context);
/// `diff` and `nearest`.
void add_rules_compare(App& rules);
/// `new` and `check`.
void add_rules_files(App& rules, Context& context);

}  // namespace tavlab::cli
