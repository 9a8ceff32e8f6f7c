// The templates of report pages: what they write, what they escape where, what they refuse.
#include "experiments/report/template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace tavlab {
namespace {

using testing::HasSubstr;

const std::map<std::string_view, std::string_view>& files() {
  static const std::map<std::string_view, std::string_view> all = {
      {"name.html", "<i>{{name}}</i>"},
      {"loop.html", "<b/>{{>loop.html}}"},
      {"open.html", "<div>"},
      {"code.js", "if (a < b && c) f('{{name}}');"},
      {"look.css", "p { color: red; }"},
      {"end.js", "f('</script>');"}};
  return all;
}

Template read(std::string_view source) {
  return Template("test.html", source, [](std::string_view name) {
    const auto found = files().find(name);
    if (found == files().end()) throw TemplateError("file not found: " + std::string(name));
    return found->second;
  });
}

std::string fill(std::string_view source, const Fields& fields) {
  return read(source).fill(fields).html;
}

/// The error message for a mistake in a template; empty if there is none.
std::string mistake(std::string_view source) {
  try {
    read(source);
    return {};
  } catch (const TemplateError& error) {
    return error.what();
  }
}

/// The same for a mismatch between a template and its fields.
std::string misfit(std::string_view source, const Fields& fields) {
  try {
    fill(source, fields);
    return {};
  } catch (const TemplateError& error) {
    return error.what();
  }
}

constexpr const char* kMarkup = "<script>alert('x')</script> & \"q\"";
constexpr const char* kTamed =
    "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;q&quot;";

TEST(Template, TextsAreEscapedBetweenTagsAndInAttributes) {
  EXPECT_EQ(fill("<p title=\"{{a}}\">{{ a }}</p>", {{"a", kMarkup}}),
            std::string("<p title=\"") + kTamed + "\">" + kTamed + "</p>");
  EXPECT_EQ(fill("<p class='x {{a}} y'/>", {{"a", "' onclick='f()"}}),
            "<p class='x &#39; onclick=&#39;f() y'/>");
  EXPECT_EQ(fill("<a href=\"#{{a}}\"/>", {{"a", "\"javascript:"}}),
            "<a href=\"#&quot;javascript:\"/>");
  EXPECT_EQ(fill("<p>{{a}}</p>", {{"a", std::string_view("a\0b\x1b\n", 5)}}),
            "<p>a\xef\xbf\xbd"
            "b\xef\xbf\xbd\n</p>");
  EXPECT_EQ(fill("<pre>{{a}}</pre>", {{"a", "{{b}} {{{c}}}"}}), "<pre>{{b}} {{{c}}}</pre>")
      << "inserted text is not parsed as a template";
}

TEST(Template, ValuesAreTextsNumbersAndMarkup) {
  EXPECT_EQ(fill("<b>{{a}} {{b}} {{c}}</b>",
                 {{"a", -3}, {"b", std::size_t{7}}, {"c", std::string_view("x")}}),
            "<b>-3 7 x</b>");
  EXPECT_EQ(fill("<b>{{{a}}}</b>", {{"a", Markup("<i>x</i>")}}), "<b><i>x</i></b>");
}

TEST(Template, DataInAScriptCannotEndIt) {
  const Fields fields = {{"a", ScriptData(R"({"x": ["</script><b>", "a & b", "]]>"]})")}};
  EXPECT_EQ(fill("<script type=\"application/json\">{{{a}}}</script>", fields),
            R"(<script type="application/json">{"x": ["\u003c/script\u003e\u003cb\u003e", )"
            R"("a \u0026 b", "]]\u003e"]}</script>)");
}

TEST(Template, SectionsComeForEachRowOrOnce) {
  const std::string_view source =
      "{{?rows}}<ul>{{#rows}}<li>{{a}}</li>{{/rows}}</ul>{{/rows}}{{^rows}}<p>none</p>{{/rows}}";
  EXPECT_EQ(fill(source, {{"rows", std::vector<Fields>{{{"a", 1}}, {{"a", "<"}}}}}),
            "<ul><li>1</li><li>&lt;</li></ul>");
  EXPECT_EQ(fill(source, {{"rows", std::vector<Fields>()}}), "<p>none</p>");
  const std::string_view once = "{{#a}}<b>{{x}}</b>{{/a}}{{^a}}<i/>{{/a}}";
  EXPECT_EQ(fill(once, {{"a", true}, {"x", "y"}}), "<b>y</b>");
  EXPECT_EQ(fill(once, {{"a", false}}), "<i/>");
  EXPECT_EQ(fill("{{#a}}<b>{{a}}</b>{{/a}}", {{"a", "text"}}), "<b>text</b>");
  EXPECT_EQ(fill("{{#a}}<b>{{a}}</b>{{/a}}", {{"a", ""}}), "");
  EXPECT_EQ(fill("{{#a}}<b>{{{a}}}</b>{{/a}}", {{"a", Markup()}}), "");
  EXPECT_EQ(fill("<b{{#a}} class=\"{{a}}\"{{/a}}/>", {{"a", "x"}}), "<b class=\"x\"/>");
  EXPECT_EQ(fill("<b class=\"x{{#a}} {{a}}{{/a}}\"/>", {{"a", "y"}}), "<b class=\"x y\"/>");
}

