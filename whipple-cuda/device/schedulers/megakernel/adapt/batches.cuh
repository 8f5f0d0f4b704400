// Batches: how many level-1 tasks of one procedure a group of warps runs one after another in a round. Many share the cost of the round;
// after a single one its children find what it read in the multiprocessor's cache. Which is better is found by trial while the
// program runs. What is tried and how it is decided: schedulers/megakernel/README.md.
#pragma once
#include "../round/quick.cuh"

namespace whipple {

// All functions are called by the whole of warp 0, but for `composed`. Warp 1 calls that, before the barrier after which warp 0
// calls the others. What they know is in shared memory: the registers are for the tasks.
template <class S>
class Batches {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;

    static constexpr unsigned TRIAL = 8, SETTLED = 1024;  // full rounds' worth of work in a phase
    static constexpr unsigned LONGEST = TRIAL + 2;        // rounds of a phase of a trial, whatever they are of
    static constexpr unsigned TRIED = 8;  // tasks: as telling as the most, and less is lost where single ones are better
    // Where rounds count their own spawns nothing is tried. The batch follows from the cost of SAMPLE rounds' worth of work, and
    // from the cycles that a round may take. Longer rounds keep tasks from other blocks.
    static constexpr unsigned SAMPLE = 4, LONGEST_ROUND = 40'000;
    static constexpr bool POSSIBLE = ShapesOf<S>::MOST_BATCHED > 1;

    __device__ static Trial& trial() { return block_state<S>().trial; }

public:
    // How a block begins: with single tasks, and a trial that is due; or as after one, where earlier runs have found single tasks better. Where
    // they have found many better, what is due begins with those (`conclude`).
    __device__ static Trial first(Known known) {
        const unsigned single = POSSIBLE && !S::COUNTED && known == Known::Single ? 1 : 0, due = S::COUNTED || single != 0 ? 0 : SETTLED * W;
        return {Trial::BEST, 1, single, single, Trial::NONE, 0, 0, due, 0, 0, Trial::NONE, 0, 0, 0, {0, 0}};
    }

    // Cycles after which a group of warps ends its round. Until a trial has ended, they are no more than its batches took in all:
    // by then enough is known. Only between rounds does the trial go on.
    __device__ static unsigned longest(const Trial& now) {
        if (now.single == 0) return scheduler::LONGEST_OF_GROUP;
        return now.phase == Trial::BEST ? scheduler::LONGEST_OF_SINGLE : min(now.many, scheduler::LONGEST_OF_SINGLE / TRIAL) * TRIAL;
    }

    // The most tasks of one procedure that a group of warps is to run in a quick round.
    __device__ static unsigned batch() { return POSSIBLE ? trial().batch : 1; }

    // A quick round has been composed. In the one before, so many threads had tasks beside those that it was composed of.
    __device__ static void composed(const Quick<S>& quick, unsigned followers) {
        if constexpr (POSSIBLE) {
            const unsigned work = quick.warps_of_work(), mostly = quick.mostly(work);
            if (sync::lane() != 0) return;
            Trial& now = trial();
            const bool alike = S::COUNTED ? now.mostly != Trial::NONE
                                          : now.phase >= Trial::AGREE || (now.mostly == now.procedure && now.procedure != Trial::NONE);
            now.counts = now.measures != 0 && alike ? 1 : 0;
            if (now.counts != 0) now.warps += now.running + followers / sync::WARP;
            now.running = work;
            now.mostly = mostly;
            if (now.phase == Trial::MANY && now.procedure == Trial::NONE) now.procedure = mostly;
        }
    }

    // A quick round begins.
    __device__ static void adapt(const Parameters<N>& parameters) {
        if constexpr (POSSIBLE) {
            bool due = false;
            if (sync::lane() == 0) {
                Trial& now = trial();
                const unsigned time = sync::cycles();
                if (now.counts != 0) now.cycles += time - now.since;
                now.since = time;
                now.measures = 1;
                now.rounds++;
                const bool enough = now.warps >= (S::COUNTED ? SAMPLE : now.phase == Trial::BEST ? SETTLED : TRIAL) * W;
                due = enough || (!S::COUNTED && ((now.phase < Trial::AGREE && now.rounds >= LONGEST) || is_worse(now)));
            }
            if (sync::ballot(sync::FULL_MASK, due) != 0) conclude(parameters);
        }
    }

