// f32 and f64: Rust's methods as functions in `num::`, and Rust's constants in `Float<F>`.
//
// + - * / sqrt mul_add, rounding, rem and all comparisons are exact to the bit (with contraction off for + - *).
// The transcendental functions are CUDA's, the host's are the C library's: they differ by a few units in the last place.
// Errors of CUDA's f32 functions in ulp (f64 in brackets): sin, cos 2 (2); tan 4 (2); asin 2 (2); acos 2 (2);
// atan 2 (2); atan2 3 (2); sinh 3 (2); cosh 2 (1); tanh 2 (1); asinh, acosh, atanh 4 (3); exp 2 (1); exp2 2 (1);
// exp_m1 1 (1); ln 1 (1); ln_1p 1 (1); log2 1 (1); log10 2 (1); powf 4 (2); cbrt 1 (1); hypot 3 (2).
#pragma once
#include "array.cuh"
#include "cast.cuh"
#include "num.cuh"

#ifndef __CUDACC__
#include <cmath>
#endif
// The C library's macros would replace the constants of these names.
#undef INFINITY
#undef NAN

namespace whipple {

using f32 = float;
using f64 = double;
static_assert(sizeof(f32) == 4 && alignof(f32) == 4 && sizeof(f64) == 8 && alignof(f64) == 8 && sizeof(bool) == 1,
              "Rust's f32, f64 and bool have another layout");

// The constants of a float type: `f32::MAX` is `Float<f32>::MAX`. Where the type is an alias, `INFINITY` and `NAN` have the names of
// reserved words.
template <class F>
struct Float;

template <>
struct Float<f32> {
    static constexpr f32 MAX = 0x1.fffffep+127f;
    static constexpr f32 MIN = -0x1.fffffep+127f;
    static constexpr f32 MIN_POSITIVE = 0x1p-126f;
    static constexpr f32 EPSILON = 0x1p-23f;
    static constexpr f32 INFINITY = detail::bit_cast<f32>(0x7f800000u);
    static constexpr f32 NEG_INFINITY = detail::bit_cast<f32>(0xff800000u);
    static constexpr f32 NAN = detail::bit_cast<f32>(0x7fc00000u);
    static constexpr f32 INFINITY_ = INFINITY, NAN_ = NAN;
};

template <>
struct Float<f64> {
    static constexpr f64 MAX = 0x1.fffffffffffffp+1023;
    static constexpr f64 MIN = -0x1.fffffffffffffp+1023;
    static constexpr f64 MIN_POSITIVE = 0x1p-1022;
    static constexpr f64 EPSILON = 0x1p-52;
    static constexpr f64 INFINITY = detail::bit_cast<f64>(0x7ff0000000000000ull);
    static constexpr f64 NEG_INFINITY = detail::bit_cast<f64>(0xfff0000000000000ull);
    static constexpr f64 NAN = detail::bit_cast<f64>(0x7ff8000000000000ull);
    static constexpr f64 INFINITY_ = INFINITY, NAN_ = NAN;
};

namespace detail {

// The mathematical functions of the platform, for float and double.
namespace platform {
#ifdef __CUDACC__
#define WHIPPLE_PLATFORM(name) using ::name;
#else
#define WHIPPLE_PLATFORM(name) using std::name;
#endif
WHIPPLE_PLATFORM(sqrt)
WHIPPLE_PLATFORM(fma)
WHIPPLE_PLATFORM(fabs)
WHIPPLE_PLATFORM(copysign)
WHIPPLE_PLATFORM(fmin)
WHIPPLE_PLATFORM(fmax)
WHIPPLE_PLATFORM(fmod)
WHIPPLE_PLATFORM(floor)
WHIPPLE_PLATFORM(ceil)
WHIPPLE_PLATFORM(trunc)
WHIPPLE_PLATFORM(round)
WHIPPLE_PLATFORM(rint)
WHIPPLE_PLATFORM(sin)
WHIPPLE_PLATFORM(cos)
WHIPPLE_PLATFORM(tan)
WHIPPLE_PLATFORM(asin)
WHIPPLE_PLATFORM(acos)
WHIPPLE_PLATFORM(atan)
WHIPPLE_PLATFORM(atan2)
WHIPPLE_PLATFORM(sinh)
WHIPPLE_PLATFORM(cosh)
WHIPPLE_PLATFORM(tanh)
WHIPPLE_PLATFORM(asinh)
WHIPPLE_PLATFORM(acosh)
WHIPPLE_PLATFORM(atanh)
WHIPPLE_PLATFORM(exp)
WHIPPLE_PLATFORM(exp2)
WHIPPLE_PLATFORM(expm1)
WHIPPLE_PLATFORM(log)
WHIPPLE_PLATFORM(log1p)
WHIPPLE_PLATFORM(log2)
WHIPPLE_PLATFORM(log10)
WHIPPLE_PLATFORM(pow)
WHIPPLE_PLATFORM(cbrt)
WHIPPLE_PLATFORM(hypot)
#undef WHIPPLE_PLATFORM
}  // namespace platform

// The integer of the same width.
template <class F>
using FloatBits = SelectType<sizeof(F) == 4, u32, u64>;
template <FloatingPoint F>
using Bytes = Array<u8, sizeof(F)>;

// The sign bit alone.
template <class F>
__device__ constexpr FloatBits<F> sign_bit() {
    return FloatBits<F>(1) << (8 * sizeof(F) - 1);
}

}  // namespace detail

// Rust's float methods as functions: `x.sqrt()` is `num::sqrt(x)`. For class types (integers, vectors, device structs)
// they call the member of the same name. Second and later parameters follow the type of the first.
namespace detail {

// A literal as wide as what it is compared with: its value as f32, or as f64.
template <FloatingPoint F>
__device__ constexpr F as_wide(F, f32 single, f64 wide) {
    if constexpr (sizeof(F) == sizeof(f32)) {
        return single;
    } else {
        return wide;
    }
}

// The place of a number in the order of all numbers by their bits.
template <FloatingPoint F>
__device__ constexpr FloatBits<F> rank(F x) {
    const FloatBits<F> bits = bit_cast<FloatBits<F>>(x);
    return (bits & sign_bit<F>()) == FloatBits<F>(0) ? bits | sign_bit<F>() : !bits;
}

}  // namespace detail

namespace num {

// ---- Bits and classes ------------------------------------------------------------------------------------------

template <FloatingPoint F>
__device__ constexpr detail::FloatBits<F> to_bits(F x) {
    return detail::bit_cast<detail::FloatBits<F>>(x);
}
// `f32::from_bits(bits)` is `num::from_bits<f32>(bits)`.
template <FloatingPoint F>
__device__ constexpr F from_bits(detail::FloatBits<F> bits) {
    return detail::bit_cast<F>(bits);
}
template <FloatingPoint F>
__device__ constexpr detail::Bytes<F> to_le_bytes(F x) {
    return to_bits(x).to_le_bytes();
}
template <FloatingPoint F>
__device__ constexpr detail::Bytes<F> to_be_bytes(F x) {
    return to_bits(x).to_be_bytes();
}
template <FloatingPoint F>
__device__ constexpr detail::Bytes<F> to_ne_bytes(F x) {
    return to_bits(x).to_le_bytes();
}
// `u32::from_le_bytes(bytes)` is `num::from_le_bytes<u32>(bytes)`.
template <class T>
__device__ constexpr T from_le_bytes(const Array<u8, sizeof(T)>& bytes) {
    if constexpr (FloatingPoint<T>) {
        return from_bits<T>(from_le_bytes<detail::FloatBits<T>>(bytes));
    } else {
        using Raw = decltype(T().raw());
        using Bits = SelectType<(sizeof(Raw) > 8), Raw, unsigned long long>;
        Bits bits = 0;
        for (unsigned byte = 0; byte < sizeof(T); byte += 1)
            bits |= static_cast<Bits>(bytes.elements[byte].raw()) << (8 * byte);
        return static_cast<Raw>(bits);
    }
}
template <class T>
__device__ constexpr T from_be_bytes(const Array<u8, sizeof(T)>& bytes) {
    Array<u8, sizeof(T)> turned{};
    for (unsigned byte = 0; byte < sizeof(T); byte += 1) turned.elements[byte] = bytes.elements[sizeof(T) - 1 - byte];
    return from_le_bytes<T>(turned);
}
template <FloatingPoint F>
__device__ constexpr bool is_nan(F x) {
    return !(x == x);
}
template <FloatingPoint F>
__device__ constexpr F abs(F x) {
    if (!__builtin_is_constant_evaluated()) return detail::platform::fabs(x);
    return from_bits<F>(to_bits(x) & !detail::sign_bit<F>());
}
template <FloatingPoint F>
__device__ constexpr bool is_infinite(F x) {
    return abs(x) == Float<F>::INFINITY;
}
template <FloatingPoint F>
__device__ constexpr bool is_finite(F x) {
    return abs(x) < Float<F>::INFINITY;
}
template <FloatingPoint F>
__device__ constexpr bool is_normal(F x) {
    return abs(x) >= Float<F>::MIN_POSITIVE && is_finite(x);
}
template <FloatingPoint F>
__device__ constexpr bool is_subnormal(F x) {
    return x != 0 && abs(x) < Float<F>::MIN_POSITIVE;
}
template <FloatingPoint F>
__device__ constexpr bool is_sign_negative(F x) {
    return (to_bits(x) & detail::sign_bit<F>()) != 0;
}
template <FloatingPoint F>
__device__ constexpr bool is_sign_positive(F x) {
    return !is_sign_negative(x);
}
template <FloatingPoint F>
__device__ constexpr F copysign(F x, Exactly<F> sign) {
    if (!__builtin_is_constant_evaluated()) return detail::platform::copysign(x, sign);
    constexpr detail::FloatBits<F> SIGN = detail::sign_bit<F>();
    return from_bits<F>((to_bits(x) & !SIGN) | (to_bits(sign) & SIGN));
}
// 1 for positive numbers and +0, -1 for negative numbers and -0, NaN for NaN.
template <FloatingPoint F>
__device__ constexpr F signum(F x) {
    return is_nan(x) ? x : copysign(F(1), x);
}

// ---- Order -----------------------------------------------------------------------------------------------------

// If one operand is NaN, the other.
template <FloatingPoint F>
__device__ constexpr F min(F a, Exactly<F> b) {
    if (__builtin_is_constant_evaluated()) return is_nan(a) || b < a ? b : a;
    return detail::platform::fmin(a, b);
}
template <FloatingPoint F>
__device__ constexpr F max(F a, Exactly<F> b) {
    if (__builtin_is_constant_evaluated()) return is_nan(a) || b > a ? b : a;
    return detail::platform::fmax(a, b);
}
// None if one is NaN.
template <FloatingPoint F>
__device__ constexpr Option<Ordering> partial_cmp(F a, Exactly<F> b) {
    return is_nan(a) || is_nan(b) ? Option<Ordering>(none) : Option<Ordering>(detail::order(a, b));
}
// By the bits: a negative NaN is the least number, and a positive one the greatest.
template <FloatingPoint F>
__device__ constexpr Ordering total_cmp(F a, Exactly<F> b) {
    return detail::order(detail::rank(a), detail::rank(b));
}
// NaN stays NaN; panics if the bounds are in the wrong order or NaN.
template <FloatingPoint F>
__device__ constexpr F clamp(F x, Exactly<F> low, Exactly<F> high, Location at = Location::current()) {
    if (!(low <= high)) detail::fail(PanicKind::InvalidRange, "min > max, or either was NaN", at);
    if (x < low) x = low;
    if (x > high) x = high;
    return x;
}

// ---- Rounding and remainders -----------------------------------------------------------------------------------

template <FloatingPoint F>
__device__ inline F floor(F x) {
    return detail::platform::floor(x);
}
template <FloatingPoint F>
__device__ inline F ceil(F x) {
    return detail::platform::ceil(x);
}
// Half-way cases away from zero.
template <FloatingPoint F>
__device__ inline F round(F x) {
    return detail::platform::round(x);
}
template <FloatingPoint F>
__device__ inline F round_ties_even(F x) {
    return detail::platform::rint(x);
}
template <FloatingPoint F>
__device__ inline F trunc(F x) {
    return detail::platform::trunc(x);
}
template <FloatingPoint F>
__device__ inline F fract(F x) {
    return x - trunc(x);
}
// Rust's `%`: the sign of the dividend, exact.
template <FloatingPoint F>
__device__ inline F rem(F a, Exactly<F> b) {
    return detail::platform::fmod(a, b);
}
template <FloatingPoint F>
__device__ inline F rem_euclid(F a, Exactly<F> b) {
    const F r = rem(a, b);
    return r < 0 ? r + abs(b) : r;
}
template <FloatingPoint F>
__device__ inline F div_euclid(F a, Exactly<F> b) {
    const F q = trunc(a / b);
    if (rem(a, b) < 0) return b > 0 ? q - 1 : q + 1;
    return q;
}

// ---- Arithmetic ------------------------------------------------------------------------------------------------

// Rounded once, in every floating-point mode.
template <FloatingPoint F>
__device__ inline F mul_add(F x, Exactly<F> a, Exactly<F> b) {
    return detail::platform::fma(x, a, b);
}
template <FloatingPoint F>
__device__ inline F sqrt(F x) {
    return detail::platform::sqrt(x);
}
template <FloatingPoint F>
__device__ constexpr F recip(F x) {
    return 1 / x;
}
// By repeated squaring, in the order of the routine that Rust links.
template <FloatingPoint F>
__device__ constexpr F powi(F x, i32 exponent) {
    F result = 1;
    for (unsigned n = exponent.unsigned_abs().raw(); n != 0; n /= 2) {
        if (n % 2 != 0) result *= x;
        x *= x;
    }
    return exponent < 0 ? 1 / result : result;
}
template <FloatingPoint F>
__device__ constexpr F to_radians(F degrees) {
    constexpr F PI = static_cast<F>(3.14159265358979323846264338327950288);
    constexpr F RADIANS_PER_DEGREE = PI / 180;
    return degrees * RADIANS_PER_DEGREE;
}
template <FloatingPoint F>
__device__ constexpr F to_degrees(F radians) {
    constexpr F DEGREES_PER_RADIAN = static_cast<F>(57.2957795130823208767981548141051703);
    return radians * DEGREES_PER_RADIAN;
}
__device__ constexpr f32 midpoint(f32 a, f32 b) {
    return static_cast<f32>((static_cast<f64>(a) + static_cast<f64>(b)) / 2);
}
__device__ constexpr f64 midpoint(f64 a, f64 b) {
    // Halves first where the sum could overflow, and last where halves could lose bits.
    constexpr f64 LOW = Float<f64>::MIN_POSITIVE * 2, HIGH = Float<f64>::MAX / 2;
    if (abs(a) <= HIGH && abs(b) <= HIGH) return (a + b) / 2;
    if (abs(a) < LOW) return a + b / 2;
    if (abs(b) < LOW) return a / 2 + b;
    return a / 2 + b / 2;
}

// ---- Transcendental functions ----------------------------------------------------------------------------------

#define WHIPPLE_UNARY(name, function)               \
    template <FloatingPoint F>                      \
    __device__ inline F name(F x) {                 \
        return detail::platform::function(x);       \
    }
WHIPPLE_UNARY(sin, sin)
WHIPPLE_UNARY(cos, cos)
WHIPPLE_UNARY(tan, tan)
WHIPPLE_UNARY(asin, asin)
WHIPPLE_UNARY(acos, acos)
WHIPPLE_UNARY(atan, atan)
WHIPPLE_UNARY(sinh, sinh)
WHIPPLE_UNARY(cosh, cosh)
WHIPPLE_UNARY(tanh, tanh)
WHIPPLE_UNARY(asinh, asinh)
WHIPPLE_UNARY(acosh, acosh)
WHIPPLE_UNARY(atanh, atanh)
WHIPPLE_UNARY(exp, exp)
WHIPPLE_UNARY(exp2, exp2)
WHIPPLE_UNARY(exp_m1, expm1)
WHIPPLE_UNARY(ln, log)
WHIPPLE_UNARY(ln_1p, log1p)
WHIPPLE_UNARY(log2, log2)
WHIPPLE_UNARY(log10, log10)
WHIPPLE_UNARY(cbrt, cbrt)
#undef WHIPPLE_UNARY

template <FloatingPoint F>
__device__ inline F atan2(F y, Exactly<F> x) {
    return detail::platform::atan2(y, x);
}
template <FloatingPoint F>
__device__ inline F hypot(F x, Exactly<F> y) {
    return detail::platform::hypot(x, y);
}
template <FloatingPoint F>
__device__ inline F powf(F x, Exactly<F> exponent) {
    return detail::platform::pow(x, exponent);
}
template <FloatingPoint F>
__device__ inline F log(F x, Exactly<F> base) {
    return ln(x) / ln(base);
}
template <FloatingPoint F>
__device__ inline Tuple<F, F> sin_cos(F x) {
    return Tuple<F, F>{sin(x), cos(x)};
}

// ---- glam's FloatExt -------------------------------------------------------------------------------------------

template <FloatingPoint F>
__device__ constexpr F lerp(F a, Exactly<F> b, Exactly<F> t) {
    return a * (1 - t) + b * t;
}
template <FloatingPoint F>
__device__ constexpr F lerp_monotonic(F a, Exactly<F> b, Exactly<F> t) {
    return a + (b - a) * t;
}
template <FloatingPoint F>
__device__ constexpr F inverse_lerp(F a, Exactly<F> b, Exactly<F> value) {
    return (value - a) / (b - a);
}
template <FloatingPoint F>
__device__ constexpr F move_towards(F a, Exactly<F> b, Exactly<F> distance) {
    const F rest = b - a;
    return abs(rest) <= distance ? b : a + signum(rest) * distance;
}
template <FloatingPoint F>
__device__ constexpr F step(F edge, Exactly<F> value) {
    return value < edge ? 0 : 1;
}
template <FloatingPoint F>
__device__ constexpr F saturate(F x) {
    return clamp(x, F(0), F(1));
}
template <FloatingPoint F>
__device__ constexpr F smoothstep(F x, Exactly<F> edge0, Exactly<F> edge1) {
    const F t = saturate((x - edge0) / (edge1 - edge0));
    return t * t * (3 - 2 * t);
}
template <FloatingPoint F>
__device__ inline F fract_gl(F x) {
    return x - floor(x);
}

}  // namespace num
}  // namespace whipple

#include "forward.cuh"
