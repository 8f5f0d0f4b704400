// Running tasks: a warp takes their items out of the local queue and calls the procedure.
#pragma once
#include "../../common/apart.cuh"
#include "../../common/slice.cuh"
#include "../exchange/chunks.cuh"
#include "chain.cuh"
#include "in_place.cuh"
#include "../block/observe.cuh"

namespace whipple {

// Bytes of scratch memory that each warp needs: the most of any procedure.
template <class S, unsigned I = 0>
constexpr unsigned scratch_per_warp() {
    if constexpr (I < S::PROCEDURES) {
        using P = typename Entry<S, I>::Procedure;
        constexpr unsigned rest = scratch_per_warp<S, I + 1>(), slice = Slice<S, I>::BYTES;
        constexpr unsigned warps = (P::THREADS + sync::WARP - 1) / sync::WARP;
        constexpr unsigned own = P::LEVEL == 2   ? 0
                                 : P::LEVEL == 0 ? sync::WARP / P::THREADS * slice
                                                 : align16((Batch<S, I>::BYTES + warps - 1) / warps);
        return own > rest ? own : rest;
    } else {
        return 0;
    }
}

// A warp's part in running the tasks that its block has chosen.
template <class S>
class Tasks {
    static_assert(scratch_per_warp<S>() == S::SCRATCH_PER_WARP, "whipple-runtime/src/program/plan.rs computes the same");

protected:
    static constexpr unsigned N = S::PROCEDURES;

    __device__ Tasks(const typename S::Program& program, const Parameters<N>& parameters)
        : program_(program), parameters_(parameters), queues_{parameters, 0} {}

    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }

    // The largest level-2 item, in words; at least one.
    template <unsigned I = 0>
    __device__ static constexpr unsigned level2_words() {
        if constexpr (I < N) {
            constexpr unsigned rest = level2_words<I + 1>();
            constexpr unsigned own = Entry<S, I>::Procedure::LEVEL == 2 ? (sizeof(typename Entry<S, I>::Item) + 3) / 4 : 1;
            return own > rest ? own : rest;
        } else {
            return 1;
        }
    }
    static constexpr unsigned WORDS_LEVEL2 = level2_words();

    // Threads of the warps that run a level-1 task.
    template <unsigned I>
    static constexpr unsigned BARRIER_THREADS = (Entry<S, I>::Procedure::THREADS + sync::WARP - 1) / sync::WARP * sync::WARP;

    // Whether the warps of a group change places from task to task of a round: often the first thread has the most to do. Not where a
    // thread of one task and the same one of the next may use shared memory at the same time.
    template <unsigned I>
    static constexpr bool ROTATES =
        Batch<S, I>::MOST > 1 && !S::FACTS.of[I].meets && static_cast<bool>(SameAs<typename Entry<S, I>::Procedure::Shared, NoShared>);

    template <unsigned I>
    __device__ const unsigned char* slot(unsigned position) const {
        return sync::dynamic_shared_memory() + parameters_.local_offset[I] +
               (position & (parameters_.capacity[I] - 1)) * sizeof(typename Entry<S, I>::Item);
    }

    __device__ unsigned char* scratch(unsigned warp) const {
        return sync::dynamic_shared_memory() + parameters_.scratch_offset + warp * parameters_.scratch_per_warp;
    }

    // What a warp runs of a procedure: tasks at positions [first, end), or, as the warp number `member` of a group, its part of the
    // level-1 tasks at first, first + stride and so on, below end.
    struct Unit {
        unsigned first;
        unsigned end;
        unsigned member;
        unsigned stride;
        unsigned floor;  // the first position of the whole part

        __device__ unsigned count() const { return (end - first + stride - 1) / stride; }
    };

    // The unit of the warp that is number `place` in a part of a round.
    template <unsigned I>
    __device__ static Unit unit(const Part& part, unsigned place) {
        using P = typename Entry<S, I>::Procedure;
        if constexpr (P::LEVEL == 1) {
            constexpr unsigned WARPS = (P::THREADS + sync::WARP - 1) / sync::WARP;
            // A task as wide as the block leaves nothing to divide.
            if constexpr (WARPS == S::BLOCK_THREADS / sync::WARP) return {part.first, part.end, place, 1, part.first};
            return {part.first + place / WARPS, part.end, place % WARPS, part.warps / WARPS, part.first};
        } else {
            constexpr unsigned TASKS = sync::WARP / P::THREADS;
            const unsigned first = part.first + place * TASKS;
            return {first, min(first + TASKS, part.end), 0, 1, part.first};
        }
    }

