#include "nn/net_spec.h"

#include <fmt/format.h>

#include <array>

#include "core/io/toml_reader.h"

namespace tavlab {
namespace {

int integer(TomlReader& reader, std::string_view key, int minimum, int maximum, int fallback) {
  return static_cast<int>(reader.integer(key, minimum, maximum, fallback));
}

/// Collects the parameters of layers.
class Layers {
 public:
  void add(std::string name, std::vector<std::int64_t> shape) {
    all_.push_back({std::move(name), std::move(shape)});
  }
  void norm(const std::string& name, std::int64_t channels) {
    for (const char* part : {"weight", "bias", "mean", "variance"}) {
      add(fmt::format("{}.norm.{}", name, part), {channels});
    }
  }
  void convolution(const std::string& name, std::int64_t out, std::int64_t in, std::int64_t edge) {
    add(name + ".weight", {out, in, edge, edge});
  }
  void linear(const std::string& name, std::int64_t out, std::int64_t in) {
    add(name + ".weight", {out, in});
    add(name + ".bias", {out});
  }
  [[nodiscard]] std::vector<NetParameter> take() { return std::move(all_); }

 private:
  std::vector<NetParameter> all_;
};

}  // namespace

NetSpec read_net_spec(TomlReader& reader) {
  NetSpec spec;
  using Trunk = NetSpec::Trunk;
  spec.trunk = reader.one_of<Trunk>(
      "trunk", {{"residual", Trunk::residual}, {"dense", Trunk::dense}}, std::nullopt);
  spec.blocks = integer(reader, "blocks", 1, 80, spec.blocks);
  spec.channels = integer(reader, "channels", 4, 1024, spec.channels);
  spec.value_hidden = integer(reader, "value_hidden", 1, 1024, spec.value_hidden);
  if (spec.trunk == NetSpec::Trunk::residual) {
    spec.pooling_every = integer(reader, "pooling_every", 0, 80, spec.pooling_every);
    spec.pooling_channels = integer(reader, "pooling_channels", 1, 1024, spec.pooling_channels);
    spec.policy_channels = integer(reader, "policy_channels", 1, 1024, spec.policy_channels);
    spec.value_channels = integer(reader, "value_channels", 1, 1024, spec.value_channels);
    spec.encoding.max_size = integer(reader, "max_size", 7, 19, spec.encoding.max_size);
    spec.encoding.side_heads = reader.flag("side_heads", spec.encoding.side_heads);
  }
  return spec;
}

NetSpec parse_net_spec(std::string_view text, std::string_view origin) {
  const toml::table table = parse_toml(text, origin);
  TomlReader reader(table, origin, "the net");
  const NetSpec spec = read_net_spec(reader);
  reader.finish();
  return spec;
}

std::string net_spec_text(const NetSpec& spec) {
  if (spec.trunk == NetSpec::Trunk::dense) {
    return fmt::format("trunk = \"dense\"\nblocks = {}\nchannels = {}\nvalue_hidden = {}\n",
                       spec.blocks, spec.channels, spec.value_hidden);
  }
  return fmt::format(
      "trunk = \"residual\"\nblocks = {}\nchannels = {}\npooling_every = {}\n"
      "pooling_channels = {}\npolicy_channels = {}\nvalue_channels = {}\nvalue_hidden = {}\n"
      "max_size = {}\nside_heads = {}\n",
      spec.blocks, spec.channels, spec.pooling_every, spec.pooling_channels, spec.policy_channels,
      spec.value_channels, spec.value_hidden, spec.encoding.max_size, spec.encoding.side_heads);
}

std::vector<NetParameter> net_parameters(const NetSpec& spec, const ObservationShape& shape) {
  Layers layers;
  const std::int64_t width = spec.channels;
  std::int64_t value_inputs = width;
  if (spec.trunk == NetSpec::Trunk::dense) {
    std::int64_t in = shape.planes + shape.globals;
    for (int i = 0; i < spec.blocks; ++i, in = width) {
      layers.linear(fmt::format("layer{}", i), width, in);
    }
    layers.linear("policy.out", shape.policy_planes, width);
  } else {
    layers.convolution("stem", width, shape.planes, 3);
    layers.norm("stem", width);
    layers.add("stem.globals.weight", {width, shape.globals});
    for (int i = 0; i < spec.blocks; ++i) {
      const std::string block = fmt::format("block{}", i);
      layers.convolution(block + ".first", width, width, 3);
      layers.norm(block + ".first", width);
      if (spec.pools(i)) {
        layers.convolution(block + ".pool", spec.pooling_channels, width, 1);
        layers.norm(block + ".pool", spec.pooling_channels);
        layers.add(block + ".pooled.weight", {width, kPooled * spec.pooling_channels});
      }
      layers.convolution(block + ".second", width, width, 3);
      layers.norm(block + ".second", width);
    }
    layers.convolution("policy", spec.policy_channels, width, 1);
    layers.norm("policy", spec.policy_channels);
    layers.linear("policy.out", shape.policy_planes, spec.policy_channels);
    layers.convolution("value", spec.value_channels, width, 1);
    layers.norm("value", spec.value_channels);
    if (shape.square_classes > 0) {
      layers.linear("ownership.out", shape.square_classes, spec.value_channels);
    }
    value_inputs = kPooled * spec.value_channels;
  }
  layers.linear("value.hidden", spec.value_hidden, value_inputs);
  layers.linear("value.out", 3, spec.value_hidden);
  layers.linear("moves_left.out", 1, spec.value_hidden);
  layers.linear("captured.out", 2, spec.value_hidden);
  return layers.take();
}

}  // namespace tavlab
