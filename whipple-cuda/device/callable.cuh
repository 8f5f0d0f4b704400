// Functions that a function is handed: any callable object.
#pragma once
#include "config.cuh"

namespace whipple {

namespace detail {

// A value to look at its type.
template <class T>
T&& made();

}  // namespace detail

namespace num {

// What a function gives, as the type that the bound says.
template <class R, class F, class... A>
__device__ constexpr R called(F&& f, A&&... handed) {
    return f(static_cast<A&&>(handed)...);
}

// A generic parameter that a turbofish does not say.
struct Unwritten {};

// A generic parameter that is what a function gives, unless a turbofish says it.
template <class Written, class F, class... A>
struct Gives {
    using Type = Written;
};
template <class F, class... A>
struct Gives<Unwritten, F, A...> {
    using Type = Plain<decltype(detail::made<F>()(detail::made<A>()...))>;
};

}  // namespace num

}  // namespace whipple
