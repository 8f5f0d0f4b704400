// What a task hands to its spawns, under the scheduler that the program is compiled for: `Target<N>` and `push`. `Kept<P>` is
// what a context has of the child that runs in place.
#pragma once
#include "choice.cuh"

namespace whipple::scheduler {

// A context that keeps no child: neither one of its own procedure, nor a leaf.
struct NothingKept {
    enum : bool { KEEPS = false };
    template <class Q>
    __device__ static constexpr bool holds() {
        return false;
    }
    // Whether the thread may run the children of a fork itself.
    enum : bool { DIVES = false };
    // Hands over the leaf that the context holds, of which there is none.
    template <class H>
    __device__ void hand_leaf(H&) const {}
};

}  // namespace whipple::scheduler

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL

#include "../megakernel/tasks/in_place.cuh"
#include "../megakernel/tasks/spawn.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = LocalQueues<N>;

template <class P, bool GOES_ON = goes_on<typename Place<P>::Schedule>(Place<P>::INDEX),
          bool HOLDS = holds_leaves<typename Place<P>::Schedule>(Place<P>::INDEX), bool DIVES = dives<typename Place<P>::Schedule>(Place<P>::INDEX)>
struct Kept : NothingKept {};
template <class P>
struct Kept<P, true, false, false> : NothingKept {
    enum : bool { KEEPS = true };
    mutable Next<P> next;
};
template <class P>
struct Kept<P, false, true, false> : NothingKept {
    template <class Q>
    __device__ static constexpr bool holds() {
        return runs_in_place<typename Place<P>::Schedule>(Place<P>::INDEX, Place<Q>::INDEX);
    }
    __device__ void hand_leaf(Held<typename Place<P>::Schedule>& to) const { to = held; }
    mutable Held<typename Place<P>::Schedule> held;
};
template <class P, bool HOLDS>
struct Kept<P, false, HOLDS, true> : NothingKept {
    enum : bool { DIVES = true };
    __device__ explicit Kept(Diver<typename Place<P>::Schedule>& of_thread) : diver(of_thread) {}
    Diver<typename Place<P>::Schedule>& diver;
};

}  // namespace whipple::scheduler

#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL

#include "../global/ring.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = ItemParameters;
using items::push;

template <class P>
struct Kept : NothingKept {};

}  // namespace whipple::scheduler

#else

#include "../sliced/stacks.cuh"

namespace whipple::scheduler {

template <unsigned N>
using Target = SliceView;
using slices::push;

template <class P>
struct Kept : NothingKept {};

}  // namespace whipple::scheduler

#endif
