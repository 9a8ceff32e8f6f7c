#include "core/language.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {

Language language_named(std::string_view where, std::string_view name) {
  if (name == "en") return Language::english;
  if (name == "ru") return Language::russian;
  throw UserError(
      fmt::format("{}: is {}, but rules are explained in 'en' or 'ru'", where, in_quotes(name)));
}

Language language_of_environment() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
    if (value == nullptr || *value == '\0') continue;
    return std::string_view(value).starts_with("ru") ? Language::russian : Language::english;
  }
  return Language::english;
}

}  // namespace tavlab
