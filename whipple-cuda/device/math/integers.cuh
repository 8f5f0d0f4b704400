// glam's vectors of integers: IVec2, IVec3, IVec4 of i32, and UVec2, UVec3, UVec4 of u32.
#pragma once
#include "../array.cuh"
#include "../cast.cuh"
#include "../default.cuh"
#include "../option.cuh"
#include "components.cuh"
#include "support.cuh"
#include "vec2.cuh"
#include "vec3.cuh"
#include "vec4.cuh"

namespace whipple {

namespace detail {

// The right operand of `+ - *`.
template <class T>
__device__ constexpr Checked<T> checked(T value, [[maybe_unused]] Location at) {
#if WHIPPLE_OVERFLOW_CHECKS
    return {value, at};
#else
    return value;
#endif
}

// Shift counts: one for each component.
template <size_t N>
struct ShiftCounts {
    Components<i64, N> value;
    Location at;

    template <class T>
    __device__ constexpr ShiftCounts(const IntegerVector<T, N>& counts, Location at = Location::current())
        : value(each<Components<i64, N>, N>([](T count) { return cast<i64>(count); }, counts)), at(at) {}
};

}  // namespace detail

// N components of an integer type. What panics does so for the first component that has a reason.
template <class T, size_t N>
struct IntegerVector : detail::Components<T, N> {
    using UnsignedType = IntegerVector<typename T::UnsignedType, N>;
    using SignedType = IntegerVector<typename T::SignedType, N>;
    using Unsigned = typename T::UnsignedType;
    using detail::Components<T, N>::x;
    using detail::Components<T, N>::y;
    enum : bool { SIGNED = SameAs<T, typename T::SignedType> };

    // The right operand of an operator: a vector, or a number that stands for each component.
    struct Operand {
        detail::Components<T, N> value;
        Location at;

        __device__ constexpr Operand(const detail::Components<T, N>& value, Location at = Location::current())
            : value(value), at(at) {}
        __device__ constexpr Operand(T number, Location at = Location::current()) : value(splat(number)), at(at) {}
        template <BuiltinInteger I>
        __device__ constexpr Operand(I number, Location at = Location::current()) : value(splat(number)), at(at) {}
    };

    static const IntegerVector ZERO, ONE, MIN, MAX, X, Y, Z, W;
    static const IntegerVector NEG_ONE, NEG_X, NEG_Y, NEG_Z, NEG_W;

