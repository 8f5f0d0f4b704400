// What a task hands to its spawns, under the scheduler that the program is compiled for: `Target<N>`, `push`, and
// `Kept<P>`: what a context has of the child with which its task goes on in place.
#pragma once
#include "choice.cuh"

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL

#include "chain.cuh"
#include "spawn.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = LocalQueues<N>;

template <class P, bool GOES_ON = chains<typename Place<P>::Schedule, Place<P>::INDEX>()>
struct Kept {
    enum : bool { KEEPS = GOES_ON };
};
template <class P>
struct Kept<P, true> {
    enum : bool { KEEPS = true };
    mutable Next<P> next;
};

}  // namespace whipple::scheduler

#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL

#include "../items/ring.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = ItemParameters;
using items::push;

template <class P>
struct Kept {
    enum : bool { KEEPS = false };
};

}  // namespace whipple::scheduler

#else

#include "../slices/stacks.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = SliceView;
using slices::push;

template <class P>
struct Kept {
    enum : bool { KEEPS = false };
};

}  // namespace whipple::scheduler

#endif
