// The wrappers of sync.cuh for the emulated machine: same names, orders and scopes. Both scopes are one here: all threads share
// a processor.
#pragma once
#include "cuda.hpp"
#include "machine.hpp"

namespace whipple::sync {

using emulation::Place;

constexpr unsigned WARP = emulation::WARP;
constexpr unsigned FULL_MASK = 0xffffffffu;

// ---- Positions -------------------------------------------------------------------------------------------------

inline unsigned thread_in_block() { return emulation::thread_in_block(); }
inline unsigned lane() { return thread_in_block() % WARP; }
inline unsigned block() { return emulation::block(); }
inline unsigned blocks() { return emulation::blocks(); }

// While it lives, the thread runs a task of procedure P.
template <class P>
class TaskScope {
public:
    TaskScope() : outer_(emulation::begin_task(__PRETTY_FUNCTION__)) {}
    TaskScope(const TaskScope&) = delete;
    TaskScope& operator=(const TaskScope&) = delete;
    ~TaskScope() { emulation::begin_task(outer_); }

private:
    const char* outer_;
};

// ---- Shared memory ---------------------------------------------------------------------------------------------

namespace detail {

// Where the one T is: known when the code is loaded.
template <class T>
struct SharedPlace {
    static_assert(alignof(T) <= 16, "shared memory starts at a multiple of 16");
    static inline const std::size_t offset = emulation::place_shared(sizeof(T), alignof(T));
};

}  // namespace detail

template <class T>
inline T& shared_memory() {
    return *reinterpret_cast<T*>(emulation::shared(detail::SharedPlace<T>::offset));
}

inline unsigned char* dynamic_shared_memory() { return emulation::dynamic_shared(); }

// ---- Atomics ---------------------------------------------------------------------------------------------------

namespace detail {

// While it lives, an operation of this order goes on. If it releases, what the block wrote is there before it. If it acquires,
// what the block has read is forgotten after it.
class Ordered {
public:
    explicit Ordered(int order) : order_(order) {
        if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL) emulation::release_memory();
    }
    Ordered(const Ordered&) = delete;
    Ordered& operator=(const Ordered&) = delete;
    ~Ordered() {
        if (order_ == __ATOMIC_ACQUIRE || order_ == __ATOMIC_ACQ_REL) emulation::acquire_memory();
    }

private:
    int order_;
};

// Others may run before each.
template <class T>
inline T load(const T* address, int order) {
    emulation::interleave();
    const Ordered ordered(order);
    return __atomic_load_n(address, order);
}
template <class T>
inline void store(T* address, T value, int order) {
    emulation::interleave_write();
    const Ordered ordered(order);
    __atomic_store_n(address, value, order);
}
template <class T>
inline T add(T* address, T value, int order) {
    emulation::interleave_write();
    const Ordered ordered(order);
    return __atomic_fetch_add(address, value, order);
}
template <class T>
inline T max(T* address, T value, int order) {
    emulation::interleave_write();
    const Ordered ordered(order);
    T old = __atomic_load_n(address, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(address, &old, value, true, order, __ATOMIC_RELAXED)) {}
    return old;
}
inline unsigned bit_or(unsigned* address, unsigned value, int order) {
    emulation::interleave_write();
    const Ordered ordered(order);
    return __atomic_fetch_or(address, value, order);
}

}  // namespace detail