    // ---- Construction and conversion --------------------------------------------------------------------------------
    __device__ static constexpr IntegerVector new_(T x, T y) requires(N == 2) { return {x, y}; }
    __device__ static constexpr IntegerVector new_(T x, T y, T z) requires(N == 3) { return {x, y, z}; }
    __device__ static constexpr IntegerVector new_(T x, T y, T z, T w) requires(N == 4) { return {x, y, z, w}; }
    __device__ static constexpr IntegerVector splat(T value) {
        if constexpr (N == 2)
            return {value, value};
        else if constexpr (N == 3)
            return {value, value, value};
        else
            return {value, value, value, value};
    }
    __device__ static constexpr IntegerVector from_array(const Array<T, N>& a) {
        if constexpr (N == 2)
            return {a.elements[0], a.elements[1]};
        else if constexpr (N == 3)
            return {a.elements[0], a.elements[1], a.elements[2]};
        else
            return {a.elements[0], a.elements[1], a.elements[2], a.elements[3]};
    }
    __device__ static constexpr IntegerVector from(const Array<T, N>& a) { return from_array(a); }
    __device__ static constexpr IntegerVector from(const Tuple<T, T>& t) { return {t._0, t._1}; }
    __device__ static constexpr IntegerVector from(const Tuple<T, T, T>& t) { return {t._0, t._1, t._2}; }
    __device__ static constexpr IntegerVector from(const Tuple<T, T, T, T>& t) { return {t._0, t._1, t._2, t._3}; }
    __device__ static constexpr IntegerVector from(const Tuple<IntegerVector<T, 2>, T>& t) { return t._0.extend(t._1); }
    __device__ static constexpr IntegerVector from(const Tuple<IntegerVector<T, 3>, T>& t) { return t._0.extend(t._1); }
    __device__ static constexpr IntegerVector from(const Tuple<T, IntegerVector<T, 3>>& t) {
        return {t._0, t._1.x, t._1.y, t._1.z};
    }
    __device__ static constexpr IntegerVector from(const Tuple<IntegerVector<T, 2>, T, T>& t) {
        return {t._0.x, t._0.y, t._1, t._2};
    }
    __device__ static constexpr IntegerVector from(const Tuple<IntegerVector<T, 2>, IntegerVector<T, 2>>& t) {
        return {t._0.x, t._0.y, t._1.x, t._1.y};
    }
    template <class Lane>
    __device__ static constexpr IntegerVector from(const MaskVector<Lane, N>& mask) {
        return detail::each<IntegerVector, N>([](bool is) { return cast<T>(is); }, mask);
    }
    __device__ constexpr Array<T, N> to_array() const { return detail::each<Array<T, N>, N>([](T a) { return a; }, *this); }
    __device__ constexpr IntegerVector<T, N + 1> extend(T last) const requires(N < 4) {
        if constexpr (N == 2)
            return {x, y, last};
        else
            return {x, y, this->z, last};
    }
    __device__ constexpr IntegerVector<T, N - 1> truncate() const requires(N > 2) {
        if constexpr (N == 3)
            return {x, y};
        else
            return {x, y, this->z};
    }
    __device__ constexpr IntegerVector with_x(T value) const { return changed([&](auto& v) { v.x = value; }); }
    __device__ constexpr IntegerVector with_y(T value) const { return changed([&](auto& v) { v.y = value; }); }
    __device__ constexpr IntegerVector with_z(T value) const requires(N >= 3) { return changed([&](auto& v) { v.z = value; }); }
    __device__ constexpr IntegerVector with_w(T value) const requires(N == 4) { return changed([&](auto& v) { v.w = value; }); }
    __device__ constexpr Vec2 as_vec2() const requires(N == 2) { return as<Vec2, f32>(); }
    __device__ constexpr Vec3 as_vec3() const requires(N == 3) { return as<Vec3, f32>(); }
    __device__ constexpr Vec4 as_vec4() const requires(N == 4) { return as<Vec4, f32>(); }
    __device__ constexpr IVec2 as_ivec2() const requires(N == 2 && !SIGNED) { return as<IVec2, i32>(); }
    __device__ constexpr IVec3 as_ivec3() const requires(N == 3 && !SIGNED) { return as<IVec3, i32>(); }
    __device__ constexpr IVec4 as_ivec4() const requires(N == 4 && !SIGNED) { return as<IVec4, i32>(); }
    __device__ constexpr UVec2 as_uvec2() const requires(N == 2 && bool(SIGNED)) { return as<UVec2, u32>(); }
    __device__ constexpr UVec3 as_uvec3() const requires(N == 3 && bool(SIGNED)) { return as<UVec3, u32>(); }
    __device__ constexpr UVec4 as_uvec4() const requires(N == 4 && bool(SIGNED)) { return as<UVec4, u32>(); }
    // A component by index; panics if there is none.
    __device__ constexpr T operator[](Index index) const { return component(*this, index); }
    __device__ constexpr T& operator[](Index index) { return component(*this, index); }

