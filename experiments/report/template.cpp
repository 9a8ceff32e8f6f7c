#include "experiments/report/template.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tavlab {
namespace {

constexpr std::string_view kBlanks = " \t";

/// Whether a text is the name of a field: lower-case letters, digits, underscores.
bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

}  // namespace

/// Reads a template file and those that it includes.
class TemplateReader {
 public:
  using Part = Template::Part;
  using Kind = Template::Kind;

  TemplateReader(std::string_view name, std::string_view source, const Template::Files& file,
                 HtmlContext& context, int depth)
      : name_(name), source_(source), file_(file), context_(context), depth_(depth) {}

  /// All up to the end of the file.
  std::vector<Part> read() {
    std::vector<Part> parts = read_section({});
    if (!context_.complete() && depth_ == 0)
      fail("an element is not closed at the end of the file");
    return parts;
  }

 private:
  struct Tag {
    char sign;  ///< such as '#' in {{#name}}; '{' for {{{name}}}, a blank for {{name}}
    std::string_view name;
    std::size_t begin, end;
  };

  [[noreturn]] void fail(std::string_view what) const {
    throw TemplateError(fmt::format("{}, line {}: {}", name_, line(), what));
  }

  [[nodiscard]] int line() const {
    return 1 + static_cast<int>(std::ranges::count(source_.substr(0, at_), '\n'));
  }

  /// Applies `act` to the context; if it throws, adds the place to the message.
  template <typename Act>
  void with_place(Act act) {
    try {
      act();
    } catch (const std::invalid_argument& error) {
      fail(error.what());
    }
  }

  std::optional<Tag> next_tag() const {
    const std::size_t begin = source_.find("{{", at_);
    if (begin == std::string_view::npos) return std::nullopt;
    const bool raw = source_.substr(begin).starts_with("{{{");
    const std::string_view closing = raw ? "}}}" : "}}";
    const std::size_t close = source_.find(closing, begin);
    if (close == std::string_view::npos) fail("a tag is not closed");
    const std::size_t end = close + closing.size();
    std::string_view inside = source_.substr(begin + 2, close - begin - 2);
    char sign = ' ';
    if (!inside.empty() && std::string_view("{#?^/>!").find(inside.front()) != inside.npos) {
      sign = inside.front();
      inside.remove_prefix(1);
    }
    const std::string_view name = trimmed(inside);
    if (sign != '!' && sign != '>' && !is_name(name))
      fail(fmt::format("'{}' is not a field name", name));
    return Tag{sign, name, begin, end};
  }

  /// The text before a tag. Also sets the tag's extent: if it is alone on its line, the whole line.
  std::string_view text_before(Tag& tag) const {
    const std::string_view before = source_.substr(at_, tag.begin - at_);
    if (tag.sign == ' ' || tag.sign == '{') return before;
    const std::size_t line_begin = source_.rfind('\n', tag.begin) + 1;  // of none, 0
    const std::size_t line_end = std::min(source_.find('\n', tag.end), source_.size());
    const auto blank = [](std::string_view text) { return trimmed(text).empty(); };
    if (line_begin < at_ || !blank(source_.substr(line_begin, tag.begin - line_begin)) ||
        !blank(source_.substr(tag.end, line_end - tag.end))) {
      return before;
    }
    tag.end = std::min(line_end + 1, source_.size());
    return source_.substr(at_, line_begin - at_);
  }

  void add_literal(std::vector<Part>& parts, std::string_view text) {
    if (text.empty()) return;
    parts.push_back({Kind::literal, std::string(text), line(), {}});
    // Line by line, so that an error has its line number.
    while (!text.empty()) {
      const std::string_view part = text.substr(0, text.find('\n') + 1);  // of no newline, nothing
      const std::string_view read = part.empty() ? text : part;
      with_place([&] { context_.read(read); });
      at_ += read.size();
      text.remove_prefix(read.size());
    }
  }

  /// Reads to the end of this section, or of the file if there is none.
  std::vector<Part> read_section(std::string_view section) {
    std::vector<Part> parts;
    while (std::optional<Tag> tag = next_tag()) {
      const std::string_view before = text_before(*tag);
      add_literal(parts, before);
      at_ = tag->begin;
      with_place([&] { context_.interrupt(); });
      if (tag->sign == '/') {
        if (tag->name != section)
          fail(fmt::format("{{{{/{}}}}} does not close the current section", tag->name));
        at_ = tag->end;
        return parts;
      }
      add_tag(parts, *tag);
    }
    if (!section.empty()) fail(fmt::format("section {} is not closed", section));
    add_literal(parts, source_.substr(at_));
    return parts;
  }

