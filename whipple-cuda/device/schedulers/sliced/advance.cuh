// Planning the next slice on the device, by one warp; lane p looks at procedure p. The host's twin, which the time slicing
// without a graph uses, is whipple-cuda/src/engine/sliced/steps.rs. Protocol: schedulers/sliced/README.md.
#pragma once
#include "../common/bounds.cuh"
#include "../common/plan.cuh"
#include "stacks.cuh"

namespace whipple {

template <class S>
class SliceAdvance {
    static constexpr unsigned N = S::PROCEDURES;
    static constexpr unsigned EVERYTHING = 0xffffffffu, NONE = 0xffffffffu;

public:
    __device__ explicit SliceAdvance(const SliceParameters& parameters)
        : parameters_(parameters), state_(*parameters.state), control_(*parameters.control) {}

    // Takes in what the last slice did and plans the next one. False when there is none: the program ended, panicked, or is
    // suspended for lack of queue memory.
    __device__ bool next() {
        settle();
        if (sync::load_relaxed_gpu(&control_.flags) != 0) return false;
        const unsigned waiting = stacks_[0] + stacks_[1] + seeds_;
        if (sync::ballot(sync::FULL_MASK, waiting > 0) == 0) return stop(ENDED);
        if (!take_all() && !take_some(waiting)) return stop(SUSPEND);
        write_plan();
        return true;
    }

private:
    // The kernel boundary orders everything that the slice wrote before these reads.
    __device__ void settle() {
        const unsigned p = sync::lane();
        threads_ = threads_of_task<S>();
        if (p >= N) return;
        SlicePlan& plan = state_.plan;
        const unsigned ran = plan.count[p], added = state_.counters[p].added, pushed = added - plan.base[p];
        stacks_[0] = state_.length[0][p];
        stacks_[1] = state_.length[1][p];
        seeds_ = state_.seeds[p];
        if (plan.source[p] == SEEDS) {
            seeds_ -= ran;
        } else {
            stacks_[plan.source[p]] -= ran;
        }
        stacks_[plan.into[p]] += pushed;
        mark(plan.source[p], ran, plan.into[p], pushed);
        state_.length[0][p] = stacks_[0];
        state_.length[1][p] = stacks_[1];
        state_.seeds[p] = seeds_;
        // A plan of nothing, which is all that a stopped run leaves behind.
        plan.count[p] = 0;
        plan.base[p] = added;
        control_.tasks[p] += ran;
        control_.high_water[p] = max(control_.high_water[p], stacks_[0] + stacks_[1]);
        room_ = parameters_.capacity[p] - stacks_[0] - stacks_[1];
    }

    // Keeps the list of segments: takes `ran` items off the newest ones of `source`, and adds one of `pushed` items.
    __device__ void mark(unsigned source, unsigned ran, unsigned into, unsigned pushed) {
        unsigned* const list = state_.segment[sync::lane()];
        unsigned* const time = state_.time[sync::lane()];
        const unsigned used = state_.segments[sync::lane()];
        for (unsigned i = used; i > 0 && ran > 0 && source != SEEDS; i--) {
            if (list[i - 1] / SEGMENT_STACK != source) continue;
            const unsigned taken = min(ran, list[i - 1] % SEGMENT_STACK);
            list[i - 1] -= taken;
            ran -= taken;
        }
        unsigned kept = 0;
        for (unsigned i = 0; i < used; i++) kept = append(list, time, kept, list[i], time[i]);
        if (kept == SEGMENTS) {
            // Of the three oldest, two are of the same stack: their order is forgotten.
            const unsigned older = list[1] / SEGMENT_STACK == list[2] / SEGMENT_STACK ? 1 : 0;
            const unsigned newer = list[0] / SEGMENT_STACK == list[1] / SEGMENT_STACK ? 1 : 2;
            list[older] += list[newer] % SEGMENT_STACK;
            for (unsigned i = newer; i + 1 < SEGMENTS; i++) {
                list[i] = list[i + 1];
                time[i] = time[i + 1];
            }
            kept--;
        }
        kept = append(list, time, kept, pushed + into * SEGMENT_STACK, static_cast<unsigned>(control_.rounds));
        state_.segments[sync::lane()] = kept;
        newest_ = kept > 0 ? list[kept - 1] / SEGMENT_STACK : 0;
        newest_length_ = kept > 0 ? list[kept - 1] % SEGMENT_STACK : 0;
        newest_time_ = kept > 0 ? time[kept - 1] : 0;
    }

    // Appends a segment, unless it is empty, to a list of `used` ones; gives the new length.
    __device__ static unsigned append(unsigned* list, unsigned* time, unsigned used, unsigned segment, unsigned slice) {
        if (segment % SEGMENT_STACK == 0) return used;
        list[used] = segment;
        time[used] = slice;
        return used + 1;
    }

    // The place of this lane's procedure in the order of the newest segments, and of the plan's ranks among those of one slice.
    __device__ unsigned depth_first() const {
        const unsigned ranked = planned_rank<S>();
        unsigned rank = 0, place = 0;
        for (unsigned r = 0; r < N; r++)
            if (sync::shuffle(sync::FULL_MASK, ranked, r) == sync::lane()) rank = r;
        for (unsigned p = 0; p < N; p++) {
            const unsigned time = sync::shuffle(sync::FULL_MASK, newest_time_, p), other = sync::shuffle(sync::FULL_MASK, rank, p);
            place += time > newest_time_ || (time == newest_time_ && other < rank) ? 1 : 0;
        }
        return place;
    }