    // ---- Operators --------------------------------------------------------------------------------------------------
#define WHIPPLE_OPERATOR(op, right)                                                                                \
    __device__ friend constexpr IntegerVector operator op(const IntegerVector& a, Operand b) {                    \
        return detail::each<IntegerVector, N>([&](T left, T number) { return left op right; }, a, b.value);       \
    }                                                                                                              \
    __device__ friend constexpr IntegerVector operator op(T a, Operand b) { return splat(a) op b; }                \
    __device__ constexpr void operator op##=(Operand b) { *this = *this op b; }
    WHIPPLE_OPERATOR(+, detail::checked(number, b.at))
    WHIPPLE_OPERATOR(-, detail::checked(number, b.at))
    WHIPPLE_OPERATOR(*, detail::checked(number, b.at))
    WHIPPLE_OPERATOR(/, Located<T>(number, b.at))
    WHIPPLE_OPERATOR(%, Located<T>(number, b.at))
    WHIPPLE_OPERATOR(&, number)
    WHIPPLE_OPERATOR(|, number)
    WHIPPLE_OPERATOR(^, number)
#undef WHIPPLE_OPERATOR
    // The counts are numbers of any type, or vectors.
#define WHIPPLE_SHIFT(op)                                                                                          \
    __device__ constexpr IntegerVector operator op(detail::ShiftCount count) const {                               \
        return detail::each<IntegerVector, N>([&](T a) { return a op count; }, *this);                            \
    }                                                                                                              \
    __device__ constexpr IntegerVector operator op(detail::ShiftCounts<N> counts) const {                          \
        const auto one = [&](T a, i64 count) { return a op detail::ShiftCount(count, counts.at); };                \
        return detail::each<IntegerVector, N>(one, *this, counts.value);                                           \
    }                                                                                                              \
    __device__ constexpr void operator op##=(detail::ShiftCount count) { *this = *this op count; }
    WHIPPLE_SHIFT(<<)
    WHIPPLE_SHIFT(>>)
#undef WHIPPLE_SHIFT
    __device__ friend constexpr IntegerVector operator-(Located<IntegerVector> a) requires(bool(SIGNED)) {
        return detail::each<IntegerVector, N>([&](T value) { return -detail::checked(value, a.at); }, a.value);
    }
    __device__ constexpr IntegerVector operator!() const { return detail::each<IntegerVector, N>([](T a) { return !a; }, *this); }
    __device__ friend constexpr bool operator==(const IntegerVector& a, const IntegerVector& b) {
        const auto equal = detail::each<detail::Components<bool, N>, N>([](T a, T b) { return a == b; }, a, b);
        return detail::joined<N>([](bool all, bool next) { return all && next; }, equal);
    }
    // Rust's `%`.
    __device__ constexpr IntegerVector rem(Operand b, Location at = Location::current()) const {
        return *this % Operand(b.value, at);
    }

    // ---- Products and distances -------------------------------------------------------------------------------------
    __device__ constexpr T dot(const IntegerVector& b) const { return (*this * b).element_sum(); }
    __device__ constexpr IntegerVector dot_into_vec(const IntegerVector& b) const { return splat(dot(b)); }
    __device__ constexpr IntegerVector cross(const IntegerVector& b) const requires(N == 3) {
        return {y * b.z - b.y * this->z, this->z * b.x - b.z * x, x * b.y - b.x * y};
    }
    __device__ constexpr IntegerVector perp() const requires(N == 2 && bool(SIGNED)) { return {-y, x}; }
    __device__ constexpr T perp_dot(const IntegerVector& b) const requires(N == 2 && bool(SIGNED)) { return x * b.y - y * b.x; }
    __device__ constexpr IntegerVector rotate(const IntegerVector& b) const requires(N == 2 && bool(SIGNED)) {
        return {x * b.x - y * b.y, y * b.x + x * b.y};
    }
    __device__ constexpr T length_squared() const { return dot(*this); }
    __device__ constexpr T distance_squared(const IntegerVector& b) const requires(bool(SIGNED)) {
        return (*this - b).length_squared();
    }
    __device__ constexpr Unsigned manhattan_distance(const IntegerVector& b) const { return distances(b).element_sum(); }
    __device__ constexpr Option<Unsigned> checked_manhattan_distance(const IntegerVector& b) const {
        bool fits = true;
        const auto add = [&](Unsigned sum, Unsigned distance) {
            fits = fits && sum <= Unsigned::MAX - distance;
            return sum.wrapping_add(distance);
        };
        const Unsigned sum = detail::joined<N>(add, distances(b));
        return fits ? Option<Unsigned>(sum) : Option<Unsigned>(none);
    }
    __device__ constexpr Unsigned chebyshev_distance(const IntegerVector& b) const { return distances(b).max_element(); }

