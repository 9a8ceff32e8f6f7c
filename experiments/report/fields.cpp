#include "experiments/report/fields.h"

#include <algorithm>

namespace tavlab {

Value::Value(std::vector<Fields> rows)
    : value_(std::make_shared<const std::vector<Fields>>(std::move(rows))) {}

const std::vector<Fields>* Value::rows() const {
  const Rows* const own = std::get_if<Rows>(&value_);
  return own == nullptr ? nullptr : own->get();
}

bool Value::shown() const {
  if (const bool* truth = std::get_if<bool>(&value_)) return *truth;
  if (const std::string* own = text()) return !own->empty();
  if (const Markup* own = markup()) return !own->empty();
  if (const std::vector<Fields>* own = rows()) return !own->empty();
  return true;
}

const Value* Fields::find(std::string_view name) const {
  const auto found = std::ranges::find(fields_, name, &Field::name);
  return found == fields_.end() ? nullptr : &found->value;
}

}  // namespace tavlab
