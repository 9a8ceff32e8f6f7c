#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// Where in a document a template has come to: what decides how a value must be escaped there, or
/// that none may stand there. Reads the strict kind of HTML that is well-formed XML as well: every
/// element is closed, every attribute quoted.
class HtmlContext {
 public:
  enum class Place {
    text,       ///< between tags
    tag,        ///< within a tag, outside of values
    attribute,  ///< within a quoted value that is text
    forbidden,  ///< within a value that is code or an address: onclick, style, href
    script,
    style,
    data,  ///< within <script type="application/json">
    comment
  };

  /// Reads on. Throws std::invalid_argument, which says what is wrong.
  void read(std::string_view markup);

  /// A template's tag stands here: no name goes on behind it.
  void interrupt();

  [[nodiscard]] Place place() const;

  /// Whether all elements are closed.
  [[nodiscard]] bool complete() const { return state_ == State::text && open_.empty(); }

  /// Whether what may follow here may follow there: what a part of a template that is left out, or
  /// repeated, must not change.
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
  std::string attribute_;          ///< whose name or value is being read
  std::string value_;              ///< of it, so far
  char quote_ = 0;                 ///< that ends it
  char last_ = 0;                  ///< the character before, within a tag
  bool is_data_ = false;           ///< the tag's type is application/json
};

}  // namespace tavlab
