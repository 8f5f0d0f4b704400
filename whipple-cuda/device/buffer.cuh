// `Buffer<T>`: the device side of a buffer, with relaxed access and checked indices.
#pragma once
#include "cell.cuh"
#include "num.cuh"
#include "panic.cuh"

namespace whipple {

// A handle to elements in global memory, as the host writes it into a procedure's parameters. Reads and writes of up
// to 8 bytes are atomic (relaxed); larger elements are accessed word by word. A read sees what was written before its task was
// spawned, and what its own block writes; of what other blocks write meanwhile, only `fetch_*` is sure to see the latest.
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

    // Atomic operations on u32, i32, u64 and i64 (fetch_add also on f32); each returns the old value.
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
    WHIPPLE_FETCH(exchange)
#undef WHIPPLE_FETCH
    // Writes `value` if the element equals `expected`.
    __device__ T compare_exchange(u32 index, T expected, T value, Location at = Location::current()) const
        requires detail::AtomicInteger<T>
    {
        return cell(index, at).compare_exchange(expected, value);
    }

private:
    __device__ T* place(u32 index, Location at) const {
#if WHIPPLE_BOUNDS_CHECKS
        T* const element = detail::element_at(data, index.raw());
        // The host refuses longer ones (whipple-runtime/src/buffer.rs).
        detail::check_short_bounds(index.raw(), length, at);
        return element;
#else
        return data + index.raw();
#endif
    }
    __device__ detail::AtomicCell<atomic::Scope::Gpu, T> cell(u32 index, Location at) const { return {place(index, at)}; }
};

static_assert(sizeof(Buffer<u32>) == 16 && alignof(Buffer<u32>) == 8, "the host encodes a buffer as two 64-bit words");

}  // namespace whipple
