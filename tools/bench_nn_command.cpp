// tavlab bench nn: the speed of nets on this machine, by backend and batch size.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <latch>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/notice.h"
#include "core/random.h"
#include "experiments/run/progress.h"
#include "nn/cost.h"
#include "nn/cpu/cpu_backend.h"
#include "nn/cpu/winograd.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/net_files.h"
#include "nn/shared_net.h"
#include "nn/torch_library.h"
#include "tools/bench_clock.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

struct NetBenchArguments {
  std::string net;
  int size = 11, blocks = 6, channels = 64;
  std::vector<std::size_t> batches = {1, 4, 16, 64};
  bool torch = false;
  std::string device = "cpu";
  int threads = 2;
  double seconds = 1.0;
  bool quiet = false;
  bool json = false;
};

/// Each figure's time is split into this many slices, interleaved with those of the other figures,
/// because the speed of shared machines varies. The median counts.
constexpr int kSlices = 7;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Positions of zeros and ones; their content does not affect the time.
class MadeUpPositions {
 public:
  MadeUpPositions(const ObservationShape& shape, std::size_t count, int size)
      : planes_(count * static_cast<std::size_t>(size * size * shape.planes)),
        globals_(count * static_cast<std::size_t>(shape.globals)),
        count_(count),
        size_(size) {
    Random random(1);
    for (auto* numbers : {&planes_, &globals_}) {
      for (float& value : *numbers) value = random.below(4) == 0 ? 1.0F : 0.0F;
    }
  }
  [[nodiscard]] NetInputs inputs() const { return {count_, size_, size_, planes_, globals_}; }

 private:
  std::vector<float> planes_, globals_;
  std::size_t count_;
  int size_;
};

struct Contender {
  std::string name;
  std::function<std::unique_ptr<NetBackend>()> make;
  std::optional<CpuIsa> isa;  ///< for the comparison with its peak
  double products = 0;        ///< per position
};

struct Figure {
  const Contender* contender = nullptr;
  std::size_t batch = 0;
  double rate = 0;  ///< positions per second of one thread
};

class NetBench {
 public:
  NetBench(const NetBenchArguments& options, Net net)
      : options_(options),
        net_(std::move(net)),
        dense_(net_.spec.trunk == NetSpec::Trunk::dense),
        size_(dense_ || !options.net.empty() ? net_.shape.largest_side : options.size),
        cost_(cost_of(net_, size_, size_)) {
    const auto side = static_cast<std::size_t>(size_);
    // Without tiles only the reference backend applies.
    const bool has_kernels = dense_ || !tile_sizes(side).empty();
    for (const CpuIsa isa : has_kernels ? available_isas() : std::vector<CpuIsa>{}) {
      const bool filtered = !dense_ && kernels_of(isa).convolve_bfloat16 == nullptr;
      const double share = filtered ? winograd_share(side, side) : 1.0;
      contenders_.push_back({fmt::format("cpu-{}", name_of(isa)),
                             [this, isa] { return make_cpu_backend(net_, isa); }, isa,
                             cost_.convolutions * share + cost_.rest});
    }
    contenders_.push_back({"eigen", [this] { return make_eigen_backend(net_); }, {}, cost_.all()});
    if (options.torch) {
      contenders_.push_back(
          {"torch", [this] { return torch_library().make_backend(net_, "cpu"); }, {}, cost_.all()});
    }
  }

  /// Throws BenchStopped. The slices of all figures alternate, so that none is known before the
  /// end.
  void run() {
    measure_peaks();
    measure_figures();
    const Figure& best = *std::ranges::max_element(figures_, {}, &Figure::rate);
    const double together = measure_threads(best);
    options_.json ? print_as_json(best, together) : print(best, together);
  }

