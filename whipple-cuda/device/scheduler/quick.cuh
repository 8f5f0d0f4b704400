// Quick rounds: what most rounds of a worker block are. All its warps compose the round alike from the lengths of the local queues,
// and so need not wait for one of them to do it. Protocol: scheduler/README.md.
#pragma once
#include "leaves.cuh"
#include "tasks.cuh"

namespace whipple {

// A round as every warp of the block sees it. Lane p looks at procedure p; what is said of one procedure is in that lane.
template <class S>
class Quick {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;

    template <unsigned I = 0>
    static constexpr bool any_groups() {
        if constexpr (I < N) {
            using P = typename Entry<S, I>::Procedure;
            return (P::LEVEL == 1 && P::THREADS > sync::WARP) || any_groups<I + 1>();
        } else {
            return false;
        }
    }

public:
    // Whether some procedure's tasks take several warps.
    static constexpr bool GROUPS = any_groups();
    // Whether initial tasks come before others.
    static constexpr bool SEEDS_FIRST = S::COUNTED && S::Policy::SEEDS_FIRST;
    // Whether rounds may have chunks promised for what they spawn.
    static constexpr bool PROMISES = N > FEW_PROCEDURES && S::COUNTED && S::OVERFLOW && !S::SCARCE;
    // Whether each lane has a list of the procedures whose tasks spawn some of its own.
    static constexpr bool LISTED = S::COUNTED && N > FEW_PROCEDURES && scheduler::most_sources<S>() <= Sources::MOST;
    // Where the order of procedures follows from what all warps see.
    static constexpr bool POSSIBLE = S::QUICK && S::Policy::QUICK;

    // Looks at the local queues, between the barrier that ends a round and the next. `turn` is the same for all warps.
    __device__ Quick(const BlockState<N, W>& block, const Signals& signals, unsigned tops, unsigned turn)
        : signals_(signals), lane_(block.lane[index()]), turn_(turn) {
        const LocalQueue& queue = block.queue[index()];
        top_ = queue.tops[tops];
        count_ = top_ - queue.bottom;
        room_ = queue.room;
        if constexpr (S::COUNTED) limit_ = block.limit[index()];
        if constexpr (Leaves<S>::SPREADS) spreads_ = Leaves<S>::is_spreading(block.spread);
        if constexpr (SEEDS_FIRST) seeded_ = (block.seeded >> index() & 1) != 0;
    }

    // Fills the warps: full warps of each procedure in the order of the policy, then partial ones; newest tasks first. Queues that may
    // not hold what a round spawns come before. False: warp 0 has to compose.
    __device__ bool compose() {
        const bool due = is_due();
        // With one procedure there is too little to save.
        if (N > 1 && !due) return false;
        unsigned offered = count_;
        if constexpr (Leaves<S>::SPREADS) {
            if (spreads_) offered = Leaves<S>::offered(sync::lane(), count_);
        }
        const unsigned full = divide(offered, inverse()), each = warps_per_task();
        const unsigned before = taken_before(full * each);
        // Tasks of two or three warps stay within the first 30 warps: see `Tasks::barrier_name`.
        const unsigned reach = W > 30 && GROUPS && (each == 2 || each == 3) ? 30 : W;
        unsigned units = before < reach ? min(full, GROUPS ? (reach - before) / each : reach - before) : 0;
        busy_ = sum(units * each);
        if (PARTIAL && busy_ < W) {
            const bool rest = tasks_per_warp() > 1 && offered > units * tasks_per_warp() && is_procedure();
            if constexpr (N == 1) {
                units += rest ? 1 : 0;
                busy_ += rest ? 1 : 0;
            } else {
                const unsigned rests = sync::ballot(sync::FULL_MASK, rest), earlier = sync::count_bits(rests & sync::lanes_below());
                units += rest && earlier < W - busy_ ? 1 : 0;
                busy_ = min(W, busy_ + sync::count_bits(rests));
            }
        }
        warps_ = units * each;
        const unsigned batch = most_batched() > 1 ? (PROMISES ? signals_.batch % (1 << Signals::STASHED) : signals_.batch) : 1;
        if constexpr (S::COUNTED) {
            // Hardly ever is there room for just any round: perhaps there is for this one, or for smaller batches.
            const unsigned largest = due && busy_ > 0 ? largest_batch(units, batch) : 0;
            take(units, largest);
            return largest > 0;
        }
        take(units, batch);
        return due && busy_ > 0 && everywhere(is_roomy());
    }

