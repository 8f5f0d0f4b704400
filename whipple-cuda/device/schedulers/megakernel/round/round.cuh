// The planner of rounds: which warps run tasks of which procedures. It knows the shapes of tasks and how many are offered, and
// nothing of where they lie. So quick rounds and those of warp 0 are planned alike. Lane p looks at procedure p.
#pragma once
#include "shape.cuh"

namespace whipple {

// A warp whose lanes look at one of N procedures each. All functions but the first two are called by the whole warp.
template <unsigned N>
struct Lanes {
    // The procedure that the lane looks at; lanes beyond look at the last one, too. With one procedure all lanes look at it, and need not ask each
    // other.
    __device__ static unsigned index() { return N == 1 ? 0 : sync::lane() < N ? sync::lane() : N - 1; }
    __device__ static bool is_procedure() { return N == 1 || sync::lane() < N; }

    // Sum over the procedures.
    __device__ static unsigned sum(unsigned value) { return N == 1 ? value : sync::warp_sum(is_procedure() ? value : 0); }

    // Sum over this procedure and those with lower numbers.
    __device__ static unsigned scan(unsigned value) {
        for (unsigned delta = 1; delta < N; delta *= 2) {
            const unsigned below = sync::shuffle_up(sync::FULL_MASK, value, delta);
            if (sync::lane() >= delta) value += below;
        }
        return value;
    }

    // Whether something holds for all procedures.
    __device__ static bool everywhere(bool holds) {
        return N == 1 ? holds : sync::ballot(sync::FULL_MASK, is_procedure() && !holds) == 0;
    }

    // Calls f with the number of each procedure whose lane `counts`; of few procedures with each number, which leaves nothing to wait for.
    template <class F>
    __device__ static void for_each(bool counts, F&& f) {
        if constexpr (N <= FEW_PROCEDURES) {
#pragma unroll
            for (unsigned other = 0; other < N; other++) f(other);
        } else {
#pragma unroll 1
            for (unsigned others = sync::ballot(sync::FULL_MASK, is_procedure() && counts); others != 0; others &= others - 1)
                f(sync::lowest_bit(others));
        }
    }
};

// An order of procedures tells how many warps those before the lane's want, if each wants `wanted`, at most the warps of a block.
//
// By a key of each, below 2^20: the largest comes first, of equal ones the one with the lowest number.
template <unsigned N>
struct ByKeys {
    unsigned key;

    __device__ unsigned operator()(unsigned wanted) const {
        const unsigned mine = key << 12 | (31 - sync::lane()) << 7 | wanted;
        unsigned before = 0;
        Lanes<N>::for_each(wanted > 0, [&](unsigned other) {
            const unsigned theirs = sync::shuffle(sync::FULL_MASK, mine, other);
            before += theirs > mine ? theirs & 127 : 0;
        });
        return before;
    }
};

// By ranks, of which the first is 0: `ranked` is the procedure whose rank is the lane's number.
template <unsigned N>
struct ByRanks {
    unsigned ranked;
    unsigned rank;

    __device__ unsigned operator()(unsigned wanted) const {
        if (N == 1) return 0;
        const unsigned theirs = sync::shuffle(sync::FULL_MASK, wanted, ranked);
        const unsigned before = Lanes<N>::scan(Lanes<N>::is_procedure() ? theirs : 0) - theirs;
        return sync::shuffle(sync::FULL_MASK, before, rank);
    }
};

// The warps of a round. All functions are called by the whole warp.
template <class S>
class Round {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    static constexpr bool GROUPS = ShapesOf<S>::GROUPS;
    using L = Lanes<N>;

public:
    // Fills the warps with the tasks that each procedure offers.
    //
    // First each procedure in turn, in the `order`, gets all the full warps that it can fill, or groups of warps. Then what is left of each gets a
    // warp, and another one, as long as there are any. The order does not matter then: a policy speaks of work that fills warps, and where warps
    // are left nobody waits for long.
    template <class Order>
    __device__ void fill(const LaneShape<S>& shape, unsigned offered, const Order& order) {
        const unsigned full = divide(offered, shape.inverse()), each = shape.warps_per_task();
        const unsigned before = order(min(full * each, W));
        // Tasks of two or three warps stay within the first 30 warps: see `Level1::barrier_name`.
        const unsigned reach = W > 30 && GROUPS && (each == 2 || each == 3) ? 30 : W;
        units_ = before < reach ? min(full, GROUPS ? (reach - before) / each : reach - before) : 0;
        busy_ = L::sum(units_ * each);
        fill_up(shape, offered);
        warps_ = units_ * each;
    }

