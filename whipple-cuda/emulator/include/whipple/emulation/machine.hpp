// The machine that runs a kernel on the CPU: blocks of fibers, warp operations, barriers, a seeded scheduler.
//
// Each CUDA thread is a fiber of one operating-system thread, so that a run is repeated exactly by its seed. What is written
// here is compiled without sanitizers, the kernel with them: see README.md.
#pragma once
#include <cstddef>
#include <cstdint>
#include <source_location>

namespace whipple::emulation {

using Place = std::source_location;

constexpr unsigned WARP = 32;

// What the lanes of a warp do together.
enum class WarpOperation { Barrier, Ballot, Shuffle, ShuffleUp, Sum, Least, Greatest };

// ---- Called by the threads of a kernel ---------------------------------------------------------------------------

unsigned thread_in_block();
unsigned block();
unsigned blocks();

// The thread begins a task of a procedure, in the words of `__PRETTY_FUNCTION__`, or goes on with it; returns what it did before.
const char* begin_task(const char* procedure);

// The block's shared memory at an offset that `place_shared` gave.
unsigned char* shared(std::size_t offset);
unsigned char* dynamic_shared();
// A place in the static shared memory of every block, taken before the first launch.
std::size_t place_shared(std::size_t bytes, std::size_t alignment);

// A task begins that has not written these bytes of the block's dynamic shared memory. Then it writes them. Then it reads them at
// a line, which is an error where it has not written all.
void shared_fresh(const void* place, std::size_t bytes);
void shared_written(const void* place, std::size_t bytes);
void shared_read(const void* place, std::size_t bytes, const char* file, int line);

// The lanes of the warp that come to this place together: this one, and those that came before one of them goes on.
unsigned lanes_together(const Place& place);

// Waits for the lanes of `mask` that have not exited. `argument` is the source lane or the distance of a shuffle. Only Barrier
// orders memory.
unsigned warp_operation(WarpOperation operation, unsigned mask, unsigned value, unsigned argument, const Place& place);

// Waits for the threads of the block that have not exited.
void block_barrier(const Place& place);

// Waits until warps of `threads` threads have arrived. A warp arrives when all of its lanes that have not exited have.
unsigned named_barrier(unsigned name, unsigned threads, bool vote, const Place& place);

// Lets another thread run now and then, before an atomic operation that reads, or one that writes.
void interleave();
void interleave_write();
// Lets others run: this thread only waits for them.
void back_off(const Place& place);

// Words of global memory that a program reads and writes, as the block sees them. Whether the block has a value of its own for a
// word. It is one that the block wrote, which others do not see yet, or one that it has read before.
bool sees(const void* word, std::uint64_t& value);
// It has read a word, and finds this value there again until it acquires.
void has_read(const void* word, std::uint64_t value);
// It writes `bytes` of a word, which others see after its next release. False: the caller is to write it now.
bool writes_later(void* word, unsigned bytes, std::uint64_t value);
// Before an atomic operation on a word: the block has written what it was to write there, and has not read it.
void settle(const void* word);
// The block forgets what it has read; and writes what it was to write.
void acquire_memory();
void release_memory();

// A clock, which counts what the scheduler does. To read it takes time, too: whoever waits for it lets others run.
std::uint64_t clock();

[[noreturn]] void exit_thread();
// Ends the launch with an error.
[[noreturn]] void fail(const char* message, const Place& place);

// A kernel as the host finds it in a module.
struct EntryPoint {
    void (*enter)(void*);        // what a thread calls, with the addresses of the parameters
    unsigned count;              // of the parameters
    const std::uint32_t* sizes;  // in bytes
};

// Launches a kernel from a kernel: when the caller's grid has ended, before (`tail`: after) what else it launches. The parameters
// are copied.
void launch_later(const EntryPoint& entry, unsigned blocks, unsigned threads, std::size_t dynamic_shared, bool tail,
                  const void* const* parameters);

// ---- Called by the host ------------------------------------------------------------------------------------------

struct Stacks;

struct Launch {
    unsigned blocks;
    unsigned threads;            // of a block
    std::size_t dynamic_shared;  // bytes
    unsigned resident;           // blocks at once
    std::uint64_t seed;          // of the order in which threads run
    unsigned interleave;         // one atomic operation in so many lets another thread run
    std::uint64_t most_steps;    // more are an error
    unsigned caches;             // 1: each block reads and writes words of programs through a cache of its own
    std::uint64_t clock = 0;     // at the start
    Stacks* stacks = nullptr;    // to share with other machines
    void* order = nullptr;       // a word: what ended with it happened before this, says the machine to ThreadSanitizer
};

// Where a thread goes on whose stack has overflowed.
struct GoOn {
    std::uint64_t program_counter, stack_pointer;
};
// Whether an access to this address by that instruction was an overflow of the stack of the thread that runs. Called by a signal
// handler: the launch ends with an error once the thread goes on there.
bool overflowed(std::uintptr_t address, std::uintptr_t program_counter, GoOn& next);

// Runs `kernel(arguments)` in every thread. Returns what went wrong, until the next launch, or null.
const char* launch(const Launch& launch, void (*kernel)(void*), void* arguments);
// The same, and what it launches.
const char* launch_all(const Launch& launch, const EntryPoint& entry, void* const* parameters);

// Turns of all launches.
std::uint64_t steps();
// The static shared memory of every block, in bytes.
std::size_t static_shared();

}  // namespace whipple::emulation
