// Level 0: a warp runs as many tasks side by side as its lanes hold.
#pragma once
#include "warp.cuh"

namespace whipple::scheduler {

template <class S, unsigned I>
struct WarpTasks : WithinWarp<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;
    static constexpr unsigned SCRATCH = sync::WARP / P::THREADS * Slice<S, I>::BYTES;

    __device__ static void fetch(Warp& warp, Words&, const TaskUnit& unit) {
        const unsigned task = sync::lane() / P::THREADS;
        if (task >= unit.end - unit.first) return;
        unsigned char* const slice = warp.scratch(warp.warp()) + task * Slice<S, I>::BYTES;
        if (sync::lane() % P::THREADS == 0) sync::shared_fresh(slice + Slice<S, I>::SHARED, sizeof(typename P::Shared));
        copy_slot<Item>(slice, warp.template slot<I>(unit.first + task), sync::lane() % P::THREADS, P::THREADS);
    }

    __device__ static void run(Warp& warp, const Words&, const TaskUnit& unit, unsigned long long begin, Held<S>& held) {
        const unsigned task = sync::lane() / P::THREADS, base = task * P::THREADS;
        if (task < unit.end - unit.first) {
            constexpr unsigned lanes = P::THREADS == sync::WARP ? sync::FULL_MASK : (1u << P::THREADS % sync::WARP) - 1;
            unsigned char* const slice = warp.scratch(warp.warp()) + task * Slice<S, I>::BYTES;
            const Seat seat = {sync::lane() - base, lanes << base, base, 0, 0, slice + Slice<S, I>::SHARED};
            const Context<P> context(warp.queues, seat);
            execute(AnyLevel<S, I>::procedure(warp), context, *reinterpret_cast<const Item*>(slice));
            context.hand_leaf(held);
        }
        warp.watch.end(warp.parameters, begin, I, unit.end - unit.first, true);
    }
};

}  // namespace whipple::scheduler
