// Spawning: where the items of new tasks go.
#pragma once
#include "../queue/copy.cuh"
#include "panic.cuh"
#include "state.cuh"

namespace whipple::scheduler {

// Adds one item to the local queue of procedure Q, or, when that is full, to the chunks secured for it.
template <class Q, class P, class Item>
__device__ inline void push(const Parameters<Place<P>::Schedule::PROCEDURES>& parameters, const Item& item) {
    using S = typename Place<P>::Schedule;
    constexpr unsigned q = Place<Q>::INDEX;
    CrewState<S::PROCEDURES>& crew = crew_state<S>();

    // One shared atomic for all lanes of the warp that spawn here together.
    const unsigned together = sync::active_mask();
    const unsigned leader = sync::lowest_bit(together);
    unsigned position = 0;
    if (sync::lane() == leader) position = sync::add_relaxed_cta(&crew.top[q], sync::count_bits(together));
    position = sync::shuffle(together, position, leader) + sync::count_bits(together & sync::lanes_below());

    const unsigned capacity = parameters.capacity[q];
    const unsigned length = position - crew.bottom[q];
    unsigned char* slot;
    if (length < capacity) {
        slot = crew_memory<S>(parameters) + parameters.local_offset[q] + (position & (capacity - 1)) * sizeof(Item);
    } else {
        const unsigned over = length - capacity;
        const unsigned chunk = over / parameters.chunk_capacity[q];
        if (chunk >= crew.reserved[q])
            report_panic(PanicKind::Spawns, "more spawns than max_spawns allows", "", 0, q, 0);
        slot = parameters.chunks +
               static_cast<unsigned long long>(crew.stash[crew.reserve[q] + chunk]) * parameters.chunk_bytes +
               (over % parameters.chunk_capacity[q]) * sizeof(Item);
    }
    copy_item<Item>(slot, reinterpret_cast<const unsigned char*>(&item));
}

}  // namespace whipple::scheduler
