// tavlab serve: the page for the browser
#include <fmt/format.h>
#include <spawn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/io/files.h"
#include "experiments/run/interrupt.h"
#include "serve/http/secrets.h"
#include "serve/http/server.h"
#include "serve/site/site.h"
#include "tools/cli.h"

extern char** environ;

namespace tavlab::cli {
namespace {

/// Where runs go whose command names no folder.
constexpr const char* kDefaultRuns = "runs";

struct ServeArguments {
  serve::ServerOptions server;
  std::string folder = "out";
  bool folder_named = false;  ///< by the user
  std::string tables;
  std::string password_file;
  std::string site;
  std::string wasm;
  int searches = hardware_threads();
  bool open = false;
};

constexpr std::uint64_t kMaxPassword = 4096;

/// The first line of a file.
std::string read_password(const std::string& file) {
  std::string text = read_file(file, kMaxPassword);
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  if (text.empty()) throw UserError(fmt::format("--password-file {}: is empty", printable(file)));
  return text;
}

/// Where the token for a port is kept, so that pages that are open go on after a restart
/// (XDG Base Directory Specification: state).
std::filesystem::path token_file(int port) {
  const std::string name = fmt::format("serve-{}.token", port);
  if (const char* const state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
    return std::filesystem::path(state) / "tavlab" / name;
  }
  const char* const home = std::getenv("HOME");
  if (home == nullptr || *home != '/') return {};
  return std::filesystem::path(home) / ".local" / "state" / "tavlab" / name;
}

/// The token for a port, or an empty one where there is no place to keep it.
std::string token_for(int port) {
  const std::filesystem::path file = token_file(port);
  if (port == 0 || file.empty()) return {};
  try {
    return serve::kept_token(file);
  } catch (const UserError& error) {
    fmt::print(stderr, "{}; pages that are open must be opened again after a restart\n",
               error.what());
    return {};
  }
}

/// Asks the desktop to open a link; if there is no desktop, the printed link remains.
void open_in_browser(const std::string& link) {
  std::string program = "xdg-open", address = link;
  char* arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
    fmt::print(stderr, "no program opens links here; open it yourself\n");
  }
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1" || address == "localhost";
}

void write_site(const ServeArguments& options) {
  if (options.folder_named && !std::filesystem::is_directory(options.folder)) {
    throw UserError(fmt::format("--folder {}: there is no such folder", printable(options.folder)));
  }
  const std::size_t files = serve::export_site({options.site, options.folder, options.wasm});
  fmt::print("{}: {} files, for any web server, such as\npython3 -m http.server --directory {}\n",
             printable(options.site), files, printable(options.site));
}

void run(ServeArguments options) {
  if (!options.site.empty()) return write_site(options);
  if (!options.wasm.empty()) throw UserError("--wasm needs --export");
  const bool has_runs = std::filesystem::is_directory(kDefaultRuns);
  if (!options.folder_named && has_runs && !std::filesystem::is_directory(options.folder)) {
    options.folder = kDefaultRuns;
  } else if (!options.folder_named && has_runs) {
    fmt::print(stderr, "shown are the runs in {}; those in {}: --folder {}\n", options.folder,
               kDefaultRuns, kDefaultRuns);
  }
  options.server.folder = options.folder;
  if (!options.tables.empty() && !std::filesystem::is_directory(options.tables)) {
    throw UserError(fmt::format("--tables {}: there is no such folder", printable(options.tables)));
  }
  options.server.tables = options.tables;
  options.server.token = token_for(options.server.port);
  options.server.searches.at_once = static_cast<std::size_t>(options.searches);
  if (!options.password_file.empty()) {
    options.server.password = read_password(options.password_file);
  }
  if (!is_loopback(options.server.address)) {
    if (!options.server.password) {
      throw UserError(fmt::format(
          "--bind {}: others can reach this address; choose a password with --password-file FILE",
          printable(options.server.address)));
    }
    fmt::print(stderr,
               "warning: everyone who can reach {} and knows the password can search and play "
               "here; the connection is not encrypted\n",
               options.server.address);
  }
  const StopOnSignal stop;
  serve::Server server(options.server);
  fmt::print("serving on {}\nCtrl-C ends it.\n", server.link());
  flush_stdout();
  if (options.open) open_in_browser(server.link());
  server.run(stop.token());
}

}  // namespace

void add_serve_command(App& app) {
  const auto options = std::make_shared<ServeArguments>();
  App* command =
      app.add_subcommand("serve", "Play, analyse, change and compare rule sets in the browser");
  command->add_option("--port", options->server.port, "0 takes a free one")
      ->capture_default_str()
      ->check(in_range(0, 65535));
  command->add_flag("--open", options->open, "Open the page in the browser");
  command->add_option("--folder", options->folder, "Runs below it are shown")
      ->capture_default_str()
      ->check(not_empty("name a folder"));
  command
      ->add_option("--tables", options->tables,
                   "A folder with tables of `tavlab solve`: positions in them have exact values")
      ->check(not_empty("name a folder"));
  command->add_option("--searches", options->searches, "Searches that run at a time; others wait")
      ->capture_default_str()
      ->check(in_range(1, 1024));
  command->add_flag("--read-only", options->server.read_only,
                    "Run no searches and no games between programs");
  command
      ->add_option("--bind", options->server.address,
                   "Listen on this address; one that others can reach needs a password")
      ->capture_default_str();
  command
      ->add_option("--password-file", options->password_file,
                   "The page asks for the first line of this file")
      ->check(not_empty("name a file"));
  Option* const site = command->add_option(
      "--export", options->site,
      "Serve nothing: write the page with what needs no server into this folder");
  site->check(not_empty("name a folder"));
  for (const char* const option :
       {"--port", "--open", "--searches", "--read-only", "--bind", "--password-file", "--tables"}) {
    site->excludes(command->get_option(option));
  }
  command
      ->add_option("--wasm", options->wasm,
                   "With --export: add this WebAssembly module, so that the page plays there")
      ->check(not_empty("name a file"));
  command->footer(
      "Nothing is sent anywhere: the page and its server talk over this machine's loopback\n"
      "address. Games stay in the browser until they are saved. The API is described at\n"
      "/api/v1/openapi.json.");
  command->callback([options, command] {
    options->folder_named = command->count("--folder") > 0;
    run(*options);
  });
}

}  // namespace tavlab::cli
