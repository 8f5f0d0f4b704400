// Moving work between a block's local queues and global memory.
#pragma once
#include "../../../queue/copy.cuh"
#include "../../common/slice.cuh"
#include "../block/observe.cuh"

namespace whipple {

// A word that divides the sizes of all items of a program, and what their places are multiples of. These are places in queues, in
// chunks, in saved areas and among initial tasks.
template <class S, unsigned I = 0>
constexpr unsigned common_word() {
    if constexpr (I < S::PROCEDURES) {
        constexpr unsigned rest = common_word<S, I + 1>(), own = slot_word_bytes<typename Entry<S, I>::Item>();
        return own < rest ? own : rest;
    } else {
        return 16;
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

// Where the words of a chunk lie in the local queues: items of each procedure one after another, beginning at multiples of 16 bytes. Lane p
// knows of procedure p, so that all of them are copied at once.
template <class S>
class ChunkMap {
    static constexpr unsigned N = S::PROCEDURES, BYTES = sizeof(CommonWord<S>);

public:
    // The chunk has `count` items of the lane's procedure, at positions `first ..` of its local queue.
    __device__ ChunkMap(const Parameters<N>& parameters, unsigned count, unsigned first) {
        const unsigned p = min(sync::lane(), N - 1), size = parameters.item_bytes[p] / BYTES, capacity = parameters.capacity[p];
        words_ = sync::lane() < N ? count * size : 0;
        slot_ = (first & (capacity - 1)) * size;
        span_ = capacity * size;
        offset_ = parameters.local_offset[p];
        const unsigned padded = align16(words_ * BYTES) / BYTES, end = sync::warp_scan_inclusive(padded);
        start_ = end - padded;
        total_ = sync::shuffle(sync::FULL_MASK, end, N - 1);
    }

    // Words of the chunk.
    __device__ unsigned total() const { return total_; }

    // The place of a word of the chunk in its local queue; null for those between procedures. For the whole warp.
    __device__ CommonWord<S>* place(unsigned word) const {
        unsigned p = 0;
#pragma unroll 1
        for (unsigned q = 1; q < N; q++) p = word >= sync::shuffle(sync::FULL_MASK, start_, q) ? q : p;
        const unsigned index = word - sync::shuffle(sync::FULL_MASK, start_, p), words = sync::shuffle(sync::FULL_MASK, words_, p);
        const unsigned span = sync::shuffle(sync::FULL_MASK, span_, p), offset = sync::shuffle(sync::FULL_MASK, offset_, p);
        unsigned at = sync::shuffle(sync::FULL_MASK, slot_, p) + index;
        at -= at >= span ? span : 0;
        return index < words ? reinterpret_cast<CommonWord<S>*>(sync::dynamic_shared_memory() + offset) + at : nullptr;
    }

private:
    unsigned words_, slot_, span_, offset_, start_, total_;
};

template <class S>
__device__ inline CommonWord<S>* chunk_words(const Parameters<S::PROCEDURES>& parameters, unsigned chunk) {
    return reinterpret_cast<CommonWord<S>*>(parameters.chunks + static_cast<unsigned long long>(chunk) * parameters.chunk_bytes);
}

// Writes a chunk: block.share[p] items of each procedure p, the oldest after `skipped` times as many. So many `warps` each do a part; after
// a barrier of all of them whoever publishes the chunk releases the writes of all.
template <class S>
__device__ __noinline__ void write_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk, unsigned skipped, unsigned warp,
                                         unsigned warps) {
    constexpr unsigned N = S::PROCEDURES;
    const auto& block = block_state<S>();
    const unsigned p = min(sync::lane(), N - 1), count = block.share[p];
    const ChunkMap<S> map(parameters, count, block.queue[p].bottom + skipped * count);
    CommonWord<S>* const target = chunk_words<S>(parameters, chunk);
#pragma unroll 1
    for (unsigned first = warp * sync::WARP; first < map.total(); first += warps * sync::WARP) {
        const CommonWord<S>* const place = map.place(first + sync::lane());
        if (place != nullptr) target[first + sync::lane()] = *place;
    }
    if (warp != 0) return;
    if (sync::lane() < N) parameters.counts[chunk * N + sync::lane()] = count;
    Observer<S>::moved(parameters, block.share);
}

// Adds the items of a chunk to the local queues, which have room for them.
template <class S>
__device__ __noinline__ void read_chunk(const Parameters<S::PROCEDURES>& parameters, unsigned chunk) {
    constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS;
    const unsigned index = sync::thread_in_block(), lane = sync::lane();
    auto& block = block_state<S>();
    const CommonWord<S>* const source = chunk_words<S>(parameters, chunk);
    // On its way before it is known how long the chunk is, which is mostly short.
    CommonWord<S> word{};
    if (index < parameters.chunk_bytes / sizeof(word)) word = source[index];
    const unsigned count = lane < N ? parameters.counts[chunk * N + lane] : 0;
    const ChunkMap<S> map(parameters, count, block.queue[min(lane, N - 1)].top());
#pragma unroll 1
    for (unsigned first = index - lane; first < map.total(); first += B) {
        CommonWord<S>* const place = map.place(first + lane);
        if (first >= B && place != nullptr) word = source[first + lane];
        if (place != nullptr) *place = word;
    }
    // All have looked at the tops.
    sync::block_barrier();
    if (index < N) block.queue[index].top() += count;
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

// Adds the seeds of all procedures that the block has taken.
template <class S>
__device__ __noinline__ void read_all_seeds(const Parameters<S::PROCEDURES>& parameters) {
    constexpr unsigned N = S::PROCEDURES;
    const unsigned index = sync::thread_in_block();
    auto& block = block_state<S>();
    const unsigned mine = sync::lane() < N ? block.seed_count[sync::lane()] : 0;
#pragma unroll 1
    for (unsigned taken = sync::ballot(sync::FULL_MASK, mine > 0); taken != 0; taken &= taken - 1) {
        const unsigned p = sync::lowest_bit(taken), count = block.seed_count[p];
        const unsigned char* seeds =
            parameters.seeds[p] + static_cast<unsigned long long>(block.seed_first[p]) * parameters.item_bytes[p];
        global_to_local<S>(parameters, p, seeds, block.queue[p].top(), count, index, S::BLOCK_THREADS);
    }
    sync::block_barrier();
    if (index < N) block.queue[index].top() += block.seed_count[index];
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
