#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "selfplay/engine/front.h"
#include "selfplay/engine/thinker.h"
#include "selfplay/protocol/uci.h"

namespace tavlab {

/// The protocol modelled on UCI: docs/protocols.md.
class UciFront final : public EngineFront {
 public:
  UciFront(EngineSettings settings, LineSink out);

  bool handle(std::string_view line) override;

 private:
  bool obey(const uci::Command& command);
  void introduce() const;
  void set_option(const std::string& name, const std::string& value);
  /// Takes other settings, or throws and leaves all as it was.
  void take(EngineSettings settings);
  void draw() const;
  void go(const uci::Go& go);
  /// Ends a search, whose move is then told, before the game changes.
  void settle();
  void say(const std::string& what) const { out_("info string " + what); }

  EngineSettings settings_;
  LineSink out_;
  std::unique_ptr<EngineGame> game_;
  Thinker thinker_;  ///< last: its thread uses the others
};

}  // namespace tavlab
