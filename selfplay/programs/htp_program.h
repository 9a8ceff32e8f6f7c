#pragma once

#include <string>
#include <vector>

#include "selfplay/programs/program.h"

namespace tavlab {

/// A program that speaks HTP (docs/protocols.md). It keeps the game itself, and is sent only the
/// moves that it has not played.
class HtpProgram final : public Program {
 public:
  HtpProgram(ProgramSettings settings, ProgramRules rules);
  ~HtpProgram() override { leave("quit"); }

  void move_result(const std::optional<ProgramEvent>& played) override;

 protected:
  void greet() override {}
  void begin_game() override;
  Answer ask(const ProgramGame& game, const TurnLimits& limits, const Progress& progress,
             const std::stop_token& stop) override;

 private:
  /// Sends a command and returns the text after the sign of the answer. Throws Forfeit if the
  /// program refuses it.
  std::string obtain(std::string_view command, Clock::time_point deadline);

  bool clock_told_ = false;
  std::vector<std::string> sent_;  ///< the moves that it has been sent or has played: "d1-d3"
};

}  // namespace tavlab
