// For core/huge_pages.h: there are no pages to ask for.
#pragma once

#include <cstddef>

#define MADV_HUGEPAGE 14
inline int madvise(void*, std::size_t, int) { return 0; }
