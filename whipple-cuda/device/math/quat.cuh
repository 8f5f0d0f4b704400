// glam's Quat: the operations of its SSE2 implementation, in the same order. Rotations of vectors that glam makes by it.
#pragma once
#include "../array.cuh"
#include "../default.cuh"
#include "../float.cuh"
#include "mat3.cuh"
#include "mat4.cuh"
#include "support.cuh"
#include "vec2.cuh"
#include "vec3.cuh"
#include "vec4.cuh"

namespace whipple {

namespace detail {

// glam's approximation of the sine, which it has of four numbers at once.
__device__ inline f32 sin_approximation(f32 angle) {
    const f32 turns = num::round_ties_even(angle * 0.15915494f);
    f32 x = angle - 6.2831855f * turns;
    if (!(num::abs(x) <= 1.5707964f)) x = num::copysign(3.14159274f, x) - x;
    const f32 squared = x * x;
    f32 result = -2.3889859e-8f * squared + 2.7525562e-6f;
    result = result * squared + -0.00019840874f;
    result = result * squared + 0.008333331f;
    result = result * squared + -0.16666667f;
    result = result * squared + 1.0f;
    return result * x;
}

}  // namespace detail

// A rotation, or any quaternion.
struct alignas(16) Quat {
    f32 x, y, z, w;

    static const Quat IDENTITY, NAN;
    // The name that translated programs use, where NAN counts as reserved.
    static const Quat NAN_;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr Quat from_xyzw(f32 x, f32 y, f32 z, f32 w) { return {x, y, z, w}; }
    __device__ static constexpr Quat from_array(const Array<f32, 4>& a) {
        return {a.elements[0], a.elements[1], a.elements[2], a.elements[3]};
    }
    __device__ static constexpr Quat from_vec4(Vec4 v) { return {v.x, v.y, v.z, v.w}; }
    __device__ static Quat from_axis_angle(Vec3 axis, f32 angle) {
        const f32 half = angle * 0.5f;
        const Vec3 v = axis * num::sin(half);
        return {v.x, v.y, v.z, num::cos(half)};
    }
    __device__ static Quat from_scaled_axis(Vec3 v) {
        const f32 size = v.length();
        return size == 0 ? Quat{0, 0, 0, 1} : from_axis_angle(v / size, size);
    }
    __device__ static Quat from_rotation_x(f32 angle) { return {num::sin(angle * 0.5f), 0, 0, num::cos(angle * 0.5f)}; }
    __device__ static Quat from_rotation_y(f32 angle) { return {0, num::sin(angle * 0.5f), 0, num::cos(angle * 0.5f)}; }
    __device__ static Quat from_rotation_z(f32 angle) { return {0, 0, num::sin(angle * 0.5f), num::cos(angle * 0.5f)}; }
    __device__ static Quat from_rotation_axes(Vec3 x_axis, Vec3 y_axis, Vec3 z_axis) {
        const f32 m00 = x_axis.x, m01 = x_axis.y, m02 = x_axis.z;
        const f32 m10 = y_axis.x, m11 = y_axis.y, m12 = y_axis.z;
        const f32 m20 = z_axis.x, m21 = z_axis.y, m22 = z_axis.z;
        if (m22 <= 0) {
            const f32 difference = m11 - m00, rest = 1 - m22;
            if (difference <= 0) {
                const f32 square = rest - difference, factor = 0.5f / num::sqrt(square);
                return {square * factor, (m01 + m10) * factor, (m02 + m20) * factor, (m12 - m21) * factor};
            }
            const f32 square = rest + difference, factor = 0.5f / num::sqrt(square);
            return {(m01 + m10) * factor, square * factor, (m12 + m21) * factor, (m20 - m02) * factor};
        }
        const f32 sum = m11 + m00, rest = 1 + m22;
        if (sum <= 0) {
            const f32 square = rest - sum, factor = 0.5f / num::sqrt(square);
            return {(m02 + m20) * factor, (m12 + m21) * factor, square * factor, (m01 - m10) * factor};
        }
        const f32 square = rest + sum, factor = 0.5f / num::sqrt(square);
        return {(m12 - m21) * factor, (m20 - m02) * factor, (m01 - m10) * factor, square * factor};
    }
    __device__ static Quat from_mat3(const Mat3& m) { return from_rotation_axes(m.x_axis, m.y_axis, m.z_axis); }
    __device__ static Quat from_mat4(const Mat4& m) {
        return from_rotation_axes(m.x_axis.truncate(), m.y_axis.truncate(), m.z_axis.truncate());
    }
    // The rotation by the shortest way.
    __device__ static Quat from_rotation_arc(Vec3 from, Vec3 to) {
        const f32 almost_one = 1 - 2 * Float<f32>::EPSILON, dot = from.dot(to);
        if (dot > almost_one) return {0, 0, 0, 1};
        if (dot < -almost_one) return from_axis_angle(from.any_orthonormal_vector(), 3.14159274f);
        const Vec3 c = from.cross(to);
        return Quat{c.x, c.y, c.z, 1 + dot}.normalize();
    }
    __device__ static Quat from_rotation_arc_colinear(Vec3 from, Vec3 to) {
        return from_rotation_arc(from, from.dot(to) < 0 ? -to : to);
    }
    __device__ static Quat from_rotation_arc_2d(Vec2 from, Vec2 to) {
        const f32 almost_one = 1 - 2 * Float<f32>::EPSILON, dot = from.dot(to);
        if (dot > almost_one) return {0, 0, 0, 1};
        if (dot < -almost_one) return {0, 0, 1, 0};
        const f32 z = from.x * to.y - to.x * from.y, w = 1 + dot;
        const f32 reciprocal = 1 / num::sqrt(z * z + w * w);
        return {0, 0, z * reciprocal, w * reciprocal};
    }
    __device__ constexpr Array<f32, 4> to_array() const { return {{x, y, z, w}}; }
    __device__ constexpr Vec3 xyz() const { return {x, y, z}; }
    __device__ Tuple<Vec3, f32> to_axis_angle() const {
        const f32 size = xyz().length();
        if (size >= 1e-8f) return {xyz() / size, 2 * num::atan2(size, w)};
        return {Vec3{1, 0, 0}, 0};
    }
    __device__ Vec3 to_scaled_axis() const {
        const auto rotation = to_axis_angle();
        return rotation._0 * rotation._1;
    }

