// What a run tells of itself beside its results: progress while it goes on, statistics, a trace. Each part is compiled in by a
// switch of plan.cuh and is nothing without it.
#pragma once
#include "../../common/panic.cuh"
#include "state.cuh"

namespace whipple {

// One entry of the trace: 16 bytes, written at once; zero where nothing was written. `place`, from the lowest bit:
//   an event, the tasks of a warp or one level-1 task: 0, 5 bits of the procedure, 5 of the tasks less one, 5 of the warp, 16 of
//     the block; `time` is its begin and `length` its length, in cycles of the multiprocessor's clock;
//   a change of a queue: 1, 5 bits of the procedure, 26 of the tasks taken; `length` is the tasks spawned, `time` in nanoseconds.
struct alignas(16) Record {
    unsigned long long time;
    unsigned length;
    unsigned place;
};

// The two clocks of a worker block, when it began and when it left: how the host dates the records of its multiprocessor.
struct BlockClock {
    unsigned long long begin_cycles, begin_nanoseconds, end_cycles, end_nanoseconds;
};

// Device-wide. The host zeroes it before a run and fills in the last five words.
struct Observed {
    unsigned long long tasks[MAX_PROCEDURES];  // taken from the queues
    unsigned long long spawned[MAX_PROCEDURES];
    unsigned long long overflowed[MAX_PROCEDURES];  // spawned to chunks, not to the local queue
    unsigned long long moved[MAX_PROCEDURES];       // from local queues to chunks
    unsigned long long time[MAX_PROCEDURES];        // cycles, summed over warps
    unsigned long long idle;                        // cycles, summed over warps
    unsigned long long cycles, nanoseconds;         // of all blocks' lives, by the two clocks
    unsigned long long dropped;                     // records that found no room
    unsigned records;                               // taken of the trace
    unsigned chunks_in_use;                         // at most
    Record* trace;
    BlockClock* clocks;
    unsigned capacity;  // records of the trace
    unsigned chunks;    // that exist
};
// whipple-cuda/src/engine/common/observe.rs has the same.
static_assert(sizeof(Record) == 16 && sizeof(BlockClock) == 32, "the layout of the trace is the host's");
static_assert(offsetof(Observed, spawned) == 256 && offsetof(Observed, overflowed) == 512 && offsetof(Observed, moved) == 768 &&
                  offsetof(Observed, time) == 1024 && offsetof(Observed, idle) == 1280 && offsetof(Observed, dropped) == 1304 &&
                  offsetof(Observed, records) == 1312 && offsetof(Observed, trace) == 1320 && offsetof(Observed, capacity) == 1336 &&
                  sizeof(Observed) == 1344,
              "the layout of Observed is the host's");

namespace observe {

// What the warps of a block add up together.
template <unsigned N>
struct Block {
    unsigned time[N];  // in units of cycles
    BlockClock clock;
};

// 32 bits hold what all warps of a block spend between two flushes, also where rounds last a second.
constexpr unsigned UNIT = 16;

template <class S>
__device__ inline Block<S::PROCEDURES>& block() {
    return sync::shared_memory<Block<S::PROCEDURES>>();
}

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

}  // namespace observe

// Times the tasks of one warp.
template <class S>
class Watch {
    static constexpr bool RUNS = S::STATISTICS || S::TRACE;

public:
    // The round's tasks begin: to be called after a barrier.
    __device__ unsigned long long begin() const {
        return RUNS ? sync::cycles64_after(sync::load_relaxed_cta(&emergency().signals.aborted)) : 0;
    }
    // A further task begins.
    __device__ unsigned long long next() const { return RUNS ? sync::cycles64() : 0; }

