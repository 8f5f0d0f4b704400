// Rust's atomic methods on one element in memory: shared by Buffer, Shared and SharedArray.
#pragma once
#include "atomic.cuh"
#include "num.cuh"

namespace whipple::detail {

// Types with all atomic operations, as in Rust.
template <class T>
concept AtomicInteger = SameAs<T, u32> || SameAs<T, i32> || SameAs<T, u64> || SameAs<T, i64>;

// Types with fetch_add.
template <class T>
concept AtomicNumber = AtomicInteger<T> || SameAs<T, float> || SameAs<T, double>;

// One element, for atomic operations of one scope; each returns the old value.
template <atomic::Scope SCOPE, class T>
struct AtomicCell {
    T* place;

    __device__ T fetch_add(T value) const
        requires AtomicNumber<T>
    {
        if constexpr (IntegerClass<T>)
            return atomic::fetch_add_relaxed<SCOPE>(&place->bits, value.bits);
        else
            return atomic::fetch_add_relaxed<SCOPE>(place, value);
    }
    __device__ T fetch_sub(T value) const {
        return atomic::fetch_add_relaxed<SCOPE>(&place->bits, value.wrapping_neg().bits);
    }
    __device__ T fetch_min(T value) const { return atomic::fetch_min_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T fetch_max(T value) const { return atomic::fetch_max_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T fetch_and(T value) const { return atomic::fetch_and_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T fetch_or(T value) const { return atomic::fetch_or_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T fetch_xor(T value) const { return atomic::fetch_xor_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T exchange(T value) const { return atomic::exchange_relaxed<SCOPE>(&place->bits, value.bits); }
    __device__ T compare_exchange(T expected, T value) const {
        return atomic::compare_exchange_relaxed<SCOPE>(&place->bits, expected.bits, value.bits);
    }
};

}  // namespace whipple::detail
