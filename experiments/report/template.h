#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/report/fields.h"
#include "experiments/report/html_context.h"

namespace tavlab {

/// An error in a template or in the program that fills it; never a user's.
class TemplateError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// An HTML template similar to Mustache (mustache.github.io):
///
///   {{name}}               a text, escaped
///   {{{name}}}             markup, or data in a <script type="application/json">
///   {{#name}}...{{/name}}  a section: once for each row of a value, or once if it is shown
///   {{?name}}...{{/name}}  once if it is shown, however many rows it has
///   {{^name}}...{{/name}}  once if it is not
///   {{>file}}              another file: a template, or a script or style sheet in its element
///   {{! remark }}
///
/// If the tag of a section, file or remark is alone on a line, the whole line is removed.
///
/// It is stricter than Mustache, so that any test that makes a page shows errors. The document must
/// be well-formed, whichever sections are omitted or repeated. Texts are allowed between tags and
/// in quoted attributes that are neither code nor addresses, markup only between tags, and no
/// values in scripts or style sheets. All fields of the template must be given, with the right
/// type, and no others. A row has only its own fields.
class Template {
 public:
  /// `file` returns the text of another file by its name, or throws.
  using Files = std::function<std::string_view(std::string_view name)>;

  Template(std::string name, std::string_view source, const Files& file);

  [[nodiscard]] Markup fill(const Fields& fields) const;

 private:
  friend class TemplateReader;

  enum class Kind { literal, text, markup, data, section, shown, hidden };
  struct Part {
    Kind kind;
    std::string content;  ///< the markup of a literal, or the name of a field
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
