#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace tavlab {

/// Parses TOML. Throws UserError with the line of a syntax error, or of a string with control
/// characters other than newlines and tabs.
toml::table parse_toml(std::string_view text, std::string_view origin);

/// The text of a TOML file with another number under a key of its top level, such as "seed", or
/// with that line in front if it has none; comments stay, and a value that is no whole number.
/// Throws UserError as parse_toml does.
std::string with_integer(std::string_view text, std::string_view origin, std::string_view key,
                         std::uint64_t value);

/// Reads a table of a TOML file and rejects keys that were not read. Errors name the file, the
/// line, the key and what would be right (`what`). The table must outlive the reader.
class TomlReader {
 public:
  /// `where` is the name of a nested table in messages: "an arm".
  TomlReader(const toml::table& table, std::string_view origin, std::string_view where)
      : table_(table), origin_(origin), where_(where) {}

  [[noreturn]] void fail(const toml::node* node, std::string_view message) const;
  /// The key as messages name it.
  [[nodiscard]] std::string named(std::string_view key) const;

  /// Null if missing.
  const toml::node* find(std::string_view key);
  const toml::node& need(std::string_view key, std::string_view what);
  std::string text(std::string_view key, std::string_view what);
  std::int64_t integer(std::string_view key, std::int64_t minimum, std::int64_t maximum,
                       std::optional<std::int64_t> fallback);
  bool flag(std::string_view key, bool fallback);
  /// One of a few words, each with its value. Without a fallback the key is required.
  template <typename Value>
  Value one_of(std::string_view key,
               std::initializer_list<std::pair<std::string_view, Value>> words,
               std::optional<Value> fallback) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : words) names.push_back(name);
    const std::optional<std::size_t> found = word(key, names, fallback.has_value());
    return found ? (words.begin() + *found)->second : *fallback;
  }
  /// A finite number; nullopt if missing.
  std::optional<double> number(std::string_view key, double minimum, double maximum);
  /// A string or a list of strings, none of them empty.
  std::vector<std::string> texts(std::string_view key, const toml::node& node,
                                 std::string_view what) const;

  /// Call last: keys that were not read are errors.
  void finish() const;

 private:
  /// The index of the word; nullopt if an optional key is missing.
  std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words,
                                  bool optional);

  const toml::table& table_;
  std::string_view origin_;
  std::string_view where_;
  std::set<std::string, std::less<>> known_;
};

/// A parameter's value as written in an override; empty if the node cannot be one.
std::string parameter_text(const toml::node& node);

/// Calls `visit(key, node)` for every parameter in a table. They may be written "king.weak" = ...
/// or king.weak = ...; both come out as "king.weak".
void each_parameter(const toml::table& table,
                    const std::function<void(const std::string&, const toml::node&)>& visit);

}  // namespace tavlab
