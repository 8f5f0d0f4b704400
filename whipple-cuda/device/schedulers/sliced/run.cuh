// One slice of one procedure: blocks that run tasks from its stacks and add what they spawn. Protocol: schedulers/sliced/README.md.
#pragma once
#include "../common/group.cuh"
#include "stacks.cuh"

namespace whipple {

// The body of a slice's kernel; blocks have THREADS threads.
template <class S, unsigned I, unsigned THREADS>
class SliceWorker {
    using G = TaskGroup<S, I>;
    using P = typename Entry<S, I>::Procedure;
    using Item = typename Entry<S, I>::Item;
    static constexpr unsigned GROUPS = G::in_block(THREADS / sync::WARP);
    static constexpr unsigned TASKS = GROUPS * G::TASKS;
    static_assert(GROUPS * G::WARPS * sync::WARP == THREADS, "whipple-cuda/src/engine/sliced/geometry.rs leaves no warp idle");

public:
    __device__ SliceWorker(const typename S::Program& program, const SliceView& view) : program_(program), view_(view) {}

    __device__ void run() {
        const unsigned count = view_.plan.count[I];
        if (sync::block() * TASKS >= count) return;
        enter_block(view_.parameters.control);
        // Their barrier is out of line.
        if constexpr (G::NAMED && P::THREADS % sync::WARP != 0) sync::claim_barriers(view_.parameters.control == nullptr);
        if (sync::lane() == 0) G::take_seat(warp(), group());
        sync::block_barrier();
        if constexpr (P::LEVEL == 2) {
            threads(count);
        } else if constexpr (P::LEVEL == 0) {
            warps(count);
        } else {
            block(count);
        }
    }

private:
    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }
    __device__ static unsigned group() { return warp() / G::WARPS; }
    __device__ static bool aborted() { return sync::load_relaxed_cta(&emergency().signals.aborted) != 0; }
    __device__ unsigned char* scratch() const { return sync::dynamic_shared_memory() + group() * G::SCRATCH; }

    // Each thread for itself.
    __device__ void threads(unsigned count) {
        for (unsigned i = sync::block() * TASKS + sync::thread_in_block(); i < count; i += sync::blocks() * TASKS) {
            Item item;
            copy_item<Item>(reinterpret_cast<unsigned char*>(&item), slice_item<Item>(view_, I, i));
            G::run(program_, view_, item);
            if (aborted()) return;
        }
    }

    // Each warp for itself.
    __device__ void warps(unsigned count) {
        for (unsigned i = sync::block() * TASKS + group() * G::TASKS; i < count; i += sync::blocks() * TASKS) {
            const unsigned tasks = min(G::TASKS, count - i);
            G::stage(scratch(), tasks, sync::lane(), [&](unsigned task) { return slice_item<Item>(view_, I, i + task); });
            sync::warp_barrier();
            G::run(program_, view_, scratch(), tasks, sync::lane());
            // All lanes that are left decide together; the vote also ends the use of the scratch memory.
            if (sync::ballot(sync::FULL_MASK, aborted()) != 0) return;
            sync::warp_barrier();
        }
    }

    // All together: between two block barriers no task runs, so that every thread sees the same `aborted`. A thread that went
    // on where another left would wait for it in a named barrier for ever.
    __device__ void block(unsigned count) {
        const unsigned thread = sync::thread_in_block() % (G::WARPS * sync::WARP);
        for (unsigned i = sync::block() * TASKS; i < count; i += sync::blocks() * TASKS) {
            const unsigned tasks = i + group() < count ? 1 : 0;
            G::stage(scratch(), tasks, thread, [&](unsigned) { return slice_item<Item>(view_, I, i + group()); });
            sync::block_barrier();
            G::run(program_, view_, scratch(), tasks, thread);
            sync::block_barrier();
            if (aborted()) return;
        }
    }

    const typename S::Program& program_;
    const SliceView view_;
};

}  // namespace whipple
