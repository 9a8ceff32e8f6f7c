// What agents can do on a machine, but not in a browser: run nets of their own kind, start
// programs, and ask how much memory there is.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/version.h"
#include "nn/backends.h"
#include "nn/evaluation/kernels.h"
#include "nn/net.h"
#include "nn/net_files.h"
#include "nn/shared_net.h"
#include "nn/shipped_nets.h"
#include "selfplay/agents/tree_memory.h"
#include "selfplay/process/command_words.h"
#include "selfplay/programs/program.h"

namespace tavlab {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw UserError(std::string(what) + " in the browser; tavlab serve does");
}

}  // namespace

const char* const kVersion = TAVLAB_VERSION;

std::filesystem::path find_net(std::string_view) { refuse("no nets run"); }
std::string shipped_net_for(const RulesIdentity&) { return {}; }
std::shared_ptr<const SharedNet> read_shared_net(const std::filesystem::path&,
                                                 const BackendChoice&) {
  refuse("no nets run");
}
std::unique_ptr<NetBackend> owning_backend(std::shared_ptr<const SharedNet>) {
  refuse("no nets run");
}

std::unique_ptr<Program> make_program(std::string_view, ProgramSettings, ProgramRules) {
  refuse("no programs are started");
}
void Program::new_game(const std::stop_token&) { refuse("no programs are started"); }
Program::Answer Program::choose(const ProgramGame&, const TurnLimits&, const Progress&,
                                const std::stop_token&) {
  refuse("no programs are started");
}
void Program::kill() {}
void Dialogue::note(char, std::string_view) {}
std::string Dialogue::last_lines() const { return {}; }
std::vector<std::string> command_words(std::string_view) { refuse("no programs are started"); }

const EvaluationKernels& evaluation_kernels() { return plain_evaluation_kernels(); }

std::uint64_t usable_memory() { return std::uint64_t{1} << 30; }
std::size_t default_tree_bytes(std::uint64_t, unsigned) { return std::size_t{64} << 20; }

}  // namespace tavlab
