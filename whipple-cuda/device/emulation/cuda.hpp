// The names of CUDA C++ that the device library uses and a host compiler lacks.
#pragma once
// Before the macros, also for the hosts of programs: standard headers use `__noinline__`.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <vector>

#define __global__
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__

// The approximations of the policies.
#define __log2f(x) ::std::log2(x)
#define __fdividef(a, b) ((a) / (b))

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
inline unsigned __float_as_uint(float value) { return __builtin_bit_cast(unsigned, value); }
inline float __uint_as_float(unsigned bits) { return __builtin_bit_cast(float, bits); }

}  // namespace whipple
