#pragma once

#include <torch/torch.h>

#include <algorithm>
#include <cstdint>

namespace tavlab {

/// The weights of the first layer: those of each feature plus what blocks of features have in
/// common (FeatureShape). own: [features, width], common: [block, width]; gives [features, width].
class BlockSums : public torch::autograd::Function<BlockSums> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& own,
                               const torch::Tensor& common, std::int64_t blocks) {
    context->saved_data["blocks"] = blocks;
    context->saved_data["block"] = common.size(0);
    torch::Tensor sums = own.clone();
    in_blocks(sums, blocks, common.size(0)).add_(common);
    return sums;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const std::int64_t blocks = context->saved_data["blocks"].toInt();
    const std::int64_t block = context->saved_data["block"].toInt();
    return {gradients[0], in_blocks(gradients[0], blocks, block).sum(0), torch::Tensor()};
  }

 private:
  static torch::Tensor in_blocks(const torch::Tensor& table, std::int64_t blocks,
                                 std::int64_t block) {
    return table.slice(0, 0, blocks * block).view({blocks, block, table.size(1)});
  }
};

/// For each position the sum of the rows of its features. LibTorch's own embedding bag sorts and
/// copies, although adding rows is enough.
/// table: [features, width]; features: int32, of all positions; first: int32, where those of each
/// position begin; gives [positions, width].
class FeatureSums : public torch::autograd::Function<FeatureSums> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& table, const torch::Tensor& features,
                               const torch::Tensor& first) {
    context->save_for_backward({features, first});
    context->saved_data["rows"] = table.size(0);
    const Bags bags(features, first);
    const std::int64_t width = table.size(1);
    torch::Tensor sums = torch::zeros({bags.count, width});
    const float* const rows = table.data_ptr<float>();
    float* const to = sums.data_ptr<float>();
    at::parallel_for(0, bags.count, 256, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        bags.each(i, [&](std::int64_t row) { add(to + i * width, rows + row * width, width); });
      }
    });
    return sums;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const Bags bags(saved[0], saved[1]);
    const torch::Tensor gradient = gradients[0].contiguous();
    const std::int64_t width = gradient.size(1);
    torch::Tensor table = torch::zeros({context->saved_data["rows"].toInt(), width});
    const float* const from = gradient.data_ptr<float>();
    float* const rows = table.data_ptr<float>();
    // Threads split the columns, so that sums do not depend on the number of threads.
    constexpr std::int64_t kColumns = 32;
    at::parallel_for(0, (width + kColumns - 1) / kColumns, 1,
                     [&](std::int64_t begin, std::int64_t end) {
                       const std::int64_t column = begin * kColumns;
                       const std::int64_t columns = std::min(end * kColumns, width) - column;
                       for (std::int64_t i = 0; i < bags.count; ++i) {
                         bags.each(i, [&](std::int64_t row) {
                           add(rows + row * width + column, from + i * width + column, columns);
                         });
                       }
                     });
    return {table, torch::Tensor(), torch::Tensor()};
  }

 private:
  /// Which features each position has.
  struct Bags {
    Bags(const torch::Tensor& all, const torch::Tensor& first)
        : features(all.data_ptr<std::int32_t>()),
          firsts(first.data_ptr<std::int32_t>()),
          count(first.numel()),
          total(all.numel()) {}

    template <typename F>
    void each(std::int64_t position, F&& f) const {
      const std::int64_t end = position + 1 < count ? firsts[position + 1] : total;
      for (std::int64_t i = firsts[position]; i < end; ++i) f(features[i]);
    }

    const std::int32_t* features;
    const std::int32_t* firsts;
    std::int64_t count, total;
  };

  static void add(float* to, const float* from, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) to[i] += from[i];
  }
};

}  // namespace tavlab
