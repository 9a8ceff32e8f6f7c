#include "experiments/report/web.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <span>
#include <utility>

#include "core/io/embedded.h"
#include "experiments/report/template.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_web();

namespace {

std::string_view content_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_web()) {
    if (file.name == name) return file.content;
  }
  throw TemplateError(fmt::format("file {} not found", name));
}

/// Reads all at once, so that an error in any of them shows on the first page.
std::map<std::string_view, Template, std::less<>> read_templates() {
  std::map<std::string_view, Template, std::less<>> all;
  for (const EmbeddedFile& file : embedded_web()) {
    if (!file.name.ends_with(".html")) continue;
    all.try_emplace(file.name, std::string(file.name), file.content, content_of);
  }
  return all;
}

}  // namespace

Markup filled(std::string_view file, const Fields& fields) {
  static const auto templates = read_templates();
  const auto found = templates.find(file);
  if (found == templates.end()) throw TemplateError(fmt::format("template {} not found", file));
  return found->second.fill(fields);
}

std::string page_html(const std::string& title, Markup content) {
  return filled("page.html", {{"title", title}, {"content", std::move(content)}}).html;
}

}  // namespace tavlab
