// Running tasks of one procedure: what the schedulers without local queues share.
#pragma once
#include "../../context.cuh"
#include "../../queue/copy.cuh"
#include "../../sync.cuh"
#include "apart.cuh"
#include "plan.cuh"
#include "slice.cuh"

namespace whipple {

// Tasks of procedure I as a *group* of consecutive warps runs them. A group is a warp with as many level-0 or level-2 tasks as
// fit, or all warps of one level-1 task.
template <class S, unsigned I>
struct TaskGroup {
    using P = typename Entry<S, I>::Procedure;
    using Item = typename Entry<S, I>::Item;
    using Target = scheduler::Target<S::PROCEDURES>;
    static constexpr unsigned WARPS = P::LEVEL == 1 ? (P::THREADS + sync::WARP - 1) / sync::WARP : 1;
    static constexpr unsigned TASKS = P::LEVEL == 1 ? 1 : sync::WARP / P::THREADS;
    // Whether the warps of a task meet at a named barrier of their own.
    static constexpr bool NAMED = WARPS > 1 && S::FACTS.of[I].meets;
    // Scratch memory in bytes: the items and shared memory of multi-threaded tasks.
    static constexpr unsigned SCRATCH = P::LEVEL == 2 ? 0 : TASKS * Slice<S, I>::BYTES;
    // Groups of a block of `warps` warps. Those of several warps need a barrier name each.
    static constexpr unsigned in_block(unsigned warps) {
        return WARPS > 1 && warps / WARPS > plan::BARRIERS ? plan::BARRIERS : warps / WARPS;
    }

    // Tells panics and barriers which procedure this warp runs; before a block barrier.
    __device__ static void take_seat(unsigned warp, unsigned group) {
        emergency().seats[warp] = {I, warp % WARPS * sync::WARP, NAMED ? 1 + group : 0, WARPS * sync::WARP};
    }

    // Copies the items of `count` multi-threaded tasks to the group's scratch memory; `item(i)` is where the i-th one lies.
    // `thread` is the index of the calling thread in the group. The group must meet before it runs them.
    template <class F>
    __device__ static void stage(unsigned char* scratch, unsigned count, unsigned thread, F&& item) {
        if constexpr (P::LEVEL == 0) {
            const unsigned task = thread / P::THREADS;
            if (task >= count) return;
            unsigned char* const slice = scratch + task * Slice<S, I>::BYTES;
            if (thread % P::THREADS == 0) sync::shared_fresh(slice + Slice<S, I>::SHARED, sizeof(typename P::Shared));
            copy_item<Item>(slice, item(task), thread % P::THREADS, P::THREADS);
        } else {
            if (thread == 0) sync::shared_fresh(scratch + Slice<S, I>::SHARED, sizeof(typename P::Shared));
            if (count > 0) copy_item<Item>(scratch, item(0), thread, WARPS * sync::WARP);
        }
    }

    // Runs `count` multi-threaded tasks whose items were staged.
    __device__ static void run(const typename S::Program& program, const Target& target, unsigned char* scratch, unsigned count,
                               unsigned thread) {
        const P& procedure = Entry<S, I>::of(program);
        if constexpr (P::LEVEL == 0) {
            const unsigned task = thread / P::THREADS, base = task * P::THREADS;
            if (task < count) {
                constexpr unsigned lanes = P::THREADS == sync::WARP ? sync::FULL_MASK : (1u << P::THREADS % sync::WARP) - 1;
                unsigned char* const slice = scratch + task * Slice<S, I>::BYTES;
                const Seat seat = {thread - base, lanes << base, base, 0, 0, slice + Slice<S, I>::SHARED};
                scheduler::execute(procedure, Context<P>(target, seat), *reinterpret_cast<const Item*>(slice));
            }
        } else if (count > 0) {
            const WarpSeat& here = emergency().seats[sync::thread_in_block() / sync::WARP];
            const unsigned name = here.barrier_name, threads = here.barrier_threads;
            if (thread < P::THREADS) {
                const Seat seat = {thread, sync::FULL_MASK, 0, name, threads, scratch + Slice<S, I>::SHARED};
                scheduler::execute(procedure, Context<P>(target, seat), *reinterpret_cast<const Item*>(scratch));
                // The end of the task is a last barrier: a thread that panics has somewhere to meet the others.
                if constexpr (NAMED) sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, true);
            } else if constexpr (NAMED) {
                // Lanes beyond the task's threads attend its barriers up to the last.
                while (sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, sync::load_relaxed_cta(&emergency().signals.aborted) != 0) == 0) {}
            }
            // The two branches come together before the group's next step.
            if constexpr (P::THREADS % sync::WARP != 0) sync::warp_barrier();
        }
    }

    // Runs one level-2 task.
    __device__ static void run(const typename S::Program& program, const Target& target, const Item& item) {
        scheduler::execute(Entry<S, I>::of(program), Context<P>(target, Seat{}), item);
    }
};

// Clears what a block shares about panics and barriers. To be called by the whole block, before a block barrier.
__device__ inline void enter_block(Control* control) {
    Emergency& seats = emergency();
    const unsigned index = sync::thread_in_block();
    if (index == 0) {
        seats.control = control;
        seats.signals.aborted = 0;
    }
    if (index < sync::WARP) seats.gone[index] = 0;
}

}  // namespace whipple
