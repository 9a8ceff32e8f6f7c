#pragma once

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// Start positions drawn, one for each board, with the rule sets that begin there and a legend of
/// the pieces and squares. Those of rules that cannot be played any more are shown as texts.
Markup boards_section(const Summary& summary);

}  // namespace tavlab
