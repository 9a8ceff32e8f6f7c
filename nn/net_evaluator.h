#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "mcts/evaluator.h"
#include "nn/backend.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/encodings.h"
#include "nn/net.h"

namespace tavlab {

/// The probabilities of three logits.
inline std::array<float, 3> softmax3(std::span<const float, 3> logits) {
  const float highest = *std::ranges::max_element(logits);
  std::array<float, 3> p{};
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += p[i] = std::exp(logits[i] - highest);
  for (float& each : p) each /= sum;
  return p;
}

/// A net as an evaluator: encodes a batch, runs it, and gathers the logits of the legal moves.
template <Encodable G>
class NetEvaluator final : public Evaluator<G> {
 public:
  /// `random_symmetry`: each position is seen by a symmetry of the rules drawn for it, so that the
  /// errors of the net's views average out.
  NetEvaluator(const Net& net, std::unique_ptr<NetBackend> backend, const typename G::Rules& rules,
               bool random_symmetry)
      : encoding_(rules, net.spec.encoding),
        shape_(net.shape()),
        backend_(std::move(backend)),
        random_symmetry_(random_symmetry) {}

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    const auto cells = static_cast<std::size_t>(encoding_.rows() * encoding_.columns());
    const std::size_t planes = cells * static_cast<std::size_t>(shape_.planes);
    const auto globals = static_cast<std::size_t>(shape_.globals);
    planes_.resize(batch.size() * planes);
    globals_.resize(batch.size() * globals);
    symmetries_.resize(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      symmetries_[i] = random_symmetry_ ? drawn_symmetry(*batch[i]) : 0;
      encoding_.encode(batch[i]->state(), symmetries_[i],
                       std::span(planes_).subspan(i * planes, planes),
                       std::span(globals_).subspan(i * globals, globals));
    }
    backend_->run({batch.size(), encoding_.rows(), encoding_.columns(), planes_, globals_},
                  outputs_, false);
    const std::size_t places = cells * static_cast<std::size_t>(shape_.policy_planes);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      answer(*batch[i], symmetries_[i], std::span(outputs_.policy).subspan(i * places, places),
             std::span<const float, 3>(outputs_.value.data() + 3 * i, 3));
    }
  }

 private:
  int drawn_symmetry(EvaluationRequest<G>& request) const {
    const std::span<const int> all = encoding_.symmetries();
    return all[request.random().below(static_cast<std::uint32_t>(all.size()))];
  }

  void answer(EvaluationRequest<G>& request, int symmetry, std::span<const float> policy,
              std::span<const float, 3> value) const {
    const GameState<G>& state = request.state();
    const auto [win, draw, loss] = softmax3(value);
    const bool turned = Encoding<G>::mover_relative && state.to_move() == Side::second;
    request.value = turned ? Wdl{loss, draw, win} : Wdl{win, draw, loss};
    const auto moves = request.moves();
    if (moves.empty()) return;
    const std::span<float> logits = request.logits();
    PolicyPlaces places;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      encoding_.policy_places(state.position(), moves[m], symmetry, places);
      float logit = 0;
      for (const std::uint32_t place : places) logit += policy[place];
      logits[m] = logit;
    }
  }

  Encoding<G> encoding_;
  EncodingShape shape_;
  std::unique_ptr<NetBackend> backend_;
  bool random_symmetry_;
  std::vector<float> planes_, globals_;
  std::vector<int> symmetries_;
  NetOutputs outputs_;
};

/// The evaluator of a net's file for these rules, which must outlive it. Throws UserError where the
/// net is not for them.
template <Game G>
std::unique_ptr<Evaluator<G>> open_net(const std::string& file, const typename G::Rules& rules,
                                       bool random_symmetry) {
  if constexpr (Encodable<G>) {
    const Net net = read_net(file);
    check_rules(net, rules.parameters.content_hash, file);
    return std::make_unique<NetEvaluator<G>>(net, make_eigen_backend(net), rules, random_symmetry);
  } else {
    throw UserError(fmt::format("net '{}': there are no nets for this game", file));
  }
}

}  // namespace tavlab
