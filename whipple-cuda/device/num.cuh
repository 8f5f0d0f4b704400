// Rust's integers as classes: they wrap, never promote, and never convert to built-in integers by themselves.
#pragma once
#include "ascii.cuh"
#include "bits.cuh"
#include "config.cuh"
#include "option.cuh"
#include "order.cuh"
#include "panic.cuh"

namespace whipple {

namespace detail {

// Distinguishes usize and isize from u64 and i64.
struct PointerSized;

// The right operand of an operator that may panic only under WHIPPLE_OVERFLOW_CHECKS.
#if WHIPPLE_OVERFLOW_CHECKS
template <class T>
using Checked = Located<T>;
#else
template <class T>
using Checked = T;
#endif

}  // namespace detail

template <class Raw, class Tag = void>
class Integer;
template <class... T>
struct Tuple;
template <class T, size_t N>
struct Array;

using u8 = Integer<unsigned char>;
using u16 = Integer<unsigned short>;
using u32 = Integer<unsigned>;
using u64 = Integer<unsigned long long>;
using usize = Integer<unsigned long long, detail::PointerSized>;
using i8 = Integer<signed char>;
using i16 = Integer<short>;
using i32 = Integer<int>;
using i64 = Integer<long long>;
using isize = Integer<long long, detail::PointerSized>;
#if WHIPPLE_WIDE_INTEGERS
using u128 = Integer<unsigned __int128>;
using i128 = Integer<__int128>;
#endif

namespace detail {

template <class T>
struct IsInteger {
    enum { VALUE = 0 };
};
template <class Raw, class Tag>
struct IsInteger<Integer<Raw, Tag>> {
    enum { VALUE = 1 };
};

}  // namespace detail

// One of the integer classes.
template <class T>
concept IntegerClass = static_cast<bool>(detail::IsInteger<T>::VALUE);

namespace detail {

// The low bits of a number. Sixteen of them are hidden. NVVM writes negations that it finds in 16 bits as `neg.s16` and
// `abs.s16`. ptxas takes it that these do not overflow, so that -(-32768) compares as 32768.
template <class Raw, class Wide>
__device__ constexpr Raw low_bits(Wide value) {
    if constexpr (sizeof(Raw) == 2 && sizeof(Wide) > 2)
        return static_cast<Raw>(hidden(static_cast<unsigned>(value)));
    else
        return static_cast<Raw>(value);
}

// A shift count of any integer type, and where it was written. Negative ones become large, so that checks see them. Of one of 128 bits that
// does not fit, the bits that shifts take stay.
struct ShiftCount {
    unsigned long long value;
    Location at;

    template <class Count>
        requires IntegerClass<Count> || BuiltinInteger<Count>
    __device__ constexpr ShiftCount(Count count, Location at = Location::current()) : value(raw(count)), at(at) {}

private:
    template <class Count>
    __device__ static constexpr unsigned long long raw(Count count) {
        if constexpr (IntegerClass<Count>) {
            return raw(count.raw());
        } else if constexpr (WideInteger<Count>) {
            constexpr unsigned long long TOO_LARGE = 1ull << 63;
            const auto low = static_cast<unsigned long long>(count);
            return count == static_cast<Count>(low) ? low : low | TOO_LARGE;
        } else {
            return static_cast<unsigned long long>(count);
        }
    }
};

}  // namespace detail

// Rust's integer type whose bits are a `Raw`. The operators have Rust's release semantics: they wrap, and shifts mask
// their count. Under WHIPPLE_OVERFLOW_CHECKS they have Rust's debug semantics: they panic.
template <class Raw, class Tag>
class Integer {
    using URaw = typename detail::Unsigned<Raw>::Type;
    using Bytes = Array<u8, sizeof(Raw)>;
    // Arithmetic in `Wide` is modular and is not promoted to int.
    using Wide = SelectType<(sizeof(Raw) < 4), unsigned, URaw>;
    using Checked = detail::Checked<Integer>;
    using Magnitude = SelectType<(sizeof(Raw) > 8), URaw, unsigned long long>;
    // Enumerators and functions, because constants would become device globals.
    enum : bool { SIGNED = static_cast<Raw>(-1) < static_cast<Raw>(0) };
    enum : unsigned { WIDTH = 8 * sizeof(Raw) };
    __device__ static constexpr Raw least() { return SIGNED ? static_cast<Raw>(Wide(1) << (WIDTH - 1)) : Raw(0); }
    __device__ static constexpr Raw greatest() { return static_cast<Raw>(~least()); }

public:
    // The unsigned type of the same width; the type itself if it is unsigned.
    using UnsignedType = Integer<URaw, Tag>;
    using SignedType = Integer<typename detail::Signed<URaw>::Type, Tag>;

    // Public so that an integer can be a template argument; use raw().
    Raw bits;

    static const Integer MIN;
    static const Integer MAX;
    static const u32 BITS;

    constexpr Integer() = default;
    // From literals and intrinsics. rustc has checked that literals fit.
    template <BuiltinInteger I>
    __device__ constexpr Integer(I value) : bits(static_cast<Raw>(value)) {}

    // The value as a built-in integer.
    __device__ constexpr Raw raw() const { return bits; }

    // ---- Operators -----------------------------------------------------------------------------------------------

