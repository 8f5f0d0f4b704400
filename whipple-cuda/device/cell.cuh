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

// One element, for atomic operations of one scope and order; each returns the old value.
template <atomic::Scope SCOPE, atomic::Order ORDER, class T>
struct AtomicCell {
    T* place;

    __device__ T fetch_add(T value) const
        requires AtomicNumber<T>
    {
        if constexpr (IntegerClass<T>)
            return atomic::fetch_add<SCOPE, ORDER>(&place->bits, value.bits);
        else
            return atomic::fetch_add<SCOPE, ORDER>(place, value);
    }
    __device__ T fetch_sub(T value) const {
        return atomic::fetch_add<SCOPE, ORDER>(&place->bits, value.wrapping_neg().bits);
    }
    __device__ T fetch_min(T value) const { return atomic::fetch_min<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T fetch_max(T value) const { return atomic::fetch_max<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T fetch_and(T value) const { return atomic::fetch_and<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T fetch_or(T value) const { return atomic::fetch_or<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T fetch_xor(T value) const { return atomic::fetch_xor<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T exchange(T value) const { return atomic::exchange<SCOPE, ORDER>(&place->bits, value.bits); }
    __device__ T compare_exchange(T expected, T value) const {
        return atomic::compare_exchange<SCOPE, ORDER>(&place->bits, expected.bits, value.bits);
    }
};

// In shared memory barriers order, not atomic operations.
template <class T>
using SharedCell = AtomicCell<atomic::Scope::Block, atomic::Order::Relaxed, T>;

}  // namespace whipple::detail
