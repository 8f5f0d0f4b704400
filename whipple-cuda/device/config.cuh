// What every header needs and no standard header gives: NVRTC has none, and g++ must see the same names.
//
// Switches, each defined by the host when it compiles a program (0 or 1):
//   WHIPPLE_BOUNDS_CHECKS    an index out of range of an array, a buffer or shared memory panics (default 1)
//   WHIPPLE_OVERFLOW_CHECKS  + - * << >> and negation panic on overflow, as Rust's debug builds do (default 0)
//   WHIPPLE_DEBUG_ASSERTIONS debug_assert! is checked (default 0)
//   WHIPPLE_PRINTING         println! and its relatives print (default 1)
//   WHIPPLE_INTEGER_VECTORS  the program has IVec2 … UVec4 (default 1)
//   WHIPPLE_MASKS            the program has BVec2 … BVec4A (default 1)
//   WHIPPLE_QUATERNIONS      the program has Quat, or turns vectors by it (default 1)
//   WHIPPLE_WIDE_INTEGERS    the program has u128 or i128 (default 1 where the compiler has them: NVRTC wants `--device-int128`)
#pragma once

#ifndef WHIPPLE_BOUNDS_CHECKS
#define WHIPPLE_BOUNDS_CHECKS 1
#endif
#ifndef WHIPPLE_OVERFLOW_CHECKS
#define WHIPPLE_OVERFLOW_CHECKS 0
#endif
#ifndef WHIPPLE_DEBUG_ASSERTIONS
#define WHIPPLE_DEBUG_ASSERTIONS 0
#endif
#ifndef WHIPPLE_PRINTING
#define WHIPPLE_PRINTING 1
#endif
#ifndef WHIPPLE_INTEGER_VECTORS
#define WHIPPLE_INTEGER_VECTORS 1
#endif
#ifndef WHIPPLE_MASKS
#define WHIPPLE_MASKS 1
#endif
#ifndef WHIPPLE_QUATERNIONS
#define WHIPPLE_QUATERNIONS 1
#endif
#ifndef WHIPPLE_WIDE_INTEGERS
#if defined(__CUDACC_RTC_INT128__) || (!defined(__CUDACC_RTC__) && defined(__SIZEOF_INT128__))
#define WHIPPLE_WIDE_INTEGERS 1
#else
#define WHIPPLE_WIDE_INTEGERS 0
#endif
#endif

// A host compiler has one execution space. (`__CUDACC__` is defined by NVRTC and nvcc.)
#ifndef __CUDACC__
#ifndef __device__
#define __device__
#endif
#endif

// NVRTC has no <cstddef>; these are what the two front ends have behind it.
#ifndef offsetof
#ifdef __CUDACC__
#define offsetof(Type, member) __INTADDR__(&((Type*)0)->member)
#else
#define offsetof(Type, member) __builtin_offsetof(Type, member)
#endif
#endif

// Names that nothing uses: rustc has warned of those that the user wrote, and the rest are parts of patterns.
#ifdef __CUDACC__
#pragma nv_diag_suppress 177
// Variables that are read before they are set. rustc refuses them in Rust; they stand in lambdas that nothing calls, for their type.
#pragma nv_diag_suppress 549
#endif

