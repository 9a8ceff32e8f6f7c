#pragma once

#include <cstddef>
#include <cstdint>

namespace tavlab {

/// Bytes that this process may use: the machine's memory, or less where a control group (a
/// container, a job of a scheduler) or a limit of address space says so.
std::uint64_t usable_memory();

/// Bytes that the tree of a search may grow to where its agent says nothing (`memory=`), so that a
/// match fits: the memory divided by 8 times the cores, since a worker on each core has two agents,
/// and a tree whose root moves needs up to twice its size for a moment; half is left for all else.
/// At most 4 GiB, at least 64 MiB. It depends on the machine and not on what else runs there.
std::size_t default_tree_bytes(std::uint64_t memory, unsigned cores);

}  // namespace tavlab
