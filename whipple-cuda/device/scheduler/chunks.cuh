// Moving work between a crew's local queues and global memory.
#pragma once
#include "../queue/copy.cuh"
#include "state.cuh"

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

// Copies `count` items of procedure I out of positions `first ..` of the local queue; `index` of `threads` take part.
template <class S, unsigned I>
__device__ inline void local_to_global(const Parameters<S::PROCEDURES>& parameters, unsigned char* target, unsigned first,
                                       unsigned count, unsigned index, unsigned threads) {
    copy_from_local<typename Entry<S, I>::Item>(target, crew_memory<S>(parameters) + parameters.local_offset[I],
                                                parameters.capacity[I], first, count, index, threads);
}

template <class S, unsigned I>
__device__ inline void global_to_local(const Parameters<S::PROCEDURES>& parameters, const unsigned char* source, unsigned first,
                                       unsigned count, unsigned index, unsigned threads) {
    copy_to_local<typename Entry<S, I>::Item>(crew_memory<S>(parameters) + parameters.local_offset[I], parameters.capacity[I],
                                              first, source, count, index, threads);
}

// One warp writes a chunk: crew.share[p] items of each procedure p, the oldest after `skipped` times as many.
template <class S>
__device__ inline void write_chunk(const Parameters<S::PROCEDURES>& parameters, const CrewState<S::PROCEDURES>& crew,
                                   unsigned chunk, unsigned skipped) {
    constexpr unsigned N = S::PROCEDURES;
    unsigned char* target = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = crew.share[I];
        local_to_global<S, I>(parameters, target, crew.bottom[I] + skipped * count, count, sync::lane(), sync::WARP);
        target += align16(count * sizeof(typename Entry<S, I>::Item));
    });
    if (sync::lane() < N) parameters.counts[chunk * N + sync::lane()] = crew.share[sync::lane()];
    // The warp barrier orders all lanes' writes before lane 0, whose release publishes them.
    sync::warp_barrier();
}

// Adds the items of a chunk to the local queues, which have room for them.
template <class S>
__device__ inline void read_chunk(const Parameters<S::PROCEDURES>& parameters, CrewState<S::PROCEDURES>& crew, unsigned chunk) {
    constexpr unsigned N = S::PROCEDURES;
    using T = Team<S>;
    const unsigned char* source = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = parameters.counts[chunk * N + I];
        global_to_local<S, I>(parameters, source, crew.top[I], count, T::index(), T::THREADS);
        source += align16(count * sizeof(typename Entry<S, I>::Item));
    });
    T::barrier();
    if (T::index() < N) crew.top[T::index()] += parameters.counts[chunk * N + T::index()];
    T::barrier();
}

// Adds `count` seeds of `procedure`, from `first` on.
template <class S>
__device__ inline void read_seeds(const Parameters<S::PROCEDURES>& parameters, CrewState<S::PROCEDURES>& crew, unsigned procedure,
                                  unsigned first, unsigned count) {
    using T = Team<S>;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        if (procedure == I)
            global_to_local<S, I>(
                parameters, parameters.seeds[I] + static_cast<unsigned long long>(first) * sizeof(typename Entry<S, I>::Item),
                crew.top[I], count, T::index(), T::THREADS);
    });
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
__device__ inline void save(const Parameters<S::PROCEDURES>& parameters, const CrewState<S::PROCEDURES>& crew) {
    constexpr unsigned N = S::PROCEDURES;
    using T = Team<S>;
    unsigned char* area = saved_area<S>(parameters);
    SavedHeader<N>* const header = reinterpret_cast<SavedHeader<N>*>(area);
    if (T::index() < N) header->length[T::index()] = crew.top[T::index()] - crew.bottom[T::index()];
    area += align16(sizeof(SavedHeader<N>));
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = crew.top[I] - crew.bottom[I];
        local_to_global<S, I>(parameters, area, crew.bottom[I], count, T::index(), T::THREADS);
        area += align16(count * sizeof(typename Entry<S, I>::Item));
    });
}

template <class S>
__device__ inline void restore(const Parameters<S::PROCEDURES>& parameters, CrewState<S::PROCEDURES>& crew) {
    constexpr unsigned N = S::PROCEDURES;
    using T = Team<S>;
    unsigned char* area = saved_area<S>(parameters);
    SavedHeader<N>* const header = reinterpret_cast<SavedHeader<N>*>(area);
    if (T::index() < N) crew.top[T::index()] = header->length[T::index()];
    area += align16(sizeof(SavedHeader<N>));
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = header->length[I];
        global_to_local<S, I>(parameters, area, 0, count, T::index(), T::THREADS);
        area += align16(count * sizeof(typename Entry<S, I>::Item));
    });
    T::barrier();
    // Read once: a crew that is not resumed again must not find its tasks a second time.
    if (T::index() < N) header->length[T::index()] = 0;
}

}  // namespace whipple