inline unsigned load_relaxed_gpu(const unsigned* address) { return detail::load(address, __ATOMIC_RELAXED); }
inline unsigned load_acquire_gpu(const unsigned* address) { return detail::load(address, __ATOMIC_ACQUIRE); }
inline unsigned long long load_relaxed_gpu(const unsigned long long* address) { return detail::load(address, __ATOMIC_RELAXED); }
inline unsigned long long load_acquire_gpu(const unsigned long long* address) { return detail::load(address, __ATOMIC_ACQUIRE); }
inline void store_relaxed_gpu(unsigned long long* address, unsigned long long value) {
    detail::store(address, value, __ATOMIC_RELAXED);
}
inline void store_release_gpu(unsigned long long* address, unsigned long long value) {
    detail::store(address, value, __ATOMIC_RELEASE);
}
inline void store_relaxed_gpu(unsigned* address, unsigned value) { detail::store(address, value, __ATOMIC_RELAXED); }
inline void store_release_gpu(unsigned* address, unsigned value) { detail::store(address, value, __ATOMIC_RELEASE); }
inline unsigned add_relaxed_gpu(unsigned* address, unsigned value) { return detail::add(address, value, __ATOMIC_RELAXED); }
inline unsigned add_acq_rel_gpu(unsigned* address, unsigned value) { return detail::add(address, value, __ATOMIC_ACQ_REL); }
inline unsigned add_release_gpu(unsigned* address, unsigned value) { return detail::add(address, value, __ATOMIC_RELEASE); }
inline void add_relaxed_gpu(unsigned long long* address, unsigned long long value) {
    detail::add(address, value, __ATOMIC_RELAXED);
}
inline unsigned max_relaxed_gpu(unsigned* address, unsigned value) { return detail::max(address, value, __ATOMIC_RELAXED); }
inline unsigned or_relaxed_gpu(unsigned* address, unsigned value) { return detail::bit_or(address, value, __ATOMIC_RELAXED); }
// ThreadSanitizer ignores fences, and GCC warns of that: it might report what a fence orders, and misses nothing.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wtsan"
inline void fence_acq_rel_gpu() {
    emulation::interleave();
    const detail::Ordered ordered(__ATOMIC_ACQ_REL);
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
inline void fence_acq_rel_cta() {
    emulation::interleave();
    const detail::Ordered ordered(__ATOMIC_ACQ_REL);
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
#pragma GCC diagnostic pop
inline unsigned long long compare_exchange_relaxed_gpu(unsigned long long* address, unsigned long long expected,
                                                       unsigned long long desired) {
    emulation::interleave_write();
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
inline unsigned long long load_acquire_system(const unsigned long long* address) { return detail::load(address, __ATOMIC_ACQUIRE); }
inline void store_release_system(unsigned long long* address, unsigned long long value) {
    detail::store(address, value, __ATOMIC_RELEASE);
}
inline unsigned compare_exchange_acq_rel_gpu(unsigned* address, unsigned expected, unsigned desired) {
    emulation::interleave_write();
    const detail::Ordered ordered(__ATOMIC_ACQ_REL);
    __atomic_compare_exchange_n(address, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return expected;
}

inline unsigned load_relaxed_cta(const unsigned* shared) { return detail::load(shared, __ATOMIC_RELAXED); }
inline void store_relaxed_cta(unsigned* shared, unsigned value) { detail::store(shared, value, __ATOMIC_RELAXED); }
inline unsigned add_relaxed_cta(unsigned* shared, unsigned value) { return detail::add(shared, value, __ATOMIC_RELAXED); }
inline unsigned max_relaxed_cta(unsigned* shared, unsigned value) { return detail::max(shared, value, __ATOMIC_RELAXED); }
inline unsigned increment_relaxed_cta(unsigned* shared) { return detail::add(shared, 1u, __ATOMIC_RELAXED); }
inline unsigned compare_exchange_relaxed_cta(unsigned* shared, unsigned expected, unsigned desired) {
    emulation::interleave_write();
    __atomic_compare_exchange_n(shared, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
inline unsigned exchange_relaxed_cta(unsigned* shared, unsigned value) {
    emulation::interleave_write();
    return __atomic_exchange_n(shared, value, __ATOMIC_RELAXED);
}

class SharedWord {
public:
    explicit SharedWord(unsigned* word) : word_(word) {}
    void store_relaxed_cta(unsigned value) const { detail::store(word_, value, __ATOMIC_RELAXED); }

private:
    unsigned* word_;
};

#ifndef WHIPPLE_CHECK_SHARED
#define WHIPPLE_CHECK_SHARED 0
#endif
constexpr bool CHECKS_SHARED = WHIPPLE_CHECK_SHARED != 0;
inline void shared_fresh(const void* place, unsigned bytes) {
    if constexpr (CHECKS_SHARED) emulation::shared_fresh(place, bytes);
}
inline void shared_written(const void* place, unsigned bytes) {
    if constexpr (CHECKS_SHARED) emulation::shared_written(place, bytes);
}
inline void shared_read(const void* place, unsigned bytes, const char* file, int line) {
    if constexpr (CHECKS_SHARED) emulation::shared_read(place, bytes, file, line);
}

// ---- Warps -----------------------------------------------------------------------------------------------------

// Which lanes happen to run together is nobody's to know: the machine draws it.
inline unsigned active_mask(Place at = Place::current()) { return emulation::lanes_together(at); }
inline void warp_barrier(unsigned mask = FULL_MASK, Place at = Place::current()) {
    emulation::warp_operation(emulation::WarpOperation::Barrier, mask, 0, 0, at);
}
inline unsigned ballot(unsigned mask, bool vote, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Ballot, mask, vote, 0, at);
}
inline unsigned shuffle(unsigned mask, unsigned value, unsigned source, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Shuffle, mask, value, source, at);
}
inline unsigned shuffle_up(unsigned mask, unsigned value, unsigned delta, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::ShuffleUp, mask, value, delta, at);
}
inline unsigned uniform(unsigned value, Place at = Place::current()) { return shuffle(FULL_MASK, value, 0, at); }
inline unsigned warp_sum(unsigned value, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Sum, FULL_MASK, value, 0, at);
}
inline unsigned sum_of_lanes(unsigned mask, unsigned value, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Sum, mask, value, 0, at);
}
inline unsigned warp_scan_inclusive(unsigned value, Place at = Place::current()) {
    for (unsigned delta = 1; delta < WARP; delta *= 2) {
        const unsigned below = shuffle_up(FULL_MASK, value, delta, at);
        if (lane() >= delta) value += below;
    }
    return value;
}
inline unsigned warp_min(unsigned value, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Least, FULL_MASK, value, 0, at);
}
inline unsigned warp_max(unsigned value, Place at = Place::current()) {
    return emulation::warp_operation(emulation::WarpOperation::Greatest, FULL_MASK, value, 0, at);
}

