#include "python/evaluator.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "python/arrays.h"

namespace py = pybind11;

namespace tavlab::python {
namespace {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

/// Probabilities need not add up to 1 more exactly than in single precision.
constexpr float kRounding = 1e-3F;

/// In place of a logit of -inf, whose probability is as small; several of them add up.
constexpr float kNoChance = -1e30F;

/// A function that may be destroyed without the GIL.
class Function {
 public:
  explicit Function(py::function function) : function_(std::move(function)) {}
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;
  ~Function() {
    const py::gil_scoped_acquire gil;
    function_ = py::function();
  }

  [[nodiscard]] const py::function& get() const { return function_; }

 private:
  py::function function_;
};

class FunctionBackend final : public NetBackend {
 public:
  FunctionBackend(std::shared_ptr<const Function> function, const GameFacts& facts)
      : function_(std::move(function)), facts_(facts) {}

  [[nodiscard]] std::string_view name() const override { return "Python"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool) override {
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    const py::object answer = function_->get()(planes_of(inputs), globals_of(inputs));
    if (!py::isinstance<py::tuple>(answer) || py::len(answer) != 2) {
      throw py::type_error("evaluate: must return a tuple (logits, values)");
    }
    const auto both = py::reinterpret_borrow<py::tuple>(answer);
    read_policy(numbers(both[0], "logits"), inputs.count, outputs);
    read_values(numbers(both[1], "values"), inputs, outputs);
  }

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<FunctionBackend>(function_, facts_);
  }

 private:
  [[nodiscard]] py::array_t<float> planes_of(const NetInputs& inputs) const {
    const auto planes = static_cast<std::size_t>(facts_.shape.planes);
    const std::size_t cells = inputs.cells();
    py::array_t<float> array(std::vector<std::size_t>{inputs.count, planes,
                                                      static_cast<std::size_t>(inputs.rows),
                                                      static_cast<std::size_t>(inputs.columns)});
    float* out = array.mutable_data();
    for (std::size_t i = 0; i < inputs.count; ++i) {
      const float* const position = inputs.planes.data() + i * cells * planes;
      for (std::size_t plane = 0; plane < planes; ++plane) {
        for (std::size_t cell = 0; cell < cells; ++cell) *out++ = position[cell * planes + plane];
      }
    }
    return array;
  }

  [[nodiscard]] py::array_t<float> globals_of(const NetInputs& inputs) const {
    py::array_t<float> array(
        std::vector<std::size_t>{inputs.count, static_cast<std::size_t>(facts_.shape.globals)});
    std::copy(inputs.globals.begin(), inputs.globals.end(), array.mutable_data());
    return array;
  }

  static Floats numbers(const py::handle& object, std::string_view name) {
    try {
      const py::array array(py::reinterpret_borrow<py::object>(object));
      require_real(array, fmt::format("evaluate: {}", name));
      return Floats(array);
    } catch (const py::error_already_set& error) {
      const bool is_reason = error.matches(PyExc_TypeError) || error.matches(PyExc_ValueError) ||
                             error.matches(PyExc_RuntimeError);
      if (!is_reason) throw;  // Ctrl-C, for example, where a framework computes only now
      // What PyTorch says of a tensor that needs a gradient, for example.
      const std::string reason = py::str(error.value());
      throw py::type_error(fmt::format("evaluate: {}: cannot be read as an array of numbers: {}",
                                       name, reason.substr(0, reason.find('\n'))));
    }
  }

  [[noreturn]] static void refuse_shape(std::string_view name, const Floats& array,
                                        const std::string& wanted) {
    throw py::value_error(fmt::format("evaluate: {} has shape {}, but must have {}", name,
                                      shape_text(array), wanted));
  }

  void read_policy(const Floats& logits, std::size_t count, NetOutputs& outputs) const {
    const std::size_t size = count * facts_.policy_places;
    if (logits.ndim() != 2 || logits.shape(0) != static_cast<py::ssize_t>(count) ||
        logits.shape(1) != static_cast<py::ssize_t>(facts_.policy_places)) {
      refuse_shape("logits", logits, fmt::format("({}, {})", count, facts_.policy_places));
    }
    outputs.policy.assign(logits.data(), logits.data() + size);
    for (float& logit : outputs.policy) {
      if (logit == -std::numeric_limits<float>::infinity()) logit = kNoChance;
    }
    // Several are added up, and the sum must be finite, too.
    const auto odd = std::ranges::find_if_not(
        outputs.policy, [](float logit) { return std::abs(logit) <= -kNoChance; });
    if (odd == outputs.policy.end()) return;
    const auto place = static_cast<std::size_t>(odd - outputs.policy.begin());
    throw py::value_error(
        fmt::format("evaluate: logits: {} in row {}, column {}, but must be at most 1e30", *odd,
                    place / facts_.policy_places, place % facts_.policy_places));
  }

  void read_values(const Floats& values, const NetInputs& inputs, NetOutputs& outputs) const {
    const std::size_t count = inputs.count;
    const bool scores =
        values.ndim() == 1 || (values.ndim() == 2 && values.shape(1) == 1 && values.shape(0) > 0);
    const bool three = values.ndim() == 2 && values.shape(1) == 3;
    if ((!scores && !three) || values.shape(0) != static_cast<py::ssize_t>(count)) {
      refuse_shape("values", values, fmt::format("({},) or ({}, 3)", count, count));
    }
    outputs.value.resize(3 * count);
    for (std::size_t i = 0; i < count; ++i) {
      std::array<float, 3> wdl = three ? three_of(values.data() + 3 * i) : of(values.data()[i]);
      // The value of a net is the first player's, unless it sees the board as the mover does.
      if (facts_.side_global) {
        const auto globals = static_cast<std::size_t>(facts_.shape.globals);
        if (inputs.globals[i * globals + *facts_.side_global] != 0) std::swap(wdl[0], wdl[2]);
      }
      for (std::size_t k = 0; k < 3; ++k) outputs.value[3 * i + k] = std::log(wdl[k]);
    }
  }

  static std::array<float, 3> of(float value) {
    if (!(std::abs(value) <= 1 + kRounding)) {
      throw py::value_error(fmt::format("evaluate: values: {} is not from -1 to 1", value));
    }
    const float win = std::min(1.0F, std::max(0.0F, (1 + value) / 2));
    return {win, 0, 1 - win};
  }

  static std::array<float, 3> three_of(const float* p) {
    const bool fine =
        p[0] >= 0 && p[1] >= 0 && p[2] >= 0 && std::abs(p[0] + p[1] + p[2] - 1) <= kRounding;
    if (!fine) {
      throw py::value_error(
          fmt::format("evaluate: values: {}, {}, {} are not probabilities of a win, a draw and a "
                      "loss, which add up to 1",
                      p[0], p[1], p[2]));
    }
    return {p[0], p[1], p[2]};
  }

  std::shared_ptr<const Function> function_;
  GameFacts facts_;
};

}  // namespace

std::unique_ptr<NetBackend> function_backend(py::function evaluate, const GameFacts& facts) {
  return std::make_unique<FunctionBackend>(std::make_shared<const Function>(std::move(evaluate)),
                                           facts);
}

}  // namespace tavlab::python
