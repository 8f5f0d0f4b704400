// glam's Vec2: the operations of its scalar implementation, in the same order.
#pragma once
#include "../array.cuh"
#include "../float.cuh"
#include "support.cuh"

namespace whipple {

struct Vec3;

// 2 f32 components.
struct Vec2 {
    f32 x, y;

    static const Vec2 ZERO, ONE, NEG_ONE, MIN, MAX, NAN, INFINITY, NEG_INFINITY;
    static const Vec2 X, Y, NEG_X, NEG_Y;
    // The names that translated programs use, where NAN and INFINITY count as reserved.
    static const Vec2 NAN_, INFINITY_;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr Vec2 new_(f32 x, f32 y) { return {x, y}; }
    __device__ static constexpr Vec2 splat(f32 value) { return {value, value}; }
    __device__ static constexpr Vec2 from_array(const Array<f32, 2>& a) { return {a.elements[0], a.elements[1]}; }
    __device__ static constexpr Vec2 from(const Array<f32, 2>& a) { return from_array(a); }
    __device__ static constexpr Vec2 from(const Tuple<f32, f32>& t) { return {t._0, t._1}; }
    __device__ constexpr Array<f32, 2> to_array() const { return {{x, y}}; }
    __device__ static constexpr Vec2 from(const BVec2& mask);
    __device__ constexpr IVec2 as_ivec2() const;
    __device__ constexpr UVec2 as_uvec2() const;
    __device__ constexpr Vec3 extend(f32 z) const;
    __device__ constexpr Vec2 with_x(f32 value) const { return {value, y}; }
    __device__ constexpr Vec2 with_y(f32 value) const { return {x, value}; }
    // A component by index; panics if there is none.
    __device__ constexpr f32 operator[](Index index) const {
        detail::check_bounds(index.value, 2, index.at);
        return index.value == 0 ? x : y;
    }
    __device__ constexpr f32& operator[](Index index) {
        detail::check_bounds(index.value, 2, index.at);
        return index.value == 0 ? x : y;
    }

    // ---- Operators --------------------------------------------------------------------------------------------------
    __device__ friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
    __device__ friend constexpr Vec2 operator+(Vec2 a, f32 b) { return {a.x + b, a.y + b}; }
    __device__ friend constexpr Vec2 operator+(f32 a, Vec2 b) { return {a + b.x, a + b.y}; }
    __device__ friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
    __device__ friend constexpr Vec2 operator-(Vec2 a, f32 b) { return {a.x - b, a.y - b}; }
    __device__ friend constexpr Vec2 operator-(f32 a, Vec2 b) { return {a - b.x, a - b.y}; }
    __device__ friend constexpr Vec2 operator*(Vec2 a, Vec2 b) { return {a.x * b.x, a.y * b.y}; }
    __device__ friend constexpr Vec2 operator*(Vec2 a, f32 b) { return {a.x * b, a.y * b}; }
    __device__ friend constexpr Vec2 operator*(f32 a, Vec2 b) { return {a * b.x, a * b.y}; }
    __device__ friend constexpr Vec2 operator/(Vec2 a, Vec2 b) { return {a.x / b.x, a.y / b.y}; }
    __device__ friend constexpr Vec2 operator/(Vec2 a, f32 b) { return {a.x / b, a.y / b}; }
    __device__ friend constexpr Vec2 operator/(f32 a, Vec2 b) { return {a / b.x, a / b.y}; }
    __device__ constexpr void operator+=(Vec2 b) { *this = *this + b; }
    __device__ constexpr void operator+=(f32 b) { *this = *this + b; }
    __device__ constexpr void operator-=(Vec2 b) { *this = *this - b; }
    __device__ constexpr void operator-=(f32 b) { *this = *this - b; }
    __device__ constexpr void operator*=(Vec2 b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 b) { *this = *this * b; }
    __device__ constexpr void operator/=(Vec2 b) { *this = *this / b; }
    __device__ constexpr void operator/=(f32 b) { *this = *this / b; }
    __device__ constexpr Vec2 operator-() const { return {-x, -y}; }
    __device__ friend constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
    // Rust's `%`.
    __device__ Vec2 rem(Vec2 b) const { return {num::rem(x, b.x), num::rem(y, b.y)}; }
    __device__ Vec2 rem(f32 b) const { return rem(splat(b)); }

