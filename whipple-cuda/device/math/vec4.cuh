// glam's Vec4: the operations of its SSE2 implementation, in the same order (sums in pairs; normalize divides).
#pragma once
#include "../array.cuh"
#include "../float.cuh"
#include "support.cuh"
#include "vec3.cuh"

namespace whipple {

// 4 f32 components. Aligned to 16 bytes, as the SSE2 register that it is on the host.
struct alignas(16) Vec4 {
    f32 x, y, z, w;

    static const Vec4 ZERO, ONE, NEG_ONE, MIN, MAX, NAN, INFINITY, NEG_INFINITY;
    static const Vec4 X, Y, Z, W, NEG_X, NEG_Y, NEG_Z, NEG_W;
    // The names that translated programs use, where NAN and INFINITY count as reserved.
    static const Vec4 NAN_, INFINITY_;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr Vec4 new_(f32 x, f32 y, f32 z, f32 w) { return {x, y, z, w}; }
    __device__ static constexpr Vec4 splat(f32 value) { return {value, value, value, value}; }
    __device__ static constexpr Vec4 from_array(const Array<f32, 4>& a) {
        return {a.elements[0], a.elements[1], a.elements[2], a.elements[3]};
    }
    __device__ static constexpr Vec4 from(const Array<f32, 4>& a) { return from_array(a); }
    __device__ static constexpr Vec4 from(const Tuple<f32, f32, f32, f32>& t) { return {t._0, t._1, t._2, t._3}; }
    __device__ static constexpr Vec4 from(const Tuple<Vec3, f32>& t) { return {t._0.x, t._0.y, t._0.z, t._1}; }
    __device__ static constexpr Vec4 from(const Tuple<Vec2, Vec2>& t) { return {t._0.x, t._0.y, t._1.x, t._1.y}; }
    __device__ constexpr Array<f32, 4> to_array() const { return {{x, y, z, w}}; }
    __device__ static constexpr Vec4 from(const BVec4A& mask);
    __device__ static constexpr Vec4 from(const BVec4& mask);
    __device__ constexpr IVec4 as_ivec4() const;
    __device__ constexpr UVec4 as_uvec4() const;
    __device__ constexpr Vec3 truncate() const { return {x, y, z}; }
    __device__ constexpr Vec3 project() const { return Vec3{x, y, z} / w; }
    __device__ constexpr Vec4 with_x(f32 value) const { return {value, y, z, w}; }
    __device__ constexpr Vec4 with_y(f32 value) const { return {x, value, z, w}; }
    __device__ constexpr Vec4 with_z(f32 value) const { return {x, y, value, w}; }
    __device__ constexpr Vec4 with_w(f32 value) const { return {x, y, z, value}; }
    // A component by index; panics if there is none.
    __device__ constexpr f32 operator[](Index index) const {
        detail::check_bounds(index.value, 4, index.at);
        return index.value == 0 ? x : index.value == 1 ? y : index.value == 2 ? z : w;
    }
    __device__ constexpr f32& operator[](Index index) {
        detail::check_bounds(index.value, 4, index.at);
        return index.value == 0 ? x : index.value == 1 ? y : index.value == 2 ? z : w;
    }

