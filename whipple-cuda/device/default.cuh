// `T::default()` in generic functions.
#pragma once
#include "array.cuh"
#include "option.cuh"

namespace whipple {

struct Char;
struct Vec2;
struct Vec3;
struct Vec4;
struct Mat3;
struct Mat4;

namespace detail {

template <class T>
struct DefaultOf {
    __device__ static constexpr T value() {
        if constexpr (IntegerClass<T> || FloatingPoint<T> || SameAs<T, bool> || SameAs<T, Unit>)
            return T{};
        else if constexpr (SameAs<T, Char>)
            return T(0u);
        else if constexpr (SameAs<T, Vec2> || SameAs<T, Vec3> || SameAs<T, Vec4>)
            return T::ZERO;
        else if constexpr (SameAs<T, Mat3> || SameAs<T, Mat4>)
            return T::IDENTITY;
        else
            return T::default_();
    }
};
template <class T>
struct DefaultOf<Option<T>> {
    __device__ static constexpr Option<T> value() { return none; }
};
template <class T, size_t N>
struct DefaultOf<Array<T, N>> {
    __device__ static constexpr Array<T, N> value() {
        Array<T, N> all{};
        for (size_t i = 0; i < N; i++) all.elements[i] = DefaultOf<T>::value();
        return all;
    }
};
template <class... T>
struct DefaultOf<Tuple<T...>> {
    __device__ static constexpr Tuple<T...> value() { return {DefaultOf<T>::value()...}; }
};

}  // namespace detail

namespace num {

// `T::default()` of a template parameter. A type of the user has a function of its own, and types of the library have theirs here.
template <class T>
__device__ constexpr T default_() {
    return detail::DefaultOf<T>::value();
}

// What a sum and a product begin with. As in Rust, a sum of no floats is -0.
struct EmptySum {
    template <class T>
    __device__ constexpr operator T() const {
        if constexpr (FloatingPoint<T>)
            return static_cast<T>(-0.0f);
        else
            return detail::DefaultOf<T>::value();
    }
};
struct EmptyProduct {
    template <class T>
    __device__ constexpr operator T() const {
        if constexpr (requires { T::ONE; })
            return T::ONE;
        else
            return T{1};
    }
};

}  // namespace num

}  // namespace whipple
