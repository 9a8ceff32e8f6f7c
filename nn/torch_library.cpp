#include "nn/torch_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/io/installation.h"
#include "nn/cpu/isa.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHowToGet =
    "install the package tavlab-train of this version, or, with the sources, run tools/setup.sh "
    "--train";

/// The path of the module in an installation or in the build folder; empty if it was not built.
fs::path module_path() {
#ifdef TAVLAB_TORCH_MODULE
  const fs::path built = TAVLAB_TORCH_MODULE;
  const fs::path installed = installed_file(fs::path("lib/tavlab") / built.filename());
  return installed.empty() ? built : installed;
#else
  return {};
#endif
}

/// With a limit on address space, LibTorch's linear algebra library retries allocations forever
/// while it is loaded, and handled signals do not interrupt it.
void check_address_space() {
  constexpr std::uint64_t kWanted = std::uint64_t{4} << 30;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  if (limit.rlim_cur >= kWanted) return;
  throw UserError(fmt::format(
      "LibTorch needs about 4 GB of address space, but this process is limited to {:.1f} GB; raise "
      "the limit (ulimit -v)",
      static_cast<double>(limit.rlim_cur) / 1e9));
}

/// OpenBLAS, with which Debian builds LibTorch, treats processors newer than itself as the oldest
/// kind that it supports, which is four times slower.
void name_processor_to_blas() {
  const std::vector<CpuIsa> isas = available_isas(CpuIsa::avx512);
  if (isas.empty()) return;
  constexpr int kKeep = 0;  // a value set by the user is kept
  setenv("OPENBLAS_CORETYPE", isas.back() == CpuIsa::avx512 ? "SkylakeX" : "Haswell", kKeep);
}

/// A hash of the headers through which the program and the module call each other.
#ifdef TAVLAB_TORCH_INTERFACE
constexpr std::string_view kInterface = TAVLAB_TORCH_INTERFACE;
#else
constexpr std::string_view kInterface;
#endif

void check_interface(const fs::path& path, void* module) {
  void* const function = dlsym(module, kTorchInterfaceSymbol);
  if (function != nullptr && reinterpret_cast<TorchInterfaceFunction>(function)() == kInterface) {
    return;
  }
  throw UserError(fmt::format(
      "{}: is of another build of tavlab than this program; build or install both together",
      path.string()));
}

const TorchLibrary* load() {
  const fs::path path = module_path();
  if (path.empty()) return nullptr;
  if (!fs::exists(path)) throw UserError(fmt::format("this tavlab has no LibTorch: {}", kHowToGet));
  check_address_space();
  name_processor_to_blas();
  // Never unloaded: LibTorch's threads and destructors do not survive that.
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = module == nullptr ? nullptr : dlsym(module, kTorchLibrarySymbol);
  if (function == nullptr) {
    const char* const why = dlerror();
    throw UserError(fmt::format("LibTorch cannot be loaded: {}; {}",
                                why == nullptr ? path.string() : std::string(why), kHowToGet));
  }
  check_interface(path, module);
  return reinterpret_cast<TorchLibraryFunction>(function)();
}

}  // namespace

std::string torch_version() {
#ifdef TAVLAB_TORCH_VERSION
  if (fs::exists(module_path())) return TAVLAB_TORCH_VERSION;
  return fmt::format("none, {}", kHowToGet);
#else
  return "none";
#endif
}

const TorchLibrary* find_torch_library() {
  static const TorchLibrary* const library = load();
  return library;
}

const TorchLibrary& torch_library() {
  const TorchLibrary* const library = find_torch_library();
  if (library == nullptr) {
    throw UserError(
        "this tavlab was built without LibTorch: run tools/setup.sh --train, then "
        "tools/build.sh");
  }
  return *library;
}

}  // namespace tavlab
