// The shapes of tasks: how those of each procedure fill the warps of a round, and how many others a round of them spawns at most.
#pragma once
#include "chain.cuh"

namespace whipple {

// The most tasks of procedure I that a group of warps runs one after another of those that a round has. One where threads meet and do not fill
// their warps: after a panic all must agree on whether there is another, and lanes beyond the task's threads do not know.
template <class S, unsigned I>
__device__ constexpr unsigned most_at_once() {
    return meets<S, I>() && Entry<S, I>::Procedure::THREADS % sync::WARP != 0 ? 1 : Batch<S, I>::MOST;
}

template <unsigned N>
struct Shapes {
    Shape of[N];
};

// All that is known before the host has chosen how long queues and chunks are.
template <class S>
__device__ constexpr Shapes<S::PROCEDURES> shapes() {
    Shapes<S::PROCEDURES> all{};
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
        using P = typename Entry<S, I>::Procedure;
        Shape& mine = all.of[I];
        mine.threads = P::THREADS;
        mine.tasks_per_warp = P::LEVEL == 1 ? 1 : sync::WARP / P::THREADS;
        mine.inverse = ~0u / mine.tasks_per_warp + 1;
        mine.warps_per_task = P::LEVEL == 1 ? (P::THREADS + sync::WARP - 1) / sync::WARP : 1;
        mine.most_at_once = most_at_once<S, I>();
        mine.ranked = Entry<S, I>::RANKED;
        all.of[Entry<S, I>::RANKED].rank = I;
    });
    return all;
}

// What the shapes of a program have in common.
template <class S>
class ShapesOf {
    static constexpr unsigned N = S::PROCEDURES;

    template <class F>
    static constexpr bool any(F&& f) {
        const Shapes<N> all = shapes<S>();
        bool found = false;
        for (unsigned p = 0; p < N; p++) found = found || f(all.of[p]);
        return found;
    }

    static constexpr bool are_alike() {
        const Shape first = shapes<S>().of[0];
        return !any([&](const Shape& other) {
            return other.threads != first.threads || other.tasks_per_warp != first.tasks_per_warp || other.warps_per_task != first.warps_per_task ||
                   other.most_at_once != first.most_at_once;
        });
    }

    static constexpr unsigned most_batched() {
        const Shapes<N> all = shapes<S>();
        unsigned most = 1;
        for (unsigned p = 0; p < N; p++) most = all.of[p].most_at_once > most ? all.of[p].most_at_once : most;
        return most;
    }

public:
    // Whether some procedure's tasks take several warps.
    static constexpr bool GROUPS = any([](const Shape& shape) { return shape.warps_per_task > 1; });
    // Whether those of some procedure take one warp or a part of it, and whether some warp runs several tasks.
    static constexpr bool SINGLES = any([](const Shape& shape) { return shape.warps_per_task == 1; });
    static constexpr bool PARTIAL = any([](const Shape& shape) { return shape.tasks_per_warp > 1; });
    // Whether all are the same, so that lanes need not look.
    static constexpr bool ALIKE = are_alike();
    // The most tasks of any procedure that a group of warps runs in a round; 1: there are no batches.
    static constexpr unsigned MOST_BATCHED = most_batched();
};

// The shape of the procedure that a lane looks at; constants where it is the same for all.
template <class S>
class LaneShape {
    using First = typename Entry<S, 0>::Procedure;
    static constexpr bool ALIKE = ShapesOf<S>::ALIKE;

public:
    __device__ explicit LaneShape(const Shape& shape) : shape_(shape) {}

    __device__ unsigned threads() const { return ALIKE ? First::THREADS : shape_.threads; }
    __device__ unsigned tasks_per_warp() const {
        return !ALIKE ? shape_.tasks_per_warp : First::LEVEL == 1 ? 1 : sync::WARP / First::THREADS;
    }
    __device__ unsigned inverse() const { return ALIKE ? ~0u / tasks_per_warp() + 1 : shape_.inverse; }
    __device__ unsigned warps_per_task() const {
        return !ShapesOf<S>::GROUPS ? 1 : ALIKE ? (First::THREADS + sync::WARP - 1) / sync::WARP : shape_.warps_per_task;
    }
    __device__ unsigned most_at_once() const { return ALIKE ? whipple::most_at_once<S, 0>() : shape_.most_at_once; }
    __device__ unsigned rank() const { return shape_.rank; }
    __device__ unsigned ranked() const { return shape_.ranked; }
    __device__ unsigned chunk_capacity() const { return shape_.chunk_capacity; }

private:
    const Shape shape_;
};

namespace scheduler {

// The most that a round of tasks of procedure J spawns of one of which each task spawns so many, if groups of warps run `batch` of them.
template <class S, unsigned J, unsigned QUEUED>
__device__ constexpr unsigned spawned_by(unsigned batch) {
    using P = typename Entry<S, J>::Procedure;
    constexpr unsigned W = S::BLOCK_THREADS / sync::WARP;
    constexpr unsigned warps = P::LEVEL == 1 ? (P::THREADS + sync::WARP - 1) / sync::WARP : 1;
    constexpr unsigned tasks = W * (P::LEVEL == 1 ? 1 : sync::WARP / P::THREADS);
    return tasks * QUEUED * (most_at_once<S, J>() > 1 ? batch : 1) / warps;
}

template <class S, unsigned I, unsigned... J>
__device__ constexpr unsigned most_spawned(unsigned batch, Numbers<J...>) {
    unsigned most = 0;
    const auto add = [&](unsigned spawned) { most = most < spawned ? spawned : most; };
    (add(spawned_by<S, J, FactsOf<S>::ALL.queued[J][I]>(batch)), ...);
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