inline unsigned lowest_bit(unsigned mask) { return static_cast<unsigned>(__builtin_ffs(static_cast<int>(mask)) - 1); }
inline unsigned count_bits(unsigned mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }
inline unsigned lanes_below() { return (1u << lane()) - 1; }

// ---- Blocks ----------------------------------------------------------------------------------------------------

inline void block_barrier(Place at = Place::current()) { emulation::block_barrier(at); }

template <unsigned MOST>
inline unsigned named_barrier_count(unsigned name, unsigned threads, bool vote, Place at = Place::current()) {
    if (name > MOST) emulation::fail("a barrier name above WHIPPLE_BARRIERS", at);
    return emulation::named_barrier(name, threads, vote, at);
}

template <unsigned MOST, unsigned OF_TASK>
inline unsigned task_barrier_count(unsigned name, unsigned threads, bool vote, Place at = Place::current()) {
    return named_barrier_count<MOST>(name, threads, vote, at);
}

inline void claim_barriers(bool) {}

// ---- Waiting and ending ----------------------------------------------------------------------------------------

inline void back_off(unsigned, Place at = Place::current()) { emulation::back_off(at); }

// Clocks tick with the machine's steps: as many cycles a step as make polls by the clock neither rare nor constant.
inline unsigned cycles() { return static_cast<unsigned>(emulation::clock() * 20); }
inline unsigned long long cycles64() { return emulation::clock() * 20; }
inline unsigned long long cycles64_after(unsigned) { return cycles64(); }
inline unsigned long long nanoseconds() { return emulation::clock() * 20; }

inline unsigned multiply_high(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}

[[noreturn]] inline void exit_thread() { emulation::exit_thread(); }

}  // namespace whipple::sync
