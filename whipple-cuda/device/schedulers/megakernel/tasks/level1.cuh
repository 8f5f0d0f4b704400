// Level 1: a group of warps runs a task, or several one after another.
#pragma once
#include "warp.cuh"

namespace whipple::scheduler {

template <class S, unsigned I>
struct Level1 : AnyLevel<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    // Warps of a group, and their threads.
    static constexpr unsigned WARPS = (P::THREADS + sync::WARP - 1) / sync::WARP, THREADS = WARPS * sync::WARP;
    static constexpr bool IS_WHOLE_BLOCK = THREADS == S::BLOCK_THREADS;
    static constexpr unsigned SCRATCH = align16((Batch<S, I>::BYTES + WARPS - 1) / WARPS);
    static constexpr bool MEETS = S::FACTS.of[I].meets;
    // Whether the warps of a group change places from task to task of a round: often the first thread has the most to do. Not where a
    // thread of one task and the same one of the next may use shared memory at the same time.
    static constexpr bool ROTATES = Batch<S, I>::MOST > 1 && !MEETS && static_cast<bool>(SameAs<typename P::Shared, NoShared>);

    __device__ static TaskUnit unit(const Part& part, unsigned place) {
        // A task as wide as the block leaves nothing to divide.
        if (IS_WHOLE_BLOCK) return {part.first, part.end, place, 1, part.first};
        return {part.first + place / WARPS, part.end, place % WARPS, part.warps / WARPS, part.first};
    }

    // The barrier of a group of warps. Tasks of two warps or more need one of their own. Their first warps are at least two apart
    // and at most the 29th, which leaves distinct names 1..15. A single warp has none.
    __device__ static unsigned barrier_name(const TaskUnit& unit) {
        return P::THREADS > sync::WARP && (MEETS || goes_on<S>(I)) ? 1 + first_warp(unit) / 2 : 0;
    }

    __device__ static WarpSeat seat(const TaskUnit& unit) { return {I, unit.member * sync::WARP, barrier_name(unit), THREADS}; }

    // The first warp of the group, whose scratch memory begins that of all, and this thread's number in the group.
    __device__ static unsigned first_warp(const TaskUnit& unit) { return Warp::warp() - unit.member; }
    __device__ static unsigned thread(const TaskUnit& unit) { return unit.member * sync::WARP + sync::lane(); }

    __device__ static void fetch(Warp& warp, Words&, const TaskUnit& unit) {
        unsigned char* const batch = warp.scratch(first_warp(unit));
        // The tasks of a batch have the same.
        if (thread(unit) == 0) sync::shared_fresh(batch + Batch<S, I>::SHARED, sizeof(typename P::Shared));
        if (Batch<S, I>::MOST == 1) {
            copy_slot<Item>(batch, warp.template slot<I>(unit.first), thread(unit), THREADS);
        } else if (const unsigned position = unit.first + thread(unit) * unit.stride; position < unit.end) {
            Item item;
            whipple::load_item<Item>(&item, warp.template slot<I>(position));
            whipple::store_item(batch + thread(unit) * sizeof(Item), item);
        }
    }

    // Where a panic looks for the thread that runs a task in the place of this one. To be told before each task if the warps rotate.
    __device__ static void note(const sync::SharedWord& noted, unsigned thread) {
        if (ROTATES && thread % sync::WARP == 0) noted.store_relaxed_cta(thread);
    }

    // The thread that this one is in the next task.
    __device__ static unsigned next_place(unsigned thread) { return ROTATES ? (thread + sync::WARP) % THREADS : thread; }
};