    __device__ friend constexpr Integer operator+(Integer a, Checked b) { return a.add(b); }
    __device__ friend constexpr Integer operator-(Integer a, Checked b) { return a.sub(b); }
    __device__ friend constexpr Integer operator*(Integer a, Checked b) { return a.mul(b); }
    __device__ friend constexpr Integer operator/(Integer a, Located<Integer> b) { return a.div(b.value, b.at); }
    __device__ friend constexpr Integer operator%(Integer a, Located<Integer> b) { return a.rem(b.value, b.at); }
    __device__ friend constexpr Integer operator&(Integer a, Integer b) { return static_cast<Raw>(a.bits & b.bits); }
    __device__ friend constexpr Integer operator|(Integer a, Integer b) { return static_cast<Raw>(a.bits | b.bits); }
    __device__ friend constexpr Integer operator^(Integer a, Integer b) { return static_cast<Raw>(a.bits ^ b.bits); }
    // Rust's `!`: all bits flipped.
    __device__ constexpr Integer operator!() const { return static_cast<Raw>(~bits); }
    __device__ friend constexpr Integer operator-(Checked a)
        requires(bool(SIGNED))
    {
        return Integer::negated(a);
    }
    // Members, because the left operand of a shift must not be a literal: its type would not be known.
    __device__ constexpr Integer operator<<(detail::ShiftCount count) const {
        if (WHIPPLE_OVERFLOW_CHECKS && count.value >= WIDTH)
            detail::fail(PanicKind::Overflow, "attempt to shift left with overflow", count.at);
        return wrapping_shl(static_cast<unsigned>(count.value));
    }
    __device__ constexpr Integer operator>>(detail::ShiftCount count) const {
        if (WHIPPLE_OVERFLOW_CHECKS && count.value >= WIDTH)
            detail::fail(PanicKind::Overflow, "attempt to shift right with overflow", count.at);
        return wrapping_shr(static_cast<unsigned>(count.value));
    }

    __device__ constexpr void operator+=(Checked b) { *this = add(b); }
    __device__ constexpr void operator-=(Checked b) { *this = sub(b); }
    __device__ constexpr void operator*=(Checked b) { *this = mul(b); }
    __device__ constexpr void operator/=(Located<Integer> b) { *this = div(b.value, b.at); }
    __device__ constexpr void operator%=(Located<Integer> b) { *this = rem(b.value, b.at); }
    __device__ constexpr void operator&=(Integer b) { *this = *this & b; }
    __device__ constexpr void operator|=(Integer b) { *this = *this | b; }
    __device__ constexpr void operator^=(Integer b) { *this = *this ^ b; }
    __device__ constexpr void operator<<=(detail::ShiftCount count) { *this = *this << count; }
    __device__ constexpr void operator>>=(detail::ShiftCount count) { *this = *this >> count; }

    // By reference: by value NVRTC 13.0 sees too late that some of them never hold (docs/log/124-a-choice-that-is-never-made.md).
    __device__ friend constexpr bool operator==(const Integer& a, const Integer& b) { return a.bits == b.bits; }
    __device__ friend constexpr bool operator!=(const Integer& a, const Integer& b) { return a.bits != b.bits; }
    __device__ friend constexpr bool operator<(const Integer& a, const Integer& b) { return a.bits < b.bits; }
    __device__ friend constexpr bool operator<=(const Integer& a, const Integer& b) { return a.bits <= b.bits; }
    __device__ friend constexpr bool operator>(const Integer& a, const Integer& b) { return a.bits > b.bits; }
    __device__ friend constexpr bool operator>=(const Integer& a, const Integer& b) { return a.bits >= b.bits; }

    // ---- Order ---------------------------------------------------------------------------------------------------

    __device__ constexpr Integer min(Integer other) const { return other.bits < bits ? other : *this; }
    __device__ constexpr Integer max(Integer other) const { return other.bits < bits ? *this : other; }
    __device__ constexpr Integer clamp(Integer low, Integer high, Location at = Location::current()) const {
        if (low > high) detail::fail(PanicKind::InvalidRange, "assertion failed: min <= max", at);
        return *this < low ? low : (*this > high ? high : *this);
    }
    __device__ constexpr Ordering cmp(const Integer& other) const { return detail::order(*this, other); }
    __device__ constexpr Option<Ordering> partial_cmp(const Integer& other) const { return Option<Ordering>(cmp(other)); }
    __device__ constexpr Integer midpoint(Integer other) const {
        // Rounds towards negative infinity for unsigned, towards zero for signed, as Rust does.
        const Integer floor = (*this & other) + ((*this ^ other) >> 1);
        return SIGNED && floor < 0 && ((*this ^ other) & 1) != 0 ? floor.wrapping_add(1) : floor;
    }

    // ---- Sign ----------------------------------------------------------------------------------------------------

