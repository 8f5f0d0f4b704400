// Rust's `std::cmp::Ordering`: what comparing two values gives.
#pragma once
#include "config.cuh"

namespace whipple {

// Its layout is Rust's `repr(i8)`.
struct Ordering {
    signed char variant_;

    static const Ordering Less;
    static const Ordering Equal;
    static const Ordering Greater;

    friend bool operator==(const Ordering&, const Ordering&) = default;
    __device__ friend constexpr bool operator<(const Ordering& a, const Ordering& b) { return a.variant_ < b.variant_; }
    __device__ friend constexpr bool operator<=(const Ordering& a, const Ordering& b) { return a.variant_ <= b.variant_; }
    __device__ friend constexpr bool operator>(const Ordering& a, const Ordering& b) { return a.variant_ > b.variant_; }
    __device__ friend constexpr bool operator>=(const Ordering& a, const Ordering& b) { return a.variant_ >= b.variant_; }

    __device__ constexpr bool is_eq() const { return variant_ == 0; }
    __device__ constexpr bool is_ne() const { return variant_ != 0; }
    __device__ constexpr bool is_lt() const { return variant_ < 0; }
    __device__ constexpr bool is_gt() const { return variant_ > 0; }
    __device__ constexpr bool is_le() const { return variant_ <= 0; }
    __device__ constexpr bool is_ge() const { return variant_ >= 0; }

    __device__ constexpr Ordering reverse() const { return Ordering{static_cast<signed char>(-variant_)}; }
    __device__ constexpr Ordering then(Ordering other) const { return variant_ == 0 ? other : *this; }
};
static_assert(sizeof(Ordering) == 1, "Rust's Ordering has another layout");

inline constexpr Ordering Ordering::Less = {-1};
inline constexpr Ordering Ordering::Equal = {0};
inline constexpr Ordering Ordering::Greater = {1};

namespace detail {

// Of two values of which neither is unordered.
template <class A, class B>
__device__ constexpr Ordering order(const A& a, const B& b) {
    return Ordering{static_cast<signed char>(b < a ? 1 : a < b ? -1 : 0)};
}

}  // namespace detail

}  // namespace whipple
