// Copying items between queues: contiguous bytes, one word a lane, coalesced.
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

template <class Item>
using WordOf = typename Word<word_bytes<Item>()>::Type;

template <class Item>
constexpr unsigned WORDS = sizeof(Item) / sizeof(WordOf<Item>);

// Copies `count` items to `target` from positions `first ..` of a local queue; `index` of `threads` threads takes part.
template <class Item>
__device__ inline void copy_from_local(unsigned char* target, const unsigned char* queue, unsigned capacity, unsigned first,
                                       unsigned count, unsigned index, unsigned threads) {
    using W = WordOf<Item>;
    W* const out = reinterpret_cast<W*>(target);
    const W* const in = reinterpret_cast<const W*>(queue);
    for (unsigned i = index; i < count * WORDS<Item>; i += threads)
        out[i] = in[((first + i / WORDS<Item>) & (capacity - 1)) * WORDS<Item> + i % WORDS<Item>];
}

// Copies `count` items from `source` to positions `first ..` of a local queue.
template <class Item>
__device__ inline void copy_to_local(unsigned char* queue, unsigned capacity, unsigned first, const unsigned char* source,
                                     unsigned count, unsigned index, unsigned threads) {
    using W = WordOf<Item>;
    W* const out = reinterpret_cast<W*>(queue);
    const W* const in = reinterpret_cast<const W*>(source);
    for (unsigned i = index; i < count * WORDS<Item>; i += threads)
        out[((first + i / WORDS<Item>) & (capacity - 1)) * WORDS<Item> + i % WORDS<Item>] = in[i];
}

// Copies one item.
template <class Item>
__device__ inline void copy_item(unsigned char* target, const unsigned char* source, unsigned index = 0, unsigned threads = 1) {
    using W = WordOf<Item>;
    W* const out = reinterpret_cast<W*>(target);
    const W* const in = reinterpret_cast<const W*>(source);
    if (threads == 1) {
#pragma unroll
        for (unsigned i = 0; i < WORDS<Item>; i++) out[i] = in[i];
    } else {
        for (unsigned i = index; i < WORDS<Item>; i += threads) out[i] = in[i];
    }
}

}  // namespace whipple
