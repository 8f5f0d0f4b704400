// What follows from a program's shape and the host's choices, once for all: which ways of the scheduler are compiled in.
#pragma once
#include "in_place.cuh"
#include "shape.cuh"

namespace whipple {

template <class S>
struct Tuning {
    static constexpr unsigned N = S::PROCEDURES;

    // Whether there are quick rounds: the order of procedures follows from what all warps see.
    static constexpr bool QUICK = S::QUICK && S::Policy::QUICK;
    // Whether lanes go through the procedures one by one by a list of bits; few are gone through all together, by unrolled code.
    static constexpr bool MANY = N > FEW_PROCEDURES;
    // Whether initial tasks come before others.
    static constexpr bool SEEDS_FIRST = S::COUNTED && S::Policy::SEEDS_FIRST;
    // Whether a block takes initial tasks of several procedures at once.
    static constexpr bool SEEDS_OF_SEVERAL = MANY;
    // Whether quick rounds have chunks promised one by one for what they spawn.
    static constexpr bool PROMISES = MANY && S::COUNTED && S::OVERFLOW && !S::SCARCE;
    // Whether each lane has a list of the procedures whose tasks spawn some of its own; else it asks all that have tasks.
    static constexpr bool LISTED = MANY && S::COUNTED && scheduler::most_sources<S>() <= Sources::MOST;
    // Whether a round publishes its signals at its end, from hints that were asked for in it; else the next one does. Rounds are long where they
    // count their spawns and have batches.
    static constexpr bool LATE = S::COUNTED && ShapesOf<S>::MOST_BATCHED > 1;
};

}  // namespace whipple
