// What a run tells of itself beside its results. Each kind of observation is a class, with an empty one of the same functions for runs
// without it. `Kinds` chooses between them, so that nobody else asks what a run is compiled with.
#pragma once
#include "../../common/panic.cuh"
#include "state.cuh"
#include "statistics.cuh"
#include "trace.cuh"

namespace whipple {
namespace observe {

// ---- Clocks: what relates the cycles of a block to the device's time --------------------------------------------------

struct Clocks {
    // The block begins. To be called by all its threads.
    __device__ static void begin() {
        if (sync::thread_in_block() != 0) return;
        auto& clock = sync::shared_memory<BlockClock>();
        clock.begin_cycles = sync::cycles64();
        clock.begin_nanoseconds = sync::nanoseconds();
    }

    // It leaves, with a trace of its queues. To be called by the composing warp.
    template <class T>
    __device__ static void finish(Observed& observed, const T& trace) {
        if (sync::thread_in_block() != 0) return;
        BlockClock clock = sync::shared_memory<BlockClock>();
        clock.end_cycles = sync::cycles64();
        clock.end_nanoseconds = sync::nanoseconds();
        sync::add_relaxed_gpu(&observed.cycles, clock.end_cycles - clock.begin_cycles);
        sync::add_relaxed_gpu(&observed.nanoseconds, clock.end_nanoseconds - clock.begin_nanoseconds);
        trace.note(observed, clock);
    }
};

struct NoClocks {
    __device__ static void begin() {}
    template <class T>
    __device__ static void finish(Observed&, const T&) {}
};

// ---- The choice -------------------------------------------------------------------------------------------------------

// `Kind` where a run has it, else `None`.
template <bool RUNS, class Kind, class None>
struct Chosen {
    using Type = Kind;
};
template <class Kind, class None>
struct Chosen<false, Kind, None> {
    using Type = None;
};

template <class S>
class Watch;
template <class S>
struct NoWatch;
template <class S>
class Observer;
template <class S>
struct NoObserver;

template <class S>
struct Kinds {
    static constexpr bool TIMED = S::STATISTICS || S::TRACE, ANY = S::PROGRESS || TIMED;

    using Statistics = typename Chosen<S::STATISTICS, observe::Statistics<S>, NoStatistics<S>>::Type;
    using TaskTrace = typename Chosen<S::TRACE, observe::TaskTrace, NoTaskTrace>::Type;
    using QueueTrace = typename Chosen<S::TRACE, observe::QueueTrace, NoQueueTrace>::Type;
    using Clocks = typename Chosen<TIMED, observe::Clocks, NoClocks>::Type;
    using Watch = typename Chosen<TIMED, observe::Watch<S>, NoWatch<S>>::Type;
    using Observer = typename Chosen<ANY, observe::Observer<S>, NoObserver<S>>::Type;
};

// ---- Each warp: the time of its tasks ---------------------------------------------------------------------------------

template <class S>
class Watch {
public:
    // The round's tasks begin: to be called after a barrier.
    __device__ unsigned long long begin() const { return sync::cycles64_after(sync::load_relaxed_cta(&emergency().signals.aborted)); }
    // A further task begins.
    __device__ unsigned long long next() const { return sync::cycles64(); }

    // The warp began `tasks` tasks of a procedure at `begin`, and has ended them. `counts`: not just a further warp of a task.
    __device__ void end(ParametersOf<S> parameters, unsigned long long begin, unsigned procedure, unsigned tasks, bool counts) {
        // Lanes that ended their tasks early wait for the others: the warp was theirs too. Lanes that panicked are gone.
        sync::warp_barrier();
        if (sync::lane() != 0) return;
        const unsigned long long length = sync::cycles64() - begin;
        Kinds<S>::Statistics::ran(procedure, length);
        if (counts) trace_.ran(*parameters.observed, begin, length, procedure, tasks);
    }

private:
    typename Kinds<S>::TaskTrace trace_;
};

template <class S>
struct NoWatch {
    __device__ unsigned long long begin() const { return 0; }
    __device__ unsigned long long next() const { return 0; }
    __device__ void end(ParametersOf<S>, unsigned long long, unsigned, unsigned, bool) {}
};

// ---- The composing warp: progress, and what the kinds add to it -------------------------------------------------------

// Counts what is spawned and taken, which is the progress; lane p counts procedure p. All functions are called by the whole warp.
template <class S>
class Observer {
    static constexpr unsigned N = S::PROCEDURES;
    static constexpr unsigned TELL = 1u << 17;  // cycles between two additions to the device's counts
    using Statistics = typename Kinds<S>::Statistics;
    using Clocks = typename Kinds<S>::Clocks;

public:
    __device__ explicit Observer(ParametersOf<S> parameters) : parameters_(parameters) {
        Statistics::begin();
        Clocks::begin();
        told_at_ = sync::uniform(sync::cycles());
        trace_.begin(told_at_);
    }

