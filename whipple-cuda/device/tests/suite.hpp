// The operations of generator/, on the same grids, in the device library: for host and device compilers alike.
#pragma once
#include "../array.cuh"
#include "../cast.cuh"
#include "../float.cuh"
#include "../math.cuh"
#include "../num.cuh"
#include "../range.cuh"

namespace suite {

using namespace whipple;

// Hides a value from the optimiser, so that what is tested is the code and not constant folding.
template <class T>
__device__ inline T opaque(T value) {
    volatile T place = value;
    return place;
}
template <IntegerClass T>
__device__ inline T opaque(T value) {
    return T(opaque(value.raw()));
}

// Bounds that are not constants: the loops below shall not be unrolled, or compiling them takes minutes.
__device__ inline auto upto(unsigned count) { return range(0_usize, usize(opaque(count))); }

// Hashes results as generator/ does. `Sink` has begin(group, operation), and value(bits) for each result.
template <class Sink>
struct Recorder {
    Sink& sink;

    __device__ void begin(const char* group, const char* operation) { sink.begin(group, operation); }
    __device__ void add(bool value) { sink.value(value ? 1 : 0); }
    template <IntegerClass I>
    __device__ void add(I value) {
        sink.value(cast<u64>(value).raw());
    }
    __device__ void add(f32 x) { sink.value(x != x ? 0x7fc00000u : num::to_bits(x).raw()); }
    __device__ void add(f64 x) { sink.value(x != x ? 0x7ff8000000000000ull : num::to_bits(x).raw()); }
    __device__ void add(Vec2 v) { add(v.x), add(v.y); }
    __device__ void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
    __device__ void add(Vec4 v) { add(v.x), add(v.y), add(v.z), add(v.w); }
    template <size_t N>
    __device__ void add(const Array<f32, N>& a) {
        for (const auto i : upto(N)) add(a[i]);
    }
    __device__ void add(const Mat3& m) { add(m.to_cols_array()); }
    __device__ void add(const Mat4& m) { add(m.to_cols_array()); }
};

// ---- Integers --------------------------------------------------------------------------------------------------

template <class T, class R>
struct Integers {
    R& r;
    const char* group;
    Array<T, 16> grid;

