// Leaves: procedures whose tasks spawn nothing. A few of those are done sooner than handed over. Other tasks may be the beginning
// of much work, and are handed over however few they are. While many blocks starve, tasks that lead to nothing but leaves wait
// for the rest.
#pragma once
#include "../round/axes.cuh"

namespace whipple {

template <class S>
class Leaves {
    static constexpr unsigned N = S::PROCEDURES;

    // Cycles that tasks may take which are not handed over. About what a hand-over takes, from the last round of the
    // block that gives to the first of the one that takes: docs/log/043-how-a-tree-begins.md.
    static constexpr unsigned HAND_OVER = 20'000;

    // Procedures whose tasks may spawn others than leaves, a bit each.
    static constexpr unsigned expanding() {
        unsigned all = 0;
        for (unsigned i = 0; i < N; i++) all |= S::FACTS.of[i].expands ? 1u << i : 0;
        return all;
    }

public:
    static constexpr bool ANY = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.is_leaf; });

    // Whether work spreads (Axes::SPREADS) in a round, and what BlockState::spread is in the next. One round in so many is like any other: a task that goes on
    // until another has run must not keep it waiting for ever.
    static constexpr unsigned TURNS = 16;
    __device__ static bool is_spreading(unsigned spread) { return spread % TURNS != 0; }
    __device__ static unsigned short next_spread(unsigned spread) { return static_cast<unsigned short>(spread % TURNS + 1); }

    // Those of `mine` tasks of the lane's procedure p that a round may have while work spreads. If any tasks lead to more than
    // leaves, only such.
    __device__ static unsigned offered(unsigned p, unsigned mine) {
        constexpr unsigned EXPANDING = expanding();
        const bool expands = p < N && (EXPANDING >> p & 1) != 0;
        const unsigned found = sync::ballot(sync::FULL_MASK, expands && mine > 0);
        return expands || found == 0 ? mine : 0;
    }

    // Whether the first warp that has some of a procedure measures its tasks. Of few procedures warp 0 does, as it was measured: there it has some of
    // each sooner or later.
    static constexpr bool MEASURED_BY_FIRST = Axes<S>::MANY;

    // Tasks of procedure I begin. To be called by the warp that measures them, as the next.
    template <unsigned I>
    __device__ static void begin() {
        if constexpr (S::FACTS.of[I].is_leaf && !scheduler::dives<S>(I)) {
            if (sync::lane() == 0) block_state<S>().begun[MEASURED_BY_FIRST ? I : 0] = sync::cycles();
        }
    }

    // The warp has run its part of them, so many one after another. Other warps take about as long for theirs, so a whole round does.
    template <unsigned I>
    __device__ static void end(unsigned tasks) {
        if constexpr (S::FACTS.of[I].is_leaf && !scheduler::dives<S>(I)) {
            constexpr unsigned OF_ROUND = S::BLOCK_THREADS / Entry<S, I>::Procedure::THREADS;
            auto& block = block_state<S>();
            // Until the last lane has ended its task.
            sync::warp_barrier();
            if (sync::lane() != 0) return;
            const unsigned now = HAND_OVER * OF_ROUND / max(1u, (sync::cycles() - block.begun[MEASURED_BY_FIRST ? I : 0]) / max(1u, tasks)), before = block.few[I];
            // A task that happened to be short does not keep many long ones here.
            block.few[I] = max(1u, before == 0 ? now : min(now, 2 * before + 1));
        }
    }

    // Threads' worth of `tasks` tasks of procedure p, p < N, that are to be handed over if others starve. Before the block has run a leaf, that
    // counts like other tasks.
    __device__ static unsigned heavy(unsigned p, unsigned tasks, unsigned threads) {
        return ANY && tasks < block_state<S>().few[p] ? 0 : tasks * threads;
    }
};

}  // namespace whipple