    __device__ constexpr Integer abs(Location at = Location::current()) const
        requires(bool(SIGNED))
    {
        return bits < 0 ? neg(at) : *this;
    }
    __device__ constexpr Integer wrapping_abs() const
        requires(bool(SIGNED))
    {
        return bits < 0 ? wrapping_neg() : *this;
    }
    __device__ constexpr Integer saturating_abs() const
        requires(bool(SIGNED))
    {
        return bits < 0 ? saturating_neg() : *this;
    }
    __device__ constexpr UnsignedType unsigned_abs() const
        requires(bool(SIGNED))
    {
        return wrapping_abs().cast_unsigned();
    }
    __device__ constexpr Integer signum() const
        requires(bool(SIGNED))
    {
        return static_cast<Raw>(bits > 0 ? 1 : (bits < 0 ? -1 : 0));
    }
    __device__ constexpr bool is_positive() const
        requires(bool(SIGNED))
    {
        return bits > 0;
    }
    __device__ constexpr bool is_negative() const
        requires(bool(SIGNED))
    {
        return bits < 0;
    }
    __device__ constexpr UnsignedType abs_diff(Integer other) const {
        return detail::low_bits<URaw>(wide(max(other)) - detail::hidden(wide(min(other))));
    }
    __device__ constexpr UnsignedType cast_unsigned() const { return static_cast<URaw>(bits); }
    __device__ constexpr SignedType cast_signed() const { return static_cast<typename detail::Signed<URaw>::Type>(bits); }

    // ---- Wrapping and saturating arithmetic ----------------------------------------------------------------------

    __device__ constexpr Integer wrapping_add(Integer b) const { return detail::low_bits<Raw>(wide(*this) + wide(b)); }
    __device__ constexpr Integer wrapping_sub(Integer b) const { return detail::low_bits<Raw>(wide(*this) - wide(b)); }
    __device__ constexpr Integer wrapping_mul(Integer b) const { return detail::low_bits<Raw>(wide(*this) * wide(b)); }
    // Hidden from NVVM, which writes `x < 0 ? -x : x` as `abs`, whose result ptxas takes to be positive: that of the least number is not.
    __device__ constexpr Integer wrapping_neg() const {
        return detail::low_bits<Raw>(Wide(0) - detail::hidden(wide(*this)));
    }
    __device__ constexpr Integer wrapping_div(Integer b, Location at = Location::current()) const {
        return SIGNED && b.bits == static_cast<Raw>(-1) ? wrapping_neg() : div(b, at);
    }
    __device__ constexpr Integer wrapping_rem(Integer b, Location at = Location::current()) const {
        return SIGNED && b.bits == static_cast<Raw>(-1) ? Integer(0) : rem(b, at);
    }
    __device__ constexpr Integer wrapping_shl(u32 count) const {
        return static_cast<Raw>(wide(*this) << (count.raw() & (WIDTH - 1)));
    }
    // Arithmetic for signed types.
    __device__ constexpr Integer wrapping_shr(u32 count) const {
        return static_cast<Raw>(bits >> (count.raw() & (WIDTH - 1)));
    }
    __device__ constexpr Integer wrapping_pow(u32 exponent) const {
        Integer base = *this, result = 1;
        for (unsigned e = exponent.raw(); e != 0; e >>= 1) {
            if (e & 1) result = result.wrapping_mul(base);
            base = base.wrapping_mul(base);
        }
        return result;
    }

