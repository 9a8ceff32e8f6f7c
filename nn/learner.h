#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nn/backend.h"
#include "nn/net.h"
#include "nn/tensor_file.h"

namespace tavlab {

/// Positions and their training targets, for the side to move if the encoding is mover_relative.
/// Vectors are [count][...] as in NetOutputs.
struct TrainingBatch {
  std::size_t count = 0;
  int rows = 0;
  int columns = 0;
  std::vector<float> planes;
  std::vector<float> globals;

  // Policies, as a flat list of moves ordered by position.
  std::vector<std::uint32_t> move_position;  ///< of each move: its position, rising
  std::vector<float> move_share;             ///< of each move: its policy target; sums to 1
  std::vector<std::uint32_t> place_move;     ///< of each place: its move
  std::vector<std::uint32_t> place;          ///< of each place: index into the position's policy

  std::vector<float> value;       ///< [count][3]: probabilities of win, draw, loss
  std::vector<float> moves_left;  ///< [count]: plies left
  std::vector<float> captured;    ///< [count][2]: pieces that each side will still lose
  std::vector<std::uint8_t>
      ownership;  ///< [count][rows * columns]: contents of the cells at the end
};

/// Weights of the losses; that of the policy is 1.
struct LossWeights {
  double value = 1.0;
  double moves_left = 0.05;
  double captured = 0.05;
  double ownership = 0.15;
};

/// Means over a batch, before weighting: cross entropies in nats of policy (over positions with a
/// policy), value and ownership, and Huber losses of moves_left and captured pieces in their
/// scales.
struct Losses {
  double policy = 0.0;
  double value = 0.0;
  double moves_left = 0.0;
  double captured = 0.0;
  double ownership = 0.0;

  void add(const Losses& that) {
    policy += that.policy;
    value += that.value;
    moves_left += that.moves_left;
    captured += that.captured;
    ownership += that.ownership;
  }
};

/// Options of the optimizer.
struct LearnerOptions {
  enum class Optimizer : std::uint8_t {
    adamw,  ///< Loshchilov and Hutter 2019, with the usual betas 0.9 and 0.999
    sgd     ///< with momentum 0.9
  };

  enum class Precision : std::uint8_t {
    automatic,  ///< mixed on CUDA, single elsewhere
    single,
    mixed  ///< convolutions multiply in bfloat16; weights, sums and all other layers stay single
  };

  Optimizer optimizer = Optimizer::adamw;
  Precision precision = Precision::automatic;
  LossWeights weights;
  double weight_decay = 1e-4;    ///< times the learning rate; only for matrices and kernels
  double max_grad_norm = 5.0;    ///< gradients are clipped to this norm
  double average_decay = 0.995;  ///< of the averaged weights, per step
  int threads = 1;               ///< per step; does not affect the results
};

/// The complete state of a learner: the net's tensors ("net.NAME"), their averages
/// ("averaged.NAME"), the optimizer's first and second moments ("first.NAME", "second.NAME"), and
/// "steps", the number of steps so far.
using LearnerState = std::map<std::string, Tensor>;

/// Trains a net step by step. It belongs to one thread.
class Learner {
 public:
  Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;
  virtual ~Learner() = default;

  /// One step of gradient descent; returns the batch's losses before it.
  virtual Losses step(const TrainingBatch& batch, double learning_rate) = 0;
  /// Only the losses, by the averaged net.
  virtual Losses measure(const TrainingBatch& batch) = 0;

  /// The net, and the net with weights averaged over the steps, which plays better.
  [[nodiscard]] virtual Net net() const = 0;
  [[nodiscard]] virtual Net averaged() const = 0;

  /// Steps so far.
  [[nodiscard]] virtual std::uint64_t steps() const = 0;

  /// A learner restored from a state continues exactly as the one that saved it. `restore` throws
  /// UserError if the state is of another net.
  [[nodiscard]] virtual LearnerState state() const = 0;
  virtual void restore(const LearnerState& state) = 0;
};

}  // namespace tavlab
