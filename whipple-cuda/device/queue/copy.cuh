// Copying work items: one at a time between registers and memory, or many between a local queue and global memory.
#pragma once
#include "../sync.cuh"

namespace whipple {

// The widest word that divides an item's size and alignment.
template <unsigned BYTES>
struct Word;
template <>
struct Word<1> { using Type = unsigned char; };
template <>
struct Word<2> { using Type = unsigned short; };
template <>
struct Word<4> { using Type = unsigned; };
template <>
struct Word<8> { using Type = uint2; };
template <>
struct Word<16> { using Type = uint4; };

template <class Item>
constexpr unsigned word_bytes() {
    unsigned bytes = alignof(Item) > 16 ? 16 : alignof(Item);
    while (sizeof(Item) % bytes != 0) bytes /= 2;
    return bytes;
}

// Items lie in queues at multiples of their size, from addresses that are multiples of 16. So they may move in words that are
// wider than their type's alignment.
template <class Item>
constexpr unsigned slot_word_bytes() {
    return sizeof(Item) % 16 == 0 ? 16 : sizeof(Item) % 8 == 0 ? 8 : word_bytes<Item>();
}

// One thread writes an item to a slot of a queue, or reads it.
template <class Item>
__device__ inline void store_item(unsigned char* slot, const Item& item) {
    using W = typename Word<slot_word_bytes<Item>()>::Type;
    W words[sizeof(Item) / sizeof(W)];
    memcpy(words, &item, sizeof(Item));
#pragma unroll
    for (unsigned i = 0; i < sizeof(Item) / sizeof(W); i++) reinterpret_cast<W*>(slot)[i] = words[i];
}
template <class Item>
__device__ inline void load_item(void* item, const unsigned char* slot) {
    using W = typename Word<slot_word_bytes<Item>()>::Type;
    W words[sizeof(Item) / sizeof(W)];
#pragma unroll
    for (unsigned i = 0; i < sizeof(Item) / sizeof(W); i++) words[i] = reinterpret_cast<const W*>(slot)[i];
    memcpy(item, words, sizeof(Item));
}

// Copies one item; `index` of `threads` threads takes part.
template <class Item>
__device__ inline void copy_item(unsigned char* target, const unsigned char* source, unsigned index = 0, unsigned threads = 1) {
    using W = typename Word<word_bytes<Item>()>::Type;
    constexpr unsigned WORDS = sizeof(Item) / sizeof(W);
    W* const out = reinterpret_cast<W*>(target);
    const W* const in = reinterpret_cast<const W*>(source);
    if (threads == 1) {
#pragma unroll
        for (unsigned i = 0; i < WORDS; i++) out[i] = in[i];
    } else {
#pragma unroll 1
        for (unsigned i = index; i < WORDS; i += threads) out[i] = in[i];
    }
}

// Copies one item from a slot of a queue to a place that is aligned as a slot; `index` of `threads` threads takes part.
template <class Item>
__device__ inline void copy_slot(unsigned char* target, const unsigned char* slot, unsigned index, unsigned threads) {
    using W = typename Word<slot_word_bytes<Item>()>::Type;
#pragma unroll 1
    for (unsigned i = index; i < sizeof(Item) / sizeof(W); i += threads)
        reinterpret_cast<W*>(target)[i] = reinterpret_cast<const W*>(slot)[i];
}

// Copies contiguous items in words of W; `index` of `threads` threads takes part. The code is small rather than fast: an SM's
// instruction cache is the scarcer good, and few items travel.
template <class W>
__device__ inline void copy_words(unsigned char* target, const unsigned char* source, unsigned bytes, unsigned index,
                                  unsigned threads) {
    W* const out = reinterpret_cast<W*>(target);
    const W* const in = reinterpret_cast<const W*>(source);
#pragma unroll 1
    for (unsigned i = index; i < bytes / sizeof(W); i += threads) out[i] = in[i];
}

// Copies `count` items to `target` from positions `first ..` of a local queue of `capacity` items of `size` bytes.
template <class W>
__device__ inline void copy_from_local(unsigned char* target, const unsigned char* queue, unsigned capacity, unsigned size,
                                       unsigned first, unsigned count, unsigned index, unsigned threads) {
    const unsigned slot = first & (capacity - 1), unbroken = min(count, capacity - slot);
    copy_words<W>(target, queue + slot * size, unbroken * size, index, threads);
    if (count > unbroken) copy_words<W>(target + unbroken * size, queue, (count - unbroken) * size, index, threads);
}

// Copies `count` items from `source` to positions `first ..`.
template <class W>
__device__ inline void copy_to_local(unsigned char* queue, unsigned capacity, unsigned size, unsigned first,
                                     const unsigned char* source, unsigned count, unsigned index, unsigned threads) {
    const unsigned slot = first & (capacity - 1), unbroken = min(count, capacity - slot);
    copy_words<W>(queue + slot * size, source, unbroken * size, index, threads);
    if (count > unbroken) copy_words<W>(queue, source + unbroken * size, (count - unbroken) * size, index, threads);
}

}  // namespace whipple
