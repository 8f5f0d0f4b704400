// Times the tasks of each warp for policies that measure; for others it is nothing.
#pragma once
#include "../schedulers/common/panic.cuh"
#include "../schedulers/common/schedule.cuh"

namespace whipple {

template <class S>
class Stopwatch {
    static constexpr bool RUNS = S::Policy::MEASURES;
    static constexpr unsigned N = S::PROCEDURES;
    // Clock cycles in a unit: what all warps of a block measure in a round stays far from the end of 32 bits.
    static constexpr unsigned UNIT = 16;

public:
    // Starts. To be called after a barrier.
    __device__ Stopwatch() {
        if constexpr (RUNS) begin_ = static_cast<unsigned>(sync::cycles64_after(sync::load_relaxed_cta(&emergency().signals.aborted)));
    }

    // Adds the time since the start to that of the block for the procedure which the warp ran; N for none.
    __device__ void stop(unsigned procedure) const {
        if constexpr (RUNS) {
            // Lanes that ended their tasks early wait for the others: the warp was theirs too. Lanes that panicked are gone.
            sync::warp_barrier();
            if (sync::lane() == 0 && procedure < N) sync::add_relaxed_cta(&times()[procedure], (sync::cycles() - begin_) / UNIT);
        }
    }

    // The block's time for procedure p since the last call, for lane p of the composing warp. Block barriers before and after
    // separate it from the rounds.
    __device__ static unsigned take(bool first) {
        if constexpr (RUNS) {
            unsigned time = 0;
            if (sync::lane() < N) {
                if (!first) time = times()[sync::lane()];
                times()[sync::lane()] = 0;
            }
            return time;
        } else {
            return 0;
        }
    }

private:
    struct Times {
        unsigned of[N];
    };
    __device__ static unsigned* times() { return sync::shared_memory<Times>().of; }

    unsigned begin_ = 0;
};

}  // namespace whipple
