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

#if WHIPPLE_WIDE_INTEGERS
template <class F>
using WordOfFloat = SelectType<sizeof(F) == 4, unsigned, unsigned long long>;

// How a float is made of bits.
template <class F>
struct Binary {
    enum : unsigned { DIGITS = sizeof(F) == 4 ? 23 : 52, BIAS = sizeof(F) == 4 ? 127 : 1023 };
};

// Towards zero; what does not fit saturates, and NaN is zero. By the bits: f32 has no number above all of u128.
template <WideInteger Raw, FloatingPoint F>
__device__ constexpr Raw wide_integer(F value) {
    using Word = WordOfFloat<F>;
    constexpr bool SIGNED = static_cast<Raw>(-1) < static_cast<Raw>(0);
    constexpr unsigned VALUE_BITS = SIGNED ? 127 : 128;
    constexpr unsigned __int128 GREATEST = ~static_cast<unsigned __int128>(0) >> (SIGNED ? 1 : 0);
    constexpr unsigned DIGITS = Binary<F>::DIGITS, BIAS = Binary<F>::BIAS;
    constexpr Word LEADING = static_cast<Word>(1) << DIGITS;
    const Word word = bit_cast<Word>(value);
    const bool is_negative = word >> (8 * sizeof(F) - 1) != 0;
    const unsigned exponent = static_cast<unsigned>(word >> DIGITS) & (2 * BIAS + 1);
    const Word fraction = word & (LEADING - 1);
    if (exponent < BIAS || (exponent == 2 * BIAS + 1 && fraction != 0) || (is_negative && !SIGNED)) return 0;
    const unsigned power = exponent - BIAS;
    if (power >= VALUE_BITS) return static_cast<Raw>(is_negative ? GREATEST + 1 : GREATEST);
    const unsigned __int128 digits = fraction | LEADING;
    const unsigned __int128 magnitude = power < DIGITS ? digits >> (DIGITS - power) : digits << (power - DIGITS);
    return static_cast<Raw>(is_negative ? -magnitude : magnitude);
}

// Rounded once, to the nearest: of a large number the first 64 bits, the last of which says whether others follow.
template <FloatingPoint F>
__device__ constexpr F float_of_wide(unsigned __int128 magnitude) {
    using Word = WordOfFloat<F>;
    if constexpr (sizeof(F) == 4) {
        // Half a step above f32::MAX, from where it is infinite.
        constexpr unsigned __int128 INFINITE_FROM = static_cast<unsigned __int128>(0x1ffffff) << 103;
        if (magnitude >= INFINITE_FROM) return bit_cast<F>(0x7f800000u);
    }
    const unsigned zeros = leading_zeros(magnitude);
    if (zeros >= 64) return static_cast<F>(static_cast<unsigned long long>(magnitude));
    const unsigned shift = 64 - zeros;
    const bool others = static_cast<unsigned __int128>(magnitude << (128 - shift)) != 0;
    const auto first = static_cast<unsigned long long>(magnitude >> shift) | (others ? 1ull : 0ull);
    const auto power = static_cast<Word>(Binary<F>::BIAS + shift) << Binary<F>::DIGITS;
    return static_cast<F>(first) * bit_cast<F>(power);
}
template <FloatingPoint F, WideInteger Raw>
__device__ constexpr F wide_to_float(Raw value) {
    const auto bits = static_cast<unsigned __int128>(value);
    if constexpr (SameAs<Raw, __int128>) {
        if (value < 0) return -float_of_wide<F>(-bits);
    }
    return float_of_wide<F>(bits);
}
#else
// Named where nothing is that wide.
template <class Raw, class F>
__device__ constexpr Raw wide_integer(F value);
template <class F, class Raw>
__device__ constexpr F wide_to_float(Raw value);
#endif

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
        if constexpr (FloatingPoint<From> && WideInteger<Raw>)
            return To(detail::wide_integer<Raw>(value));
        else if constexpr (FloatingPoint<From>)
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
            return cast<To>(value.raw());
        else if constexpr (WideInteger<From>)
            return detail::wide_to_float<To>(value);
        else
            return static_cast<To>(value);
    }
}

}  // namespace whipple
