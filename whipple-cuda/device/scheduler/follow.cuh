// Tasks that follow each other: after a task as wide as its block that spawns nothing, the block goes on with the next one of its procedure
// within the round. Between two rounds warp 0 heeds and asks, all warps compose or repeat, fetch, and meet twice: some 4,000 cycles in which
// nothing runs. Here warp 0 heeds and decides while others still run the task that ends, whose last barrier tells them. Protocol:
// scheduler/README.md.
#pragma once
#include "chain.cuh"
#include "leaves.cuh"

namespace whipple {

template <class S>
class Follow {
    static constexpr unsigned N = S::PROCEDURES;

    // Cycles after which no further task follows: progress is told, and a trace says what waits, between rounds only. As often as
    // `Observer` tells.
    static constexpr unsigned LONGEST = 1u << 17;

public:
    // Whether tasks of procedure I follow each other. Leaves have spawned nothing, so all local queues but theirs are as they were, and a steady
    // policy would choose the same, but for leaves that came first because their queue was crowded, of which this takes more. Threads that meet agree at the end of their task whether all have ended it: nobody need look whether one of
    // another warp has panicked. (Where reads of shared memory are checked, a task is to find none written: that takes a barrier of the block, as rounds have it.)
    template <unsigned I>
    static constexpr bool follows() {
        using P = typename Entry<S, I>::Procedure;
        return N > 1 && S::COUNTED && S::QUICK && S::Policy::QUICK && S::Policy::STEADY && P::LEVEL == 1 && P::THREADS == S::BLOCK_THREADS &&
               meets<S, I>() && Leaves<S>::template is_leaf<I>() && !sync::CHECKS_SHARED;
    }

private:
    static constexpr unsigned all() {
        unsigned all = 0;
        for_each_procedure<N>([&]<unsigned I>() { all |= follows<I>() ? 1u << I : 0; });
        return all;
    }

public:
    static constexpr bool ANY = all() != 0;

    // Whether tasks of procedure p do.
    __device__ static bool follows(unsigned p) { return ANY && p < N && (all() >> p & 1) != 0; }

    // A task of procedure I ends, in a round that began at `begin`: whether another follows. That is taken from the local queue then, and is the one
    // before it. `tops` are those that spawns of the round count in. To be called by one thread, once it has heeded.
    template <unsigned I>
    __device__ static bool take(unsigned tops, unsigned begin) {
        auto& block = block_state<S>();
        // Any load will do: there is nobody to give to, and nothing to be had.
        if (emergency().signals.span != ~0u || sync::cycles() - begin > LONGEST) return false;
        if (Leaves<S>::SPREADS && Leaves<S>::is_spreading(block.spread)) return false;
        LocalQueue& queue = block.queue[I];
        const unsigned waiting = queue.tops[tops] - queue.bottom;
        // Tasks beyond the capacity lie in chunks, which warp 0 settles between rounds.
        if (waiting == 0 || waiting > block.capacity[I]) return false;
        queue.tops[tops]--;
        return true;
    }
};

}  // namespace whipple
