// What the generated program says of its procedures beside the facts: their types and places; and going through all procedures.
#pragma once
#include "facts.cuh"

namespace whipple {

// What the generated program says of procedure I of schedule S.
template <class S, unsigned I>
struct Entry;

// Where procedure P stands: `Schedule` and `INDEX`.
template <class P>
struct Place;

// Numbers of procedures, for packs.
template <unsigned... I>
struct Numbers {};

// Numbers<0, ..., N - 1>.
template <unsigned N, unsigned... I>
struct UpTo : UpTo<N - 1, N - 1, I...> {};
template <unsigned... I>
struct UpTo<0, I...> {
    using Type = Numbers<I...>;
};

template <class F, unsigned... I>
__device__ constexpr void for_each_number(F& f, Numbers<I...>) {
    (f.template operator()<I>(), ...);
}

// Calls f.operator()<I>() for I in 0..N.
template <unsigned N, class F>
__device__ constexpr void for_each_procedure(F&& f) {
    for_each_number(f, typename UpTo<N>::Type{});
}

// Calls f.operator()<p>(), p < N. By halves: where each procedure was asked for in turn the tests lay between their bodies, in as many lines
// of the instruction cache.
template <unsigned N, unsigned FIRST = 0, class F>
__device__ inline void with_procedure(unsigned p, F&& f) {
    if constexpr (N - FIRST == 1) {
        f.template operator()<FIRST>();
    } else {
        constexpr unsigned MIDDLE = FIRST + (N - FIRST) / 2;
        if (p < MIDDLE)
            with_procedure<MIDDLE, FIRST>(p, f);
        else
            with_procedure<N, MIDDLE>(p, f);
    }
}

}  // namespace whipple
