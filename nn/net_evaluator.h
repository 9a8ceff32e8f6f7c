#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/random.h"
#include "mcts/evaluator.h"
#include "nn/backend.h"
#include "nn/backends.h"
#include "nn/net.h"
#include "nn/net_files.h"
#include "nn/shared_net.h"
#include "nn/shipped_nets.h"

namespace tavlab {

/// The softmax of three logits.
inline std::array<float, 3> softmax3(std::span<const float, 3> logits) {
  const float highest = *std::ranges::max_element(logits);
  std::array<float, 3> p{};
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += p[i] = std::exp(logits[i] - highest);
  for (float& each : p) each /= sum;
  return p;
}

/// A net as an evaluator: encodes a batch, runs the net, and gathers the logits of the legal moves.
/// The positions may be of games by different rules; each board size is a separate batch.
template <FamilyGame G>
class NetEvaluator final : public Evaluator<G> {
 public:
  using Rules = typename G::Rules;

  /// With `random_symmetry`, each position is evaluated under a random symmetry of its rules, so
  /// that the net's errors average out.
  NetEvaluator(const Net& net, std::unique_ptr<NetBackend> backend, bool random_symmetry)
      : NetEvaluator(net.spec.encoding, net.shape, std::move(backend), random_symmetry) {}

  /// The same for what is no Net, but has inputs and outputs of this encoding and shape.
  NetEvaluator(const ObservationOptions& encoding, const ObservationShape& shape,
               std::unique_ptr<NetBackend> backend, bool random_symmetry)
      : options_(encoding),
        shape_(shape),
        backend_(std::move(backend)),
        random_symmetry_(random_symmetry) {}

  /// Draws random symmetries from the positions themselves and a salt, so that an answer depends on
  /// nothing else and may be cached.
  void draw_symmetries_by_position(std::uint64_t salt) { salt_ = salt; }

  /// Prepares for positions of games by these rules, which must outlive it. Throws UserError if the
  /// net cannot play them.
  void prepare(const Rules& rules) { encoding_of(rules); }

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    left_.assign(batch.begin(), batch.end());
    while (!left_.empty()) {
      const typename G::Observation& first = encoding_of(left_.front()->state().rules());
      const auto of_its_size = [&](EvaluationRequest<G>* request) {
        const typename G::Observation& encoding = encoding_of(request->state().rules());
        return encoding.rows() == first.rows() && encoding.columns() == first.columns();
      };
      const auto end = std::stable_partition(left_.begin(), left_.end(), of_its_size);
      const std::size_t count = static_cast<std::size_t>(end - left_.begin());
      evaluate_alike(std::span(left_).first(count), first.rows(), first.columns());
      left_.erase(left_.begin(), end);
    }
  }

  [[nodiscard]] std::string_view backend_name() const { return backend_->name(); }

 private:
  const typename G::Observation& encoding_of(const Rules& rules) {
    if (last_ < encodings_.size() && encodings_[last_].first == &rules) {
      return *encodings_[last_].second;
    }
    for (last_ = 0; last_ < encodings_.size(); ++last_) {
      if (encodings_[last_].first == &rules) return *encodings_[last_].second;
    }
    encodings_.emplace_back(&rules, std::make_unique<typename G::Observation>(rules, options_));
    return *encodings_[last_].second;
  }

  void evaluate_alike(std::span<EvaluationRequest<G>* const> batch, int rows, int columns) {
    const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    const std::size_t planes = cells * static_cast<std::size_t>(shape_.planes);
    const auto globals = static_cast<std::size_t>(shape_.globals);
    planes_.resize(batch.size() * planes);
    globals_.resize(batch.size() * globals);
    symmetries_.resize(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const typename G::Observation& encoding = encoding_of(batch[i]->state().rules());
      symmetries_[i] = random_symmetry_ ? drawn_symmetry(encoding, *batch[i]) : 0;
      encoding.encode(batch[i]->state().position(), batch[i]->state().occurrences(), symmetries_[i],
                      std::span(planes_).subspan(i * planes, planes),
                      std::span(globals_).subspan(i * globals, globals));
    }
    backend_->run({batch.size(), rows, columns, planes_, globals_}, outputs_, false);
    const std::size_t places = cells * static_cast<std::size_t>(shape_.policy_planes);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      answer(*batch[i], symmetries_[i], std::span(outputs_.policy).subspan(i * places, places),
             std::span<const float, 3>(outputs_.value.data() + 3 * i, 3));
    }
  }

  [[nodiscard]] int drawn_symmetry(const typename G::Observation& encoding,
                                   EvaluationRequest<G>& request) const {
    const std::span<const int> all = encoding.symmetries();
    if (salt_) return all[mix64(request.state().key() ^ *salt_) % all.size()];
    return all[request.random().below(static_cast<std::uint32_t>(all.size()))];
  }

  void answer(EvaluationRequest<G>& request, int symmetry, std::span<const float> policy,
              std::span<const float, 3> value) {
    const GameState<G>& state = request.state();
    const auto [win, draw, loss] = softmax3(value);
    if (!std::isfinite(win + draw + loss)) refuse_answer();
    const bool turned = G::Observation::mover_relative && state.to_move() == Side::second;
    request.value = turned ? Wdl{loss, draw, win} : Wdl{win, draw, loss};
    const auto moves = request.moves();
    if (moves.empty()) return;
    const typename G::Observation& encoding = encoding_of(state.rules());
    const std::span<float> logits = request.logits();
    PolicyPlaces places;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      encoding.policy_places(state.position(), moves[m], symmetry, places);
      float logit = 0;
      for (const std::uint32_t place : places) logit += policy[place];
      if (!std::isfinite(logit)) refuse_answer();
      logits[m] = logit;
    }
  }

  [[noreturn]] static void refuse_answer() {
    throw UserError(
        "the net's output is not finite: its file is damaged, or its training has "
        "diverged");
  }

  ObservationOptions options_;
  ObservationShape shape_;
  std::unique_ptr<NetBackend> backend_;
  bool random_symmetry_;
  std::optional<std::uint64_t> salt_;
  std::vector<std::pair<const Rules*, std::unique_ptr<typename G::Observation>>> encodings_;
  std::size_t last_ = 0;  ///< index in encodings_ of the last one used
  std::vector<EvaluationRequest<G>*> left_;
  std::vector<float> planes_, globals_;
  std::vector<int> symmetries_;
  NetOutputs outputs_;
};

/// The evaluator of a net's file for these rules, which must outlive it; kShippedNet stands for the
/// one that comes with tavlab for them. Throws UserError if the net cannot play them, or there is
/// none, or no such backend.
template <Game G>
std::unique_ptr<Evaluator<G>> open_net(std::string file, const typename G::Rules& rules,
                                       const BackendChoice& backend, bool random_symmetry) {
  if constexpr (FamilyGame<G>) {
    if (file == kShippedNet) {
      const RulesIdentity& identity = rules.parameters.identity;
      file = shipped_net_for(identity);
      if (file.empty()) {
        throw UserError(
            fmt::format("net '{}': no net that comes with tavlab plays {}; see `tavlab net list`",
                        kShippedNet, identity.id));
      }
    }
    const std::shared_ptr<const SharedNet> net = read_shared_net(find_net(file), backend);
    check_rules(net->net(), rules.parameters.identity, file);
    auto evaluator =
        std::make_unique<NetEvaluator<G>>(net->net(), owning_backend(net), random_symmetry);
    evaluator->prepare(rules);
    return evaluator;
  } else {
    throw UserError(fmt::format("net '{}': this game has no nets", file));
  }
}

}  // namespace tavlab
