// glam's Vec3: the operations of its scalar implementation, in the same order.
#pragma once
#include "../array.cuh"
#include "../float.cuh"
#include "support.cuh"
#include "vec2.cuh"

namespace whipple {

struct Vec4;

// 3 f32 components.
struct Vec3 {
    f32 x, y, z;

    static const Vec3 ZERO, ONE, NEG_ONE, MIN, MAX, NAN, INFINITY, NEG_INFINITY;
    static const Vec3 X, Y, Z, NEG_X, NEG_Y, NEG_Z;
    // The names that translated programs use, where NAN and INFINITY count as reserved.
    static const Vec3 NAN_, INFINITY_;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr Vec3 new_(f32 x, f32 y, f32 z) { return {x, y, z}; }
    __device__ static constexpr Vec3 splat(f32 value) { return {value, value, value}; }
    __device__ static constexpr Vec3 from_array(const Array<f32, 3>& a) {
        return {a.elements[0], a.elements[1], a.elements[2]};
    }
    __device__ static constexpr Vec3 from(const Array<f32, 3>& a) { return from_array(a); }
    __device__ static constexpr Vec3 from(const Tuple<f32, f32, f32>& t) { return {t._0, t._1, t._2}; }
    __device__ static constexpr Vec3 from(const Tuple<Vec2, f32>& t) { return {t._0.x, t._0.y, t._1}; }
    __device__ constexpr Array<f32, 3> to_array() const { return {{x, y, z}}; }
    __device__ static constexpr Vec3 from(const BVec3& mask);
    __device__ constexpr IVec3 as_ivec3() const;
    __device__ constexpr UVec3 as_uvec3() const;
    __device__ constexpr Vec4 extend(f32 w) const;
    __device__ constexpr Vec4 to_homogeneous() const;
    __device__ static constexpr Vec3 from_homogeneous(const Vec4& v);
    __device__ constexpr Vec2 truncate() const { return {x, y}; }
    __device__ constexpr Vec3 with_x(f32 value) const { return {value, y, z}; }
    __device__ constexpr Vec3 with_y(f32 value) const { return {x, value, z}; }
    __device__ constexpr Vec3 with_z(f32 value) const { return {x, y, value}; }
    // A component by index; panics if there is none.
    __device__ constexpr f32 operator[](Index index) const {
        detail::check_bounds(index.value, 3, index.at);
        return index.value == 0 ? x : index.value == 1 ? y : z;
    }
    __device__ constexpr f32& operator[](Index index) {
        detail::check_bounds(index.value, 3, index.at);
        return index.value == 0 ? x : index.value == 1 ? y : z;
    }

