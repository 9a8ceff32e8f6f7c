#pragma once

#include <filesystem>
#include <string>

#include "experiments/human/human_play.h"

namespace tavlab {

/// The statistics as a JSON document, format "tavlab human play" (docs/formats.md). Its last key,
/// `hash`, identifies all the others.
std::string human_play_json(const HumanPlay& play);

/// Reads such a file. Throws a UserError that names the file if it cannot be read, has another
/// format or a newer version, or was changed or damaged.
HumanPlay load_human_play(const std::filesystem::path& path);

}  // namespace tavlab
