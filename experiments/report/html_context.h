#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The current context in an HTML document, which determines how a value is escaped there, or
/// whether one is allowed. Reads only HTML that is also well-formed XML: every element is closed,
/// every attribute quoted.
class HtmlContext {
 public:
  enum class Place {
    text,       ///< between tags
    tag,        ///< within a tag, outside of values
    attribute,  ///< within a quoted text attribute
    forbidden,  ///< within an attribute that is code or an address: onclick, style, href
    script,
    style,
    data,  ///< within <script type="application/json">
    comment
  };

  /// Reads more markup. Throws std::invalid_argument, saying what is wrong.
  void read(std::string_view markup);

  /// Marks the place of a template tag: no name continues after it.
  void interrupt();

  [[nodiscard]] Place place() const;

  /// Whether all elements are closed.
  [[nodiscard]] bool complete() const { return state_ == State::text && open_.empty(); }

  /// Whether both contexts allow the same markup to follow. A part of a template that may be
  /// omitted or repeated must not change this.
  [[nodiscard]] bool same_as(const HtmlContext& other) const;

 private:
  enum class State { text, name, tag, value, raw, comment };

  void open_tag(std::string_view rest);
  void read_in_tag(char c);
  void end_attribute();
  void end_value();
  void end_tag();

  State state_ = State::text;
  std::vector<std::string> open_;  ///< elements, the innermost last
  std::string element_;            ///< of the tag being read, with its slash
  std::string attribute_;          ///< the attribute being read
  std::string value_;              ///< its value so far
  char quote_ = 0;                 ///< the quote that ends it
  char last_ = 0;                  ///< the previous character within a tag
  bool is_data_ = false;           ///< the tag's type is application/json
};

}  // namespace tavlab