    // ---- Products and lengths ---------------------------------------------------------------------------------------
    __device__ constexpr f32 dot(Vec2 b) const { return (x * b.x) + (y * b.y); }
    __device__ constexpr Vec2 dot_into_vec(Vec2 b) const { return splat(dot(b)); }
    __device__ constexpr Vec2 perp() const { return {-y, x}; }
    __device__ constexpr f32 perp_dot(Vec2 b) const { return (x * b.y) - (y * b.x); }
    __device__ constexpr Vec2 rotate(Vec2 b) const { return {x * b.x - y * b.y, y * b.x + x * b.y}; }
    __device__ f32 length() const { return num::sqrt(dot(*this)); }
    __device__ constexpr f32 length_squared() const { return dot(*this); }
    __device__ f32 length_recip() const { return 1 / length(); }
    __device__ f32 distance(Vec2 b) const { return (*this - b).length(); }
    __device__ constexpr f32 distance_squared(Vec2 b) const { return (*this - b).length_squared(); }
    __device__ Vec2 normalize() const { return *this * length_recip(); }
    __device__ Vec2 normalize_or(Vec2 fallback) const {
        const f32 reciprocal = length_recip();
        return num::is_finite(reciprocal) && reciprocal > 0 ? *this * reciprocal : fallback;
    }
    __device__ Vec2 normalize_or_zero() const { return normalize_or(Vec2{}); }
    __device__ Tuple<Vec2, f32> normalize_and_length() const {
        const f32 size = length(), reciprocal = 1 / size;
        if (num::is_finite(reciprocal) && reciprocal > 0) return {*this * reciprocal, size};
        return {Vec2{1, 0}, 0};
    }
    __device__ bool is_normalized() const { return num::abs(length_squared() - 1) <= 2e-4f; }
    __device__ constexpr Vec2 project_onto(Vec2 b) const { return b * (dot(b) / b.dot(b)); }
    __device__ constexpr Vec2 reject_from(Vec2 b) const { return *this - project_onto(b); }
    __device__ constexpr Vec2 project_onto_normalized(Vec2 b) const { return b * dot(b); }
    __device__ constexpr Vec2 reject_from_normalized(Vec2 b) const { return *this - project_onto_normalized(b); }
    __device__ constexpr Vec2 reflect(Vec2 normal) const { return *this - 2 * dot(normal) * normal; }
    __device__ Vec2 refract(Vec2 normal, f32 eta) const {
        const f32 n_dot_i = normal.dot(*this);
        const f32 k = 1 - eta * eta * (1 - n_dot_i * n_dot_i);
        return k >= 0 ? eta * *this - (eta * n_dot_i + num::sqrt(k)) * normal : Vec2{};
    }
    __device__ Vec2 clamp_length(f32 least, f32 greatest) const {
        const f32 squared = length_squared();
        if (squared < least * least) return least * (*this / num::sqrt(squared));
        if (squared > greatest * greatest) return greatest * (*this / num::sqrt(squared));
        return *this;
    }
    __device__ Vec2 clamp_length_max(f32 greatest) const {
        const f32 squared = length_squared();
        return squared > greatest * greatest ? greatest * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec2 clamp_length_min(f32 least) const {
        const f32 squared = length_squared();
        return squared < least * least ? least * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec2 move_towards(Vec2 b, f32 d) const {
        const Vec2 a = b - *this;
        const f32 size = a.length();
        return size <= d || size <= 1e-4f ? b : *this + a / size * d;
    }

    // ---- Order and interpolation ------------------------------------------------------------------------------------
    // As glam's: where a component is NaN, it does not promise which operand wins.
    __device__ constexpr Vec2 min(Vec2 b) const { return {detail::lesser(x, b.x), detail::lesser(y, b.y)}; }
    __device__ constexpr Vec2 max(Vec2 b) const { return {detail::greater(x, b.x), detail::greater(y, b.y)}; }
    __device__ constexpr Vec2 clamp(Vec2 low, Vec2 high) const { return max(low).min(high); }
    __device__ constexpr Vec2 saturate() const { return clamp(splat(0), splat(1)); }
    __device__ constexpr f32 min_element() const { return detail::lesser(x, y); }
    __device__ constexpr f32 max_element() const { return detail::greater(x, y); }
    __device__ constexpr usize min_position() const { return x <= y ? 0 : 1; }
    __device__ constexpr usize max_position() const { return x >= y ? 0 : 1; }
    __device__ constexpr f32 element_sum() const { return x + y; }
    __device__ constexpr f32 element_product() const { return x * y; }
    __device__ constexpr Vec2 lerp(Vec2 b, f32 s) const { return *this * (1 - s) + b * s; }
    __device__ constexpr Vec2 lerp_monotonic(Vec2 b, f32 s) const { return *this + (b - *this) * s; }
    __device__ constexpr Vec2 midpoint(Vec2 b) const { return (*this + b) * 0.5f; }
    __device__ constexpr Vec2 step(Vec2 b) const { return {num::step(x, b.x), num::step(y, b.y)}; }
    __device__ constexpr Vec2 smoothstep(Vec2 edge0, Vec2 edge1) const {
        const Vec2 t = ((*this - edge0) / (edge1 - edge0)).saturate();
        return t * t * (splat(3) - splat(2) * t);
    }
    __device__ bool abs_diff_eq(Vec2 b, f32 difference) const {
        const Vec2 d = (*this - b).abs();
        return d.x <= difference && d.y <= difference;
    }

    // ---- Masks: masks.cuh has them -----------------------------------------------------------------------------------
    __device__ static constexpr Vec2 select(const BVec2& mask, const Vec2& if_true, const Vec2& if_false);
    __device__ constexpr BVec2 cmpeq(const Vec2& b) const;
    __device__ constexpr BVec2 cmpne(const Vec2& b) const;
    __device__ constexpr BVec2 cmplt(const Vec2& b) const;
    __device__ constexpr BVec2 cmple(const Vec2& b) const;
    __device__ constexpr BVec2 cmpgt(const Vec2& b) const;
    __device__ constexpr BVec2 cmpge(const Vec2& b) const;
    __device__ constexpr BVec2 is_nan_mask() const;
    __device__ constexpr BVec2 is_finite_mask() const;
    __device__ constexpr BVec2 is_negative_mask() const;

    // ---- Per component ----------------------------------------------------------------------------------------------
    __device__ Vec2 abs() const { return {num::abs(x), num::abs(y)}; }
    __device__ Vec2 signum() const { return {num::signum(x), num::signum(y)}; }
    __device__ Vec2 copysign(Vec2 sign) const { return {num::copysign(x, sign.x), num::copysign(y, sign.y)}; }
    __device__ Vec2 floor() const { return {num::floor(x), num::floor(y)}; }
    __device__ Vec2 ceil() const { return {num::ceil(x), num::ceil(y)}; }
    __device__ Vec2 round() const { return {num::round(x), num::round(y)}; }
    __device__ Vec2 trunc() const { return {num::trunc(x), num::trunc(y)}; }
    __device__ Vec2 fract() const { return *this - trunc(); }
    __device__ Vec2 fract_gl() const { return *this - floor(); }
    __device__ Vec2 exp() const { return {num::exp(x), num::exp(y)}; }
    __device__ Vec2 exp2() const { return {num::exp2(x), num::exp2(y)}; }
    __device__ Vec2 ln() const { return {num::ln(x), num::ln(y)}; }
    __device__ Vec2 log2() const { return {num::log2(x), num::log2(y)}; }
    __device__ Vec2 powf(f32 exponent) const { return {num::powf(x, exponent), num::powf(y, exponent)}; }
    __device__ Vec2 sqrt() const { return {num::sqrt(x), num::sqrt(y)}; }
    __device__ Vec2 sin() const { return {num::sin(x), num::sin(y)}; }
    __device__ Vec2 cos() const { return {num::cos(x), num::cos(y)}; }
    __device__ Tuple<Vec2, Vec2> sin_cos() const { return {sin(), cos()}; }
    __device__ constexpr Vec2 recip() const { return {1 / x, 1 / y}; }
    __device__ Vec2 mul_add(Vec2 a, Vec2 b) const { return {num::mul_add(x, a.x, b.x), num::mul_add(y, a.y, b.y)}; }
    __device__ Vec2 div_euclid(Vec2 b) const { return {num::div_euclid(x, b.x), num::div_euclid(y, b.y)}; }
    __device__ Vec2 rem_euclid(Vec2 b) const { return {num::rem_euclid(x, b.x), num::rem_euclid(y, b.y)}; }
    __device__ bool is_finite() const { return num::is_finite(x) && num::is_finite(y); }
    __device__ bool is_nan() const { return num::is_nan(x) || num::is_nan(y); }
    __device__ constexpr u32 is_negative_bitmask() const {
        return cast<u32>(num::is_sign_negative(x)) |
               cast<u32>(num::is_sign_negative(y)) << 1;
    }

    // ---- Angles -----------------------------------------------------------------------------------------------------
    __device__ static Vec2 from_angle(f32 angle) { return {num::cos(angle), num::sin(angle)}; }
    __device__ f32 to_angle() const { return num::atan2(y, x); }
    __device__ f32 angle_to(Vec2 b) const {
        const f32 angle = detail::acos_approximation(dot(b) / num::sqrt(length_squared() * b.length_squared()));
        return angle * num::signum(perp_dot(b));
    }
    __device__ Vec2 rotate_towards(Vec2 b, f32 most, Location at = Location::current()) const;
    __device__ Vec2 rotate_angle(f32 angle) const { return rotate(from_angle(angle)); }

    // ---- Swizzles ---------------------------------------------------------------------------------------------------
#define WHIPPLE_SWIZZLE(a, b) \
    __device__ constexpr Vec2 a##b() const { return {a, b}; }
    WHIPPLE_SWIZZLE(x, x) WHIPPLE_SWIZZLE(x, y) WHIPPLE_SWIZZLE(y, x) WHIPPLE_SWIZZLE(y, y)
#undef WHIPPLE_SWIZZLE
};

inline constexpr Vec2 Vec2::ZERO = Vec2::splat(0);
inline constexpr Vec2 Vec2::ONE = Vec2::splat(1);
inline constexpr Vec2 Vec2::NEG_ONE = Vec2::splat(-1);
inline constexpr Vec2 Vec2::MIN = Vec2::splat(Float<f32>::MIN);
inline constexpr Vec2 Vec2::MAX = Vec2::splat(Float<f32>::MAX);
inline constexpr Vec2 Vec2::NAN = Vec2::splat(Float<f32>::NAN);
inline constexpr Vec2 Vec2::INFINITY = Vec2::splat(Float<f32>::INFINITY);
inline constexpr Vec2 Vec2::NEG_INFINITY = Vec2::splat(Float<f32>::NEG_INFINITY);
inline constexpr Vec2 Vec2::X = {1, 0};
inline constexpr Vec2 Vec2::NEG_X = {-1, 0};
inline constexpr Vec2 Vec2::Y = {0, 1};
inline constexpr Vec2 Vec2::NEG_Y = {0, -1};
inline constexpr Vec2 Vec2::NAN_ = NAN;
inline constexpr Vec2 Vec2::INFINITY_ = INFINITY;

__device__ constexpr Vec2 vec2(f32 x, f32 y) { return {x, y}; }

static_assert(sizeof(Vec2) == 8 && alignof(Vec2) == 4, "glam's Vec2 has another layout");

namespace num {

// `a % v` of a number: of each component.
__device__ inline Vec2 rem(f32 a, Vec2 b) { return Vec2::splat(a).rem(b); }

}  // namespace num

}  // namespace whipple
