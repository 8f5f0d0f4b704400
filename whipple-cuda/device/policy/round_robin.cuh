// Each round starts with the next procedure.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

struct RoundRobin : Policy {
    static constexpr bool QUICK = true;

    template <unsigned N>
    __device__ static unsigned key(unsigned, unsigned, unsigned round) {
        return (round % N + N - sync::lane()) % N;
    }

    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        return sync::lane() < N ? (sync::lane() + mine.round) % N : N;
    }
};

}  // namespace whipple::policy
