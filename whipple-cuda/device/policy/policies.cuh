// Which procedure comes first when a worker block composes a round (Steinberger et al. 2014, section 4.3).
//
// A policy has `order`: called by warp 0 with lane p looking at procedure p, it gives lane r the procedure of rank r.
// Lanes from N on get N.
#pragma once
#include "../scheduler/state.cuh"

namespace whipple::policy {

// Larger priority first; the order is fixed by the host in `crew.order`.
struct FixedPriority {
    template <unsigned N>
    __device__ static unsigned order(CrewState<N>& crew, unsigned /*waiting*/, unsigned /*round*/) {
        return sync::lane() < N ? crew.order[sync::lane()] : N;
    }
};

// Each round starts with the next procedure.
struct RoundRobin {
    template <unsigned N>
    __device__ static unsigned order(CrewState<N>&, unsigned /*waiting*/, unsigned round) {
        return sync::lane() < N ? (sync::lane() + round) % N : N;
    }
};

// The procedure with the most waiting threads first; the lower index on a tie.
struct FullestFirst {
    template <unsigned N>
    __device__ static unsigned order(CrewState<N>& crew, unsigned waiting, unsigned /*round*/) {
        unsigned rank = 0;
        for (unsigned other = 0; other < N; other++) {
            const unsigned length = sync::shuffle(sync::FULL_MASK, waiting, other);
            rank += length > waiting || (length == waiting && other < sync::lane()) ? 1 : 0;
        }
        if (sync::lane() < N) crew.order[rank] = sync::lane();
        sync::warp_barrier();
        const unsigned procedure = sync::lane() < N ? crew.order[sync::lane()] : N;
        sync::warp_barrier();
        return procedure;
    }
};

}  // namespace whipple::policy
