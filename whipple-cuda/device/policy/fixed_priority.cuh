// The procedure of the highest priority first.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

struct FixedPriority : Policy {
    static constexpr bool QUICK = true;
    static constexpr bool SEEDS_IN_ORDER = true;
    static constexpr bool BY_RANK = true;

    template <unsigned N>
    __device__ static unsigned key(unsigned rank, unsigned, unsigned) {
        return N - rank;
    }

    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        return sync::lane() < N ? mine.order[sync::lane()] : N;
    }
};

}  // namespace whipple::policy
