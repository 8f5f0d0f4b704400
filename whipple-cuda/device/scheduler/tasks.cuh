// Running tasks: a warp takes their items out of the local queue and calls the procedure.
#pragma once
#include "../context.cuh"
#include "chunks.cuh"

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

// A warp's part in running the tasks that its crew has chosen.
template <class S>
class Tasks {
    static_assert(scratch_per_warp<S>() == S::SCRATCH_PER_WARP, "whipple-runtime/src/plan.rs computes the same");

protected:
    static constexpr unsigned N = S::PROCEDURES;

    __device__ Tasks(const typename S::Program& program, const Parameters<N>& parameters)
        : program_(program), parameters_(parameters) {}

    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }

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
        return crew_memory<S>() + parameters_.local_offset[I] +
               (position & (parameters_.capacity[I] - 1)) * sizeof(typename Entry<S, I>::Item);
    }

    // Of one of the crew's warps.
    __device__ unsigned char* scratch(unsigned warp) const {
        return crew_memory<S>() + parameters_.scratch_offset + (S::WARP_CREWS ? 0 : warp) * parameters_.scratch_per_warp;
    }

    // Takes the items of this warp's `tasks` tasks of procedure I, from position `first` on: those of level 2 to registers, others
    // to the scratch memory.
    template <unsigned I>
    __device__ void fetch(unsigned (&words)[WORDS_LEVEL2], unsigned first, unsigned tasks) const {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
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
                            (P::THREADS + sync::WARP - 1) / sync::WARP * sync::WARP);
        }
    }

    // Runs them.
    template <unsigned I>
    __device__ void execute_fetched(const unsigned (&words)[WORDS_LEVEL2], unsigned tasks) const {
        using P = typename Entry<S, I>::Procedure;
        using Item = typename Entry<S, I>::Item;
        const P& procedure = Entry<S, I>::of(program_);
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
};

}  // namespace whipple
