// Pools of pieces of memory of one size: who takes a piece gets one that nobody uses. Pieces that were given back wait in rings, one for each
// worker block and one for all. Protocol: docs/design/joins.md.
#pragma once
#include "../schedulers/common/choice.cuh"
#include "../sync.cuh"

namespace whipple::pools {

// What holds no piece.
constexpr unsigned NONE = ~0u;

// Which threads share a ring, and what carries the order from who gives a piece back to who takes it next: its slot.
struct OfDevice {
    // A word that many threads change has a line of its own.
    static constexpr unsigned APART = 128;
    // There are as many slots as pieces: no slot need be counted before it is filled.
    static constexpr bool IS_LARGE = true;

    __device__ static unsigned add(unsigned* word, unsigned value) { return sync::add_relaxed_gpu(word, value); }
    // The number in a slot, once it is there, which is taken out in one step: whoever comes a lap later must not see it, too. Acquire: whoever
    // gave the piece back has read it.
    __device__ static unsigned empty(unsigned* slot) {
        for (;;) {
            const unsigned number = sync::load_relaxed_gpu(slot);
            if (number != 0 && sync::compare_exchange_acq_rel_gpu(slot, number, 0) == number) return number;
            sync::back_off(20);
        }
    }
    // Once the slot is empty, in one step: a giver of a lap later may wait for it, too. Release: the piece was read before.
    __device__ static void fill(unsigned* slot, unsigned number) {
        while (sync::compare_exchange_acq_rel_gpu(slot, 0, number) != 0) sync::back_off(20);
    }
};
struct OfBlock {
    static constexpr unsigned APART = 4;
    static constexpr bool IS_LARGE = false;

    __device__ static unsigned add(unsigned* word, unsigned value) { return sync::add_relaxed_cta(word, value); }
    // Shared memory has no orders but relaxed: fences on either side of the slot.
    __device__ static unsigned empty(unsigned* slot) {
        unsigned number;
        while ((number = sync::exchange_relaxed_cta(slot, 0)) == 0) sync::back_off(20);
        sync::fence_acq_rel_cta();
        return number;
    }
    __device__ static void fill(unsigned* slot, unsigned number) {
        sync::fence_acq_rel_cta();
        while (sync::compare_exchange_relaxed_cta(slot, 0, number) != 0) sync::back_off(20);
    }
};

// The words of a ring. They deal out slots, by relaxed operations.
template <class Scope>
struct Words {
    alignas(Scope::APART) unsigned free;   // slots that are filled, or about to be; wraps below 0 while several look
    alignas(Scope::APART) unsigned head;   // slots that were claimed by takers
    alignas(Scope::APART) unsigned tail;   // and by givers
    alignas(Scope::APART) unsigned taken;  // unless IS_LARGE: slots that are not empty, or about to be filled; too many while several look
};

// A ring of numbers of free pieces. Who has claimed a slot waits for the thread that fills or empties it, which has claimed it before. One
// atomic operation serves all lanes of a warp that come together.
template <class Scope>
struct Free {
    Words<Scope>& words;
    unsigned* slots;  // a number plus one; 0: empty
    unsigned count;   // of slots, a power of two

    // A piece for each lane that comes; NONE where there are not enough for all.
    __device__ unsigned take() const {
        const unsigned together = sync::active_mask(), wanted = sync::count_bits(together), leader = sync::lowest_bit(together);
        unsigned first = 0, enough = 0;
        if (sync::lane() == leader) {
            enough = static_cast<int>(Scope::add(&words.free, 0u - wanted)) >= static_cast<int>(wanted) ? 1 : 0;
            first = Scope::add(enough != 0 ? &words.head : &words.free, wanted);
        }
        if (sync::shuffle(together, enough, leader) == 0) return NONE;
        first = sync::shuffle(together, first, leader) + sync::count_bits(together & sync::lanes_below());
        const unsigned number = Scope::empty(slots + (first & (count - 1)));
        if (!Scope::IS_LARGE && sync::lane() == leader) Scope::add(&words.taken, 0u - wanted);
        return number - 1;
    }