    // ---- Operators --------------------------------------------------------------------------------------------------
    __device__ friend constexpr Vec4 operator+(Vec4 a, Vec4 b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
    __device__ friend constexpr Vec4 operator+(Vec4 a, f32 b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }
    __device__ friend constexpr Vec4 operator+(f32 a, Vec4 b) { return {a + b.x, a + b.y, a + b.z, a + b.w}; }
    __device__ friend constexpr Vec4 operator-(Vec4 a, Vec4 b) { return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}; }
    __device__ friend constexpr Vec4 operator-(Vec4 a, f32 b) { return {a.x - b, a.y - b, a.z - b, a.w - b}; }
    __device__ friend constexpr Vec4 operator-(f32 a, Vec4 b) { return {a - b.x, a - b.y, a - b.z, a - b.w}; }
    __device__ friend constexpr Vec4 operator*(Vec4 a, Vec4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }
    __device__ friend constexpr Vec4 operator*(Vec4 a, f32 b) { return {a.x * b, a.y * b, a.z * b, a.w * b}; }
    __device__ friend constexpr Vec4 operator*(f32 a, Vec4 b) { return {a * b.x, a * b.y, a * b.z, a * b.w}; }
    __device__ friend constexpr Vec4 operator/(Vec4 a, Vec4 b) { return {a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w}; }
    __device__ friend constexpr Vec4 operator/(Vec4 a, f32 b) { return {a.x / b, a.y / b, a.z / b, a.w / b}; }
    __device__ friend constexpr Vec4 operator/(f32 a, Vec4 b) { return {a / b.x, a / b.y, a / b.z, a / b.w}; }
    __device__ constexpr void operator+=(Vec4 b) { *this = *this + b; }
    __device__ constexpr void operator+=(f32 b) { *this = *this + b; }
    __device__ constexpr void operator-=(Vec4 b) { *this = *this - b; }
    __device__ constexpr void operator-=(f32 b) { *this = *this - b; }
    __device__ constexpr void operator*=(Vec4 b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 b) { *this = *this * b; }
    __device__ constexpr void operator/=(Vec4 b) { *this = *this / b; }
    __device__ constexpr void operator/=(f32 b) { *this = *this / b; }
    __device__ constexpr Vec4 operator-() const { return {-x, -y, -z, -w}; }
    __device__ friend constexpr bool operator==(Vec4 a, Vec4 b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
    // Rust's `%`; unlike that of f32 (and of Vec3) its sign is the divisor's.
    __device__ Vec4 rem(Vec4 b) const { return *this - (*this / b).floor() * b; }
    __device__ Vec4 rem(f32 b) const { return rem(splat(b)); }

    // ---- Products and lengths ---------------------------------------------------------------------------------------
    __device__ constexpr f32 dot(Vec4 b) const { return (x * b.x + z * b.z) + (y * b.y + w * b.w); }
    __device__ constexpr Vec4 dot_into_vec(Vec4 b) const { return splat(dot(b)); }
    __device__ f32 length() const { return num::sqrt(dot(*this)); }
    __device__ constexpr f32 length_squared() const { return dot(*this); }
    __device__ f32 length_recip() const { return 1 / length(); }
    __device__ f32 distance(Vec4 b) const { return (*this - b).length(); }
    __device__ constexpr f32 distance_squared(Vec4 b) const { return (*this - b).length_squared(); }
    __device__ Vec4 normalize() const { return *this / length(); }
    __device__ Vec4 normalize_or(Vec4 fallback) const {
        const f32 reciprocal = length_recip();
        return num::is_finite(reciprocal) && reciprocal > 0 ? *this * reciprocal : fallback;
    }
    __device__ Vec4 normalize_or_zero() const { return normalize_or(Vec4{}); }
    __device__ Tuple<Vec4, f32> normalize_and_length() const {
        const f32 size = length(), reciprocal = 1 / size;
        if (num::is_finite(reciprocal) && reciprocal > 0) return {*this * reciprocal, size};
        return {Vec4{1, 0, 0, 0}, 0};
    }
    __device__ bool is_normalized() const { return num::abs(length_squared() - 1) <= 2e-4f; }
    __device__ constexpr Vec4 project_onto(Vec4 b) const { return b * (dot(b) / b.dot(b)); }
    __device__ constexpr Vec4 reject_from(Vec4 b) const { return *this - project_onto(b); }
    __device__ constexpr Vec4 project_onto_normalized(Vec4 b) const { return b * dot(b); }
    __device__ constexpr Vec4 reject_from_normalized(Vec4 b) const { return *this - project_onto_normalized(b); }
    __device__ constexpr Vec4 reflect(Vec4 normal) const { return *this - 2 * dot(normal) * normal; }
    __device__ Vec4 refract(Vec4 normal, f32 eta) const {
        const f32 n_dot_i = normal.dot(*this);
        const f32 k = 1 - eta * eta * (1 - n_dot_i * n_dot_i);
        return k >= 0 ? eta * *this - (eta * n_dot_i + num::sqrt(k)) * normal : Vec4{};
    }
    __device__ Vec4 clamp_length(f32 least, f32 greatest) const {
        const f32 squared = length_squared();
        if (squared < least * least) return least * (*this / num::sqrt(squared));
        if (squared > greatest * greatest) return greatest * (*this / num::sqrt(squared));
        return *this;
    }
    __device__ Vec4 clamp_length_max(f32 greatest) const {
        const f32 squared = length_squared();
        return squared > greatest * greatest ? greatest * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec4 clamp_length_min(f32 least) const {
        const f32 squared = length_squared();
        return squared < least * least ? least * (*this / num::sqrt(squared)) : *this;
    }
    __device__ Vec4 move_towards(Vec4 b, f32 d) const {
        const Vec4 a = b - *this;
        const f32 size = a.length();
        return size <= d || size <= 1e-4f ? b : *this + a / size * d;
    }

    // ---- Order and interpolation ------------------------------------------------------------------------------------
    // As glam's: where a component is NaN, it does not promise which operand wins.
    __device__ constexpr Vec4 min(Vec4 b) const {
        return {detail::lesser(x, b.x), detail::lesser(y, b.y), detail::lesser(z, b.z), detail::lesser(w, b.w)};
    }
    __device__ constexpr Vec4 max(Vec4 b) const {
        return {detail::greater(x, b.x), detail::greater(y, b.y), detail::greater(z, b.z), detail::greater(w, b.w)};
    }
    __device__ constexpr Vec4 clamp(Vec4 low, Vec4 high) const { return max(low).min(high); }
    __device__ constexpr Vec4 saturate() const { return clamp(splat(0), splat(1)); }
    __device__ constexpr f32 min_element() const { return detail::lesser(detail::lesser(x, z), detail::lesser(y, w)); }
    __device__ constexpr f32 max_element() const {
        return detail::greater(detail::greater(x, z), detail::greater(y, w));
    }
    __device__ constexpr usize min_position() const {
        f32 best = x;
        unsigned index = 0;
        if (y < best) best = y, index = 1;
        if (z < best) best = z, index = 2;
        return w < best ? 3 : index;
    }
    __device__ constexpr usize max_position() const {
        f32 best = x;
        unsigned index = 0;
        if (y > best) best = y, index = 1;
        if (z > best) best = z, index = 2;
        return w > best ? 3 : index;
    }
    __device__ constexpr f32 element_sum() const { return (x + y) + (z + w); }
    __device__ constexpr f32 element_product() const { return (x * y) * (z * w); }
    __device__ constexpr Vec4 lerp(Vec4 b, f32 s) const { return *this * (1 - s) + b * s; }
    __device__ constexpr Vec4 lerp_monotonic(Vec4 b, f32 s) const { return *this + (b - *this) * s; }
    __device__ constexpr Vec4 midpoint(Vec4 b) const { return (*this + b) * 0.5f; }
    __device__ constexpr Vec4 step(Vec4 b) const {
        return {num::step(x, b.x), num::step(y, b.y), num::step(z, b.z), num::step(w, b.w)};
    }
    __device__ constexpr Vec4 smoothstep(Vec4 edge0, Vec4 edge1) const {
        const Vec4 t = ((*this - edge0) / (edge1 - edge0)).saturate();
        return t * t * (splat(3) - splat(2) * t);
    }
    __device__ bool abs_diff_eq(Vec4 b, f32 difference) const {
        const Vec4 d = (*this - b).abs();
        return d.x <= difference && d.y <= difference && d.z <= difference && d.w <= difference;
    }

    // ---- Masks: masks.cuh has them -----------------------------------------------------------------------------------
    __device__ static constexpr Vec4 select(const BVec4A& mask, const Vec4& if_true, const Vec4& if_false);
    __device__ constexpr BVec4A cmpeq(const Vec4& b) const;
    __device__ constexpr BVec4A cmpne(const Vec4& b) const;
    __device__ constexpr BVec4A cmplt(const Vec4& b) const;
    __device__ constexpr BVec4A cmple(const Vec4& b) const;
    __device__ constexpr BVec4A cmpgt(const Vec4& b) const;
    __device__ constexpr BVec4A cmpge(const Vec4& b) const;
    __device__ constexpr BVec4A is_nan_mask() const;
    __device__ constexpr BVec4A is_finite_mask() const;
    __device__ constexpr BVec4A is_negative_mask() const;

    // ---- Per component ----------------------------------------------------------------------------------------------
    __device__ Vec4 abs() const { return {num::abs(x), num::abs(y), num::abs(z), num::abs(w)}; }
    __device__ Vec4 signum() const { return {num::signum(x), num::signum(y), num::signum(z), num::signum(w)}; }
    __device__ Vec4 copysign(Vec4 sign) const {
        return {num::copysign(x, sign.x), num::copysign(y, sign.y), num::copysign(z, sign.z), num::copysign(w, sign.w)};
    }
    // The SSE2 roundings have no negative zero: adding zero removes it.
    __device__ Vec4 floor() const {
        return {num::floor(x) + 0, num::floor(y) + 0, num::floor(z) + 0, num::floor(w) + 0};
    }
    __device__ Vec4 ceil() const { return {num::ceil(x) + 0, num::ceil(y) + 0, num::ceil(z) + 0, num::ceil(w) + 0}; }
    __device__ Vec4 round() const {
        return {num::round(x) + 0, num::round(y) + 0, num::round(z) + 0, num::round(w) + 0};
    }
    __device__ Vec4 trunc() const {
        return {num::trunc(x) + 0, num::trunc(y) + 0, num::trunc(z) + 0, num::trunc(w) + 0};
    }
    __device__ Vec4 fract() const { return *this - trunc(); }
    __device__ Vec4 fract_gl() const { return *this - floor(); }
    __device__ Vec4 exp() const { return {num::exp(x), num::exp(y), num::exp(z), num::exp(w)}; }
    __device__ Vec4 exp2() const { return {num::exp2(x), num::exp2(y), num::exp2(z), num::exp2(w)}; }
    __device__ Vec4 ln() const { return {num::ln(x), num::ln(y), num::ln(z), num::ln(w)}; }
    __device__ Vec4 log2() const { return {num::log2(x), num::log2(y), num::log2(z), num::log2(w)}; }
    __device__ Vec4 powf(f32 exponent) const {
        return {num::powf(x, exponent), num::powf(y, exponent), num::powf(z, exponent), num::powf(w, exponent)};
    }
    __device__ Vec4 sqrt() const { return {num::sqrt(x), num::sqrt(y), num::sqrt(z), num::sqrt(w)}; }
    __device__ Vec4 sin() const { return {num::sin(x), num::sin(y), num::sin(z), num::sin(w)}; }
    __device__ Vec4 cos() const { return {num::cos(x), num::cos(y), num::cos(z), num::cos(w)}; }
    __device__ Tuple<Vec4, Vec4> sin_cos() const { return {sin(), cos()}; }
    __device__ constexpr Vec4 recip() const { return {1 / x, 1 / y, 1 / z, 1 / w}; }
    __device__ Vec4 mul_add(Vec4 a, Vec4 b) const {
        return {num::mul_add(x, a.x, b.x), num::mul_add(y, a.y, b.y), num::mul_add(z, a.z, b.z), num::mul_add(w, a.w, b.w)};
    }
    __device__ Vec4 div_euclid(Vec4 b) const {
        return {num::div_euclid(x, b.x), num::div_euclid(y, b.y), num::div_euclid(z, b.z), num::div_euclid(w, b.w)};
    }
    __device__ Vec4 rem_euclid(Vec4 b) const {
        return {num::rem_euclid(x, b.x), num::rem_euclid(y, b.y), num::rem_euclid(z, b.z), num::rem_euclid(w, b.w)};
    }
    __device__ bool is_finite() const {
        return num::is_finite(x) && num::is_finite(y) && num::is_finite(z) && num::is_finite(w);
    }
    __device__ bool is_nan() const { return num::is_nan(x) || num::is_nan(y) || num::is_nan(z) || num::is_nan(w); }
    __device__ constexpr u32 is_negative_bitmask() const {
        return cast<u32>(num::is_sign_negative(x)) |
               cast<u32>(num::is_sign_negative(y)) << 1 |
               cast<u32>(num::is_sign_negative(z)) << 2 |
               cast<u32>(num::is_sign_negative(w)) << 3;
    }

    // ---- Swizzles ---------------------------------------------------------------------------------------------------
#define WHIPPLE_SWIZZLE(a, b) \
    __device__ constexpr Vec2 a##b() const { return {a, b}; }
    WHIPPLE_SWIZZLE(x, x) WHIPPLE_SWIZZLE(x, y) WHIPPLE_SWIZZLE(x, z) WHIPPLE_SWIZZLE(x, w)
    WHIPPLE_SWIZZLE(y, x) WHIPPLE_SWIZZLE(y, y) WHIPPLE_SWIZZLE(y, z) WHIPPLE_SWIZZLE(y, w)
    WHIPPLE_SWIZZLE(z, x) WHIPPLE_SWIZZLE(z, y) WHIPPLE_SWIZZLE(z, z) WHIPPLE_SWIZZLE(z, w)
    WHIPPLE_SWIZZLE(w, x) WHIPPLE_SWIZZLE(w, y) WHIPPLE_SWIZZLE(w, z) WHIPPLE_SWIZZLE(w, w)
#undef WHIPPLE_SWIZZLE
#define WHIPPLE_SWIZZLE(a, b, c) \
    __device__ constexpr Vec3 a##b##c() const { return {a, b, c}; }
    WHIPPLE_SWIZZLE(x, x, x) WHIPPLE_SWIZZLE(x, x, y) WHIPPLE_SWIZZLE(x, x, z) WHIPPLE_SWIZZLE(x, x, w)
    WHIPPLE_SWIZZLE(x, y, x) WHIPPLE_SWIZZLE(x, y, y) WHIPPLE_SWIZZLE(x, y, z) WHIPPLE_SWIZZLE(x, y, w)
    WHIPPLE_SWIZZLE(x, z, x) WHIPPLE_SWIZZLE(x, z, y) WHIPPLE_SWIZZLE(x, z, z) WHIPPLE_SWIZZLE(x, z, w)
    WHIPPLE_SWIZZLE(x, w, x) WHIPPLE_SWIZZLE(x, w, y) WHIPPLE_SWIZZLE(x, w, z) WHIPPLE_SWIZZLE(x, w, w)
    WHIPPLE_SWIZZLE(y, x, x) WHIPPLE_SWIZZLE(y, x, y) WHIPPLE_SWIZZLE(y, x, z) WHIPPLE_SWIZZLE(y, x, w)
    WHIPPLE_SWIZZLE(y, y, x) WHIPPLE_SWIZZLE(y, y, y) WHIPPLE_SWIZZLE(y, y, z) WHIPPLE_SWIZZLE(y, y, w)
    WHIPPLE_SWIZZLE(y, z, x) WHIPPLE_SWIZZLE(y, z, y) WHIPPLE_SWIZZLE(y, z, z) WHIPPLE_SWIZZLE(y, z, w)
    WHIPPLE_SWIZZLE(y, w, x) WHIPPLE_SWIZZLE(y, w, y) WHIPPLE_SWIZZLE(y, w, z) WHIPPLE_SWIZZLE(y, w, w)
    WHIPPLE_SWIZZLE(z, x, x) WHIPPLE_SWIZZLE(z, x, y) WHIPPLE_SWIZZLE(z, x, z) WHIPPLE_SWIZZLE(z, x, w)
    WHIPPLE_SWIZZLE(z, y, x) WHIPPLE_SWIZZLE(z, y, y) WHIPPLE_SWIZZLE(z, y, z) WHIPPLE_SWIZZLE(z, y, w)
    WHIPPLE_SWIZZLE(z, z, x) WHIPPLE_SWIZZLE(z, z, y) WHIPPLE_SWIZZLE(z, z, z) WHIPPLE_SWIZZLE(z, z, w)
    WHIPPLE_SWIZZLE(z, w, x) WHIPPLE_SWIZZLE(z, w, y) WHIPPLE_SWIZZLE(z, w, z) WHIPPLE_SWIZZLE(z, w, w)
    WHIPPLE_SWIZZLE(w, x, x) WHIPPLE_SWIZZLE(w, x, y) WHIPPLE_SWIZZLE(w, x, z) WHIPPLE_SWIZZLE(w, x, w)
    WHIPPLE_SWIZZLE(w, y, x) WHIPPLE_SWIZZLE(w, y, y) WHIPPLE_SWIZZLE(w, y, z) WHIPPLE_SWIZZLE(w, y, w)
    WHIPPLE_SWIZZLE(w, z, x) WHIPPLE_SWIZZLE(w, z, y) WHIPPLE_SWIZZLE(w, z, z) WHIPPLE_SWIZZLE(w, z, w)
    WHIPPLE_SWIZZLE(w, w, x) WHIPPLE_SWIZZLE(w, w, y) WHIPPLE_SWIZZLE(w, w, z) WHIPPLE_SWIZZLE(w, w, w)
#undef WHIPPLE_SWIZZLE
#define WHIPPLE_SWIZZLE(a, b, c, d) \
    __device__ constexpr Vec4 a##b##c##d() const { return {a, b, c, d}; }
    WHIPPLE_SWIZZLE(x, x, x, x) WHIPPLE_SWIZZLE(x, y, z, w) WHIPPLE_SWIZZLE(x, y, w, z)
    WHIPPLE_SWIZZLE(x, z, y, w) WHIPPLE_SWIZZLE(x, z, w, y) WHIPPLE_SWIZZLE(x, w, y, z)
    WHIPPLE_SWIZZLE(x, w, z, y) WHIPPLE_SWIZZLE(y, x, z, w) WHIPPLE_SWIZZLE(y, x, w, z)
    WHIPPLE_SWIZZLE(y, y, y, y) WHIPPLE_SWIZZLE(y, z, x, w) WHIPPLE_SWIZZLE(y, z, w, x)
    WHIPPLE_SWIZZLE(y, w, x, z) WHIPPLE_SWIZZLE(y, w, z, x) WHIPPLE_SWIZZLE(z, x, y, w)
    WHIPPLE_SWIZZLE(z, x, w, y) WHIPPLE_SWIZZLE(z, y, x, w) WHIPPLE_SWIZZLE(z, y, w, x)
    WHIPPLE_SWIZZLE(z, z, z, z) WHIPPLE_SWIZZLE(z, w, x, y) WHIPPLE_SWIZZLE(z, w, y, x)
    WHIPPLE_SWIZZLE(w, x, y, z) WHIPPLE_SWIZZLE(w, x, z, y) WHIPPLE_SWIZZLE(w, y, x, z)
    WHIPPLE_SWIZZLE(w, y, z, x) WHIPPLE_SWIZZLE(w, z, x, y) WHIPPLE_SWIZZLE(w, z, y, x)
    WHIPPLE_SWIZZLE(w, w, w, w)
#undef WHIPPLE_SWIZZLE
};

inline constexpr Vec4 Vec4::ZERO = Vec4::splat(0);
inline constexpr Vec4 Vec4::ONE = Vec4::splat(1);
inline constexpr Vec4 Vec4::NEG_ONE = Vec4::splat(-1);
inline constexpr Vec4 Vec4::MIN = Vec4::splat(Float<f32>::MIN);
inline constexpr Vec4 Vec4::MAX = Vec4::splat(Float<f32>::MAX);
inline constexpr Vec4 Vec4::NAN = Vec4::splat(Float<f32>::NAN);
inline constexpr Vec4 Vec4::INFINITY = Vec4::splat(Float<f32>::INFINITY);
inline constexpr Vec4 Vec4::NEG_INFINITY = Vec4::splat(Float<f32>::NEG_INFINITY);
inline constexpr Vec4 Vec4::X = {1, 0, 0, 0};
inline constexpr Vec4 Vec4::NEG_X = {-1, 0, 0, 0};
inline constexpr Vec4 Vec4::Y = {0, 1, 0, 0};
inline constexpr Vec4 Vec4::NEG_Y = {0, -1, 0, 0};
inline constexpr Vec4 Vec4::Z = {0, 0, 1, 0};
inline constexpr Vec4 Vec4::NEG_Z = {0, 0, -1, 0};
inline constexpr Vec4 Vec4::W = {0, 0, 0, 1};
inline constexpr Vec4 Vec4::NEG_W = {0, 0, 0, -1};
inline constexpr Vec4 Vec4::NAN_ = NAN;
inline constexpr Vec4 Vec4::INFINITY_ = INFINITY;

__device__ constexpr Vec4 vec4(f32 x, f32 y, f32 z, f32 w) { return {x, y, z, w}; }

__device__ constexpr Vec4 Vec3::extend(f32 w) const { return {x, y, z, w}; }
__device__ constexpr Vec4 Vec3::to_homogeneous() const { return {x, y, z, 1}; }
__device__ constexpr Vec3 Vec3::from_homogeneous(const Vec4& v) { return Vec3{v.x, v.y, v.z} / v.w; }

static_assert(sizeof(Vec4) == 16 && alignof(Vec4) == 16, "glam's Vec4 has another layout");

namespace num {

// `a % v` of a number: of each component.
__device__ inline Vec4 rem(f32 a, Vec4 b) { return Vec4::splat(a).rem(b); }

}  // namespace num

}  // namespace whipple
