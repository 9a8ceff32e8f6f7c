#pragma once

#include "core/error.h"

namespace tavlab {

/// An output folder or file holds the results of another run, which are left as they are.
class OtherRun : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace tavlab
