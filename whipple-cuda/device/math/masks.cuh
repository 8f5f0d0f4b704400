// glam's vectors of truth values: BVec2, BVec3, BVec4, and BVec4A, which comparisons of Vec4 give.
#pragma once
#include "../array.cuh"
#include "../default.cuh"
#include "components.cuh"
#include "support.cuh"
#include "vec2.cuh"
#include "vec3.cuh"
#include "vec4.cuh"

namespace whipple {

namespace detail {

// A truth value as SSE2 has it: all bits, or none.
struct WideBool {
    unsigned bits;

    constexpr WideBool() = default;
    __device__ constexpr WideBool(bool value) : bits(value ? ~0u : 0u) {}
    __device__ constexpr operator bool() const { return bits != 0; }
};

}  // namespace detail

// N truth values, each stored as a `Lane`.
template <class Lane, size_t N>
struct alignas(SameAs<Lane, bool> ? 1 : 16) MaskVector : detail::Components<Lane, N> {
    using detail::Components<Lane, N>::x;
    using detail::Components<Lane, N>::y;

    static const MaskVector FALSE, TRUE;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr MaskVector new_(bool x, bool y) requires(N == 2) { return {x, y}; }
    __device__ static constexpr MaskVector new_(bool x, bool y, bool z) requires(N == 3) { return {x, y, z}; }
    __device__ static constexpr MaskVector new_(bool x, bool y, bool z, bool w) requires(N == 4) { return {x, y, z, w}; }
    __device__ static constexpr MaskVector splat(bool value) {
        if constexpr (N == 2)
            return {value, value};
        else if constexpr (N == 3)
            return {value, value, value};
        else
            return {value, value, value, value};
    }
    __device__ static constexpr MaskVector from_array(const Array<bool, N>& a) {
        if constexpr (N == 2)
            return {a.elements[0], a.elements[1]};
        else if constexpr (N == 3)
            return {a.elements[0], a.elements[1], a.elements[2]};
        else
            return {a.elements[0], a.elements[1], a.elements[2], a.elements[3]};
    }
    __device__ static constexpr MaskVector from(const Array<bool, N>& a) { return from_array(a); }

    // ---- Operators --------------------------------------------------------------------------------------------------
#define WHIPPLE_OPERATOR(op)                                                                                       \
    __device__ friend constexpr MaskVector operator op(const MaskVector& a, const MaskVector& b) {                 \
        return detail::each<MaskVector, N>([](bool left, bool right) { return (left op right) != 0; }, a, b);      \
    }                                                                                                              \
    __device__ constexpr void operator op##=(const MaskVector& b) { *this = *this op b; }
    WHIPPLE_OPERATOR(&)
    WHIPPLE_OPERATOR(|)
    WHIPPLE_OPERATOR(^)
#undef WHIPPLE_OPERATOR
    __device__ constexpr MaskVector operator!() const { return detail::each<MaskVector, N>([](bool a) { return !a; }, *this); }
    __device__ friend constexpr bool operator==(const MaskVector& a, const MaskVector& b) { return !(a ^ b).any(); }

