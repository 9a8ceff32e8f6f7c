#pragma once

#include <c10/util/Exception.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/error.h"

namespace tavlab {

/// Calls f, and converts exceptions of LibTorch to a UserError of one line: for instance, no memory
/// or an unusable device.
template <typename F>
decltype(auto) with_one_line(const F& f) {
  try {
    return f();
  } catch (const c10::Error& error) {
    const std::string_view all = error.what_without_backtrace();
    throw UserError(fmt::format("LibTorch: {}", all.substr(0, all.find('\n'))));
  }
}

}  // namespace tavlab
