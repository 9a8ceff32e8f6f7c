#include "nn/evaluation/evaluation_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "nn/net_metadata.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tavlab evaluation";
constexpr const char* kFormatVersion = "2";
constexpr const char* kFirstVersion = "1";  ///< has no base
// Generous limits, so that a forged file cannot claim much memory.
constexpr int kMaxFeatures = 1 << 20;
constexpr int kMaxBuckets = 256;
/// The largest weight of the first layer: see kMaxPieces in core/features.h.
constexpr float kMaxFirst = 255.0F;

std::string shape_json(const EvaluationShape& shape) {
  return Json{{"views", shape.views},
              {"width", shape.width},
              {"features", shape.features.features},
              {"block", shape.features.block},
              {"blocks", shape.features.blocks},
              {"buckets", shape.features.buckets}}
      .dump();
}

int need_number(const Json& json, const char* key, int least, int most) {
  const auto number = json.at(key).get<std::int64_t>();
  if (number < least || number > most) {
    throw UserError(fmt::format("metadata key 'shape': {} must be from {} to {}, not {}", key,
                                least, most, number));
  }
  return static_cast<int>(number);
}

EvaluationShape read_shape(const Json& json) {
  EvaluationShape shape;
  shape.views = need_number(json, "views", 1, 2);
  shape.width = need_number(json, "width", kEvaluationLane, kEvaluationMostWidth);
  if (shape.width % static_cast<int>(kEvaluationLane) != 0) {
    throw UserError(fmt::format("metadata key 'shape': width must be a multiple of {}, not {}",
                                kEvaluationLane, shape.width));
  }
  FeatureShape& features = shape.features;
  features.features = need_number(json, "features", 1, kMaxFeatures);
  features.block = need_number(json, "block", 0, features.features);
  features.blocks = need_number(json, "blocks", 0, kMaxFeatures);
  features.buckets = need_number(json, "buckets", 1, kMaxBuckets);
  return shape;
}

EvaluationNet make_net(TensorFile file) {
  if (!is_evaluation_net(file))
    throw UserError("is not a learned evaluation of tavlab; nets are for mcts:net= and net:file=");
  const bool first_version = need(file, "format_version") == kFirstVersion;
  if (!first_version) check_version(file, "format_version", kFormatVersion);
  EvaluationNet net;
  net.trained.family = need(file, "family");
  net.shape = read_shape(need_json(file, "shape"));
  net.shape.features.name = need(file, "features");
  if (!first_version) net.shape.base = need(file, "base");
  net.trained.rule_inputs = read_names(need_json(file, "rule_inputs"));
  net.trained.rules = read_rules(need_json(file, "rules"));
  net.history = read_history(need_json(file, "training"));
  for (const EvaluationParameter& parameter :
       evaluation_parameters(net.shape, net.trained.rule_inputs.size())) {
    const auto found = file.tensors.find(parameter.name);
    if (found == file.tensors.end()) {
      throw UserError(fmt::format("tensor '{}' is missing", parameter.name));
    }
    if (found->second.shape != parameter.shape || found->second.type != parameter.type) {
      throw UserError(fmt::format("tensor '{}' has an unexpected type, or the unexpected shape {}",
                                  parameter.name, shape_text(found->second.shape)));
    }
    net.tensors.insert(file.tensors.extract(found));
  }
  if (!file.tensors.empty()) {
    throw UserError(fmt::format("tensor '{}' does not belong to a learned evaluation",
                                file.tensors.begin()->first));
  }
  for (const char* const name : {"features.weight", "features.bias"}) {
    if (std::ranges::any_of(net.tensors.at(name).values,
                            [](float w) { return std::abs(w) > kMaxFirst; })) {
      throw UserError(fmt::format("tensor '{}' has a number above {}", name, kMaxFirst));
    }
  }
  constexpr float kMaxBias = 1 << 24;  // floats hold all integers up to this
  for (const char* const name : {"hidden1.bias", "hidden2.bias", "out.bias"}) {
    if (std::ranges::any_of(net.tensors.at(name).values,
                            [](float w) { return std::abs(w) > kMaxBias || w != std::round(w); })) {
      throw UserError(fmt::format("tensor '{}' has a number that is too large or not whole", name));
    }
  }
  return net;
}

