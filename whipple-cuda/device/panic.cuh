// Panics, assertions and what they report: the kind, the message and the user's file and line.
#pragma once
#include "bits.cuh"
#include "config.cuh"

namespace whipple {

// What went wrong on the device. The host maps these numbers to its errors.
enum class PanicKind : unsigned {
    Panic = 1,           // panic!("message")
    Assertion = 2,       // assert!(condition, "message")
    OutOfBounds = 3,     // a is the index, b the length
    DivisionByZero = 4,  // x / 0, x % 0, step_by(0)
    Overflow = 5,        // MIN / -1, and all arithmetic under WHIPPLE_OVERFLOW_CHECKS
    InvalidRange = 6,    // clamp with min > max
    Spawns = 7,          // a thread spawned more than its procedure's max_spawns
    Joins = 8,           // a task forked where no memory for joins was left
    EndedTwice = 9,      // a task finished or forked once more
    NeverEnded = 10,     // a task with an output gave none
    Children = 11,       // a join has more children than places
    CountedOut = 12,     // `spawn_after` found its counter at 0
    Values = 13,         // message has words of message.cuh, a is its number
    SliceEnd = 14,       // values[..a] of a slice of length b
    SliceStart = 15,     // values[a..] of a slice of length b
    SliceOrder = 16,     // values[a..b] with a > b
    SliceLengths = 17,   // a elements copied to b places
};

// What is known where it happens.
struct Panic {
    PanicKind kind;
    const char* message;
    Location at;
    unsigned long long a, b;
};

// Records the first panic and ends the program. Defined by the scheduler (or by a test). One reference: each argument in a register of
// the calling convention costs moves in the loops around, up to a tenth of a kernel's instructions.
[[noreturn]] __device__ void report_panic(const Panic& panic);

namespace detail {

[[noreturn]] __device__ inline void fail(PanicKind kind, const char* message, Location at, unsigned long long a = 0,
                                         unsigned long long b = 0) {
    const Panic panic = {kind, message, at, a, b};
    report_panic(panic);
}

// See `set_aside`. The upper half of nearly all indices is 0, and known to be.
[[noreturn]] __device__ inline void fail_bounds(unsigned long long index, unsigned long long length, Location at) {
    const unsigned long long upper = index >> 32 << 32;
    fail(PanicKind::OutOfBounds, "index out of bounds", at, upper | set_aside(static_cast<unsigned>(index)), length);
}

// Whether `index` is in range of `length`; otherwise panics, unless the checks are off.
__device__ constexpr void check_bounds(unsigned long long index, unsigned long long length, Location at) {
#if WHIPPLE_BOUNDS_CHECKS
    if (index >= length) fail_bounds(index, length, at);
#endif
}

// The same where no length takes more than 32 bits: comparing 64 takes two instructions, one after the other.
__device__ constexpr void check_short_bounds(unsigned index, unsigned long long length, Location at) {
#if WHIPPLE_BOUNDS_CHECKS
    if (index >= static_cast<unsigned>(length)) fail_bounds(index, length, at);
#endif
}

}  // namespace detail

// panic!("message")
[[noreturn]] __device__ inline void panic(const char* message = "explicit panic", Location at = Location::current()) {
    detail::fail(PanicKind::Panic, message, at);
}

// assert!(condition, "message")
__device__ constexpr void check(bool condition, const char* message = "assertion failed", Location at = Location::current()) {
    if (!condition) detail::fail(PanicKind::Assertion, message, at);
}

}  // namespace whipple
