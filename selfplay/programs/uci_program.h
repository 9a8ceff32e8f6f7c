#pragma once

#include <string>
#include <vector>

#include "selfplay/programs/program.h"

namespace tavlab {

/// A program that speaks the protocol of docs/protocols.md that is modelled on UCI.
class UciProgram final : public Program {
 public:
  UciProgram(ProgramSettings settings, ProgramRules rules)
      : Program(std::move(settings), std::move(rules)) {}
  ~UciProgram() override { leave("quit"); }

 protected:
  void greet() override;
  void begin_game() override;
  Answer ask(const ProgramGame& game, const TurnLimits& limits, const Progress& progress,
             const std::stop_token& stop) override;

 private:
  void set_options();
  /// Waits until the program has done everything it was sent, so that earlier output is not taken
  /// for an answer to what follows. Returns the texts of its "info string" lines.
  std::string synchronize();

  std::vector<std::string> known_options_;
};

}  // namespace tavlab
