// The scratch memory of multi-threaded tasks.
#pragma once
#include "schedule.cuh"

namespace whipple {

constexpr unsigned align16(unsigned bytes) { return (bytes + 15) / 16 * 16; }

// Where the item and the shared memory of one multi-threaded task lie in its slice of the scratch memory.
template <class S, unsigned I>
struct Slice {
    using Item = typename Entry<S, I>::Item;
    using Shared = typename Entry<S, I>::Procedure::Shared;
    static constexpr unsigned SHARED = (sizeof(Item) + alignof(Shared) - 1) / alignof(Shared) * alignof(Shared);
    static constexpr unsigned BYTES = align16(SHARED + sizeof(Shared));
};

}  // namespace whipple