    // ---- Order ------------------------------------------------------------------------------------------------------
    __device__ constexpr IntegerVector min(const IntegerVector& b) const { return both(b, [](T a, T b) { return a.min(b); }); }
    __device__ constexpr IntegerVector max(const IntegerVector& b) const { return both(b, [](T a, T b) { return a.max(b); }); }
    __device__ constexpr IntegerVector clamp(const IntegerVector& low, const IntegerVector& high) const {
        return max(low).min(high);
    }
    __device__ constexpr T min_element() const { return detail::joined<N>([](T a, T b) { return a.min(b); }, *this); }
    __device__ constexpr T max_element() const { return detail::joined<N>([](T a, T b) { return a.max(b); }, *this); }
    __device__ constexpr usize min_position() const { return position([](T a, T b) { return a < b; }); }
    __device__ constexpr usize max_position() const { return position([](T a, T b) { return a > b; }); }
    __device__ constexpr T element_sum() const { return detail::joined<N>([](T a, T b) { return a + b; }, *this); }
    __device__ constexpr T element_product() const { return detail::joined<N>([](T a, T b) { return a * b; }, *this); }
    __device__ constexpr IntegerVector abs() const requires(bool(SIGNED)) {
        return detail::each<IntegerVector, N>([](T a) { return a.abs(); }, *this);
    }
    __device__ constexpr IntegerVector signum() const requires(bool(SIGNED)) {
        return detail::each<IntegerVector, N>([](T a) { return a.signum(); }, *this);
    }
    __device__ constexpr u32 is_negative_bitmask() const requires(bool(SIGNED)) {
        const auto negative = detail::each<UnsignedType, N>([](T a) { return cast<u32>(a.is_negative()); }, *this);
        const u32 two = negative.x | negative.y << 1;
        if constexpr (N == 2)
            return two;
        else if constexpr (N == 3)
            return two | negative.z << 2;
        else
            return two | negative.z << 2 | negative.w << 3;
    }

