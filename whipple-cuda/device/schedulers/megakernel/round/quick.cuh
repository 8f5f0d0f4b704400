// Quick rounds: what most rounds of a worker block are. All its warps plan the round alike from the lengths of the local queues.
// So they need not wait for one of them to do it. Protocol: schedulers/megakernel/README.md.
#pragma once
#include "../adapt/leaves.cuh"
#include "axes.cuh"
#include "round.cuh"
#include "../tasks/tasks.cuh"

namespace whipple {

// A round as every warp of the block sees it. Lane p looks at procedure p; what is said of one procedure is in that lane.
template <class S>
class Quick {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using L = Lanes<N>;
    using A = Axes<S>;

public:
    // Looks at the local queues, between the barrier that ends a round and the next. `turn` is the same for all warps.
    __device__ Quick(const BlockState<N, W>& block, const Signals& signals, unsigned tops, unsigned turn)
        : signals_(signals), shape_(block.shape[L::index()]), turn_(turn) {
        const LocalQueue& queue = block.queue[L::index()];
        top_ = queue.tops[tops];
        count_ = top_ - queue.bottom;
        room_ = queue.room;
        if (A::COUNTS) limit_ = block.limit[L::index()];
        if (A::SPREADS) spreads_ = Leaves<S>::is_spreading(block.spread);
        if (A::SEEDS_FIRST) seeded_ = (block.seeded >> L::index() & 1) != 0;
    }

    // Fills the warps: full warps of each procedure in the order of the policy, then partial ones; newest tasks first. Queues that may
    // not hold what a round spawns come before. False: warp 0 has to compose.
    __device__ bool compose() {
        const bool due = is_due();
        // With one procedure there is too little to save.
        if (!A::ONE && !due) return false;
        const unsigned offered = A::SPREADS && spreads_ ? Leaves<S>::offered(sync::lane(), count_) : count_;
        round_.fill(shape_, offered, [&](unsigned wanted) { return taken_before(wanted); });
        const unsigned batch = A::BATCHES ? (A::PROMISES ? signals_.batch % (1 << Signals::STASHED) : signals_.batch) : 1;
        if (A::COUNTS) {
            // Hardly ever is there room for just any round: perhaps there is for this one, or for smaller batches.
            const unsigned largest = due && busy() > 0 ? largest_batch(batch) : 0;
            take(largest);
            return largest > 0;
        }
        take(batch);
        return due && busy() > 0 && L::everywhere(is_roomy());
    }

    // The part of the round that has a warp.
    __device__ Part part(unsigned warp) const { return Round<S>::part(round_.portion(shape_, top_ - taken_, top_), warp); }

    // Whether there were as many tasks as the block has threads: the next round is likely to be full, too.
    __device__ bool is_plenty() const { return A::DIVES && L::sum(count_ * shape_.threads()) >= B; }
    // Tasks that waited.
    __device__ unsigned waiting() const { return count_; }
    // The top of the local queue, and tasks that the round takes from it.
    __device__ unsigned top() const { return top_; }
    __device__ unsigned taken() const { return taken_; }
    // Warps' worth of work in the round.
    __device__ unsigned warps_of_work() const { return L::sum(taken_ * shape_.threads()) / sync::WARP; }
    // The procedure that more than half of this `work` is of, and that may run in batches; ~0u if there is none.
    __device__ unsigned mostly(unsigned work) const {
        if (A::ONE) return 0;
        const unsigned hits = sync::ballot(sync::FULL_MASK, L::is_procedure() && shape_.most_at_once() > 1 && 2 * (taken_ * shape_.threads() / sync::WARP) > work);
        return hits != 0 ? sync::lowest_bit(hits) : ~0u;
    }
    // Warps that have tasks.
    __device__ unsigned busy() const { return round_.busy(); }

    // Notes which chunks of the reserve are promised to whom, if any are. Only tasks of the round that begins look there, and warp 0, which calls it.
    __device__ void note_promises(BlockState<N, W>& block) const {
        if (!A::PROMISES) return;
        if (L::everywhere(promised_ == 0)) return;
        const unsigned before = L::scan(promised_) - promised_;
        if (!L::is_procedure()) return;
        block.reserve[L::index()] = before;
        block.reserved[L::index()] = promised_;
        if (sync::lane() == 0) block.ledger.promised = 1;
    }

private:
    __device__ static unsigned capacity() { return block_state<S>().capacity[L::index()]; }

    // Takes as many tasks as fill the round. Where the tasks of a procedure run in batches, it takes `batch` times as many of them.
    __device__ void take(unsigned batch) {
        taken_ = min(count_, round_.units() * shape_.tasks_per_warp() * (A::BATCHES ? min(batch, shape_.most_at_once()) : 1));
    }

    // Whether the local queue holds what just any round may spawn. Tasks beyond the capacity lie in chunks, which warp 0 settles.
    __device__ bool is_roomy() const {
        return static_cast<int>(count_ - taken_) <= room_ && (!S::OVERFLOW || count_ <= capacity());
    }