    // The same with other `units` of the lane's procedure.
    __device__ void limit(const LaneShape<S>& shape, unsigned units) {
        units_ = units;
        warps_ = units * shape.warps_per_task();
        busy_ = L::sum(warps_);
    }

    // What the lane's procedure has: warps that are full or not, or tasks of several warps.
    __device__ unsigned units() const { return units_; }
    // Warps that have tasks, of all procedures.
    __device__ unsigned busy() const { return busy_; }

    // What the lane's procedure has of the round, if its tasks are those at [first, end).
    __device__ Portion portion(const LaneShape<S>& shape, unsigned first, unsigned end) const {
        if (N == 1) return {first, end, 0, warps_};
        unsigned start = L::scan(warps_) - warps_;
        if constexpr (GROUPS) {
            // Tasks of several warps come first: then they start within the warps that have barriers. All lanes sum, whichever they are.
            const unsigned each = shape.warps_per_task(), groups = each > 1 ? warps_ : 0, grouped = L::scan(groups), all = L::sum(groups);
            start = each > 1 ? grouped - groups : start - (grouped - groups) + all;
        }
        return {first, end, start, warps_};
    }

    // The part of a round that has a warp, from what each lane's procedure has of it.
    __device__ static Part part(const Portion& mine, unsigned warp) {
        if constexpr (N == 1) {
            return {warp < mine.warps ? 0 : N, 0, mine.warps, mine.first, mine.end};
        } else {
            const unsigned hits = sync::ballot(sync::FULL_MASK, warp - mine.start < mine.warps && L::is_procedure());
            const unsigned from = hits != 0 ? sync::lowest_bit(hits) : 0;
            const unsigned place = sync::shuffle(sync::FULL_MASK, mine.start | mine.warps << 8, from);
            const unsigned first = sync::shuffle(sync::FULL_MASK, mine.first, from), end = sync::shuffle(sync::FULL_MASK, mine.end, from);
            return {hits != 0 ? from : N, place & 255, place >> 8, first, end};
        }
    }

private:
    // Gives a warp that is left to each procedure that has tasks left, and so on. It takes one turn, unless warps are left that are too few for a
    // group.
    __device__ void fill_up(const LaneShape<S>& shape, unsigned offered) {
        if constexpr (ShapesOf<S>::PARTIAL || (GROUPS && ShapesOf<S>::SINGLES)) {
            while (busy_ < W) {
                const bool single = !GROUPS || shape.warps_per_task() == 1, rest = single && offered > units_ * shape.tasks_per_warp();
                unsigned rests = rest ? 1 : 0, mine = rests;
                if constexpr (N > 1) {
                    rests = sync::ballot(sync::FULL_MASK, rest && L::is_procedure());
                    mine = rest && sync::count_bits(rests & sync::lanes_below()) < W - busy_ ? 1 : 0;
                }
                units_ += mine;
                busy_ = N == 1 ? busy_ + rests : min(W, busy_ + sync::count_bits(rests));
                if (!GROUPS || rests == 0) return;
            }
        }
    }

    unsigned units_ = 0, warps_ = 0, busy_ = 0;
};

}  // namespace whipple
