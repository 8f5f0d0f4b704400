// Statistics of a run: the time of its tasks, what moves, the chunks in use. With an empty class of the same functions for runs without.
#pragma once
#include "observed.cuh"
#include "state.cuh"

namespace whipple::observe {

template <class S>
using ParametersOf = const Parameters<S::PROCEDURES>&;

__device__ inline void add(unsigned long long* sum, unsigned long long value) {
    if (value != 0) sync::add_relaxed_gpu(sum, value);
}

// All functions are called by the whole composing warp, but for those that say otherwise; lane p adds up procedure p.
template <class S>
class Statistics {
    static constexpr unsigned N = S::PROCEDURES;
    // Cycles in a unit. 32 bits hold what all warps of a block spend between two calls of `tell`, also where rounds last a second.
    static constexpr unsigned UNIT = 16;

public:
    static constexpr bool ON = true;

    // The block begins. To be called by all its threads, before a barrier.
    __device__ static void begin() {
        if (sync::thread_in_block() < N) times().of[sync::thread_in_block()] = 0;
    }

    // A warp has run tasks of a procedure for `length` cycles. To be called by one of its threads.
    __device__ static void ran(unsigned procedure, unsigned long long length) {
        sync::add_relaxed_cta(&times().of[procedure], static_cast<unsigned>((length + UNIT / 2) / UNIT));
    }

    // A round has been composed.
    __device__ void composed(ParametersOf<S> parameters) {
        // The answer is there when the next round is composed.
        fewest_free_ = min(fewest_free_, free_);
        free_ = parameters.pool().available();
    }

    // `warps` warps wait for work from one call to the other.
    __device__ void pause() { paused_at_ = sync::cycles64(); }
    __device__ void go_on(unsigned warps) { idle_ += (sync::cycles64() - paused_at_) * warps; }

    // `over` of the lane's items were spawned to chunks.
    __device__ static void overflowed(ParametersOf<S> parameters, unsigned over) {
        if (sync::lane() < N) add(&parameters.observed->overflowed[sync::lane()], over);
    }

    // A warp has moved items of the local queues to a chunk: `share[p]` of each procedure p.
    __device__ static void moved(ParametersOf<S> parameters, const unsigned* share) {
        if (sync::lane() < N) add(&parameters.observed->moved[sync::lane()], share[sync::lane()]);
    }

    // Adds what is new of the times to the device's. To be called by lanes below N.
    __device__ static void tell(Observed& observed) {
        const unsigned long long units = sync::exchange_relaxed_cta(&times().of[sync::lane()], 0);
        add(&observed.time[sync::lane()], units * UNIT);
    }

    // The block leaves.
    __device__ void finish(Observed& observed) const {
        if (sync::lane() != 0) return;
        const int fewest = max(min(fewest_free_, free_), 0);
        sync::max_relaxed_gpu(&observed.chunks_in_use, observed.chunks - min(observed.chunks, static_cast<unsigned>(fewest)));
        sync::add_relaxed_gpu(&observed.idle, idle_);
    }

private:
    // What the warps of a block add up together, in units.
    struct Times {
        unsigned of[N];
    };
    __device__ static Times& times() { return sync::shared_memory<Times>(); }

    unsigned long long idle_ = 0, paused_at_ = 0;
    int fewest_free_ = 0x7fffffff, free_ = 0x7fffffff;  // chunks in the pool
};

template <class S>
struct NoStatistics {
    static constexpr bool ON = false;

    __device__ static void begin() {}
    __device__ static void ran(unsigned, unsigned long long) {}
    __device__ void composed(ParametersOf<S>) {}
    __device__ void pause() {}
    __device__ void go_on(unsigned) {}
    __device__ static void overflowed(ParametersOf<S>, unsigned) {}
    __device__ static void moved(ParametersOf<S>, const unsigned*) {}
    __device__ static void tell(Observed&) {}
    __device__ void finish(Observed&) const {}
};

}  // namespace whipple::observe
