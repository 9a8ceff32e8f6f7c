#include "experiments/report/html_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tavlab {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

[[noreturn]] void fail(std::string_view what) { throw std::invalid_argument(std::string(what)); }

/// Elements whose content is not markup.
bool is_raw(std::string_view element) { return element == "script" || element == "style"; }

/// Attributes that are addresses. A value may only follow a '#' in them: such links stay in the
/// page.
bool is_address(std::string_view attribute) {
  constexpr std::array<std::string_view, 6> kAddresses = {"href",       "src",  "action",
                                                          "formaction", "data", "xlink:href"};
  return std::ranges::find(kAddresses, attribute) != kAddresses.end();
}

}  // namespace

HtmlContext::Place HtmlContext::place() const {
  switch (state_) {
    case State::text:
      return Place::text;
    case State::name:
    case State::tag:
      return Place::tag;
    case State::value:
      if (attribute_.starts_with("on") || attribute_ == "style" || attribute_ == "srcdoc" ||
          (is_address(attribute_) && !value_.starts_with('#'))) {
        return Place::forbidden;
      }
      return Place::attribute;
    case State::comment:
      return Place::comment;
    case State::raw:
      break;
  }
  if (is_data_) return Place::data;
  return open_.back() == "style" ? Place::style : Place::script;
}

bool HtmlContext::same_as(const HtmlContext& other) const {
  return state_ == other.state_ && open_ == other.open_ && element_ == other.element_ &&
         attribute_ == other.attribute_ && quote_ == other.quote_ && is_data_ == other.is_data_ &&
         (last_ == '/') == (other.last_ == '/');
}

void HtmlContext::interrupt() {
  if (state_ != State::name && state_ != State::tag) return;
  end_attribute();
  if (last_ == '=') fail(fmt::format("attribute {} is not quoted", attribute_));
  state_ = State::tag;
}

void HtmlContext::read(std::string_view markup) {
  for (std::size_t i = 0; i < markup.size(); ++i) {
    const char c = markup[i];
    const std::string_view rest = markup.substr(i);
    switch (state_) {
      case State::text:
        if (c == '<') open_tag(rest);
        break;
      case State::name:
      case State::tag:
        read_in_tag(c);
        break;
      case State::value:
        if (c == quote_) {
          end_value();
        } else if (c == '<') {
          fail("'<' in an attribute value");
        } else {
          value_ += c;
        }
        break;
      case State::raw:
        if (rest.starts_with("</" + open_.back())) open_tag(rest);
        break;
      case State::comment:
        if (rest.starts_with("-->")) {
          state_ = State::text;
          i += 2;
        }
        break;
    }
  }
}

void HtmlContext::open_tag(std::string_view rest) {
  if (rest.starts_with("<!--")) {
    state_ = State::comment;
    return;
  }
  const char next = rest.size() > 1 ? rest[1] : ' ';
  if (!is_letter(next) && next != '/' && next != '!') fail("'<' does not begin a tag");
  state_ = State::name;
  element_.clear();
  attribute_.clear();
  is_data_ = false;
  last_ = '<';
}

void HtmlContext::read_in_tag(char c) {
  if (c == '<') fail(fmt::format("'<' inside tag <{}>", element_));
  if (c == '>') {
    end_tag();
    return;
  }
  if (last_ == '=') {
    if (c != '"' && c != '\'') fail(fmt::format("attribute {} is not quoted", attribute_));
    state_ = State::value;
    value_.clear();
    quote_ = c;
    return;
  }
  if (state_ == State::name && !is_blank(c) && (c != '/' || element_.empty())) {
    element_ += c;
  } else if (is_blank(c)) {
    end_attribute();
    state_ = State::tag;
  } else if (c != '=' && c != '/') {
    attribute_ += c;
  }
  last_ = c;
}

/// Ends an attribute; one with a value has ended already.
void HtmlContext::end_attribute() {
  if (!attribute_.empty() && !element_.starts_with('!') && last_ != '=') {
    fail(fmt::format("attribute {} has no value", attribute_));
  }
  if (last_ != '=') attribute_.clear();
}

void HtmlContext::end_value() {
  if (element_ == "script" && attribute_ == "type") is_data_ = value_ == "application/json";
  state_ = State::tag;
  attribute_.clear();
  quote_ = 0;
  last_ = '"';
}

void HtmlContext::end_tag() {
  end_attribute();
  state_ = State::text;
  if (element_.starts_with('/')) {
    const std::string name = element_.substr(1);
    if (open_.empty() || open_.back() != name) {
      fail(fmt::format("</{}> where {} is open", name,
                       open_.empty() ? "nothing" : "<" + open_.back() + ">"));
    }
    open_.pop_back();
  } else if (last_ != '/' && !element_.starts_with('!')) {
    open_.push_back(element_);
    if (is_raw(element_)) state_ = State::raw;
  }
  element_.clear();
  attribute_.clear();
  last_ = 0;
}

}  // namespace tavlab
