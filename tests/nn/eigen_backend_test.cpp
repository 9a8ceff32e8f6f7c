// The Eigen backend against a plain computation of the same layers, one number at a time, with the
// batch normalizations as they stand in the file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/random.h"
#include "nn/eigen/eigen_backend.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

/// [channels][rows][columns] of one position, in double precision.
struct Board {
  Board(int channels, int rows, int columns)
      : channels(channels),
        rows(rows),
        columns(columns),
        values(static_cast<std::size_t>(channels * rows * columns)) {}
  double& at(int c, int row, int column) {
    return values[static_cast<std::size_t>((c * rows + row) * columns + column)];
  }
  double get(int c, int row, int column) const {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0.0;
    return values[static_cast<std::size_t>((c * rows + row) * columns + column)];
  }
  int channels, rows, columns;
  std::vector<double> values;
};

class PlainNet {
 public:
  explicit PlainNet(const Net& net) : net_(net) {}

  struct Answer {
    std::vector<double> policy, value, plies, captured, squares;
  };

  Answer run(const NetInputs& inputs, std::size_t number) const {
    const EncodingShape shape = net_.shape;
    const std::size_t cells = inputs.cells();
    const float* planes = inputs.planes.data() + number * cells * size(shape.planes);
    const std::vector<double> globals(
        inputs.globals.begin() + static_cast<std::ptrdiff_t>(number * size(shape.globals)),
        inputs.globals.begin() + static_cast<std::ptrdiff_t>((number + 1) * size(shape.globals)));
    if (net_.spec.trunk == NetSpec::Trunk::dense) {
      std::vector<double> x(planes, planes + shape.planes);
      x.insert(x.end(), globals.begin(), globals.end());
      for (int i = 0; i < net_.spec.blocks; ++i) {
        x = rectified(linear("layer" + std::to_string(i), x));
      }
      Answer answer;
      answer.policy = linear("policy.out", x);
      say_value(x, answer);
      return answer;
    }
    Board in(shape.planes, inputs.rows, inputs.columns);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (int c = 0; c < shape.planes; ++c) {
        in.at(c, static_cast<int>(cell) / inputs.columns, static_cast<int>(cell) % inputs.columns) =
            static_cast<double>(planes[cell * size(shape.planes) + size(c)]);
      }
    }
    Board x = normalized("stem", convolution("stem", in), product("stem.globals", globals));
    for (int i = 0; i < net_.spec.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      std::vector<double> added;
      if (net_.spec.pools(i)) {
        const Board seen = normalized(block + ".pool", convolution(block + ".pool", x));
        added = product(block + ".pooled", pooled(seen));
      }
      const Board first = normalized(block + ".first", convolution(block + ".first", x), added);
      Board second =
          normalized(block + ".second", convolution(block + ".second", first), {}, false);
      for (std::size_t k = 0; k < x.values.size(); ++k) {
        x.values[k] = std::max(0.0, x.values[k] + second.values[k]);
      }
    }
    Answer answer;
    answer.policy = per_cell("policy.out", normalized("policy", convolution("policy", x)));
    const Board value = normalized("value", convolution("value", x));
    answer.squares = per_cell("squares.out", value);
    say_value(pooled(value), answer);
    return answer;
  }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
  double number(const std::string& name, std::size_t i) const {
    return static_cast<double>(net_.at(name).values[i]);
  }
  static std::vector<double> rectified(std::vector<double> x) {
    for (double& each : x) each = std::max(0.0, each);
    return x;
  }
  std::vector<double> product(const std::string& name, const std::vector<double>& in) const {
    const auto outputs = static_cast<std::size_t>(net_.at(name + ".weight").shape[0]);
    std::vector<double> out(outputs);
    for (std::size_t o = 0; o < outputs; ++o) {
      for (std::size_t i = 0; i < in.size(); ++i) {
        out[o] += number(name + ".weight", o * in.size() + i) * in[i];
      }
    }
    return out;
  }
  std::vector<double> linear(const std::string& name, const std::vector<double>& in) const {
    std::vector<double> out = product(name, in);
    for (std::size_t o = 0; o < out.size(); ++o) out[o] += number(name + ".bias", o);
    return out;
  }
  void say_value(const std::vector<double>& features, Answer& answer) const {
    const std::vector<double> hidden = rectified(linear("value.hidden", features));
    answer.value = linear("value.out", hidden);
    answer.plies = linear("plies.out", hidden);
    answer.captured = linear("captured.out", hidden);
  }
  Board convolution(const std::string& name, const Board& in) const {
    const Tensor& weight = net_.at(name + ".weight");
    const auto outputs = static_cast<int>(weight.shape[0]),
               edge = static_cast<int>(weight.shape[2]);
    Board out(outputs, in.rows, in.columns);
    for (int o = 0; o < outputs; ++o) {
      for (int i = 0; i < in.channels; ++i) {
        for (int kr = 0; kr < edge; ++kr) {
          for (int kc = 0; kc < edge; ++kc) {
            const double w = static_cast<double>(
                weight.values[size(((o * in.channels + i) * edge + kr) * edge + kc)]);
            for (int r = 0; r < in.rows; ++r) {
              for (int c = 0; c < in.columns; ++c) {
                out.at(o, r, c) += w * in.get(i, r + kr - edge / 2, c + kc - edge / 2);
              }
            }
          }
        }
      }
    }
    return out;
  }
  Board normalized(const std::string& name, Board x, const std::vector<double>& added = {},
                   bool rectify = true) const {
    for (int c = 0; c < x.channels; ++c) {
      const double spread =
          std::sqrt(number(name + ".norm.variance", size(c)) + static_cast<double>(kNormEpsilon));
      for (int r = 0; r < x.rows; ++r) {
        for (int k = 0; k < x.columns; ++k) {
          double& v = x.at(c, r, k);
          if (!added.empty()) v += added[size(c)];
          v = (v - number(name + ".norm.mean", size(c))) / spread *
                  number(name + ".norm.weight", size(c)) +
              number(name + ".norm.bias", size(c));
          if (rectify) v = std::max(0.0, v);
        }
      }
    }
    return x;
  }
  static std::vector<double> pooled(const Board& x) {
    std::vector<double> mean, scaled, most;
    for (int c = 0; c < x.channels; ++c) {
      double sum = 0, high = 0;
      for (int r = 0; r < x.rows; ++r) {
        for (int k = 0; k < x.columns; ++k) {
          sum += x.get(c, r, k);
          high = std::max(high, x.get(c, r, k));
        }
      }
      mean.push_back(sum / (x.rows * x.columns));
      scaled.push_back(mean.back() * ((x.rows + x.columns) / 2.0 - 11.0) / 10.0);
      most.push_back(high);
    }
    mean.insert(mean.end(), scaled.begin(), scaled.end());
    mean.insert(mean.end(), most.begin(), most.end());
    return mean;
  }
  std::vector<double> per_cell(const std::string& name, const Board& x) const {
    std::vector<double> out;
    for (int r = 0; r < x.rows; ++r) {
      for (int c = 0; c < x.columns; ++c) {
        std::vector<double> cell;
        for (int k = 0; k < x.channels; ++k) cell.push_back(x.get(k, r, c));
        const std::vector<double> said = linear(name, cell);
        out.insert(out.end(), said.begin(), said.end());
      }
    }
    return out;
  }

  const Net& net_;
};