    // The part of the round that has a warp.
    __device__ Part part(unsigned warp) const {
        if constexpr (N == 1) {
            return {warp < warps_ ? 0 : N, 0, warps_, top_ - taken_, top_};
        } else {
            unsigned start = scan(warps_) - warps_;
            if constexpr (GROUPS) {
                // Tasks of several warps come first: then they start within the warps that have barriers.
                const unsigned groups = warps_per_task() > 1 ? warps_ : 0, grouped = scan(groups), all = sum(groups);
                start = warps_per_task() > 1 ? grouped - groups : start - (grouped - groups) + all;
            }
            const unsigned hits = sync::ballot(sync::FULL_MASK, warp - start < warps_ && is_procedure());
            const unsigned from = hits != 0 ? sync::lowest_bit(hits) : 0;
            const unsigned place = sync::shuffle(sync::FULL_MASK, start | warps_ << 8, from);
            const unsigned taken = sync::shuffle(sync::FULL_MASK, taken_, from), top = sync::shuffle(sync::FULL_MASK, top_, from);
            return {hits != 0 ? from : N, place & 255, place >> 8, top - taken, top};
        }
    }

    // Tasks that waited.
    __device__ unsigned waiting() const { return count_; }
    // The top of the local queue, and tasks that the round takes from it.
    __device__ unsigned top() const { return top_; }
    __device__ unsigned taken() const { return taken_; }
    // Warps' worth of work in the round.
    __device__ unsigned warps_of_work() const { return sum(taken_ * threads()) / sync::WARP; }
    // The procedure that more than half of this `work` is of, and that may run in batches; ~0u if there is none.
    __device__ unsigned mostly(unsigned work) const {
        if constexpr (N == 1) return 0;
        const unsigned hits = sync::ballot(sync::FULL_MASK, is_procedure() && most() > 1 && 2 * (taken_ * threads() / sync::WARP) > work);
        return hits != 0 ? sync::lowest_bit(hits) : ~0u;
    }
    // Warps that have tasks.
    __device__ unsigned busy() const { return busy_; }

    // Notes which chunks of the reserve are promised to whom, if any are. Only tasks of the round that begins look there, and warp 0, which calls it.
    __device__ void note_promises(BlockState<N, W>& block) const {
        if constexpr (!PROMISES) return;
        if (everywhere(promised_ == 0)) return;
        const unsigned before = scan(promised_) - promised_;
        if (!is_procedure()) return;
        block.reserve[index()] = before;
        block.reserved[index()] = promised_;
        if (sync::lane() == 0) block.memory.promised = 1;
    }

    // The most tasks of procedure I that a round spawns into its queue if groups of warps run `batch` tasks of one procedure. Warps that are too few for a
    // task of one procedure run another's: so each counts for its part of what its task may spawn.
    template <unsigned I>
    __device__ static constexpr unsigned most_spawned(unsigned batch) {
        return most_spawned<I>(batch, typename UpTo<N>::Type{});
    }

    // The most tasks of procedure I that a group of warps runs one after another of those that a round has. One where threads meet and do not fill
    // their warps: after a panic all must agree on whether there is another, and lanes beyond the task's threads do not know.
    template <unsigned I>
    __device__ static constexpr unsigned most_at_once() {
        return meets<S, I>() && Entry<S, I>::Procedure::THREADS % sync::WARP != 0 ? 1 : Batch<S, I>::MOST;
    }

    // The largest of these.
    template <unsigned I = 0>
    __device__ static constexpr unsigned most_batched() {
        if constexpr (I < N) {
            constexpr unsigned rest = most_batched<I + 1>();
            return most_at_once<I>() > rest ? most_at_once<I>() : rest;
        } else {
            return 1;
        }
    }

private:
    template <unsigned I, unsigned... J>
    __device__ static constexpr unsigned most_spawned(unsigned batch, Numbers<J...>) {
        unsigned most = 0;
        ((most = larger(most, spawned<J, scheduler::FactsOf<S>::ALL.queued[J][I]>(batch))), ...);
        return most;
    }

    __device__ static constexpr unsigned larger(unsigned a, unsigned b) { return a < b ? b : a; }

    // The most that a round of tasks of procedure J spawns of one of which each task spawns so many.
    template <unsigned J, unsigned QUEUED>
    __device__ static constexpr unsigned spawned(unsigned batch) {
        using P = typename Entry<S, J>::Procedure;
        constexpr unsigned warps = P::LEVEL == 1 ? (P::THREADS + sync::WARP - 1) / sync::WARP : 1;
        constexpr unsigned tasks = W * (P::LEVEL == 1 ? 1 : sync::WARP / P::THREADS);
        return tasks * QUEUED * (most_at_once<J>() > 1 ? batch : 1) / warps;
    }

    // With one procedure all lanes look at it, and need not ask each other.
    __device__ static unsigned index() { return N == 1 ? 0 : sync::lane() < N ? sync::lane() : N - 1; }
    __device__ static bool is_procedure() { return N == 1 || sync::lane() < N; }

