// Rust's `char`: a number of Unicode's that is no surrogate.
#pragma once
#include "ascii.cuh"
#include "cast.cuh"
#include "range.cuh"

namespace whipple {

struct Char {
    unsigned code_;

    Char() = default;
    __device__ constexpr explicit Char(unsigned code) : code_(code) {}

    // The char at a position among all: there are none of the surrogates.
    __device__ static constexpr Char at_position_(u32 position) {
        return Char(position.raw() < 0xd800 ? position.raw() : position.raw() + 0x800);
    }
    __device__ constexpr u32 position_() const { return u32(code_ < 0xd800 ? code_ : code_ - 0x800); }

    // The steps of a range that remembers where it is.
    __device__ constexpr Char& operator+=(Located<int> steps) {
        if (code_ == 0x10ffff) detail::fail(PanicKind::Panic, "overflow in `Step::forward`", steps.at);
        return *this = at_position_(position_().wrapping_add(static_cast<unsigned>(steps.value)));
    }
    __device__ constexpr Char& operator-=(int steps) {
        return *this = at_position_(position_().wrapping_sub(static_cast<unsigned>(steps)));
    }

    friend bool operator==(const Char&, const Char&) = default;
    __device__ friend constexpr bool operator<(const Char& a, const Char& b) { return a.code_ < b.code_; }
    __device__ friend constexpr bool operator<=(const Char& a, const Char& b) { return a.code_ <= b.code_; }
    __device__ friend constexpr bool operator>(const Char& a, const Char& b) { return a.code_ > b.code_; }
    __device__ friend constexpr bool operator>=(const Char& a, const Char& b) { return a.code_ >= b.code_; }

    __device__ constexpr bool is_ascii() const { return code_ < 128; }
    __device__ constexpr bool is_ascii_alphabetic() const { return detail::is_letter(code_); }
    __device__ constexpr bool is_ascii_uppercase() const { return detail::is_between(code_, 'A', 'Z'); }
    __device__ constexpr bool is_ascii_lowercase() const { return detail::is_between(code_, 'a', 'z'); }
    __device__ constexpr bool is_ascii_digit() const { return detail::is_between(code_, '0', '9'); }
    __device__ constexpr bool is_ascii_hexdigit() const { return detail::digit(code_) < 16; }
    __device__ constexpr bool is_ascii_alphanumeric() const { return detail::digit(code_) < 36; }
    __device__ constexpr bool is_ascii_graphic() const { return detail::is_between(code_, '!', '~'); }
    __device__ constexpr bool is_ascii_punctuation() const { return detail::is_punctuation(code_); }
    __device__ constexpr bool is_ascii_control() const { return code_ < 32 || code_ == 127; }
    __device__ constexpr bool is_ascii_whitespace() const { return detail::is_white(code_); }

    __device__ constexpr Char to_ascii_uppercase() const { return Char(is_ascii_lowercase() ? code_ ^ 32 : code_); }
    __device__ constexpr Char to_ascii_lowercase() const { return Char(is_ascii_uppercase() ? code_ ^ 32 : code_); }
    __device__ constexpr bool eq_ignore_ascii_case(Char other) const {
        return to_ascii_lowercase() == other.to_ascii_lowercase();
    }

    __device__ constexpr Option<u32> to_digit(u32 radix, Location at = Location::current()) const {
        if (radix.raw() - 2 > 34)
            detail::fail(PanicKind::Panic, "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive", at);
        const unsigned digit = detail::digit(code_);
        return digit < radix.raw() ? Option<u32>(u32(digit)) : Option<u32>(none);
    }
    __device__ constexpr bool is_digit(u32 radix, Location at = Location::current()) const {
        return to_digit(radix, at).is_some();
    }
    __device__ constexpr usize len_utf8() const {
        return usize(code_ < 0x80 ? 1ull : code_ < 0x800 ? 2ull : code_ < 0x10000 ? 3ull : 4ull);
    }
};
static_assert(sizeof(Char) == 4 && alignof(Char) == 4, "Rust's char has another layout");

namespace num {

// `char::from_u32(code)`.
__device__ constexpr Option<Char> char_from_u32(u32 code) {
    const unsigned raw = code.raw();
    return raw < 0xd800 || detail::is_between(raw, 0xe000, 0x10ffff) ? Option<Char>(Char(raw)) : Option<Char>(none);
}

// `char::from_digit(number, radix)`.
__device__ constexpr Option<Char> char_from_digit(u32 number, u32 radix, Location at = Location::current()) {
    if (radix.raw() > 36) detail::fail(PanicKind::Panic, "from_digit: radix is too high (maximum 36)", at);
    const unsigned raw = number.raw();
    return raw < radix.raw() ? Option<Char>(Char(raw < 10 ? '0' + raw : 'a' + raw - 10)) : Option<Char>(none);
}

}  // namespace num

// A range of chars, by one of their positions.
template <class R>
struct CharRange {
    R positions;

    struct Iterator {
        decltype(R{}.begin()) position;
        __device__ constexpr Char operator*() const { return Char::at_position_(*position); }
        __device__ constexpr void operator++() { ++position; }
        __device__ friend constexpr bool operator!=(const Iterator& it, RangeEnd end) { return it.position != end; }
    };
    __device__ constexpr Iterator begin() const { return {positions.begin()}; }
    __device__ constexpr RangeEnd end() const { return {}; }
};
template <class R>
CharRange(R) -> CharRange<R>;

__device__ constexpr auto range(Char a, Char b) {
    return CharRange{range(a.position_(), b.position_())};
}
__device__ constexpr auto range_inclusive(Char a, Char b) {
    return CharRange{range_inclusive(a.position_(), b.position_())};
}
template <class R>
__device__ constexpr auto reversed(CharRange<R> r) {
    return CharRange{reversed(r.positions)};
}
template <class R>
__device__ constexpr auto stepped(CharRange<R> r, usize step, Location at = Location::current()) {
    return CharRange{stepped(r.positions, step, at)};
}

}  // namespace whipple
