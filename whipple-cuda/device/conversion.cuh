// `into`, `try_into` and `try_from`, by the type that they give.
#pragma once
#include "cast.cuh"
#include "option.cuh"
#include "result.cuh"
#include "view.cuh"

namespace whipple {

// The errors of std: each has one value, and `Infallible` has none.
struct TryFromIntError {
    __device__ friend constexpr bool operator==(TryFromIntError, TryFromIntError) { return true; }
    __device__ constexpr TryFromIntError clone() const { return *this; }
};
struct TryFromSliceError {
    __device__ constexpr TryFromSliceError clone() const { return *this; }
};
struct Infallible {
    __device__ friend constexpr bool operator==(Infallible, Infallible) { return true; }
    __device__ friend constexpr bool operator<(Infallible, Infallible) { return false; }
    __device__ constexpr Infallible clone() const { return *this; }
};

namespace num {

// `To::from(value)` where the type is a template parameter, and what `value.into()` gives: of numbers, of a vector's elements, and of a
// type's own `from`.
template <class To, class From>
__device__ constexpr To from(const From& value) {
    if constexpr (SameAs<To, From>)
        return value;
    else if constexpr (requires { To::from(value); })
        return To::from(value);
    else if constexpr (requires { value.to_array(); })
        return value.to_array();
    else
        return cast<To>(value);
}

// The number if it is one of the type, the elements of a slice if they are as many as the array has.
template <class R, class From>
__device__ constexpr R try_into(const From& value) {
    using To = decltype(R::value);
    using Error = decltype(R::error);
    if constexpr (SameAs<Error, Infallible>) {
        return detail::Succeeded<To>{num::from<To>(value)};
    } else if constexpr (SameAs<Error, TryFromIntError>) {
        const To converted = cast<To>(value);
        const bool same_sign = (converted < To(0)) == (value < From(0));
        if (same_sign && cast<From>(converted) == value) return detail::Succeeded<To>{converted};
        return detail::Failed<Error>{};
    } else {
        if (value.len().raw() != sizeof(To) / sizeof(value.start[0])) return detail::Failed<Error>{};
        To all{};
        for (size_t i = 0; i < value.length; i++) all.elements[i] = value.start[i];
        return detail::Succeeded<To>{all};
    }
}

}  // namespace num

}  // namespace whipple