namespace whipple {

using size_t = decltype(sizeof(0));

namespace detail {

template <class A, class B>
struct Same {
    enum { VALUE = 0 };
};
template <class A>
struct Same<A, A> {
    enum { VALUE = 1 };
};

template <class T>
struct Identity {
    using Type = T;
};

template <bool CONDITION, class Then, class Else>
struct Select {
    using Type = Then;
};
template <class Then, class Else>
struct Select<false, Then, Else> {
    using Type = Else;
};

template <class T>
struct WithoutReference {
    using Type = T;
};
template <class T>
struct WithoutReference<T&> {
    using Type = T;
};
template <class T>
struct WithoutReference<T&&> {
    using Type = T;
};
template <class T>
struct WithoutReference<const T> {
    using Type = T;
};
template <class T>
struct WithoutReference<const T&> {
    using Type = T;
};

}  // namespace detail

// `A` and `B` are the same type. (Traits are enumerators: with everything in the device execution space, a constexpr
// variable or static member becomes a device global.)
template <class A, class B>
concept SameAs = static_cast<bool>(detail::Same<A, B>::VALUE);

// A type that is not deduced from its argument, so that literals convert to it.
template <class T>
using Exactly = typename detail::Identity<T>::Type;

template <bool CONDITION, class Then, class Else>
using SelectType = typename detail::Select<CONDITION, Then, Else>::Type;

// `T` without reference and const.
template <class T>
using Plain = typename detail::WithoutReference<T>::Type;

#if WHIPPLE_WIDE_INTEGERS
template <class T>
concept WideInteger = SameAs<T, __int128> || SameAs<T, unsigned __int128>;
#else
template <class T>
concept WideInteger = false;
#endif

// The built-in integers, which only literals and intrinsics have in device code: Rust's integers are classes.
template <class T>
concept BuiltinInteger =
    SameAs<T, int> || SameAs<T, unsigned> || SameAs<T, long> || SameAs<T, unsigned long> || SameAs<T, long long> ||
    SameAs<T, unsigned long long> || SameAs<T, short> || SameAs<T, unsigned short> || SameAs<T, signed char> ||
    SameAs<T, unsigned char> || SameAs<T, char> || WideInteger<T>;

template <class T>
concept FloatingPoint = SameAs<T, float> || SameAs<T, double>;

template <class T>
concept ClassType = __is_class(T);

// A place in the user's source. As a default argument it is the caller's; `#line` makes that the Rust line.
struct Location {
    const char* file;
    int line;

    __device__ static constexpr Location current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
        return Location{file, line};
    }
};

// A value and the place where an operator used it.
template <class T>
struct Located {
    T value;
    Location at;

    __device__ constexpr Located(T value, Location at = Location::current()) : value(value), at(at) {}
    // A literal needs one conversion of its own: two in a row are not implicit.
    template <BuiltinInteger I>
    __device__ constexpr Located(I value, Location at = Location::current()) : value(value), at(at) {}
};

// Rust's `()` as a type.
struct Unit {
    friend constexpr bool operator==(Unit, Unit) { return true; }
    friend constexpr bool operator<(Unit, Unit) { return false; }
    friend constexpr bool operator<=(Unit, Unit) { return true; }
    friend constexpr bool operator>(Unit, Unit) { return false; }
    friend constexpr bool operator>=(Unit, Unit) { return true; }
};

namespace num {

// What a call says of the value that it wants: a function of which no argument says all template arguments deduces them of it.
template <class Value>
struct Given {};

// `x.clone()`: by the type's own function, if it has one, else a copy.
template <class T>
__device__ constexpr T clone(const T& value) {
    if constexpr (requires { value.clone(); })
        return value.clone();
    else
        return value;
}

// Whether two values differ by their order, which need not be by their `==`.
template <class T>
__device__ constexpr bool differ(const T& a, const T& b) {
    if constexpr (ClassType<T>)
        return !(a <= b && a >= b);
    else
        return !(a == b);
}

// The variant of this number, of an enum that the fused text has as an enum, as a struct of its number, or with fields.
template <class E>
__device__ constexpr E variant(unsigned long long number) {
    if constexpr (__is_enum(E)) {
        return static_cast<E>(number);
    } else if constexpr (requires { typename E::Of_; }) {
        return E(static_cast<typename E::Of_>(number));
    } else {
        E value{};
        value.variant_ = static_cast<decltype(value.variant_)>(number);
        return value;
    }
}

// Whether a value is what a name in a pattern says: a constant, a variant without fields, or a struct without fields, which has one value.
// Of an enum with fields only a derived `==`, which says so, can compare with a constant. A variant without fields is known by its number.
template <class T, class Named>
__device__ constexpr bool is_named(const T& value, const Named& named) {
    if constexpr (__is_empty(Named))
        return true;
    else if constexpr (requires { typename Named::Of_; } && !requires { typename Named::Compared_; })
        return value.variant_ == named.variant_;
    else
        return value == named;
}

}  // namespace num

// Rust's `!`: the result of a function that does not return stands where a value of any type does.
struct Never {
    // The end of a body whose result may be another name of `()`.
    __device__ operator Unit() const { return {}; }
    template <class T>
    __device__ operator T() const {
        __builtin_unreachable();
    }
};

}  // namespace whipple
