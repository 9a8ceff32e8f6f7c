#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// Ids of the built-in rule sets whose id, title or source, in English or Russian, contains the
/// word; those with it in the id or title come first. Upper and lower case are the same.
std::vector<std::string> rule_sets_naming(std::string_view word);

/// Ids of those that a name such as "hnefatfl-9" may mean: they have its words in their ids or
/// titles, or words spelt almost like them. Empty if none has a word of four letters or more.
std::vector<std::string> rule_sets_like(std::string_view name);

}  // namespace tavlab
