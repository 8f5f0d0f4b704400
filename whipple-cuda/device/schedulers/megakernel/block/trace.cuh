// The trace of a run: what each warp ran, and how the local queues changed. With empty classes of the same functions for runs without.
#pragma once
#include "../../../sync.cuh"
#include "observed.cuh"

namespace whipple::observe {

// Part of the trace that one warp writes: a few records are claimed at once, so that most need no atomic.
class Writer {
    static constexpr unsigned CLAIM = 64, FULL = ~0u;

public:
    // Room for `count` records, at most a warp's; null when the trace is full. To be called by one thread, always the same.
    __device__ Record* claim(Observed& observed, unsigned count) {
        if (next_ != FULL && next_ + count > end_) {
            next_ = sync::add_relaxed_gpu(&observed.records, CLAIM);
            end_ = next_ + CLAIM;
            if (end_ > observed.capacity) next_ = FULL;
        }
        if (next_ == FULL) {
            sync::add_relaxed_gpu(&observed.dropped, static_cast<unsigned long long>(count));
            return nullptr;
        }
        Record* const records = observed.trace + next_;
        next_ += count;
        return records;
    }

private:
    unsigned next_ = 0, end_ = 0;
};

// The tasks of one warp.
class TaskTrace {
public:
    // The warp has run `tasks` tasks of a procedure. To be called by one thread, always the same.
    __device__ void ran(Observed& observed, unsigned long long begin, unsigned long long length, unsigned procedure, unsigned tasks) {
        Record* const record = writer_.claim(observed, 1);
        if (record == nullptr) return;
        const unsigned warp = sync::thread_in_block() / sync::WARP;
        *record = {begin, static_cast<unsigned>(min(length, 0xffffffffull)), procedure << 1 | (tasks - 1) << 6 | warp << 11 | sync::block() << 16};
    }

private:
    Writer writer_;
};

struct NoTaskTrace {
    __device__ void ran(Observed&, unsigned long long, unsigned long long, unsigned, unsigned) {}
};

// The local queues of a block. All functions are called by the whole composing warp; lane p looks at procedure p.
class QueueTrace {
    static constexpr unsigned SAMPLE = 2000;  // cycles between two changes of the queues in the trace

public:
    // The block begins at `now`, in cycles.
    __device__ void begin(unsigned now) { sampled_at_ = now; }

    // Notes what is new, if it is time. So many of the lane's tasks were `spawned` so far; `taken()` gives those that were taken.
    template <class F>
    __device__ void look(Observed& observed, unsigned now, unsigned spawned, F&& taken) {
        if (now - sampled_at_ <= SAMPLE) return;
        sample(observed, spawned, taken());
        sampled_at_ = now;
    }

    // Notes what is new.
    __device__ void sample(Observed& observed, unsigned spawned_so_far, unsigned taken_so_far) {
        const unsigned spawned = spawned_so_far - spawned_, taken = taken_so_far - taken_;
        const unsigned changed = sync::ballot(sync::FULL_MASK, (spawned | taken) != 0);
        if (changed == 0) return;
        unsigned long long first = 0;
        if (sync::lane() == 0) first = reinterpret_cast<unsigned long long>(writer_.claim(observed, sync::count_bits(changed)));
        const unsigned low = sync::shuffle(sync::FULL_MASK, static_cast<unsigned>(first), 0);
        const unsigned high = sync::shuffle(sync::FULL_MASK, static_cast<unsigned>(first >> 32), 0);
        Record* const records = reinterpret_cast<Record*>(static_cast<unsigned long long>(high) << 32 | low);
        if ((spawned | taken) != 0 && records != nullptr)
            records[sync::count_bits(changed & sync::lanes_below())] = {sync::nanoseconds(), spawned, 1 | sync::lane() << 1 | taken << 6};
        spawned_ = spawned_so_far;
        taken_ = taken_so_far;
    }

    // The clocks of the block, which leaves. To be called by one thread.
    __device__ static void note(Observed& observed, const BlockClock& clock) { observed.clocks[sync::block()] = clock; }

private:
    Writer writer_;
    unsigned spawned_ = 0, taken_ = 0, sampled_at_ = 0;
};

struct NoQueueTrace {
    __device__ void begin(unsigned) {}
    template <class F>
    __device__ void look(Observed&, unsigned, unsigned, F&&) {}
    __device__ void sample(Observed&, unsigned, unsigned) {}
    __device__ static void note(Observed&, const BlockClock&) {}
};

}  // namespace whipple::observe
