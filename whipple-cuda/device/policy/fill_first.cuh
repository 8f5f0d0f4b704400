// The earliest stage first, as long as the local queues hold what it spawns. So later stages run in rounds as large as the local queues
// allow, and what waits is bounded by those.
#pragma once
#include "fixed_priority.cuh"

namespace whipple::policy {

// Quick rounds take queues without room first, whatever their keys. Rounds that are not quick, as where that does not make enough room, take
// the latest stage first.
struct FillFirst : FixedPriority {
    static constexpr bool SEEDS_FIRST = true;
    static constexpr bool SPREADS = true;
    static constexpr bool SEEDS_IN_ORDER = false;
    static constexpr bool BY_RANK = false;

    template <unsigned N>
    __device__ static unsigned key(unsigned rank, unsigned, unsigned) {
        return rank;
    }
};

}  // namespace whipple::policy