 private:
  void measure_peaks() {
    for (Contender& each : contenders_) {
      if (!each.isa) continue;
      std::vector<double> rates;
      rates.reserve(kSlices);
      float sink = 0;
      for (int slice = 0; slice < kSlices; ++slice) {
        rates.push_back(rate(options_.seconds / kSlices, [&] {
          return kernels_of(*each.isa).multiply_adds(1'000'000, &sink);
        }));
      }
      peaks_.push_back({each.name, median(rates)});
    }
  }

  void measure_figures() {
    std::vector<std::unique_ptr<NetBackend>> backends;
    std::vector<MadeUpPositions> positions;
    for (const std::size_t batch : options_.batches)
      positions.emplace_back(net_.shape, batch, size_);
    for (const Contender& each : contenders_) {
      backends.push_back(each.make());
      for (const std::size_t batch : options_.batches) figures_.push_back({&each, batch, 0});
    }
    std::vector<std::vector<double>> rates(figures_.size());
    NetOutputs outputs;
    Progress progress("measurements", kSlices * figures_.size());
    if (options_.quiet) progress.silence();
    std::size_t done = 0;
    for (int slice = 0; slice < kSlices; ++slice) {
      for (std::size_t i = 0; i < figures_.size(); ++i) {
        NetBackend& backend = *backends[i / options_.batches.size()];
        const NetInputs inputs = positions[i % options_.batches.size()].inputs();
        rates[i].push_back(rate(options_.seconds / kSlices, [&] {
          backend.run(inputs, outputs, false);
          return inputs.count;
        }));
        progress.update(++done, figures_[i].contender->name);
      }
    }
    for (std::size_t i = 0; i < figures_.size(); ++i) figures_[i].rate = median(rates[i]);
  }