    __device__ constexpr Integer wrapping_div_euclid(Integer b, Location at = Location::current()) const {
        return SIGNED && b.bits == static_cast<Raw>(-1) ? wrapping_neg() : div_euclid(b, at);
    }
    __device__ constexpr Integer wrapping_rem_euclid(Integer b, Location at = Location::current()) const {
        return SIGNED && b.bits == static_cast<Raw>(-1) ? Integer(0) : rem_euclid(b, at);
    }
    __device__ constexpr Integer wrapping_add_signed(SignedType b) const
        requires(!SIGNED)
    {
        return wrapping_add(same_bits(b));
    }
    __device__ constexpr Integer wrapping_sub_signed(SignedType b) const
        requires(!SIGNED)
    {
        return wrapping_sub(same_bits(b));
    }
    __device__ constexpr Integer wrapping_add_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return wrapping_add(same_bits(b));
    }
    __device__ constexpr Integer wrapping_sub_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return wrapping_sub(same_bits(b));
    }
    // What is shifted out is gone.
    __device__ constexpr Integer unbounded_shl(u32 count) const {
        return count.raw() < WIDTH ? wrapping_shl(count) : Integer(0);
    }
    __device__ constexpr Integer unbounded_shr(u32 count) const {
        if (count.raw() < WIDTH) return wrapping_shr(count);
        return SIGNED ? wrapping_shr(WIDTH - 1) : Integer(0);
    }

    __device__ constexpr Option<Integer> checked_add(Integer b) const {
        return add_overflows(b) ? Option<Integer>(none) : Option<Integer>(wrapping_add(b));
    }
    __device__ constexpr Option<Integer> checked_sub(Integer b) const {
        return sub_overflows(b) ? Option<Integer>(none) : Option<Integer>(wrapping_sub(b));
    }
    __device__ constexpr Option<Integer> checked_mul(Integer b) const {
        return mul_overflows(b) ? Option<Integer>(none) : Option<Integer>(wrapping_mul(b));
    }
    __device__ constexpr Option<Integer> checked_div(Integer b) const {
        const bool fails = b.bits == 0 || (SIGNED && bits == least() && b.bits == static_cast<Raw>(-1));
        return fails ? Option<Integer>(none) : Option<Integer>(div(b, Location::current()));
    }
    __device__ constexpr Option<Integer> checked_rem(Integer b) const {
        const bool fails = b.bits == 0 || (SIGNED && bits == least() && b.bits == static_cast<Raw>(-1));
        return fails ? Option<Integer>(none) : Option<Integer>(rem(b));
    }
    __device__ constexpr Option<Integer> checked_neg() const { return Integer(0).checked_sub(*this); }
    __device__ constexpr Option<Integer> checked_abs() const
        requires(bool(SIGNED))
    {
        return unless(bits == least(), wrapping_abs());
    }
    __device__ constexpr Option<Integer> checked_shl(u32 count) const {
        return unless(count.raw() >= WIDTH, wrapping_shl(count));
    }
    __device__ constexpr Option<Integer> checked_shr(u32 count) const {
        return unless(count.raw() >= WIDTH, wrapping_shr(count));
    }
    __device__ constexpr Option<Integer> checked_pow(u32 exponent) const {
        bool overflow = false;
        const Integer power = power_of(exponent, overflow);
        return unless(overflow, power);
    }
    __device__ constexpr Option<Integer> checked_div_euclid(Integer b) const {
        return b.bits == 0 || div_overflows(b) ? Option<Integer>(none) : Option<Integer>(div_euclid(b, Location::current()));
    }
    __device__ constexpr Option<Integer> checked_rem_euclid(Integer b) const {
        return b.bits == 0 || div_overflows(b) ? Option<Integer>(none) : Option<Integer>(rem_euclid(b, Location::current()));
    }
    __device__ constexpr Option<Integer> checked_add_signed(SignedType b) const
        requires(!SIGNED)
    {
        return unless(add_of_other_overflows(b), wrapping_add_signed(b));
    }
    __device__ constexpr Option<Integer> checked_sub_signed(SignedType b) const
        requires(!SIGNED)
    {
        return unless(sub_of_other_overflows(b), wrapping_sub_signed(b));
    }
    __device__ constexpr Option<Integer> checked_add_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return unless(add_of_other_overflows(b), wrapping_add_unsigned(b));
    }
    __device__ constexpr Option<Integer> checked_sub_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return unless(sub_of_other_overflows(b), wrapping_sub_unsigned(b));
    }
    __device__ constexpr Option<Integer> checked_next_power_of_two() const
        requires(!SIGNED)
    {
        if (bits <= 1) return Option<Integer>(Integer(1));
        const unsigned zeros = Integer(static_cast<Raw>(bits - 1)).leading_zeros().raw();
        return zeros == 0 ? Option<Integer>(none) : Option<Integer>(static_cast<Raw>(Wide(1) << (WIDTH - zeros)));
    }
    __device__ constexpr Option<Integer> checked_next_multiple_of(Integer b) const
        requires(!SIGNED)
    {
        if (b.bits == 0) return none;
        const Integer r = rem(b);
        return r.bits == 0 ? Option<Integer>(*this) : checked_add(b.wrapping_sub(r));
    }
    __device__ constexpr Option<u32> checked_ilog2() const {
        return bits <= 0 ? Option<u32>(none) : Option<u32>(ilog2(Location::current()));
    }
    __device__ constexpr Option<u32> checked_ilog10() const {
        return bits <= 0 ? Option<u32>(none) : Option<u32>(ilog10(Location::current()));
    }
    __device__ constexpr Option<u32> checked_ilog(Integer base) const {
        return bits <= 0 || base.bits < 2 ? Option<u32>(none) : Option<u32>(ilog(base, Location::current()));
    }
    __device__ constexpr Option<Integer> checked_isqrt() const
        requires(bool(SIGNED))
    {
        return bits < 0 ? Option<Integer>(none) : Option<Integer>(isqrt(Location::current()));
    }

    // The result, and whether it wrapped.
    __device__ constexpr Tuple<Integer, bool> overflowing_add(Integer b) const { return {wrapping_add(b), add_overflows(b)}; }
    __device__ constexpr Tuple<Integer, bool> overflowing_sub(Integer b) const { return {wrapping_sub(b), sub_overflows(b)}; }
    __device__ constexpr Tuple<Integer, bool> overflowing_mul(Integer b) const { return {wrapping_mul(b), mul_overflows(b)}; }
    __device__ constexpr Tuple<Integer, bool> overflowing_div(Integer b, Location at = Location::current()) const {
        return {wrapping_div(b, at), div_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_rem(Integer b, Location at = Location::current()) const {
        return {wrapping_rem(b, at), div_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_div_euclid(Integer b, Location at = Location::current()) const {
        return {wrapping_div_euclid(b, at), div_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_rem_euclid(Integer b, Location at = Location::current()) const {
        return {wrapping_rem_euclid(b, at), div_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_neg() const {
        return {wrapping_neg(), SIGNED ? bits == least() : bits != 0};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_abs() const
        requires(bool(SIGNED))
    {
        return {wrapping_abs(), bits == least()};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_shl(u32 count) const {
        return {wrapping_shl(count), count.raw() >= WIDTH};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_shr(u32 count) const {
        return {wrapping_shr(count), count.raw() >= WIDTH};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_pow(u32 exponent) const {
        bool overflow = false;
        const Integer power = power_of(exponent, overflow);
        return {power, overflow};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_add_signed(SignedType b) const
        requires(!SIGNED)
    {
        return {wrapping_add_signed(b), add_of_other_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_sub_signed(SignedType b) const
        requires(!SIGNED)
    {
        return {wrapping_sub_signed(b), sub_of_other_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_add_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return {wrapping_add_unsigned(b), add_of_other_overflows(b)};
    }
    __device__ constexpr Tuple<Integer, bool> overflowing_sub_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return {wrapping_sub_unsigned(b), sub_of_other_overflows(b)};
    }

    __device__ constexpr Integer saturating_add(Integer b) const {
        return add_overflows(b) ? (SIGNED && bits < 0 ? least() : greatest()) : wrapping_add(b).bits;
    }
    __device__ constexpr Integer saturating_sub(Integer b) const {
        return sub_overflows(b) ? (!SIGNED || bits < 0 ? least() : greatest()) : wrapping_sub(b).bits;
    }
    __device__ constexpr Integer saturating_mul(Integer b) const {
        return mul_overflows(b) ? (SIGNED && (bits < 0) != (b.bits < 0) ? least() : greatest()) : wrapping_mul(b).bits;
    }
    __device__ constexpr Integer saturating_neg() const
        requires(bool(SIGNED))
    {
        return bits == least() ? greatest() : wrapping_neg().bits;
    }
    __device__ constexpr Integer saturating_pow(u32 exponent) const {
        // Once the power saturates it stays there, except that the sign of MIN alternates: so find the sign first.
        const Integer limit = SIGNED && bits < 0 && (exponent.raw() & 1) != 0 ? least() : greatest();
        bool overflow = false;
        const Integer power = power_of(exponent, overflow);
        return overflow ? limit : power;
    }

    __device__ constexpr Integer saturating_div(Integer b, Location at = Location::current()) const {
        return div_overflows(b) ? Integer(greatest()) : div(b, at);
    }
    __device__ constexpr Integer saturating_add_signed(SignedType b) const
        requires(!SIGNED)
    {
        return add_of_other_overflows(b) ? (b.bits < 0 ? least() : greatest()) : wrapping_add_signed(b).bits;
    }
    __device__ constexpr Integer saturating_sub_signed(SignedType b) const
        requires(!SIGNED)
    {
        return sub_of_other_overflows(b) ? (b.bits < 0 ? greatest() : least()) : wrapping_sub_signed(b).bits;
    }
    __device__ constexpr Integer saturating_add_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return add_of_other_overflows(b) ? greatest() : wrapping_add_unsigned(b).bits;
    }
    __device__ constexpr Integer saturating_sub_unsigned(UnsignedType b) const
        requires(bool(SIGNED))
    {
        return sub_of_other_overflows(b) ? least() : wrapping_sub_unsigned(b).bits;
    }

    // ---- Division ------------------------------------------------------------------------------------------------

    __device__ constexpr Integer rem_euclid(Integer b, Location at = Location::current()) const {
        const Integer r = rem(b, at);
        return SIGNED && r.bits < 0 ? r.wrapping_add(b.bits < 0 ? b.wrapping_neg() : b) : r;
    }
    __device__ constexpr Integer div_euclid(Integer b, Location at = Location::current()) const {
        const Integer q = div(b, at);
        if (SIGNED && rem(b, at).bits < 0) return b.bits > 0 ? q.wrapping_sub(1) : q.wrapping_add(1);
        return q;
    }
    __device__ constexpr Integer div_ceil(Integer b, Location at = Location::current()) const
        requires(!SIGNED)
    {
        const Integer q = div(b, at);
        return rem(b, at).bits != 0 ? q.wrapping_add(1) : q;
    }
    __device__ constexpr Integer next_multiple_of(Integer b, Location at = Location::current()) const
        requires(!SIGNED)
    {
        const Integer r = rem(b, at);
        return r.bits == 0 ? *this : add(b.wrapping_sub(r), at);
    }
    __device__ constexpr bool is_multiple_of(Integer b) const
        requires(!SIGNED)
    {
        return b.bits == 0 ? bits == 0 : bits % b.bits == 0;
    }
    // Panics on zero ("attempt to divide by zero") and on MIN / -1.
    __device__ constexpr Integer div(Integer b, Location at) const {
        if (b.bits == 0) detail::fail(PanicKind::DivisionByZero, "attempt to divide by zero", at);
        if (SIGNED && bits == least() && b.bits == static_cast<Raw>(-1))
            detail::fail(PanicKind::Overflow, "attempt to divide with overflow", at);
        return static_cast<Raw>(bits / b.bits);
    }
    // Panics on zero and on MIN % -1.
    __device__ constexpr Integer rem(Integer b, Location at = Location::current()) const {
        if (b.bits == 0)
            detail::fail(PanicKind::DivisionByZero, "attempt to calculate the remainder with a divisor of zero", at);
        if (SIGNED && bits == least() && b.bits == static_cast<Raw>(-1))
            detail::fail(PanicKind::Overflow, "attempt to calculate the remainder with overflow", at);
        return static_cast<Raw>(bits % b.bits);
    }

    // ---- Powers and logarithms -----------------------------------------------------------------------------------

    __device__ constexpr Integer pow(u32 exponent, Location at = Location::current()) const {
        if (!WHIPPLE_OVERFLOW_CHECKS) return wrapping_pow(exponent);
        bool overflow = false;
        const Integer power = power_of(exponent, overflow);
        if (overflow) detail::fail(PanicKind::Overflow, "attempt to multiply with overflow", at);
        return power;
    }
    __device__ constexpr bool is_power_of_two() const
        requires(!SIGNED)
    {
        return bits != 0 && (bits & (bits - 1)) == 0;
    }
    // Wraps to zero where the result does not fit.
    __device__ constexpr Integer next_power_of_two(Location at = Location::current()) const
        requires(!SIGNED)
    {
        if (bits <= 1) return 1;
        const unsigned zeros = Integer(static_cast<Raw>(bits - 1)).leading_zeros().raw();
        if (zeros == 0) {
            if (WHIPPLE_OVERFLOW_CHECKS) detail::fail(PanicKind::Overflow, "attempt to add with overflow", at);
            return 0;
        }
        return static_cast<Raw>(Wide(1) << (WIDTH - zeros));
    }
    __device__ constexpr u32 ilog2(Location at = Location::current()) const {
        if (bits <= 0) detail::fail(PanicKind::Panic, "argument of integer logarithm must be positive", at);
        return WIDTH - 1 - leading_zeros().raw();
    }
    __device__ constexpr u32 ilog10(Location at = Location::current()) const {
        if (bits <= 0) detail::fail(PanicKind::Panic, "argument of integer logarithm must be positive", at);
        unsigned log = 0;
        for (Raw rest = bits; rest >= 10; rest = static_cast<Raw>(rest / 10)) log += 1;
        return log;
    }
    __device__ constexpr u32 ilog(Integer base, Location at = Location::current()) const {
        if (base.bits < 2) detail::fail(PanicKind::Panic, "base of integer logarithm must be at least 2", at);
        if (bits <= 0) detail::fail(PanicKind::Panic, "argument of integer logarithm must be positive", at);
        unsigned log = 0;
        for (Raw rest = bits; rest >= base.bits; rest = static_cast<Raw>(rest / base.bits)) log += 1;
        return log;
    }
    // The square root, rounded down.
    __device__ constexpr Integer isqrt(Location at = Location::current()) const {
        if (SIGNED && bits < 0)
            detail::fail(PanicKind::Panic, "argument of integer square root cannot be negative", at);
        Wide rest = wide(*this), root = 0;
        for (Wide bit = Wide(1) << (8 * sizeof(Wide) - 2); bit != 0; bit >>= 2) {
            if (rest >= root + bit) {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
        }
        return static_cast<Raw>(root);
    }

    // ---- Bits ----------------------------------------------------------------------------------------------------

    // Of ASCII; Rust has them of u8 alone.
    __device__ constexpr bool is_ascii() const
        requires(!SIGNED)
    {
        return bits < 128;
    }
    __device__ constexpr bool is_ascii_alphabetic() const
        requires(!SIGNED)
    {
        return detail::is_letter(bits);
    }
    __device__ constexpr bool is_ascii_uppercase() const
        requires(!SIGNED)
    {
        return detail::is_between(bits, 'A', 'Z');
    }
    __device__ constexpr bool is_ascii_lowercase() const
        requires(!SIGNED)
    {
        return detail::is_between(bits, 'a', 'z');
    }
    __device__ constexpr bool is_ascii_digit() const
        requires(!SIGNED)
    {
        return detail::is_between(bits, '0', '9');
    }
    __device__ constexpr bool is_ascii_hexdigit() const
        requires(!SIGNED)
    {
        return detail::digit(bits) < 16;
    }
    __device__ constexpr bool is_ascii_alphanumeric() const
        requires(!SIGNED)
    {
        return detail::digit(bits) < 36;
    }
    __device__ constexpr bool is_ascii_graphic() const
        requires(!SIGNED)
    {
        return detail::is_between(bits, '!', '~');
    }
    __device__ constexpr bool is_ascii_punctuation() const
        requires(!SIGNED)
    {
        return detail::is_punctuation(bits);
    }
    __device__ constexpr bool is_ascii_control() const
        requires(!SIGNED)
    {
        return bits < 32 || bits == 127;
    }
    __device__ constexpr bool is_ascii_whitespace() const
        requires(!SIGNED)
    {
        return detail::is_white(bits);
    }
    __device__ constexpr Integer to_ascii_uppercase() const
        requires(!SIGNED)
    {
        return is_ascii_lowercase() ? *this ^ Integer(32) : *this;
    }
    __device__ constexpr Integer to_ascii_lowercase() const
        requires(!SIGNED)
    {
        return is_ascii_uppercase() ? *this ^ Integer(32) : *this;
    }
    __device__ constexpr bool eq_ignore_ascii_case(Integer other) const
        requires(!SIGNED)
    {
        return to_ascii_lowercase() == other.to_ascii_lowercase();
    }

    __device__ constexpr u32 count_ones() const { return detail::count_ones(unsigned_wide()); }
    __device__ constexpr u32 count_zeros() const { return WIDTH - detail::count_ones(unsigned_wide()); }
    __device__ constexpr u32 leading_zeros() const {
        return detail::leading_zeros(unsigned_wide()) - (8 * static_cast<unsigned>(sizeof(Wide)) - WIDTH);
    }
    __device__ constexpr u32 leading_ones() const { return (!*this).leading_zeros(); }
    __device__ constexpr u32 trailing_zeros() const { return bits == 0 ? WIDTH : detail::trailing_zeros(unsigned_wide()); }
    __device__ constexpr u32 trailing_ones() const { return (!*this).trailing_zeros(); }
    __device__ constexpr Integer rotate_left(u32 count) const {
        const unsigned n = count.raw() & (WIDTH - 1);
        return static_cast<Raw>(unsigned_wide() << n | unsigned_wide() >> ((WIDTH - n) & (WIDTH - 1)));
    }
    __device__ constexpr Integer rotate_right(u32 count) const {
        return rotate_left((WIDTH - (count.raw() & (WIDTH - 1))) & (WIDTH - 1));
    }
    __device__ constexpr Integer swap_bytes() const {
        Wide result = 0;
        for (unsigned byte = 0; byte < sizeof(Raw); byte += 1)
            result |= (unsigned_wide() >> (8 * byte) & 0xff) << (WIDTH - 8 - 8 * byte);
        return static_cast<Raw>(result);
    }
    __device__ constexpr Integer reverse_bits() const {
        const Wide value = static_cast<Wide>(swap_bytes().unsigned_wide());
        constexpr Wide ONES = static_cast<Wide>(~Wide(0)), M1 = ONES / 3, M2 = ONES / 5, M4 = ONES / 17;
        Wide v = (value >> 1 & M1) | (value & M1) << 1;
        v = (v >> 2 & M2) | (v & M2) << 2;
        v = (v >> 4 & M4) | (v & M4) << 4;
        return static_cast<Raw>(v);
    }
    __device__ constexpr Bytes to_le_bytes() const {
        Bytes result{};
        for (unsigned byte = 0; byte < sizeof(Raw); byte += 1)
            result.elements[byte] = static_cast<unsigned char>(unsigned_wide() >> (8 * byte) & 0xff);
        return result;
    }
    __device__ constexpr Bytes to_be_bytes() const { return swap_bytes().to_le_bytes(); }
    __device__ constexpr Bytes to_ne_bytes() const { return to_le_bytes(); }

private:
    __device__ static constexpr Wide wide(Integer a) { return static_cast<Wide>(a.bits); }
    // Zero-extended.
    __device__ constexpr Wide unsigned_wide() const { return static_cast<URaw>(bits); }

    __device__ constexpr bool add_overflows(Integer b) const {
        const Raw sum = wrapping_add(b).bits;
        // Not `sum < bits`: where that leaves a loop, NVRTC 12.6 to 13.5 take it that the loop is left in its first round
        // (docs/log/127-a-sum-that-leaves-a-loop.md).
        return SIGNED ? ((bits ^ sum) & (b.bits ^ sum)) < 0 : b.bits > static_cast<Raw>(~bits);
    }
    __device__ constexpr bool sub_overflows(Integer b) const {
        const Raw difference = wrapping_sub(b).bits;
        return SIGNED ? ((bits ^ b.bits) & (bits ^ difference)) < 0 : bits < b.bits;
    }
    __device__ constexpr bool mul_overflows(Integer b) const {
        const bool negative = SIGNED && (bits < 0) != (b.bits < 0);
        const Magnitude x = magnitude(), y = b.magnitude(), low = x * y;
        const Magnitude limit = static_cast<Magnitude>(static_cast<URaw>(greatest())) + (negative ? 1 : 0);
        return detail::has_high_product(x, y) || low > limit;
    }
    __device__ constexpr bool div_overflows(Integer b) const {
        return SIGNED && bits == least() && b.bits == static_cast<Raw>(-1);
    }
    // With an operand of the other sign of type, whose bits a sum takes as its own: that wraps once more where they are negative.
    template <class Other>
    __device__ constexpr bool add_of_other_overflows(Other b) const {
        return add_overflows(same_bits(b)) != has_sign_bit(b);
    }
    template <class Other>
    __device__ constexpr bool sub_of_other_overflows(Other b) const {
        return sub_overflows(same_bits(b)) != has_sign_bit(b);
    }
    template <class Other>
    __device__ static constexpr Integer same_bits(Other b) {
        return static_cast<Raw>(b.bits);
    }
    // That is the sign in one of the two types.
    template <class Other>
    __device__ static constexpr bool has_sign_bit(Other b) {
        return static_cast<typename detail::Signed<URaw>::Type>(b.bits) < 0;
    }
    __device__ static constexpr Option<Integer> unless(bool fails, Integer value) {
        return fails ? Option<Integer>(none) : Option<Integer>(value);
    }
    __device__ constexpr Magnitude magnitude() const {
        return static_cast<URaw>(SIGNED && bits < 0 ? wrapping_neg().bits : bits);
    }
    __device__ constexpr Integer power_of(u32 exponent, bool& overflow) const {
        Integer base = *this, result = 1;
        for (unsigned e = exponent.raw(); e != 0; e >>= 1) {
            if (e & 1) {
                overflow = overflow || result.mul_overflows(base);
                result = result.wrapping_mul(base);
            }
            if (e > 1) {
                overflow = overflow || base.mul_overflows(base);
                base = base.wrapping_mul(base);
            }
        }
        return result;
    }

    // The operators: as Rust's release builds, or as its debug builds.
    __device__ constexpr Integer add(Integer b, Location at) const {
        if (WHIPPLE_OVERFLOW_CHECKS && add_overflows(b))
            detail::fail(PanicKind::Overflow, "attempt to add with overflow", at);
        return wrapping_add(b);
    }
    __device__ constexpr Integer sub(Integer b, Location at) const {
        if (WHIPPLE_OVERFLOW_CHECKS && sub_overflows(b))
            detail::fail(PanicKind::Overflow, "attempt to subtract with overflow", at);
        return wrapping_sub(b);
    }
    __device__ constexpr Integer mul(Integer b, Location at) const {
        if (WHIPPLE_OVERFLOW_CHECKS && mul_overflows(b))
            detail::fail(PanicKind::Overflow, "attempt to multiply with overflow", at);
        return wrapping_mul(b);
    }
    __device__ constexpr Integer neg(Location at) const {
        if (WHIPPLE_OVERFLOW_CHECKS && bits == least())
            detail::fail(PanicKind::Overflow, "attempt to negate with overflow", at);
        return wrapping_neg();
    }
#if WHIPPLE_OVERFLOW_CHECKS
    __device__ constexpr Integer add(Checked b) const { return add(b.value, b.at); }
    __device__ constexpr Integer sub(Checked b) const { return sub(b.value, b.at); }
    __device__ constexpr Integer mul(Checked b) const { return mul(b.value, b.at); }
    __device__ static constexpr Integer negated(Checked a) { return a.value.neg(a.at); }
#else
    __device__ constexpr Integer add(Integer b) const { return wrapping_add(b); }
    __device__ constexpr Integer sub(Integer b) const { return wrapping_sub(b); }
    __device__ constexpr Integer mul(Integer b) const { return wrapping_mul(b); }
    __device__ static constexpr Integer negated(Integer a) { return a.wrapping_neg(); }
#endif
};

// Constants, literals and layout of each type.
#define WHIPPLE_INTEGER(name, least, greatest, size)                                                    \
    template <>                                                                                         \
    inline constexpr name name::MIN = name(least);                                                      \
    template <>                                                                                         \
    inline constexpr name name::MAX = name(greatest);                                                   \
    template <>                                                                                         \
    inline constexpr u32 name::BITS = u32(8 * size);                                                    \
    __device__ constexpr name operator""_##name(unsigned long long value) { return name(value); }       \
    static_assert(sizeof(name) == size && alignof(name) == size, "Rust's " #name " has another layout");
WHIPPLE_INTEGER(u8, 0, 0xff, 1)
WHIPPLE_INTEGER(u16, 0, 0xffff, 2)
WHIPPLE_INTEGER(u32, 0, 0xffffffffu, 4)
WHIPPLE_INTEGER(u64, 0, 0xffffffffffffffffull, 8)
WHIPPLE_INTEGER(usize, 0, 0xffffffffffffffffull, 8)
WHIPPLE_INTEGER(i8, -0x80, 0x7f, 1)
WHIPPLE_INTEGER(i16, -0x8000, 0x7fff, 2)
WHIPPLE_INTEGER(i32, -0x7fffffff - 1, 0x7fffffff, 4)
WHIPPLE_INTEGER(i64, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, 8)
WHIPPLE_INTEGER(isize, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, 8)
#if WHIPPLE_WIDE_INTEGERS
WHIPPLE_INTEGER(u128, 0, ~static_cast<unsigned __int128>(0), 16)
WHIPPLE_INTEGER(i128, static_cast<__int128>(1) << 127, static_cast<__int128>(~static_cast<unsigned __int128>(0) >> 1), 16)
#endif
#undef WHIPPLE_INTEGER

// The value of a literal, wherever its type is not known yet: it converts to any integer class and does nothing else.
struct Literal {
#if WHIPPLE_WIDE_INTEGERS
    using Value = __int128;
#else
    using Value = long long;
#endif

    Value value;
    template <class Raw, class Tag>
    __device__ constexpr operator Integer<Raw, Tag>() const {
        return Integer<Raw, Tag>(value);
    }
};

namespace detail {

// The type that operands have together: a literal takes the type of the other one.
template <class A, class B>
struct Common {
    using Type = A;
};
template <BuiltinInteger A, class B>
struct Common<A, B> {
    using Type = B;
};
template <BuiltinInteger A, BuiltinInteger B>
struct Common<A, B> {
    using Type = Literal;
};

}  // namespace detail

template <class A, class B>
using CommonType = typename detail::Common<A, B>::Type;

namespace num {

// The negative of a literal. Its digits may be those of the smallest i64, which no positive i64 has.
__device__ constexpr Literal::Value minus(unsigned long long digits) {
    return static_cast<Literal::Value>(-static_cast<detail::Unsigned<Literal::Value>::Type>(digits));
}

#if WHIPPLE_WIDE_INTEGERS
// A number of more than 64 bits, by its halves.
template <class I = unsigned __int128>
__device__ constexpr I wide(unsigned long long high, unsigned long long low) {
    return static_cast<I>(static_cast<unsigned __int128>(high) << 64 | low);
}
__device__ constexpr Literal::Value minus(unsigned long long high, unsigned long long low) {
    return static_cast<Literal::Value>(-wide(high, low));
}
#endif

}  // namespace num

}  // namespace whipple
