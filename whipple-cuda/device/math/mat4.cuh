// glam's Mat4: four columns of Vec4, with the order of operations of its SSE2 back end.
#pragma once
#include "mat3.cuh"
#include "vec4.cuh"

namespace whipple {

namespace detail {

// _mm_shuffle_ps: two components of `a`, then two of `b`. The indices are written from last to first, as in glam.
template <unsigned I3, unsigned I2, unsigned I1, unsigned I0>
__device__ constexpr Vec4 shuffle(const Vec4& a, const Vec4& b) {
    const f32 from_a[4] = {a.x, a.y, a.z, a.w}, from_b[4] = {b.x, b.y, b.z, b.w};
    return {from_a[I0], from_a[I1], from_b[I2], from_b[I3]};
}

}  // namespace detail

// A 4x4 matrix by columns.
struct Mat4 {
    Vec4 x_axis, y_axis, z_axis, w_axis;

    static const Mat4 ZERO, IDENTITY;

    // ---- Construction and conversion -------------------------------------------------------------------------------

    __device__ static constexpr Mat4 from_cols(Vec4 x_axis, Vec4 y_axis, Vec4 z_axis, Vec4 w_axis) {
        return {x_axis, y_axis, z_axis, w_axis};
    }
    __device__ static constexpr Mat4 from_rows(Vec4 a, Vec4 b, Vec4 c, Vec4 d) { return Mat4{a, b, c, d}.transpose(); }
    __device__ static constexpr Mat4 from_cols_array(const Array<f32, 16>& m) {
        const auto& e = m.elements;
        return {{e[0], e[1], e[2], e[3]}, {e[4], e[5], e[6], e[7]}, {e[8], e[9], e[10], e[11]}, {e[12], e[13], e[14], e[15]}};
    }
    __device__ static constexpr Mat4 from_cols_array_2d(const Array<Array<f32, 4>, 4>& m) {
        return {Vec4::from_array(m.elements[0]), Vec4::from_array(m.elements[1]), Vec4::from_array(m.elements[2]),
                Vec4::from_array(m.elements[3])};
    }
    __device__ constexpr Array<f32, 16> to_cols_array() const {
        return {{x_axis.x, x_axis.y, x_axis.z, x_axis.w, y_axis.x, y_axis.y, y_axis.z, y_axis.w,
                 z_axis.x, z_axis.y, z_axis.z, z_axis.w, w_axis.x, w_axis.y, w_axis.z, w_axis.w}};
    }
    __device__ constexpr Array<Array<f32, 4>, 4> to_cols_array_2d() const {
        return {{x_axis.to_array(), y_axis.to_array(), z_axis.to_array(), w_axis.to_array()}};
    }
    __device__ static constexpr Mat4 from_diagonal(Vec4 d) {
        return {{d.x, 0, 0, 0}, {0, d.y, 0, 0}, {0, 0, d.z, 0}, {0, 0, 0, d.w}};
    }
    __device__ static constexpr Mat4 from_mat3(const Mat3& m) { return from_mat3_translation(m, {}); }
    __device__ static constexpr Mat4 from_mat3_translation(const Mat3& m, Vec3 translation) {
        return {m.x_axis.extend(0), m.y_axis.extend(0), m.z_axis.extend(0), translation.extend(1)};
    }
    __device__ static constexpr Mat4 from_translation(Vec3 t) {
        return {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {t.x, t.y, t.z, 1}};
    }
    __device__ static constexpr Mat4 from_scale(Vec3 s) {
        return {{s.x, 0, 0, 0}, {0, s.y, 0, 0}, {0, 0, s.z, 0}, {0, 0, 0, 1}};
    }
    __device__ static constexpr Mat4 from_quat(const Quat& rotation);
    __device__ static constexpr Mat4 from_rotation_translation(const Quat& rotation, Vec3 translation);
    __device__ static constexpr Mat4 from_scale_rotation_translation(Vec3 scale, const Quat& rotation, Vec3 translation);
    __device__ static Mat4 from_axis_angle(Vec3 axis, f32 angle) { return from_mat3(Mat3::from_axis_angle(axis, angle)); }
    __device__ static Mat4 from_rotation_x(f32 angle) { return from_mat3(Mat3::from_rotation_x(angle)); }
    __device__ static Mat4 from_rotation_y(f32 angle) { return from_mat3(Mat3::from_rotation_y(angle)); }
    __device__ static Mat4 from_rotation_z(f32 angle) { return from_mat3(Mat3::from_rotation_z(angle)); }

    // ---- Parts -----------------------------------------------------------------------------------------------------

