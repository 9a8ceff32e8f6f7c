#pragma once

#include <vector>

#include "selfplay/programs/program.h"

namespace tavlab {

/// A program that speaks OTEP (docs/protocols.md). It keeps the game itself, and is sent only the
/// moves that it has not played.
class OtepProgram final : public Program {
 public:
  OtepProgram(ProgramSettings settings, ProgramRules rules);
  ~OtepProgram() override { leave("goodbye"); }

  void move_result(const std::optional<ProgramEvent>& played) override;

 protected:
  void greet() override;
  void begin_game() override;
  Answer ask(const ProgramGame& game, const TurnLimits& limits, const Progress& progress,
             const std::stop_token& stop) override;

 private:
  std::string rules_;               ///< of the game in progress; empty before the first move
  std::vector<ProgramEvent> sent_;  ///< the moves that it has been sent or has played
};

}  // namespace tavlab
