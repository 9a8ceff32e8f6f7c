#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "serve/search/searches.h"

namespace tavlab::serve {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 8080;  ///< 0: any that is free
  /// What requests must carry; empty: a random one. A server that is started again with the same
  /// token is the same to the pages that are open.
  std::string token;
  /// Asked before anything else is answered; required where others can reach the address.
  std::optional<std::string> password;
  bool read_only = false;        ///< no searches and no games between programs
  std::filesystem::path folder;  ///< runs that are shown; need not exist
  std::filesystem::path tables;  ///< exact tables; empty: none
  SearchLimits searches;
};

/// The page and its API over HTTP.
///
/// A request is answered only if its Host is an address of this server (so that no other site can
/// point its own name here: DNS rebinding), its Origin, if any, is this server, and, for all but
/// the page's own files, if it carries the token.
class Server {
 public:
  /// Begins to listen. Throws UserError if the port is taken or the address is not this machine's.
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The page's address, with the token unless a password is asked.
  [[nodiscard]] std::string link() const;
  [[nodiscard]] int port() const;

  /// Answers until a stop is requested; searches in progress are then ended.
  void run(const std::stop_token& stop);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tavlab::serve