    // The barrier of a group of warps. Tasks of two warps or more need one of their own: their first warps are at least two apart
    // and at most the 29th, which leaves distinct names 1..15. A single warp has none.
    template <unsigned I>
    __device__ static unsigned barrier_name(const Unit& unit) {
        using P = typename Entry<S, I>::Procedure;
        return P::THREADS > sync::WARP && (S::FACTS.of[I].meets || S::FACTS.of[I].goes_on) ? 1 + (warp() - unit.member) / 2 : 0;
    }

    // Takes the items of this warp's unit of procedure I: those of level 2 to registers, others to the scratch memory.
    template <unsigned I>
    __device__ void fetch(unsigned (&words)[WORDS_LEVEL2], const Unit& unit) {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
        // A panic looks here.
        const unsigned seat = I << 8 | unit.member;
        if (seat != seat_ && sync::lane() == 0)
            emergency().seats[warp()] = {I, unit.member * sync::WARP, barrier_name<I>(unit), BARRIER_THREADS<I>};
        seat_ = seat;
        if constexpr (P::LEVEL == 2) {
            if (sync::lane() < unit.end - unit.first) load_item<Item>(words, slot<I>(unit.first + sync::lane()));
        } else if constexpr (P::LEVEL == 0) {
            const unsigned task = sync::lane() / P::THREADS;
            if (task < unit.end - unit.first) {
                unsigned char* const slice = scratch(warp()) + task * Slice<S, I>::BYTES;
                if (sync::lane() % P::THREADS == 0) sync::shared_fresh(slice + Slice<S, I>::SHARED, sizeof(typename P::Shared));
                copy_slot<Item>(slice, slot<I>(unit.first + task), sync::lane() % P::THREADS, P::THREADS);
            }
        } else {
            unsigned char* const batch = scratch(warp() - unit.member);
            const unsigned thread = unit.member * sync::WARP + sync::lane();
            // The tasks of a batch have the same.
            if (thread == 0) sync::shared_fresh(batch + Batch<S, I>::SHARED, sizeof(typename P::Shared));
            if constexpr (S::FACTS.of[I].goes_on) {
                // Ready before the barrier that begins the round.
                if (thread == 0) scheduler::generations<S>(warp() - unit.member).clear();
            }
            if constexpr (Batch<S, I>::MOST == 1) {
                copy_slot<Item>(batch, slot<I>(unit.first), thread, BARRIER_THREADS<I>);
            } else if (const unsigned position = unit.first + thread * unit.stride; position < unit.end) {
                Item item;
                load_item<Item>(&item, slot<I>(position));
                store_item(batch + thread * sizeof(Item), item);
            }
        }
    }

    using Held = scheduler::Held<S>;

