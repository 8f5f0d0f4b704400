// The procedure with the most waiting threads first.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

struct FullestFirst : Policy {
    static constexpr bool QUICK = true;

    template <unsigned N>
    __device__ static unsigned key(unsigned, unsigned waiting, unsigned) {
        return waiting;
    }

    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        return sorted<N>(~mine.waiting, mine.order);
    }
};

}  // namespace whipple::policy
