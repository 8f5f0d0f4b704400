// Moving work between a worker block and the rest of the device, in chunks. All functions are called by the whole block.
#pragma once
#include "../queue/copy.cuh"
#include "state.cuh"

namespace whipple {

constexpr unsigned align16(unsigned bytes) { return (bytes + 15) / 16 * 16; }

// Copies `count` items of procedure I out of positions `first ..` of its local queue; `index` of `threads` take part.
template <class S, unsigned I>
__device__ inline void local_to_global(const Parameters<S::PROCEDURES>& parameters, unsigned char* target, unsigned first,
                                       unsigned count, unsigned index, unsigned threads) {
    copy_from_local<typename Entry<S, I>::Item>(target, dynamic_shared + parameters.local_offset[I], parameters.capacity[I],
                                                first, count, index, threads);
}

template <class S, unsigned I>
__device__ inline void global_to_local(const Parameters<S::PROCEDURES>& parameters, const unsigned char* source, unsigned first,
                                       unsigned count, unsigned index, unsigned threads) {
    copy_to_local<typename Entry<S, I>::Item>(dynamic_shared + parameters.local_offset[I], parameters.capacity[I], first,
                                              source, count, index, threads);
}

// Writes block.chunks chunks, each with block.share[p] of the oldest items of each procedure p, a warp per chunk, and
// publishes each through `publish(number of the chunk among these, chunk)`, called by one thread after its content.
template <class S, class Block, class F>
__device__ inline void write_chunks(const Parameters<S::PROCEDURES>& parameters, Block& block, F&& publish) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned warp = sync::thread_in_block() / sync::WARP;
    if (warp < block.chunks) {
        const unsigned chunk = block.chunk[warp];
        unsigned char* target = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
        for_each_procedure<N>([&]<unsigned I>() {
            const unsigned count = block.share[I];
            local_to_global<S, I>(parameters, target, block.bottom[I] + warp * count, count, sync::lane(), sync::WARP);
            target += align16(count * sizeof(typename Entry<S, I>::Item));
        });
        if (sync::lane() < N) parameters.counts[chunk * N + sync::lane()] = block.share[sync::lane()];
        // The warp barrier orders all lanes' writes before lane 0, whose release publishes them.
        sync::warp_barrier();
        if (sync::lane() == 0) publish(warp, chunk);
    }
    sync::block_barrier();
    if (sync::thread_in_block() < N) block.bottom[sync::thread_in_block()] += block.share[sync::thread_in_block()] * block.chunks;
    sync::block_barrier();
}

// Adds the items of block.chunk[0] to the local queues, which have room for them. The chunk itself stays the block's.
template <class S, class Block>
__device__ inline void read_chunk(const Parameters<S::PROCEDURES>& parameters, Block& block) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned index = sync::thread_in_block(), chunk = block.chunk[0];
    const unsigned char* source = parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes;
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = parameters.counts[chunk * N + I];
        global_to_local<S, I>(parameters, source, block.top[I], count, index, S::BLOCK_THREADS);
        source += align16(count * sizeof(typename Entry<S, I>::Item));
    });
    sync::block_barrier();
    if (index < N) block.top[index] += parameters.counts[chunk * N + index];
    sync::block_barrier();
}

// Adds block.seed_count seeds of block.procedure, from block.seed_first on.
template <class S, class Block>
__device__ inline void read_seeds(const Parameters<S::PROCEDURES>& parameters, Block& block) {
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        if (block.procedure == I)
            global_to_local<S, I>(parameters,
                                  parameters.seeds[I] +
                                      static_cast<unsigned long long>(block.seed_first) * sizeof(typename Entry<S, I>::Item),
                                  block.top[I], block.seed_count, sync::thread_in_block(), S::BLOCK_THREADS);
    });
    sync::block_barrier();
    if (sync::thread_in_block() == 0) block.top[block.procedure] += block.seed_count;
    sync::block_barrier();
}

// The saved area of a block: a length for each procedure, then, 16-byte aligned, the items. The stash goes back to the pool.
template <class S, class Block>
__device__ inline void save(const Parameters<S::PROCEDURES>& parameters, Block& block) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned index = sync::thread_in_block();
    unsigned char* area = parameters.saved + sync::block() * parameters.saved_stride;
    unsigned* const header = reinterpret_cast<unsigned*>(area);
    if (index < N) header[index] = block.top[index] - block.bottom[index];
    area += align16(N * 4);
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = block.top[I] - block.bottom[I];
        local_to_global<S, I>(parameters, area, block.bottom[I], count, index, S::BLOCK_THREADS);
        area += align16(count * sizeof(typename Entry<S, I>::Item));
    });
}

template <class S, class Block>
__device__ inline void restore(const Parameters<S::PROCEDURES>& parameters, Block& block) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned index = sync::thread_in_block();
    unsigned char* area = parameters.saved + sync::block() * parameters.saved_stride;
    unsigned* const header = reinterpret_cast<unsigned*>(area);
    if (index < N) block.top[index] = header[index];
    area += align16(N * 4);
    for_each_procedure<N>([&]<unsigned I>() {
        const unsigned count = header[I];
        global_to_local<S, I>(parameters, area, 0, count, index, S::BLOCK_THREADS);
        area += align16(count * sizeof(typename Entry<S, I>::Item));
    });
    sync::block_barrier();
    // Read once: a block that is not resumed again must not find its tasks a second time.
    if (index < N) header[index] = 0;
}

}  // namespace whipple