    // ---- Masks ------------------------------------------------------------------------------------------------------
    __device__ static constexpr IntegerVector select(const MaskVector<bool, N>& mask, const IntegerVector& if_true,
                                                 const IntegerVector& if_false) {
        return detail::each<IntegerVector, N>([](bool is, T a, T b) { return is ? a : b; }, mask, if_true, if_false);
    }
    __device__ constexpr MaskVector<bool, N> cmpeq(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a == b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> cmpne(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a != b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> cmplt(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a < b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> cmple(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a <= b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> cmpgt(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a > b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> cmpge(const IntegerVector& b) const {
        return detail::each<MaskVector<bool, N>, N>([](T a, T b) { return a >= b; }, *this, b);
    }
    __device__ constexpr MaskVector<bool, N> is_negative_mask() const requires(bool(SIGNED)) {
        return detail::each<MaskVector<bool, N>, N>([](T a) { return a.is_negative(); }, *this);
    }

    // ---- Component by component -------------------------------------------------------------------------------------
    __device__ constexpr IntegerVector div_euclid(const IntegerVector& b, Location at = Location::current()) const
        requires(bool(SIGNED))
    {
        return both(b, [&](T a, T b) { return a.div_euclid(b, at); });
    }
    __device__ constexpr IntegerVector rem_euclid(const IntegerVector& b, Location at = Location::current()) const
        requires(bool(SIGNED))
    {
        return both(b, [&](T a, T b) { return a.rem_euclid(b, at); });
    }
    __device__ constexpr IntegerVector wrapping_div(const IntegerVector& b, Location at = Location::current()) const {
        return both(b, [&](T a, T b) { return a.wrapping_div(b, at); });
    }
    __device__ constexpr IntegerVector saturating_div(const IntegerVector& b, Location at = Location::current()) const {
        return both(b, [&](T a, T b) { return a.saturating_div(b, at); });
    }
    __device__ constexpr IntegerVector wrapping_add(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.wrapping_add(b); });
    }
    __device__ constexpr IntegerVector wrapping_sub(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.wrapping_sub(b); });
    }
    __device__ constexpr IntegerVector wrapping_mul(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.wrapping_mul(b); });
    }
    __device__ constexpr IntegerVector saturating_add(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.saturating_add(b); });
    }
    __device__ constexpr IntegerVector saturating_sub(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.saturating_sub(b); });
    }
    __device__ constexpr IntegerVector saturating_mul(const IntegerVector& b) const {
        return both(b, [](T a, T b) { return a.saturating_mul(b); });
    }
    __device__ constexpr IntegerVector wrapping_add_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return both(b, [](T a, auto b) { return a.wrapping_add_unsigned(b); });
    }
    __device__ constexpr IntegerVector wrapping_sub_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return both(b, [](T a, auto b) { return a.wrapping_sub_unsigned(b); });
    }
    __device__ constexpr IntegerVector saturating_add_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return both(b, [](T a, auto b) { return a.saturating_add_unsigned(b); });
    }
    __device__ constexpr IntegerVector saturating_sub_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return both(b, [](T a, auto b) { return a.saturating_sub_unsigned(b); });
    }
    __device__ constexpr IntegerVector wrapping_add_signed(const SignedType& b) const requires(!SIGNED) {
        return both(b, [](T a, auto b) { return a.wrapping_add_signed(b); });
    }
    __device__ constexpr IntegerVector saturating_add_signed(const SignedType& b) const requires(!SIGNED) {
        return both(b, [](T a, auto b) { return a.saturating_add_signed(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_add(const IntegerVector& b) const {
        return unless_one_fails(b, [](T a, T b) { return a.checked_add(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_sub(const IntegerVector& b) const {
        return unless_one_fails(b, [](T a, T b) { return a.checked_sub(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_mul(const IntegerVector& b) const {
        return unless_one_fails(b, [](T a, T b) { return a.checked_mul(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_div(const IntegerVector& b) const {
        return unless_one_fails(b, [](T a, T b) { return a.checked_div(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_add_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return unless_one_fails(b, [](T a, auto b) { return a.checked_add_unsigned(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_sub_unsigned(const UnsignedType& b) const requires(bool(SIGNED)) {
        return unless_one_fails(b, [](T a, auto b) { return a.checked_sub_unsigned(b); });
    }
    __device__ constexpr Option<IntegerVector> checked_add_signed(const SignedType& b) const requires(!SIGNED) {
        return unless_one_fails(b, [](T a, auto b) { return a.checked_add_signed(b); });
    }

    // ---- Swizzles ---------------------------------------------------------------------------------------------------
#define WHIPPLE_SWIZZLE_3(a, b, c) \
    __device__ constexpr IntegerVector<T, 3> a##b##c() const { return {this->a, this->b, this->c}; }
#define WHIPPLE_SWIZZLE_2(a, b)                                                                 \
    __device__ constexpr IntegerVector<T, 2> a##b() const { return {this->a, this->b}; }        \
    WHIPPLE_SWIZZLE_3(a, b, x) WHIPPLE_SWIZZLE_3(a, b, y) WHIPPLE_SWIZZLE_3(a, b, z) WHIPPLE_SWIZZLE_3(a, b, w)
#define WHIPPLE_SWIZZLE_1(a) WHIPPLE_SWIZZLE_2(a, x) WHIPPLE_SWIZZLE_2(a, y) WHIPPLE_SWIZZLE_2(a, z) WHIPPLE_SWIZZLE_2(a, w)
    WHIPPLE_SWIZZLE_1(x) WHIPPLE_SWIZZLE_1(y) WHIPPLE_SWIZZLE_1(z) WHIPPLE_SWIZZLE_1(w)
#undef WHIPPLE_SWIZZLE_1
#undef WHIPPLE_SWIZZLE_2
#undef WHIPPLE_SWIZZLE_3
#define WHIPPLE_SWIZZLE_4(a, b, c, d) \
    __device__ constexpr IntegerVector<T, 4> a##b##c##d() const { return {this->a, this->b, this->c, this->d}; }
    WHIPPLE_SWIZZLE_4(x, x, x, x) WHIPPLE_SWIZZLE_4(x, y, z, w) WHIPPLE_SWIZZLE_4(x, y, w, z)
    WHIPPLE_SWIZZLE_4(x, z, y, w) WHIPPLE_SWIZZLE_4(x, z, w, y) WHIPPLE_SWIZZLE_4(x, w, y, z)
    WHIPPLE_SWIZZLE_4(x, w, z, y) WHIPPLE_SWIZZLE_4(y, x, z, w) WHIPPLE_SWIZZLE_4(y, x, w, z)
    WHIPPLE_SWIZZLE_4(y, y, y, y) WHIPPLE_SWIZZLE_4(y, z, x, w) WHIPPLE_SWIZZLE_4(y, z, w, x)
    WHIPPLE_SWIZZLE_4(y, w, x, z) WHIPPLE_SWIZZLE_4(y, w, z, x) WHIPPLE_SWIZZLE_4(z, x, y, w)
    WHIPPLE_SWIZZLE_4(z, x, w, y) WHIPPLE_SWIZZLE_4(z, y, x, w) WHIPPLE_SWIZZLE_4(z, y, w, x)
    WHIPPLE_SWIZZLE_4(z, z, z, z) WHIPPLE_SWIZZLE_4(z, w, x, y) WHIPPLE_SWIZZLE_4(z, w, y, x)
    WHIPPLE_SWIZZLE_4(w, x, y, z) WHIPPLE_SWIZZLE_4(w, x, z, y) WHIPPLE_SWIZZLE_4(w, y, x, z)
    WHIPPLE_SWIZZLE_4(w, y, z, x) WHIPPLE_SWIZZLE_4(w, z, x, y) WHIPPLE_SWIZZLE_4(w, z, y, x)
    WHIPPLE_SWIZZLE_4(w, w, w, w)
#undef WHIPPLE_SWIZZLE_4

private:
    template <class V, class Number>
    __device__ constexpr V as() const {
        return detail::each<V, N>([](T a) { return cast<Number>(a); }, *this);
    }
    template <class F>
    __device__ constexpr IntegerVector changed(F change) const {
        IntegerVector other = *this;
        change(other);
        return other;
    }
    template <class Self>
    __device__ static constexpr auto& component(Self& self, Index index) {
        detail::check_bounds(index.value, N, index.at);
        if constexpr (N == 2)
            return index.value == 0 ? self.x : self.y;
        else if constexpr (N == 3)
            return index.value == 0 ? self.x : index.value == 1 ? self.y : self.z;
        else
            return index.value == 0 ? self.x : index.value == 1 ? self.y : index.value == 2 ? self.z : self.w;
    }
    // What a function gives of two components each.
    template <class Other, class F>
    __device__ constexpr IntegerVector both(const Other& b, F function) const {
        return detail::each<IntegerVector, N>(function, *this, b);
    }
    // The same of one that gives options.
    template <class Other, class F>
    __device__ constexpr Option<IntegerVector> unless_one_fails(const Other& b, F function) const {
        bool fits = true;
        const auto one = [&](T a, auto b) {
            const Option<T> result = function(a, b);
            fits = fits && result.present;
            return result.present ? result.value : T(0);
        };
        const IntegerVector all = both(b, one);
        return fits ? Option<IntegerVector>(all) : Option<IntegerVector>(none);
    }
    // The first component that a comparison puts before all others.
    template <class F>
    __device__ constexpr usize position(F is_before) const {
        usize found = is_before(y, x) ? 1 : 0;
        T first = is_before(y, x) ? y : x;
        if constexpr (N > 2) {
            if (is_before(this->z, first)) found = 2, first = this->z;
        }
        if constexpr (N > 3) {
            if (is_before(this->w, first)) found = 3;
        }
        return found;
    }
    __device__ constexpr UnsignedType distances(const IntegerVector& b) const {
        return detail::each<UnsignedType, N>([](T a, T b) { return a.abs_diff(b); }, *this, b);
    }
};

namespace detail {

// A vector along an axis.
template <class V>
__device__ constexpr V axis(size_t index, int length) {
    auto components = V::splat(0).to_array();
    components.elements[index] = length;
    return V::from_array(components);
}

}  // namespace detail

// Constants of each type. The definitions of a template would be no constants to NVRTC.
#define WHIPPLE_CONSTANT(Vector, name, value) \
    template <>                               \
    inline constexpr Vector Vector::name = value;
#define WHIPPLE_CONSTANTS(Vector, Number)                    \
    WHIPPLE_CONSTANT(Vector, ZERO, Vector::splat(0))         \
    WHIPPLE_CONSTANT(Vector, ONE, Vector::splat(1))          \
    WHIPPLE_CONSTANT(Vector, MIN, Vector::splat(Number::MIN)) \
    WHIPPLE_CONSTANT(Vector, MAX, Vector::splat(Number::MAX)) \
    WHIPPLE_CONSTANT(Vector, X, detail::axis<Vector>(0, 1))          \
    WHIPPLE_CONSTANT(Vector, Y, detail::axis<Vector>(1, 1))
#define WHIPPLE_NEGATIVE(Vector)                        \
    WHIPPLE_CONSTANT(Vector, NEG_ONE, Vector::splat(-1)) \
    WHIPPLE_CONSTANT(Vector, NEG_X, detail::axis<Vector>(0, -1)) \
    WHIPPLE_CONSTANT(Vector, NEG_Y, detail::axis<Vector>(1, -1))
WHIPPLE_CONSTANTS(IVec2, i32)
WHIPPLE_CONSTANTS(IVec3, i32)
WHIPPLE_CONSTANTS(IVec4, i32)
WHIPPLE_CONSTANTS(UVec2, u32)
WHIPPLE_CONSTANTS(UVec3, u32)
WHIPPLE_CONSTANTS(UVec4, u32)
WHIPPLE_NEGATIVE(IVec2)
WHIPPLE_NEGATIVE(IVec3)
WHIPPLE_NEGATIVE(IVec4)
WHIPPLE_CONSTANT(IVec3, Z, detail::axis<IVec3>(2, 1))
WHIPPLE_CONSTANT(IVec4, Z, detail::axis<IVec4>(2, 1))
WHIPPLE_CONSTANT(UVec3, Z, detail::axis<UVec3>(2, 1))
WHIPPLE_CONSTANT(UVec4, Z, detail::axis<UVec4>(2, 1))
WHIPPLE_CONSTANT(IVec4, W, detail::axis<IVec4>(3, 1))
WHIPPLE_CONSTANT(UVec4, W, detail::axis<UVec4>(3, 1))
WHIPPLE_CONSTANT(IVec3, NEG_Z, detail::axis<IVec3>(2, -1))
WHIPPLE_CONSTANT(IVec4, NEG_Z, detail::axis<IVec4>(2, -1))
WHIPPLE_CONSTANT(IVec4, NEG_W, detail::axis<IVec4>(3, -1))
#undef WHIPPLE_NEGATIVE
#undef WHIPPLE_CONSTANTS
#undef WHIPPLE_CONSTANT

__device__ constexpr IVec2 ivec2(i32 x, i32 y) { return {x, y}; }
__device__ constexpr IVec3 ivec3(i32 x, i32 y, i32 z) { return {x, y, z}; }
__device__ constexpr IVec4 ivec4(i32 x, i32 y, i32 z, i32 w) { return {x, y, z, w}; }
__device__ constexpr UVec2 uvec2(u32 x, u32 y) { return {x, y}; }
__device__ constexpr UVec3 uvec3(u32 x, u32 y, u32 z) { return {x, y, z}; }
__device__ constexpr UVec4 uvec4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }

// Of what does not fit, the nearest number, as by Rust's casts.
__device__ constexpr IVec2 Vec2::as_ivec2() const { return {cast<i32>(x), cast<i32>(y)}; }
__device__ constexpr UVec2 Vec2::as_uvec2() const { return {cast<u32>(x), cast<u32>(y)}; }
__device__ constexpr IVec3 Vec3::as_ivec3() const { return {cast<i32>(x), cast<i32>(y), cast<i32>(z)}; }
__device__ constexpr UVec3 Vec3::as_uvec3() const { return {cast<u32>(x), cast<u32>(y), cast<u32>(z)}; }
__device__ constexpr IVec4 Vec4::as_ivec4() const { return {cast<i32>(x), cast<i32>(y), cast<i32>(z), cast<i32>(w)}; }
__device__ constexpr UVec4 Vec4::as_uvec4() const { return {cast<u32>(x), cast<u32>(y), cast<u32>(z), cast<u32>(w)}; }

static_assert(sizeof(IVec2) == 8 && alignof(IVec2) == 4, "glam's IVec2 has another layout");
static_assert(sizeof(UVec3) == 12 && alignof(UVec3) == 4, "glam's UVec3 has another layout");
static_assert(sizeof(IVec4) == 16 && alignof(IVec4) == 4, "glam's IVec4 has another layout");

template <class T, size_t N>
struct detail::DefaultOf<IntegerVector<T, N>> {
    __device__ static constexpr IntegerVector<T, N> value() { return IntegerVector<T, N>::ZERO; }
};

namespace num {

// `a % v` of a number: of each component.
#define WHIPPLE_REM(Number, Vector) \
    __device__ constexpr Vector rem(Number a, Vector b, Location at = Location::current()) { return Vector::splat(a).rem(b, at); }
WHIPPLE_REM(i32, IVec2)
WHIPPLE_REM(i32, IVec3)
WHIPPLE_REM(i32, IVec4)
WHIPPLE_REM(u32, UVec2)
WHIPPLE_REM(u32, UVec3)
WHIPPLE_REM(u32, UVec4)
#undef WHIPPLE_REM

}  // namespace num

}  // namespace whipple
