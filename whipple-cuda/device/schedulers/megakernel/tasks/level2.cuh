// Level 2: each lane of a warp runs a task of its own.
#pragma once
#include "../adapt/leaves.cuh"
#include "warp.cuh"

namespace whipple::scheduler {

template <class S, unsigned I>
struct Level2 : WithinWarp<S, I> {
    using typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;
    static constexpr unsigned SCRATCH = 0;

    __device__ static void fetch(Warp& warp, Words& words, const TaskUnit& unit) {
        if (sync::lane() < unit.end - unit.first) whipple::load_item<Item>(words, warp.template slot<I>(unit.first + sync::lane()));
    }
};

// Tasks that end with their body.
template <class S, unsigned I>
struct ThreadTasks : Level2<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void run(Warp& warp, const Words& words, const TaskUnit& unit, unsigned long long begin, Held<S>& held) {
        if (sync::lane() < unit.end - unit.first) {
            Item item;
            memcpy(&item, words, sizeof(Item));
            const Context<P> context(warp.queues, Seat{});
            execute(Level2<S, I>::procedure(warp), context, item);
            context.hand_leaf(held);
        }
        warp.watch.end(warp.parameters, begin, I, unit.end - unit.first, true);
    }
};

// Leaves of which others spawn some that run in place. One code runs those and the ones that come by a queue.
template <class S, unsigned I>
struct LeafTasks : Level2<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void run(Warp&, const Words& words, const TaskUnit& unit, unsigned long long, Held<S>& held) {
        if (sync::lane() >= unit.end - unit.first) return;
        held.procedure = I;
        memcpy(held.words, words, sizeof(Item));
    }

    // Runs the leaves that the lanes hold. `of_round` is the procedure of which the warp has run tasks. Where that is this one, `leads` says of
    // its first warp that it is to tell what the tasks take.
    __device__ static void run_held(Warp& warp, const Held<S>& held, unsigned of_round, bool leads, unsigned long long begin) {
        const unsigned lanes = sync::ballot(sync::FULL_MASK, held.procedure == I);
        if (lanes == 0) return;
        const bool in_place = of_round != I, first = sync::lane() == sync::lowest_bit(lanes);
        const unsigned count = sync::count_bits(lanes);
        if (in_place) {
            begin = warp.watch.next();
            // A panic looks here.
            if (first) emergency().seats[warp.warp()] = {I, 0, 0, 0};
            warp.seated = I << 8;
            sync::warp_barrier();
        }
        if (!in_place && leads) Leaves<S>::template begin<I>();
        if (held.procedure == I) {
            Item item;
            memcpy(&item, held.words, sizeof(item));
            execute(Level2<S, I>::procedure(warp), Context<P>(warp.queues, Seat{}), item);
        }
        warp.watch.end(warp.parameters, begin, I, count, true);
        if (in_place && first) sync::add_relaxed_cta(&block_state<S>().executed[I], count);
        if (!in_place && leads) Leaves<S>::template end<I>(1);
    }
};

// Tasks that go on with their children.
template <class S, unsigned I>
struct Chains : Level2<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void run(Warp& warp, const Words& words, const TaskUnit& unit, unsigned long long begin, Held<S>&) {
        Item item;
        memcpy(&item, words, sizeof(Item));
        unsigned count = unit.end - unit.first;
        bool mine = sync::lane() < count;
        const unsigned start = sync::cycles();
        unsigned last = start, lost = 0, steps = 0, followers = 0;
        for (;;) {
            Next<P> next;
            if (mine) {
                const Context<P> context(warp.queues, Seat{});
                execute(Level2<S, I>::procedure(warp), context, item);
                next = context.next;
            }
            warp.watch.end(warp.parameters, begin, I, count, true);
            mine = mine && next.present;
            item = next.item;
            count = sync::count_bits(sync::ballot(sync::FULL_MASK, mine));
            if (count == 0) break;
            const unsigned now = sync::cycles();
            lost += (now - last) * (sync::WARP - count);
            last = now;
            // Each lane has clocks of its own, and lane 0 may be gone.
            const bool enough = lost > sync::WARP * MOST_LOST || now - start > LONGEST_OF_WARP;
            if (sync::ballot(sync::FULL_MASK, enough) != 0) {
                if (mine) scheduler::push<P, P, Item>(warp.queues, item);
                break;
            }
            begin = warp.watch.next();
            followers += count;
            steps++;
        }
        if (sync::lane() == 0 && steps > 0) block_state<S>().went_on(I, followers, 1, steps);
    }
};

}  // namespace whipple::scheduler