    // ---- Questions --------------------------------------------------------------------------------------------------
    __device__ constexpr u32 bitmask() const {
        const unsigned two = unsigned(bool(x)) | unsigned(bool(y)) << 1;
        if constexpr (N == 2)
            return two;
        else if constexpr (N == 3)
            return two | unsigned(bool(this->z)) << 2;
        else
            return two | unsigned(bool(this->z)) << 2 | unsigned(bool(this->w)) << 3;
    }
    __device__ constexpr bool any() const { return detail::joined<N>([](bool a, bool b) { return a || b; }, *this); }
    __device__ constexpr bool all() const { return detail::joined<N>([](bool a, bool b) { return a && b; }, *this); }
    __device__ constexpr bool test(Index index) const {
        detail::check_bounds(index.value, N, index.at);
        return (bitmask().raw() >> index.value & 1) != 0;
    }
    __device__ constexpr void set(Index index, bool value) {
        detail::check_bounds(index.value, N, index.at);
        if (index.value == 0) {
            x = value;
        } else if (index.value == 1) {
            y = value;
        } else if constexpr (N == 3) {
            this->z = value;
        } else if constexpr (N == 4) {
            (index.value == 2 ? this->z : this->w) = value;
        }
    }
};

// Constants of each type. The definitions of a template would be no constants to NVRTC.
#define WHIPPLE_CONSTANTS(Vector)                             \
    template <>                                               \
    inline constexpr Vector Vector::FALSE = Vector::splat(false); \
    template <>                                               \
    inline constexpr Vector Vector::TRUE = Vector::splat(true);
WHIPPLE_CONSTANTS(BVec2)
WHIPPLE_CONSTANTS(BVec3)
WHIPPLE_CONSTANTS(BVec4)
WHIPPLE_CONSTANTS(BVec4A)
#undef WHIPPLE_CONSTANTS

__device__ constexpr BVec2 bvec2(bool x, bool y) { return {x, y}; }
__device__ constexpr BVec3 bvec3(bool x, bool y, bool z) { return {x, y, z}; }
__device__ constexpr BVec4 bvec4(bool x, bool y, bool z, bool w) { return {x, y, z, w}; }
__device__ constexpr BVec4A bvec4a(bool x, bool y, bool z, bool w) { return {x, y, z, w}; }

// What the vectors of floats have of masks.
#define WHIPPLE_COMPARISON(Vector, Mask, N, name, op)                                                \
    __device__ constexpr Mask Vector::name(const Vector& b) const {                                  \
        return detail::each<Mask, N>([](f32 left, f32 right) { return left op right; }, *this, b);   \
    }
#define WHIPPLE_QUESTION(Vector, Mask, N, name, question) \
    __device__ constexpr Mask Vector::name() const { return detail::each<Mask, N>([](f32 a) { return question(a); }, *this); }
#define WHIPPLE_MASKED(Vector, Mask, N)                                                                              \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmpeq, ==)                                                                   \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmpne, !=)                                                                   \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmplt, <)                                                                    \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmple, <=)                                                                   \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmpgt, >)                                                                    \
    WHIPPLE_COMPARISON(Vector, Mask, N, cmpge, >=)                                                                   \
    WHIPPLE_QUESTION(Vector, Mask, N, is_nan_mask, num::is_nan)                                                      \
    WHIPPLE_QUESTION(Vector, Mask, N, is_finite_mask, num::is_finite)                                                \
    WHIPPLE_QUESTION(Vector, Mask, N, is_negative_mask, num::is_sign_negative)                                       \
    __device__ constexpr Vector Vector::select(const Mask& mask, const Vector& if_true, const Vector& if_false) {    \
        return detail::each<Vector, N>([](bool is, f32 a, f32 b) { return is ? a : b; }, mask, if_true, if_false);   \
    }                                                                                                                \
    __device__ constexpr Vector Vector::from(const Mask& mask) {                                                     \
        return detail::each<Vector, N>([](bool is) { return is ? 1.0f : 0.0f; }, mask);                              \
    }
WHIPPLE_MASKED(Vec2, BVec2, 2)
WHIPPLE_MASKED(Vec3, BVec3, 3)
WHIPPLE_MASKED(Vec4, BVec4A, 4)
#undef WHIPPLE_MASKED
#undef WHIPPLE_QUESTION
#undef WHIPPLE_COMPARISON
__device__ constexpr Vec4 Vec4::from(const BVec4& mask) { return from(BVec4A{mask.x, mask.y, mask.z, mask.w}); }

static_assert(sizeof(BVec2) == 2 && alignof(BVec2) == 1, "glam's BVec2 has another layout");
static_assert(sizeof(BVec3) == 3 && alignof(BVec3) == 1, "glam's BVec3 has another layout");
static_assert(sizeof(BVec4) == 4 && alignof(BVec4) == 1, "glam's BVec4 has another layout");
static_assert(sizeof(BVec4A) == 16 && alignof(BVec4A) == 16, "glam's BVec4A has another layout");

template <class Lane, size_t N>
struct detail::DefaultOf<MaskVector<Lane, N>> {
    __device__ static constexpr MaskVector<Lane, N> value() { return MaskVector<Lane, N>::FALSE; }
};

}  // namespace whipple