    // What is known of the procedure; a constant where it is the same for all.
    using First = typename Entry<S, 0>::Procedure;
    template <unsigned I = 1>
    static constexpr bool alike() {
        if constexpr (I < N) {
            using P = typename Entry<S, I>::Procedure;
            return P::LEVEL == First::LEVEL && P::THREADS == First::THREADS && most_at_once<I>() == most_at_once<0>() && alike<I + 1>();
        } else {
            return true;
        }
    }
    static constexpr bool ALIKE = alike();
    __device__ unsigned threads() const { return ALIKE ? First::THREADS : lane_.threads; }
    __device__ unsigned tasks_per_warp() const {
        return !ALIKE ? lane_.tasks_per_warp : First::LEVEL == 1 ? 1 : sync::WARP / First::THREADS;
    }
    __device__ unsigned inverse() const { return ALIKE ? ~0u / tasks_per_warp() + 1 : lane_.inverse; }
    __device__ unsigned warps_per_task() const {
        return !GROUPS ? 1 : ALIKE ? (First::THREADS + sync::WARP - 1) / sync::WARP : lane_.warps_per_task;
    }
    __device__ unsigned most() const { return ALIKE ? most_at_once<0>() : lane_.most_at_once; }
    __device__ static unsigned capacity() { return block_state<S>().capacity[index()]; }

    // Takes the tasks of so many full or partial warps, or so many times as many of procedures whose tasks run in batches.
    __device__ void take(unsigned units, unsigned batch) {
        taken_ = min(count_, units * tasks_per_warp() * (most_batched() > 1 ? min(batch, most()) : 1));
    }

    // Whether the local queue holds what just any round may spawn. Tasks beyond the capacity lie in chunks, which warp 0 settles.
    __device__ bool is_roomy() const {
        return static_cast<int>(count_ - taken_) <= room_ && (!S::OVERFLOW || count_ <= capacity());
    }

    // Whether something holds for all procedures.
    __device__ static bool everywhere(bool holds) {
        return N == 1 ? holds : sync::ballot(sync::FULL_MASK, is_procedure() && !holds) == 0;
    }

    // The most tasks, up to `batch`, of procedures whose tasks run in batches for which the local queues hold what a round of so many units
    // may spawn, where they do not hold what just any round may; 0 where not even single ones fit.
    __device__ unsigned largest_batch(unsigned units, unsigned batch) {
        const unsigned single = min(count_, units * tasks_per_warp()), mine = single << 1 | (most() > 1 ? 1 : 0);
        // What stays in this queue, and what comes from tasks that run alone; what comes from each task of a batch.
        unsigned length = count_ - single, step = 0;
        const auto add = [&](unsigned theirs, unsigned each) {
            const unsigned spawned = (theirs >> 1) * each;
            if (most_batched() > 1 && (theirs & 1) != 0)
                step += spawned;
            else
                length += spawned;
        };
        if constexpr (LISTED) {
            constexpr unsigned MOST = scheduler::most_sources<S>();
            const Sources sources = block_state<S>().sources[index()];
#pragma unroll
            for (unsigned i = 0; i < MOST; i++)
                add(sync::shuffle(sync::FULL_MASK, mine, sources.procedure[i]), sources.spawns[i]);
        } else {
            for_each_other(single > 0, [&](unsigned other) {
                add(N == 1 ? mine : sync::shuffle(sync::FULL_MASK, mine, other), block_state<S>().spawns[other * N + index()]);
            });
        }
        // Tasks beyond the capacity lie in chunks, which warp 0 settles.
        if (!everywhere(count_ <= capacity() && length <= limit_)) {
            const bool promised = PROMISES && everywhere(count_ <= capacity()) && promise(length + step);
            return promised ? 1 : 0;
        }
        const unsigned room = limit_ - length;
        if (everywhere(batch * step <= room)) return batch;
        const unsigned fitting = step != 0 && is_procedure() ? room / step : batch;
        return N == 1 ? min(batch, fitting) : sync::warp_min(min(batch, fitting));
    }

    // Whether rounds have chunks promised one by one, and there are any.
    __device__ bool may_promise() const { return PROMISES && signals_.batch >> Signals::STASHED != 0; }

    // Whether the reserve has chunks for what comes to lie beyond the local queue when a round leaves `length` tasks of each procedure; they are
    // promised then.
    __device__ bool promise(unsigned length) {
        if (!may_promise() || !everywhere(limit_ == capacity())) return false;
        const unsigned over = is_procedure() && length > capacity() ? length - capacity() : 0;
        promised_ = over > 0 ? (over + lane_.chunk_capacity - 1) / lane_.chunk_capacity : 0;
        return sum(promised_) <= signals_.batch >> Signals::STASHED;
    }