    // The warp began `tasks` tasks of a procedure at `begin`, and has ended them. `counts`: not just a further warp of a task.
    __device__ void end(const Parameters<S::PROCEDURES>& parameters, unsigned long long begin, unsigned procedure, unsigned tasks,
                        bool counts) {
        if constexpr (RUNS) {
            // Lanes that ended their tasks early wait for the others: the warp was theirs too. Lanes that panicked are gone.
            sync::warp_barrier();
            if (sync::lane() != 0) return;
            const unsigned long long length = sync::cycles64() - begin;
            if constexpr (S::STATISTICS)
                sync::add_relaxed_cta(&observe::block<S>().time[procedure],
                                      static_cast<unsigned>((length + observe::UNIT / 2) / observe::UNIT));
            if constexpr (S::TRACE) {
                Record* const record = counts ? writer_.claim(*parameters.observed, 1) : nullptr;
                const unsigned warp = sync::thread_in_block() / sync::WARP;
                if (record != nullptr)
                    *record = {begin, static_cast<unsigned>(min(length, 0xffffffffull)),
                               procedure << 1 | (tasks - 1) << 6 | warp << 11 | sync::block() << 16};
            }
        }
    }

private:
    observe::Writer writer_;
};

// Counts for the composing warp; lane p counts procedure p. All functions are called by the whole warp.
template <class S>
class Observer {
    static constexpr unsigned N = S::PROCEDURES;
    static constexpr bool COUNTS = S::PROGRESS || S::STATISTICS || S::TRACE;
    static constexpr unsigned TELL = 1u << 17;  // cycles between two additions to the device's counts: under 0.1 ms
    static constexpr unsigned SAMPLE = 2000;    // cycles between two changes of the queues in the trace: about 1 us

public:
    __device__ explicit Observer(const Parameters<N>& parameters) : parameters_(parameters) {
        if constexpr (S::STATISTICS || S::TRACE) {
            auto& block = observe::block<S>();
            // Before the first round there is a barrier.
            if (sync::thread_in_block() < N) block.time[sync::thread_in_block()] = 0;
            if (sync::thread_in_block() == 0) {
                block.clock.begin_cycles = sync::cycles64();
                block.clock.begin_nanoseconds = sync::nanoseconds();
            }
        }
        if constexpr (COUNTS) told_at_ = sampled_at_ = sync::uniform(sync::cycles());
    }

    // A round has been composed. `waiting()` gives the tasks that it has left in the lane's local queue, and `taken()` those of the
    // lane's procedure that the block has taken since it began, those of this round among them.
    template <class L, class F>
    __device__ void composed(L&& waiting, F&& taken) {
        if constexpr (COUNTS) {
            // What other lanes wrote to the block's state.
            sync::warp_barrier();
            tell_if_due(taken);
            if (sync::lane() < N) {
                waiting_ = waiting();
                taken_ = taken();
            }
            in_round_ = true;
        }
        if constexpr (S::STATISTICS) {
            // The answer is there when the next round is composed.
            fewest_free_ = min(fewest_free_, free_);
            free_ = parameters_.pool().available();
        }
    }

    // The last round has ended, if there was one. Whatever came into the queue, or was taken without having been there, was spawned.
    template <class L, class F>
    __device__ void settling(L&& waiting, F&& taken) {
        if constexpr (COUNTS) {
            if (in_round_ && sync::lane() < N) spawned_ += waiting() - waiting_ + (taken() - taken_);
            in_round_ = false;
        }
    }

    // `over` of the lane's items were spawned to chunks.
    __device__ static void overflowed(const Parameters<N>& parameters, unsigned over) {
        if constexpr (S::STATISTICS) {
            if (sync::lane() < N) add(&parameters.observed->overflowed[sync::lane()], over);
        }
    }

    // A warp has moved items of the local queues to a chunk: `share[p]` of each procedure p.
    __device__ static void moved(const Parameters<N>& parameters, const unsigned* share) {
        if constexpr (S::STATISTICS) {
            if (sync::lane() < N) add(&parameters.observed->moved[sync::lane()], share[sync::lane()]);
        }
    }

    // Times the wait of `warps` warps for work, as long as the object lives. `taken`: as in `composed`.
    class Pause {
    public:
        template <class F>
        __device__ Pause(Observer& observer, unsigned warps, F&& taken) : observer_(observer), warps_(warps) {
            if constexpr (COUNTS) observer_.tell_if_due(taken);
            if constexpr (S::STATISTICS) begin_ = sync::cycles64();
        }
        __device__ ~Pause() {
            if constexpr (S::STATISTICS) observer_.idle_ += (sync::cycles64() - begin_) * warps_;
        }

    private:
        Observer& observer_;
        unsigned warps_;
        unsigned long long begin_ = 0;
    };

