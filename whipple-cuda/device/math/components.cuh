// What vectors of integers and of truth values have in common.
#pragma once
#include "../config.cuh"

namespace whipple::detail {

// The components by their names.
template <class T, size_t N>
struct Components;
template <class T>
struct Components<T, 2> {
    T x, y;
};
template <class T>
struct Components<T, 3> {
    T x, y, z;
};
template <class T>
struct Components<T, 4> {
    T x, y, z, w;
};

// A vector `V` of what a function gives of each component of vectors.
template <class V, size_t N, class F, class... From>
__device__ constexpr V each(F function, const From&... v) {
    if constexpr (N == 2)
        return V{function(v.x...), function(v.y...)};
    else if constexpr (N == 3)
        return V{function(v.x...), function(v.y...), function(v.z...)};
    else
        return V{function(v.x...), function(v.y...), function(v.z...), function(v.w...)};
}

// The components of a vector, put together by a function from the first to the last.
template <size_t N, class F, class V>
__device__ constexpr auto joined(F function, const V& v) {
    const auto two = function(v.x, v.y);
    if constexpr (N == 2)
        return two;
    else if constexpr (N == 3)
        return function(two, v.z);
    else
        return function(function(two, v.z), v.w);
}

}  // namespace whipple::detail
