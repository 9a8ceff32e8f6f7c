#pragma once

#include <gtest/gtest.h>
#include <httplib.h>

#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "core/random.h"
#include "serve/http/server.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {

inline constexpr const char* kJson = "application/json";

/// A server on a free port of the loopback address, and a client.
class ServerTest : public testing::Test {
 protected:
  void start(ServerOptions options = {}) {
    options.port = 0;
    options.token = kToken;
    options.folder = folder_.path();
    server_ = std::make_unique<Server>(options);
    thread_ = std::jthread([this](const std::stop_token& stop) { server_->run(stop); });
    client_ = std::make_unique<httplib::Client>("127.0.0.1", server_->port());
    client_->set_read_timeout(60);
  }

  [[nodiscard]] httplib::Headers with_token() const { return {{"X-Tavlab-Token", kToken}}; }

  httplib::Result get(const std::string& path) {
    return client_->Get("/api/v1" + path, with_token());
  }
  httplib::Result post(const std::string& path, const Json& body) {
    return client_->Post("/api/v1" + path, with_token(), body.dump(), kJson);
  }

  /// Sends bytes that are no requests, and then plays on.
  void send_junk(int requests);

  static constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
  TemporaryFolder folder_;
  std::unique_ptr<Server> server_;
  std::unique_ptr<httplib::Client> client_;
  std::jthread thread_;  ///< last: ends before the server
};

inline void ServerTest::send_junk(int requests) {
  Random random(3);
  for (int i = 0; i < requests; ++i) {
    std::string junk(random.below(200), '\0');
    for (char& c : junk) c = static_cast<char>(random.below(256));
    const char* const paths[] = {"/api/v1/position", "/api/v1/rules",      "/api/v1/compare",
                                 "/reports/x",       "/api/v1/games/read", "/",
                                 "/api/v1/why"};
    const auto answer = client_->Post(paths[random.below(7)], with_token(), junk, kJson);
    if (answer) {
      EXPECT_NE(answer->status, 200);
      EXPECT_NE(answer->status, 500) << junk;
    }
  }
  const auto answer = post("/position", {{"rules", "helmfrid-9"}, {"moves", {"d1-d3"}}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(Json::parse(answer->body)["plies"], 1);
}

}  // namespace tavlab::serve
