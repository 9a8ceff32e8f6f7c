#include <fmt/format.h>

#include <stdexcept>

#include "selfplay/programs/htp_program.h"
#include "selfplay/programs/otep_program.h"
#include "selfplay/programs/uci_program.h"

namespace tavlab {

std::unique_ptr<Program> make_program(std::string_view protocol, ProgramSettings settings,
                                      ProgramRules rules) {
  if (protocol == "uci") {
    return std::make_unique<UciProgram>(std::move(settings), std::move(rules));
  }
  if (protocol == "htp") {
    return std::make_unique<HtpProgram>(std::move(settings), std::move(rules));
  }
  if (protocol == "otep") {
    return std::make_unique<OtepProgram>(std::move(settings), std::move(rules));
  }
  throw std::logic_error(fmt::format("no program speaks '{}'", protocol));
}

}  // namespace tavlab