    // The block leaves. `taken`: as in `composed`.
    template <class F>
    __device__ void finish(F&& taken) {
        // The progress of a run that has ended is its report.
        if constexpr (S::STATISTICS) tell(sync::lane() < N ? taken() : 0);
        if constexpr (S::TRACE) sample(sync::lane() < N ? taken() : 0);
        if constexpr (S::STATISTICS) {
            Observed& observed = *parameters_.observed;
            const int fewest = max(min(fewest_free_, free_), 0);
            const unsigned most = observed.chunks - min(observed.chunks, static_cast<unsigned>(fewest));
            if (sync::lane() == 0) sync::max_relaxed_gpu(&observed.chunks_in_use, most);
        }
        if constexpr (S::STATISTICS || S::TRACE) {
            Observed& observed = *parameters_.observed;
            if (sync::lane() == 0) sync::add_relaxed_gpu(&observed.idle, idle_);
            if (sync::thread_in_block() == 0) {
                BlockClock clock = observe::block<S>().clock;
                clock.end_cycles = sync::cycles64();
                clock.end_nanoseconds = sync::nanoseconds();
                sync::add_relaxed_gpu(&observed.cycles, clock.end_cycles - clock.begin_cycles);
                sync::add_relaxed_gpu(&observed.nanoseconds, clock.end_nanoseconds - clock.begin_nanoseconds);
                if constexpr (S::TRACE) observed.clocks[sync::block()] = clock;
            }
        }
    }

private:
    template <class F>
    __device__ void tell_if_due(F&& taken) {
        // One clock for all lanes: `sample` has warp operations.
        const unsigned now = sync::uniform(sync::cycles());
        if (now - told_at_ > TELL) {
            tell(sync::lane() < N ? taken() : 0);
            told_at_ = now;
        }
        if constexpr (S::TRACE) {
            if (now - sampled_at_ > SAMPLE) {
                sample(sync::lane() < N ? taken() : 0);
                sampled_at_ = now;
            }
        }
    }

    __device__ void tell(unsigned taken) {
        add_up(parameters_, spawned_ - told_spawned_, taken - told_taken_);
        told_spawned_ = spawned_;
        told_taken_ = taken;
    }

    // Adds what is new to the device's counts. Out of line: it is seldom.
    __device__ __noinline__ static void add_up(const Parameters<N>& parameters, unsigned spawned, unsigned taken) {
        const unsigned p = sync::lane();
        if (p >= N) return;
        Observed& observed = *parameters.observed;
        add(&observed.spawned[p], spawned);
        add(&observed.tasks[p], taken);
        if constexpr (S::STATISTICS) {
            const unsigned long long units = sync::exchange_relaxed_cta(&observe::block<S>().time[p], 0);
            add(&observed.time[p], units * observe::UNIT);
        }
    }

    __device__ static void add(unsigned long long* sum, unsigned long long value) {
        if (value != 0) sync::add_relaxed_gpu(sum, value);
    }

    // Writes what is new to the trace.
    __device__ void sample(unsigned taken_so_far) {
        const unsigned spawned = spawned_ - sampled_spawned_, taken = taken_so_far - sampled_taken_;
        const unsigned changed = sync::ballot(sync::FULL_MASK, (spawned | taken) != 0);
        if (changed == 0) return;
        unsigned long long first = 0;
        if (sync::lane() == 0)
            first = reinterpret_cast<unsigned long long>(writer_.claim(*parameters_.observed, sync::count_bits(changed)));
        const unsigned low = sync::shuffle(sync::FULL_MASK, static_cast<unsigned>(first), 0);
        const unsigned high = sync::shuffle(sync::FULL_MASK, static_cast<unsigned>(first >> 32), 0);
        Record* const records = reinterpret_cast<Record*>(static_cast<unsigned long long>(high) << 32 | low);
        if ((spawned | taken) != 0 && records != nullptr)
            records[sync::count_bits(changed & sync::lanes_below())] = {sync::nanoseconds(), spawned, 1 | sync::lane() << 1 | taken << 6};
        sampled_spawned_ = spawned_;
        sampled_taken_ = taken_so_far;
    }

    const Parameters<N>& parameters_;
    observe::Writer writer_;
    // Of the lane's procedure. Sums wrap; only differences matter.
    unsigned waiting_ = 0, taken_ = 0, spawned_ = 0;
    unsigned told_taken_ = 0, told_spawned_ = 0, sampled_taken_ = 0, sampled_spawned_ = 0;
    unsigned told_at_ = 0, sampled_at_ = 0;
    unsigned long long idle_ = 0;
    int fewest_free_ = 0x7fffffff, free_ = 0x7fffffff;  // chunks in the pool
    bool in_round_ = false;
};

}  // namespace whipple
