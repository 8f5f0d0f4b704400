// Level 2: threads that run the children of their tasks themselves. One code runs all tasks that threads may run so.
#pragma once
#include "level2.cuh"

namespace whipple::scheduler {

// Limits of dives, in cycles: what each lane of a warp may wait on average before tasks are put together with others again, and how long a warp
// goes on in any case.
constexpr unsigned MOST_LOST_IN_DIVE = 4000, LONGEST_DIVE = 80'000;

// Tasks that come by a queue: each lane takes one, and `Dive` runs it.
template <class S, unsigned I>
struct DiveTasks : Level2<S, I> {
    using typename AnyLevel<S, I>::P, typename AnyLevel<S, I>::Item, typename AnyLevel<S, I>::Warp, typename AnyLevel<S, I>::Words;

    __device__ static void run(Warp& warp, const Words& words, const TaskUnit& unit, unsigned long long, Held<S>& held) {
        auto& diver = held.diver;
        diver.begin_round(warp.scratch(warp.warp()), !warp.dives, warp.spare);
        if (sync::lane() >= unit.end - unit.first) return;
        Item queued;
        memcpy(&queued, words, sizeof(Item));
        if (!warp.dives && queued.to.is_on_stack()) {
            const Given given = give_oldest<S>(warp.queues, queued.to);
            queued.to = given.to;
            // So no round has more tasks spawned than its bodies do.
            if (given.any) return scheduler::push<P, P, Item>(warp.queues, queued);
        }
        if constexpr (joins::HAS_SIZE<typename P::Item>)
            diver.template take<P>(queued.item, queued.to);
        else
            diver.template take<P>({}, queued.to);
    }
};

// Whether procedure c continues for tasks of some procedure whose tasks dive.
template <class S>
__device__ constexpr bool resumed(unsigned c) {
    bool any = false;
    for (unsigned p = 0; p < S::PROCEDURES; p++) any = any || (dives<S>(p) && (S::FACTS.resumes[p] >> c & 1) != 0);
    return any;
}

template <class S>
struct Dive {
    using Warp = TaskWarp<S>;

    // Runs the tasks that the lanes hold, and what follows. `taken` of procedure `of_round` have been taken for the round.
    __device__ static void run(Warp& warp, Diver<S>& diver, unsigned of_round, unsigned taken, unsigned long long begin) {
        if (of_round < S::PROCEDURES && dives<S>(of_round)) run_all(warp, diver, of_round, taken, begin);
        if (sync::lane() == 0) sync::add_relaxed_cta(&block_state<S>().ended, 1);
    }

private:
    static constexpr unsigned WARPS = S::BLOCK_THREADS / sync::WARP;