    // Whether there is room for the pieces of all lanes that come; then they are here.
    __device__ bool give(unsigned number) const {
        const unsigned together = sync::active_mask(), given = sync::count_bits(together), leader = sync::lowest_bit(together);
        unsigned ticket = 0, room = 1;
        if (sync::lane() == leader) {
            if (!Scope::IS_LARGE) room = Scope::add(&words.taken, given) + given <= count ? 1 : 0;
            ticket = Scope::add(room != 0 ? &words.tail : &words.taken, room != 0 ? given : 0u - given);
        }
        if (!Scope::IS_LARGE && sync::shuffle(together, room, leader) == 0) return false;
        ticket = sync::shuffle(together, ticket, leader) + sync::count_bits(together & sync::lanes_below());
        Scope::fill(slots + (ticket & (count - 1)), number + 1);
        // After its own slot: who counts on it waits for no other's long.
        if (sync::lane() == leader) Scope::add(&words.free, given);
        return true;
    }
};

// A pool. The host zeroes the words and the ring before a run and fills in the rest; whipple-cuda/src/engine/common/joins.rs has the same.
struct Pool {
    unsigned char* pieces;
    unsigned* ring;
    unsigned slots;   // of the ring, a power of two
    unsigned stride;  // bytes of a piece
    unsigned count;   // pieces
    alignas(128) unsigned fresh;  // pieces from here on were never used
    Words<OfDevice> words;

    __device__ Free<OfDevice> free() { return {words, ring, slots}; }
    __device__ unsigned char* at(unsigned number) const { return pieces + static_cast<unsigned long long>(number) * stride; }

    // A piece that nobody uses, of those for all blocks: one that was given back, else one that was never used. NONE: there may be none.
    __device__ unsigned take() {
        const unsigned reused = free().take();
        if (reused != NONE) return reused;
        const unsigned together = sync::active_mask(), leader = sync::lowest_bit(together);
        unsigned first = 0;
        // Where all were used already the word grows no further, lest it wrap.
        if (sync::lane() == leader)
            first = sync::load_relaxed_gpu(&fresh) < count ? sync::add_relaxed_gpu(&fresh, sync::count_bits(together)) : count;
        first = sync::shuffle(together, first, leader) + sync::count_bits(together & sync::lanes_below());
        return first < count ? first : NONE;
    }
};
static_assert(sizeof(Pool) == 768 && offsetof(Pool, slots) == 16 && offsetof(Pool, fresh) == 128, "the layout of Pool is the host's");

// Free pieces that a worker block keeps for itself, of the pool that a tag names, in shared memory: most are given back where they were taken. The
// tag says how many they are at most, a power of two.
template <class Tag>
struct Cache {
    static constexpr unsigned CACHED = Tag::CACHED;
    Words<OfBlock> words;
    unsigned char* pieces;  // `Pool::pieces`, to save loads from global memory
    unsigned slots[CACHED];

    // To be called by all threads of a block of so many as it enters, before a barrier.
    __device__ void clear(const Pool& pool, unsigned threads) {
        for (unsigned i = sync::thread_in_block(); i < CACHED; i += threads) slots[i] = 0;
        if (sync::thread_in_block() != 0) return;
        words = {};
        pieces = pool.pieces;
    }

    // To be called by all threads of the block as it leaves, behind a barrier: its pieces are for all blocks again.
    __device__ void give_all(Pool& pool, unsigned threads) const {
        for (unsigned i = sync::thread_in_block(); i < CACHED; i += threads)
            if (slots[i] != 0) pool.free().give(slots[i] - 1);
    }
};

// Whether worker blocks keep free pieces: where they live as long as the run.
constexpr bool CACHES = WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL;

template <class Tag>
__device__ inline Free<OfBlock> of_block() {
    auto& cache = sync::shared_memory<Cache<Tag>>();
    return {cache.words, cache.slots, Tag::CACHED};
}

// A piece that nobody uses; NONE: there may be none.
template <class Tag>
__device__ inline unsigned take(Pool& pool) {
    if constexpr (CACHES) {
        const unsigned found = of_block<Tag>().take();
        if (found != NONE) return found;
    }
    return pool.take();
}

// Gives a piece back that nobody will read any more.
template <class Tag>
__device__ inline void give(Pool& pool, unsigned number) {
    if (!CACHES || !of_block<Tag>().give(number)) pool.free().give(number);
}

}  // namespace whipple::pools