    // ---- Operators --------------------------------------------------------------------------------------------------
    __device__ friend constexpr Quat operator+(const Quat& a, const Quat& b) { return from_vec4(a.vec4() + b.vec4()); }
    __device__ friend constexpr Quat operator-(const Quat& a, const Quat& b) { return from_vec4(a.vec4() - b.vec4()); }
    __device__ friend constexpr Quat operator*(const Quat& a, f32 b) { return from_vec4(a.vec4() * b); }
    __device__ friend constexpr Quat operator/(const Quat& a, f32 b) { return from_vec4(a.vec4() / b); }
    __device__ friend constexpr Quat operator*(const Quat& a, const Quat& b) { return a.mul_quat(b); }
    __device__ friend constexpr Vec3 operator*(const Quat& a, const Vec3& b) { return a.mul_vec3(b); }
    __device__ constexpr void operator+=(const Quat& b) { *this = *this + b; }
    __device__ constexpr void operator-=(const Quat& b) { *this = *this - b; }
    __device__ constexpr void operator*=(const Quat& b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 b) { *this = *this * b; }
    __device__ constexpr void operator/=(f32 b) { *this = *this / b; }
    __device__ constexpr Quat operator-() const { return *this * -1.0f; }
    __device__ friend constexpr bool operator==(const Quat& a, const Quat& b) { return a.vec4() == b.vec4(); }
    __device__ constexpr Quat mul_quat(const Quat& b) const {
        return {(x * b.w + w * b.x) + (y * b.z - z * b.y), (w * b.y - x * b.z) + (z * b.x + y * b.w),
                (x * b.y + w * b.z) + (z * b.w - y * b.x), (w * b.w - x * b.x) + (-(z * b.z) - y * b.y)};
    }
    __device__ constexpr Vec3 mul_vec3(const Vec3& v) const {
        const Vec3 b = xyz();
        return (v * (w * w - b.dot(b)) + b * (v.dot(b) * 2)) + b.cross(v) * (w * 2);
    }

    // ---- Parts and lengths ------------------------------------------------------------------------------------------
    __device__ constexpr Quat conjugate() const { return {-x, -y, -z, w}; }
    __device__ constexpr Quat inverse() const { return conjugate(); }
    __device__ constexpr f32 dot(const Quat& b) const { return vec4().dot(b.vec4()); }
    __device__ f32 length() const { return vec4().length(); }
    __device__ constexpr f32 length_squared() const { return vec4().length_squared(); }
    __device__ f32 length_recip() const { return vec4().length_recip(); }
    __device__ Quat normalize() const { return from_vec4(vec4().normalize()); }
    __device__ bool is_finite() const { return vec4().is_finite(); }
    __device__ bool is_nan() const { return vec4().is_nan(); }
    __device__ bool is_normalized() const { return vec4().is_normalized(); }
    __device__ bool is_near_identity() const { return num::abs(w) > 1 - 1e-6f; }
    __device__ f32 angle_between(const Quat& b) const { return detail::acos_of_positive(num::abs(dot(b))) * 2; }
    __device__ bool abs_diff_eq(const Quat& b, f32 difference) const { return vec4().abs_diff_eq(b.vec4(), difference); }

