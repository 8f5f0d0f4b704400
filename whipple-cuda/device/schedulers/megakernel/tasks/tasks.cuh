// Running tasks: a warp takes their items out of the local queue and calls the procedure. `Way` chooses how, by the level and the
// spawns.
#pragma once
#include "dive.cuh"
#include "level0.cuh"
#include "level1.cuh"
#include "level2.cuh"

namespace whipple {
namespace scheduler {

// The way in which warps run tasks of procedure I.
template <class S, unsigned I, unsigned LEVEL = S::FACTS.of[I].level, bool GOES_ON = goes_on<S>(I), bool IN_PLACE = come_in_place<S>(I), bool DIVES = dives<S>(I)>
struct Way;
template <class S, unsigned I>
struct Way<S, I, 0, false, false, false> : WarpTasks<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 1, false, false, false> : GroupTasks<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 1, true, false, false> : GenerationTasks<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 2, false, false, false> : ThreadTasks<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 2, true, false, false> : Chains<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 2, false, true, false> : LeafTasks<S, I> {};
template <class S, unsigned I>
struct Way<S, I, 2, false, false, true> : DiveTasks<S, I> {};

// Bytes of scratch memory that each warp needs: the most of any procedure.
template <class S>
__device__ constexpr unsigned scratch_per_warp() {
    unsigned most = 0;
    const auto add = [&](unsigned bytes) { most = most < bytes ? bytes : most; };
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { add(Way<S, I>::SCRATCH); });
    return most;
}

}  // namespace scheduler

// A warp's part in running the tasks that its block has chosen.
template <class S>
class Tasks : protected scheduler::TaskWarp<S> {
    static_assert(scheduler::scratch_per_warp<S>() == S::SCRATCH_PER_WARP, "whipple-runtime/src/program/plan.rs computes the same");

protected:
    using Warp = scheduler::TaskWarp<S>;
    using Words = typename Warp::Words;
    using Unit = scheduler::TaskUnit;
    using Held = scheduler::Held<S>;
    template <unsigned I>
    using Way = scheduler::Way<S, I>;

    using Warp::Warp;

    // Takes the items of this warp's unit of procedure I.
    template <unsigned I>
    __device__ void fetch(Words& words, const Unit& unit) {
        const unsigned seated = I << 8 | unit.member;
        if (seated != this->seated && sync::lane() == 0) emergency().seats[this->warp()] = Way<I>::seat(unit);
        this->seated = seated;
        Way<I>::fetch(*this, words, unit);
    }

    // Runs them; the round began at `begin`. `held`: the leaf that the lane is to run then, see `execute_held`.
    template <unsigned I>
    __device__ void execute_fetched(const Words& words, const Unit& unit, unsigned long long begin, Held& held) {
        Way<I>::run(*this, words, unit, begin, held);
    }

    // Gives the thread's segment back: it leaves.
    __device__ void release_spare() {
        if (this->spare != pools::NONE) pools::give<joins::Segments>(joins::memory().segments, this->spare);
    }

    // Runs the leaves and the dives that the lanes hold. `procedure` is what the warp has run, and `unit` what it has taken of it. Where that is a
    // leaf itself, `leads` says of its first warp that it is to tell what the tasks take.
    __device__ void execute_held(Held& held, unsigned procedure, unsigned taken, bool leads, unsigned long long begin) {
        for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { Way<I>::run_held(*this, held, procedure, leads, begin); });
        if constexpr (scheduler::any_dives<S>()) scheduler::Dive<S>::run(*this, held.diver, procedure, taken, begin);
    }
};

}  // namespace whipple
