// What a task hands to its spawns, under the scheduler that the program is compiled for: `Target<N>`, `push` and `keeps`.
#pragma once
#include "choice.cuh"

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL

#include "chain.cuh"
#include "spawn.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = LocalQueues<N>;

// Whether a task of procedure P goes on in place with its child.
template <class P>
__device__ constexpr bool keeps() {
    return chains<typename Place<P>::Schedule, Place<P>::INDEX>();
}

}  // namespace whipple::scheduler

#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL

#include "../items/ring.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = ItemParameters;
using items::push;

template <class P>
__device__ constexpr bool keeps() {
    return false;
}

}  // namespace whipple::scheduler

#else

#include "../slices/stacks.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = SliceView;
using slices::push;

template <class P>
__device__ constexpr bool keeps() {
    return false;
}

}  // namespace whipple::scheduler

#endif
