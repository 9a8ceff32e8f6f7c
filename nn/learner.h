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

/// Positions and what a net should say of them, as the net means it (by the side to move where the
/// encoding is mover_relative). Vectors are [count][...] as in NetOutputs.
struct TrainingBatch {
  std::size_t count = 0;
  int rows = 0;
  int columns = 0;
  std::vector<float> planes;
  std::vector<float> globals;

  // Policies. Moves stand in a row, those of the first position first.
  std::vector<std::uint32_t> move_position;  ///< of each move: which position, rising
  std::vector<float> move_share;             ///< of each move: the policy to learn; sums to 1
  std::vector<std::uint32_t> place_move;     ///< of each place: which move
  std::vector<std::uint32_t> place;          ///< of each place: where in the position's policy

  std::vector<float> value;           ///< [count][3]: probabilities of win, draw, loss
  std::vector<float> plies;           ///< [count]: plies left
  std::vector<float> captured;        ///< [count][2]: men that each side will yet lose
  std::vector<std::uint8_t> squares;  ///< [count][rows * columns]: what cells hold at the end
};

/// What the parts of the loss count. The policy counts 1.
struct LossWeights {
  double value = 1.0;
  double plies = 0.05;
  double captured = 0.05;
  double squares = 0.15;
};

/// Means over a batch, before weighting: cross entropies in nats of policy, value and squares (the
/// first over positions with a policy), Huber losses of plies and captured men in their scales.
struct Losses {
  double policy = 0.0;
  double value = 0.0;
  double plies = 0.0;
  double captured = 0.0;
  double squares = 0.0;

  void add(const Losses& that) {
    policy += that.policy;
    value += that.value;
    plies += that.plies;
    captured += that.captured;
    squares += that.squares;
  }
};

/// How a net learns.
struct LearnerOptions {
  enum class Optimizer : std::uint8_t {
    adamw,  ///< Loshchilov and Hutter 2019, with the usual decays 0.9 and 0.999
    sgd     ///< with a momentum of 0.9
  };

  enum class Precision : std::uint8_t {
    automatic,  ///< mixed on CUDA, single elsewhere
    single,
    mixed  ///< convolutions multiply in bfloat16; weights, sums and all other layers stay single
  };

  Optimizer optimizer = Optimizer::adamw;
  Precision precision = Precision::automatic;
  LossWeights weights;
  double weight_decay = 1e-4;    ///< times the learning rate; of matrices and kernels only
  double most_gradient = 5.0;    ///< the norm to which gradients are cut
  double average_decay = 0.995;  ///< of the averaged weights, a step
  int threads = 1;               ///< that a step may use; they change no number
};

/// Everything that a learner goes on from: the net's tensors as they are ("net.NAME"), averaged
/// ("averaged.NAME"), the optimizer's first and second moments ("first.NAME", "second.NAME"), and
/// "steps", the number of steps so far.
using LearnerState = std::map<std::string, Tensor>;

/// Changes a net step by step. It belongs to one thread.
class Learner {
 public:
  Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;
  virtual ~Learner() = default;

  /// One step of gradient descent; what the batch's losses were before it.
  virtual Losses step(const TrainingBatch& batch, double learning_rate) = 0;
  /// The losses alone, by the averaged net.
  virtual Losses measure(const TrainingBatch& batch) = 0;

  /// The net as it is, and with its weights averaged over the steps, which plays better.
  [[nodiscard]] virtual Net net() const = 0;
  [[nodiscard]] virtual Net averaged() const = 0;

  /// Steps so far.
  [[nodiscard]] virtual std::uint64_t steps() const = 0;

  /// Goes on from a state exactly as the learner that gave it would have. Throws UserError where
  /// the state is of another net.
  [[nodiscard]] virtual LearnerState state() const = 0;
  virtual void restore(const LearnerState& state) = 0;
};

}  // namespace tavlab
