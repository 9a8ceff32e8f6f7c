#include "selfplay/process/command_words.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<std::string> command_words(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const char next = i + 1 < command.size() ? command[i + 1] : '\0';
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == '\0' && blank) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    const bool escapes = c == '\\' && next != '\0' &&
                         (quote == '\0' || (quote == '"' && (next == '"' || next == '\\')));
    if (escapes) {
      words.back() += next;
      ++i;
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') {
    throw UserError(fmt::format("command {}: a {} is not closed", in_quotes(command), quote));
  }
  if (words.empty()) throw UserError("a command must name a program");
  return words;
}

fs::path find_program(std::string_view name) {
  if (name.find('/') != std::string_view::npos) {
    if (is_executable(name)) return name;
    throw UserError(fmt::format("program {}: {}", in_quotes(name),
                                ::access(std::string(name).c_str(), F_OK) == 0
                                    ? "is not an executable file"
                                    : "there is no such file"));
  }
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    if (!name.empty() && is_executable(file)) return file;
  }
  throw UserError(fmt::format("program {}: not found in PATH", in_quotes(name)));
}

}  // namespace tavlab
