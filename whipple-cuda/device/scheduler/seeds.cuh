// Initial tasks: which of them a block takes, and how many at once.
#pragma once
#include "batches.cuh"
#include "exchange.cuh"
#include "round.cuh"
#include "tuning.cuh"

namespace whipple {

// Lane p looks at procedure p. All functions are called by warp 0, but for those that say otherwise.
template <class S>
struct Seeds {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS;
    using Block = BlockState<N, B / sync::WARP>;
    using L = Lanes<N>;

    // What a block knows of initial tasks: as in Ledger; and whether it has taken some.
    struct Found {
        unsigned left;
        unsigned sought;
        bool any;
    };

    // Takes initial tasks of the first of the `wanted` procedures that has some, and of more as long as the block still has few tasks, of which it
    // has `load` threads' worth. Of each lane's procedure `mine` wait. Out of line, as in Exchange.
    __device__ __noinline__ static Found take(const Parameters<N>& parameters, Found seeds, unsigned mine, unsigned load, unsigned wanted) {
        Block& block = block_state<S>();
        const unsigned p = L::index(), total = parameters.seed_count[p], most = grain_of(parameters, p), threads = block.shape[p].threads;
        // Whether one take is a block's share of all, and whether it is this block's first.
        const bool shared = most * sync::blocks() >= total, first_take = (seeds.sought >> p & 1) != 0;
        const unsigned grain = shared && first_take ? share_of(total) : most;
        // Some have queues that hold less than what a block with few tasks may have of them: the host's `seed_grain`.
        wanted &= sync::ballot(sync::FULL_MASK, mine + grain <= block.capacity[p]);
#pragma unroll 1
        for (; wanted != 0 && !seeds.any; wanted &= seeds.left) {
            const bool asked = (wanted >> sync::lane() & 1) != 0;
            const unsigned asks = asked ? grain * threads : 0, before = L::scan(asks) - asks;
            const bool takes = asked && (Tuning<S>::SEEDS_FIRST || load + before < block.seed_below);
            unsigned first = total;
            if (takes && total > 0) first = take_some(parameters, p, total, grain);
            // What a lane has acquired, lane 0 has, too: it is the one that may starve.
            sync::warp_barrier();
            const unsigned count = first < total ? min(grain, total - first) : 0;
            // Whoever takes the last need not ask again; who has taken a block's part of all leaves the rest to those that have none.
            seeds.left &= ~sync::ballot(sync::FULL_MASK, takes && count + first >= total);
            seeds.sought &= seeds.left & ~sync::ballot(sync::FULL_MASK, takes && shared);
            seeds.any = sync::ballot(sync::FULL_MASK, count > 0) != 0;
            if (seeds.any && sync::lane() < N) {
                block.seed_first[p] = first;
                block.seed_count[p] = count;
            }
        }
        return seeds;
    }

    // This block's share of so many initial tasks: those of all blocks differ by one at most, so that nobody starves from the beginning, to
    // whom all others would hand over. At least one, for blocks that begin late.
    __device__ static unsigned share_of(unsigned total) {
        const unsigned each = total / sync::blocks(), rest = total - each * sync::blocks();
        return max(1u, each + (sync::block() < rest ? 1 : 0));
    }

    // Takes up to `grain` of the `total` initial tasks of procedure p, from the one on whose number it returns. To be called by one thread.
    __device__ static unsigned take_some(const Parameters<N>& parameters, unsigned p, unsigned total, unsigned grain) {
        // A block that finds the seeds gone and then starves must count the block that took them (`started`). relaxed, since that block has
        // released its start (`Worker::enter`), and only who finds them gone need acquire it: that empties the cache of the multiprocessor.
        const unsigned first = sync::add_relaxed_gpu(&parameters.control->seeds[p], grain);
        if (first >= total || total - first <= grain) sync::fence_acq_rel_gpu();
        return first;
    }

    // Initial tasks of procedure p that the block takes at once: about a round's where a trial has found single ones better. Chains that have begun
    // go on then, which find what they have read in the cache, and no other block waits for those that have not. Not while a trial goes on: a round
    // after initial tasks does not count for it (`Batches::interrupt`).
    __device__ static unsigned grain_of(const Parameters<N>& parameters, unsigned p) {
        const Block& block = block_state<S>();
        const unsigned grain = parameters.seed_grain[p];
        const bool alone = block.trial.single != 0 && block.trial.phase == Trial::BEST;
        return alone ? min(grain, max(1u, B / block.shape[p].threads)) : grain;
    }
};

}  // namespace whipple
