// Bit counting and wide products on built-in integers, usable in constant expressions too.
#pragma once
#include "config.cuh"

namespace whipple::detail {

// A value read as another type of the same size.
template <class To, class From>
__device__ constexpr To bit_cast(const From& from) {
    return __builtin_bit_cast(To, from);
}

// A copy of a value of 4, 8 or 16 bytes that NVVM cannot see through. ptxas can, so that it costs nothing. By `mov`: with an empty text
// and "+r" NVVM loses the copy where values of several branches meet.
template <class T>
__device__ constexpr T hidden(T value) {
#ifdef __CUDACC__
    if (!__builtin_is_constant_evaluated()) {
        if constexpr (sizeof(T) == 4) {
            unsigned copy;
            asm("mov.b32 %0, %1;" : "=r"(copy) : "r"(bit_cast<unsigned>(value)));
            return bit_cast<T>(copy);
        } else if constexpr (sizeof(T) == 16) {
            const auto low = hidden(static_cast<unsigned long long>(value)), high = hidden(static_cast<unsigned long long>(value >> 64));
            return static_cast<T>(high) << 64 | static_cast<T>(low);
        } else {
            unsigned long long copy;
            asm("mov.b64 %0, %1;" : "=l"(copy) : "l"(bit_cast<unsigned long long>(value)));
            return bit_cast<T>(copy);
        }
    }
#endif
    return value;
}

// A copy of a value, made where a path begins that ends the thread. Without it all such paths with one end bring their values
// there in one register. Each value then has that register from where it is computed. So in an unrolled loop the index of the
// next round waits until that of the last is done with. By `not`, twice: ptxas sees through `mov`, and NVVM through what it can
// compute.
__device__ inline unsigned set_aside(unsigned value) {
#ifdef __CUDACC__
    unsigned inverse;
    asm("not.b32 %0, %1;" : "=r"(inverse) : "r"(value));
    return ~inverse;
#else
    return value;
#endif
}

// The address of an element, which may lie outside. It is worked out before the index is checked, while the word of the access
// before is on its way. After the check it would come on top of the check's branch. By a `mad` of its own, since ptxas moves a
// sum of a product behind the branch. Here that becomes two instructions with a carry, which ptxas leaves in place
// (docs/log/088-address-first.md).
template <class T>
__device__ inline T* element_at(T* data, unsigned index) {
    unsigned long long place;
#ifdef __CUDACC__
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(place) : "r"(index), "n"(sizeof(T)), "l"(data));
#else
    place = reinterpret_cast<unsigned long long>(data) + static_cast<unsigned long long>(index) * sizeof(T);
#endif
    return reinterpret_cast<T*>(place);
}

template <class Raw>
struct Unsigned;
template <>
struct Unsigned<unsigned char> {
    using Type = unsigned char;
};
template <>
struct Unsigned<signed char> {
    using Type = unsigned char;
};
template <>
struct Unsigned<unsigned short> {
    using Type = unsigned short;
};
template <>
struct Unsigned<short> {
    using Type = unsigned short;
};
template <>
struct Unsigned<unsigned> {
    using Type = unsigned;
};
template <>
struct Unsigned<int> {
    using Type = unsigned;
};
template <>
struct Unsigned<unsigned long long> {
    using Type = unsigned long long;
};
template <>
struct Unsigned<long long> {
    using Type = unsigned long long;
};
#if WHIPPLE_WIDE_INTEGERS
template <>
struct Unsigned<unsigned __int128> {
    using Type = unsigned __int128;
};
template <>
struct Unsigned<__int128> {
    using Type = unsigned __int128;
};
#endif

template <class Raw>
struct Signed;
template <>
struct Signed<unsigned char> {
    using Type = signed char;
};
template <>
struct Signed<unsigned short> {
    using Type = short;
};
template <>
struct Signed<unsigned> {
    using Type = int;
};
template <>
struct Signed<unsigned long long> {
    using Type = long long;
};
#if WHIPPLE_WIDE_INTEGERS
template <>
struct Signed<unsigned __int128> {
    using Type = __int128;
};
#endif

__device__ constexpr unsigned count_ones(unsigned value) {
    if (__builtin_is_constant_evaluated()) {
        unsigned count = 0;
        for (; value != 0; value &= value - 1) count += 1;
        return count;
    }
#ifdef __CUDACC__
    return static_cast<unsigned>(__popc(value));
#else
    return static_cast<unsigned>(__builtin_popcount(value));
#endif
}

__device__ constexpr unsigned count_ones(unsigned long long value) {
    return count_ones(static_cast<unsigned>(value)) + count_ones(static_cast<unsigned>(value >> 32));
}

#if WHIPPLE_WIDE_INTEGERS
__device__ constexpr unsigned count_ones(unsigned __int128 value) {
    return count_ones(static_cast<unsigned long long>(value)) + count_ones(static_cast<unsigned long long>(value >> 64));
}
#endif

// 32 for zero.
__device__ constexpr unsigned leading_zeros(unsigned value) {
    if (__builtin_is_constant_evaluated()) {
        unsigned count = 32;
        for (; value != 0; value >>= 1) count -= 1;
        return count;
    }
#ifdef __CUDACC__
    return static_cast<unsigned>(__clz(static_cast<int>(value)));
#else
    return value == 0 ? 32 : static_cast<unsigned>(__builtin_clz(value));
#endif
}

// 64 for zero.
__device__ constexpr unsigned leading_zeros(unsigned long long value) {
    const unsigned high = static_cast<unsigned>(value >> 32);
    return high != 0 ? leading_zeros(high) : 32 + leading_zeros(static_cast<unsigned>(value));
}

#if WHIPPLE_WIDE_INTEGERS
// 128 for zero.
__device__ constexpr unsigned leading_zeros(unsigned __int128 value) {
    const auto high = static_cast<unsigned long long>(value >> 64);
    return high != 0 ? leading_zeros(high) : 64 + leading_zeros(static_cast<unsigned long long>(value));
}
#endif

// The number of bits of `value` for zero: all bits below the lowest set bit, counted.
template <class U>
__device__ constexpr unsigned trailing_zeros(U value) {
    return count_ones(static_cast<U>(~value & (value - 1)));
}

// The upper half of a 128-bit product.
__device__ constexpr unsigned long long high_product(unsigned long long a, unsigned long long b) {
    const unsigned long long a_low = a & 0xffffffffu, a_high = a >> 32, b_low = b & 0xffffffffu, b_high = b >> 32;
    const unsigned long long low = a_low * b_low;
    const unsigned long long middle = a_high * b_low + (low >> 32);
    const unsigned long long other = a_low * b_high + (middle & 0xffffffffu);
    return a_high * b_high + (middle >> 32) + (other >> 32);
}

// Whether a product has more bits than its factors.
__device__ constexpr bool has_high_product(unsigned long long a, unsigned long long b) { return high_product(a, b) != 0; }

#if WHIPPLE_WIDE_INTEGERS
__device__ constexpr bool has_high_product(unsigned __int128 a, unsigned __int128 b) {
    const unsigned __int128 a_low = static_cast<unsigned long long>(a), b_low = static_cast<unsigned long long>(b);
    const unsigned __int128 a_high = a >> 64, b_high = b >> 64;
    if (a_high != 0 && b_high != 0) return true;
    // At most one of the two products is not zero.
    const unsigned __int128 middle = a_high * b_low + a_low * b_high + (a_low * b_low >> 64);
    return middle >> 64 != 0;
}
#endif

}  // namespace whipple::detail
