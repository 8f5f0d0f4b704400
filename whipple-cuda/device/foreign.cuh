// What a program adds to types of this library: the functions and constants of the user's traits for them, as `impl Real for f32`.
// Functions with generic types call what a type has so, or else the member of its class.
#pragma once
#include "config.cuh"

namespace whipple {

// The function of this name, by its hash, that an impl has for a type: a member `call`.
template <unsigned long long NAME, class T>
struct ForeignMethod;

// The constant of this name: a member `value`.
template <unsigned long long NAME, class T>
struct ForeignConstant;

template <class T>
concept IsForeign = static_cast<bool>(sizeof(T));

}  // namespace whipple

namespace whipple::num {

// What stands for the name of a function: FNV-1a.
template <size_t N>
__device__ constexpr unsigned long long hash(const char (&name)[N]) {
    unsigned long long state = 0xcbf29ce484222325ull;
    for (size_t index = 0; index + 1 < N; index++)
        state = (state ^ static_cast<unsigned char>(name[index])) * 0x100000001b3ull;
    return state;
}

// Whether such a function changes what it is called on.
template <class Result, class On, class... With>
__device__ constexpr bool changes_first(Result (*)(On, With...)) {
    return SameAs<On, Plain<On>&>;
}

// A call of such a function.
template <unsigned long long NAME, class On, class... With>
__device__ constexpr decltype(auto) foreign(On&& on, With&&... with) {
    return ForeignMethod<NAME, Plain<On>>::call(static_cast<On&&>(on), static_cast<With&&>(with)...);
}

}  // namespace whipple::num

// A method in a function with generic types: of this name, by its hash.
#define WHIPPLE_METHOD(hash, ...)                                                                                 \
    [&](auto&& on_, auto&&... with_) -> decltype(auto) {                                                          \
        if constexpr (whipple::IsForeign<whipple::ForeignMethod<hash, whipple::Plain<decltype(on_)>>>)            \
            return whipple::num::foreign<hash>(                                                                   \
                static_cast<decltype(on_)>(on_), static_cast<decltype(with_)>(with_)...);                         \
        else                                                                                                      \
            return static_cast<decltype(on_)>(on_).__VA_ARGS__(static_cast<decltype(with_)>(with_)...);           \
    }

// The same, where the library has a function for it.
#define WHIPPLE_FUNCTION(hash, ...)                                                                               \
    [&](auto&& on_, auto&&... with_) -> decltype(auto) {                                                          \
        if constexpr (whipple::IsForeign<whipple::ForeignMethod<hash, whipple::Plain<decltype(on_)>>>)            \
            return whipple::num::foreign<hash>(                                                                   \
                static_cast<decltype(on_)>(on_), static_cast<decltype(with_)>(with_)...);                         \
        else                                                                                                      \
            return __VA_ARGS__(static_cast<decltype(on_)>(on_), static_cast<decltype(with_)>(with_)...);          \
    }

// A constant of a type parameter.
#define WHIPPLE_CONSTANT_OF(hash, name, ...)                                                       \
    [] {                                                                                        \
        if constexpr (whipple::IsForeign<whipple::ForeignConstant<hash, __VA_ARGS__>>)          \
            return whipple::ForeignConstant<hash, __VA_ARGS__>::value();                        \
        else                                                                                    \
            return __VA_ARGS__::name;                                                           \
    }()

// A function of a type parameter: what takes the arguments. Behind the type stands what other types have.
#define WHIPPLE_STATIC(hash, Type, ...)                                                              \
    [&](auto&&... with_) -> decltype(auto) {                                                         \
        if constexpr (whipple::IsForeign<whipple::ForeignMethod<hash, Type>>)                        \
            return whipple::ForeignMethod<hash, Type>::call(static_cast<decltype(with_)>(with_)...); \
        else                                                                                         \
            return __VA_ARGS__(static_cast<decltype(with_)>(with_)...);                              \
    }
