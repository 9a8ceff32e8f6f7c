// The server over its loopback address.
#include "serve/http/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "experiments/experiment.h"
#include "tests/experiments/fake_games.h"
#include "tests/serve/schema.h"
#include "tests/serve/server_fixture.h"

namespace tavlab::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string file_text(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

constexpr const char* kTinyExperiment = R"toml(
id = "tiny"
title = "A tiny experiment"
question = "Who wins?"
rules = ["brandubh-7"]
agents = ["random"]
games = 4
seed = 7
max_plies = 400
)toml";

TEST_F(ServerTest, ServesThePage) {
  start();
  EXPECT_EQ(server_->link(),
            "http://127.0.0.1:" + std::to_string(server_->port()) + "/?token=" + kToken);
  const auto page = client_->Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->get_header_value("Content-Type"), HasSubstr("text/html"));
  EXPECT_THAT(page->get_header_value("Content-Security-Policy"), HasSubstr("default-src 'self'"));
  EXPECT_EQ(page->body.find(kToken), std::string::npos);
  for (const char* path : {"/main.css", "/main.js", "/worker.js"}) {
    EXPECT_EQ(client_->Get(path)->status, 200) << path;
  }
}

/// Browsers also name Brotli, by which the HTTP library would take 25 ms for each file.
TEST_F(ServerTest, CompressesForThoseWhoReadIt) {
  start();
  for (const char* path : {"/main.js", "/api/v1/rulesets"}) {
    client_->set_decompress(true);
    auto headers = with_token();
    headers.emplace("Accept-Encoding", "identity");
    const auto plain = client_->Get(path, headers);
    ASSERT_EQ(plain->status, 200) << path;
    EXPECT_FALSE(plain->has_header("Content-Encoding")) << path;
    headers.find("Accept-Encoding")->second = "gzip, deflate, br";
    const auto read = client_->Get(path, headers);
    EXPECT_EQ(read->get_header_value("Content-Encoding"), "gzip") << path;
    EXPECT_EQ(read->body, plain->body) << path;
    client_->set_decompress(false);
    const auto packed = client_->Get(path, headers);
    EXPECT_LT(packed->body.size(), plain->body.size() / 2) << path;
  }
}

/// All that a browser fetches, compressed as browsers ask for it: a style sheet and a script.
TEST_F(ServerTest, ServesAPageThatIsSmall) {
  start();
  const std::string page = client_->Get("/")->body;
  const std::regex link("(?:href|src)=\"([^\":]+)\"");
  const std::vector<std::string> files(
      std::sregex_token_iterator(page.begin(), page.end(), link, 1), std::sregex_token_iterator());
  EXPECT_THAT(files, ElementsAre("main.css", "main.js"));
  client_->set_decompress(false);
  std::size_t bytes = 0;
  for (const std::string name : {"", "main.css", "main.js"}) {
    const auto file = client_->Get("/" + name, {{"Accept-Encoding", "gzip"}});
    ASSERT_EQ(file->status, 200) << name;
    bytes += file->body.size();
  }
  constexpr std::size_t kMost = 150'000;
  EXPECT_LT(bytes, kMost);
}

TEST_F(ServerTest, WantsTheToken) {
  start();
  EXPECT_EQ(client_->Get("/api/v1/about")->status, 401);
  EXPECT_EQ(client_->Get("/api/v1/about", {{"X-Tavlab-Token", "wrong"}})->status, 401);
  EXPECT_EQ(client_->Post("/api/v1/position", "{}", kJson)->status, 401);
  EXPECT_EQ(get("/about")->status, 200);
}

