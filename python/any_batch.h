#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

// Many games that are stepped together, of any family, for the module. No Python here; batch_of.h
// implements it.
namespace tavlab::python {

class State;

/// Which side the caller plays against an opponent.
enum class Learner : std::uint8_t { first, second, alternate };

struct BatchOptions {
  std::size_t games = 1;
  int threads = 1;
  std::uint64_t seed = 0;
  bool sampled_chance = true;             ///< otherwise the caller chooses the outcomes of chance
  std::optional<std::string> opponent{};  ///< an agent's text; without one the caller plays both
  Learner learner = Learner::alternate;
};

/// Arrays of one row for each game, in which results are written; null if not wanted. The planes
/// are numbers or bytes (PlanesOut).
struct BatchArrays {
  float* observation = nullptr;
  std::uint8_t* observation_bytes = nullptr;
  float* globals = nullptr;
  std::uint8_t* mask = nullptr;  ///< 1 for each legal action
  std::int8_t* player = nullptr;
  float* reward = nullptr;  ///< of the player who acted
  std::uint8_t* done = nullptr;
  std::uint8_t* truncated = nullptr;
  // Of the games that have ended in this step; other rows are left as they are.
  float* final_observation = nullptr;
  std::uint8_t* final_observation_bytes = nullptr;
  float* final_globals = nullptr;
};

/// A step that was interrupted, so that the games no longer are where the caller takes them to be.
class Interrupted {};

/// Games that are played side by side. A game that ends is replaced by the next one at once. The
/// games depend on the seed and the actions alone, not on the number of threads.
class Batch {
 public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  virtual ~Batch() = default;

  /// Called from time to time where opponents are made or play, on the caller's thread; returns
  /// true to interrupt it.
  using Poll = std::function<bool()>;

  /// Begins new games from this seed. Throws Interrupted.
  virtual void reset(std::uint64_t seed, const BatchArrays& out, const Poll& poll) = 0;
  /// Plays one action in each game. Throws std::out_of_range or UserError, with all games as they
  /// were, if any of the actions cannot be played. Throws Interrupted; then only `reset` may
  /// follow, which `broken` says.
  virtual void step(std::span<const std::int64_t> actions, const BatchArrays& out,
                    const Poll& poll) = 0;
  [[nodiscard]] virtual bool broken() const = 0;
  /// Draws a legal action for each game: moves uniformly, outcomes of chance by their probability.
  virtual void sample(std::span<std::int64_t> actions) = 0;
  /// A copy of one of the games.
  [[nodiscard]] virtual std::unique_ptr<State> state(std::size_t game) const = 0;
};

}  // namespace tavlab::python