TEST(Template, TagsAloneOnALineTakeTheLine) {
  EXPECT_EQ(fill("<ul>\n  {{#rows}}\n  <li>{{a}}</li>\n  {{/rows}}\n</ul>\n{{! remark }}\n",
                 {{"rows", std::vector<Fields>{{{"a", 1}}, {{"a", 2}}}}}),
            "<ul>\n  <li>1</li>\n  <li>2</li>\n</ul>\n");
  EXPECT_EQ(fill("a {{#b}}\nc{{/b}}\n{{b}}\n", {{"b", "x"}}), "a \nc\nx\n");
}

TEST(Template, FilesAreIncludedWhereTheyFit) {
  EXPECT_EQ(fill("<p>\n{{>name.html}}\n</p>", {{"name", "<"}}), "<p>\n<i>&lt;</i></p>");
  EXPECT_EQ(fill("<script>{{>code.js}}</script><style>{{>look.css}}</style>", {}),
            "<script>if (a < b && c) f('{{name}}');</script><style>p { color: red; }</style>")
      << "scripts and style sheets are not templates";
  EXPECT_THAT(mistake("<p>{{>code.js}}</p>"), HasSubstr("code.js cannot be included here"));
  EXPECT_THAT(mistake("<script>{{>look.css}}</script>"), HasSubstr("cannot be included here"));
  EXPECT_THAT(mistake("<script>{{>end.js}}</script>"), HasSubstr("end.js contains </script"));
  EXPECT_THAT(mistake("<p title=\"{{>name.html}}\"/>"), HasSubstr("cannot be included here"));
  EXPECT_THAT(mistake("<p>{{>open.html}}</div></p>"), HasSubstr("must close what it opens"));
  EXPECT_THAT(mistake("{{>loop.html}}"), HasSubstr("includes itself"));
  EXPECT_THAT(mistake("{{>none.html}}"), HasSubstr("file not found: none.html"));
}

TEST(Template, RefusesValuesWhereEscapingWouldNotHelp) {
  for (const char* source :
       {"<script>f({{a}});</script>", "<style>{{a}}</style>", "<p onclick=\"{{a}}\"/>",
        "<p style=\"{{a}}\"/>", "<a href=\"{{a}}\"/>", "<a href=\"x/{{a}}\"/>",
        "<img src='{{a}}'/>", "<p {{a}}/>", "<p{{a}}/>", "<p {{a}}=\"x\"/>", "<!-- {{a}} -->",
        "<script type=\"application/json\">{{a}}</script>"}) {
    EXPECT_THAT(mistake(source), HasSubstr("text is allowed only between tags")) << source;
  }
  EXPECT_THAT(mistake("<{{a}}/>"), HasSubstr("'<' does not begin a tag"));
}

TEST(Template, RefusesMarkupInAttributesScriptsAndStyles) {
  for (const char* source : {"<p title=\"{{{a}}}\"/>", "<p {{{a}}}/>", "<style>{{{a}}}</style>",
                             "<script>f({{{a}}});</script>"}) {
    EXPECT_THAT(mistake(source), HasSubstr("markup is allowed only between tags")) << source;
  }
}

TEST(Template, RefusesUnquotedAttributes) {
  EXPECT_THAT(mistake("<p id={{a}}/>"), HasSubstr("id is not quoted"));
  EXPECT_THAT(mistake("<p id=x/>"), HasSubstr("id is not quoted"));
  EXPECT_THAT(mistake("<input disabled/>"), HasSubstr("disabled has no value"));
}