    __device__ Integers(R& r, const char* group) : r(r), group(group) {
        const T top = T::MAX;
        grid = array(T(0), 1, 2, 3, 7, 10, 100, top, top - 1, top / 2, top / 2 + 1, T::MIN, T::MIN + 1,
                     T(0).wrapping_sub(1), T(0).wrapping_sub(7), top / 3);
        for (const auto i : upto(16)) grid[i] = opaque(grid[i]);
    }
    template <class F>
    __device__ void unary(const char* operation, F&& f) {
        r.begin(group, operation);
        for (const auto i : upto(16)) r.add(f(grid[i]));
    }
    template <class F>
    __device__ void binary(const char* operation, F&& f) {
        r.begin(group, operation);
        for (const auto i : upto(16))
            for (const auto j : upto(16)) r.add(f(grid[i], grid[j]));
    }
    template <class F>
    __device__ void count(const char* operation, F&& f) {
        r.begin(group, operation);
        const Array<u32, 12> counts = array(0_u32, 1, 3, 7, 8, 15, 31, 32, 63, 64, 65, 200);
        for (const auto i : upto(16))
            for (const auto j : upto(12)) r.add(f(grid[i], opaque(counts[j])));
    }
};

template <class T>
__device__ bool divides(T x, T y) {
    return y != 0 && !(T::MIN < 0 && x == T::MIN && y == T(-1));
}

template <class T, class R>
__device__ void integer(R& r, const char* group) {
    Integers<T, R> g(r, group);
    g.unary("not", [](T x) { return !x; });
    g.unary("count_ones", [](T x) { return x.count_ones(); });
    g.unary("count_zeros", [](T x) { return x.count_zeros(); });
    g.unary("leading_zeros", [](T x) { return x.leading_zeros(); });
    g.unary("trailing_zeros", [](T x) { return x.trailing_zeros(); });
    g.unary("leading_ones", [](T x) { return x.leading_ones(); });
    g.unary("trailing_ones", [](T x) { return x.trailing_ones(); });
    g.unary("swap_bytes", [](T x) { return x.swap_bytes(); });
    g.unary("reverse_bits", [](T x) { return x.reverse_bits(); });
    g.unary("wrapping_neg", [](T x) { return x.wrapping_neg(); });
    g.unary("ilog2", [](T x) { return x > 0 ? x.ilog2() : u32(0); });
    g.unary("ilog10", [](T x) { return x > 0 ? x.ilog10() : u32(0); });
    g.unary("isqrt", [](T x) { return x >= 0 ? x.isqrt() : T(0); });
    g.unary("to_f32", [](T x) { return num::to_bits(cast<f32>(x)); });
    g.unary("to_f64", [](T x) { return num::to_bits(cast<f64>(x)); });
    g.unary("to_u8", [](T x) { return cast<u8>(x); });
    g.unary("to_u16", [](T x) { return cast<u16>(x); });
    g.unary("to_u32", [](T x) { return cast<u32>(x); });
    g.unary("to_u64", [](T x) { return cast<u64>(x); });
    g.unary("to_usize", [](T x) { return cast<usize>(x); });
    g.unary("to_i8", [](T x) { return cast<i8>(x); });
    g.unary("to_i16", [](T x) { return cast<i16>(x); });
    g.unary("to_i32", [](T x) { return cast<i32>(x); });
    g.unary("to_i64", [](T x) { return cast<i64>(x); });
    g.unary("to_isize", [](T x) { return cast<isize>(x); });
    g.binary("add", [](T x, T y) { return x.wrapping_add(y); });
    g.binary("sub", [](T x, T y) { return x.wrapping_sub(y); });
    g.binary("mul", [](T x, T y) { return x.wrapping_mul(y); });
    g.binary("div", [](T x, T y) { return divides(x, y) ? x / y : T(0); });
    g.binary("rem", [](T x, T y) { return divides(x, y) ? num::rem(x, y) : T(0); });
    g.binary("div_euclid", [](T x, T y) { return divides(x, y) ? num::div_euclid(x, y) : T(0); });
    g.binary("rem_euclid", [](T x, T y) { return divides(x, y) ? num::rem_euclid(x, y) : T(0); });
    g.binary("wrapping_div", [](T x, T y) { return y != 0 ? x.wrapping_div(y) : T(0); });
    g.binary("wrapping_rem", [](T x, T y) { return y != 0 ? x.wrapping_rem(y) : T(0); });
    g.binary("and", [](T x, T y) { return x & y; });
    g.binary("or", [](T x, T y) { return x | y; });
    g.binary("xor", [](T x, T y) { return x ^ y; });
    g.binary("min", [](T x, T y) { return num::min(x, y); });
    g.binary("max", [](T x, T y) { return num::max(x, y); });
    g.binary("less", [](T x, T y) { return x < y; });
    g.binary("equal", [](T x, T y) { return x == y; });
    g.binary("saturating_add", [](T x, T y) { return x.saturating_add(y); });
    g.binary("saturating_sub", [](T x, T y) { return x.saturating_sub(y); });
    g.binary("saturating_mul", [](T x, T y) { return x.saturating_mul(y); });
    g.binary("abs_diff", [](T x, T y) { return x.abs_diff(y); });
    g.binary("midpoint", [](T x, T y) { return num::midpoint(x, y); });
    g.binary("clamp", [](T x, T y) { return num::clamp(x, num::min(y, 3), num::max(y, 3)); });
    g.count("shl", [](T x, u32 n) { return x.wrapping_shl(n); });
    g.count("shr", [](T x, u32 n) { return x.wrapping_shr(n); });
    g.count("rotate_left", [](T x, u32 n) { return x.rotate_left(n); });
    g.count("rotate_right", [](T x, u32 n) { return x.rotate_right(n); });
    g.count("wrapping_pow", [](T x, u32 n) { return x.wrapping_pow(n); });
    g.count("saturating_pow", [](T x, u32 n) { return x.saturating_pow(n); });
    if constexpr (SameAs<T, typename T::UnsignedType>) {
        g.unary("is_power_of_two", [](T x) { return x.is_power_of_two(); });
        g.unary("next_power_of_two", [](T x) { return x > T::MAX / 2 + 1 ? T(0) : x.next_power_of_two(); });
        g.binary("div_ceil", [](T x, T y) { return y != 0 ? x.div_ceil(y) : T(0); });
        g.binary("next_multiple_of", [](T x, T y) {
            const bool fits = y != 0 && (num::rem(x, y) == 0 || y - num::rem(x, y) <= T::MAX - x);
            return fits ? x.next_multiple_of(y) : T(0);
        });
        g.binary("is_multiple_of", [](T x, T y) { return x.is_multiple_of(y); });
    } else {
        g.unary("abs", [](T x) { return x == T::MIN ? x.wrapping_abs() : num::abs(x); });
        g.unary("unsigned_abs", [](T x) { return x.unsigned_abs(); });
        g.unary("signum", [](T x) { return num::signum(x); });
        g.unary("is_positive", [](T x) { return x.is_positive(); });
        g.unary("is_negative", [](T x) { return x.is_negative(); });
        g.unary("saturating_neg", [](T x) { return x.saturating_neg(); });
        g.unary("saturating_abs", [](T x) { return x.saturating_abs(); });
    }
}

// ---- Floats ----------------------------------------------------------------------------------------------------

template <class F, class R>
struct Floats {
    R& r;
    const char* group;
    Array<F, 32> grid;

