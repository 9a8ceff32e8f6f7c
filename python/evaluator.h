#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "nn/backend.h"
#include "python/any_game.h"

namespace tavlab::python {

/// A Python function in place of a net: evaluate(observation, globals) -> (logits, values), called
/// with the GIL, from any thread, with float32 arrays of the shapes (n, planes, rows, columns) and
/// (n, globals). `logits` has the shape (n, policy_size); `values` are the expected returns of the
/// players to move, from -1 to 1, in an array of the shape (n,), or their probabilities of a win, a
/// draw and a loss, (n, 3). Throws what the function throws, and ValueError for anything else.
std::unique_ptr<NetBackend> function_backend(pybind11::function evaluate, const GameFacts& facts);

}  // namespace tavlab::python
