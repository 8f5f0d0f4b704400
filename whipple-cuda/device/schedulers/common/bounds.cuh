// What a warp must know of all procedures to choose one: the most that tasks spawn, and the policy's order.
#pragma once
#include "control.cuh"
#include "schedule.cuh"

namespace whipple {

// Items of the procedure that this lane looks at, that one task of procedure p may spawn.
template <class S>
__device__ inline unsigned long long spawns_of(unsigned p) {
    unsigned long long most = 0;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        for_each_procedure<S::PROCEDURES>([&]<unsigned J>() {
            if (p == I && sync::lane() == J)
                most = S::FACTS.spawns[I][J];
        });
    });
    return most;
}

// Threads of a task of the procedure that this lane looks at.
template <class S>
__device__ inline unsigned threads_of_task() {
    unsigned threads = 0;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        if (sync::lane() == I) threads = S::FACTS.of[I].threads;
    });
    return threads;
}

// The procedure of priority rank `lane`, as the plan has it.
template <class S>
__device__ inline unsigned planned_rank() {
    unsigned ranked = 0;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        if (sync::lane() == I) ranked = S::FACTS.of[I].ranked;
    });
    return ranked;
}

// A policy in the registers of the warp that chooses.
template <class S>
class Ranking {
public:
    // Reads the weights for later calls.
    __device__ void look_ahead(const Control& control) { policy_.look_ahead(control.weights); }

    // Lane r gets the procedure of rank r. `waiting` threads wait for the procedure that this lane looks at. `time` is what its
    // tasks took since the last call, in units of the stopwatch.
    __device__ unsigned order(unsigned waiting, unsigned time, unsigned round) {
        unsigned* const order = sync::shared_memory<Order>().of;
        if (sync::lane() < S::PROCEDURES) order[sync::lane()] = planned_rank<S>();
        sync::warp_barrier();
        return policy_.template order<S::PROCEDURES>({waiting, time, round, order});
    }

private:
    struct Order {
        unsigned of[S::PROCEDURES];
    };

    typename S::Policy policy_;
};

}  // namespace whipple
