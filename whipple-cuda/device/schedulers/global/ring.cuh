// The queues of the megakernel without local queues: rings of items in global memory. Protocol: schedulers/global/README.md.
#pragma once
#include "../../queue/copy.cuh"
#include "../common/panic.cuh"
#include "../common/schedule.cuh"

namespace whipple {

// The moving words of a ring of items, each on its own cache line.
struct ItemRing {
    alignas(128) unsigned head;       // tickets of consumers
    alignas(128) unsigned tail;       // tickets of producers
    alignas(128) unsigned available;  // tasks that wait and are unclaimed, as a signed number
    alignas(128) unsigned room;       // slots that are neither used nor secured, as a signed number
};

// Words of the whole program.
struct ItemState {
    alignas(128) unsigned pending;  // tasks that wait or run
    alignas(128) unsigned running;  // blocks that have claimed tasks
    alignas(128) ItemRing rings[MAX_PROCEDURES];
};
// whipple-cuda/src/engine/global/abi.rs reads and writes the same offsets.
static_assert(sizeof(ItemRing) == 512 && offsetof(ItemState, rings) == 256 && sizeof(ItemState) == 16640,
              "the layout of ItemState is the host's");

// What the host decides at launch: a kernel parameter.
struct ItemParameters {
    Control* control;
    ItemState* state;
    unsigned char* items[MAX_PROCEDURES];
    unsigned* turns[MAX_PROCEDURES];        // for each slot: whose turn it is, see ItemSlot
    const unsigned char* seeds[MAX_PROCEDURES];
    unsigned seed_count[MAX_PROCEDURES];
    unsigned mask[MAX_PROCEDURES];          // slots of a ring, a power of two, less one
    unsigned batches;                       // after so many a block suspends the run; 0 for never
    unsigned scratch_per_warp;
    unsigned may_grow;                      // 1 when the host has more memory to give
    unsigned seeds_first;                   // 1 when initial tasks come before those that were spawned
};
static_assert(sizeof(ItemParameters) == 1056, "whipple-cuda/src/engine/global/abi.rs writes the same struct");

// What one block spawns into each ring while it runs a batch, and may.
struct ItemSpawns {
    unsigned secured[MAX_PROCEDURES];
    unsigned spawned[MAX_PROCEDURES];
};

__device__ inline ItemSpawns& item_spawns() { return sync::shared_memory<ItemSpawns>(); }

// The slot of a ticket. Its turn is t when it is free for the producer of ticket t. It is t + 1 when the slot has the item of
// that ticket, and t + slots when that was read.
template <class Item>
struct ItemSlot {
    unsigned char* item;
    unsigned* turn;
    unsigned ticket;
    unsigned slots;

    __device__ ItemSlot(const ItemParameters& parameters, unsigned procedure, unsigned ticket)
        : ticket(ticket), slots(parameters.mask[procedure] + 1) {
        const unsigned slot = ticket & parameters.mask[procedure];
        item = parameters.items[procedure] + static_cast<unsigned long long>(slot) * sizeof(Item);
        turn = parameters.turns[procedure] + slot;
    }

    // Waits until the slot's last item was read: its consumer has claimed it and is about to.
    __device__ void await_space() const { await(ticket); }
    __device__ void publish() const { sync::store_release_gpu(turn, ticket + 1); }

    // Waits for the item of a claimed ticket: its producer is between taking the ticket and publishing.
    __device__ void await_item() const { await(ticket + 1); }
    // Gives the slot back after the item was read.
    __device__ void release() const { sync::store_release_gpu(turn, ticket + slots); }

private:
    __device__ void await(unsigned wanted) const {
        while (sync::load_acquire_gpu(turn) != wanted) sync::back_off(20);
    }
};

namespace items {

// Gives each of the lanes `together` a number of its own; `add(n)` adds n to a counter and gives what it was before.
template <class F>
__device__ inline unsigned count_together(unsigned together, F&& add) {
    const unsigned leader = sync::lowest_bit(together);
    unsigned first = 0;
    if (sync::lane() == leader) first = add(sync::count_bits(together));
    return sync::shuffle(together, first, leader) + sync::count_bits(together & sync::lanes_below());
}

// Adds one item to the ring of procedure Q. The task that it is can be claimed when the batch that spawned it has ended.
template <class Q, class P, class Item>
__device__ inline void push(const ItemParameters& parameters, const Item& item) {
    constexpr unsigned q = Place<Q>::INDEX;
    ItemSpawns& block = item_spawns();
    // One atomic for all lanes of the warp that spawn here together, and after those that may not have ended, one ticket.
    if (count_together(sync::active_mask(), [&](unsigned lanes) { return sync::add_relaxed_cta(&block.spawned[q], lanes); }) >=
        block.secured[q])
        detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", {"", 0}, q);
    const unsigned ticket = count_together(
        sync::active_mask(), [&](unsigned lanes) { return sync::add_relaxed_gpu(&parameters.state->rings[q].tail, lanes); });
    const ItemSlot<Item> slot(parameters, q, ticket);
    slot.await_space();
    copy_item<Item>(slot.item, reinterpret_cast<const unsigned char*>(&item));
    slot.publish();
}

}  // namespace items

}  // namespace whipple
