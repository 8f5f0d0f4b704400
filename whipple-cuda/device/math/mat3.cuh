// glam's Mat3: three columns of Vec3, with the same order of operations.
#pragma once
#include "vec3.cuh"

namespace whipple {

struct Mat4;

// A 3x3 matrix by columns.
struct Mat3 {
    Vec3 x_axis, y_axis, z_axis;

    static const Mat3 ZERO, IDENTITY;

    // ---- Construction and conversion -------------------------------------------------------------------------------

    __device__ static constexpr Mat3 from_cols(Vec3 x_axis, Vec3 y_axis, Vec3 z_axis) { return {x_axis, y_axis, z_axis}; }
    __device__ static constexpr Mat3 from_rows(Vec3 a, Vec3 b, Vec3 c) { return Mat3{a, b, c}.transpose(); }
    __device__ static constexpr Mat3 from_cols_array(const Array<f32, 9>& m) {
        const auto& e = m.elements;
        return {{e[0], e[1], e[2]}, {e[3], e[4], e[5]}, {e[6], e[7], e[8]}};
    }
    __device__ static constexpr Mat3 from_cols_array_2d(const Array<Array<f32, 3>, 3>& m) {
        return {Vec3::from_array(m.elements[0]), Vec3::from_array(m.elements[1]), Vec3::from_array(m.elements[2])};
    }
    __device__ constexpr Array<f32, 9> to_cols_array() const {
        return {{x_axis.x, x_axis.y, x_axis.z, y_axis.x, y_axis.y, y_axis.z, z_axis.x, z_axis.y, z_axis.z}};
    }
    __device__ constexpr Array<Array<f32, 3>, 3> to_cols_array_2d() const {
        return {{x_axis.to_array(), y_axis.to_array(), z_axis.to_array()}};
    }
    __device__ static constexpr Mat3 from_diagonal(Vec3 d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }
    // The upper left part.
    __device__ static constexpr Mat3 from_mat4(const Mat4& m);
    __device__ static constexpr Mat3 from_quat(const Quat& rotation);
    __device__ static Mat3 from_axis_angle(Vec3 axis, f32 angle) {
        const f32 s = num::sin(angle), c = num::cos(angle), omc = 1 - c;
        const Vec3 axis_sin = axis * s, axis_squared = axis * axis;
        const f32 xy = axis.x * axis.y * omc, xz = axis.x * axis.z * omc, yz = axis.y * axis.z * omc;
        return {{axis_squared.x * omc + c, xy + axis_sin.z, xz - axis_sin.y},
                {xy - axis_sin.z, axis_squared.y * omc + c, yz + axis_sin.x},
                {xz + axis_sin.y, yz - axis_sin.x, axis_squared.z * omc + c}};
    }
    __device__ static Mat3 from_rotation_x(f32 angle) {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {{1, 0, 0}, {0, c, s}, {0, -s, c}};
    }
    __device__ static Mat3 from_rotation_y(f32 angle) {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
    }
    __device__ static Mat3 from_rotation_z(f32 angle) {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    }
    // The affine transformations of the plane.
    __device__ static constexpr Mat3 from_translation(Vec2 t) { return {{1, 0, 0}, {0, 1, 0}, {t.x, t.y, 1}}; }
    __device__ static Mat3 from_angle(f32 angle) { return from_rotation_z(angle); }
    __device__ static constexpr Mat3 from_scale(Vec2 s) { return {{s.x, 0, 0}, {0, s.y, 0}, {0, 0, 1}}; }
    __device__ static Mat3 from_scale_angle_translation(Vec2 scale, f32 angle, Vec2 translation) {
        const f32 s = num::sin(angle), c = num::cos(angle);
        return {{c * scale.x, s * scale.x, 0}, {-s * scale.y, c * scale.y, 0}, {translation.x, translation.y, 1}};
    }

    // ---- Parts -----------------------------------------------------------------------------------------------------

    // Panics if there is no such column.
    __device__ constexpr Vec3 col(usize index, Location at = Location::current()) const {
        detail::check_bounds(index.raw(), 3, at);
        return index == 0 ? x_axis : (index == 1 ? y_axis : z_axis);
    }
    // Panics if there is no such row.
    __device__ constexpr Vec3 row(usize index, Location at = Location::current()) const {
        return transpose().col(index, at);
    }
    __device__ constexpr Vec3 diagonal() const { return {x_axis.x, y_axis.y, z_axis.z}; }
    __device__ constexpr Mat3 transpose() const {
        return {{x_axis.x, y_axis.x, z_axis.x}, {x_axis.y, y_axis.y, z_axis.y}, {x_axis.z, y_axis.z, z_axis.z}};
    }

    // ---- Operations ------------------------------------------------------------------------------------------------