/// Packs [outputs][inputs] by pairs of inputs: [inputs / 2][outputs][2].
void pack(const float* weights, std::size_t outputs, std::size_t inputs, std::int16_t* packed) {
  for (std::size_t i = 0; i < inputs; ++i) {
    for (std::size_t o = 0; o < outputs; ++o) {
      packed[i / 2 * 2 * outputs + 2 * o + i % 2] =
          static_cast<std::int16_t>(weights[o * inputs + i]);
    }
  }
}

}  // namespace

bool is_evaluation_net(const TensorFile& file) {
  const auto format = file.metadata.find("format");
  return format != file.metadata.end() && format->second == kFormat;
}

void write_evaluation_net(const std::filesystem::path& path, const EvaluationNet& net) {
  TensorFile file;
  file.metadata = {{"format", kFormat},
                   {"format_version", kFormatVersion},
                   {"family", net.trained.family},
                   {"features", net.shape.features.name},
                   {"base", net.shape.base},
                   {"shape", shape_json(net.shape)},
                   {"rule_inputs", Json(net.trained.rule_inputs).dump()},
                   {"rules", rules_text(net.trained.rules)},
                   {"training", Json(net.history).dump()}};
  file.tensors = net.tensors;
  write_tensor_file(path, file);
}

EvaluationNet read_evaluation_net(const std::filesystem::path& path) {
  return evaluation_net_of(read_tensor_file(path), path.string());
}

EvaluationNet evaluation_net_of(TensorFile file, const std::string& name) {
  try {
    return make_net(std::move(file));
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("{}: has metadata of an unexpected form: {}", name, error.what()));
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", name, error.what()));
  }
}

EvaluationWeights::EvaluationWeights(const EvaluationNet& net,
                                     const std::vector<float>& rule_inputs,
                                     const ValueLine& value_line)
    : shape_(net.shape),
      value_line_(value_line),
      features_(net.tensors.at("features.weight").values.size()),
      bias_(width()) {
  const auto values = [&](const char* name) -> const std::vector<float>& {
    return net.tensors.at(name).values;
  };
  std::ranges::transform(values("features.weight"), features_.data(),
                         [](float w) { return static_cast<std::int16_t>(w); });
  for (std::size_t o = 0; o < width(); ++o) {
    double sum = values("features.bias")[o];
    for (std::size_t i = 0; i < rule_inputs.size(); ++i) {
      sum += double{rule_inputs[i]} * double{values("rules.weight")[i * width() + o]};
    }
    bias_.data()[o] =
        static_cast<std::int16_t>(std::lround(std::clamp(sum, -32.0 * 127, 32.0 * 127)));
  }
  const auto buckets = static_cast<std::size_t>(shape_.features.buckets);
  const std::size_t inputs = shape_.inputs();
  constexpr std::size_t kFirst = kEvaluationHidden1, kSecond = kEvaluationHidden2;
  const std::size_t weights = inputs * kFirst + kFirst * kSecond + kSecond;
  const std::size_t biases = kFirst + kSecond + kSecond;  // the last one padded
  static_assert(kFirst * sizeof(std::int32_t) % 64 == 0 &&
                kSecond * sizeof(std::int16_t) % 64 == 0);
  weights_ = AlignedArray<std::int16_t>(buckets * weights);
  biases_ = AlignedArray<std::int32_t>(buckets * biases);
  const auto whole = [](float x) { return static_cast<std::int32_t>(x); };
  for (std::size_t b = 0; b < buckets; ++b) {
    std::int16_t* const first = weights_.data() + b * weights;
    std::int16_t* const second = first + inputs * kFirst;
    std::int16_t* const out = second + kFirst * kSecond;
    std::int32_t* const bias = biases_.data() + b * biases;
    pack(values("hidden1.weight").data() + b * kFirst * inputs, kFirst, inputs, first);
    pack(values("hidden2.weight").data() + b * kSecond * kFirst, kSecond, kFirst, second);
    for (std::size_t i = 0; i < kSecond; ++i) {
      out[i] = static_cast<std::int16_t>(values("out.weight")[b * kSecond + i]);
      bias[kFirst + i] = whole(values("hidden2.bias")[b * kSecond + i]);
    }
    for (std::size_t i = 0; i < kFirst; ++i)
      bias[i] = whole(values("hidden1.bias")[b * kFirst + i]);
    if (!shape_.base.empty()) base_scales_.push_back(whole(values("base.weight")[b]));
    layers_.push_back({first, bias, second, bias + kFirst, out, whole(values("out.bias")[b])});
  }
}

}  // namespace tavlab