TEST_F(ServerTest, AnswersNoOtherSite) {
  start();
  const std::string own = "127.0.0.1:" + std::to_string(server_->port());
  const auto with = [&](const std::string& name, const std::string& value) {
    httplib::Headers headers = with_token();
    headers.emplace(name, value);
    return client_->Get("/api/v1/about", headers)->status;
  };
  EXPECT_EQ(with("Origin", "http://" + own), 200);
  EXPECT_EQ(with("Origin", "http://evil.example"), 403);
  EXPECT_EQ(with("Origin", "null"), 403);
  EXPECT_EQ(with("Host", "evil.example"), 403) << "a name that was pointed here";
  EXPECT_EQ(with("Host", "evil.example:" + std::to_string(server_->port())), 403);
  EXPECT_EQ(with("Host", "localhost:" + std::to_string(server_->port())), 200);
}

TEST_F(ServerTest, ShowsReportsToItsPageOnly) {
  std::filesystem::create_directory(folder_.path() / "run");
  folder_.write("run/games.sqlite", "");
  folder_.write("run/report.html", "<p>a report</p>");
  folder_.write("report.html", "<p>not below a run</p>");
  start();
  EXPECT_EQ(client_->Get("/reports/run")->status, 401);
  const std::string cookie = get("/folders")->get_header_value("Set-Cookie");
  EXPECT_THAT(cookie, HasSubstr("HttpOnly; SameSite=Strict; Path=/reports/"));
  const httplib::Headers headers = {{"Cookie", cookie.substr(0, cookie.find(';'))}};
  const auto report = client_->Get("/reports/run", headers);
  EXPECT_EQ(report->status, 200);
  EXPECT_EQ(report->body, "<p>a report</p>");
  EXPECT_THAT(report->get_header_value("Content-Security-Policy"), HasSubstr("sandbox"));
  for (const char* path :
       {"/reports/", "/reports/..", "/reports/%2e%2e", "/reports/../../etc/passwd",
        "/reports/run/../run", "/reports/run/report.html", "/../../etc/passwd"}) {
    EXPECT_NE(client_->Get(path, headers)->status, 200) << path;
  }
  EXPECT_EQ(client_->Get("/api/v1/folders")->get_header_value("Set-Cookie"), "")
      << "only with the token";
}

/// What opens reports opens nothing else, and the token is in no cookie.
TEST_F(ServerTest, HasASecretForReportsAlone) {
  std::filesystem::create_directory(folder_.path() / "run");
  folder_.write("run/games.sqlite", "");
  folder_.write("run/report.html", "<p>a report</p>");
  start();
  const std::string cookie = get("/folders")->get_header_value("Set-Cookie");
  EXPECT_EQ(cookie.find(kToken), std::string::npos);
  const std::size_t equals = cookie.find('=');
  const std::string name = cookie.substr(0, equals),
                    secret = cookie.substr(equals + 1, cookie.find(';') - equals - 1);
  EXPECT_EQ(secret.size(), std::string_view(kToken).size());
  EXPECT_EQ(client_->Get("/reports/run", {{"Cookie", name + "=" + secret}})->status, 200);
  EXPECT_EQ(client_->Get("/reports/run", {{"Cookie", name + "=" + kToken}})->status, 401);
  for (const char* path : {"/api/v1/about", "/api/v1/folders", "/api/v1/folders/run"}) {
    EXPECT_EQ(client_->Get(path, {{"X-Tavlab-Token", secret}})->status, 401) << path;
    EXPECT_EQ(client_->Get(path, {{"Cookie", name + "=" + secret}})->status, 401) << path;
    EXPECT_EQ(client_->Get(path, {{"Cookie", name + "=" + kToken}})->status, 401) << path;
  }
  EXPECT_EQ(client_->Get(std::string("/?token=") + kToken)->get_header_value("Set-Cookie"), "");
}