    __device__ constexpr f32 determinant() const { return x_axis.dot(y_axis.cross(z_axis)); }
    __device__ constexpr Mat3 inverse() const {
        const Vec3 a = y_axis.cross(z_axis), b = z_axis.cross(x_axis), c = x_axis.cross(y_axis);
        const f32 inverse_determinant = 1 / x_axis.dot(a);
        return Mat3{a * inverse_determinant, b * inverse_determinant, c * inverse_determinant}.transpose();
    }
    // Zero if there is no inverse.
    __device__ Mat3 inverse_or_zero() const {
        const Mat3 m = inverse();
        return m.is_finite() ? m : Mat3{};
    }
    __device__ bool is_finite() const { return x_axis.is_finite() && y_axis.is_finite() && z_axis.is_finite(); }
    __device__ bool is_nan() const { return x_axis.is_nan() || y_axis.is_nan() || z_axis.is_nan(); }
    __device__ bool abs_diff_eq(const Mat3& b, f32 difference) const {
        return x_axis.abs_diff_eq(b.x_axis, difference) && y_axis.abs_diff_eq(b.y_axis, difference) &&
               z_axis.abs_diff_eq(b.z_axis, difference);
    }
    __device__ Mat3 abs() const { return {x_axis.abs(), y_axis.abs(), z_axis.abs()}; }
    __device__ constexpr Mat3 recip() const { return {x_axis.recip(), y_axis.recip(), z_axis.recip()}; }
    __device__ constexpr Vec3 mul_vec3(Vec3 v) const { return x_axis * v.x + y_axis * v.y + z_axis * v.z; }
    __device__ constexpr Vec3 transpose_mul_vec3(Vec3 v) const { return {x_axis.dot(v), y_axis.dot(v), z_axis.dot(v)}; }
    __device__ constexpr Vec2 transform_point2(Vec2 p) const { return transform_vector2(p) + z_axis.xy(); }
    __device__ constexpr Vec2 transform_vector2(Vec2 v) const { return x_axis.xy() * v.x + y_axis.xy() * v.y; }
    __device__ constexpr Mat3 mul_mat3(const Mat3& b) const { return *this * b; }
    __device__ constexpr Mat3 add_mat3(const Mat3& b) const { return *this + b; }
    __device__ constexpr Mat3 sub_mat3(const Mat3& b) const { return *this - b; }
    __device__ constexpr Mat3 mul_scalar(f32 s) const { return {x_axis * s, y_axis * s, z_axis * s}; }
    __device__ constexpr Mat3 div_scalar(f32 s) const { return {x_axis / s, y_axis / s, z_axis / s}; }
    __device__ constexpr Mat3 mul_diagonal_scale(Vec3 s) const { return {x_axis * s.x, y_axis * s.y, z_axis * s.z}; }

    __device__ friend constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
        return {a.x_axis + b.x_axis, a.y_axis + b.y_axis, a.z_axis + b.z_axis};
    }
    __device__ friend constexpr Mat3 operator-(const Mat3& a, const Mat3& b) {
        return {a.x_axis - b.x_axis, a.y_axis - b.y_axis, a.z_axis - b.z_axis};
    }
    __device__ friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
        return {a.mul_vec3(b.x_axis), a.mul_vec3(b.y_axis), a.mul_vec3(b.z_axis)};
    }
    __device__ friend constexpr Vec3 operator*(const Mat3& a, Vec3 v) { return a.mul_vec3(v); }
    __device__ friend constexpr Mat3 operator*(const Mat3& a, f32 s) { return a.mul_scalar(s); }
    __device__ friend constexpr Mat3 operator*(f32 s, const Mat3& a) { return a.mul_scalar(s); }
    __device__ friend constexpr Mat3 operator/(const Mat3& a, f32 s) { return a.div_scalar(s); }
    __device__ constexpr Mat3 operator-() const { return {-x_axis, -y_axis, -z_axis}; }
    __device__ constexpr void operator+=(const Mat3& b) { *this = *this + b; }
    __device__ constexpr void operator-=(const Mat3& b) { *this = *this - b; }
    __device__ constexpr void operator*=(const Mat3& b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 s) { *this = *this * s; }
    __device__ constexpr void operator/=(f32 s) { *this = *this / s; }
    __device__ friend constexpr bool operator==(const Mat3& a, const Mat3& b) {
        return a.x_axis == b.x_axis && a.y_axis == b.y_axis && a.z_axis == b.z_axis;
    }
};

inline constexpr Mat3 Mat3::ZERO = {};
inline constexpr Mat3 Mat3::IDENTITY = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static_assert(sizeof(Mat3) == 36 && alignof(Mat3) == 4, "glam's Mat3 has another layout");

}  // namespace whipple
