#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/report/escape.h"

namespace tavlab {

/// Markup that goes into a page unescaped: made by a template or an Svg, never a user's text.
struct Markup {
  Markup() = default;
  explicit Markup(std::string made) : html(std::move(made)) {}
  [[nodiscard]] bool empty() const { return html.empty(); }

  std::string html;
};

/// A JSON document for a script to read.
struct ScriptData {
  explicit ScriptData(std::string_view document) : json(json_in_script(document)) {}

  std::string json;
};

class Fields;

/// The value of a field: a text, a number, markup or data; or of a section: a flag, or rows with
/// their own fields.
class Value {
 public:
  Value(std::string text) : value_(std::move(text)) {}
  Value(std::string_view text) : value_(std::string(text)) {}
  Value(const char* text) : value_(std::string(text)) {}
  Value(Markup markup) : value_(std::move(markup)) {}
  Value(ScriptData data) : value_(std::move(data)) {}
  Value(std::vector<Fields> rows);
  template <std::integral T>
  Value(T value) {
    if constexpr (std::same_as<T, bool>) {
      value_ = value;
    } else {
      value_ = std::to_string(value);
    }
  }

  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&value_); }
  [[nodiscard]] const Markup* markup() const { return std::get_if<Markup>(&value_); }
  [[nodiscard]] const ScriptData* data() const { return std::get_if<ScriptData>(&value_); }
  [[nodiscard]] const std::vector<Fields>* rows() const;
  /// Whether a section is shown: true, at least one row, or a non-empty text.
  [[nodiscard]] bool shown() const;

 private:
  /// Shared, because initializer lists copy their elements.
  using Rows = std::shared_ptr<const std::vector<Fields>>;

  std::variant<bool, std::string, Markup, ScriptData, Rows> value_;
};

/// A value with its name in the template, a string literal.
struct Field {
  std::string_view name;
  Value value;
};

/// The values for a template, or for a row of one of its sections.
class Fields {
 public:
  Fields() = default;
  Fields(std::initializer_list<Field> fields) : fields_(fields) {}

  Fields& set(std::string_view name, Value value) {
    fields_.push_back({name, std::move(value)});
    return *this;
  }
  [[nodiscard]] const Value* find(std::string_view name) const;
  [[nodiscard]] const std::vector<Field>& all() const { return fields_; }

 private:
  std::vector<Field> fields_;
};

}  // namespace tavlab