TEST_F(ServerTest, NamesNoFoldersElsewhere) {
  std::filesystem::create_directory(folder_.path() / "run");
  folder_.write("run/games.sqlite", "");
  std::filesystem::create_directory_symlink("/", folder_.path() / "link");
  start();
  EXPECT_EQ(get("/folders/run")->status, 200);
  for (const char* path :
       {"/folders/", "/folders/..", "/folders/%2e%2e", "/folders/run/..", "/folders/run%2f..%2frun",
        "/folders/link/etc", "/folders//etc", "/folders/%2fetc", "/folders/run%00", "/folders/none",
        "/folders/run/games/../../run", "/folders/run/games/1-1/2"}) {
    EXPECT_THAT(get(path)->status, testing::AnyOf(404, 400)) << path;
  }
}

/// Every address is in the description, every answer has the form that is described there.
TEST_F(ServerTest, AnswersAsDescribed) {
  std::filesystem::create_directory(folder_.path() / "cal");
  folder_.write("cal/calibration.json",
                R"({"rules": "helmfrid-9", "set": [], "rules_hash": "0123456789abcdef",
                    "first_player": "attackers", "value": 0.7,
                    "value_interval": [0.6, 0.8], "games": [[4]]})");
  ExperimentOptions options;
  options.threads = 1;
  test::silence(options);
  run_experiment(folder_.write("tiny.toml", kTinyExperiment).string(), folder_.path() / "tiny",
                 options);
  start();
  const Json api = Json::parse(get("/openapi.json")->body);
  EXPECT_EQ(api, Json::parse(file_text(TAVLAB_SOURCE_DIR "/serve/api/openapi.json")));
  const Json game = {{"rules", "tavlei-9"}, {"moves", {"d1-d3"}}};
  Json move = game, search = game;
  move["move"] = "a1-a2";
  search["agent"] = "mcts:sims=50";
  const std::map<std::string, std::vector<Json>> requests = {
      {"/rules", {{{"rules", "tavreli"}}, {{"rules", "ur-finkel"}}, {{"rules", "bashni"}}}},
      {"/examples", {{{"rules", "brandubh-7"}}, {{"rules", "tavreli"}}, {{"rules", "ur-finkel"}}}},
      {"/position", {game, {{"rules", "ur-skiryuk"}}, {{"rules", "bashni"}}}},
      {"/why", {move, {{"rules", "tavlei-9"}, {"square", "e5"}}}},
      {"/compare",
       {{{"a", game}, {"b", {{"rules", "helmfrid-9"}}}},
        {{"a", game}, {"b", {{"rules", "chess"}}}}}},
      {"/partings",
       {{{"a", {{"rules", "brandubh-7"}}},
         {"b", {{"rules", "brandubh-7"}, {"changes", {"king.armed=none"}}}}},
        {{"a", {{"rules", "brandubh-7"}}},
         {"b", {{"rules", "brandubh-7"}, {"changes", {"limits.total_plies=6"}}}}}}},
      {"/games/formats", {{{"rules", "tavreli"}}}},
      {"/games/read",
       {{{"text", "1. d1-d3 *"}}, {{"text", "1. d1-d3 {x} (d1-d2)"}, {"rules", "tavlei-9"}}}},
      {"/exact", {game, {{"rules", "brandubh-7"}, {"changes", {"limits.king_side_moves=2"}}}}},
      {"/games/write", {game}},
      {"/reply", {search}},
      {"/analysis",
       {search,
        {{"rules", "brandubh-7"}, {"seconds", 0.5}},
        {{"rules", "brandubh-7"}, {"seconds", 0.5}, {"engine", "net"}},
        {{"rules", "ur-finkel"}, {"seconds", 0.5}}}},
      {"/measure", {{{"rules", "brandubh-7"}, {"minutes", 0.02}}}},
      {"/login", {}},
  };
  const std::map<std::string, std::string> examples = {
      {"/folders/{name}", "/folders/tiny"},
      {"/folders/{name}/games", "/folders/tiny/games?result=first&limit=3"},
      {"/folders/{name}/games/{id}", "/folders/tiny/games/1-0"}};
  for (const auto& [path, methods] : api["paths"].items()) {
    if (methods.contains("get")) {
      const Json& schema = methods["get"]["responses"]["200"]["content"][kJson]["schema"];
      const auto example = examples.find(path);
      const auto answer = get(example == examples.end() ? path : example->second);
      ASSERT_EQ(answer->status, 200) << path << answer->body;
      EXPECT_EQ(schema_fault(Json::parse(answer->body), schema, api, path), "");
      const auto has_language = [](const Json& parameter) {
        return parameter["name"] == "language";
      };
      if (example != examples.end() ||
          std::ranges::none_of(methods["get"].value("parameters", Json::array()), has_language)) {
        continue;
      }
      const auto russian = get(path + "?language=ru");
      EXPECT_EQ(schema_fault(Json::parse(russian->body), schema, api, path), "");
      EXPECT_NE(russian->body, answer->body) << path;
      EXPECT_EQ(get(path + "?language=de")->status, 400) << path;
      continue;
    }
    ASSERT_TRUE(requests.contains(path)) << path;
    const Json& content = methods["post"]["responses"]["200"]["content"];
    for (const Json& body : requests.at(path)) {
      const auto answer = post(path, body);
      ASSERT_TRUE(answer) << path;
      ASSERT_EQ(answer->status, 200) << path << answer->body;
      if (content.contains(kJson)) {
        EXPECT_EQ(schema_fault(Json::parse(answer->body), content[kJson]["schema"], api, path), "");
        continue;
      }
      std::istringstream events(answer->body);
      std::string last;
      for (std::string line; std::getline(events, line);) {
        if (line.starts_with("event: ")) last = line.substr(7);
        if (!line.starts_with("data: ")) continue;
        ASSERT_TRUE(methods["post"]["x-events"].contains(last)) << last;
        EXPECT_EQ(
            schema_fault(Json::parse(line.substr(6)), methods["post"]["x-events"][last], api, last),
            "");
      }
      EXPECT_EQ(last, "done") << path << answer->body;
    }
  }
  for (const auto& [path, bodies] : requests) EXPECT_TRUE(api["paths"].contains(path)) << path;
  const Json& fault = api["components"]["schemas"]["Error"];
  for (const char* path : {"/position", "/nowhere"}) {
    const auto answer = post(path, Json::object());
    EXPECT_NE(answer->status, 200);
    EXPECT_EQ(schema_fault(Json::parse(answer->body), fault, api, path), "");
  }
}

