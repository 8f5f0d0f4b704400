// Rounds like the last. To compose one takes 1,800 cycles, in which its block runs nothing, and to find that it is like the last 800. That it is
// where the last was one of leaves of one procedure, on all warps, and as many more of them wait: leaves have spawned nothing, so all other queues
// are as they were, and the policy would choose the same; but for leaves that came first because their queue was crowded, of which this takes more.
// Protocol: scheduler/README.md.
#pragma once
#include "quick.cuh"

namespace whipple {

template <class S>
class Repeat {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;

    // Procedures whose rounds are repeated, a bit each: not those whose tasks follow each other within a round.
    static constexpr unsigned procedures() {
        unsigned all = 0;
        for_each_procedure<N>([&]<unsigned I>() {
            const bool repeats = Leaves<S>::template is_leaf<I>() && Entry<S, I>::Procedure::LEVEL == 1 && !Follow<S>::template follows<I>();
            all |= repeats ? 1u << I : 0;
        });
        return all;
    }

public:
    // Programs with one procedure have little to compose.
    static constexpr bool POSSIBLE = S::COUNTED && N > 1 && Quick<S>::POSSIBLE && S::Policy::STEADY && procedures() != 0;

    // What BlockState::repeatable is once a round has begun of which warp 0 has this part: its procedure in 8 bits, above them its tasks; 0 if it
    // may not be repeated.
    __device__ static unsigned of(const Part& part) {
        const bool full = part.warps == W && (procedures() >> part.procedure & 1) != 0;
        return full ? (part.end - part.first) << 8 | part.procedure : 0;
    }

    // Whether the next round is like the last; if so `part` is that of each warp. Between the barrier that ends a round and the next, as `Quick`;
    // `tops` are those that are looked at.
    __device__ static bool next(const BlockState<N, W>& block, const Signals& signals, unsigned tops, Part& part) {
        const unsigned tasks = block.repeatable >> 8, procedure = block.repeatable & 255;
        // Any load will do: there is nobody to give to, and nothing to be had.
        if (tasks == 0 || signals.span != ~0u) return false;
        if (Leaves<S>::SPREADS && Leaves<S>::is_spreading(block.spread)) return false;
        const LocalQueue& queue = block.queue[procedure];
        const unsigned top = queue.tops[tops], waiting = top - queue.bottom;
        // Tasks beyond the capacity lie in chunks, which warp 0 settles.
        if (waiting < tasks || waiting > block.capacity[procedure]) return false;
        part = {procedure, 0, W, top - tasks, top};
        return true;
    }
};

}  // namespace whipple