    // A round has been composed. `waiting()` gives the tasks that it has left in the lane's local queue. `taken()` gives the
    // tasks of the lane's procedure that the block has taken since it began, with those of this round.
    template <class L, class F>
    __device__ void composed(L&& waiting, F&& taken) {
        // What other lanes wrote to the block's state.
        sync::warp_barrier();
        look(taken);
        if (sync::lane() < N) {
            waiting_ = waiting();
            taken_ = taken();
        }
        in_round_ = true;
        statistics_.composed(parameters_);
    }

    // The last round has ended, if there was one. Whatever came into the queue, or was taken without having been there, was spawned.
    template <class L, class F>
    __device__ void settling(L&& waiting, F&& taken) {
        if (in_round_ && sync::lane() < N) spawned_ += waiting() - waiting_ + (taken() - taken_);
        in_round_ = false;
    }

    // As `Statistics` has them.
    __device__ static void overflowed(ParametersOf<S> parameters, unsigned over) { Statistics::overflowed(parameters, over); }
    __device__ static void moved(ParametersOf<S> parameters, const unsigned* share) { Statistics::moved(parameters, share); }

    // `warps` warps wait for work from one call to the other: see Pause. `taken`: as in `composed`.
    template <class F>
    __device__ void pause(F&& taken) {
        look(taken);
        statistics_.pause();
    }
    __device__ void go_on(unsigned warps) { statistics_.go_on(warps); }

    // The block leaves. `taken`: as in `composed`.
    template <class F>
    __device__ void finish(F&& taken) {
        // The progress of a run that has ended is its report: only statistics need the counts to the end.
        if (Statistics::ON) tell(of_lane(taken));
        trace_.sample(*parameters_.observed, spawned_, of_lane(taken));
        statistics_.finish(*parameters_.observed);
        Clocks::finish(*parameters_.observed, trace_);
    }

private:
    template <class F>
    __device__ static unsigned of_lane(F&& taken) {
        return sync::lane() < N ? taken() : 0;
    }

    // Tells what is new, if it is time.
    template <class F>
    __device__ void look(F&& taken) {
        // One clock for all lanes: a trace has warp operations.
        const unsigned now = sync::uniform(sync::cycles());
        if (now - told_at_ > TELL) {
            tell(of_lane(taken));
            told_at_ = now;
        }
        trace_.look(*parameters_.observed, now, spawned_, [&] { return of_lane(taken); });
    }

    __device__ void tell(unsigned taken) {
        add_up(parameters_, spawned_ - told_spawned_, taken - told_taken_);
        told_spawned_ = spawned_;
        told_taken_ = taken;
    }

    // Adds what is new to the device's counts. Out of line: it is seldom.
    __device__ __noinline__ static void add_up(ParametersOf<S> parameters, unsigned spawned, unsigned taken) {
        if (sync::lane() >= N) return;
        Observed& observed = *parameters.observed;
        add(&observed.spawned[sync::lane()], spawned);
        add(&observed.tasks[sync::lane()], taken);
        Statistics::tell(observed);
    }

    ParametersOf<S> parameters_;
    Statistics statistics_;
    typename Kinds<S>::QueueTrace trace_;
    // Of the lane's procedure. Sums wrap; only differences matter.
    unsigned waiting_ = 0, taken_ = 0, spawned_ = 0;
    unsigned told_taken_ = 0, told_spawned_ = 0, told_at_ = 0;
    bool in_round_ = false;
};

template <class S>
struct NoObserver {
    __device__ explicit NoObserver(ParametersOf<S>) {}
    template <class L, class F>
    __device__ void composed(L&&, F&&) {}
    template <class L, class F>
    __device__ void settling(L&&, F&&) {}
    __device__ static void overflowed(ParametersOf<S>, unsigned) {}
    __device__ static void moved(ParametersOf<S>, const unsigned*) {}
    template <class F>
    __device__ void pause(F&&) {}
    __device__ void go_on(unsigned) {}
    template <class F>
    __device__ void finish(F&&) {}
};

}  // namespace observe

// What times the tasks of a warp.
template <class S>
using Watch = typename observe::Kinds<S>::Watch;

// What watches over the composing warp.
template <class S>
using Observer = typename observe::Kinds<S>::Observer;

// The wait of `warps` warps for work, as long as the object lives.
template <class S>
class Pause {
public:
    template <class F>
    __device__ Pause(Observer<S>& observer, unsigned warps, F&& taken) : observer_(observer), warps_(warps) {
        observer_.pause(taken);
    }
    __device__ ~Pause() { observer_.go_on(warps_); }

private:
    Observer<S>& observer_;
    const unsigned warps_;
};

}  // namespace whipple
