#include "nn/folded.h"

#include <cmath>

namespace tavlab {
namespace {

/// The factor of each channel in a batch normalization.
std::vector<float> norm_scale(const Net& net, const std::string& name) {
  const Tensor &weight = net.at(name + ".norm.weight"), &variance = net.at(name + ".norm.variance");
  std::vector<float> scale;
  scale.reserve(weight.values.size());
  for (std::size_t i = 0; i < weight.values.size(); ++i) {
    scale.push_back(weight.values[i] / std::sqrt(variance.values[i] + kNormEpsilon));
  }
  return scale;
}

/// Transposes a tensor [out, in, rows, columns] or [out, in].
FoldedLayer turned(const Tensor& weight) {
  FoldedLayer layer;
  layer.outputs = static_cast<std::size_t>(weight.shape[0]);
  layer.inputs = static_cast<std::size_t>(weight.shape[1]);
  layer.offsets = weight.values.size() / (layer.outputs * layer.inputs);
  layer.weights.resize(weight.values.size());
  for (std::size_t o = 0; o < layer.outputs; ++o) {
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      for (std::size_t k = 0; k < layer.offsets; ++k) {
        layer.weights[(k * layer.inputs + i) * layer.outputs + o] =
            weight.values[(o * layer.inputs + i) * layer.offsets + k];
      }
    }
  }
  layer.bias.assign(layer.outputs, 0.0F);
  return layer;
}

void multiply(FoldedLayer& layer, const std::vector<float>& scale) {
  for (std::size_t i = 0; i < layer.weights.size(); ++i) {
    layer.weights[i] *= scale[i % layer.outputs];
  }
}

}  // namespace

FoldedLayer folded_convolution(const Net& net, const std::string& name) {
  FoldedLayer layer = turned(net.at(name + ".weight"));
  const std::vector<float> scale = norm_scale(net, name);
  multiply(layer, scale);
  const Tensor &bias = net.at(name + ".norm.bias"), &mean = net.at(name + ".norm.mean");
  for (std::size_t o = 0; o < layer.outputs; ++o) {
    layer.bias[o] = bias.values[o] - mean.values[o] * scale[o];
  }
  return layer;
}

FoldedLayer folded_linear(const Net& net, const std::string& name) {
  FoldedLayer layer = turned(net.at(name + ".weight"));
  layer.bias = net.at(name + ".bias").values;
  return layer;
}

FoldedLayer folded_addition(const Net& net, const std::string& name, const std::string& onto) {
  FoldedLayer layer = turned(net.at(name + ".weight"));
  multiply(layer, norm_scale(net, onto));
  return layer;
}

}  // namespace tavlab
