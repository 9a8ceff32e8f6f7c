#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The path of a net's file. `text` is a path (anything that contains a '/' or ends in
/// ".safetensors") or the name of a net that comes with tavlab, such as "tavlei-9". Throws
/// UserError for an unknown name, with a list of the known ones.
std::filesystem::path find_net(std::string_view text);

/// The same for a learned evaluation (nn/evaluation/).
std::filesystem::path find_evaluation(std::string_view text);

/// The sorted names of the learned evaluations that come with tavlab, in the installation or in the
/// source tree from which this program was built.
std::vector<std::string> shipped_evaluations();

}  // namespace tavlab