    __device__ Floats(R& r, const char* group) : r(r), group(group) {
        using L = Float<F>;
        // Decimal literals are rounded to F once, as Rust does. (Not the literal 16777217.0f: NVRTC
        // 13.0 rounds this tie up, though it rounds others to even.)
        const auto decimal = [](f32 single, f64 wide) { return sizeof(F) == 4 ? F(single) : F(wide); };
        grid = array(F(0), F(-0.0), F(1), F(-1), F(0.5), F(-0.5), F(1.5), F(-1.5), F(2.5), F(-2.5),
                     decimal(0.49999997f, 0.49999997), decimal(-0.49999997f, -0.49999997), decimal(3.7f, 3.7),
                     decimal(-3.7f, -3.7), F(255.5), decimal(-128.9f, -128.9), F(8388607.5),
                     cast<F>(16777217_i32), F(4294967296.0), F(-4294967296.0), F(1e10), F(-1e10),
                     decimal(9.3e18f, 9.3e18), decimal(1.9e19f, 1.9e19), decimal(1e-3f, 1e-3), L::MIN_POSITIVE,
                     L::MIN_POSITIVE / 4, L::MAX, L::MIN, L::INFINITY, L::NEG_INFINITY, L::NAN);
        for (const auto i : upto(32)) grid[i] = opaque(grid[i]);
    }
    template <class Function>
    __device__ void unary(const char* operation, Function&& f) {
        r.begin(group, operation);
        for (const auto i : upto(32)) r.add(f(grid[i]));
    }
    template <class Function>
    __device__ void binary(const char* operation, Function&& f) {
        r.begin(group, operation);
        for (const auto i : upto(32))
            for (const auto j : upto(32)) r.add(f(grid[i], grid[j]));
    }
};

template <class F, class R>
__device__ void floating(R& r, const char* group) {
    Floats<F, R> g(r, group);
    g.unary("abs", [](F x) { return num::abs(x); });
    g.unary("floor", [](F x) { return num::floor(x); });
    g.unary("ceil", [](F x) { return num::ceil(x); });
    g.unary("round", [](F x) { return num::round(x); });
    g.unary("round_ties_even", [](F x) { return num::round_ties_even(x); });
    g.unary("trunc", [](F x) { return num::trunc(x); });
    g.unary("fract", [](F x) { return num::fract(x); });
    g.unary("signum", [](F x) { return num::signum(x); });
    g.unary("sqrt", [](F x) { return num::sqrt(x); });
    g.unary("recip", [](F x) { return num::recip(x); });
    g.unary("to_radians", [](F x) { return num::to_radians(x); });
    g.unary("to_degrees", [](F x) { return num::to_degrees(x); });
    g.unary("neg", [](F x) { return -x; });
    g.unary("is_nan", [](F x) { return num::is_nan(x); });
    g.unary("is_finite", [](F x) { return num::is_finite(x); });
    g.unary("is_infinite", [](F x) { return num::is_infinite(x); });
    g.unary("is_normal", [](F x) { return num::is_normal(x); });
    g.unary("is_subnormal", [](F x) { return num::is_subnormal(x); });
    g.binary("min", [](F x, F y) { return x == 0 && y == 0 ? F(0) : num::min(x, y); });
    g.binary("max", [](F x, F y) { return x == 0 && y == 0 ? F(0) : num::max(x, y); });
    g.binary("copysign", [](F x, F y) { return num::is_nan(y) ? F(0) : num::copysign(x, y); });
    g.binary("rem", [](F x, F y) { return num::rem(x, y); });
    g.binary("rem_euclid", [](F x, F y) { return num::rem_euclid(x, y); });
    g.binary("div_euclid", [](F x, F y) { return num::div_euclid(x, y); });
    g.binary("midpoint", [](F x, F y) { return num::midpoint(x, y); });
    g.binary("add", [](F x, F y) { return x + y; });
    g.binary("mul", [](F x, F y) { return x * y; });
    g.binary("div", [](F x, F y) { return x / y; });
    g.binary("clamp", [](F x, F y) { return num::is_nan(y) ? F(0) : num::clamp(x, num::min(y, 1), num::max(y, 1)); });
    g.binary("mul_add", [](F x, F y) { return num::mul_add(x, y, sizeof(F) == 4 ? F(0.3f) : F(0.3)); });
    r.begin(group, "powi");
    const Array<i32, 11> exponents = array(0_i32, 1, 2, 3, 5, 13, -1, -2, -7, i32::MAX, i32::MIN);
    for (const auto i : upto(32))
        for (const auto j : upto(11)) r.add(num::powi(g.grid[i], opaque(exponents[j])));
    r.begin(group, "cast");
    for (const auto i : upto(32)) {
        const F x = g.grid[i];
        r.add(cast<u8>(x)), r.add(cast<u16>(x)), r.add(cast<u32>(x)), r.add(cast<u64>(x)), r.add(cast<usize>(x));
        r.add(cast<i8>(x)), r.add(cast<i16>(x)), r.add(cast<i32>(x)), r.add(cast<i64>(x)), r.add(cast<isize>(x));
        r.add(cast<f32>(x)), r.add(cast<f64>(x));
    }
}

// ---- Vectors ---------------------------------------------------------------------------------------------------

struct Random {
    u32 state;

