// Room for what a round spawns: in the local queues, else in chunks of the reserve that are promised to them.
#pragma once
#include "../adapt/batches.cuh"
#include "../exchange/exchange.cuh"
#include "axes.cuh"

namespace whipple {

// What warp 0 knows while it decides. Lane p knows of procedure p.
template <class S>
struct RoundState {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS;
    using Block = BlockState<N, B / sync::WARP>;

    const Parameters<N>& parameters;
    Block& block;
    // These mean something from `recall` to `remember` only.
    Ledger ledger = {0, S::SEEDABLE, S::SEEDABLE, PATIENCE};
    unsigned threads = 0, capacity = 0;

    // What is needed of the rounds before, all loads at once.
    __device__ void recall() {
        const unsigned p = sync::lane();
        ledger = block.ledger;
        threads = p < N ? block.shape[p].threads : 0;
        capacity = p < N ? block.capacity[p] : 0;
    }

    // What later ones need of this one.
    __device__ void remember() {
        // All lanes have recalled it: a shuffle orders no memory.
        sync::warp_barrier();
        if (sync::lane() == 0) block.ledger = ledger;
    }
};

// All functions are called by the whole of warp 0.
template <class S>
class Room {
    static constexpr unsigned N = S::PROCEDURES;
    using A = Axes<S>;
    using E = Exchange<S>;
    using State = RoundState<S>;

public:
    // Whether chunks that no spawn has used go back at once.
    __device__ static bool is_scarce(const Parameters<N>& parameters) { return S::OVERFLOW && parameters.stash_keep < STASH / 2; }

    // Has chunks of the reserve promised to the queues that hold too little for what quick rounds may spawn. Half of such a queue is
    // for tasks that wait. Spawns hardly ever come to what they may, and seldom need the chunks.
    __device__ static void borrow(State& state) {
        if (!A::COUNTS) return;
        const unsigned batch = Batches<S>::batch();
        Loans& loans = state.block.loans;
        const Loans known = loans;
        if (state.ledger.promised != 0 && known.lent >= batch) return;
        // All lanes have looked.
        sync::warp_barrier();
        if (sync::lane() == 0) loans.lent = batch;
        if (batch >= known.too_many || S::SCARCE || state.parameters.kept == nullptr) return;
        const unsigned p = sync::lane();
        const unsigned most = p < N ? state.capacity - state.block.queue[p].room : 0;
        const unsigned over = most > state.capacity / 2 ? most - state.capacity / 2 : 0;
        const unsigned chunks = E::chunks_beyond(state.parameters, over);
        if (chunks > MOST_LENT) {
            if (p == 0) loans.too_many = batch;
        } else if (chunks > 0) {
            state.ledger.promised = E::lend(state.parameters, over) ? 1 : 0;
        }
    }

    // Secures space for everything that `taken` tasks of each lane's procedure could spawn.
    __device__ static bool secure(State& state, unsigned taken) {
        // Mostly there is room for whatever a round may spawn, or it has been promised already.
        unsigned room = state.capacity;
        if (S::OVERFLOW && state.ledger.promised != 0 && sync::lane() < N)
            room += state.block.reserved[sync::lane()] * state.parameters.chunk_capacity[sync::lane()];
        const bool roomy = sync::lane() >= N || E::length(sync::lane()) + state.block.most_incoming[sync::lane()] <= room;
        if (sync::ballot(sync::FULL_MASK, !roomy) == 0) return true;
        const unsigned outcome = E::secure_exactly(state.parameters, taken);
        state.ledger.promised = outcome >> 1;
        return outcome != 0;
    }
};

}  // namespace whipple