    // Runs them; the round began at `begin`. `held`: the leaf that the lane is to run then, see `execute_held`.
    template <unsigned I>
    __device__ void execute_fetched(const unsigned (&words)[WORDS_LEVEL2], const Unit& unit, unsigned long long begin, Held& held) {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
        const P& procedure = Entry<S, I>::of(program_);
        if constexpr (P::LEVEL == 2 && S::FACTS.of[I].goes_on) {
            execute_chains<I>(procedure, words, unit.end - unit.first, begin);
        } else if constexpr (scheduler::come_in_place<S>(I)) {
            // One code for those that come by a queue and those that run in place.
            if (sync::lane() < unit.end - unit.first) {
                held.procedure = I;
                memcpy(held.words, words, sizeof(Item));
            }
        } else if constexpr (P::LEVEL == 2) {
            if (sync::lane() < unit.end - unit.first) {
                Item item;
                memcpy(&item, words, sizeof(Item));
                const Context<P> context(queues_, Seat{});
                scheduler::execute(procedure, context, item);
                if constexpr (scheduler::holds_leaves<S>(I)) held = context.held;
            }
            watch_.end(parameters_, begin, I, unit.end - unit.first, true);
        } else if constexpr (P::LEVEL == 0) {
            const unsigned task = sync::lane() / P::THREADS, base = task * P::THREADS;
            if (task < unit.end - unit.first) {
                constexpr unsigned lanes = P::THREADS == sync::WARP ? sync::FULL_MASK : (1u << P::THREADS % sync::WARP) - 1;
                unsigned char* const slice = scratch(warp()) + task * Slice<S, I>::BYTES;
                const Seat seat = {sync::lane() - base, lanes << base, base, 0, 0, slice + Slice<S, I>::SHARED};
                const Context<P> context(queues_, seat);
                scheduler::execute(procedure, context, *reinterpret_cast<const Item*>(slice));
                if constexpr (scheduler::holds_leaves<S>(I)) held = context.held;
            }
            watch_.end(parameters_, begin, I, unit.end - unit.first, true);
        } else if constexpr (S::FACTS.of[I].goes_on) {
            execute_generations<I>(procedure, unit, begin);
        } else {
            const unsigned char* item = scratch(warp() - unit.member);
            unsigned thread = unit.member * sync::WARP + sync::lane(), more = ~0u;
            const bool leads = thread == 0;
            const sync::SharedWord noted(&emergency().seats[warp()].thread);
#pragma unroll 1
            for (unsigned position = unit.first; position < unit.end; position += unit.stride, item += sizeof(Item)) {
                // A panic looks here.
                if (ROTATES<I> && thread % sync::WARP == 0) noted.store_relaxed_cta(thread);
                const bool ended = execute_level1<I>(procedure, unit, thread, *reinterpret_cast<const Item*>(item));
                watch_.end(parameters_, begin, I, 1, thread < sync::WARP);
                if constexpr (S::FACTS.of[I].meets && Batch<S, I>::MOST > 1) {
                    if (!ended) break;
                    // A warp alone has no barrier, and what its lanes share is used again.
                    if constexpr (BARRIER_THREADS<I> == sync::WARP) sync::warp_barrier();
                }
                begin = watch_.next();
                if constexpr (ROTATES<I>) thread = (thread + sync::WARP) % BARRIER_THREADS<I>;
                more++;
            }
            if (Batch<S, I>::MOST > 1 && leads && more > 0) block_state<S>().went_on(I, 0, P::THREADS, more);
        }
    }

    // Runs the leaves that the lanes hold. `procedure` is what the warp has run; where it is a leaf itself, `leads` says of its first warp that it
    // is to tell what the tasks take.
    __device__ void execute_held(const Held& held, unsigned procedure, bool leads, unsigned long long begin) {
        for_each_procedure<N>([&]<unsigned J>() {
            if constexpr (scheduler::come_in_place<S>(J)) {
                const unsigned lanes = sync::ballot(sync::FULL_MASK, held.procedure == J);
                if (lanes == 0) return;
                const bool in_place = procedure != J, first = sync::lane() == sync::lowest_bit(lanes);
                const unsigned count = sync::count_bits(lanes);
                if (in_place) {
                    begin = watch_.next();
                    // A panic looks here.
                    if (first) emergency().seats[warp()] = {J, 0, 0, 0};
                    seat_ = J << 8;
                    sync::warp_barrier();
                }
                if (!in_place && leads) Leaves<S>::template begin<J>();
                if (held.procedure == J) {
                    using Q = typename Entry<S, J>::Procedure;
                    Queued<Q> item;
                    memcpy(&item, held.words, sizeof(item));
                    scheduler::execute(Entry<S, J>::of(program_), Context<Q>(queues_, Seat{}), item);
                }
                watch_.end(parameters_, begin, J, count, true);
                if (in_place && first) sync::add_relaxed_cta(&block_state<S>().executed[J], count);
                if (!in_place && leads) Leaves<S>::template end<J>(1);
            }
        });
    }

