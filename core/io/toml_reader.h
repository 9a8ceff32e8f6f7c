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

/// Reads a file. Throws UserError naming the line where it is not TOML, or where a text has control
/// characters other than newlines and tabs.
toml::table parse_toml(std::string_view text, std::string_view origin);

/// A table of a TOML file whose every key must be asked for. Errors name the file, the line, the
/// key and what would be right; `what` says the latter. The table must outlive the reader.
class TomlReader {
 public:
  /// `where` is what messages call a table below the top: "an arm".
  TomlReader(const toml::table& table, std::string_view origin, std::string_view where)
      : table_(table), origin_(origin), where_(where) {}

  [[noreturn]] void fail(const toml::node* node, std::string_view message) const;
  /// The key as messages name it.
  [[nodiscard]] std::string named(std::string_view key) const;

  /// Null where it is missing.
  const toml::node* find(std::string_view key);
  const toml::node& need(std::string_view key, std::string_view what);
  std::string text(std::string_view key, std::string_view what);
  std::int64_t integer(std::string_view key, std::int64_t minimum, std::int64_t maximum,
                       std::optional<std::int64_t> fallback);
  bool flag(std::string_view key, bool fallback);
  /// One of a few words, by what each stands for. The key must be there where there is no fallback.
  template <typename Value>
  Value one_of(std::string_view key,
               std::initializer_list<std::pair<std::string_view, Value>> words,
               std::optional<Value> fallback) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : words) names.push_back(name);
    const std::optional<std::size_t> found = word(key, names, fallback.has_value());
    return found ? (words.begin() + *found)->second : *fallback;
  }
  /// A finite number, nothing where it is missing.
  std::optional<double> number(std::string_view key, double minimum, double maximum);
  /// A text or a list of texts, none of them empty.
  std::vector<std::string> texts(std::string_view key, const toml::node& node,
                                 std::string_view what) const;

  /// Call last: keys that nobody asked for are errors.
  void finish() const;

 private:
  /// Which of the words it is, nothing where the key is missing and may be.
  std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words,
                                  bool optional);

  const toml::table& table_;
  std::string_view origin_;
  std::string_view where_;
  std::set<std::string, std::less<>> known_;
};

/// A parameter's value as an override writes it; empty when it is of no such type.
std::string parameter_text(const toml::node& node);

/// Calls `visit(key, node)` for every parameter in a table. They may be written "king.weak" = ...
/// or king.weak = ...; both come out as "king.weak".
void each_parameter(const toml::table& table,
                    const std::function<void(const std::string&, const toml::node&)>& visit);

}  // namespace tavlab