TEST_F(ServerTest, SaysInAStreamWhatIsWrongWithItsGame) {
  start();
  const auto answer = post("/analysis", {{"rules", "helmfrid-9"}, {"moves", {"a1-a2"}}});
  EXPECT_THAT(answer->body,
              HasSubstr("event: fault\ndata: {\"code\":\"invalid\",\"message\":\"ply 1"));
}

TEST_F(ServerTest, TellsABrowserWhatIsWrongAsAnAnswer) {
  start();
  httplib::Headers headers = with_token();
  const std::string wrong = R"({"rules": "helmfrid-9", "moves": ["a1-a2"]})";
  const auto plain = client_->Post("/api/v1/position", headers, wrong, "application/json");
  EXPECT_EQ(plain->status, 400);
  headers.emplace("X-Tavlab-Errors", "answer");
  const auto answer = client_->Post("/api/v1/position", headers, wrong, "application/json");
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, plain->body);
  EXPECT_EQ(client_->Get("/api/v1/nothing", headers)->status, 404);
}

TEST_F(ServerTest, RunsNoSearchesIfReadOnly) {
  ServerOptions options;
  options.read_only = true;
  start(options);
  for (const char* path : {"/analysis", "/reply", "/measure"}) {
    const auto answer = post(path, {{"rules", "helmfrid-9"}});
    EXPECT_EQ(answer->status, 400) << path;
    EXPECT_THAT(answer->body, HasSubstr("read-only"));
  }
  EXPECT_EQ(post("/position", {{"rules", "helmfrid-9"}})->status, 200);
}

