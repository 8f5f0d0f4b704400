// Rust's integer ranges for `for` loops: range, range_inclusive, reversed, stepped. They unroll like plain loops.
#pragma once
#include "num.cuh"

namespace whipple {

// Marks the end of every range.
struct RangeEnd {};

// `first..last` for integers.
template <IntegerClass I>
struct Range {
    I first, last;

    struct Iterator {
        I value, last;
        __device__ constexpr I operator*() const { return value; }
        __device__ constexpr void operator++() { value = value.wrapping_add(1); }
        // The comparison, not inequality: an empty range may have last < first.
        __device__ friend constexpr bool operator!=(const Iterator& it, RangeEnd) { return it.value < it.last; }
    };
    __device__ constexpr Iterator begin() const { return {first, last}; }
    __device__ constexpr RangeEnd end() const { return {}; }
};

namespace detail {

// How far two numbers are from each other, which takes 64 bits, or as many as they have.
template <IntegerClass I>
using Distance = SelectType<(sizeof(I) > 8), typename Unsigned<decltype(I::bits)>::Type, unsigned long long>;

}  // namespace detail

// From `first` to `last`, both included, in steps of `step`; downwards if DOWN. Holds every value that it visits
// without passing the type's limits.
template <IntegerClass I, bool DOWN>
struct Sequence {
    using Distance = detail::Distance<I>;

    I first, last;
    Distance step;
    bool empty;

    struct Iterator {
        I value, last;
        Distance step;
        bool done;
        __device__ constexpr I operator*() const { return value; }
        __device__ constexpr void operator++() {
            if (distance(value, last) < step)
                done = true;
            else
                value = DOWN ? value.wrapping_sub(static_cast<decltype(I::bits)>(step))
                             : value.wrapping_add(static_cast<decltype(I::bits)>(step));
        }
        __device__ friend constexpr bool operator!=(const Iterator& it, RangeEnd) { return !it.done; }
    };
    __device__ constexpr Iterator begin() const { return {first, last, step, empty}; }
    __device__ constexpr RangeEnd end() const { return {}; }

    __device__ static constexpr Distance distance(I a, I b) { return a.abs_diff(b).raw(); }
    // The last value that is visited.
    __device__ constexpr I final_value() const {
        const Distance length = distance(first, last), visited = step == 1 ? length : length / step * step;
        const auto raw = static_cast<decltype(I::bits)>(visited);
        return DOWN ? first.wrapping_sub(raw) : first.wrapping_add(raw);
    }
};

namespace detail {

template <IntegerClass I>
__device__ constexpr Sequence<I, false> sequence(Range<I> r) {
    return {r.first, r.last.wrapping_sub(1), 1, !(r.first < r.last)};
}
template <IntegerClass I, bool DOWN>
__device__ constexpr Sequence<I, DOWN> sequence(Sequence<I, DOWN> s) {
    return s;
}
template <IntegerClass I, bool DOWN>
__device__ constexpr Sequence<I, !DOWN> turned(Sequence<I, DOWN> s) {
    return {s.final_value(), s.first, s.step, s.empty};
}
template <IntegerClass I, bool DOWN>
__device__ constexpr Sequence<I, DOWN> widened(Sequence<I, DOWN> s, unsigned long long step) {
    const Distance<I> factor = step;
    const bool overflow = has_high_product(s.step, factor);
    // No step of that length leads to another number.
    return {s.first, overflow ? s.first : s.last, overflow ? s.step : s.step * factor, s.empty};
}

}  // namespace detail

// `a..b`. A literal takes the type of the other bound.
template <class A, class B>
__device__ constexpr auto range(A a, B b) {
    using I = CommonType<A, B>;
    static_assert(IntegerClass<I>, "the bounds of a range are integers, and one of them has a type");
    return Range<I>{a, b};
}

// `a..=b`.
template <class A, class B>
__device__ constexpr auto range_inclusive(A a, B b) {
    using I = CommonType<A, B>;
    static_assert(IntegerClass<I>, "the bounds of a range are integers, and one of them has a type");
    const I first = a, last = b;
    return Sequence<I, false>{first, last, 1, last < first};
}

// `r.rev()`.
template <class R>
__device__ constexpr auto reversed(R r) {
    return detail::turned(detail::sequence(r));
}

// `r.step_by(n)`. Panics if n is zero.
template <class R>
__device__ constexpr auto stepped(R r, usize step, Location at = Location::current()) {
    if (step == 0) detail::fail(PanicKind::DivisionByZero, "assertion failed: step != 0", at);
    return detail::widened(detail::sequence(r), step.raw());
}

}  // namespace whipple
