#include "selfplay/engine/front.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/error.h"
#include "selfplay/engine/htp_front.h"
#include "selfplay/engine/otep_front.h"
#include "selfplay/engine/uci_front.h"

namespace tavlab {
namespace {

constexpr std::array<std::string_view, 3> kProtocols = {"uci", "htp", "otep"};

}  // namespace

std::span<const std::string_view> engine_protocols() { return kProtocols; }

std::unique_ptr<EngineFront> make_engine_front(std::string_view protocol,
                                               const EngineSettings& settings, LineSink out) {
  if (protocol == "uci") return std::make_unique<UciFront>(settings, std::move(out));
  if (protocol == "htp") return std::make_unique<HtpFront>(settings, std::move(out));
  if (protocol == "otep") return std::make_unique<OtepFront>(settings, std::move(out));
  throw UserError(
      fmt::format("unknown protocol '{}'; protocols: {}", protocol, fmt::join(kProtocols, ", ")));
}

}  // namespace tavlab
