// In what the rounds of programs differ: each axis is named here, with the condition that decides it, and nowhere else.
#pragma once
#include "../tasks/in_place.cuh"
#include "shape.cuh"

namespace whipple {

template <class S>
class Axes {
    using Policy = typename S::Policy;

    // Whether some tasks lead to more than leaves, and some of the others take long: a warp or more.
    static constexpr bool EXPANDS = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.expands; });
    static constexpr bool HAS_SLOW = scheduler::any<S>([](const ProcedureFacts& facts) { return !facts.expands && facts.threads >= sync::WARP; });

public:
    // ---- The program and what the host chose ----

    // Procedures are many: lanes go through those that count. Of few the code for each is written out.
    static constexpr bool MANY = S::PROCEDURES > FEW_PROCEDURES;
    // With one procedure lanes need not ask each other.
    static constexpr bool ONE = S::PROCEDURES == 1;
    // Rounds count what their own tasks may spawn: no number of tasks leaves room for just any round.
    static constexpr bool COUNTS = S::COUNTED;
    // Groups of warps run several tasks one after another.
    static constexpr bool BATCHES = ShapesOf<S>::MOST_BATCHED > 1;
    // All warps plan rounds alike: the order of procedures follows from what all of them see.
    static constexpr bool QUICK = S::QUICK && Policy::QUICK;

    // Threads run children of their tasks themselves where the block has tasks enough.
    static constexpr bool DIVES = scheduler::any_dives<S>();

    // ---- What follows ----

    // Initial tasks come before others.
    static constexpr bool SEEDS_FIRST = COUNTS && Policy::SEEDS_FIRST;
    // A block takes initial tasks of several procedures at once.
    static constexpr bool SEEDS_OF_SEVERAL = MANY;
    // Work spreads: see Policy::SPREADS.
    static constexpr bool SPREADS = COUNTS && Policy::SPREADS && EXPANDS && HAS_SLOW;
    // A round may have chunks promised for what it spawns.
    static constexpr bool PROMISES = COUNTS && MANY && S::OVERFLOW && !S::SCARCE;
    // Each lane has a list of the procedures whose tasks spawn some of its own.
    static constexpr bool LISTED = COUNTS && MANY && scheduler::most_sources<S>() <= Sources::MOST;
    // A round heeds what was asked for when it began at its end, since it is long. Else the next one does.
    static constexpr bool LATE = COUNTS && BATCHES;
};

}  // namespace whipple