TEST_F(ServerTest, TellsTheTokenForThePassword) {
  ServerOptions options;
  options.password = "open sesame";
  start(options);
  EXPECT_EQ(server_->link().find("token"), std::string::npos);
  EXPECT_EQ(post("/login", {{"password", "guess"}})->status, 401);
  const auto answer = client_->Post("/api/v1/login", R"({"password": "open sesame"})", kJson);
  ASSERT_EQ(answer->status, 200);
  EXPECT_EQ(Json::parse(answer->body)["token"], kToken);
}

TEST_F(ServerTest, LetsAProxyEncrypt) {
  ServerOptions options;
  options.password = "open sesame";
  start(options);
  const auto from = [&](const char* origin) {
    return client_
        ->Post("/api/v1/login", {{"Host", "lab.example"}, {"Origin", origin}},
               R"({"password": "open sesame"})", kJson)
        ->status;
  };
  EXPECT_EQ(from("https://lab.example"), 200);
  EXPECT_EQ(from("https://evil.example"), 403);
}

TEST_F(ServerTest, IsNotHeldUpByGuesses) {
  ServerOptions options;
  options.password = "open sesame";
  start(options);
  std::vector<std::jthread> guessers;
  guessers.reserve(8);
  std::atomic<int> waits{0};
  for (int i = 0; i < 8; ++i) {
    guessers.emplace_back([&] {
      httplib::Client other("127.0.0.1", server_->port());
      const auto answer = other.Post("/api/v1/login", R"({"password": "guess"})", kJson);
      if (answer->status == 429) ++waits;
    });
  }
  guessers.clear();
  EXPECT_GE(waits, 1) << "one at a time, and nobody queues";
}

TEST_F(ServerTest, RefusesWhatItCannotMeasure) {
  start();
  httplib::Headers headers = with_token();
  headers.emplace("Range", "bytes=0-,0-");
  EXPECT_EQ(client_->Get("/main.js", headers)->status, 400);
  const auto chunked = client_->Post(
      "/api/v1/position", with_token(),
      [](std::size_t, httplib::DataSink& sink) {
        sink.write("{}", 2);
        sink.done();
        return true;
      },
      kJson);
  // The body is not read, so that the connection may be reset before the client sees the answer.
  if (chunked) {
    EXPECT_EQ(chunked->status, 411);
  }
}

TEST_F(ServerTest, HasNoLoginWithoutAPassword) {
  start();
  EXPECT_EQ(post("/login", {{"password", ""}})->status, 401);
}

TEST_F(ServerTest, RefusesHugeBodies) {
  start();
  const std::string body = R"({"rules": ")" + std::string(2'000'000, 'x') + "\"}";
  const auto answer = client_->Post("/api/v1/position", with_token(), body, kJson);
  ASSERT_TRUE(!answer || answer->status == 413);
  EXPECT_EQ(get("/about")->status, 200);
}

TEST_F(ServerTest, OutlivesJunk) {
  start();
  send_junk(2000);
}

TEST_F(ServerTest, SaysThatAPortIsTaken) {
  start();
  ServerOptions options;
  options.port = server_->port();
  try {
    Server second(options);
    FAIL() << "the port is taken";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot listen on 127.0.0.1 port"));
  }
}

TEST_F(ServerTest, EndsWithASearchInProgress) {
  start();
  std::jthread search([&] {
    httplib::Client other("127.0.0.1", server_->port());
    other.Post("/api/v1/analysis", with_token(), R"({"rules": "helmfrid-11", "seconds": 60})",
               kJson);
  });
  // The server has accepted it once it answers a later request.
  EXPECT_EQ(get("/about")->status, 200);
  thread_.request_stop();
  thread_.join();
}

}  // namespace
}  // namespace tavlab::serve
