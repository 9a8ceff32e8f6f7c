#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/fields.h"
#include "experiments/report/html_context.h"

namespace tavlab {

/// A mistake in a template, or between one and the program that fills it; no user can make one.
class TemplateError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// HTML with places for values, in the manner of Mustache (mustache.github.io):
///
///   {{name}}               a text, escaped
///   {{{name}}}             markup, or data in a <script type="application/json">
///   {{#name}}...{{/name}}  a section: once for each row of a value, or once where it is shown
///   {{?name}}...{{/name}}  once where it is shown, whatever rows it has
///   {{^name}}...{{/name}}  once where it is not
///   {{>file}}              another file: a template, or a script or a style sheet in its element
///   {{! remark }}
///
/// A section's, file's or remark's tag alone on a line takes the whole line with it.
///
/// It is stricter than Mustache, so that mistakes show in the first test that makes a page. What is
/// read must be well-formed, whatever sections are left out or repeated. A text may stand between
/// tags and in quoted attributes that are neither code nor addresses, markup only between tags, and
/// no value in a script or a style sheet. A field that the template asks for must be given, and one
/// that is given must be asked for, of the right kind. A row has the fields of its own alone.
class Template {
 public:
  /// `file` gives the text of another file by its name, or throws.
  using Files = std::function<std::string_view(std::string_view name)>;

  Template(std::string name, std::string_view source, const Files& file);

  [[nodiscard]] Markup fill(const Fields& fields) const;

 private:
  friend class TemplateReader;

  enum class Kind { literal, text, markup, data, section, shown, hidden };
  struct Part {
    Kind kind;
    std::string content;  ///< the markup of a literal; else the field's name
    int line = 0;
    std::vector<Part> inside;
    std::vector<std::string> names = {};  ///< of all fields inside
  };

  void fill(std::string& out, const std::vector<Part>& parts, const std::vector<std::string>& names,
            const Fields& fields) const;
  void fill(std::string& out, const std::vector<Part>& parts, const Fields& fields) const;
  void fill(std::string& out, const Part& part, const Fields& fields) const;

  std::string name_;
  std::vector<Part> parts_;
  std::vector<std::string> names_;
};

}  // namespace tavlab
