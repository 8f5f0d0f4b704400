// The megakernel: persistent worker blocks that compose rounds of mixed tasks (Steinberger et al. 2014, section 4).
#pragma once
#include "compose.cuh"
#include "plan.cuh"
#include "tasks.cuh"

namespace whipple {

// One thread's part in the rounds of its block.
template <class S>
class Worker : Tasks<S> {
    static_assert(S::BLOCK_THREADS % sync::WARP == 0 && S::BLOCK_THREADS >= 64 && S::BLOCK_THREADS <= 1024,
                  "a worker block has whole warps");

    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using Tasks<S>::parameters_, Tasks<S>::warp;

public:
    __device__ Worker(const typename S::Program& program, const Parameters<N>& parameters)
        : Tasks<S>(program, parameters), block_(block_state<S>()) {}

    __device__ void run() {
        enter();
        Composer<S> composer(parameters_, block_);
        for (;;) {
            if (warp() == 0) composer.next();
            sync::block_barrier();
            const Action action = block_.action;
            switch (action) {
                case Action::Round: round(); break;
                case Action::Seed: read_seeds<S>(parameters_, block_.procedure, block_.seed_first, block_.seed_count); break;
                case Action::Import:
                    read_chunk<S>(parameters_, block_.chunk[0]);
                    if (warp() == 0) Crew<S>::release(parameters_, block_.chunk[0]);
                    break;
                case Action::Export:
                    write_chunks([&](unsigned chunk) { parameters_.queue(block_.procedure).push(chunk); });
                    break;
                case Action::HandOver:
                    write_chunks([&](unsigned chunk) { Crew<S>::give(parameters_, chunk); });
                    break;
                // Every warp has read the action before the next one is written.
                case Action::Rest: sync::block_barrier(); break;
                case Action::Leave: return leave(composer);
            }
            // A panicked thread has set this before the barrier that ended the round.
            if (sync::load_relaxed_cta(&emergency().aborted) != 0) return;
        }
    }

private:
    __device__ void enter() {
        const unsigned index = sync::thread_in_block();
        if (index == 0) {
            Crew<S>::clear(parameters_);
            Emergency& seats = emergency();
            seats.control = parameters_.control;
            seats.aborted = 0;
            sync::add_relaxed_gpu(&parameters_.control->started, 1);
        }
        if (index < sync::WARP) emergency().gone[index] = 0;
        if (index < N) {
            block_.top[index] = block_.bottom[index] = block_.reserved[index] = block_.executed[index] = 0;
        }
        fill_constants<S>(parameters_, block_);
        sync::block_barrier();
    }

    __device__ void leave(Composer<S>& composer) {
        const unsigned flags = sync::load_relaxed_gpu(&parameters_.control->flags);
        if ((flags & ABORT) != 0) return;
        // A thread may read SUSPEND or ENDED here, but not both: a suspended run does not end.
        const bool suspended = (flags & SUSPEND) != 0;
        if (suspended) save<S>(parameters_);
        if (warp() == 0) composer.finish();
    }

    // Each warp writes a chunk of the oldest items and publishes it.
    template <class F>
    __device__ void write_chunks(F&& publish) {
        const unsigned index = sync::thread_in_block();
        if (warp() < block_.chunks) {
            write_chunk<S>(parameters_, block_.chunk[warp()], warp());
            if (sync::lane() == 0) publish(block_.chunk[warp()]);
        }
        sync::block_barrier();
        if (index < N) block_.bottom[index] += block_.share[index] * block_.chunks;
        sync::block_barrier();
    }

    __device__ void round() {
        // The part of the round that has this warp.
        const bool hit = sync::lane() < N && warp() - block_.part[sync::lane()].start < block_.part[sync::lane()].warps;
        const unsigned votes = sync::ballot(sync::FULL_MASK, hit);
        Part part = {static_cast<unsigned short>(N), 0, 0, 0, 0};
        if (votes != 0) part = block_.part[sync::lowest_bit(votes)];
        const unsigned place = warp() - part.start;

        // A level-2 item travels in registers over the barrier; one buffer serves all procedures.
        unsigned words[Tasks<S>::WORDS_LEVEL2];
        for_each_procedure<N>([&]<unsigned I>() {
            if (part.procedure == I) {
                const auto unit = this->template unit<I>(part, place);
                this->template fetch<I>(words, unit);
                if (sync::lane() == 0 && unit.member == 0) sync::add_relaxed_cta(&block_.executed[I], unit.tasks);
            }
        });
        // All items are read before a child may overwrite their slots.
        sync::block_barrier();
        const Stopwatch<S> stopwatch;
        for_each_procedure<N>([&]<unsigned I>() {
            if (part.procedure == I) this->template execute_fetched<I>(words, this->template unit<I>(part, place));
        });
        stopwatch.stop(part.procedure);
        sync::block_barrier();
    }

    BlockState<N, W>& block_;
};

}  // namespace whipple
