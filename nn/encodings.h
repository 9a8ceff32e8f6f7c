#pragma once

#include <string_view>

// The encodings of all families; generic code includes this and names none of them.
#include "nn/encoding.h"
#include "nn/tafl/encoding.h"
#include "nn/tavreli/encoding.h"
#include "nn/ur/encoding.h"

namespace tavlab {

/// Games that nets can see: those of the families.
template <typename G>
concept Encodable = requires {
  Encoding<G>::mover_relative;
};

/// What nets of a family see and say. Throws UserError for a family that there is not.
EncodingShape encoding_shape(std::string_view family, const EncodingOptions& options);

}  // namespace tavlab