  /// The speedup of all threads over one thread, with one backend for each thread.
  double measure_threads(const Figure& best) {
    const MadeUpPositions positions(net_.shape, best.batch, size_);
    std::vector<std::unique_ptr<NetBackend>> backends;
    backends.reserve(static_cast<std::size_t>(options_.threads));
    for (int i = 0; i < options_.threads; ++i) backends.push_back(best.contender->make());
    const auto rate_of = [&](std::size_t threads) {
      std::vector<double> rates(threads);
      std::latch ready(static_cast<std::ptrdiff_t>(threads));
      std::vector<std::jthread> running;
      for (std::size_t i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
          NetOutputs outputs;
          backends[i]->run(positions.inputs(), outputs, false);  // warms up its memory
          ready.arrive_and_wait();
          const double begin = now_seconds();
          double spent = 0.0;
          std::size_t done = 0;
          for (; spent < options_.seconds / kSlices; spent = now_seconds() - begin) {
            backends[i]->run(positions.inputs(), outputs, false);
            done += best.batch;
          }
          rates[i] = static_cast<double>(done) / spent;
        });
      }
      running.clear();
      return std::reduce(rates.begin(), rates.end());
    };
    std::vector<double> ratios;
    for (int slice = 0; slice < kSlices; ++slice) {
      if (InterruptGuard::asked_to_stop()) throw BenchStopped{};
      const double one = rate_of(1);
      ratios.push_back(rate_of(backends.size()) / one);
    }
    return median(ratios);
  }

  /// The fraction of its peak that a figure reaches, if there is a peak.
  [[nodiscard]] std::optional<double> share_of_peak(const Figure& figure) const {
    for (const auto& [name, peak] : peaks_) {
      if (name == figure.contender->name) return figure.rate * figure.contender->products / peak;
    }
    return {};
  }

  /// The rate relative to LibTorch's with its best batch size.
  [[nodiscard]] std::optional<double> times_torch(const Figure& figure) const {
    double torch = 0;
    for (const Figure& each : figures_) {
      if (each.contender->name == "torch") torch = std::max(torch, each.rate);
    }
    return torch == 0 ? std::nullopt : std::optional(figure.rate / torch);
  }

  void print(const Figure& best, double together) const {
    fmt::print(
        "{}: {:.1f} M multiply-adds per position; one thread, CPU time, {} s per measurement\n",
        dense_ ? "A dense net"
               : fmt::format("{} blocks of {} channels on {}x{}", net_.spec.blocks,
                             net_.spec.channels, size_, size_),
        cost_.all() / 1e6, options_.seconds);
    for (const auto& [name, peak] : peaks_) {
      fmt::print("{}: at most {:.1f} GMAC/s\n", name, peak / 1e9);
    }
    fmt::print("{:<12} {:>6} {:>14} {:>13} {:>9} {:>9}\n", "backend", "batch", "evaluations/s",
               "GMAC/s", "of peak", "of torch");
    for (const Figure& each : figures_) {
      const auto peak = share_of_peak(each), torch = times_torch(each);
      fmt::print("{:<12} {:>6} {:>14.0f} {:>13.1f} {:>9} {:>9}\n", each.contender->name, each.batch,
                 each.rate, each.rate * each.contender->products / 1e9,
                 peak ? fmt::format("{:.0f} %", 100 * *peak) : "",
                 torch ? fmt::format("{:.2f} x", *torch) : "");
    }
    fmt::print("fastest: {} with batches of {}; {} threads: {:.2f} times one thread\n",
               best.contender->name, best.batch, options_.threads, together);
  }

  void print_as_json(const Figure& best, double together) const {
    Json figures = Json::array(), peaks = Json::object();
    for (const auto& [name, peak] : peaks_) peaks[name] = peak;
    for (const Figure& each : figures_) {
      Json figure = {{"backend", each.contender->name},
                     {"batch", each.batch},
                     {"evaluations_per_second", each.rate},
                     {"products_per_second", each.rate * each.contender->products}};
      if (const auto peak = share_of_peak(each)) figure["share_of_peak"] = *peak;
      if (const auto torch = times_torch(each)) figure["times_torch"] = *torch;
      figures.push_back(figure);
    }
    print_json({{"products_per_position", cost_.all()},
                {"peak_products_per_second", peaks},
                {"figures", figures},
                {"fastest", {{"backend", best.contender->name}, {"batch", best.batch}}},
                {"threads", options_.threads},
                {"threads_times_one", together}});
  }

  NetBenchArguments options_;
  Net net_;
  bool dense_;
  int size_;
  NetCost cost_;
  std::vector<Contender> contenders_;
  std::vector<std::pair<std::string, double>> peaks_;
  std::vector<Figure> figures_;
};

/// The speed of a net on another device, by batch size: threads with a backend each, as in
/// self-play. Time is that of the wall clock.
class DeviceBench {
 public:
  DeviceBench(const NetBenchArguments& options, Net net)
      : options_(options),
        shared_(std::move(net), {"auto", options.device}),
        size_(shared_.net().spec.trunk == NetSpec::Trunk::dense || !options.net.empty()
                  ? shared_.net().shape.largest_side
                  : options.size) {}

  /// Throws BenchStopped.
  void run() const {
    const NetSpec& spec = shared_.net().spec;
    Json figures = Json::array();
    if (!options_.json) {
      fmt::print("{} blocks of {} channels, size {}, on {}; {} threads, {} s per measurement\n",
                 spec.blocks, spec.channels, size_, options_.device, options_.threads,
                 options_.seconds);
      fmt::print("{:>6} {:>14}\n", "batch", "evaluations/s");
    }
    for (const std::size_t batch : options_.batches) {
      const double rate = rate_of(batch);
      if (InterruptGuard::asked_to_stop()) throw BenchStopped{};
      figures.push_back({{"batch", batch}, {"evaluations_per_second", rate}});
      if (!options_.json) fmt::print("{:>6} {:>14.0f}\n", batch, rate);
    }
    if (!options_.json) return;
    print_json({{"device", options_.device},
                {"blocks", spec.blocks},
                {"channels", spec.channels},
                {"size", size_},
                {"threads", options_.threads},
                {"figures", figures}});
  }

