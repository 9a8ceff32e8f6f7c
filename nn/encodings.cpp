#include "nn/encodings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

EncodingShape encoding_shape(std::string_view family, const EncodingOptions& options) {
  if (family == "tafl") return Encoding<Tafl<2>>::shape(options);
  if (family == "ur") return Encoding<Ur>::shape(options);
  if (family == "tavreli") return Encoding<Tavreli>::shape(options);
  throw UserError(fmt::format("there is no family '{}'; families: {}", family,
                              fmt::join(family_names(), ", ")));
}

}  // namespace tavlab
