// Moving work between a block's local queues and global memory.
#pragma once
#include "../queue/copy.cuh"
#include "observe.cuh"

namespace whipple {

constexpr unsigned align16(unsigned bytes) { return (bytes + 15) / 16 * 16; }

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
    copy_from_local<CommonWord<S>>(target, sync::dynamic_shared_memory() + parameters.local_offset[p], parameters.capacity[p],
                                   size, first, count, index, threads);
    return align16(count * size);
}

template <class S>
__device__ inline unsigned global_to_local(const Parameters<S::PROCEDURES>& parameters, unsigned p, const unsigned char* source,
                                           unsigned first, unsigned count, unsigned index, unsigned threads) {
    const unsigned size = parameters.item_bytes[p];
    copy_to_local<CommonWord<S>>(sync::dynamic_shared_memory() + parameters.local_offset[p], parameters.capacity[p], size,
                                 first, source, count, index, threads);
    return align16(count * size);
}

// One warp writes a chunk: block.share[p] items of each procedure p, the oldest after `skipped` times as many.
template <class S>
__device__ __noinline__ void write_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk, unsigned skipped) {
    constexpr unsigned N = S::PROCEDURES;
    const auto& block = block_state<S>();
    unsigned char* target = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
#pragma unroll 1
    for (unsigned p = 0; p < N; p++) {
        const unsigned count = block.share[p];
        target += local_to_global<S>(parameters, p, target, block.queue[p].bottom + skipped * count, count, sync::lane(), sync::WARP);
    }
    if (sync::lane() < N) parameters.counts[chunk * N + sync::lane()] = block.share[sync::lane()];
    Observer<S>::moved(parameters, block.share);
    // The warp barrier orders all lanes' writes before lane 0, whose release publishes them.
    sync::warp_barrier();
}

// Adds the items of a chunk to the local queues, which have room for them.
template <class S>
__device__ __noinline__ void read_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk) {
    constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    const unsigned index = sync::thread_in_block();
    auto& block = block_state<S>();
    const unsigned char* source = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
    if (index < N) block.share[index] = parameters.counts[chunk * N + index];
    sync::block_barrier();
    // The warps of a block share the procedures among them, so that few loads wait for each other.
#pragma unroll 1
    for (unsigned p = 0; p < N; p++) {
        const unsigned count = block.share[p];
        if (p % W == index / sync::WARP)
            global_to_local<S>(parameters, p, source, block.queue[p].top(), count, sync::lane(), sync::WARP);
        source += align16(count * parameters.item_bytes[p]);
    }
    sync::block_barrier();
    if (index < N) block.queue[index].top() += block.share[index];
    sync::block_barrier();
}

// Adds `count` seeds of `procedure`, from `first` on.
template <class S>
__device__ __noinline__ void read_seeds(const Parameters<S::PROCEDURES>& parameters, unsigned procedure, unsigned first,
                                        unsigned count) {
    const unsigned index = sync::thread_in_block();
    auto& block = block_state<S>();
    const unsigned char* seeds =
        parameters.seeds[procedure] + static_cast<unsigned long long>(first) * parameters.item_bytes[procedure];
    global_to_local<S>(parameters, procedure, seeds, block.queue[procedure].top(), count, index, S::BLOCK_THREADS);
    sync::block_barrier();
    if (index == 0) block.queue[procedure].top() += count;
    sync::block_barrier();
}

// The saved area of a block starts with the lengths of its local queues; the items follow, 16-byte aligned.
template <unsigned N>
struct SavedHeader {
    unsigned length[N];
};

template <class S>
__device__ __noinline__ void save(const Parameters<S::PROCEDURES>& parameters) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned index = sync::thread_in_block();
    const auto& block = block_state<S>();
    unsigned char* area = parameters.saved + sync::block() * parameters.saved_stride;
    SavedHeader<N>* const header = reinterpret_cast<SavedHeader<N>*>(area);
    if (index < N) header->length[index] = block.queue[index].length();
    area += align16(sizeof(SavedHeader<N>));
#pragma unroll 1
    for (unsigned p = 0; p < N; p++)
        area += local_to_global<S>(parameters, p, area, block.queue[p].bottom, block.queue[p].length(), index,
                                   S::BLOCK_THREADS);
}

}  // namespace whipple
