#pragma once

#include <cstddef>
#include <cstdint>

namespace tavlab {

/// Bytes that this process may use: the machine's memory, or less under the limit of a control
/// group (a container, a batch job) or of the address space.
std::uint64_t usable_memory();

/// The default maximum size of a search tree (`memory=`), chosen so that a match fits: the memory
/// divided by 8 times the cores, since the worker on each core has two agents, and moving the root
/// briefly needs up to twice the tree's size; half of the memory is left for everything else.
/// From 64 MiB to 4 GiB. It does not depend on what else runs on the machine.
std::size_t default_tree_bytes(std::uint64_t memory, unsigned cores);

}  // namespace tavlab