// Tasks that end with their body.
template <class S, unsigned I>
struct GroupTasks : Level1<S, I> {
    using Level = Level1<S, I>;
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void run(Warp& warp, const Words&, const TaskUnit& unit, unsigned long long begin, Held<S>&) {
        const unsigned char* item = warp.scratch(Level::first_warp(unit));
        unsigned thread = Level::thread(unit), more = ~0u;
        const bool leads = thread == 0;
        const sync::SharedWord noted(&emergency().seats[warp.warp()].thread);
#pragma unroll 1
        for (unsigned position = unit.first; position < unit.end; position += unit.stride, item += sizeof(Item)) {
            Level::note(noted, thread);
            const bool ended = run_one(warp, unit, thread, *reinterpret_cast<const Item*>(item));
            warp.watch.end(warp.parameters, begin, I, 1, thread < sync::WARP);
            if (Level::MEETS && Batch<S, I>::MOST > 1) {
                if (!ended) break;
                // A warp alone has no barrier, and what its lanes share is used again.
                if (Level::WARPS == 1) sync::warp_barrier();
            }
            begin = warp.watch.next();
            thread = Level::next_place(thread);
            more++;
        }
        if (Batch<S, I>::MOST > 1 && leads && more > 0) block_state<S>().went_on(I, 0, P::THREADS, more);
    }

private:
    // Runs thread number `thread` of a task; the warps of a task have consecutive threads. Where they meet: whether all of them have
    // ended it, and none by a panic. They agree on that, and may begin another task that uses the same shared memory.
    __device__ static bool run_one(Warp& warp, const TaskUnit& unit, unsigned thread, const Item& item) {
        constexpr unsigned threads = Level::THREADS;
        const unsigned name = !Level::MEETS ? 0 : Level::IS_WHOLE_BLOCK ? 1 : Level::barrier_name(unit);
        bool ended = true;
        if (P::THREADS % sync::WARP == 0 || thread < P::THREADS) {
            const Seat seat = {thread, sync::FULL_MASK, 0, name, threads, warp.scratch(Level::first_warp(unit)) + Batch<S, I>::SHARED};
            execute(Level::procedure(warp), Context<P>(warp.queues, seat), item);
            // The end of the task is a last barrier: a thread that panics has somewhere to meet the others. One that has gone does not
            // vote, but for the last lane of a warp, whose others do not.
            if (name != 0) ended = sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, true) == P::THREADS;
        } else if (name != 0) {
            // Lanes beyond the task's threads attend its barriers up to the last.
            while (sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, sync::load_relaxed_cta(&emergency().signals.aborted) != 0) == 0) {}
        }
        // The two branches come together before the next barrier of the block.
        if (P::THREADS % sync::WARP != 0) sync::warp_barrier();
        return ended;
    }
};

// Tasks that go on with their children, in generations: see README.md.
template <class S, unsigned I>
struct GenerationTasks : Level1<S, I> {
    using Level = Level1<S, I>;
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void fetch(Warp& warp, Words& words, const TaskUnit& unit) {
        // Ready before the barrier that begins the round.
        if (Level::thread(unit) == 0) generations<S>(Level::first_warp(unit)).clear();
        Level::fetch(warp, words, unit);
    }

