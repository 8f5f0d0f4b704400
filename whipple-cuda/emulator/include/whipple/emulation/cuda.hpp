// The names of CUDA C++ that the device library uses and a host compiler lacks.
#pragma once
// Before the macros: standard headers use `__noinline__`.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <source_location>
// Also for the hosts of programs. A module has no host, and is compiled in half the time without.
#ifndef WHIPPLE_MODULE
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#endif

#define __global__
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__

// The approximations of the policies.
#define __log2f(x) ::std::log2(x)
#define __fdividef(a, b) ((a) / (b))

namespace whipple::emulation {

// GCC 12 ends with an internal error where it evaluates a jump to a label as a part of a constant, as it tries for what a `const` variable
// begins with. A call of this function is no part of one, and so nothing behind it is.
[[gnu::always_inline]] inline bool never() { return false; }

}  // namespace whipple::emulation

#define goto if (::whipple::emulation::never()) {} else goto

namespace whipple {

struct alignas(8) uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline unsigned long long min(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
// Integer intrinsics, for CUDA C++ that programs bring along (`#[device(cuda = "…")]`).
inline int __popc(unsigned value) { return __builtin_popcount(value); }
inline int __popcll(unsigned long long value) { return __builtin_popcountll(value); }
inline int __clz(int value) { return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value)); }
inline int __clzll(long long value) { return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value)); }
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline unsigned __brev(unsigned value) {
    unsigned reversed = 0;
    for (int bit = 0; bit < 32; bit++) reversed |= (value >> bit & 1) << (31 - bit);
    return reversed;
}
inline unsigned long long __brevll(unsigned long long value) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(value))) << 32 | __brev(static_cast<unsigned>(value >> 32));
}
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __float_as_uint(float value) { return __builtin_bit_cast(unsigned, value); }
inline float __uint_as_float(unsigned bits) { return __builtin_bit_cast(float, bits); }

}  // namespace whipple