    // ---- Operators --------------------------------------------------------------------------------------------------
    __device__ friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    __device__ friend constexpr Vec3 operator+(Vec3 a, f32 b) { return {a.x + b, a.y + b, a.z + b}; }
    __device__ friend constexpr Vec3 operator+(f32 a, Vec3 b) { return {a + b.x, a + b.y, a + b.z}; }
    __device__ friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    __device__ friend constexpr Vec3 operator-(Vec3 a, f32 b) { return {a.x - b, a.y - b, a.z - b}; }
    __device__ friend constexpr Vec3 operator-(f32 a, Vec3 b) { return {a - b.x, a - b.y, a - b.z}; }
    __device__ friend constexpr Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    __device__ friend constexpr Vec3 operator*(Vec3 a, f32 b) { return {a.x * b, a.y * b, a.z * b}; }
    __device__ friend constexpr Vec3 operator*(f32 a, Vec3 b) { return {a * b.x, a * b.y, a * b.z}; }
    __device__ friend constexpr Vec3 operator/(Vec3 a, Vec3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
    __device__ friend constexpr Vec3 operator/(Vec3 a, f32 b) { return {a.x / b, a.y / b, a.z / b}; }
    __device__ friend constexpr Vec3 operator/(f32 a, Vec3 b) { return {a / b.x, a / b.y, a / b.z}; }
    __device__ constexpr void operator+=(Vec3 b) { *this = *this + b; }
    __device__ constexpr void operator+=(f32 b) { *this = *this + b; }
    __device__ constexpr void operator-=(Vec3 b) { *this = *this - b; }
    __device__ constexpr void operator-=(f32 b) { *this = *this - b; }
    __device__ constexpr void operator*=(Vec3 b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 b) { *this = *this * b; }
    __device__ constexpr void operator/=(Vec3 b) { *this = *this / b; }
    __device__ constexpr void operator/=(f32 b) { *this = *this / b; }
    __device__ constexpr Vec3 operator-() const { return {-x, -y, -z}; }
    __device__ friend constexpr bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
    // Rust's `%`.
    __device__ Vec3 rem(Vec3 b) const { return {num::rem(x, b.x), num::rem(y, b.y), num::rem(z, b.z)}; }
    __device__ Vec3 rem(f32 b) const { return rem(splat(b)); }

    // ---- Products and lengths ---------------------------------------------------------------------------------------
    __device__ constexpr f32 dot(Vec3 b) const { return (x * b.x) + (y * b.y) + (z * b.z); }
    __device__ constexpr Vec3 dot_into_vec(Vec3 b) const { return splat(dot(b)); }
    __device__ constexpr Vec3 cross(Vec3 b) const { return {y * b.z - b.y * z, z * b.x - b.z * x, x * b.y - b.x * y}; }
    __device__ f32 length() const { return num::sqrt(dot(*this)); }
    __device__ constexpr f32 length_squared() const { return dot(*this); }
    __device__ f32 length_recip() const { return 1 / length(); }
    __device__ f32 distance(Vec3 b) const { return (*this - b).length(); }
    __device__ constexpr f32 distance_squared(Vec3 b) const { return (*this - b).length_squared(); }
    __device__ Vec3 normalize() const { return *this * length_recip(); }
    __device__ Vec3 normalize_or(Vec3 fallback) const {
        const f32 reciprocal = length_recip();
        return num::is_finite(reciprocal) && reciprocal > 0 ? *this * reciprocal : fallback;
    }
    __device__ Vec3 normalize_or_zero() const { return normalize_or(Vec3{}); }
    __device__ Tuple<Vec3, f32> normalize_and_length() const {
        const f32 size = length(), reciprocal = 1 / size;
        if (num::is_finite(reciprocal) && reciprocal > 0) return {*this * reciprocal, size};
        return {Vec3{1, 0, 0}, 0};
    }
    __device__ bool is_normalized() const { return num::abs(length_squared() - 1) <= 2e-4f; }
    __device__ constexpr Vec3 project_onto(Vec3 b) const { return b * (dot(b) / b.dot(b)); }
    __device__ constexpr Vec3 reject_from(Vec3 b) const { return *this - project_onto(b); }
    __device__ constexpr Vec3 project_onto_normalized(Vec3 b) const { return b * dot(b); }
    __device__ constexpr Vec3 reject_from_normalized(Vec3 b) const { return *this - project_onto_normalized(b); }
    __device__ constexpr Vec3 reflect(Vec3 normal) const { return *this - 2 * dot(normal) * normal; }
    __device__ Vec3 refract(Vec3 normal, f32 eta) const {
        const f32 n_dot_i = normal.dot(*this);
        const f32 k = 1 - eta * eta * (1 - n_dot_i * n_dot_i);
        return k >= 0 ? eta * *this - (eta * n_dot_i + num::sqrt(k)) * normal : Vec3{};
    }
    __device__ Vec3 clamp_length(f32 least, f32 greatest) const {
        const f32 squared = length_squared();
        if (squared < least * least) return least * (*this / num::sqrt(squared));
        if (squared > greatest * greatest) return greatest * (*this / num::sqrt(squared));
        return *this;
    }
    __device__ Vec3 clamp_length_max(f32 greatest) const {
        const f32 squared = length_squared();
        return squared > greatest * greatest ? greatest * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec3 clamp_length_min(f32 least) const {
        const f32 squared = length_squared();
        return squared < least * least ? least * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec3 move_towards(Vec3 b, f32 d) const {
        const Vec3 a = b - *this;
        const f32 size = a.length();
        return size <= d || size <= 1e-4f ? b : *this + a / size * d;
    }

    // ---- Order and interpolation ------------------------------------------------------------------------------------
    // As glam's: where a component is NaN, it does not promise which operand wins.
    __device__ constexpr Vec3 min(Vec3 b) const {
        return {detail::lesser(x, b.x), detail::lesser(y, b.y), detail::lesser(z, b.z)};
    }
    __device__ constexpr Vec3 max(Vec3 b) const {
        return {detail::greater(x, b.x), detail::greater(y, b.y), detail::greater(z, b.z)};
    }
    __device__ constexpr Vec3 clamp(Vec3 low, Vec3 high) const { return max(low).min(high); }
    __device__ constexpr Vec3 saturate() const { return clamp(splat(0), splat(1)); }
    __device__ constexpr f32 min_element() const { return detail::lesser(x, detail::lesser(y, z)); }
    __device__ constexpr f32 max_element() const { return detail::greater(x, detail::greater(y, z)); }
    __device__ constexpr usize min_position() const {
        f32 best = x;
        unsigned index = 0;
        if (y < best) best = y, index = 1;
        return z < best ? 2 : index;
    }
    __device__ constexpr usize max_position() const {
        f32 best = x;
        unsigned index = 0;
        if (y > best) best = y, index = 1;
        return z > best ? 2 : index;
    }
    __device__ constexpr f32 element_sum() const { return x + y + z; }
    __device__ constexpr f32 element_product() const { return x * y * z; }
    __device__ constexpr Vec3 lerp(Vec3 b, f32 s) const { return *this * (1 - s) + b * s; }
    __device__ constexpr Vec3 lerp_monotonic(Vec3 b, f32 s) const { return *this + (b - *this) * s; }
    __device__ constexpr Vec3 midpoint(Vec3 b) const { return (*this + b) * 0.5f; }
    __device__ constexpr Vec3 step(Vec3 b) const { return {num::step(x, b.x), num::step(y, b.y), num::step(z, b.z)}; }
    __device__ constexpr Vec3 smoothstep(Vec3 edge0, Vec3 edge1) const {
        const Vec3 t = ((*this - edge0) / (edge1 - edge0)).saturate();
        return t * t * (splat(3) - splat(2) * t);
    }
    __device__ bool abs_diff_eq(Vec3 b, f32 difference) const {
        const Vec3 d = (*this - b).abs();
        return d.x <= difference && d.y <= difference && d.z <= difference;
    }

    // ---- Masks: masks.cuh has them -----------------------------------------------------------------------------------
    __device__ static constexpr Vec3 select(const BVec3& mask, const Vec3& if_true, const Vec3& if_false);
    __device__ constexpr BVec3 cmpeq(const Vec3& b) const;
    __device__ constexpr BVec3 cmpne(const Vec3& b) const;
    __device__ constexpr BVec3 cmplt(const Vec3& b) const;
    __device__ constexpr BVec3 cmple(const Vec3& b) const;
    __device__ constexpr BVec3 cmpgt(const Vec3& b) const;
    __device__ constexpr BVec3 cmpge(const Vec3& b) const;
    __device__ constexpr BVec3 is_nan_mask() const;
    __device__ constexpr BVec3 is_finite_mask() const;
    __device__ constexpr BVec3 is_negative_mask() const;

    // ---- Per component ----------------------------------------------------------------------------------------------
    __device__ Vec3 abs() const { return {num::abs(x), num::abs(y), num::abs(z)}; }
    __device__ Vec3 signum() const { return {num::signum(x), num::signum(y), num::signum(z)}; }
    __device__ Vec3 copysign(Vec3 sign) const {
        return {num::copysign(x, sign.x), num::copysign(y, sign.y), num::copysign(z, sign.z)};
    }
    __device__ Vec3 floor() const { return {num::floor(x), num::floor(y), num::floor(z)}; }
    __device__ Vec3 ceil() const { return {num::ceil(x), num::ceil(y), num::ceil(z)}; }
    __device__ Vec3 round() const { return {num::round(x), num::round(y), num::round(z)}; }
    __device__ Vec3 trunc() const { return {num::trunc(x), num::trunc(y), num::trunc(z)}; }
    __device__ Vec3 fract() const { return *this - trunc(); }
    __device__ Vec3 fract_gl() const { return *this - floor(); }
    __device__ Vec3 exp() const { return {num::exp(x), num::exp(y), num::exp(z)}; }
    __device__ Vec3 exp2() const { return {num::exp2(x), num::exp2(y), num::exp2(z)}; }
    __device__ Vec3 ln() const { return {num::ln(x), num::ln(y), num::ln(z)}; }
    __device__ Vec3 log2() const { return {num::log2(x), num::log2(y), num::log2(z)}; }
    __device__ Vec3 powf(f32 exponent) const {
        return {num::powf(x, exponent), num::powf(y, exponent), num::powf(z, exponent)};
    }
    __device__ Vec3 sqrt() const { return {num::sqrt(x), num::sqrt(y), num::sqrt(z)}; }
    __device__ Vec3 sin() const { return {num::sin(x), num::sin(y), num::sin(z)}; }
    __device__ Vec3 cos() const { return {num::cos(x), num::cos(y), num::cos(z)}; }
    __device__ Tuple<Vec3, Vec3> sin_cos() const { return {sin(), cos()}; }
    __device__ constexpr Vec3 recip() const { return {1 / x, 1 / y, 1 / z}; }
    __device__ Vec3 mul_add(Vec3 a, Vec3 b) const {
        return {num::mul_add(x, a.x, b.x), num::mul_add(y, a.y, b.y), num::mul_add(z, a.z, b.z)};
    }
    __device__ Vec3 div_euclid(Vec3 b) const {
        return {num::div_euclid(x, b.x), num::div_euclid(y, b.y), num::div_euclid(z, b.z)};
    }
    __device__ Vec3 rem_euclid(Vec3 b) const {
        return {num::rem_euclid(x, b.x), num::rem_euclid(y, b.y), num::rem_euclid(z, b.z)};
    }
    __device__ bool is_finite() const { return num::is_finite(x) && num::is_finite(y) && num::is_finite(z); }
    __device__ bool is_nan() const { return num::is_nan(x) || num::is_nan(y) || num::is_nan(z); }
    __device__ constexpr u32 is_negative_bitmask() const {
        return cast<u32>(num::is_sign_negative(x)) |
               cast<u32>(num::is_sign_negative(y)) << 1 |
               cast<u32>(num::is_sign_negative(z)) << 2;
    }

    // ---- Angles and bases -------------------------------------------------------------------------------------------
    __device__ f32 angle_between(Vec3 b) const {
        return detail::acos_approximation(dot(b) / num::sqrt(length_squared() * b.length_squared()));
    }
    __device__ f32 angle_to(Vec3 b, Vec3 axis) const { return num::atan2(cross(b).dot(axis), dot(b)); }
    __device__ Vec3 rotate_axis(Vec3 axis, f32 angle) const;
    __device__ Vec3 rotate_towards(Vec3 b, f32 most, Location at = Location::current()) const;
    __device__ Vec3 slerp(Vec3 b, f32 s) const;
    __device__ Vec3 rotate_x(f32 angle) const {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {x, y * c - z * s, y * s + z * c};
    }
    __device__ Vec3 rotate_y(f32 angle) const {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {x * c + z * s, y, x * -s + z * c};
    }
    __device__ Vec3 rotate_z(f32 angle) const {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {x * c - y * s, x * s + y * c, z};
    }
    __device__ Vec3 any_orthogonal_vector() const {
        return num::abs(x) > num::abs(y) ? Vec3{-z, 0, x} : Vec3{0, z, -y};
    }
    // Of a normalised vector.
    __device__ Vec3 any_orthonormal_vector() const { return any_orthonormal_pair()._1; }
    __device__ Tuple<Vec3, Vec3> any_orthonormal_pair() const {
        const f32 sign = num::signum(z), a = -1 / (sign + z), b = x * y * a;
        return {Vec3{1 + sign * x * x * a, sign * b, -sign * x}, Vec3{b, sign + y * y * a, -y}};
    }

    // ---- Swizzles ---------------------------------------------------------------------------------------------------
#define WHIPPLE_SWIZZLE(a, b) \
    __device__ constexpr Vec2 a##b() const { return {a, b}; }
    WHIPPLE_SWIZZLE(x, x) WHIPPLE_SWIZZLE(x, y) WHIPPLE_SWIZZLE(x, z) WHIPPLE_SWIZZLE(y, x)
    WHIPPLE_SWIZZLE(y, y) WHIPPLE_SWIZZLE(y, z) WHIPPLE_SWIZZLE(z, x) WHIPPLE_SWIZZLE(z, y)
    WHIPPLE_SWIZZLE(z, z)
#undef WHIPPLE_SWIZZLE
#define WHIPPLE_SWIZZLE(a, b, c) \
    __device__ constexpr Vec3 a##b##c() const { return {a, b, c}; }
    WHIPPLE_SWIZZLE(x, x, x) WHIPPLE_SWIZZLE(x, x, y) WHIPPLE_SWIZZLE(x, x, z) WHIPPLE_SWIZZLE(x, y, x)
    WHIPPLE_SWIZZLE(x, y, y) WHIPPLE_SWIZZLE(x, y, z) WHIPPLE_SWIZZLE(x, z, x) WHIPPLE_SWIZZLE(x, z, y)
    WHIPPLE_SWIZZLE(x, z, z) WHIPPLE_SWIZZLE(y, x, x) WHIPPLE_SWIZZLE(y, x, y) WHIPPLE_SWIZZLE(y, x, z)
    WHIPPLE_SWIZZLE(y, y, x) WHIPPLE_SWIZZLE(y, y, y) WHIPPLE_SWIZZLE(y, y, z) WHIPPLE_SWIZZLE(y, z, x)
    WHIPPLE_SWIZZLE(y, z, y) WHIPPLE_SWIZZLE(y, z, z) WHIPPLE_SWIZZLE(z, x, x) WHIPPLE_SWIZZLE(z, x, y)
    WHIPPLE_SWIZZLE(z, x, z) WHIPPLE_SWIZZLE(z, y, x) WHIPPLE_SWIZZLE(z, y, y) WHIPPLE_SWIZZLE(z, y, z)
    WHIPPLE_SWIZZLE(z, z, x) WHIPPLE_SWIZZLE(z, z, y) WHIPPLE_SWIZZLE(z, z, z)
#undef WHIPPLE_SWIZZLE
};

inline constexpr Vec3 Vec3::ZERO = Vec3::splat(0);
inline constexpr Vec3 Vec3::ONE = Vec3::splat(1);
inline constexpr Vec3 Vec3::NEG_ONE = Vec3::splat(-1);
inline constexpr Vec3 Vec3::MIN = Vec3::splat(Float<f32>::MIN);
inline constexpr Vec3 Vec3::MAX = Vec3::splat(Float<f32>::MAX);
inline constexpr Vec3 Vec3::NAN = Vec3::splat(Float<f32>::NAN);
inline constexpr Vec3 Vec3::INFINITY = Vec3::splat(Float<f32>::INFINITY);
inline constexpr Vec3 Vec3::NEG_INFINITY = Vec3::splat(Float<f32>::NEG_INFINITY);
inline constexpr Vec3 Vec3::X = {1, 0, 0};
inline constexpr Vec3 Vec3::NEG_X = {-1, 0, 0};
inline constexpr Vec3 Vec3::Y = {0, 1, 0};
inline constexpr Vec3 Vec3::NEG_Y = {0, -1, 0};
inline constexpr Vec3 Vec3::Z = {0, 0, 1};
inline constexpr Vec3 Vec3::NEG_Z = {0, 0, -1};
inline constexpr Vec3 Vec3::NAN_ = NAN;
inline constexpr Vec3 Vec3::INFINITY_ = INFINITY;

__device__ constexpr Vec3 vec3(f32 x, f32 y, f32 z) { return {x, y, z}; }

__device__ constexpr Vec3 Vec2::extend(f32 z) const { return {x, y, z}; }

static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == 4, "glam's Vec3 has another layout");

namespace num {

// `a % v` of a number: of each component.
__device__ inline Vec3 rem(f32 a, Vec3 b) { return Vec3::splat(a).rem(b); }

}  // namespace num

}  // namespace whipple