    // Calls f with the number of each procedure whose lane `counts`; of few procedures with each number, which leaves nothing to wait for.
    template <class F>
    __device__ static void for_each_other(bool counts, F&& f) {
        if constexpr (N <= FEW_PROCEDURES) {
#pragma unroll
            for (unsigned other = 0; other < N; other++) f(other);
        } else {
#pragma unroll 1
            for (unsigned others = sync::ballot(sync::FULL_MASK, is_procedure() && counts); others != 0; others &= others - 1)
                f(sync::lowest_bit(others));
        }
    }

    // Sum over the procedures.
    __device__ static unsigned sum(unsigned value) { return N == 1 ? value : sync::warp_sum(is_procedure() ? value : 0); }

    // Sum over this procedure and those with lower numbers.
    __device__ static unsigned scan(unsigned value) {
        for (unsigned delta = 1; delta < N; delta *= 2) {
            const unsigned below = sync::shuffle_up(sync::FULL_MASK, value, delta);
            if (sync::lane() >= delta) value += below;
        }
        return value;
    }

    // Whether warp 0 has nothing else for the block to do.
    __device__ bool is_due() const {
        if constexpr (SEEDS_FIRST) {
            if (!everywhere(!seeded_ || count_ * threads() >= B / 2)) return false;
        }
        // The usual answer, for any load.
        if (N > 1 && signals_.span == ~0u) return true;
        const unsigned load = sum(count_ * threads());
        if constexpr (!Leaves<S>::ANY) {
            return load - signals_.least < signals_.span;
        } else {
            // Too small a load is one of all tasks, too large a one is of those that may be handed over.
            const unsigned heavy = sum(Leaves<S>::heavy(index(), count_, threads()));
            return signals_.span > 0 && load >= signals_.least && (heavy < signals_.least || heavy - signals_.least < signals_.span);
        }
    }

    // Warps that procedures before this one want; each wants `wanted`.
    __device__ unsigned taken_before(unsigned wanted) const {
        if constexpr (N == 1) return 0;
        constexpr unsigned MOST_KEY = (1 << 20) - 1;
        const unsigned chosen = min(MOST_KEY - 1, S::Policy::template key<N>(lane_.rank, count_ * threads(), turn_));
        int most = room_;
        if constexpr (S::COUNTED) {
            // With chunks on loan tasks may wait for full rounds, but seldom so many that spawns need the chunks.
            const int lent = static_cast<int>(limit_ - capacity());
            if (lent > 0) most = min(room_ + lent, static_cast<int>(capacity() / 4));
            // Where the queue does not hold what just any round may spawn, when warp 0 would export from it.
            if (most < 0) most = static_cast<int>(capacity() / 4 * 3);
            // There is room in chunks: an order that is always the same is kept.
            if (S::Policy::BY_RANK && may_promise()) most = static_cast<int>(capacity());
        }
        if constexpr (S::Policy::BY_RANK && N > FEW_PROCEDURES) {
            // The lanes in the order of the priorities, unless some queue comes first that is too full.
            if (everywhere(static_cast<int>(count_) <= most)) {
                const unsigned ranked = sync::shuffle(sync::FULL_MASK, min(wanted, W), lane_.ranked);
                const unsigned before_ranked = scan(is_procedure() ? ranked : 0) - ranked;
                return sync::shuffle(sync::FULL_MASK, before_ranked, lane_.rank);
            }
        }
        const unsigned key = static_cast<int>(count_) > most ? MOST_KEY : chosen;
        const unsigned mine = key << 12 | (31 - sync::lane()) << 7 | min(wanted, W);
        unsigned before = 0;
        for_each_other(wanted > 0, [&](unsigned other) {
            const unsigned theirs = sync::shuffle(sync::FULL_MASK, mine, other);
            before += theirs > mine ? theirs & 127 : 0;
        });
        return before;
    }

    template <unsigned I = 0>
    static constexpr bool any_partial() {
        if constexpr (I < N) {
            return (Entry<S, I>::Procedure::LEVEL != 1 && Entry<S, I>::Procedure::THREADS <= sync::WARP / 2) || any_partial<I + 1>();
        } else {
            return false;
        }
    }
    // Whether some warp runs several tasks.
    static constexpr bool PARTIAL = any_partial();

    const Signals signals_;
    const QuickLane lane_;
    const unsigned turn_;
    unsigned top_, count_;
    int room_;
    bool spreads_;    // whether work spreads
    bool seeded_;     // where initial tasks come first: whether the procedure has some left
    unsigned limit_;  // where rounds count their spawns: tasks that the local queue and the chunks promised to it hold
    unsigned taken_ = 0, warps_ = 0, busy_ = 0;
    unsigned promised_ = 0;  // chunks of the reserve for what the round may spawn
};

}  // namespace whipple
