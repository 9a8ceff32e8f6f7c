#include "serve/http/server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/text.h"
#include "core/version.h"
#include "serve/api/answers.h"
#include "serve/api/atlas_answer.h"
#include "serve/api/folder_answers.h"
#include "serve/http/gzip.h"
#include "serve/http/secrets.h"
#include "serve/search/measurement.h"

namespace tavlab {
std::span<const EmbeddedFile> embedded_page();
std::span<const EmbeddedFile> embedded_api();
}  // namespace tavlab

namespace tavlab::serve {

namespace {

constexpr std::size_t kMaxBody = 512 * 1024;
/// A connection has a thread, and a browser several connections.
constexpr std::size_t kThreads = 320;
constexpr int kBacklog = 256;
constexpr int kReadSeconds = 5, kWriteSeconds = 10;
constexpr double kMostMinutes = 30;
constexpr std::string_view kApi = "/api/v1/";
constexpr const char* kTokenHeader = "X-Tavlab-Token";
/// A browser's console shows every answer with another status than 200 as a fault, but a reader who
/// tries rules or edits a position makes none: with this header, what is wrong with a request (400)
/// comes with status 200.
constexpr const char* kErrorsHeader = "X-Tavlab-Errors";
constexpr const char* kJson = "application/json";
/// How often a server looks whether it should stop.
constexpr std::chrono::milliseconds kLook{50};
/// After a wrong password, for all who try.
constexpr std::chrono::milliseconds kLoginPause{1000};

constexpr const char* kPagePolicy =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Reports bring their own styles and scripts, and get no access to the page.
constexpr const char* kReportPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "sandbox allow-scripts; frame-ancestors 'none'";

const char* content_type(std::string_view name) {
  if (name.ends_with(".html")) return "text/html; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  if (name.ends_with(".json")) return kJson;
  return "text/plain; charset=utf-8";
}

std::string_view api_file(std::string_view name) {
  const auto files = embedded_api();
  return std::ranges::find(files, name, &EmbeddedFile::name)->content;
}

/// An answer that is not 200.
struct Refusal {
  int status;
  std::string_view code;
  std::string message;
};

/// A body that the library does not compress: it would by Brotli at its highest quality, which
/// takes 25 ms for a file of the page, each time.
void send(httplib::Response& response, std::string body, const char* type) {
  const std::size_t size = body.size();
  response.set_content_provider(
      size, type,
      [body = std::move(body)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(body.data() + offset, length);
      });
}

void send_gzip(httplib::Response& response, std::string packed, const char* type) {
  response.set_header("Content-Encoding", "gzip");
  send(response, std::move(packed), type);
}

bool reads_gzip(const httplib::Request& request) {
  return accepts_gzip(request.get_header_value("Accept-Encoding"));
}

/// Sends a text that is made for this request, packed if that saves a packet and is read.
void send_made(const httplib::Request& request, httplib::Response& response, std::string text,
               const char* type) {
  constexpr std::size_t kPacket = 1000;
  if (text.size() > kPacket && reads_gzip(request)) return send_gzip(response, gzip(text), type);
  send(response, std::move(text), type);
}

void answer(const httplib::Request& request, httplib::Response& response, const Json& json) {
  send_made(request, response, text_of(json), kJson);
}

void answer(const httplib::Request& request, httplib::Response& response, const Refusal& refusal) {
  const bool as_answer =
      refusal.status == 400 && request.get_header_value(kErrorsHeader) == "answer";
  response.status = as_answer ? 200 : refusal.status;
  answer(request, response, error_json(refusal.code, refusal.message));
}

Refusal busy() { return {503, "busy", "too many searches are waiting; try again in a minute"}; }

/// Calls `work` and turns what it throws into a refusal; nullopt if it threw nothing.
template <typename Work>
std::optional<Refusal> refusal_of(const Work& work, const Json& request = {}) {
  try {
    work();
    return std::nullopt;
  } catch (const UserError& error) {
    return Refusal{400, "invalid", message_for(request, error.what())};
  } catch (const Turns::Busy&) {
    return busy();
  } catch (const std::bad_alloc&) {
    return Refusal{503, "memory", "out of memory"};
  } catch (const std::exception& error) {
    return Refusal{500, "internal", printable(error.what())};
  }
}

std::string event_text(std::string_view event, const Json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", event, text_of(data));
}

}  // namespace

class Server::Parts {
 public:
  explicit Parts(const ServerOptions& options)
      : options_(options),
        token_(options.token.empty() ? random_token() : options.token),
        report_secret_(random_token()),
        searches_(options.searches),
        tables_(options.tables) {
    http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    http_.set_payload_max_length(kMaxBody);
    http_.set_read_timeout(kReadSeconds);
    http_.set_write_timeout(kWriteSeconds);
    // What a refused request has sent as its body would be read as the next request.
    http_.set_keep_alive_max_count(1);
    http_.set_tcp_nodelay(true);
    // The library's default would let a second server share the port.
    http_.set_socket_options([this](socket_t socket) {
      socket_ = socket;
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    http_.set_pre_routing_handler([this](const auto& request, auto& response) {
      const std::optional<Refusal> refusal = refused(request);
      if (!refusal) return httplib::Server::HandlerResponse::Unhandled;
      answer(request, response, *refusal);
      return httplib::Server::HandlerResponse::Handled;
    });
    http_.set_post_routing_handler([](const auto&, auto& response) { add_headers(response); });
    http_.set_error_handler([](const auto& request, auto& response) {
      if (response.has_header("Content-Type")) return;
      answer(request, response,
             Refusal{response.status, "refused",
                     response.status == 413 ? "the body is too large"
                     : response.status == 404
                         ? "nothing is at " + in_quotes(request.path)
                         : fmt::format("the request is not one that is answered here "
                                       "({})",
                                       response.status)});
    });
    serve_files();
    serve_answers();
    serve_streams();
    bind();
  }

  [[nodiscard]] int port() const { return port_; }

  [[nodiscard]] std::string link() const {
    const bool v6 = options_.address.find(':') != std::string::npos;
    const std::string host = v6 ? "[" + options_.address + "]" : options_.address;
    const std::string page = fmt::format("http://{}:{}/", host, port_);
    return options_.password ? page : page + "?token=" + token_;
  }

  void run(const std::stop_token& stop) {
    // The library ignores a stop before it has begun to listen, so it is repeated.
    const std::jthread stopper([this, stop](const std::stop_token& ended) {
      for (; !ended.stop_requested(); std::this_thread::sleep_for(kLook)) {
        if (!stop.stop_requested()) continue;
        stop_.request_stop();
        http_.stop();
      }
    });
    http_.listen_after_bind();
  }

 private:
  void bind() {
    if (options_.port == 0) {
      port_ = http_.bind_to_any_port(options_.address);
      if (port_ > 0) return lengthen_backlog();
    } else if (http_.bind_to_port(options_.address, options_.port)) {
      port_ = options_.port;
      return lengthen_backlog();
    }
    throw UserError(
        fmt::format("cannot listen on {} port {}: it is in use, or not an address of "
                    "this machine; --port 0 takes a free one",
                    printable(options_.address), options_.port));
  }

  /// Lets more connections wait to be accepted than the library's five, beyond which the system
  /// resets some of fifty that come at once. The library has bound its last socket by now.
  void lengthen_backlog() const { ::listen(socket_, kBacklog); }

  static void add_headers(httplib::Response& response) {
    if (!response.has_header("Content-Security-Policy")) {
      response.set_header("Content-Security-Policy", kPagePolicy);
    }
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Referrer-Policy", "no-referrer");
    response.set_header("Cache-Control", "no-store");
  }

  /// Where others reach this server, it has more names than it knows, and asks a password.
  [[nodiscard]] bool is_own_host(std::string_view host) const {
    if (options_.password) return true;
    const std::string port = fmt::format(":{}", port_);
    for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
      if (host == std::string(name) + port) return true;
      if (port_ == 80 && host == name) return true;
    }
    return false;
  }

  /// A proxy in front of a server with a password may encrypt.
  [[nodiscard]] bool is_own_origin(std::string_view origin, const std::string& host) const {
    return origin == "http://" + host || (options_.password && origin == "https://" + host);
  }

  [[nodiscard]] std::string cookie_name() const { return fmt::format("tavlab-reports-{}", port_); }

  [[nodiscard]] bool has_token(const httplib::Request& request) const {
    return same_secret(request.get_header_value(kTokenHeader), token_);
  }

  /// For the links to reports, which a browser follows by itself.
  [[nodiscard]] bool has_cookie(const httplib::Request& request) const {
    const std::string cookies = request.get_header_value("Cookie");
    const std::string wanted = cookie_name() + "=" + report_secret_;
    for (std::string_view each : split(cookies, ';')) {
      while (each.starts_with(' ')) each.remove_prefix(1);
      if (same_secret(each, wanted)) return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<Refusal> refused(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host");
    if (!is_own_host(host)) return Refusal{403, "host", "this address is not served here"};
    if (request.has_header("Origin") && !is_own_origin(request.get_header_value("Origin"), host)) {
      return Refusal{403, "origin", "requests from other sites are not answered"};
    }
    // The library does not count the bytes of such bodies, and sends a range as often as it is
    // asked.
    if (request.has_header("Transfer-Encoding")) {
      return Refusal{411, "length", "a body must come with its length"};
    }
    if (request.has_header("Range")) return Refusal{400, "range", "ranges are not served"};
    if (request.path.starts_with(kApi) && request.path != "/api/v1/login" && !has_token(request)) {
      if (options_.password) return Refusal{401, "password", "the password is needed"};
      return Refusal{401, "token",
                     "the token is missing or of another server: open the link that "
                     "`tavlab serve` printed"};
    }
    if (request.path.starts_with("/reports/") && !has_cookie(request)) {
      return Refusal{401, "token", "open the report from the list of runs on the page"};
    }
    return std::nullopt;
  }

  void serve_files() {
    for (const EmbeddedFile& file : embedded_page()) {
      const std::string path = "/" + std::string(file.name == "index.html" ? "" : file.name);
      const char* type = content_type(file.name);
      http_.Get(escaped(path),
                [file, type, packed = gzip(file.content)](const auto& request, auto& response) {
                  if (reads_gzip(request)) return send_gzip(response, packed, type);
                  send(response, std::string(file.content), type);
                });
    }
    http_.Get("/reports/(.+)", [this](const auto& request, auto& response) {
      const std::string name = request.matches[1];
      std::optional<std::string> report;
      if (const auto refusal = refusal_of([&] { report = report_of(options_.folder, name); })) {
        return answer(request, response, *refusal);
      }
      if (!report) {
        return answer(request, response,
                      Refusal{404, "missing", "no report in " + in_quotes(name)});
      }
      response.set_header("Content-Security-Policy", kReportPolicy);
      send_made(request, response, std::move(*report), content_type("report.html"));
    });
  }

  /// Comes with the list of runs, and opens their reports. It is not the token: scripts of a report
  /// that somebody else made could drive the API with that.
  void set_cookie(httplib::Response& response) const {
    response.set_header(
        "Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/reports/", cookie_name(),
                                  report_secret_));
  }

  /// A path as a regular expression.
  static std::string escaped(std::string_view path) {
    std::string text;
    for (const char c : path) text += c == '.' ? std::string("\\.") : std::string(1, c);
    return text;
  }

  /// The work is told the language that the address names, as if it stood in a body.
  void get(const char* name, const std::function<Json(const Json&)>& work) {
    http_.Get(escaped(std::string(kApi) + name), [work](const auto& request, auto& response) {
      Json json, asked = Json::object();
      if (request.has_param("language")) asked["language"] = request.get_param_value("language");
      if (const auto refusal = refusal_of([&] { json = work(asked); })) {
        return answer(request, response, *refusal);
      }
      answer(request, response, json);
    });
  }

  void post(const char* name, const std::function<Json(const Json&)>& work) {
    http_.Post(escaped(std::string(kApi) + name), [work](const auto& request, auto& response) {
      Json json, asked;
      const auto answer_asked = [&] {
        asked = parse_body(request.body);
        json = work(asked);
      };
      if (const auto refusal = refusal_of(answer_asked, asked)) {
        return answer(request, response, *refusal);
      }
      answer(request, response, json);
    });
  }

  void serve_answers() {
    get("about", [this](const Json&) {
      return Json{{"version", kVersion},
                  {"read_only", options_.read_only},
                  {"seconds_most", options_.searches.seconds},
                  {"searches_most", options_.searches.most},
                  {"minutes_most", kMostMinutes}};
    });
    get("openapi.json", [](const Json&) { return Json::parse(api_file("openapi.json")); });
    get("rulesets", list_rule_sets);
    get("families", list_families);
    get("atlas", [this](const Json& asked) { return atlas(options_.folder, language_of(asked)); });
    post("rules", describe_rules);
    post("examples", show_examples);
    post("position", describe_position);
    post("why", explain_move);
    post("compare", compare_rules);
    post("partings", find_partings);
    post("games/formats", list_formats);
    post("games/read", read_game);
    post("games/write", write_game);
    serve_folders();
    http_.Post("/api/v1/login", [this](const auto& request, auto& response) {
      if (const auto refusal = refusal_of([&] { login(request, response); })) {
        answer(request, response, *refusal);
      }
    });
  }

  void serve_folders() {
    http_.Get("/api/v1/folders", [this](const auto& request, auto& response) {
      Json list;
      if (const auto refusal = refusal_of([&] { list = list_folders(options_.folder); })) {
        return answer(request, response, *refusal);
      }
      set_cookie(response);
      answer(request, response, list);
    });
    http_.Get("/api/v1/folders/(.+)", [this](const auto& request, auto& response) {
      const std::string path = request.matches[1];
      Json parameters = Json::object();
      for (const auto& [key, value] : request.params) parameters[key] = value;
      std::optional<Json> found;
      const auto refusal =
          refusal_of([&] { found = folder_answer(options_.folder, path, parameters); });
      if (refusal) return answer(request, response, *refusal);
      if (!found)
        return answer(request, response,
                      Refusal{404, "missing", "no run or game " + in_quotes(path)});
      answer(request, response, *found);
    });
  }

  void login(const httplib::Request& request, httplib::Response& response) {
    const std::string given = text_field(parse_body(request.body), "password");
    if (!options_.password || !same_secret(given, *options_.password)) {
      // One at a time, so that guessing is slow whatever the number of connections.
      const std::unique_lock lock(login_, std::try_to_lock);
      if (!lock) {
        return answer(request, response,
                      Refusal{429, "wait", "somebody just gave a wrong password; try again"});
      }
      for (auto left = kLoginPause; left > kLook && !stop_.stop_requested(); left -= kLook) {
        std::this_thread::sleep_for(kLook);
      }
      return answer(request, response, Refusal{401, "password", "the password is wrong"});
    }
    answer(request, response, Json{{"token", token_}});
  }

  void require_searches() const {
    if (options_.read_only) {
      throw UserError("this server is read-only: it runs no searches");
    }
  }

  void serve_streams() {
    stream("analysis", [this](const Json& request, const Listener& tell) {
      searches_.analyze(request, tell, stop_.get_token());
    });
    stream("measure", [this](const Json& request, const Listener& tell) {
      measure(request, searches_, kMostMinutes, tell, stop_.get_token());
    });
    http_.Post("/api/v1/exact", [this](const auto& request, auto& response) {
      std::optional<Json> known;
      const auto refusal = refusal_of([&] {
        known = searches_.exact(parse_body(request.body), tables_, !options_.read_only,
                                stop_.get_token());
      });
      if (refusal) return answer(request, response, *refusal);
      if (!known)
        return answer(request, response, Refusal{503, "stopped", "the server is stopping"});
      answer(request, response, *known);
    });
    http_.Post("/api/v1/reply", [this](const auto& request, auto& response) {
      std::optional<Json> reply;
      const auto refusal = refusal_of([&] {
        require_searches();
        reply = searches_.reply(
            parse_body(request.body), [] { return true; }, stop_.get_token());
      });
      if (refusal) return answer(request, response, *refusal);
      if (!reply)
        return answer(request, response, Refusal{503, "stopped", "the server is stopping"});
      answer(request, response, *reply);
    });
  }

  /// Answers by server-sent events (WHATWG HTML, 9.2). What is wrong with a request is found before
  /// the first event only if it is in the body; all else is the event `fault`.
  void stream(const char* name, const std::function<void(const Json&, const Listener&)>& work) {
    http_.Post(escaped(std::string(kApi) + name),
               [this, work](const auto& request, auto& response) {
                 Json body;
                 const auto refusal = refusal_of([&] {
                   require_searches();
                   body = parse_body(request.body);
                 });
                 if (refusal) return answer(request, response, *refusal);
                 response.set_chunked_content_provider(
                     "text/event-stream", [work, body](std::size_t, httplib::DataSink& sink) {
                       const Listener tell = [&](std::string_view event, const Json& data) {
                         const std::string text = event_text(event, data);
                         return sink.is_writable() && sink.write(text.data(), text.size());
                       };
                       if (const auto fault = refusal_of([&] { work(body, tell); }, body)) {
                         tell("fault", {{"code", fault->code}, {"message", fault->message}});
                       }
                       sink.done();
                       return true;
                     });
               });
  }

  ServerOptions options_;
  std::string token_;
  std::string report_secret_;  ///< of this process: the page gets the next one by itself
  Searches searches_;
  TableShelf tables_;
  std::mutex login_;
  std::stop_source stop_;
  httplib::Server http_;
  socket_t socket_ = INVALID_SOCKET;  ///< on which the library listens
  int port_ = 0;
};

Server::Server(const ServerOptions& options) : parts_(std::make_unique<Parts>(options)) {}
Server::~Server() = default;

std::string Server::link() const { return parts_->link(); }
int Server::port() const { return parts_->port(); }
void Server::run(const std::stop_token& stop) { parts_->run(stop); }

}  // namespace tavlab::serve
