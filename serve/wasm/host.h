#pragma once

#include <optional>
#include <string>
#include <string_view>

// What the page does for the module (serve/page/worker.js).
namespace tavlab::serve {

/// The content of a file beside the page; nullopt if there is none.
std::optional<std::string> file_beside_page(const std::string& name);

/// Tells the page an event of the request that is being answered.
void tell_page(std::string_view event, std::string_view json);

}  // namespace tavlab::serve