    // Panics if there is no such column.
    __device__ constexpr Vec4 col(usize index, Location at = Location::current()) const {
        detail::check_bounds(index.raw(), 4, at);
        return index == 0 ? x_axis : (index == 1 ? y_axis : (index == 2 ? z_axis : w_axis));
    }
    // Panics if there is no such row.
    __device__ constexpr Vec4 row(usize index, Location at = Location::current()) const {
        return transpose().col(index, at);
    }
    __device__ constexpr Vec4 diagonal() const { return {x_axis.x, y_axis.y, z_axis.z, w_axis.w}; }
    __device__ constexpr Mat4 transpose() const {
        return {{x_axis.x, y_axis.x, z_axis.x, w_axis.x},
                {x_axis.y, y_axis.y, z_axis.y, w_axis.y},
                {x_axis.z, y_axis.z, z_axis.z, w_axis.z},
                {x_axis.w, y_axis.w, z_axis.w, w_axis.w}};
    }

    // ---- Products --------------------------------------------------------------------------------------------------

    __device__ constexpr Vec4 mul_vec4(Vec4 v) const { return x_axis * v.x + y_axis * v.y + z_axis * v.z + w_axis * v.w; }
    __device__ constexpr Vec4 transpose_mul_vec4(Vec4 v) const {
        return {x_axis.dot(v), y_axis.dot(v), z_axis.dot(v), w_axis.dot(v)};
    }
    // With the perspective division.
    __device__ constexpr Vec3 project_point3(Vec3 p) const {
        const Vec4 result = point(p);
        return (result / result.w).truncate();
    }
    // Of an affine transformation.
    __device__ constexpr Vec3 transform_point3(Vec3 p) const { return point(p).truncate(); }
    __device__ constexpr Vec3 transform_vector3(Vec3 v) const {
        return (z_axis * v.z + (y_axis * v.y + x_axis * v.x)).truncate();
    }
    __device__ constexpr Mat4 mul_mat4(const Mat4& b) const { return *this * b; }
    __device__ constexpr Mat4 add_mat4(const Mat4& b) const { return *this + b; }
    __device__ constexpr Mat4 sub_mat4(const Mat4& b) const { return *this - b; }
    __device__ constexpr Mat4 mul_scalar(f32 s) const { return {x_axis * s, y_axis * s, z_axis * s, w_axis * s}; }
    __device__ constexpr Mat4 div_scalar(f32 s) const { return {x_axis / s, y_axis / s, z_axis / s, w_axis / s}; }
    __device__ constexpr Mat4 mul_diagonal_scale(Vec4 s) const {
        return {x_axis * s.x, y_axis * s.y, z_axis * s.z, w_axis * s.w};
    }

    __device__ friend constexpr Mat4 operator+(const Mat4& a, const Mat4& b) {
        return {a.x_axis + b.x_axis, a.y_axis + b.y_axis, a.z_axis + b.z_axis, a.w_axis + b.w_axis};
    }
    __device__ friend constexpr Mat4 operator-(const Mat4& a, const Mat4& b) {
        return {a.x_axis - b.x_axis, a.y_axis - b.y_axis, a.z_axis - b.z_axis, a.w_axis - b.w_axis};
    }
    __device__ friend constexpr Mat4 operator*(const Mat4& a, const Mat4& b) {
        return {a.mul_vec4(b.x_axis), a.mul_vec4(b.y_axis), a.mul_vec4(b.z_axis), a.mul_vec4(b.w_axis)};
    }
    __device__ friend constexpr Vec4 operator*(const Mat4& a, Vec4 v) { return a.mul_vec4(v); }
    __device__ friend constexpr Mat4 operator*(const Mat4& a, f32 s) { return a.mul_scalar(s); }
    __device__ friend constexpr Mat4 operator*(f32 s, const Mat4& a) { return a.mul_scalar(s); }
    __device__ friend constexpr Mat4 operator/(const Mat4& a, f32 s) { return a.div_scalar(s); }
    __device__ constexpr Mat4 operator-() const { return {-x_axis, -y_axis, -z_axis, -w_axis}; }
    __device__ constexpr void operator+=(const Mat4& b) { *this = *this + b; }
    __device__ constexpr void operator-=(const Mat4& b) { *this = *this - b; }
    __device__ constexpr void operator*=(const Mat4& b) { *this = *this * b; }
    __device__ constexpr void operator*=(f32 s) { *this = *this * s; }
    __device__ constexpr void operator/=(f32 s) { *this = *this / s; }
    __device__ friend constexpr bool operator==(const Mat4& a, const Mat4& b) {
        return a.x_axis == b.x_axis && a.y_axis == b.y_axis && a.z_axis == b.z_axis && a.w_axis == b.w_axis;
    }

    // ---- Determinant and inverse -----------------------------------------------------------------------------------

