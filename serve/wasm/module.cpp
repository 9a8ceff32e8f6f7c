// What JavaScript calls: answers of the API without a server, one at a time.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/text.h"
#include "serve/api/answers.h"
#include "serve/search/search_json.h"
#include "serve/search/search_request.h"
#include "serve/search/throws.h"
#include "serve/wasm/host.h"

extern "C" {

// The page's functions. Texts are given by address and size.
[[clang::import_module("page"), clang::import_name("open")]] int page_open(const char* name,
                                                                           std::size_t size);
[[clang::import_module("page"), clang::import_name("read")]] void page_read(char* to);
[[clang::import_module("page"), clang::import_name("tell")]] void page_tell(const char* event,
                                                                            std::size_t event_size,
                                                                            const char* json,
                                                                            std::size_t size);

}  // extern "C"

namespace tavlab::serve {
namespace {

constexpr double kSecondsMost = 60;

/// Lets an agent that searches until it is stopped end by itself after so many seconds: nobody
/// could stop it while it runs.
void end_after(TurnLimits& limits, double seconds) {
  limits.infinite = false;
  limits.seconds = seconds;
}

/// As Searches::analyze_throws.
Json analysis_of_throws(Search& search, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  const auto so_far = [&](const Throws& throws) {
    return throws.json(std::chrono::duration<double>(Clock::now() - began).count());
  };
  Throws throws(*search.game);
  const bool endless = search.limits.infinite;
  for (std::size_t round = 0; round < (endless ? kThrowRounds.size() : 1); ++round) {
    for (Throws::Decision& decision : throws.decisions()) {
      for (const std::string& word : decision.words) search.game->play(word);
      if (endless) end_after(search.limits, kThrowRounds[round] * decision.share * seconds);
      decision.found = search.game->search(search.agent, search.limits, search.seed, nullptr, {});
      for (std::size_t i = 0; i < decision.words.size(); ++i) search.game->take_back();
      tell_page("progress", text_of(so_far(throws)));
    }
  }
  return so_far(throws);
}

Json analysis(const Json& request) {
  const double seconds = seconds_of(request, kSecondsMost);
  Search search = analysis_request(request);
  if (search.game->view().node == NodeKind::chance) return analysis_of_throws(search, seconds);
  if (search.limits.infinite) end_after(search.limits, seconds);
  const auto tell = [](const SearchView& view) {
    tell_page("progress", text_of(search_json(view)));
  };
  return result_json(search.game->search(search.agent, search.limits, search.seed, tell, {}));
}

Json reply(const Json& request) {
  const Search search = reply_request(request);
  return reply_json(search.game->search(search.agent, search.limits, search.seed, nullptr, {}));
}

/// There are no tables and no provers: nothing is certain, as on a server without tables.
Json exact(const Json& request) {
  static_cast<void>(played_game(game_request(request)));
  return exact_json(std::nullopt);
}

struct Answer {
  std::string_view path;
  Json (*work)(const Json& request);
};
constexpr std::array<Answer, 12> kAnswers = {{{"/rules", describe_rules},
                                              {"/examples", show_examples},
                                              {"/position", describe_position},
                                              {"/why", explain_move},
                                              {"/compare", compare_rules},
                                              {"/partings", find_partings},
                                              {"/games/formats", list_formats},
                                              {"/games/read", read_game},
                                              {"/games/write", write_game},
                                              {"/analysis", analysis},
                                              {"/exact", exact},
                                              {"/reply", reply}}};

/// The answer of the server, with what is thrown as an error of the API.
Json answer(std::string_view path, std::string_view body) {
  Json request;
  try {
    const auto found = std::ranges::find(kAnswers, path, &Answer::path);
    if (found == kAnswers.end()) return error_json("refused", "nothing is at " + in_quotes(path));
    request = parse_body(body);
    return found->work(request);
  } catch (const UserError& error) {
    return error_json("invalid", message_for(request, error.what()));
  } catch (const std::bad_alloc&) {
    return error_json("memory", "out of memory");
  } catch (const std::exception& error) {
    return error_json("internal", printable(error.what()));
  }
}

/// The last answer, until the next one.
std::string& last_answer() {
  static std::string text;
  return text;
}

}  // namespace

std::optional<std::string> file_beside_page(const std::string& name) {
  const int size = page_open(name.data(), name.size());
  if (size < 0) return std::nullopt;
  std::string content(static_cast<std::size_t>(size), '\0');
  page_read(content.data());
  return content;
}

void tell_page(std::string_view event, std::string_view json) {
  page_tell(event.data(), event.size(), json.data(), json.size());
}

}  // namespace tavlab::serve

extern "C" {

/// Memory for a request.
[[clang::export_name("allocate")]] char* tavlab_allocate(std::size_t size) {
  return new char[size];
}

/// Answers a request, whose texts it releases. Returns the size of the answer.
[[clang::export_name("answer")]] std::size_t tavlab_answer(char* path, std::size_t path_size,
                                                           char* body, std::size_t body_size) {
  using namespace tavlab::serve;
  last_answer() = text_of(answer({path, path_size}, {body, body_size}));
  delete[] path;
  delete[] body;
  return last_answer().size();
}

[[clang::export_name("answer_text")]] const char* tavlab_answer_text() {
  return tavlab::serve::last_answer().data();
}

}  // extern "C"
