// tavlab net list|show|convert
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "nn/net.h"
#include "nn/net_files.h"
#include "nn/shipped_nets.h"
#include "nn/tensor_file.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct NetArguments {
  std::string net;
  std::string out;
  bool json = false;
};

constexpr const char* kNetHelp =
    "A net's file, or the name of one that comes with tavlab, such as tavlei-9";

/// The names of a net's heads, each of which ends in a layer HEAD.out.
std::vector<std::string> heads_of(const Net& net) {
  constexpr std::string_view kEnd = ".out.weight";
  std::vector<std::string> heads;
  for (const auto& [name, tensor] : net.tensors) {
    if (name.ends_with(kEnd)) heads.push_back(name.substr(0, name.size() - kEnd.size()));
  }
  return heads;
}

void show(const NetArguments& options) {
  const std::filesystem::path path = find_net(options.net);
  const std::string format = read_tensor_file(path).metadata["format_version"];
  const Net net = read_net(path);
  const std::vector<std::string> heads = heads_of(net);
  if (options.json) {
    Json rules = Json::array();
    for (const NetRules& each : net.rules) {
      rules.push_back({{"id", each.id}, {"hash", fmt::format("{:016x}", each.hash)}});
    }
    print_json({{"format_version", format},
                {"family", net.family},
                {"observation", net.shape.name},
                {"head", net.shape.head},
                {"net", net_spec_text(net.spec)},
                {"parameters", net.parameter_count()},
                {"planes", net.shape.planes},
                {"globals", net.shape.globals},
                {"rule_inputs", *net.spec.encoding.rule_inputs},
                {"heads", heads},
                {"rules", rules},
                {"training", net.history}});
    return;
  }
  std::set<std::string> ids;
  for (const NetRules& each : net.rules) ids.insert(each.id);
  fmt::print("format       {}\nfamily       {}\nobservation  {}, {} planes and {} globals\n",
             format, net.family, net.shape.name, net.shape.planes, net.shape.globals);
  fmt::print("head         {}: {}\nparameters   {}\n", net.shape.head, fmt::join(heads, ", "),
             net.parameter_count());
  fmt::print("rules\n{}\nnet\n", wrap(rule_set_names(ids), 92, 2));
  const std::string built = net_spec_text(net.spec);
  for (const std::string_view line : split(built, '\n')) {
    if (!line.empty()) fmt::print("  {}\n", line);
  }
  fmt::print("training\n");
  for (const auto& [key, value] : net.history) fmt::print("  {}: {}\n", key, value);
  fmt::print("rule inputs\n{}\n",
             wrap(fmt::format("{}", fmt::join(*net.spec.encoding.rule_inputs, " ")), 92, 2));
}

void list(const NetArguments& options) {
  Json all = Json::array();
  for (const std::string& name : shipped_nets()) {
    const Net net = read_net(find_net(name));
    std::set<std::string> ids;
    for (const NetRules& each : net.rules) ids.insert(each.id);
    if (options.json) {
      all.push_back({{"name", name},
                     {"family", net.family},
                     {"parameters", net.parameter_count()},
                     {"rules", ids}});
    } else {
      fmt::print("{:<20} {:<8} {} parameters, for {}\n", name, net.family, net.parameter_count(),
                 rule_set_names(ids));
    }
  }
  if (options.json) print_json({{"nets", all}});
}

/// Only nets are replaced. Throws UserError for another file.
void check_may_replace(const std::string& out) {
  if (!std::filesystem::exists(std::filesystem::symlink_status(out))) return;
  try {
    (void)read_net(out);
  } catch (const UserError&) {
    throw UserError(fmt::format("'{}' exists and is not a tavlab net; name another file", out));
  }
}

/// Writes a net in the current format. Nets of version 0.1 do not store the parameters of their
/// rules; those of known rule sets are added.
void convert(NetArguments options) {
  const std::filesystem::path file = find_net(options.net);
  Net net = read_net(file);
  if (options.out.empty())
    options.out = std::filesystem::path(options.net).stem().string() + "-converted.safetensors";
  check_may_replace(options.out);
  for (NetRules& known : net.rules) {
    if (!known.parameters) known.parameters = known_parameters(known);
  }
  write_net(options.out, net);
  if (options.json) return print_json({{"out", options.out}});
  fmt::print("{}\n", options.out);
}

}  // namespace

void add_net_command(App& app) {
  App& net = *app.add_subcommand("net", "Describe a net, or convert it to the newest format");
  net.require_subcommand(1);
  {
    const auto options = std::make_shared<NetArguments>();
    App& command = *net.add_subcommand("list", "List the nets that come with tavlab");
    add_json_flag(command, options->json);
    command.callback([options] { list(*options); });
  }
  {
    const auto options = std::make_shared<NetArguments>();
    App& command = *net.add_subcommand("show", "Show a net's layers, inputs, rules and training");
    command.add_option("NET", options->net, kNetHelp)->required();
    add_json_flag(command, options->json);
    command.callback([options] { show(*options); });
  }
  {
    const auto options = std::make_shared<NetArguments>();
    App& command = *net.add_subcommand(
        "convert",
        "Write a net in the newest format; nets in older formats can be used as they are");
    command.add_option("NET", options->net, kNetHelp)->required();
    command.add_option("--out", options->out,
                       "The file to write; may be the same. By default NAME-converted.safetensors "
                       "for a net NAME");
    add_json_flag(command, options->json);
    command.callback([options] { convert(*options); });
  }
}

}  // namespace tavlab::cli
