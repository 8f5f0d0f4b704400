// What the vector types have in common: comparisons as SSE does them, and glam's approximation of acos.
#pragma once
#include "../float.cuh"

namespace whipple {

// integers.cuh has it.
template <class T, size_t N>
struct IntegerVector;

using IVec2 = IntegerVector<i32, 2>;
using IVec3 = IntegerVector<i32, 3>;
using IVec4 = IntegerVector<i32, 4>;
using UVec2 = IntegerVector<u32, 2>;
using UVec3 = IntegerVector<u32, 3>;
using UVec4 = IntegerVector<u32, 4>;

// quat.cuh has it.
struct Quat;

// masks.cuh has it.
template <class Lane, size_t N>
struct MaskVector;

namespace detail {
struct WideBool;
}

using BVec2 = MaskVector<bool, 2>;
using BVec3 = MaskVector<bool, 3>;
using BVec4 = MaskVector<bool, 4>;
using BVec4A = MaskVector<detail::WideBool, 4>;

}  // namespace whipple

namespace whipple::detail {

// The second operand if they are equal or one is NaN.
__device__ constexpr f32 lesser(f32 a, f32 b) {
    // Hides a constant: NVVM turns `a < 0 ? a : 0` into a minimum, which is -0 where a is -0. (The maximum is exact.)
    b = hidden(b);
    return a < b ? a : b;
}
__device__ constexpr f32 greater(f32 a, f32 b) { return a > b ? a : b; }

// Of what is not negative, clamped to 1.
__device__ inline f32 acos_of_positive(f32 x) {
    f32 rest = 1 - x;
    if (rest < 0) rest = 0;
    const f32 polynomial =
        ((((((-0.0012624911f * x + 0.00667009f) * x - 0.017088126f) * x + 0.03089188f) * x - 0.050174303f) * x +
          0.08897899f) *
             x -
         0.2145988f) *
            x +
        1.5707963f;
    return polynomial * num::sqrt(rest);
}

// Of its argument clamped to -1..1. glam uses it for angles, so that it is the same on every host.
__device__ inline f32 acos_approximation(f32 value) {
    const f32 result = acos_of_positive(num::abs(value));
    return value >= 0 ? result : 3.14159274f - result;
}

}  // namespace whipple::detail