    // Lane by lane as glam's determinant, which follows glm's.
    __device__ constexpr f32 determinant() const {
        using detail::shuffle;
        const Vec4 a = shuffle<0, 1, 1, 2>(z_axis, z_axis) * shuffle<3, 2, 3, 3>(w_axis, w_axis);
        const Vec4 b = shuffle<3, 2, 3, 3>(z_axis, z_axis) * shuffle<0, 1, 1, 2>(w_axis, w_axis);
        const Vec4 c = shuffle<0, 0, 1, 2>(z_axis, z_axis) * shuffle<1, 2, 0, 0>(w_axis, w_axis);
        const Vec4 e = a - b;
        const Vec4 f = Vec4{c.z, c.w, c.z, c.w} - c;

        const Vec4 first = shuffle<0, 0, 0, 1>(y_axis, y_axis) * shuffle<2, 1, 0, 0>(e, e);
        const Vec4 second_factors = shuffle<0, 0, 3, 1>(e, f);
        const Vec4 second = shuffle<1, 1, 2, 2>(y_axis, y_axis) * shuffle<3, 1, 1, 0>(second_factors, second_factors);
        const Vec4 third_factors = shuffle<1, 0, 2, 2>(e, f);
        const Vec4 third = shuffle<2, 3, 3, 3>(y_axis, y_axis) * shuffle<3, 3, 2, 0>(third_factors, third_factors);
        return x_axis.dot((first - second + third) * Vec4{1, -1, 1, -1});
    }

    // Lane by lane as glam's inverse, which follows glm's.
    __device__ constexpr Mat4 inverse() const {
        using detail::shuffle;
        const Vec4 f0 = minors<3, 2>(), f1 = minors<3, 1>(), f2 = minors<2, 1>();
        const Vec4 f3 = minors<3, 0>(), f4 = minors<2, 0>(), f5 = minors<1, 0>();
        const Vec4 v0 = pairs<0>(), v1 = pairs<1>(), v2 = pairs<2>(), v3 = pairs<3>();

        const Vec4 sign_a{-1, 1, -1, 1}, sign_b{1, -1, 1, -1};
        const Vec4 i0 = sign_b * (v1 * f0 - v2 * f1 + v3 * f2);
        const Vec4 i1 = sign_a * (v0 * f0 - v2 * f3 + v3 * f4);
        const Vec4 i2 = sign_b * (v0 * f1 - v1 * f3 + v3 * f5);
        const Vec4 i3 = sign_a * (v0 * f2 - v1 * f4 + v2 * f5);

        const f32 reciprocal = 1 / x_axis.dot({i0.x, i1.x, i2.x, i3.x});
        return {i0 * reciprocal, i1 * reciprocal, i2 * reciprocal, i3 * reciprocal};
    }
    // Zero if there is no inverse.
    __device__ Mat4 inverse_or_zero() const {
        const Mat4 m = inverse();
        return m.is_finite() ? m : Mat4{};
    }
    __device__ bool is_finite() const {
        return x_axis.is_finite() && y_axis.is_finite() && z_axis.is_finite() && w_axis.is_finite();
    }
    __device__ bool is_nan() const { return x_axis.is_nan() || y_axis.is_nan() || z_axis.is_nan() || w_axis.is_nan(); }
    __device__ bool abs_diff_eq(const Mat4& b, f32 difference) const {
        return x_axis.abs_diff_eq(b.x_axis, difference) && y_axis.abs_diff_eq(b.y_axis, difference) &&
               z_axis.abs_diff_eq(b.z_axis, difference) && w_axis.abs_diff_eq(b.w_axis, difference);
    }
    __device__ Mat4 abs() const { return {x_axis.abs(), y_axis.abs(), z_axis.abs(), w_axis.abs()}; }
    __device__ constexpr Mat4 recip() const { return {x_axis.recip(), y_axis.recip(), z_axis.recip(), w_axis.recip()}; }

private:
    __device__ constexpr Vec4 point(Vec3 p) const { return w_axis + (z_axis * p.z + (y_axis * p.y + x_axis * p.x)); }

    // The 2x2 minors of the last three columns over rows A and B, one per lane.
    template <unsigned A, unsigned B>
    __device__ constexpr Vec4 minors() const {
        using detail::shuffle;
        const Vec4 a = shuffle<A, A, A, A>(w_axis, z_axis), b = shuffle<B, B, B, B>(w_axis, z_axis);
        return shuffle<B, B, B, B>(z_axis, y_axis) * shuffle<2, 0, 0, 0>(a, a) -
               shuffle<2, 0, 0, 0>(b, b) * shuffle<A, A, A, A>(z_axis, y_axis);
    }
    // Row I of the first two columns, as the lanes need it.
    template <unsigned I>
    __device__ constexpr Vec4 pairs() const {
        const Vec4 both = detail::shuffle<I, I, I, I>(y_axis, x_axis);
        return detail::shuffle<2, 2, 2, 0>(both, both);
    }
};

inline constexpr Mat4 Mat4::ZERO = {};
inline constexpr Mat4 Mat4::IDENTITY = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

__device__ constexpr Mat3 Mat3::from_mat4(const Mat4& m) {
    return {m.x_axis.truncate(), m.y_axis.truncate(), m.z_axis.truncate()};
}

static_assert(sizeof(Mat4) == 64 && alignof(Mat4) == 16, "glam's Mat4 has another layout");

}  // namespace whipple
