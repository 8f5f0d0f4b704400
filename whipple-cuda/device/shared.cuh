// `Shared<T>` and `SharedArray<T, N>`: typed shared memory of a task, with block-scope atomics and checked indices.
#pragma once
#include "cell.cuh"
#include "num.cuh"
#include "panic.cuh"

namespace whipple {

// One value in shared memory. Methods are const, as in Rust: all threads of the task hold it. Reads and writes are
// plain; a barrier orders them between threads.
template <class T>
struct Shared {
    mutable T value;

    // Its place is what it means.
    Shared() = default;
    Shared(const Shared&) = delete;

    __device__ T get(Location at = Location::current()) const {
        sync::shared_read(&value, sizeof(T), at.file, at.line);
        return value;
    }
    __device__ Unit set(const T& next) const {
        sync::shared_written(&value, sizeof(T));
        value = next;
        return {};
    }

    // Atomic operations on u32, i32, u64 and i64 (fetch_add also on f32); each returns the old value.
    __device__ T fetch_add(T operand, Location at = Location::current()) const
        requires detail::AtomicNumber<T>
    {
        return cell(at).fetch_add(operand);
    }
#define WHIPPLE_FETCH(name)                                                    \
    __device__ T name(T operand, Location at = Location::current()) const      \
        requires detail::AtomicInteger<T>                                      \
    {                                                                          \
        return cell(at).name(operand);                                         \
    }
    WHIPPLE_FETCH(fetch_sub)
    WHIPPLE_FETCH(fetch_min)
    WHIPPLE_FETCH(fetch_max)
    WHIPPLE_FETCH(fetch_and)
    WHIPPLE_FETCH(fetch_or)
    WHIPPLE_FETCH(fetch_xor)
#undef WHIPPLE_FETCH
    __device__ T exchange(T next) const
        requires detail::AtomicInteger<T>
    {
        sync::shared_written(&value, sizeof(T));
        return detail::SharedCell<T>{&value}.exchange(next);
    }
    __device__ T compare_exchange(T expected, T next, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        return cell(at).compare_exchange(expected, next);
    }

private:
    __device__ detail::SharedCell<T> cell(Location at) const {
        sync::shared_read(&value, sizeof(T), at.file, at.line);
        return {&value};
    }
};

// N values in shared memory.
template <class T, size_t N>
struct SharedArray {
    mutable T elements[N];

    SharedArray() = default;
    SharedArray(const SharedArray&) = delete;

    __device__ u32 len() const { return static_cast<unsigned>(N); }
    __device__ bool is_empty() const { return N == 0; }
    __device__ T get(u32 index, Location at = Location::current()) const { return *written(index, at); }
    __device__ Unit set(u32 index, const T& value, Location at = Location::current()) const {
        T* const element = place(index, at);
        sync::shared_written(element, sizeof(T));
        *element = value;
        return {};
    }

    __device__ T fetch_add(u32 index, T value, Location at = Location::current()) const
        requires detail::AtomicNumber<T>
    {
        return cell(index, at).fetch_add(value);
    }
#define WHIPPLE_FETCH(name)                                                                  \
    __device__ T name(u32 index, T value, Location at = Location::current()) const           \
        requires detail::AtomicInteger<T>                                                    \
    {                                                                                        \
        return cell(index, at).name(value);                                                  \
    }
    WHIPPLE_FETCH(fetch_sub)
    WHIPPLE_FETCH(fetch_min)
    WHIPPLE_FETCH(fetch_max)
    WHIPPLE_FETCH(fetch_and)
    WHIPPLE_FETCH(fetch_or)
    WHIPPLE_FETCH(fetch_xor)
#undef WHIPPLE_FETCH
    __device__ T exchange(u32 index, T value, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        T* const element = place(index, at);
        sync::shared_written(element, sizeof(T));
        return detail::SharedCell<T>{element}.exchange(value);
    }
    __device__ T compare_exchange(u32 index, T expected, T value, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        return cell(index, at).compare_exchange(expected, value);
    }

private:
    __device__ T* place(u32 index, Location at) const {
        detail::check_bounds(index.raw(), N, at);
        return elements + index.raw();
    }
    __device__ T* written(u32 index, Location at) const {
        T* const element = place(index, at);
        sync::shared_read(element, sizeof(T), at.file, at.line);
        return element;
    }
    __device__ detail::SharedCell<T> cell(u32 index, Location at) const { return {written(index, at)}; }
};

static_assert(sizeof(Shared<u32>) == sizeof(u32) && sizeof(SharedArray<u8, 5>) == 5, "stored as T and T[N]");

}  // namespace whipple
