// What a block gives away: chunks of the oldest items of its local queues, to the global queues or to starving blocks.
#pragma once
#include "exchange.cuh"
#include "leaves.cuh"

namespace whipple {

// Lane p looks at procedure p. All functions are called by warp 0, which decides; the block writes the chunks (`Worker::write_chunks`).
template <class S>
class Transfers {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    using Block = BlockState<N, W>;
    using E = Exchange<S>;

public:
    // Out of line, as in Exchange. Takes `count` chunks of the reserve for the block to write, with `share` items of each lane's procedure in
    // each. One warp writes a short chunk sooner than several meet.
    __device__ static void take(const Parameters<N>& parameters, Block& block, unsigned count, unsigned share) {
        const unsigned chunk = E::take_reserve(count), p = sync::lane();
        const unsigned bytes = sync::warp_sum(p < N ? share * parameters.item_bytes[p] : 0);
        if (p < N) block.share[p] = share;
        // What is promised lies at the beginning.
        if (!S::COUNTED || E::promised() > block.stashed) E::hold(parameters, 0);
        if (p < count) block.chunk[p] = chunk;
        if (p == 0) {
            block.chunks = static_cast<unsigned short>(count);
            block.writers = static_cast<unsigned short>(bytes > SHORT_CHUNK ? W / count : 1);
        }
        sync::warp_barrier();
    }

    // Lets the block move the oldest items of a crowded local queue to its global queue: newest stay, so that work goes
    // depth-first.
    __device__ __noinline__ static bool export_oldest(const Parameters<N>& parameters, unsigned mine, unsigned crowded) {
        Block& block = block_state<S>();
        const unsigned p = sync::lane(), chosen = sync::lowest_bit(crowded), capacity = parameters.chunk_capacity[chosen];
        const unsigned half = sync::shuffle(sync::FULL_MASK, mine, chosen) / 2;
        const unsigned count = min(capacity, half), chunks = max(1u, min(W, half / max(1u, capacity)));
        // Without free chunks nothing is exported: the queue is crowded, not full, and rounds secure their own space.
        if (count == 0 || !E::reserve(parameters, chunks)) return false;
        take(parameters, block, chunks, p == chosen ? count : 0);
        if (p == 0) {
            block.procedure = chosen;
            block.exported += chunks;
        }
        return true;
    }

    // Lets the block split the local queues evenly between itself and starving ones. Nobody gets less than a warp's worth.
    __device__ __noinline__ static bool hand_over(const Parameters<N>& parameters, unsigned mine, unsigned load,
                                                  unsigned starving) {
        Block& block = block_state<S>();
        const unsigned p = sync::lane();
        if constexpr (Leaves<S>::ANY) {
            const unsigned heavy = p < N ? Leaves<S>::heavy(p, mine, block.shape[p].threads) : 0;
            if (heavy == 0) mine = 0;
            load = sync::warp_sum(heavy);
            if (load < S::MIN_HAND_OVER) return false;
        }
        const unsigned most = sync::warp_max(mine);
        // Twice this block's part of the starving: were the first to see them to take on all, the last would keep all they have.
        const unsigned working = sync::blocks() - min(starving, sync::blocks() - 1), fair = max(1u, 2 * starving / working);
        const unsigned shares = min(min(min(starving, fair), W), min(load / sync::WARP, most));
        unsigned wanted = shares > 0 ? min(shares, most - 1) : 0;
        // Rather fewer than to wait for the pool.
        const unsigned promised = S::COUNTED ? min(E::promised(), block.stashed) : 0, stashed = block.stashed - promised;
        if (stashed >= (wanted + 1) / 2) wanted = min(wanted, stashed);
        if (wanted == 0) return false;
        const auto share = [&](unsigned chunks) { return p < N ? min(mine / (chunks + 1), parameters.share_capacity[p]) : 0; };
        const unsigned worth = sync::warp_sum(p < N ? share(wanted) * block.shape[p].threads : 0);
        if (worth < S::MIN_SHARE) return false;
        // With fewer chunks, fewer blocks get more each.
        const bool enough = !S::SCARCE && (E::reserve(parameters, promised + wanted) || E::reserve(parameters, wanted));
        const unsigned chunks = S::SCARCE ? E::reserve_some(parameters, wanted) : enough ? wanted : 0;
        if (chunks == 0) {
            if (S::SCARCE && p == 0) block.quiet = QUIET_ROUNDS;
            return false;
        }
        take(parameters, block, chunks, share(chunks));
        if (p == 0) block.handed_over += chunks;
        return true;
    }
};

}  // namespace whipple
