// Spawning: where the items of new tasks go.
#pragma once
#include "../../../queue/copy.cuh"
#include "../../common/panic.cuh"
#include "../block/state.cuh"

namespace whipple::scheduler {

[[noreturn]] __device__ __noinline__ void spawned_too_many(unsigned procedure) {
    detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", {"", 0}, procedure);
}

// Where an item goes that is `over` items beyond the local queue of procedure q: to the chunks secured for it.
template <class S>
__device__ __noinline__ unsigned char* overflow_slot(const Parameters<S::PROCEDURES>& parameters, unsigned q, unsigned over) {
    auto& block = block_state<S>();
    const unsigned fit = parameters.chunk_capacity[q], chunk = over / fit;
    if (chunk >= block.reserved[q]) spawned_too_many(q);
    return parameters.chunks + static_cast<unsigned long long>(block.stash[block.reserve[q] + chunk]) * parameters.chunk_bytes +
           over % fit * parameters.item_bytes[q];
}

// Adds one item to the tasks of procedure Q. Short, because a program has many spawns and the instruction cache is small.
template <class Q, class P, class Item>
__device__ inline void push(const LocalQueues<Place<P>::Schedule::PROCEDURES>& queues, const Item& item) {
    const auto& parameters = queues.parameters;
    using S = typename Place<P>::Schedule;
    constexpr unsigned q = Place<Q>::INDEX;
    auto& block = block_state<S>();
    const unsigned position = sync::increment_relaxed_cta(&block.queue[q].tops[queues.tops]), capacity = parameters.capacity[q];
    unsigned char* slot = sync::dynamic_shared_memory() + parameters.local_offset[q] + (position & (capacity - 1)) * sizeof(Item);
    if constexpr (S::OVERFLOW) {
        const unsigned length = position - block.queue[q].bottom;
        if (length >= capacity) slot = overflow_slot<S>(parameters, q, length - capacity);
    }
    // Without, there is room for all that the bounds allow, and `Context::spawn` sees to those that a body might break.
    whipple::store_item(slot, item);
}

}  // namespace whipple::scheduler
