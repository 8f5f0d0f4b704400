// `cast<T>(x)`: Rust's `x as T` between integers, floats, bool and enums.
#pragma once
#include "num.cuh"

namespace whipple {

namespace detail {

// 2 to the power `exponent`.
template <class F>
__device__ constexpr F power_of_two(unsigned exponent) {
    F power = 1;
    for (unsigned i = 0; i < exponent; i += 1) power *= 2;
    return power;
}

// Towards zero; what does not fit saturates, and NaN is zero. By comparisons, so that no compiler may assume that the
// conversion is in range.
template <class Raw, class F>
__device__ constexpr Raw saturate(F value) {
    constexpr bool SIGNED = static_cast<Raw>(-1) < static_cast<Raw>(0);
    constexpr unsigned VALUE_BITS = 8 * sizeof(Raw) - (SIGNED ? 1 : 0);
    constexpr F ABOVE = power_of_two<F>(VALUE_BITS), BELOW = SIGNED ? -ABOVE : F(0);
    using URaw = typename Unsigned<Raw>::Type;
    constexpr Raw LEAST = SIGNED ? static_cast<Raw>(static_cast<unsigned long long>(1) << VALUE_BITS) : Raw(0);
    constexpr Raw GREATEST = static_cast<Raw>(static_cast<URaw>(~static_cast<URaw>(LEAST)));
    if (!(value == value)) return 0;
    if (value >= ABOVE) return GREATEST;
    if (value <= BELOW) return LEAST;
    return static_cast<Raw>(value);
}

// The same with one instruction where the hardware has it.
template <class Raw>
__device__ constexpr Raw float_to_integer(float value) {
#ifdef __CUDACC__
    if (!__builtin_is_constant_evaluated()) {
        // These intrinsics saturate, and give zero for NaN.
        if constexpr (SameAs<Raw, int>) return __float2int_rz(value);
        if constexpr (SameAs<Raw, unsigned>) return __float2uint_rz(value);
    }
#endif
    return saturate<Raw>(value);
}
template <class Raw>
__device__ constexpr Raw float_to_integer(double value) {
    return saturate<Raw>(value);
}

}  // namespace detail

// Rust's `as`: integers are truncated or extended, floats saturate, NaN is zero, bool and enums are their numbers.
template <class To, class From>
__device__ constexpr To cast(From value) {
    if constexpr (SameAs<To, From>) {
        return value;
    } else if constexpr (IntegerClass<To>) {
        using Raw = decltype(To::bits);
        if constexpr (FloatingPoint<From>)
            return To(detail::float_to_integer<Raw>(value));
        else if constexpr (IntegerClass<From>)
            return To(detail::low_bits<Raw>(value.raw()));
        else if constexpr (__is_enum(From))
            return To(static_cast<Raw>(static_cast<__underlying_type(From)>(value)));
        else if constexpr (requires { value.variant_; })
            return To(static_cast<Raw>(value.variant_));  // an enum with methods
        else if constexpr (requires { value.code_; })
            return To(static_cast<Raw>(value.code_));  // a char
        else
            return To(static_cast<Raw>(value));  // bool, and literals
    } else if constexpr (requires { To(0u).code_; }) {
        return To(static_cast<unsigned>(value.raw()));  // a char of a byte
    } else {
        static_assert(FloatingPoint<To>, "a cast goes to an integer or a float");
        if constexpr (IntegerClass<From>)
            return static_cast<To>(value.raw());
        else
            return static_cast<To>(value);
    }
}

}  // namespace whipple
