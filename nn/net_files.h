#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// Where the file of a net is: `text` is a path (anything that holds a '/' or ends in
/// ".safetensors"), or the name of a net that comes with tavlab, such as "tavlei-9". Throws
/// UserError for a name that there is not, which lists those that there are.
std::filesystem::path find_net(std::string_view text);

/// Names of the nets that come with tavlab, sorted: those of the installation, or of the sources
/// that this program was built from.
std::vector<std::string> shipped_nets();

}  // namespace tavlab