    __device__ f32 next() {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        const i32 n = cast<i32>(state >> 8) & 0x1fff;
        if (n < 64) return 0.0f;
        if (n < 128) return -0.0f;
        if (n < 192) return 0.5f;
        if (n < 256) return -1.5f;
        return cast<f32>(n - 4096) / 512.0f;
    }
    template <class T>
    __device__ T draw() {
        T result;
        auto* numbers = reinterpret_cast<f32*>(&result);
        for (unsigned i = 0; i < sizeof(T) / sizeof(f32); i += 1) numbers[i] = opaque(next());
        return result;
    }
};

constexpr unsigned ROUNDS = 200;

template <class V, class R, class F>
__device__ void on_vectors(R& r, const char* group, const char* operation, F&& f) {
    r.begin(group, operation);
    Random random{42};
    for ([[maybe_unused]] const auto round : upto(ROUNDS)) {
        const V a = random.draw<V>(), b = random.draw<V>();
        const f32 s = random.next();
        r.add(f(a, b, s));
    }
}

template <class V, class R>
__device__ void vector(R& r, const char* group) {
    const V zero = V::splat(0), one = V::splat(1);
    constexpr unsigned LAST = sizeof(V) / sizeof(f32) - 1;
#define RUN(operation, ...) on_vectors<V>(r, group, operation, [=]([[maybe_unused]] V a, [[maybe_unused]] V b, [[maybe_unused]] f32 s) { return __VA_ARGS__; })
    RUN("add", a + b);
    RUN("sub", a - b);
    RUN("mul", a * b);
    RUN("div", a / b);
    RUN("rem", num::rem(a, b));
    RUN("scalar_left", s * a + (s - b) / (s + a) - s / b);
    RUN("scalar_right", (a * s - s) / s + s);
    RUN("neg", -a);
    RUN("equal", a == b || a == a);
    RUN("dot", a.dot(b));
    RUN("length", a.length());
    RUN("length_recip", a.length_recip());
    RUN("distance", a.distance(b));
    RUN("distance_squared", a.distance_squared(b));
    RUN("normalize", (a + 0.25f).normalize());
    RUN("normalize_or_zero", (a * s).normalize_or_zero());
    RUN("normalize_and_length", a.normalize_and_length()._0 * a.normalize_and_length()._1);
    RUN("project_onto", a.project_onto(b));
    RUN("reject_from", a.reject_from(b));
    RUN("reflect", a.reflect(b));
    RUN("refract", a.normalize().refract(b.normalize(), s));
    RUN("clamp_length", a.clamp_length(3.0f, 7.0f));
    RUN("move_towards", a.move_towards(b, s));
    RUN("min", num::min(a, b));
    RUN("max", num::max(a, b));
    RUN("clamp", num::clamp(a, num::min(b, zero), num::max(b, one)));
    RUN("min_element", a.min_element());
    RUN("max_element", a.max_element());
    RUN("min_position", a.min_position());
    RUN("max_position", a.max_position());
    RUN("element_sum", a.element_sum());
    RUN("element_product", a.element_product());
    RUN("lerp", num::lerp(a, b, s));
    RUN("lerp_monotonic", a.lerp_monotonic(b, s));
    RUN("midpoint", num::midpoint(a, b));
    RUN("step", a.step(b));
    RUN("smoothstep", a.smoothstep(b, b + 1.0f));
    RUN("abs", num::abs(a));
    RUN("signum", num::signum(a));
    RUN("copysign", num::copysign(a, b));
    RUN("floor", num::floor(a));
    RUN("ceil", num::ceil(a));
    RUN("round", num::round(a));
    RUN("trunc", num::trunc(a));
    RUN("fract", num::fract(a));
    RUN("fract_gl", a.fract_gl());
    RUN("sqrt", num::sqrt(num::abs(a)));
    RUN("recip", num::recip(a));
    RUN("mul_add", num::mul_add(a, b, a));
    RUN("rem_euclid", num::rem_euclid(a, b));
    RUN("div_euclid", num::div_euclid(a, b));
    RUN("is_finite", num::is_finite(a / b));
    RUN("is_nan", num::is_nan(a / b));
    RUN("is_normalized", a.normalize().is_normalized());
    RUN("abs_diff_eq", a.abs_diff_eq(b, 4.0f));
    RUN("is_negative_bitmask", a.is_negative_bitmask());
    RUN("index", a[0] + 2.0f * a[LAST]);
    RUN("with_x", a.with_x(s));
    RUN("array", V::from_array(a.to_array()));
#undef RUN
}

template <class M, class V, class R, class F>
__device__ void on_matrices(R& r, const char* group, const char* operation, F&& f) {
    r.begin(group, operation);
    Random random{7};
    for ([[maybe_unused]] const auto round : upto(ROUNDS)) {
        const M a = random.draw<M>(), b = random.draw<M>();
        const V w = random.draw<V>();
        const f32 s = random.next();
        r.add(f(a, b, w, s));
    }
}

template <class M, class V, class R>
__device__ void matrix(R& r, const char* group) {
#define RUN(operation, ...) on_matrices<M, V>(r, group, operation, [=]([[maybe_unused]] const M& a, [[maybe_unused]] const M& b, [[maybe_unused]] V w, [[maybe_unused]] f32 s) { return __VA_ARGS__; })
    RUN("add", a + b);
    RUN("sub", a - b);
    RUN("mul", a * b);
    RUN("mul_vector", a * w);
    RUN("scalar", s * a - (a * s) / (s + 9.0f));
    RUN("neg", -a);
    RUN("transpose", a.transpose());
    RUN("determinant", a.determinant());
    RUN("inverse", a.inverse());
    RUN("row", a.row(0) + a.row(2) * a.col(1) + a.diagonal());
    RUN("from_rows_array", M::from_cols_array(a.to_cols_array()) + M::from_diagonal(w));
#undef RUN
}

// Calls f(a, b, c, d) with each pair of vectors and, from the second on, the pair before it.
template <class F>
__device__ void on_pairs(bool skip_first, F&& f) {
    Random random{3};
    Vec3 c{}, d{};
    for ([[maybe_unused]] const auto round : upto(ROUNDS)) {
        const Vec3 a = random.draw<Vec3>(), b = random.draw<Vec3>();
        if (round != 0 || !skip_first) f(a, b, c, d);
        c = a, d = b;
    }
}

template <class R>
__device__ void special(R& r) {
    r.begin("Vec2", "perp");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) {
        r.add(a.xy().perp_dot(b.yz())), r.add(a.xy().perp().x), r.add(a.xy().rotate(b.yx()).y);
    });
    r.begin("Vec3", "cross");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) { r.add(a.cross(b)); });
    r.begin("Vec3", "angle_between");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) { r.add(a.angle_between(b)); });
    r.begin("Vec2", "angle_to");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) { r.add(a.xy().angle_to(b.xy())); });
    r.begin("Vec3", "any_orthonormal_pair");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) {
        r.add(a.any_orthogonal_vector());
        const auto pair = b.normalize().any_orthonormal_pair();
        r.add(pair._0 + pair._1), r.add(b.normalize().any_orthonormal_vector());
    });
    r.begin("Vec3", "swizzles");
    on_pairs(false, [&](Vec3 a, Vec3 b, Vec3, Vec3) {
        r.add(a.zyx() + b.xxz()), r.add(a.extend(2.0f).wzx() + b.xyz().extend(1.0f).wzyx().truncate());
        r.add(a.zz().y + b.yx().x);
    });
    r.begin("Mat4", "points");
    on_pairs(true, [&](Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
        const Mat4 m = Mat4::from_cols(a.extend(c.x), b.extend(c.y), c.extend(d.z), d.extend(a.x + 3.0f));
        r.add(m.project_point3(b));
        const Mat4 affine = Mat4::from_mat3_translation(Mat3::from_mat4(m), d);
        r.add(affine.transform_point3(a)), r.add(affine.transform_vector3(a));
        r.add((affine * Mat4::from_translation(c) * Mat4::from_scale(d)).w_axis.truncate());
    });
    r.begin("Mat3", "points");
    on_pairs(true, [&](Vec3 a, Vec3 b, Vec3 c, Vec3) {
        const Mat3 m = Mat3::from_cols(a.with_z(0.0f), b.with_z(0.0f), c.with_z(1.0f));
        r.add(m.transform_point2(b.xy()).x), r.add(m.transform_vector2(b.yz()).y), r.add(m.transpose().mul_vec3(b));
    });
}