    // The most tasks, up to `batch`, that groups of warps may run one after another. The local queues hold what the round may
    // spawn then, though they may not hold what just any round may. 0 where not even single tasks fit.
    __device__ unsigned largest_batch(unsigned batch) {
        const unsigned single = min(count_, round_.units() * shape_.tasks_per_warp()), mine = single << 1 | (shape_.most_at_once() > 1 ? 1 : 0);
        // What stays in this queue, and what comes from tasks that run alone; what comes from each task of a batch.
        unsigned length = count_ - single, step = 0;
        const auto add = [&](unsigned theirs, unsigned each) {
            const unsigned spawned = (theirs >> 1) * each;
            if (A::BATCHES && (theirs & 1) != 0)
                step += spawned;
            else
                length += spawned;
        };
        if constexpr (A::LISTED) {
            constexpr unsigned MOST = scheduler::most_sources<S>();
            const Sources sources = block_state<S>().sources[L::index()];
#pragma unroll
            for (unsigned i = 0; i < MOST; i++)
                add(sync::shuffle(sync::FULL_MASK, mine, sources.procedure[i]), sources.spawns[i]);
        } else {
            L::for_each(single > 0, [&](unsigned other) {
                add(A::ONE ? mine : sync::shuffle(sync::FULL_MASK, mine, other), block_state<S>().spawns[other * N + L::index()]);
            });
        }
        // Tasks beyond the capacity lie in chunks, which warp 0 settles.
        if (!L::everywhere(count_ <= capacity() && length <= limit_)) {
            const bool promised = A::PROMISES && L::everywhere(count_ <= capacity()) && promise(length + step);
            return promised ? 1 : 0;
        }
        const unsigned room = limit_ - length;
        if (L::everywhere(batch * step <= room)) return batch;
        const unsigned fitting = step != 0 && L::is_procedure() ? room / step : batch;
        return A::ONE ? min(batch, fitting) : sync::warp_min(min(batch, fitting));
    }

    // Whether rounds have chunks promised one by one, and there are any.
    __device__ bool may_promise() const { return A::PROMISES && signals_.batch >> Signals::STASHED != 0; }

    // Whether the reserve has chunks for what comes to lie beyond the local queue. The round leaves `length` tasks of each
    // procedure. If so, the chunks are promised.
    __device__ bool promise(unsigned length) {
        if (!may_promise() || !L::everywhere(limit_ == capacity())) return false;
        const unsigned over = L::is_procedure() && length > capacity() ? length - capacity() : 0;
        promised_ = over > 0 ? (over + shape_.chunk_capacity() - 1) / shape_.chunk_capacity() : 0;
        return L::sum(promised_) <= signals_.batch >> Signals::STASHED;
    }

    // Whether warp 0 has nothing else for the block to do.
    __device__ bool is_due() const {
        if (A::SEEDS_FIRST && !L::everywhere(!seeded_ || count_ * shape_.threads() >= B / 2)) return false;
        // The usual answer, for any load.
        if (!A::ONE && signals_.span == ~0u) return true;
        const unsigned load = L::sum(count_ * shape_.threads());
        if (!Leaves<S>::ANY) return load - signals_.least < signals_.span;
        // Too small a load is one of all tasks, too large a one is of those that may be handed over.
        const unsigned heavy = L::sum(Leaves<S>::heavy(L::index(), count_, shape_.threads()));
        return signals_.span > 0 && load >= signals_.least && (heavy < signals_.least || heavy - signals_.least < signals_.span);
    }

    // Warps that procedures before this one want; each wants `wanted`.
    __device__ unsigned taken_before(unsigned wanted) const {
        if (A::ONE) return 0;
        constexpr unsigned MOST_KEY = (1 << 20) - 1;
        const unsigned chosen = min(MOST_KEY - 1, S::Policy::template key<N>(shape_.rank(), count_ * shape_.threads(), turn_));
        int most = room_;
        if (A::COUNTS) {
            // With chunks on loan tasks may wait for full rounds, but seldom so many that spawns need the chunks.
            const int lent = static_cast<int>(limit_ - capacity());
            if (lent > 0) most = min(room_ + lent, static_cast<int>(capacity() / 4));
            // Where the queue does not hold what just any round may spawn, when warp 0 would export from it.
            if (most < 0) most = static_cast<int>(capacity() / 4 * 3);
            // There is room in chunks: an order that is always the same is kept.
            if (S::Policy::BY_RANK && may_promise()) most = static_cast<int>(capacity());
        }
        // An order that is always the same needs no keys, unless some queue comes first that is too full.
        if (S::Policy::BY_RANK && A::MANY && L::everywhere(static_cast<int>(count_) <= most))
            return ByRanks<N>{shape_.ranked(), shape_.rank()}(wanted);
        return ByKeys<N>{static_cast<int>(count_) > most ? MOST_KEY : chosen}(wanted);
    }

    const Signals signals_;
    const LaneShape<S> shape_;
    const unsigned turn_;
    unsigned top_, count_;
    int room_;
    bool spreads_;    // whether work spreads
    bool seeded_;     // where initial tasks come first: whether the procedure has some left
    unsigned limit_;  // where rounds count their spawns: tasks that the local queue and the chunks promised to it hold
    Round<S> round_;
    unsigned taken_ = 0;
    unsigned promised_ = 0;  // chunks of the reserve for what the round may spawn
};

}  // namespace whipple
