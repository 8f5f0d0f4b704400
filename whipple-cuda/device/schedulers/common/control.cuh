// The device-wide words of a run, under all schedulers: why it is to stop, what it has done, its first panic.
#pragma once
#include "../../config.cuh"

namespace whipple {

constexpr unsigned MAX_PROCEDURES = 32;

struct JoinMemory;   // join/record.cuh
struct PrintMemory;  // print.cuh

// Why the kernel is to stop; bits of Control::flags.
constexpr unsigned ENDED = 1;    // every block starves and nothing is in flight
constexpr unsigned SUSPEND = 2;  // queue memory is exhausted: save everything and leave
constexpr unsigned ABORT = 4;    // a task panicked
constexpr unsigned CANCEL = 8;   // the host wants it: written while the kernel runs

// The first panic of a run. Text is cut to fit and ends with 0. A message with values has words in its place (message.cuh).
struct PanicRecord {
    unsigned claimed;  // 0, then 1 by the thread that reports
    unsigned kind;
    unsigned procedure;
    unsigned line;
    unsigned block;
    unsigned thread;
    unsigned long long a, b;
    char file[256];
    char message[256];
};

// Device-wide words. Zeroed by the host before a run, except that a resumed run keeps the statistics.
struct Control {
    alignas(128) unsigned head;     // tickets of starving blocks
    alignas(128) unsigned tail;     // tickets of hand-overs
    alignas(128) unsigned flags;
    alignas(128) unsigned started;  // blocks that take part
    alignas(128) unsigned starved_procedure;  // index + 1 of the procedure whose spawns could not be secured
    alignas(128) unsigned seeds[MAX_PROCEDURES];  // next seed of each procedure
    alignas(128) unsigned long long tasks[MAX_PROCEDURES];
    alignas(128) unsigned high_water[MAX_PROCEDURES];  // longest local queue
    alignas(128) unsigned long long rounds;
    unsigned long long busy_warps;      // warps that had tasks, over all rounds
    unsigned long long exported;        // chunks to global queues
    unsigned long long handed_over;     // chunks to starving blocks
    unsigned long long tried[2];        // cycles that all blocks' trials of batches and of single tasks took: batches.cuh
    alignas(128) PanicRecord panic;
    alignas(128) unsigned weights[MAX_PROCEDURES];  // the host may write them while the kernel runs
    alignas(128) JoinMemory* joins;                 // null where no task forks or has an output
    PrintMemory* prints;                            // null where none prints
};
// whipple-cuda/src/engine/common/abi.rs reads and writes the same offsets.
static_assert(offsetof(Control, tail) == 128 && offsetof(Control, flags) == 256 &&
                  offsetof(Control, started) == 384 && offsetof(Control, starved_procedure) == 512 &&
                  offsetof(Control, seeds) == 640 && offsetof(Control, tasks) == 768 &&
                  offsetof(Control, high_water) == 1024 && offsetof(Control, rounds) == 1152 && offsetof(Control, tried) == 1184 &&
                  offsetof(Control, panic) == 1280 && offsetof(PanicRecord, a) == 24 &&
                  offsetof(PanicRecord, file) == 40 && offsetof(PanicRecord, message) == 296 && offsetof(Control, weights) == 1920 && offsetof(Control, joins) == 2048 && offsetof(Control, prints) == 2056 && sizeof(Control) == 2176,
              "the layout of Control is the host's");

}  // namespace whipple