    // Runs this warp's part of the tasks of its group, of their children, and so on.
    __device__ static void run(Warp& warp, const Words&, const TaskUnit& unit, unsigned long long begin, Held<S>&) {
        Generations& shared = generations<S>(Level::first_warp(unit));
        unsigned char* items = warp.scratch(Level::first_warp(unit));
        unsigned char* others = shared.items;
        unsigned thread = Level::thread(unit);
        const bool leads = thread == 0;
        unsigned count = unit.count(), next = 1;
        const sync::SharedWord noted(&emergency().seats[warp.warp()].thread);
        if (leads) {
            shared.begin = sync::cycles();
            shared.most = count;
        }
        for (;;) {
            const unsigned char* item = items;
            Kept<P> kept;
            kept.next.items = others;
            kept.next.tasks = &shared.tasks[next];
            if (!S::OVERFLOW && unit.member == 0) refill(warp, shared, others, shared.tasks[next], count, unit.floor);
#pragma unroll 1
            for (unsigned i = 0; i < count; i++, item += sizeof(Item)) {
                Level::note(noted, thread);
                const Seat seat = {thread, sync::FULL_MASK, 0, 0, Level::THREADS, warp.scratch(Level::first_warp(unit)) + Batch<S, I>::SHARED};
                execute(Level::procedure(warp), Context<P>(warp.queues, seat, kept), *reinterpret_cast<const Item*>(item));
                warp.watch.end(warp.parameters, begin, I, 1, thread < sync::WARP);
                begin = warp.watch.next();
                thread = Level::next_place(thread);
            }
            const unsigned after = next == 2 ? 0 : next + 1;
            if (leads) {
                shared.total += count;
                sync::store_relaxed_cta(&shared.tasks[after], 0);
                const unsigned longest = sync::load_relaxed_cta(&block_state<S>().longest);
                if (sync::cycles() - shared.begin > longest) sync::add_relaxed_cta(&shared.tasks[next], Generations::LAST);
            }
            if (meet(unit)) return;
            count = sync::load_relaxed_cta(&shared.tasks[next]);
            if (count == 0) break;
            unsigned char* const children = others;
            if (count >= Generations::LAST) {
                if (unit.member == 0 && sync::lane() < count - Generations::LAST) {
                    Item child;
                    whipple::load_item<Item>(&child, children + sync::lane() * sizeof(Item));
                    scheduler::push<P, P, Item>(warp.queues, child);
                }
                break;
            }
            others = items;
            items = children;
            next = after;
        }
        if (leads) block_state<S>().went_on(I, shared.total - unit.count(), P::THREADS, shared.total - 1);
    }

private:
    // Takes up to `wanted` of the oldest tasks that the round has left in the local queue, those below position `floor`. Returns
    // how many, from position `first` on. To be called by one thread.
    __device__ static unsigned take_oldest(unsigned floor, unsigned wanted, unsigned& first) {
        unsigned* const bottom = &block_state<S>().queue[I].bottom;
        if (static_cast<int>(floor - sync::load_relaxed_cta(bottom)) <= 0) return 0;
        first = sync::add_relaxed_cta(bottom, wanted);
        const int left = static_cast<int>(floor - first);
        const unsigned taken = left <= 0 ? 0 : min(static_cast<unsigned>(left), wanted);
        if (taken < wanted) sync::add_relaxed_cta(bottom, taken - wanted);
        return taken;
    }

    // Adds the oldest tasks of the local queue to the next generation, where this one has become small. To be called by the first warp of
    // a group.
    __device__ static void refill(const Warp& warp, Generations& shared, unsigned char* items, unsigned& tasks, unsigned count, unsigned floor) {
        unsigned first = 0, taken = 0, place = 0;
        if (sync::lane() == 0 && count <= shared.most / 2) {
            taken = take_oldest(floor, shared.most - count, first);
            if (taken > 0) place = sync::add_relaxed_cta(&tasks, taken);
        }
        if (sync::ballot(sync::FULL_MASK, taken > 0) == 0) return;
        taken = sync::shuffle(sync::FULL_MASK, taken, 0);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        place = sync::shuffle(sync::FULL_MASK, place, 0);
        if (sync::lane() >= taken) return;
        Item more;
        whipple::load_item<Item>(&more, warp.template slot<I>(first + sync::lane()));
        whipple::store_item(items + (place + sync::lane()) * sizeof(Item), more);
    }

    // Lets the warps of a group meet. True: a thread of the block has panicked.
    __device__ static bool meet(const TaskUnit& unit) {
        if (Level::WARPS == 1) {
            sync::warp_barrier();
            return sync::ballot(sync::FULL_MASK, true) != sync::FULL_MASK;
        }
        const bool aborted = sync::load_relaxed_cta(&emergency().signals.aborted) != 0;
        const unsigned name = Level::IS_WHOLE_BLOCK ? 1 : Level::barrier_name(unit);
        return sync::named_barrier_count<plan::BARRIERS>(name, Level::THREADS, aborted) > 0;
    }
};

}  // namespace whipple::scheduler
