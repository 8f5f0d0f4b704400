// A panic on the device: the first one of a run is recorded, its thread ends, and every block leaves at its next round.
#pragma once
#include "../../panic.cuh"
#include "../../sync.cuh"
#include "control.cuh"
#include "plan.cuh"

namespace whipple {

// What all warps of a worker block look at between rounds, in one load.
struct alignas(16) Signals {
    unsigned aborted;  // a thread of this block panicked
    // The next round may be a quick one if `least` or more threads have tasks waiting. Fewer than `least + span` may have tasks
    // that others may be given.
    unsigned least;
    unsigned span;
    // The most tasks of one procedure that a group of warps runs in a quick round. Where rounds have chunks promised
    // (Axes::PROMISES) these are the lower bits. From bit STASHED on come the chunks that the reserve has at least; 0 while none
    // may be promised.
    unsigned batch;

    static constexpr unsigned STASHED = 16;
};

// What a warp runs.
struct alignas(16) WarpSeat {
    unsigned procedure;
    unsigned thread;           // the first one of the warp in its level-1 task
    unsigned barrier_name;     // of that task; 0 for none
    unsigned barrier_threads;
};

// What a panicking thread must know without being told, and what threads that meet at named barriers share. It is in shared
// memory, found without the schedule's type.
struct Emergency {
    Signals signals;
    Control* control;
    WarpSeat seats[32];            // of each warp
    unsigned gone[32];             // lanes of each warp that panicked in a level-1 task
    unsigned votes[16];            // of level-1 tasks whose threads do not fill their warps, by barrier name
};

__device__ inline Emergency& emergency() { return sync::shared_memory<Emergency>(); }

namespace detail {

// See print.cuh.
__device__ inline PrintMemory* print_memory() { return emergency().control->prints; }

}  // namespace detail

__device__ inline void copy_text(char* target, const char* source) {
    unsigned i = 0;
    for (; i < 255 && source[i] != 0; i++) target[i] = source[i];
    target[i] = 0;
}

// As many words as `num::panic` wrote: the first one says it.
__device__ inline void copy_words(char* target, const char* source) {
    const auto from = reinterpret_cast<const unsigned long long*>(source);
    const auto to = reinterpret_cast<unsigned long long*>(target);
    const unsigned count = static_cast<unsigned>(from[0] >> 32);
    for (unsigned i = 0; i < count; i++) to[i] = from[i];
}

// See panic.cuh. Warp operations and block barriers do not wait for threads that have exited. Nor does a named barrier, as long
// as one lane of each of its warps arrives. So the last lane of a warp to go arrives once more. All threads of the task vote on
// `aborted` at each barrier, and leave together when one of them saw it (Context::meet).
[[noreturn]] __device__ __noinline__ void report_panic(const Panic& panic) {
    Emergency& here = emergency();
    const unsigned warp = sync::thread_in_block() / sync::WARP;
    PanicRecord& record = here.control->panic;
    if (sync::compare_exchange_acq_rel_gpu(&record.claimed, 0, 1) == 0) {
        record.kind = static_cast<unsigned>(panic.kind);
        record.procedure = here.seats[warp].procedure;
        record.line = static_cast<unsigned>(panic.at.line);
        record.block = sync::block();
        record.thread = here.seats[warp].thread + sync::lane();
        record.a = panic.a;
        record.b = panic.b;
        copy_text(record.file, panic.at.file);
        if (panic.kind == PanicKind::Values)
            copy_words(record.message, panic.message);
        else
            copy_text(record.message, panic.message);
    }
    sync::or_relaxed_gpu(&here.control->flags, ABORT);
    sync::store_relaxed_cta(&here.signals.aborted, 1);
    if constexpr (plan::BARRIERS > 0) {
        const WarpSeat& seat = here.seats[warp];
        if (seat.barrier_name != 0 && sync::add_relaxed_cta(&here.gone[warp], 1) + 1 == sync::WARP)
            sync::named_barrier_count<plan::BARRIERS>(seat.barrier_name, seat.barrier_threads, true);
    }
    sync::exit_thread();
}

}  // namespace whipple
