// The megakernel: persistent worker blocks that compose rounds of mixed tasks (Steinberger et al. 2014, section 4).
#pragma once
#include "../context.cuh"
#include "chunks.cuh"
#include "compose.cuh"
#include "plan.cuh"

namespace whipple {

// Where the item and the shared memory of one multi-threaded task lie in its slice of the scratch memory.
template <class S, unsigned I>
struct Slice {
    using Item = typename Entry<S, I>::Item;
    using Shared = typename Entry<S, I>::Procedure::Shared;
    static constexpr unsigned SHARED = (sizeof(Item) + alignof(Shared) - 1) / alignof(Shared) * alignof(Shared);
    static constexpr unsigned BYTES = align16(SHARED + sizeof(Shared));
};

// Bytes of scratch memory that each warp needs: the most of any procedure.
template <class S, unsigned I = 0>
constexpr unsigned scratch_per_warp() {
    if constexpr (I < S::PROCEDURES) {
        using P = typename Entry<S, I>::Procedure;
        constexpr unsigned rest = scratch_per_warp<S, I + 1>(), slice = Slice<S, I>::BYTES;
        constexpr unsigned warps = (P::THREADS + sync::WARP - 1) / sync::WARP;
        constexpr unsigned own = P::LEVEL == 2   ? 0
                                 : P::LEVEL == 0 ? sync::WARP / P::THREADS * slice
                                                 : align16((slice + warps - 1) / warps);
        return own > rest ? own : rest;
    } else {
        return 0;
    }
}

// One thread's part in the rounds of its block.
template <class S>
class Worker {
    static_assert(S::BLOCK_THREADS % sync::WARP == 0 && S::BLOCK_THREADS >= 64 && S::BLOCK_THREADS <= 1024,
                  "a worker block has whole warps");
    static_assert(scratch_per_warp<S>() == S::SCRATCH_PER_WARP, "whipple-runtime/src/plan.rs computes the same");

    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;

public:
    __device__ Worker(const typename S::Program& program, const Parameters<N>& parameters)
        : program_(program), parameters_(parameters), block_(block_state<S>()) {}

    __device__ void run() {
        enter();
        Composer<S> composer(parameters_, block_);
        for (;;) {
            if (warp() == 0) composer.next();
            sync::block_barrier();
            const Action action = block_.action;
            switch (action) {
                case Action::Round: round(); break;
                case Action::Seed: read_seeds<S>(parameters_, block_); break;
                case Action::Import:
                    read_chunk<S>(parameters_, block_);
                    if (warp() == 0) composer.release(block_.chunk[0]);
                    break;
                case Action::Export:
                    write_chunks<S>(parameters_, block_, [&](unsigned, unsigned chunk) {
                        parameters_.queue(block_.procedure).push(chunk);
                    });
                    break;
                case Action::HandOver:
                    write_chunks<S>(parameters_, block_, [&](unsigned, unsigned chunk) { composer.give(chunk); });
                    break;
                case Action::Leave: return leave(composer);
            }
            // A panicked thread has set this before the barrier that ended the round.
            if (sync::load_relaxed_cta(&emergency().aborted) != 0) return;
        }
    }

private:
    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }

    __device__ void enter() {
        const unsigned index = sync::thread_in_block();
        if (index == 0) {
            block_.stashed = 0;
            Emergency& seats = emergency();
            seats.control = parameters_.control;
            seats.aborted = 0;
            sync::add_relaxed_gpu(&parameters_.control->started, 1);
        }
        if (index < sync::WARP) emergency().gone[index] = 0;
        if (index < N) {
            block_.top[index] = block_.bottom[index] = 0;
            block_.reserved[index] = block_.executed[index] = block_.longest[index] = 0;
        }
        for_each_procedure<N>([&]<unsigned I>() {
            using P = typename Entry<S, I>::Procedure;
            if (index == I) {
                block_.threads[I] = P::THREADS;
                block_.tasks_per_warp[I] = P::LEVEL == 1 ? 1 : sync::WARP / P::THREADS;
                block_.warps_per_task[I] = P::LEVEL == 1 ? (P::THREADS + sync::WARP - 1) / sync::WARP : 1;
                block_.order[I] = Entry<S, I>::RANKED;
                for_each_procedure<N>([&]<unsigned J>() { block_.spawns[I * N + J] = Entry<S, I>::template spawns<J>(); });
            }
        });
        sync::block_barrier();
        if (parameters_.resumed != 0) restore<S>(parameters_, block_);
        sync::block_barrier();
    }

    __device__ void leave(Composer<S>& composer) {
        const unsigned flags = sync::load_relaxed_gpu(&parameters_.control->flags);
        if ((flags & ABORT) != 0) return;
        // A thread may read SUSPEND or ENDED here, but not both: a suspended run does not end.
        const bool suspended = (flags & SUSPEND) != 0;
        if (suspended) save<S>(parameters_, block_);
        if (warp() == 0) composer.finish();
    }

