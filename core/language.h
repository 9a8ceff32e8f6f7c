#pragma once

#include <cstdint>
#include <string_view>

namespace tavlab {

/// A language in which rules are explained.
enum class Language : std::uint8_t { english, russian };

/// The language of "en" or "ru". Throws UserError for other texts; `where` says where it stands.
Language language_named(std::string_view where, std::string_view name);

/// The language of the locale: Russian if the first of LC_ALL, LC_MESSAGES and LANG that is not
/// empty begins with "ru", else English. For the command line only: what a library says must not
/// depend on the environment.
Language language_of_environment();

}  // namespace tavlab
