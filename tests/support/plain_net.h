#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nn/backend.h"
#include "nn/cpu/bfloat_convolution.h"
#include "nn/net.h"

namespace tavlab {

/// [channels][rows][columns] of one position, in double precision.
struct Board {
  Board(int channels, int rows, int columns)
      : channels(channels), rows(rows), columns(columns), values(index(channels, 0, 0)) {}
  double& at(int c, int row, int column) { return values[index(c, row, column)]; }
  double get(int c, int row, int column) const {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0.0;
    return values[index(c, row, column)];
  }
  int channels, rows, columns;
  std::vector<double> values;

 private:
  [[nodiscard]] std::size_t index(int c, int row, int column) const {
    const auto size = [](int number) { return static_cast<std::size_t>(number); };
    return (size(c) * size(rows) + size(row)) * size(columns) + size(column);
  }
};

/// A plain computation of a net's layers, one number at a time in double precision, with the batch
/// normalizations as stored in the file.
class PlainNet {
 public:
  /// `bfloat`: what 3x3 convolutions multiply, cells and weights (with the normalization's factor),
  /// is rounded to bfloat16 first.
  explicit PlainNet(const Net& net, bool bfloat = false) : net_(net), bfloat_(bfloat) {}

  struct Answer {
    std::vector<double> policy, value, moves_left, captured, ownership;
  };

  Answer run(const NetInputs& inputs, std::size_t number) const {
    const ObservationShape shape = net_.shape;
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
    answer.ownership = per_cell("ownership.out", value);
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
    answer.moves_left = linear("moves_left.out", hidden);
    answer.captured = linear("captured.out", hidden);
  }
  static double rounded(double value) {
    const std::uint32_t bits = std::uint32_t{to_bfloat16(static_cast<float>(value))} << 16U;
    return double{std::bit_cast<float>(bits)};
  }
  Board convolution(const std::string& name, Board in) const {
    const Tensor& weight = net_.at(name + ".weight");
    const auto outputs = static_cast<int>(weight.shape[0]),
               edge = static_cast<int>(weight.shape[2]);
    const bool bfloat = bfloat_ && edge == 3;
    if (bfloat) std::ranges::transform(in.values, in.values.begin(), rounded);
    Board out(outputs, in.rows, in.columns);
    for (int o = 0; o < outputs; ++o) {
      const double factor = number(name + ".norm.weight", size(o)) / spread(name, size(o));
      for (int i = 0; i < in.channels; ++i) {
        for (int kr = 0; kr < edge; ++kr) {
          for (int kc = 0; kc < edge; ++kc) {
            double w = static_cast<double>(
                weight.values[size(((o * in.channels + i) * edge + kr) * edge + kc)]);
            if (bfloat) w = rounded(w * factor) / factor;
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
  double spread(const std::string& name, std::size_t channel) const {
    return std::sqrt(number(name + ".norm.variance", channel) + double{kNormEpsilon});
  }
  Board normalized(const std::string& name, Board x, const std::vector<double>& added = {},
                   bool rectify = true) const {
    for (int c = 0; c < x.channels; ++c) {
      const double divisor = spread(name, size(c));
      for (int r = 0; r < x.rows; ++r) {
        for (int k = 0; k < x.columns; ++k) {
          double& v = x.at(c, r, k);
          if (!added.empty()) v += added[size(c)];
          v = (v - number(name + ".norm.mean", size(c))) / divisor *
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
        std::vector<double> cell(static_cast<std::size_t>(x.channels));
        for (int k = 0; k < x.channels; ++k) cell[static_cast<std::size_t>(k)] = x.get(k, r, c);
        const std::vector<double> said = linear(name, cell);
        out.insert(out.end(), said.begin(), said.end());
      }
    }
    return out;
  }

  const Net& net_;
  bool bfloat_;
};

/// Compares the answers of a backend to one of its inputs with the plain computation; numbers may
/// differ by `bound`, relative to the largest number of their kind if that is more than 1.
inline void expect_as_plain(const PlainNet::Answer& expected, const NetOutputs& found,
                            std::size_t number, double bound) {
  const auto near = [&](const std::vector<double>& numbers, const std::vector<float>& said,
                        const char* what) {
    ASSERT_GE(said.size(), (number + 1) * numbers.size()) << what;
    double largest = 1.0;
    for (const double each : numbers) largest = std::max(largest, std::abs(each));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_NEAR(double{said[number * numbers.size() + i]}, numbers[i], bound * largest)
          << what << " " << i;
    }
  };
  near(expected.policy, found.policy, "policy");
  near(expected.value, found.value, "value");
  near(expected.moves_left, found.moves_left, "moves_left");
  near(expected.captured, found.captured, "captured");
  near(expected.ownership, found.ownership, "ownership");
}

}  // namespace tavlab
