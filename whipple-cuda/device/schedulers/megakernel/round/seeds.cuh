// Initial tasks: how many a block takes at once, and of which procedures. Programs of few procedures seldom have initial tasks of
// several. There a block takes those of one at a time, else of several at once (Axes::SEEDS_OF_SEVERAL).
#pragma once
#include "../exchange/chunks.cuh"
#include "room.cuh"

namespace whipple {

// Functions are called by the whole of warp 0, but for `read`, which all threads of the block call.
template <class S>
class AnySeeds {
protected:
    // Takes up to `grain` of the `total` initial tasks of procedure p, from the one on whose number it returns. To be called by one
    // thread.
    __device__ static unsigned take_some(const RoundState<S>& state, unsigned p, unsigned total, unsigned grain) {
        // A block that finds the seeds gone and then starves must count the block that took them (`started`). relaxed, since that block
        // has released its start (`Worker::enter`). Only who finds them gone need acquire it: that empties the multiprocessor's cache.
        const unsigned first = sync::add_relaxed_gpu(&state.parameters.control->seeds[p], grain);
        if (first >= total || total - first <= grain) sync::fence_acq_rel_gpu();
        return first;
    }
};

template <class S, bool OF_SEVERAL = Axes<S>::SEEDS_OF_SEVERAL>
class Seeds;

// Of one procedure at a time.
template <class S>
class Seeds<S, false> : AnySeeds<S> {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS;

public:
    // Procedures of which a block is to look for some, a bit each.
    __device__ static unsigned sought(const Ledger& ledger) { return ledger.seeded; }

    // Takes initial tasks of the first procedure in `wanted` that has any. Whether it did.
    __device__ static bool take(RoundState<S>& state, unsigned /*mine*/, unsigned /*load*/, unsigned wanted) {
#pragma unroll 1
        for (wanted &= state.ledger.seeded; wanted != 0; wanted &= wanted - 1) {
            const unsigned p = sync::lowest_bit(wanted), total = state.parameters.seed_count[p], grain = grain_of(state, p);
            unsigned first = total;
            if (total > 0 && sync::lane() == 0) first = AnySeeds<S>::take_some(state, p, total, grain);
            first = sync::shuffle(sync::FULL_MASK, first, 0);
            // Whoever takes the last need not ask again.
            if (first >= total || total - first <= grain) state.ledger.seeded &= ~(1u << p);
            if (first >= total) continue;
            if (sync::lane() == 0) {
                state.block.procedure = p;
                state.block.seed_first[0] = first;
                state.block.seed_count[0] = min(grain, total - first);
            }
            return true;
        }
        return false;
    }

    // Reads what it has taken.
    __device__ static void read(const Parameters<N>& parameters) {
        const auto& block = block_state<S>();
        read_seeds<S>(parameters, block.procedure, block.seed_first[0], block.seed_count[0]);
    }

private:
    // Initial tasks of procedure p that the block takes at once: about a round's where a trial has found single ones better. Then
    // chains that have begun go on, and find in the cache what they have read. No other block waits for chains that have not begun.
    // Not while a trial goes on: a round after initial tasks does not count for it (`Batches::interrupt`).
    __device__ static unsigned grain_of(const RoundState<S>& state, unsigned p) {
        const unsigned grain = state.parameters.seed_grain[p];
        const bool alone = state.block.trial.single != 0 && state.block.trial.phase == Trial::BEST;
        return alone ? min(grain, max(1u, B / state.block.shape[p].threads)) : grain;
    }
};

// Of several procedures at once.
template <class S>
class Seeds<S, true> : AnySeeds<S> {
    static constexpr unsigned N = S::PROCEDURES;
    using A = Axes<S>;
    using L = Lanes<N>;

public:
    // Procedures of which a block is to look for some, a bit each.
    __device__ static unsigned sought(const Ledger& ledger) { return ledger.sought; }

    // Takes initial tasks of the procedures in `wanted`, and says whether it took any. It begins with the first procedure. It goes on
    // to the next one while the block has few tasks. `load` is how many threads the block's tasks keep busy. `mine` is how many tasks
    // of the lane's procedure wait.
    __device__ static bool take(RoundState<S>& state, unsigned mine, unsigned load, unsigned wanted) {
        Ledger& ledger = state.ledger;
        if ((wanted &= load > 0 ? ledger.sought : ledger.seeded) == 0) return false;
        const unsigned p = min(sync::lane(), N - 1), total = state.parameters.seed_count[p], most = state.parameters.seed_grain[p];
        // Whether one take is a block's share of all, and whether it is this block's first.
        const bool shared = most * sync::blocks() >= total, first_take = (ledger.sought >> p & 1) != 0;
        const unsigned grain = shared && first_take ? share_of(total) : most;
        // Some have queues that hold less than what a block with few tasks may have of them: the host's `seed_grain`.
        wanted &= sync::ballot(sync::FULL_MASK, mine + grain <= state.capacity);
#pragma unroll 1
        for (; wanted != 0; wanted &= ledger.seeded) {
            const bool asked = (wanted >> sync::lane() & 1) != 0;
            const unsigned asks = asked ? grain * state.threads : 0, before = L::scan(asks) - asks;
            const bool takes = asked && (A::SEEDS_FIRST || load + before < state.block.seed_below);
            unsigned first = total;
            if (takes && total > 0) first = AnySeeds<S>::take_some(state, p, total, grain);
            // What a lane has acquired, lane 0 has, too: it is the one that may starve.
            sync::warp_barrier();
            const unsigned count = first < total ? min(grain, total - first) : 0;
            // Whoever takes the last need not ask again. Who has taken a block's part of all leaves the rest to those that have none.
            ledger.seeded &= ~sync::ballot(sync::FULL_MASK, takes && count + first >= total);
            ledger.sought &= ledger.seeded & ~sync::ballot(sync::FULL_MASK, takes && shared);
            if (sync::ballot(sync::FULL_MASK, count > 0) == 0) continue;
            if (sync::lane() < N) {
                state.block.seed_first[p] = first;
                state.block.seed_count[p] = count;
            }
            // Where it may be, the first round is a quick one then.
            if (A::PROMISES) Room<S>::borrow(state);
            return true;
        }
        return false;
    }

    // Reads what it has taken.
    __device__ static void read(const Parameters<N>& parameters) { read_all_seeds<S>(parameters); }

private:
    // This block's share of so many initial tasks. The shares of all blocks differ by one at most: all others would hand over to a
    // block that starves from the beginning. At least one, for blocks that begin late.
    __device__ static unsigned share_of(unsigned total) {
        const unsigned each = total / sync::blocks(), rest = total - each * sync::blocks();
        return max(1u, each + (sync::block() < rest ? 1 : 0));
    }
};

}  // namespace whipple
