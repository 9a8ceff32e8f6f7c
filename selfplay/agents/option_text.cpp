#include "selfplay/agents/option_text.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {

std::string quoted_value(const std::string& value, bool is_text) {
  const std::string_view special = is_text ? ",\"\\ \t\n'=:" : ",\"";
  if (!(is_text && value.empty()) && value.find_first_of(special) == std::string::npos) {
    return value;
  }
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

OptionText take_option(std::string_view& text, bool& more) {
  OptionText item;
  const std::size_t equals = text.find_first_of("=,");
  const bool has_value = equals != std::string_view::npos && text[equals] == '=';
  std::size_t end = text.find(',');
  if (has_value && text.substr(equals + 1).starts_with('"')) {
    item.value.emplace();
    std::size_t at = equals + 2;
    for (; at < text.size() && text[at] != '"'; ++at) {
      const bool escape =
          text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
      if (escape) ++at;
      *item.value += text[at];
    }
    end = at + 1 >= text.size() ? std::string_view::npos : at + 1;
    const bool closed = at < text.size();
    if (!closed || (end != std::string_view::npos && text[end] != ',')) {
      throw UserError(fmt::format(
          "{}: {}", in_quotes(text.substr(0, equals)),
          closed ? "a comma or nothing must follow its quoted value" : "the quote is not closed"));
    }
  } else if (has_value) {
    item.value = text.substr(equals + 1, end == std::string_view::npos ? end : end - equals - 1);
  }
  item.whole = text.substr(0, end);
  item.key = has_value ? text.substr(0, equals) : item.whole;
  more = end != std::string_view::npos;
  text = more ? text.substr(end + 1) : std::string_view{};
  return item;
}

std::string with_file(std::string agent, std::string_view word, const std::string& file) {
  for (std::size_t at = 0; (at = agent.find(word, at)) != std::string::npos;) {
    // A file that is all of an agent's options ("net:FILE") is not quoted.
    const bool is_value = at > 0 && agent[at - 1] == '=';
    const std::string written = is_value ? quoted_value(file, false) : file;
    agent.replace(at, word.size(), written);
    at += written.size();
  }
  return agent;
}

}  // namespace tavlab
