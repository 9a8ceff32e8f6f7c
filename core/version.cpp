#include "core/version.h"

namespace tavlab {

const char* const kVersion = TAVLAB_VERSION;

}  // namespace tavlab