 private:
  /// Positions per second of all threads together.
  [[nodiscard]] double rate_of(std::size_t batch) const {
    const auto threads = static_cast<std::size_t>(options_.threads);
    const MadeUpPositions positions(shared_.net().shape, batch, size_);
    std::vector<double> rates(threads);
    std::latch ready(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::jthread> running;
    for (std::size_t i = 0; i < threads; ++i) {
      running.emplace_back([&, i] {
        const std::unique_ptr<NetBackend> backend = shared_.backend();
        NetOutputs outputs;
        backend->run(positions.inputs(), outputs, false);  // warms up
        ready.arrive_and_wait();
        const auto begin = std::chrono::steady_clock::now();
        double spent = 0.0;
        std::size_t done = 0;
        while (spent < options_.seconds && !InterruptGuard::asked_to_stop()) {
          backend->run(positions.inputs(), outputs, false);
          done += batch;
          spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        }
        rates[i] = static_cast<double>(done) / spent;
      });
    }
    running.clear();
    return std::reduce(rates.begin(), rates.end());
  }

  const NetBenchArguments& options_;
  SharedNet shared_;
  int size_;
};

Net net_to_measure(const NetBenchArguments& options) {
  if (!options.net.empty()) return read_net(find_net(options.net));
  NetSpec spec;
  spec.blocks = options.blocks;
  spec.channels = options.channels;
  spec.encoding.max_size = std::max(spec.encoding.max_size, options.size);
  // Any family with a board will do.
  const auto families = family_names();
  const auto family = std::ranges::find_if(
      families, [&](auto name) { return observation_shape(name, spec.encoding).board; });
  return random_net(*family, spec, 1);
}

}  // namespace

void add_bench_nn_command(App& bench, Context& context) {
  const auto options = std::make_shared<NetBenchArguments>();
  App* command = bench.add_subcommand("nn", "Measure the speed of nets by backend and batch size");
  Option* const net = command->add_option(
      "--net", options->net, "A net: the name of one that ships, or a file; default: a random one");
  for (Option* each :
       {command->add_option("--size", options->size, "Board size of the random net")
            ->check(in_range(3, 19)),
        command->add_option("--blocks", options->blocks, "Residual blocks of the random net")
            ->check(in_range(1, 100)),
        command->add_option("--channels", options->channels, "Channels of the random net")
            ->check(in_range(1, 1024))}) {
    each->capture_default_str()->excludes(net);
  }
  command->add_option("--batches", options->batches, "Batch sizes")
      ->delimiter(',')
      ->capture_default_str()
      ->check(in_range(1, 4096));
  Option* const compare =
      command
          ->add_option(
              "--compare", [options](const std::string&) { options->torch = true; },
              "Also measure LibTorch's backend")
          ->check(one_of({"torch"}));
  command
      ->add_option("--device", options->device,
                   "Measure this device instead, such as cuda:0, in real time and with all "
                   "threads together")
      ->capture_default_str()
      ->excludes(compare);
  command->add_option("--threads", options->threads, "Number of threads to compare with one")
      ->capture_default_str()
      ->check(in_range(1, 1024));
  command->add_option("--seconds", options->seconds, "Time per measurement: CPU time on the CPU")
      ->capture_default_str()
      ->check(number_between(0.01, 600.0));
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->callback([options, &context] {
    const InterruptGuard guard;
    try {
      if (options->device == "cpu") return NetBench(*options, net_to_measure(*options)).run();
      DeviceBench(*options, net_to_measure(*options)).run();
    } catch (const BenchStopped&) {
      context.stopped();
      if (options->json) print_json({{"figures", Json::array()}, {"interrupted", true}});
      notice(stderr,
             "stopped before the figures were known. The same command begins again; --seconds "
             "makes it shorter.\n");
    }
  });
}

}  // namespace tavlab::cli