// The suite in parts, so that a device compiler may work on several at once.
constexpr unsigned PARTS = 18;

template <unsigned PART, class Sink>
__device__ void run(Sink& sink) {
    Recorder<Sink> r{sink};
    if constexpr (PART == 0) integer<u8>(r, "u8");
    if constexpr (PART == 1) integer<u16>(r, "u16");
    if constexpr (PART == 2) integer<u32>(r, "u32");
    if constexpr (PART == 3) integer<u64>(r, "u64");
    if constexpr (PART == 4) integer<usize>(r, "usize");
    if constexpr (PART == 5) integer<i8>(r, "i8");
    if constexpr (PART == 6) integer<i16>(r, "i16");
    if constexpr (PART == 7) integer<i32>(r, "i32");
    if constexpr (PART == 8) integer<i64>(r, "i64");
    if constexpr (PART == 9) integer<isize>(r, "isize");
    if constexpr (PART == 10) floating<f32>(r, "f32");
    if constexpr (PART == 11) floating<f64>(r, "f64");
    if constexpr (PART == 12) vector<Vec2>(r, "Vec2");
    if constexpr (PART == 13) vector<Vec3>(r, "Vec3");
    if constexpr (PART == 14) vector<Vec4>(r, "Vec4");
    if constexpr (PART == 15) matrix<Mat3, Vec3>(r, "Mat3");
    if constexpr (PART == 16) matrix<Mat4, Vec4>(r, "Mat4");
    if constexpr (PART == 17) special(r);
}

}  // namespace suite
