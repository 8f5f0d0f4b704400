// What ASCII says of codes, for u8 and char.
#pragma once
#include "config.cuh"

namespace whipple {

namespace detail {

__device__ constexpr bool is_between(unsigned code, unsigned first, unsigned last) {
    return code - first <= last - first;
}

// Whether a code is a letter of ASCII; the letters of both cases differ in one bit.
__device__ constexpr bool is_letter(unsigned code) { return is_between(code | 32, 'a', 'z'); }

// The value of a digit, or a number that none has.
__device__ constexpr unsigned digit(unsigned code) {
    if (is_between(code, '0', '9')) return code - '0';
    return is_letter(code) ? (code | 32) - 'a' + 10 : ~0u;
}

// Whether it is a sign that is neither a letter nor a digit.
__device__ constexpr bool is_punctuation(unsigned code) { return is_between(code, '!', '~') && digit(code) >= 36; }
__device__ constexpr bool is_white(unsigned code) { return code == ' ' || (is_between(code, '\t', '\r') && code != '\v'); }

}  // namespace detail

}  // namespace whipple