  void add_tag(std::vector<Part>& parts, const Tag& tag) {
    switch (tag.sign) {
      case '#':
      case '?':
      case '^': {
        const Kind kind = tag.sign == '#'   ? Kind::section
                          : tag.sign == '?' ? Kind::shown
                                            : Kind::hidden;
        Part part{kind, std::string(tag.name), line(), {}};
        const HtmlContext at_start = context_;
        at_ = tag.end;
        part.inside = read_section(tag.name);
        if (!context_.same_as(at_start)) {
          fail(fmt::format("section {} must close what it opens", tag.name));
        }
        parts.push_back(std::move(part));
        return;
      }
      case '>':
        add_file(parts, tag.name);
        break;
      case '!':
        break;
      default:
        parts.push_back(
            {tag.sign == '{' ? raw_kind() : text_kind(), std::string(tag.name), line(), {}});
    }
    at_ = tag.end;
  }

  [[nodiscard]] Kind text_kind() const {
    const HtmlContext::Place place = context_.place();
    if (place != HtmlContext::Place::text && place != HtmlContext::Place::attribute) {
      fail("text is allowed only between tags and in quoted text attributes");
    }
    return Kind::text;
  }

  [[nodiscard]] Kind raw_kind() const {
    if (context_.place() == HtmlContext::Place::data) return Kind::data;
    if (context_.place() != HtmlContext::Place::text) fail("markup is allowed only between tags");
    return Kind::markup;
  }

  void add_file(std::vector<Part>& parts, std::string_view file) {
    const std::string_view content = file_(file);
    const HtmlContext::Place place = context_.place();
    if (file.ends_with(".html") && place == HtmlContext::Place::text) {
      constexpr int kMaxDepth = 8;
      if (depth_ == kMaxDepth) fail(fmt::format("{} includes itself", file));
      const HtmlContext at_start = context_;
      for (Part& part : TemplateReader(file, content, file_, context_, depth_ + 1).read()) {
        parts.push_back(std::move(part));
      }
      if (!context_.same_as(at_start)) fail(fmt::format("{} must close what it opens", file));
    } else if ((file.ends_with(".js") && place == HtmlContext::Place::script) ||
               (file.ends_with(".css") && place == HtmlContext::Place::style)) {
      for (const char* end : {"</script", "</style", "<!--", "]]>"}) {
        if (content.find(end) != std::string_view::npos)
          fail(fmt::format("{} contains {}", file, end));
      }
      parts.push_back({Kind::literal, std::string(content), line(), {}});
    } else {
      fail(fmt::format("{} cannot be included here", file));
    }
  }

  std::string_view name_;
  std::string_view source_;
  const Template::Files& file_;
  HtmlContext& context_;
  int depth_;
  std::size_t at_ = 0;
};

namespace {

/// Collects the names of all fields in each section and in these parts.
template <typename Part>
std::vector<std::string> names_in(std::vector<Part>& parts, auto is_field) {
  std::vector<std::string> names;
  for (Part& part : parts) {
    if (is_field(part)) names.push_back(part.content);
    part.names = names_in(part.inside, is_field);
    names.insert(names.end(), part.names.begin(), part.names.end());
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

Template::Template(std::string name, std::string_view source, const Files& file)
    : name_(std::move(name)) {
  HtmlContext context;
  parts_ = TemplateReader(name_, source, file, context, 0).read();
  names_ = names_in(parts_, [](const Part& part) { return part.kind != Kind::literal; });
}

Markup Template::fill(const Fields& fields) const {
  Markup page;
  fill(page.html, parts_, names_, fields);
  return page;
}

/// Fills parts with the fields of a row or of the whole template.
void Template::fill(std::string& out, const std::vector<Part>& parts,
                    const std::vector<std::string>& names, const Fields& fields) const {
  for (const Field& each : fields.all()) {
    if (!std::ranges::binary_search(names, each.name)) {
      throw TemplateError(fmt::format("{}: unused field {}", name_, each.name));
    }
  }
  fill(out, parts, fields);
}

void Template::fill(std::string& out, const std::vector<Part>& parts, const Fields& fields) const {
  for (const Part& part : parts) {
    if (part.kind == Kind::literal) {
      out += part.content;
    } else {
      fill(out, part, fields);
    }
  }
}

void Template::fill(std::string& out, const Part& part, const Fields& fields) const {
  const auto fail = [&](std::string_view what) {
    throw TemplateError(
        fmt::format("{}, line {}: field {} {}", name_, part.line, part.content, what));
  };
  const Value* const value = fields.find(part.content);
  if (value == nullptr) return fail("is missing");
  switch (part.kind) {
    case Kind::literal:
      return;
    case Kind::text:
      if (value->text() == nullptr) return fail("is not text");
      out += escaped(*value->text());
      return;
    case Kind::markup:
      if (value->markup() == nullptr) return fail("is not markup");
      out += value->markup()->html;
      return;
    case Kind::data:
      if (value->data() == nullptr) return fail("is not data");
      out += value->data()->json;
      return;
    case Kind::section:
      if (const std::vector<Fields>* rows = value->rows()) {
        for (const Fields& row : *rows) fill(out, part.inside, part.names, row);
      } else if (value->shown()) {
        fill(out, part.inside, fields);
      }
      return;
    case Kind::shown:
      if (value->shown()) fill(out, part.inside, fields);
      return;
    case Kind::hidden:
      if (!value->shown()) fill(out, part.inside, fields);
      return;
  }
}

}  // namespace tavlab
