// Moving work between a crew's local queues and global memory.
#pragma once
#include "../queue/copy.cuh"
#include "observe.cuh"

namespace whipple {

constexpr unsigned align16(unsigned bytes) { return (bytes + 15) / 16 * 16; }

// The threads that move items together: those of a worker block, or of a warp.
template <class S>
struct Team {
    static constexpr unsigned THREADS = S::WARP_CREWS ? sync::WARP : S::BLOCK_THREADS;

    __device__ static unsigned index() { return S::WARP_CREWS ? sync::lane() : sync::thread_in_block(); }
    __device__ static void barrier() {
        if constexpr (S::WARP_CREWS) {
            sync::warp_barrier();
        } else {
            sync::block_barrier();
        }
    }
};

// A word that divides the sizes and alignments of all items of a program.
template <class S, unsigned I = 0>
constexpr unsigned common_word() {
    if constexpr (I < S::PROCEDURES) {
        constexpr unsigned rest = common_word<S, I + 1>(), own = word_bytes<typename Entry<S, I>::Item>();
        return own < rest ? own : rest;
    } else {
        return 4;
    }
}

template <class S>
using CommonWord = typename Word<common_word<S>()>::Type;

// Copies `count` items of procedure `p` out of positions `first ..` of the local queue; `index` of `threads` take part. Returns
// their bytes, rounded up to 16.
template <class S>
__device__ inline unsigned local_to_global(const Parameters<S::PROCEDURES>& parameters, unsigned p, unsigned char* target,
                                           unsigned first, unsigned count, unsigned index, unsigned threads) {
    const unsigned size = parameters.item_bytes[p];
    copy_from_local<CommonWord<S>>(target, crew_memory<S>() + parameters.local_offset[p], parameters.capacity[p], size,
                                   first, count, index, threads);
    return align16(count * size);
}

template <class S>
__device__ inline unsigned global_to_local(const Parameters<S::PROCEDURES>& parameters, unsigned p, const unsigned char* source,
                                           unsigned first, unsigned count, unsigned index, unsigned threads) {
    const unsigned size = parameters.item_bytes[p];
    copy_to_local<CommonWord<S>>(crew_memory<S>() + parameters.local_offset[p], parameters.capacity[p], size, first,
                                 source, count, index, threads);
    return align16(count * size);
}

// One warp writes a chunk: crew.share[p] items of each procedure p, the oldest after `skipped` times as many.
template <class S>
__device__ __noinline__ void write_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk, unsigned skipped) {
    constexpr unsigned N = S::PROCEDURES;
    const CrewState<N>& crew = crew_state<S>();
    unsigned char* target = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
#pragma unroll 1
    for (unsigned p = 0; p < N; p++) {
        const unsigned count = crew.share[p];
        target += local_to_global<S>(parameters, p, target, crew.bottom[p] + skipped * count, count, sync::lane(), sync::WARP);
    }
    if (sync::lane() < N) parameters.counts[chunk * N + sync::lane()] = crew.share[sync::lane()];
    Observer<S>::moved(parameters, crew.share);
    // The warp barrier orders all lanes' writes before lane 0, whose release publishes them.
    sync::warp_barrier();
}

// Adds the items of a chunk to the local queues, which have room for them.
template <class S>
__device__ __noinline__ void read_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk) {
    constexpr unsigned N = S::PROCEDURES, W = Team<S>::THREADS / sync::WARP;
    using T = Team<S>;
    CrewState<N>& crew = crew_state<S>();
    const unsigned char* source = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
    if (T::index() < N) crew.share[T::index()] = parameters.counts[chunk * N + T::index()];
    T::barrier();
    // The warps of a block share the procedures among them, so that few loads wait for each other.
#pragma unroll 1
    for (unsigned p = 0; p < N; p++) {
        const unsigned count = crew.share[p];
        if (p % W == T::index() / sync::WARP)
            global_to_local<S>(parameters, p, source, crew.top[p], count, sync::lane(), sync::WARP);
        source += align16(count * parameters.item_bytes[p]);
    }
    T::barrier();
    if (T::index() < N) crew.top[T::index()] += crew.share[T::index()];
    T::barrier();
}

// Adds `count` seeds of `procedure`, from `first` on.
template <class S>
__device__ __noinline__ void read_seeds(const Parameters<S::PROCEDURES>& parameters, unsigned procedure, unsigned first,
                                        unsigned count) {
    using T = Team<S>;
    CrewState<S::PROCEDURES>& crew = crew_state<S>();
    const unsigned char* seeds =
        parameters.seeds[procedure] + static_cast<unsigned long long>(first) * parameters.item_bytes[procedure];
    global_to_local<S>(parameters, procedure, seeds, crew.top[procedure], count, T::index(), T::THREADS);
    T::barrier();
    if (T::index() == 0) crew.top[procedure] += count;
    T::barrier();
}

// The saved area of a crew starts with these words of each procedure; the items follow, 16-byte aligned.
template <unsigned N>
struct SavedHeader {
    unsigned length[N];
    unsigned seed_next[N];
    unsigned seed_end[N];
};

template <class S>
__device__ inline unsigned char* saved_area(const Parameters<S::PROCEDURES>& parameters) {
    const unsigned crews = S::WARP_CREWS ? S::BLOCK_THREADS / sync::WARP : 1;
    const unsigned crew = S::WARP_CREWS ? sync::thread_in_block() / sync::WARP : 0;
    return parameters.saved + (sync::block() * crews + crew) * parameters.saved_stride;
}

template <class S>
__device__ __noinline__ void save(const Parameters<S::PROCEDURES>& parameters) {
    constexpr unsigned N = S::PROCEDURES;
    using T = Team<S>;
    const CrewState<N>& crew = crew_state<S>();
    unsigned char* area = saved_area<S>(parameters);
    SavedHeader<N>* const header = reinterpret_cast<SavedHeader<N>*>(area);
    if (T::index() < N) header->length[T::index()] = crew.top[T::index()] - crew.bottom[T::index()];
    area += align16(sizeof(SavedHeader<N>));
#pragma unroll 1
    for (unsigned p = 0; p < N; p++)
        area += local_to_global<S>(parameters, p, area, crew.bottom[p], crew.top[p] - crew.bottom[p], T::index(), T::THREADS);
}

}  // namespace whipple