    // ---- Interpolation ----------------------------------------------------------------------------------------------
    __device__ Quat lerp(const Quat& end, f32 s) const {
        return mixed(num::is_sign_negative(dot(end)) ? Quat{-end.x, -end.y, -end.z, -end.w} : end, s);
    }
    // By the shorter of the two ways.
    __device__ Quat slerp(const Quat& end, f32 s) const {
        const f32 cosine = dot(end);
        const Quat near = cosine < 0 ? -end : end;
        return turned(near, detail::acos_of_positive(num::abs(cosine)), s, num::abs(cosine));
    }
    __device__ Quat slerp_long(const Quat& end, f32 s) const {
        const f32 cosine = dot(end);
        return turned(end, detail::acos_approximation(cosine), s, num::abs(cosine));
    }
    __device__ Quat rotate_towards(const Quat& b, f32 most) const {
        const f32 angle = angle_between(b);
        if (angle <= 1e-4f) return b;
        if (most < 0) {
            const Quat target = (*this - b * dot(b)).normalize();
            const f32 away = angle_between(target);
            if (away <= 1e-4f) return target;
            return slerp(target, num::clamp(-most / away, 0.0f, 1.0f));
        }
        return slerp(b, num::clamp(most / angle, 0.0f, 1.0f));
    }

private:
    __device__ constexpr Vec4 vec4() const { return {x, y, z, w}; }
    __device__ Quat mixed(const Quat& end, f32 s) const { return (*this * (1 - s) + end * s).normalize(); }
    // In equal steps, unless the two are too near for that.
    __device__ Quat turned(const Quat& end, f32 angle, f32 s, f32 nearness) const {
        if (nearness > 1 - Float<f32>::EPSILON) return mixed(end, s);
        const f32 first = detail::sin_approximation(angle * (1 - s)), second = detail::sin_approximation(angle * s);
        const Vec4 sum = end.vec4() * second + vec4() * first;
        return from_vec4(sum / detail::sin_approximation(angle * 1));
    }
};

inline constexpr Quat Quat::IDENTITY = {0, 0, 0, 1};
inline constexpr Quat Quat::NAN = {Float<f32>::NAN, Float<f32>::NAN, Float<f32>::NAN, Float<f32>::NAN};
inline constexpr Quat Quat::NAN_ = NAN;

__device__ constexpr Quat quat(f32 x, f32 y, f32 z, f32 w) { return {x, y, z, w}; }

static_assert(sizeof(Quat) == 16 && alignof(Quat) == 16, "glam's Quat has another layout");

template <>
struct detail::DefaultOf<Quat> {
    __device__ static constexpr Quat value() { return Quat::IDENTITY; }
};

// ---- What matrices and vectors have of quaternions ------------------------------------------------------------------

__device__ constexpr Mat3 Mat3::from_quat(const Quat& q) {
    const f32 x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const f32 xx = q.x * x2, xy = q.x * y2, xz = q.x * z2, yy = q.y * y2, yz = q.y * z2, zz = q.z * z2;
    const f32 wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return {{1 - (yy + zz), xy + wz, xz - wy}, {xy - wz, 1 - (xx + zz), yz + wx}, {xz + wy, yz - wx, 1 - (xx + yy)}};
}
__device__ constexpr Mat4 Mat4::from_quat(const Quat& rotation) { return from_mat3(Mat3::from_quat(rotation)); }
__device__ constexpr Mat4 Mat4::from_rotation_translation(const Quat& rotation, Vec3 translation) {
    return from_mat3_translation(Mat3::from_quat(rotation), translation);
}
__device__ constexpr Mat4 Mat4::from_scale_rotation_translation(Vec3 scale, const Quat& rotation, Vec3 translation) {
    const Mat4 m = from_quat(rotation);
    return {m.x_axis * scale.x, m.y_axis * scale.y, m.z_axis * scale.z, translation.extend(1)};
}

// By at most so large an angle, and away from the other by a negative one.
__device__ inline Vec2 Vec2::rotate_towards(Vec2 b, f32 most, Location at) const {
    const f32 angle = angle_to(b), size = num::abs(angle);
    return from_angle(num::clamp(most, size - 3.14159274f, size, at) * num::signum(angle)).rotate(*this);
}
__device__ inline Vec3 Vec3::rotate_axis(Vec3 axis, f32 angle) const { return Quat::from_axis_angle(axis, angle) * *this; }
__device__ inline Vec3 Vec3::rotate_towards(Vec3 b, f32 most, Location at) const {
    const f32 between = angle_between(b), angle = num::clamp(most, between - 3.14159274f, between, at);
    const Vec3 axis = cross(b);
    const f32 reciprocal = axis.length_recip();
    const bool is_axis = num::is_finite(reciprocal) && reciprocal > 0;
    return Quat::from_axis_angle(is_axis ? axis * reciprocal : any_orthogonal_vector().normalize(), angle) * *this;
}
__device__ inline Vec3 Vec3::slerp(Vec3 b, f32 s) const {
    const f32 size = length(), other = b.length(), cosine = dot(b) / (size * other);
    if (num::abs(cosine) < 1 - 3e-7f) {
        const f32 angle = detail::acos_approximation(cosine), sine = num::sin(angle);
        const f32 first = num::sin(angle * (1 - s)), second = num::sin(angle * s);
        const f32 result = num::lerp_monotonic(size, other, s);
        return (*this * (result / size) * first + b * (result / other) * second) * (1 / sine);
    }
    if (cosine < 0) {
        const Quat rotation = Quat::from_axis_angle(any_orthogonal_vector().normalize(), 3.14159274f * s);
        return rotation * *this * (num::lerp_monotonic(size, other, s) / size);
    }
    return lerp(b, s);
}

}  // namespace whipple