    // What comes next is no part of a round.
    __device__ static void interrupt() {
        if (POSSIBLE && sync::lane() == 0) trial().measures = 0;
    }

private:
    // Ends a phase: after some at once a single task, then the better for a while.
    __device__ __noinline__ static void conclude(const Parameters<N>& parameters) {
        // A ballot orders no memory.
        sync::warp_barrier();
        Trial next = trial();
        const unsigned largest = most_at_once(parameters);
        const bool trying = next.phase < Trial::AGREE;
        const unsigned cost = next.cycles / max(1u, next.warps) * W;
        if (S::COUNTED) {
            next.batch = max(1u, min(LONGEST_ROUND / max(1u, cost), largest));
        } else if (trying && next.warps < TRIAL * W && !is_worse(next)) {
            // Too few rounds of the procedure to tell.
            next.phase = Trial::BEST;
            next.batch = next.best != 0 ? min(next.best, largest) : largest;
        } else if (next.phase == Trial::BEST && next.best == 0 && parameters.known == Known::Many) {
            next.batch = largest;
        } else if (next.phase == Trial::BEST) {
            next.phase = Trial::MANY;
            next.batch = min(TRIED, largest);
        } else if (next.phase == Trial::MANY) {
            next.many = cost;
            next.phase = Trial::SINGLE;
            next.batch = 1;
        } else {
            if (trying && sync::lane() == 0) {
                sync::add_relaxed_gpu(&parameters.control->tried[0], static_cast<unsigned long long>(next.many));
                sync::add_relaxed_gpu(&parameters.control->tried[1], static_cast<unsigned long long>(cost));
            }
            // Others end their trials at about the same time: their results are known once more work is done.
            next.phase = trying ? Trial::AGREE : Trial::BEST;
            next.batch = better(parameters, next, largest);
        }
        if (next.phase == Trial::BEST) next.best = next.batch;
        // Also while they are tried: in chains, as they would run, they are told from batches more clearly (docs/log/085-longer-trials.md).
        next.single = !S::COUNTED && largest > 1 && next.batch == 1 ? 1 : 0;
        if (next.phase != Trial::SINGLE) next.procedure = Trial::NONE;
        next.cycles = next.warps = next.measures = next.counts = next.rounds = 0;
        // All lanes have read it.
        sync::warp_barrier();
        if (sync::lane() == 0) {
            trial() = next;
            sync::store_relaxed_cta(&block_state<S>().longest, longest(next));
        }
        make_room(parameters, next.batch);
    }

    // Whether single tasks have taken more time already than a whole trial of batches: to see that, less is lost.
    __device__ static bool is_worse(const Trial& now) { return now.phase == Trial::SINGLE && now.cycles / TRIAL >= now.many; }

    // What was better in the trials that all blocks ended since this one's last. Blocks of a multiprocessor share its cache, and
    // single tasks gain little beside batches.
    __device__ static unsigned better(const Parameters<N>& parameters, Trial& now, unsigned largest) {
        unsigned long long cost[2];
        for (unsigned i = 0; i < 2; i++) {
            const unsigned long long tried = sync::load_relaxed_gpu(&parameters.control->tried[i]);
            cost[i] = tried - now.known[i];
            if (now.phase == Trial::BEST) now.known[i] = tried;
        }
        // How long tasks take may differ much: many are given up only where the gain is clear. Lane 0 decides: what others see may be older.
        return sync::uniform(cost[1] < cost[0] - cost[0] / 16 ? 1 : largest);
    }

    // Tasks whose spawns leave room in the local queues, unless single ones leave no more. Where each round counts its own spawns, they
    // may fill an empty queue, and rounds have fewer where it is not.
    __device__ static unsigned most_at_once(const Parameters<N>& parameters) {
        unsigned most = ShapesOf<S>::MOST_BATCHED;
        for_each_procedure<N>([&]<unsigned I>() {
            const unsigned capacity = parameters.capacity[I];
            const unsigned room = max(S::COUNTED ? capacity : capacity / 2, scheduler::most_spawned<S, I>(1));
            while (most > 1 && scheduler::most_spawned<S, I>(most) > room) most /= 2;
        });
        return most;
    }

    __device__ static void make_room(const Parameters<N>& parameters, unsigned batch) {
        auto& block = block_state<S>();
        const unsigned p = sync::lane();
        // Initial tasks are for all blocks: nobody looks for more than its share, nor more than fit the local queues:
        // whipple-cuda/src/engine/megakernel/layout.rs (seed_grain) counts on that.
        const unsigned count = p < N ? parameters.seed_count[p] : 0, threads = p < N ? block.shape[p].threads : 0;
        const unsigned capacity = p < N ? parameters.capacity[p] : 0;
        const unsigned share = sync::warp_sum(count / sync::blocks() * threads);
        const unsigned room = sync::warp_min(count > 0 ? capacity / 2 * threads : ~0u);
        if (p == 0) block.seed_below = max(B / 2, min(min(share, room), B * batch));
        for_each_procedure<N>([&]<unsigned I>() {
            const int most = static_cast<int>(scheduler::most_spawned<S, I>(batch));
            if (p == I) block.queue[I].room = static_cast<int>(capacity) - most;
        });
    }
};

}  // namespace whipple
