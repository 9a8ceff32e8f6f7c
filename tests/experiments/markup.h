#pragma once

#include <string>
#include <vector>

namespace tavlab::test {

/// Why a text is not well-formed XML as far as tags and attributes go; empty if it is.
inline std::string markup_error(const std::string& text) {
  std::vector<std::string> open;
  std::size_t at = text.find('>') + 1;  // past the doctype
  while ((at = text.find('<', at)) != std::string::npos) {
    if (text.compare(at, 9, "<![CDATA[") == 0) {
      if ((at = text.find("]]>", at)) == std::string::npos) return "a CDATA section without end";
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return "a tag without end";
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "< in tag " + tag;
    const std::string name =
        tag.substr(tag[0] == '/', tag.find_first_of(" /\n", 1) - (tag[0] == '/'));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return "unexpected </" + tag.substr(1) + ">";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    int quotes = 0;
    for (const char c : tag) quotes += c == '"';
    if (quotes % 2 != 0) return "odd quotes in " + tag;
    at = end;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

/// The tags of a page with the names of their attributes, which must not depend on its texts and
/// values. For well-formed markup only.
inline std::vector<std::string> skeleton(const std::string& page) {
  std::vector<std::string> tags;
  for (std::size_t at = 0; (at = page.find('<', at)) != std::string::npos;) {
    if (page.compare(at, 9, "<![CDATA[") == 0) {
      at = page.find("]]>", at);
      continue;
    }
    std::string tag;
    bool quoted = false;
    for (; at < page.size() && (quoted || page[at] != '>'); ++at) {
      if (page[at] == '"') quoted = !quoted;
      if (!quoted) tag += page[at];
    }
    tags.push_back(std::move(tag));
  }
  return tags;
}

}  // namespace tavlab::test
