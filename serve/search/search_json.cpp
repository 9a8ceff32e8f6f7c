#include "serve/search/search_json.h"

namespace tavlab::serve {
namespace {

/// What is known of a position, a move or a throw.
Json certain_json(const ExactView::Value& value) {
  return {{"value", number_json(value.score)},
          {"result", text_json(value.result)},
          {"plies", value.plies > 0 ? Json(value.plies) : Json(nullptr)}};
}

}  // namespace

Json number_json(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json text_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json search_json(const SearchView& view) {
  Json lines = Json::array();
  for (const SearchView::Line& each : view.lines) {
    lines.push_back({{"value", number_json(each.value)},
                     {"proven", text_json(each.proven)},
                     {"moves", each.moves}});
  }
  return {{"depth", view.depth},
          {"nodes", view.nodes},
          {"seconds", view.seconds},
          {"value", number_json(view.value)},
          {"wdl", view.wdl ? Json(*view.wdl) : Json(nullptr)},
          {"line", view.line},
          {"lines", lines},
          {"proven", text_json(view.proven)}};
}

Json result_json(const SearchView& view) {
  Json json = search_json(view);
  json["best"] = view.best;
  Json& moves = json["moves"] = Json::array();
  for (const SearchView::Candidate& each : view.candidates) {
    moves.push_back({{"move", each.move},
                     {"visits", each.visits},
                     {"value", number_json(each.value)},
                     {"policy", number_json(each.policy)},
                     {"proven", text_json(each.proven)}});
  }
  return json;
}

Json reply_json(const SearchView& view) {
  return {{"move", view.best},
          {"value", number_json(view.value)},
          {"line", view.line},
          {"seconds", view.seconds},
          {"nodes", view.nodes}};
}

Json exact_json(const std::optional<ExactView>& view) {
  const ExactView known = view.value_or(ExactView{});
  Json json = {{"source", text_json(known.source)}};
  json.update(certain_json(known.position));
  json["repetition"] = known.repetition;
  Json& moves = json["moves"] = Json::array();
  for (const ExactView::Move& each : known.moves) {
    Json& entry = moves.emplace_back(Json{{"move", each.text}});
    entry.update(certain_json(each.value));
  }
  Json& throws = json["throws"] = Json::array();
  for (const ExactView::Throw& each : known.throws) {
    throws.push_back({{"throw", each.text},
                      {"probability", each.probability},
                      {"value", number_json(each.value)}});
  }
  return json;
}

}  // namespace tavlab::serve