    __device__ void round() {
        const unsigned procedure = emergency().procedure[warp()];
        // A level-2 item travels in registers over the barrier; one buffer serves all procedures.
        unsigned words[WORDS_LEVEL2];
        for_each_procedure<N>([&]<unsigned I>() {
            if (procedure == I) fetch<I>(words);
        });
        // All items are read before a child may overwrite their slots.
        sync::block_barrier();
        for_each_procedure<N>([&]<unsigned I>() {
            if (procedure == I) execute<I>(words);
        });
        sync::block_barrier();
    }

    // The largest level-2 item, in words; at least one.
    template <unsigned I = 0>
    __device__ static constexpr unsigned level2_words() {
        if constexpr (I < N) {
            constexpr unsigned rest = level2_words<I + 1>();
            constexpr unsigned own = Entry<S, I>::Procedure::LEVEL == 2 ? (sizeof(typename Entry<S, I>::Item) + 3) / 4 : 1;
            return own > rest ? own : rest;
        } else {
            return 1;
        }
    }
    static constexpr unsigned WORDS_LEVEL2 = level2_words();

    template <unsigned I>
    __device__ const unsigned char* slot(unsigned position) const {
        return dynamic_shared + parameters_.local_offset[I] +
               (position & (parameters_.capacity[I] - 1)) * sizeof(typename Entry<S, I>::Item);
    }

    __device__ unsigned char* scratch(unsigned of_warp) const {
        return dynamic_shared + parameters_.scratch_offset + of_warp * parameters_.scratch_per_warp;
    }

    template <unsigned I>
    __device__ void fetch(unsigned (&words)[WORDS_LEVEL2]) {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
        const unsigned first = block_.first[warp()], tasks = block_.tasks[warp()];
        if constexpr (P::LEVEL == 2) {
            if (sync::lane() < tasks) {
                Item item;
                copy_item<Item>(reinterpret_cast<unsigned char*>(&item), slot<I>(first + sync::lane()));
                memcpy(words, &item, sizeof(Item));
            }
        } else if constexpr (P::LEVEL == 0) {
            const unsigned task = sync::lane() / P::THREADS;
            if (task < tasks)
                copy_item<Item>(scratch(warp()) + task * Slice<S, I>::BYTES, slot<I>(first + task), sync::lane() % P::THREADS,
                                P::THREADS);
        } else {
            const unsigned member = emergency().member[warp()];
            copy_item<Item>(scratch(warp() - member), slot<I>(first), member * sync::WARP + sync::lane(),
                            block_.warps_per_task[I] * sync::WARP);
        }
    }

    template <unsigned I>
    __device__ void execute(unsigned (&words)[WORDS_LEVEL2]) {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
        const P& procedure = Entry<S, I>::of(program_);
        const unsigned tasks = block_.tasks[warp()];
        if constexpr (P::LEVEL == 2) {
            if (sync::lane() < tasks) {
                Item item;
                memcpy(&item, words, sizeof(Item));
                procedure.execute(Context<P>(parameters_, Seat{}), item);
            }
        } else if constexpr (P::LEVEL == 0) {
            const unsigned task = sync::lane() / P::THREADS, base = task * P::THREADS;
            if (task < tasks) {
                constexpr unsigned lanes = P::THREADS == sync::WARP ? sync::FULL_MASK : (1u << P::THREADS % sync::WARP) - 1;
                unsigned char* const slice = scratch(warp()) + task * Slice<S, I>::BYTES;
                const Seat seat = {sync::lane() - base, lanes << base, base, 0, 0, slice + Slice<S, I>::SHARED};
                procedure.execute(Context<P>(parameters_, seat), *reinterpret_cast<const Item*>(slice));
            }
        } else {
            Emergency& seats = emergency();
            const unsigned member = emergency().member[warp()], thread = member * sync::WARP + sync::lane();
            const unsigned name = seats.barrier_name[warp()], threads = seats.barrier_threads[warp()];
            unsigned char* const slice = scratch(warp() - member);
            if (thread < P::THREADS) {
                const Seat seat = {thread, sync::FULL_MASK, 0, name, threads, slice + Slice<S, I>::SHARED};
                procedure.execute(Context<P>(parameters_, seat), *reinterpret_cast<const Item*>(slice));
                // The end of the task is a last barrier: a thread that panics has somewhere to meet the others.
                if (name != 0) sync::named_barrier_or(name, threads, true);
            } else if (name != 0) {
                // Lanes beyond the task's threads attend its barriers up to the last.
                while (!sync::named_barrier_or(name, threads, sync::load_relaxed_cta(&seats.aborted) != 0)) {}
            }
            // The two branches come together before the block's barrier.
            if constexpr (P::THREADS % sync::WARP != 0) sync::warp_barrier();
        }
    }

    const typename S::Program& program_;
    const Parameters<N>& parameters_;
    BlockState<N, W>& block_;
};

}  // namespace whipple
