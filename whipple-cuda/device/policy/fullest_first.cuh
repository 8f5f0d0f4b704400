// The procedure with the most waiting threads first.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

struct FullestFirst : Policy {
    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        return sorted<N>(~mine.waiting, mine.order);
    }
};

}  // namespace whipple::policy