    __device__ unsigned length(unsigned source) const { return source == SEEDS ? seeds_ : stacks_[source]; }

    // The newest stack if it fills the device, else the longest source.
    __device__ unsigned longest_source() const {
        if (static_cast<unsigned long long>(stacks_[newest_]) * threads_ >= parameters_.fill) return newest_;
        unsigned source = newest_;
        if (stacks_[1 - newest_] > length(source)) source = 1 - newest_;
        if (seeds_ > length(source)) source = SEEDS;
        return source;
    }

    // Everything that waits in the longest source of each procedure, if all that it may spawn takes half of the room. At the
    // limit of memory it is an eighth, so that there is room for deeper levels.
    __device__ bool take_all() {
        source_ = longest_source();
        count_ = length(source_);
        unsigned long long incoming = 0;
        for (unsigned p = 0; p < N; p++)
            incoming += spawns_of<S>(p) * sync::shuffle(sync::FULL_MASK, count_, p);
        return sync::ballot(sync::FULL_MASK, sync::lane() < N && incoming > room_ / (parameters_.ask_below != 0 ? 2 : 8)) == 0;
    }

    // As many tasks as there is room for, of the newest segment of each procedure, seeds last. So work goes depth first and the
    // queues stay short. The order is the policy's, at the limit of memory newest first. Each procedure takes an eighth of the
    // room, or one task. Those after the first that spawns leave half of the queues to it, at the limit only those whose segments
    // are older. False when the host should give more memory first, or nothing can run.
    __device__ bool take_some(unsigned waiting) {
        const bool at_limit = parameters_.ask_below == 0;
        const unsigned available = newest_length_ > 0 ? newest_length_ : seeds_;
        source_ = newest_length_ > 0 ? newest_ : SEEDS;
        count_ = 0;
        unsigned long long busy = 0;
        unsigned left = room_, kept = 0, first = NONE;
        const unsigned ranking = Ranking<S>().order(waiting * threads_, 0, static_cast<unsigned>(control_.rounds)), place = depth_first();
        for (unsigned rank = 0; rank < N; rank++) {
            const unsigned p = at_limit ? sync::lowest_bit(sync::ballot(sync::FULL_MASK, sync::lane() < N && place == rank))
                                        : sync::shuffle(sync::FULL_MASK, ranking, rank);
            const unsigned tasks = sync::shuffle(sync::FULL_MASK, available, p);
            const unsigned time = sync::shuffle(sync::FULL_MASK, newest_time_, p);
            if (first != NONE && (!at_limit || time < first)) kept = sync::lane() < N ? parameters_.capacity[sync::lane()] / 2 : 0;
            const unsigned long long each = sync::lane() < N ? spawns_of<S>(p) : 0;
            const unsigned free = left > kept ? left - kept : 0;
            unsigned fit = EVERYTHING;
            if (each > 0) fit = each > free ? 0 : max(1u, static_cast<unsigned>(free / (8 * each)));
            for (unsigned delta = sync::WARP / 2; delta > 0; delta /= 2)
                fit = min(fit, sync::shuffle(sync::FULL_MASK, fit, sync::lane() ^ delta));
            const unsigned taken = min(tasks, fit);
            left -= static_cast<unsigned>(each * taken);
            if (first == NONE && taken > 0 && sync::ballot(sync::FULL_MASK, each > 0) != 0) first = time;
            if (sync::lane() == p) count_ = taken;
            busy += static_cast<unsigned long long>(taken) * sync::shuffle(sync::FULL_MASK, threads_, p);
        }
        return busy > 0 && busy >= parameters_.ask_below;
    }

    __device__ void write_plan() {
        const unsigned p = sync::lane();
        unsigned incoming = 0;
        for (unsigned other = 0; other < N; other++)
            incoming += static_cast<unsigned>(spawns_of<S>(other)) * sync::shuffle(sync::FULL_MASK, count_, other);
        if (p < N) {
            SlicePlan& plan = state_.plan;
            const unsigned into = source_ == SEEDS ? newest_ : 1 - source_;
            plan.count[p] = count_;
            plan.source[p] = source_;
            plan.first[p] = length(source_) - count_;
            plan.into[p] = into;
            plan.top[p] = stacks_[into];
            plan.room[p] = incoming;
        }
        // All lanes have read the number of rounds.
        sync::warp_barrier();
        if (p == 0) control_.rounds++;
        sync::warp_barrier();
    }

    __device__ bool stop(unsigned flag) {
        if (sync::lane() == 0) sync::or_relaxed_gpu(&control_.flags, flag);
        return false;
    }

    const SliceParameters& parameters_;
    SliceState& state_;
    Control& control_;
    unsigned stacks_[2] = {0, 0}, seeds_ = 0, room_ = 0;
    unsigned newest_ = 0, newest_length_ = 0, newest_time_ = 0;  // the segment that was added last: stack, length, slice
    unsigned threads_ = 0;
    unsigned source_ = 0, count_ = 0;
};

}  // namespace whipple
