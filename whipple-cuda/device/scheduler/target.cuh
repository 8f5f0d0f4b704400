// What a task hands to its spawns, under the scheduler that the program is compiled for: `Target<N>` and `push`.
#pragma once
#include "choice.cuh"

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL

#include "spawn.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = LocalQueues<N>;

}  // namespace whipple::scheduler

#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL

#include "../items/ring.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = ItemParameters;
using items::push;

}  // namespace whipple::scheduler

#else

#include "../slices/stacks.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = SliceView;
using slices::push;

}  // namespace whipple::scheduler

#endif
