#include "core/io/toml_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "core/error.h"
#include "core/near.h"
#include "core/text.h"

namespace tavlab {
namespace {

/// Strings are shown on terminals. Throws UserError if the value of `key` contains control
/// characters.
void check_texts(const toml::node& node, const std::string& key, std::string_view origin) {
  if (const auto* text = node.as_string(); text != nullptr && !is_plain(text->get())) {
    throw UserError(
        fmt::format("{}:{}: {} contains control characters; only newlines and tabs are allowed",
                    origin, node.source().begin.line, key));
  }
  if (const auto* list = node.as_array()) {
    for (const toml::node& item : *list) check_texts(item, key, origin);
  }
  if (const auto* table = node.as_table()) {
    for (const auto& [name, value] : *table) {
      check_texts(value, fmt::format("{}{}{}", key, key.empty() ? "" : ".", name.str()), origin);
    }
  }
}

}  // namespace

toml::table parse_toml(std::string_view text, std::string_view origin) {
  // The parser recurses into dotted keys and would overflow the stack.
  constexpr std::ptrdiff_t kMaxDots = 10'000;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    if (std::ranges::count(line, '.') > kMaxDots) {
      throw UserError(fmt::format("{}:{}: has more than {} dots", origin, number, kMaxDots));
    }
    begin += line.size() + 1;
  }
  try {
    toml::table table = toml::parse(text, origin);
    check_texts(table, {}, origin);
    return table;
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw UserError(fmt::format("{}:{}:{}: malformed TOML: {}", origin, at.line, at.column,
                                error.description()));
  }
}

std::string with_integer(std::string_view text, std::string_view origin, std::string_view key,
                         std::uint64_t value) {
  const toml::table table = parse_toml(text, origin);
  const toml::node* const node = table.get(key);
  std::string changed(text);
  if (node == nullptr) return changed.insert(0, fmt::format("{} = {}\n", key, value));
  if (!node->is_integer()) return changed;
  std::size_t begin = 0;
  for (toml::source_index line = 1; line < node->source().begin.line; ++line) {
    begin = changed.find('\n', begin) + 1;
  }
  // Columns count letters, but before the value there are only the key, spaces and "=".
  begin += node->source().begin.column - 1;
  const std::size_t end = changed.find_first_of(" \t\r\n#", begin);
  return changed.replace(begin, end == std::string::npos ? end : end - begin,
                         std::to_string(value));
}

void TomlReader::fail(const toml::node* node, std::string_view message) const {
  const auto line = (node != nullptr ? node->source() : table_.source()).begin.line;
  const std::string place = line > 0 ? fmt::format("{}:{}", origin_, line) : std::string(origin_);
  throw UserError(fmt::format("{}: {}", place, message));
}

std::string TomlReader::named(std::string_view key) const {
  return where_.empty() ? fmt::format("'{}'", key) : fmt::format("'{}' in {}", key, where_);
}

const toml::node* TomlReader::find(std::string_view key) {
  known_.emplace(key);
  return table_.get(key);
}

const toml::node& TomlReader::need(std::string_view key, std::string_view what) {
  const toml::node* node = find(key);
  if (node == nullptr) {
    // Perhaps it is there under a misspelt name.
    std::vector<std::string> others;
    for (const auto& [other, value] : table_) {
      if (!known_.contains(other.str())) others.emplace_back(other.str());
    }
    const std::string_view meant = similar(key, others);
    fail(meant.empty() ? nullptr : table_.get(meant),
         fmt::format("{} is missing; it must be {}{}", named(key), what,
                     meant.empty() ? "" : fmt::format("; is '{}' meant to be it?", meant)));
  }
  return *node;
}

std::string TomlReader::text(std::string_view key, std::string_view what) {
  const toml::node& node = need(key, what);
  const auto* value = node.as_string();
  if (value == nullptr || value->get().empty()) {
    fail(&node, fmt::format("{} must be {}", named(key), what));
  }
  return value->get();
}

std::int64_t TomlReader::integer(std::string_view key, std::int64_t minimum, std::int64_t maximum,
                                 std::optional<std::int64_t> fallback) {
  const std::string what = fmt::format("an integer from {} to {}", minimum, maximum);
  const toml::node* node = fallback ? find(key) : &need(key, what);
  if (node == nullptr) return *fallback;
  const auto* value = node->as_integer();
  if (value == nullptr || value->get() < minimum || value->get() > maximum) {
    fail(node, fmt::format("{} must be {}", named(key), what));
  }
  return value->get();
}

bool TomlReader::flag(std::string_view key, bool fallback) {
  const toml::node* node = find(key);
  if (node == nullptr) return fallback;
  if (!node->is_boolean()) fail(node, fmt::format("{} must be true or false", named(key)));
  return node->as_boolean()->get();
}

std::optional<std::size_t> TomlReader::word(std::string_view key,
                                            std::span<const std::string_view> words,
                                            bool optional) {
  std::string what = "one of ";
  for (const std::string_view word : words) {
    what += fmt::format("{}\"{}\"", word == words.front() ? "" : ", ", word);
  }
  if (optional && find(key) == nullptr) return std::nullopt;
  const std::string value = text(key, what);
  const auto found = std::ranges::find(words, value);
  if (found == words.end()) fail(find(key), fmt::format("{} must be {}", named(key), what));
  return static_cast<std::size_t>(found - words.begin());
}

std::optional<double> TomlReader::number(std::string_view key, double minimum, double maximum) {
  const toml::node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<double> value = node->value<double>();
  if (!node->is_number() || !value || !(*value >= minimum && *value <= maximum)) {
    fail(node, fmt::format("{} must be a number from {} to {}", named(key), minimum, maximum));
  }
  return value;
}

std::vector<std::string> TomlReader::texts(std::string_view key, const toml::node& node,
                                           std::string_view what) const {
  std::vector<std::string> list;
  if (const auto* one = node.as_string()) list.push_back(one->get());
  if (const auto* array = node.as_array()) {
    for (const toml::node& item : *array) {
      if (!item.is_string()) fail(&item, fmt::format("{} must be {}", named(key), what));
      list.push_back(item.as_string()->get());
    }
  }
  if (list.empty() || std::ranges::any_of(list, &std::string::empty)) {
    fail(&node, fmt::format("{} must be {}", named(key), what));
  }
  return list;
}

void TomlReader::finish() const {
  for (const auto& [key, node] : table_) {
    if (known_.contains(key.str())) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    fail(&node, fmt::format("unknown key {}{}; allowed: {}", named(key.str()),
                            near_note(key.str(), known), fmt::join(known_, ", ")));
  }
}

std::string parameter_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* array = node.as_array()) {
    std::vector<std::string> items;
    for (const toml::node& item : *array) {
      if (!item.is_string()) return {};
      items.push_back(item.as_string()->get());
    }
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
  return {};
}

void each_parameter(const toml::table& table,
                    const std::function<void(const std::string&, const toml::node&)>& visit) {
  for (const auto& [name, node] : table) {
    const std::string key(name.str());
    if (const auto* inner = node.as_table()) {
      each_parameter(*inner, [&](const std::string& rest, const toml::node& value) {
        visit(fmt::format("{}.{}", key, rest), value);
      });
    } else {
      visit(key, node);
    }
  }
}

}  // namespace tavlab