    // Runs the level-2 tasks of this warp, their children, and so on.
    template <unsigned I, class P>
    __device__ void execute_chains(const P& procedure, const unsigned (&words)[WORDS_LEVEL2], unsigned count, unsigned long long begin) {
        using Item = typename Entry<S, I>::Item;
        Item item;
        memcpy(&item, words, sizeof(Item));
        bool mine = sync::lane() < count;
        const unsigned start = sync::cycles();
        unsigned last = start, lost = 0, steps = 0, followers = 0;
        for (;;) {
            scheduler::Next<P> next;
            if (mine) {
                const Context<P> context(queues_, Seat{});
                scheduler::execute(procedure, context, item);
                next = context.next;
            }
            watch_.end(parameters_, begin, I, count, true);
            mine = mine && next.present;
            item = next.item;
            count = sync::count_bits(sync::ballot(sync::FULL_MASK, mine));
            if (count == 0) break;
            const unsigned now = sync::cycles();
            lost += (now - last) * (sync::WARP - count);
            last = now;
            // Each lane has clocks of its own, and lane 0 may be gone.
            const bool enough = lost > sync::WARP * scheduler::MOST_LOST || now - start > scheduler::LONGEST_OF_WARP;
            if (sync::ballot(sync::FULL_MASK, enough) != 0) {
                if (mine) scheduler::push<P, P, Item>(queues_, item);
                break;
            }
            begin = watch_.next();
            followers += count;
            steps++;
        }
        if (sync::lane() == 0 && steps > 0) block_state<S>().went_on(I, followers, 1, steps);
    }

    // Takes up to `wanted` of the oldest tasks of procedure I that the round has left in the local queue, those below position `floor`:
    // returns how many, from position `first` on. To be called by one thread.
    template <unsigned I>
    __device__ static unsigned take_oldest(unsigned floor, unsigned wanted, unsigned& first) {
        unsigned* const bottom = &block_state<S>().queue[I].bottom;
        if (static_cast<int>(floor - sync::load_relaxed_cta(bottom)) <= 0) return 0;
        first = sync::add_relaxed_cta(bottom, wanted);
        const int left = static_cast<int>(floor - first);
        const unsigned taken = left <= 0 ? 0 : min(static_cast<unsigned>(left), wanted);
        if (taken < wanted) sync::add_relaxed_cta(bottom, taken - wanted);
        return taken;
    }

    // Runs this warp's part of the level-1 tasks of its group, of their children, and so on.
    template <unsigned I, class P>
    __device__ void execute_generations(const P& procedure, const Unit& unit, unsigned long long begin) {
        using Item = typename Entry<S, I>::Item;
        using scheduler::Generations;
        Generations& shared = scheduler::generations<S>(warp() - unit.member);
        unsigned char* items = scratch(warp() - unit.member);
        unsigned char* others = shared.items;
        unsigned thread = unit.member * sync::WARP + sync::lane();
        const bool leads = thread == 0;
        unsigned count = unit.count(), next = 1;
        const sync::SharedWord noted(&emergency().seats[warp()].thread);
        if (leads) {
            shared.begin = sync::cycles();
            shared.most = count;
        }
        for (;;) {
            const unsigned char* item = items;
            scheduler::Kept<P> kept;
            kept.next.items = others;
            kept.next.tasks = &shared.tasks[next];
            if (!S::OVERFLOW && unit.member == 0) refill<I>(shared, others, shared.tasks[next], count, unit.floor);
#pragma unroll 1
            for (unsigned i = 0; i < count; i++, item += sizeof(Item)) {
                // A panic looks here.
                if (ROTATES<I> && thread % sync::WARP == 0) noted.store_relaxed_cta(thread);
                const Seat seat = {thread, sync::FULL_MASK, 0, 0, BARRIER_THREADS<I>, scratch(warp() - unit.member) + Batch<S, I>::SHARED};
                scheduler::execute(procedure, Context<P>(queues_, seat, kept), *reinterpret_cast<const Item*>(item));
                watch_.end(parameters_, begin, I, 1, thread < sync::WARP);
                begin = watch_.next();
                if constexpr (ROTATES<I>) thread = (thread + sync::WARP) % BARRIER_THREADS<I>;
            }
            const unsigned after = next == 2 ? 0 : next + 1;
            if (leads) {
                shared.total += count;
                sync::store_relaxed_cta(&shared.tasks[after], 0);
                const unsigned longest = sync::load_relaxed_cta(&block_state<S>().longest);
                if (sync::cycles() - shared.begin > longest) sync::add_relaxed_cta(&shared.tasks[next], Generations::LAST);
            }
            if (group_barrier<I>(unit)) return;
            count = sync::load_relaxed_cta(&shared.tasks[next]);
            if (count == 0) break;
            unsigned char* const children = others;
            if (count >= Generations::LAST) {
                if (unit.member == 0 && sync::lane() < count - Generations::LAST) {
                    Item child;
                    load_item<Item>(&child, children + sync::lane() * sizeof(Item));
                    scheduler::push<P, P, Item>(queues_, child);
                }
                break;
            }
            others = items;
            items = children;
            next = after;
        }
        if (leads) block_state<S>().went_on(I, shared.total - unit.count(), P::THREADS, shared.total - 1);
    }

