// A concurrent queue of chunk numbers, which never blocks a producer. Protocol: queue/README.md.
#pragma once
#include "../sync.cuh"

namespace whipple {

// The moving words of a ring, each on its own cache line. Zeroed by the host.
struct RingState {
    alignas(128) unsigned head;      // tickets of consumers
    alignas(128) unsigned tail;      // tickets of producers
    alignas(128) unsigned available; // published and unclaimed, as a signed number
};
static_assert(sizeof(RingState) == 384, "whipple-cuda/src/engine/megakernel/abi.rs has the same size");

// A ring holds every chunk number that exists, so its slots never run out: `mask + 1` is at least the number of chunks.
// A slot names the ticket that it serves, in its upper half; below that is the ticket's chunk number + 1, or 0 until it comes.
struct Ring {
    using Slot = unsigned long long;

    RingState* state;
    Slot* slots;
    unsigned mask;

    // How many chunks wait: a hint, as old as the load.
    __device__ int available() const { return static_cast<int>(sync::load_relaxed_gpu(&state->available)); }

    // The same, to conclude from: whoever sees a claim here also sees what the claiming block did before it.
    __device__ int available_acquire() const { return static_cast<int>(sync::load_acquire_gpu(&state->available)); }

    // Publishes one chunk. Whatever this thread wrote or observed before is visible to the thread that pops it.
    __device__ void push(unsigned chunk) const {
        put(sync::add_relaxed_gpu(&state->tail, 1), chunk);
        // acq_rel: whoever claims this unit also sees the tail that made it.
        sync::add_acq_rel_gpu(&state->available, 1);
    }

    // Publishes a chunk of each lane that has any, as `push`, but with two atomics for all. If many blocks push at the same time,
    // their atomics on the same word follow each other. For the whole warp.
    __device__ void push_all(bool any, unsigned chunk) const {
        const unsigned lanes = sync::ballot(sync::FULL_MASK, any), count = sync::count_bits(lanes);
        if (count == 0) return;
        unsigned first = 0;
        if (sync::lane() == 0) first = sync::add_relaxed_gpu(&state->tail, count);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        if (any) put(first + sync::count_bits(lanes & sync::lanes_below()), chunk);
        // Whoever claims has the lanes' chunks from their own releases (`take`), and from lane 0 the tail that made them.
        sync::warp_barrier();
        if (sync::lane() == 0) sync::add_acq_rel_gpu(&state->available, count);
    }

    // Claims up to `wanted` chunks at once; returns how many, and the first ticket. To be called by one thread.
    __device__ unsigned claim(unsigned wanted, unsigned& first) const {
        if (available_acquire() <= 0) return 0;
        for (;;) {
            const int before = static_cast<int>(sync::add_acq_rel_gpu(&state->available, 0u - wanted));
            const unsigned granted = before <= 0 ? 0u : (static_cast<unsigned>(before) < wanted ? static_cast<unsigned>(before) : wanted);
            unsigned missing = wanted - granted;
            if (missing > 0) {
                // Give back what was not there. If others published meanwhile and saw our debt instead of their chunk, it is now
                // ours to notice. Otherwise a chunk could rest while every block believes the queue is empty.
                const int debt = static_cast<int>(sync::add_acq_rel_gpu(&state->available, missing));
                if (granted == 0 && debt + static_cast<int>(missing) > 0) continue;
            }
            if (granted > 0) first = sync::add_relaxed_gpu(&state->head, granted);
            return granted;
        }
    }

    // The chunk behind a claimed ticket. Its publisher is running, so the wait is short.
    __device__ unsigned take(unsigned ticket) const {
        Slot* const slot = &slots[ticket & mask];
        Slot value;
        while ((value = sync::load_acquire_gpu(slot)) >> 32 != ticket || static_cast<unsigned>(value) == 0) sync::back_off(20);
        sync::store_relaxed_gpu(slot, word(ticket + mask + 1, 0));
        return static_cast<unsigned>(value) - 1;
    }

private:
    __device__ void put(unsigned ticket, unsigned chunk) const {
        Slot* const slot = &slots[ticket & mask];
        // The consumer of the previous lap may not have left the slot yet. It is between two instructions of a resident block, or
        // waits for a producer that is. So the wait is short.
        while (sync::load_relaxed_gpu(slot) != word(ticket, 0)) sync::back_off(20);
        sync::store_release_gpu(slot, word(ticket, chunk + 1));
    }

    __device__ static Slot word(unsigned ticket, unsigned content) { return static_cast<Slot>(ticket) << 32 | content; }
};

}  // namespace whipple