/// Batch normalizations that do something.
void unsettle(Net& net, Random& random) {
  for (auto& [name, tensor] : net.tensors) {
    const bool norm = name.find(".norm.") != std::string::npos;
    if (!norm && !name.ends_with(".bias")) continue;
    for (float& value : tensor.values) {
      value = static_cast<float>(name.ends_with(".variance") ? 0.2 + random.uniform()
                                                             : random.uniform() - 0.3);
    }
  }
}

void expect_near(const std::vector<double>& expected, const std::vector<float>& found,
                 std::size_t number, const char* what) {
  ASSERT_GE(found.size(), (number + 1) * expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(found[number * expected.size() + i]), expected[i], 1e-4)
        << what << " " << i;
  }
}

void compare(const std::string& family, const NetSpec& spec, int rows, int columns) {
  Net net = random_net(family, spec, 11);
  Random random(12);
  unsettle(net, random);
  const EncodingShape shape = net.shape;
  const std::size_t count = 3, cells = static_cast<std::size_t>(rows * columns);
  std::vector<float> planes(count * cells * static_cast<std::size_t>(shape.planes));
  std::vector<float> globals(count * static_cast<std::size_t>(shape.globals));
  for (auto* numbers : {&planes, &globals}) {
    for (float& value : *numbers) value = random.below(3) == 0 ? 1.0F : 0.0F;
  }
  const NetInputs inputs{count, rows, columns, planes, globals};
  NetOutputs outputs;
  const auto backend = make_eigen_backend(net);
  backend->run(inputs, outputs, true);
  const PlainNet plain(net);
  for (std::size_t i = 0; i < count; ++i) {
    const PlainNet::Answer answer = plain.run(inputs, i);
    expect_near(answer.policy, outputs.policy, i, "policy");
    expect_near(answer.value, outputs.value, i, "value");
    expect_near(answer.plies, outputs.plies, i, "plies");
    expect_near(answer.captured, outputs.captured, i, "captured");
    expect_near(answer.squares, outputs.squares, i, "squares");
  }
  // The order in a batch, and what else is in it, change nothing but the rounding.
  NetOutputs alone;
  const std::size_t one = cells * static_cast<std::size_t>(shape.planes);
  backend->run({1, rows, columns, std::span(planes).subspan(2 * one, one),
                std::span(globals).last(static_cast<std::size_t>(shape.globals))},
               alone, false);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(alone.value[i], outputs.value[6 + i], 1e-5F);
}

TEST(EigenBackend, ComputesResidualNetsOfTafl) {
  NetSpec spec = small_spec("tafl");
  spec.blocks = 3;
  compare("tafl", spec, 7, 7);
  spec.encoding.side_heads = true;
  compare("tafl", spec, 11, 11);
  spec.pooling_every = 0;
  compare("tafl", spec, 9, 9);
}

TEST(EigenBackend, ComputesResidualNetsOfTavreli) {
  compare("tavreli", small_spec("tavreli"), 8, 8);
}

TEST(EigenBackend, ComputesDenseNets) { compare("ur", small_spec("ur"), 1, 1); }

}  // namespace
}  // namespace tavlab