    __device__ static void run_all(Warp& warp, Diver<S>& diver, unsigned of_round, unsigned taken, unsigned long long begin) {
        unsigned waiting = sync::ballot(sync::FULL_MASK, diver.procedure != Diver<S>::NONE);
        const unsigned start = sync::cycles();
        unsigned last = start, lost = 0, steps = 0;
        // Of the lane's number: tasks of that procedure that the warp has run beside those that were taken.
        unsigned more = sync::lane() == of_round ? 0u - taken : 0;
        while (waiting != 0) {
            if (diver.is_unsettled()) settle(warp, diver);
            for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
                if constexpr (dives<S>(I)) step<I>(warp, diver, more, begin);
            });
            if (diver.is_to_give()) give(warp, diver);
            steps++;
            waiting = sync::ballot(sync::FULL_MASK, diver.procedure != Diver<S>::NONE);
            const unsigned now = sync::cycles();
            // Each warp that goes on has its part of what those lose that have ended.
            const unsigned ended = min(sync::load_relaxed_cta(&block_state<S>().ended), WARPS - 1);
            lost += (now - last) * (sync::WARP - sync::count_bits(waiting) + sync::WARP * ended / (WARPS - ended));
            last = now;
            // Each lane has clocks of its own.
            const bool enough = lost > sync::WARP * MOST_LOST_IN_DIVE || now - start > LONGEST_DIVE;
            if (sync::ballot(sync::FULL_MASK, enough) != 0) break;
        }
        if (diver.is_unsettled()) settle(warp, diver);
        wait(warp, diver);
        warp.spare = diver.spare();
        if (sync::lane() < S::PROCEDURES && more != 0) sync::add_relaxed_cta(&block_state<S>().executed[sync::lane()], more);
        if (sync::lane() == 0 && steps > 1) sync::max_relaxed_cta(&block_state<S>().steps, steps - 1);
    }

    // Runs a task of procedure I in each lane that has one next.
    template <unsigned I>
    __device__ static void step(Warp& warp, Diver<S>& diver, unsigned& more, unsigned long long& begin) {
        using P = typename Entry<S, I>::Procedure;
        // Who gives its fork away runs no more before.
        const bool mine = diver.procedure == I && !diver.is_to_give();
        const unsigned lanes = sync::ballot(sync::FULL_MASK, mine);
        if (lanes == 0) return;
        const unsigned count = sync::count_bits(lanes);
        if (warp.seated != I << 8) {
            // A panic looks here.
            if (sync::lane() == 0) emergency().seats[warp.warp()] = {I, 0, 0, 0};
            warp.seated = I << 8;
            sync::warp_barrier();
        }
        if (mine) {
            const Queued<P> queued = diver.template begin<P>();
            const Context<P> context(warp.queues, Seat{}, Kept<P>(diver));
            execute(Entry<S, I>::of(warp.program), context, queued);
        }
        sync::warp_barrier();
        warp.watch.end(warp.parameters, begin, I, count, true);
        begin = warp.watch.next();
        if (sync::lane() == I) more += count;
    }

    // Does what is due between the bodies of tasks, until there is room for a frame, and a next task or none.
    __device__ static void settle(Warp& warp, Diver<S>& diver) {
        if (diver.procedure == Diver<S>::COUNTS) count_down(warp, diver);
        if (diver.procedure == Diver<S>::RAISES) diver.raise();
        if (diver.procedure >= Diver<S>::NONE) return;
        diver.make_room();
        if (diver.is_full()) part(warp, diver);
    }

    // Tells whoever waits for the last task in a record that it has finished. The last one to do so goes on with the continuation.
    __device__ static void count_down(Warp& warp, Diver<S>& diver) {
        JoinMemory& memory = joins::memory();
        const unsigned number = diver.to.number();
        diver.procedure = Diver<S>::NONE;
        auto* const record = reinterpret_cast<unsigned*>(memory.records.at(number));
        // Release: whoever runs the continuation sees the output, and what the task wrote.
        if (sync::add_release_gpu(&record[0], ~0u) != 1) return;
        // Acquire, by the last alone: it reads the outputs of the others, and hands on what they wrote.
        sync::fence_acq_rel_gpu();
        const unsigned continuation = record[1];
        constexpr unsigned ITEM = sizeof(joins::Header) / 4;
        for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
            if constexpr (resumed<S>(I)) {
                if (continuation != I) return;
                using C = typename Entry<S, I>::Procedure;
                const Queued<C> queued = *reinterpret_cast<const Queued<C>*>(record + ITEM);
                joins::give(memory, number);
                if constexpr (!dives<S>(I)) {
                    scheduler::push<C, typename Entry<S, 0>::Procedure, Queued<C>>(warp.queues, queued);
                } else if constexpr (joins::HAS_SIZE<typename C::Item>) {
                    diver.template take<C>(queued.item, queued.to);
                } else {
                    diver.template take<C>({}, queued.to);
                }
            }
        });
    }

    // Gives all to others that the lane has: the children of its fork, and with them the next task.
    __device__ static void give(Warp& warp, Diver<S>& diver) {
        part(warp, diver);
        wait(warp, diver);
    }

    // Makes records of the lane's frames.
    __device__ static void part(Warp& warp, Diver<S>& diver) {
        diver.parted(scheduler::part<S>(warp.queues, diver.frames(), diver.size(), diver.oldest(), diver.to.offset));
    }

    // Leaves the next task of a lane to another round.
    __device__ static void wait(Warp& warp, Diver<S>& diver) {
        if (diver.is_here() && !diver.can_lower()) part(warp, diver);
        for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
            if constexpr (dives<S>(I)) {
                using P = typename Entry<S, I>::Procedure;
                if (diver.procedure != I) return;
                Queued<P> queued = diver.template begin<P>();
                queued.to = diver.lowered(queued.to);
                scheduler::push<P, P, Queued<P>>(warp.queues, queued);
            }
        });
    }
};

}  // namespace whipple::scheduler
