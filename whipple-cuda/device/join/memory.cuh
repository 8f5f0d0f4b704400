// The memory of joins. Protocol: docs/design/joins.md.
#pragma once
#include "../schedulers/common/panic.cuh"
#include "pool.cuh"

namespace whipple {

// The memory of joins; whipple-cuda/src/engine/common/joins.rs has the same.
struct JoinMemory {
    pools::Pool records;
    pools::Pool segments;  // of stacks: stack.cuh
    unsigned char* roots;  // outputs of initial tasks
    unsigned root_stride;  // bytes of such an output
};
static_assert(sizeof(JoinMemory) == 1664 && offsetof(JoinMemory, segments) == 768 && offsetof(JoinMemory, roots) == 1536, "the layout of JoinMemory is the host's");

namespace joins {

__device__ inline JoinMemory& memory() { return *emergency().control->joins; }

// Where the output of an initial task lies.
__device__ inline unsigned char* root(unsigned number) {
    const JoinMemory& known = memory();
    return known.roots + static_cast<unsigned long long>(number) * known.root_stride;
}

}  // namespace joins
}  // namespace whipple
