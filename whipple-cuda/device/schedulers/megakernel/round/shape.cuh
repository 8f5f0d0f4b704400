// The shapes of tasks: how tasks of each procedure fill the warps of a round, and how many others such a round spawns at most.
#pragma once
#include "../tasks/chain.cuh"

namespace whipple {

// All that is known of a procedure's tasks before the host has chosen how long queues and chunks are.
__device__ constexpr Shape shape_of(const ProcedureFacts& facts) {
    Shape shape{};
    shape.inverse = ~0u / facts.tasks_per_warp + 1;
    shape.tasks_per_warp = facts.tasks_per_warp;
    shape.warps_per_task = facts.warps_per_task;
    shape.threads = facts.threads;
    shape.most_at_once = facts.at_once;
    shape.rank = facts.rank;
    shape.ranked = facts.ranked;
    return shape;
}

// What the shapes of a program have in common.
template <class S>
class ShapesOf {
    static constexpr bool are_alike() {
        const ProcedureFacts first = S::FACTS.of[0];
        return !scheduler::any<S>([&](const ProcedureFacts& other) {
            return other.threads != first.threads || other.tasks_per_warp != first.tasks_per_warp || other.warps_per_task != first.warps_per_task ||
                   other.at_once != first.at_once;
        });
    }

    static constexpr unsigned most_batched() {
        unsigned most = 1;
        for (unsigned p = 0; p < S::PROCEDURES; p++) most = S::FACTS.of[p].at_once > most ? S::FACTS.of[p].at_once : most;
        return most;
    }

public:
    // Whether some procedure's tasks take several warps.
    static constexpr bool GROUPS = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.warps_per_task > 1; });
    // Whether those of some procedure take one warp or a part of it, and whether some warp runs several tasks.
    static constexpr bool SINGLES = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.warps_per_task == 1; });
    static constexpr bool PARTIAL = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.tasks_per_warp > 1; });
    // Whether all are the same, so that lanes need not look.
    static constexpr bool ALIKE = are_alike();
    // The most tasks of any procedure that a group of warps runs in a round; 1: there are no batches.
    static constexpr unsigned MOST_BATCHED = most_batched();
};

// The shape of the procedure that a lane looks at; constants where it is the same for all.
template <class S>
class LaneShape {
    static constexpr Shape FIRST = shape_of(S::FACTS.of[0]);
    static constexpr bool ALIKE = ShapesOf<S>::ALIKE;

public:
    __device__ explicit LaneShape(const Shape& shape) : shape_(shape) {}

    __device__ unsigned threads() const { return ALIKE ? FIRST.threads : shape_.threads; }
    __device__ unsigned tasks_per_warp() const { return ALIKE ? FIRST.tasks_per_warp : shape_.tasks_per_warp; }
    __device__ unsigned inverse() const { return ALIKE ? FIRST.inverse : shape_.inverse; }
    __device__ unsigned warps_per_task() const {
        return !ShapesOf<S>::GROUPS ? 1 : ALIKE ? FIRST.warps_per_task : shape_.warps_per_task;
    }
    __device__ unsigned most_at_once() const { return ALIKE ? FIRST.most_at_once : shape_.most_at_once; }
    __device__ unsigned rank() const { return shape_.rank; }
    __device__ unsigned ranked() const { return shape_.ranked; }
    __device__ unsigned chunk_capacity() const { return shape_.chunk_capacity; }

private:
    const Shape shape_;
};

namespace scheduler {

// Whether the facts that the host wrote are true of procedure I.
template <class S, unsigned I>
__device__ constexpr bool is_told_of() {
    using P = typename Entry<S, I>::Procedure;
    const ProcedureFacts facts = S::FACTS.of[I];
    const unsigned bytes = sizeof(typename Entry<S, I>::Item);
    return facts.level == P::LEVEL && facts.threads == P::THREADS && facts.words == (bytes + 3) / 4 &&
           (facts.level != 1 || facts.held == 1 || facts.held * bytes <= HELD_BYTES) && (facts.level != 1 || !facts.goes_on || bytes <= HELD_BYTES);
}

// Of all.
template <class S>
__device__ constexpr bool is_told() {
    bool all = true;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { all = all && is_told_of<S, I>(); });
    return all;
}

// The most tasks of one procedure that a round of tasks of procedure j spawns. Each of these spawns `queued`, and groups of warps
// run `batch` of them.
template <class S>
__device__ constexpr unsigned spawned_by(unsigned j, unsigned queued, unsigned batch) {
    const ProcedureFacts facts = S::FACTS.of[j];
    const unsigned tasks = S::BLOCK_THREADS / sync::WARP * facts.tasks_per_warp;
    return tasks * queued * (facts.at_once > 1 ? batch : 1) / facts.warps_per_task;
}

template <class S, unsigned I, unsigned... J>
__device__ constexpr unsigned most_spawned(unsigned batch, Numbers<J...>) {
    unsigned most = 0;
    const auto add = [&](unsigned spawned) { most = most < spawned ? spawned : most; };
    (add(spawned_by<S>(J, queued<S>(J, I), batch)), ...);
    return most;
}

// The most tasks of procedure I that a round spawns into its queue if groups of warps run `batch` tasks of one procedure. Warps that are too few for a
// task of one procedure run another's: so each counts for its part of what its task may spawn.
template <class S, unsigned I>
__device__ constexpr unsigned most_spawned(unsigned batch) {
    return most_spawned<S, I>(batch, typename UpTo<S::PROCEDURES>::Type{});
}

}  // namespace scheduler
}  // namespace whipple