    // Adds the oldest tasks of the local queue to the next generation, where this one has become small. To be called by the first warp of
    // a group.
    template <unsigned I>
    __device__ void refill(scheduler::Generations& shared, unsigned char* items, unsigned& tasks, unsigned count, unsigned floor) const {
        using Item = typename Entry<S, I>::Item;
        unsigned first = 0, taken = 0, place = 0;
        if (sync::lane() == 0 && count <= shared.most / 2) {
            taken = take_oldest<I>(floor, shared.most - count, first);
            if (taken > 0) place = sync::add_relaxed_cta(&tasks, taken);
        }
        if (sync::ballot(sync::FULL_MASK, taken > 0) == 0) return;
        taken = sync::shuffle(sync::FULL_MASK, taken, 0);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        place = sync::shuffle(sync::FULL_MASK, place, 0);
        if (sync::lane() >= taken) return;
        Item more;
        load_item<Item>(&more, slot<I>(first + sync::lane()));
        store_item(items + (place + sync::lane()) * sizeof(Item), more);
    }

    // Lets the warps of a group meet. True: a thread of the block has panicked.
    template <unsigned I>
    __device__ static bool group_barrier(const Unit& unit) {
        constexpr unsigned threads = BARRIER_THREADS<I>;
        if constexpr (threads == sync::WARP) {
            sync::warp_barrier();
            return sync::ballot(sync::FULL_MASK, true) != sync::FULL_MASK;
        } else {
            const bool aborted = sync::load_relaxed_cta(&emergency().signals.aborted) != 0;
            return sync::named_barrier_count<plan::BARRIERS>(threads == S::BLOCK_THREADS ? 1 : barrier_name<I>(unit), threads, aborted) > 0;
        }
    }

    // Runs thread number `thread` of a level-1 task; the warps of a task have consecutive threads. Where they meet: whether all of them have
    // ended it, and none by a panic. They agree on that, and may begin another task that uses the same shared memory.
    template <unsigned I, class P, class Item>
    __device__ bool execute_level1(const P& procedure, const Unit& unit, unsigned thread, const Item& item) {
        constexpr bool whole = BARRIER_THREADS<I> == S::BLOCK_THREADS;
        constexpr unsigned threads = BARRIER_THREADS<I>;
        const unsigned name = !S::FACTS.of[I].meets ? 0 : whole ? 1 : barrier_name<I>(unit);
        bool ended = true;
        if (P::THREADS % sync::WARP == 0 || thread < P::THREADS) {
            const Seat seat = {thread, sync::FULL_MASK, 0, name, threads, scratch(warp() - unit.member) + Batch<S, I>::SHARED};
            scheduler::execute(procedure, Context<P>(queues_, seat), item);
            // The end of the task is a last barrier: a thread that panics has somewhere to meet the others. One that has gone does not
            // vote, but for the last lane of a warp, whose others do not.
            if (name != 0) ended = sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, true) == P::THREADS;
        } else if (name != 0) {
            // Lanes beyond the task's threads attend its barriers up to the last.
            while (sync::task_barrier_count<plan::BARRIERS, P::THREADS>(name, threads, sync::load_relaxed_cta(&emergency().signals.aborted) != 0) == 0) {}
        }
        // The two branches come together before the next barrier of the block.
        if constexpr (P::THREADS % sync::WARP != 0) sync::warp_barrier();
        return ended;
    }

    const typename S::Program& program_;
    const Parameters<N>& parameters_;
    scheduler::LocalQueues<N> queues_;
    Watch<S> watch_;
    unsigned seat_ = ~0u;  // the warp's entry in Emergency
};

}  // namespace whipple
