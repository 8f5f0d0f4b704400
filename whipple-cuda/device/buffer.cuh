// `Buffer<T>` and `ReadOnly<T>`: the device side of buffers, with checked indices.
#pragma once
#include "cell.cuh"
#include "num.cuh"
#include "panic.cuh"

namespace whipple {

namespace detail {

// The address of an element. The host refuses buffers with more elements than an index has (whipple-runtime/src/memory/buffer.rs).
template <class T>
__device__ inline T* checked_place(T* data, unsigned long long length, u32 index, Location at) {
#if WHIPPLE_BOUNDS_CHECKS
    T* const element = element_at(data, index.raw());
    check_short_bounds(index.raw(), length, at);
    return element;
#else
    return data + index.raw();
#endif
}

}  // namespace detail

// A handle to elements in global memory, as the host writes it into a procedure's parameters. Reads and writes of up
// to 8 bytes are atomic (relaxed); larger elements are accessed word by word. A read sees what was written before its task was
// spawned, what its thread has acquired, and what its own block writes. docs/design/memory.md says what orders what.
// An index out of range panics.
template <class T>
struct Buffer {
    T* data;
    unsigned long long length;

    __device__ u32 len() const { return static_cast<unsigned>(length); }
    __device__ bool is_empty() const { return length == 0; }
    __device__ T get(u32 index, Location at = Location::current()) const {
        return atomic::load_relaxed_cta(place(index, at));
    }
    __device__ Unit set(u32 index, const T& value, Location at = Location::current()) const {
        atomic::store_relaxed_gpu(place(index, at), value);
        return {};
    }

    __device__ T get_acquire(u32 index, Location at = Location::current()) const { return atomic::load_acquire_gpu(place(index, at)); }
    __device__ Unit set_release(u32 index, const T& value, Location at = Location::current()) const {
        atomic::store_release_gpu(place(index, at), value);
        return {};
    }

    // Atomic operations on u32, i32, u64 and i64 (fetch_add also on floats); each returns the old value. They release what the thread wrote and
    // acquire what others released, but for those that say that they are relaxed.
    __device__ T fetch_add(u32 index, T value, Location at = Location::current()) const
        requires detail::AtomicNumber<T>
    {
        return cell<AcqRel>(index, at).fetch_add(value);
    }
    __device__ T fetch_add_relaxed(u32 index, T value, Location at = Location::current()) const
        requires detail::AtomicNumber<T>
    {
        return cell<Relaxed>(index, at).fetch_add(value);
    }
#define WHIPPLE_FETCH(name)                                                                       \
    __device__ T name(u32 index, T value, Location at = Location::current()) const                \
        requires detail::AtomicInteger<T>                                                         \
    {                                                                                             \
        return cell<AcqRel>(index, at).name(value);                                               \
    }                                                                                             \
    __device__ T name##_relaxed(u32 index, T value, Location at = Location::current()) const      \
        requires detail::AtomicInteger<T>                                                         \
    {                                                                                             \
        return cell<Relaxed>(index, at).name(value);                                              \
    }
    WHIPPLE_FETCH(fetch_sub)
    WHIPPLE_FETCH(fetch_min)
    WHIPPLE_FETCH(fetch_max)
    WHIPPLE_FETCH(fetch_and)
    WHIPPLE_FETCH(fetch_or)
    WHIPPLE_FETCH(fetch_xor)
    WHIPPLE_FETCH(exchange)
#undef WHIPPLE_FETCH
    // Writes `value` if the element equals `expected`.
    __device__ T compare_exchange(u32 index, T expected, T value, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        return cell<AcqRel>(index, at).compare_exchange(expected, value);
    }
    __device__ T compare_exchange_relaxed(u32 index, T expected, T value, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        return cell<Relaxed>(index, at).compare_exchange(expected, value);
    }

private:
    static constexpr auto Relaxed = atomic::Order::Relaxed, AcqRel = atomic::Order::AcqRel;

    __device__ T* place(u32 index, Location at) const { return detail::checked_place(data, length, index, at); }
    template <atomic::Order ORDER>
    __device__ detail::AtomicCell<atomic::Scope::Gpu, ORDER, T> cell(u32 index, Location at) const {
        return {place(index, at)};
    }
};

// The same of elements that no task writes while the kernel runs: the host refuses a program that could.
template <class T>
struct ReadOnly {
    const T* data;
    unsigned long long length;

    __device__ u32 len() const { return static_cast<unsigned>(length); }
    __device__ bool is_empty() const { return length == 0; }
    __device__ T get(u32 index, Location at = Location::current()) const {
        return atomic::load_constant(detail::checked_place(data, length, index, at));
    }
};

static_assert(sizeof(ReadOnly<u32>) == sizeof(Buffer<u32>) && alignof(ReadOnly<u32>) == alignof(Buffer<u32>));
static_assert(sizeof(Buffer<u32>) == 16 && alignof(Buffer<u32>) == 8, "the host encodes a buffer as two 64-bit words");

namespace detail {

template <class T>
constexpr bool IS_BUFFER = false;
template <class T>
constexpr bool IS_BUFFER<Buffer<T>> = true;

}  // namespace detail

// Atomic operations whose answer nobody uses: those of buffers are relaxed then. What else has a method of that name is called.
namespace num {

#define WHIPPLE_UNANSWERED(name)                                                                                       \
    template <class A, class B>                                                                                        \
    __device__ inline void unanswered_##name(A&& of, B&& value, Location at = Location::current()) {                   \
        if constexpr (requires { of.name(static_cast<B&&>(value), at); })                                              \
            of.name(static_cast<B&&>(value), at);                                                                      \
        else                                                                                                           \
            of.name(static_cast<B&&>(value));                                                                          \
    }                                                                                                                  \
    template <class A, class B, class C>                                                                               \
    __device__ inline void unanswered_##name(A&& of, B&& index, C&& value, Location at = Location::current()) {        \
        if constexpr (whipple::detail::IS_BUFFER<Plain<A>>)                                                            \
            of.name##_relaxed(static_cast<B&&>(index), static_cast<C&&>(value), at);                                   \
        else if constexpr (requires { of.name(static_cast<B&&>(index), static_cast<C&&>(value), at); })                \
            of.name(static_cast<B&&>(index), static_cast<C&&>(value), at);                                             \
        else                                                                                                           \
            of.name(static_cast<B&&>(index), static_cast<C&&>(value));                                                 \
    }
WHIPPLE_UNANSWERED(fetch_add)
WHIPPLE_UNANSWERED(fetch_sub)
WHIPPLE_UNANSWERED(fetch_min)
WHIPPLE_UNANSWERED(fetch_max)
WHIPPLE_UNANSWERED(fetch_and)
WHIPPLE_UNANSWERED(fetch_or)
WHIPPLE_UNANSWERED(fetch_xor)
#undef WHIPPLE_UNANSWERED

}  // namespace num
}  // namespace whipple