TEST(Template, RefusesWhatIsNotWellFormed) {
  EXPECT_THAT(mistake("<p>"), HasSubstr("not closed"));
  EXPECT_THAT(mistake("</p>"), HasSubstr("</p> where nothing is open"));
  EXPECT_THAT(mistake("<p><b></p></b>"), HasSubstr("</p> where <b> is open"));
  EXPECT_THAT(mistake("<p>a < b</p>"), HasSubstr("'<' does not begin a tag"));
  EXPECT_THAT(mistake("<p title=\"<\"/>"), HasSubstr("'<' in an attribute"));
  EXPECT_THAT(mistake("<p <b/>"), HasSubstr("'<' inside tag <p>"));
  EXPECT_THAT(mistake("<p title=\"x"), HasSubstr("not closed"));
  EXPECT_THAT(mistake("<script>f();"), HasSubstr("not closed"));
  EXPECT_THAT(mistake("<p/>\n<p/>\n</b>"), HasSubstr("test.html, line 3: </b> where"));
  EXPECT_EQ(mistake("<!DOCTYPE html>\n<!-- <p> --><br/><script>if (a < b) f('<p>');</script>"), "");
}

TEST(Template, RefusesSectionsThatAreNotWhole) {
  EXPECT_THAT(mistake("{{#a}}<p/>"), HasSubstr("section a is not closed"));
  EXPECT_THAT(mistake("<p/>{{/a}}"), HasSubstr("{{/a}} does not close the current section"));
  EXPECT_THAT(mistake("{{#a}}{{#b}}{{/a}}{{/b}}"),
              HasSubstr("{{/a}} does not close the current section"));
  EXPECT_THAT(mistake("{{#a}}<p>{{/a}}</p>"), HasSubstr("a must close what it opens"));
  EXPECT_EQ(mistake("<p>{{#a}}</p><p>{{/a}}</p>"), "") << "well-formed with it and without";
  EXPECT_THAT(mistake("<p{{#a}}>{{/a}}</p>"), HasSubstr("a must close what it opens"));
  EXPECT_THAT(mistake("<p title=\"{{#a}}\"{{/a}}/>"), HasSubstr("a must close what it opens"));
  EXPECT_THAT(mistake("<p{{#a}}/{{/a}}>"), HasSubstr("a must close what it opens"));
  EXPECT_THAT(mistake("<p>{{a</p>"), HasSubstr("a tag is not closed"));
  EXPECT_THAT(mistake("<p>{{a b}}</p>"), HasSubstr("'a b' is not a field name"));
  EXPECT_THAT(mistake("<p>{{}}</p>"), HasSubstr("'' is not a field name"));
}

TEST(Template, FieldsMustFit) {
  EXPECT_THAT(misfit("<p>\n{{a}}</p>", {}), HasSubstr("test.html, line 2: field a is missing"));
  EXPECT_THAT(misfit("<p>{{a}}</p>", {{"a", "x"}, {"b", "y"}}), HasSubstr("unused field b"));
  EXPECT_THAT(misfit("{{#a}}<p/>{{/a}}", {}), HasSubstr("a is missing"));
  EXPECT_THAT(misfit("{{^a}}<p/>{{/a}}", {}), HasSubstr("a is missing"));
  EXPECT_THAT(misfit("<p>{{a}}</p>", {{"a", Markup("<b/>")}}), HasSubstr("a is not text"));
  EXPECT_THAT(misfit("<p>{{{a}}}</p>", {{"a", "<b/>"}}), HasSubstr("a is not markup"));
  EXPECT_THAT(misfit("<p>{{a}}</p>", {{"a", true}}), HasSubstr("a is not text"));
  EXPECT_THAT(misfit("<script type=\"application/json\">{{{a}}}</script>", {{"a", Markup("1")}}),
              HasSubstr("a is not data"));
  EXPECT_THAT(misfit("<p>{{{a}}}</p>", {{"a", ScriptData("1")}}), HasSubstr("a is not markup"));
}

TEST(Template, RowsHaveFieldsOfTheirOwn) {
  const std::string_view source = "<p>{{a}}{{#rows}}{{b}}{{/rows}}</p>";
  const auto with = [](const Fields& row) {
    return Fields{{"a", "x"}, {"rows", std::vector<Fields>{row}}};
  };
  EXPECT_EQ(fill(source, with({{"b", "y"}})), "<p>xy</p>");
  EXPECT_THAT(misfit(source, with({})), HasSubstr("b is missing"));
  EXPECT_THAT(misfit(source, with({{"b", "y"}, {"a", "z"}})), HasSubstr("unused field a"));
  EXPECT_THAT(misfit("<p>{{a}}{{#rows}}{{a}}{{/rows}}</p>", with({})), HasSubstr("a is missing"));
}

}  // namespace
}  // namespace tavlab
