// The functions of `num::` for class types: each calls the member of the same name. Included by float.cuh.
#pragma once
#include "array.cuh"
#include "foreign.cuh"
#include "num.cuh"

namespace whipple::detail {

// Of two values which may be unordered.
template <class A, class B>
__device__ constexpr Option<Ordering> partial_order(const A& a, const B& b) {
    if (a < b) return Option<Ordering>(Ordering::Less);
    if (b < a) return Option<Ordering>(Ordering::Greater);
    return a <= b ? Option<Ordering>(Ordering::Equal) : Option<Ordering>(none);
}

}  // namespace whipple::detail

namespace whipple::num {

// A member that may panic is given the caller's place if it takes one. The receiver is handed on as it is: a method of the
// user's may change it.
#define WHIPPLE_FORWARD_0(name)                                                              \
    template <class A>                                                                       \
        requires(ClassType<Plain<A>>)                                                        \
    __device__ constexpr decltype(auto) name(A&& a, Location at = Location::current()) {     \
        if constexpr (requires { a.name(at); })                                              \
            return a.name(at);                                                               \
        else                                                                                 \
            return a.name();                                                                 \
    }
#define WHIPPLE_FORWARD_1(name)                                                              \
    template <class A, class B>                                                              \
        requires(ClassType<Plain<A>> && !SameAs<Plain<B>, Location>)                         \
    __device__ constexpr decltype(auto) name(A&& a, B&& b, Location at = Location::current()) { \
        if constexpr (requires { a.name(static_cast<B&&>(b), at); })                         \
            return a.name(static_cast<B&&>(b), at);                                          \
        else                                                                                 \
            return a.name(static_cast<B&&>(b));                                              \
    }
#define WHIPPLE_FORWARD_2(name)                                                                           \
    template <class A, class B, class C>                                                                  \
        requires(ClassType<Plain<A>> && !SameAs<Plain<C>, Location>)                                      \
    __device__ constexpr decltype(auto) name(A&& a, B&& b, C&& c, Location at = Location::current()) {    \
        if constexpr (requires { a.name(static_cast<B&&>(b), static_cast<C&&>(c), at); })                 \
            return a.name(static_cast<B&&>(b), static_cast<C&&>(c), at);                                  \
        else                                                                                              \
            return a.name(static_cast<B&&>(b), static_cast<C&&>(c));                                      \
    }
#define WHIPPLE_FORWARD(name) \
    WHIPPLE_FORWARD_0(name)   \
    WHIPPLE_FORWARD_1(name)   \
    WHIPPLE_FORWARD_2(name)
WHIPPLE_FORWARD(abs)
WHIPPLE_FORWARD(acos)
WHIPPLE_FORWARD(acosh)
WHIPPLE_FORWARD(asin)
WHIPPLE_FORWARD(asinh)
WHIPPLE_FORWARD(atan)
WHIPPLE_FORWARD(atan2)
WHIPPLE_FORWARD(atanh)
WHIPPLE_FORWARD(cbrt)
WHIPPLE_FORWARD(ceil)
WHIPPLE_FORWARD(copysign)
WHIPPLE_FORWARD(cos)
WHIPPLE_FORWARD(cosh)
WHIPPLE_FORWARD(div_euclid)
WHIPPLE_FORWARD(exp)
WHIPPLE_FORWARD(exp2)
WHIPPLE_FORWARD(exp_m1)
WHIPPLE_FORWARD(floor)
WHIPPLE_FORWARD(fract)
WHIPPLE_FORWARD(fract_gl)
WHIPPLE_FORWARD(hypot)
WHIPPLE_FORWARD(is_finite)
WHIPPLE_FORWARD(is_infinite)
WHIPPLE_FORWARD(is_nan)
WHIPPLE_FORWARD(is_normal)
WHIPPLE_FORWARD(is_sign_negative)
WHIPPLE_FORWARD(is_sign_positive)
WHIPPLE_FORWARD(is_subnormal)
WHIPPLE_FORWARD(lerp)
WHIPPLE_FORWARD(lerp_monotonic)
WHIPPLE_FORWARD(ln)
WHIPPLE_FORWARD(ln_1p)
WHIPPLE_FORWARD(log)
WHIPPLE_FORWARD(log10)
WHIPPLE_FORWARD(log2)
WHIPPLE_FORWARD(midpoint)
WHIPPLE_FORWARD(move_towards)
WHIPPLE_FORWARD(mul_add)
WHIPPLE_FORWARD(powf)
WHIPPLE_FORWARD(powi)
WHIPPLE_FORWARD(recip)
WHIPPLE_FORWARD(rem)
WHIPPLE_FORWARD(rem_euclid)
WHIPPLE_FORWARD(round)
WHIPPLE_FORWARD(round_ties_even)
WHIPPLE_FORWARD(saturate)
WHIPPLE_FORWARD(signum)
WHIPPLE_FORWARD(sin)
WHIPPLE_FORWARD(sin_cos)
WHIPPLE_FORWARD(sinh)
WHIPPLE_FORWARD(smoothstep)
WHIPPLE_FORWARD(sqrt)
WHIPPLE_FORWARD(step)
WHIPPLE_FORWARD(tan)
WHIPPLE_FORWARD(tanh)
WHIPPLE_FORWARD(to_be_bytes)
WHIPPLE_FORWARD(to_bits)
WHIPPLE_FORWARD(to_degrees)
WHIPPLE_FORWARD(to_le_bytes)
WHIPPLE_FORWARD(to_ne_bytes)
WHIPPLE_FORWARD(to_radians)
WHIPPLE_FORWARD(total_cmp)
WHIPPLE_FORWARD(trunc)

// ---- Rust's `Ord`: the member of this name, or else by comparison ---------------------------------------------------

WHIPPLE_FORWARD_0(clamp)
WHIPPLE_FORWARD_1(clamp)
WHIPPLE_FORWARD_0(cmp)
WHIPPLE_FORWARD_2(cmp)
WHIPPLE_FORWARD_0(max)
WHIPPLE_FORWARD_2(max)
WHIPPLE_FORWARD_0(min)
WHIPPLE_FORWARD_2(min)
WHIPPLE_FORWARD_0(partial_cmp)
WHIPPLE_FORWARD_2(partial_cmp)

// What may be compared and is no floating-point number: a struct, an enum, a tuple, an array, an `Option`, `bool`.
template <class T>
concept Comparable = ClassType<T> || SameAs<T, bool> || __is_enum(T);

// Of equal ones the second.
template <Comparable A, class B>
__device__ constexpr auto max(const A& a, const B& b) {
    if constexpr (requires { a.max(b); }) {
        return a.max(b);
    } else {
        using Both = typename detail::Merged<A, detail::Stored<B>>::Type;
        const Both first = a, second = b;
        return second < first ? first : second;
    }
}
// Of equal ones the first.
template <Comparable A, class B>
__device__ constexpr auto min(const A& a, const B& b) {
    if constexpr (requires { a.min(b); }) {
        return a.min(b);
    } else {
        using Both = typename detail::Merged<A, detail::Stored<B>>::Type;
        const Both first = a, second = b;
        return second < first ? second : first;
    }
}
// The receiver is handed on as it is, and so is what the member gives: a type of the user's may have another method of this name.
template <class A, class B>
    requires(Comparable<Plain<A>> && !SameAs<Plain<B>, Location>)
__device__ constexpr decltype(auto) cmp(A&& a, B&& b, Location at = Location::current()) {
    if constexpr (requires { a.cmp(static_cast<B&&>(b), at); })
        return a.cmp(static_cast<B&&>(b), at);
    else if constexpr (requires { a.cmp(static_cast<B&&>(b)); })
        return a.cmp(static_cast<B&&>(b));
    else
        return whipple::detail::order(whipple::detail::referred(a), whipple::detail::referred(b));
}
// The same. Neither less nor greater nor equal is what has a NaN.
template <class A, class B>
    requires(Comparable<Plain<A>> && !SameAs<Plain<B>, Location>)
__device__ constexpr decltype(auto) partial_cmp(A&& a, B&& b, Location at = Location::current()) {
    if constexpr (requires { a.partial_cmp(static_cast<B&&>(b), at); })
        return a.partial_cmp(static_cast<B&&>(b), at);
    else if constexpr (requires { a.partial_cmp(static_cast<B&&>(b)); })
        return a.partial_cmp(static_cast<B&&>(b));
    else
        return whipple::detail::partial_order(whipple::detail::referred(a), whipple::detail::referred(b));
}
// Panics if the bounds are in the wrong order.
template <Comparable A, class B, class C>
__device__ constexpr auto clamp(const A& a, const B& low, const C& high, Location at = Location::current()) {
    if constexpr (requires { a.clamp(low, high, at); }) {
        return a.clamp(low, high, at);
    } else if constexpr (requires { a.clamp(low, high); }) {
        return a.clamp(low, high);
    } else {
        const A least = low, most = high;
        if (!(least <= most)) detail::fail(PanicKind::InvalidRange, "assertion failed: min <= max", at);
        return a < least ? least : a > most ? most : a;
    }
}
#undef WHIPPLE_FORWARD
#undef WHIPPLE_FORWARD_0
#undef WHIPPLE_FORWARD_1
#undef WHIPPLE_FORWARD_2

// `7 % x`: the literal has the type of the divisor.
template <BuiltinInteger I, IntegerClass A>
__device__ constexpr A rem(I a, A b, Location at = Location::current()) {
    return A(a).rem(b, at);
}

// `a & b`, `a | b` or `a ^ b` where the translator does not see the type: C++ makes an `int` of truth values.
template <class T>
__device__ constexpr T joined(T value) {
    return value;
}
__device__ constexpr bool joined(int value) { return value != 0; }

// `k.wrapping_add(v)` in `k.wrapping_add(v) < k`, and other sums that are compared with what they are sums of. Where the comparison
// leaves a loop, NVRTC 12.6 to 13.5 take it that the loop is left in its first round, if they see the sum
// (docs/log/127-a-sum-that-leaves-a-loop.md).
template <class T>
__device__ constexpr T unseen_sum(T value) {
    if constexpr (IntegerClass<T>) {
        if constexpr (sizeof(T) >= 4) return T(whipple::detail::hidden(value.bits));
    }
    return value;
}

// std::mem::swap, std::mem::replace and std::mem::take.
template <class T>
__device__ constexpr void swap(T& a, T& b) {
    T old = a;
    a = b;
    b = old;
}
template <class T, class Value>
__device__ constexpr T replace(T& place, Value value) {
    T old = place;
    place = value;
    return old;
}
template <class T>
__device__ constexpr T take(T& place) {
    return num::replace(place, num::default_<T>());
}

// `copied` and `cloned` of an `Option` of a reference.
template <class T>
__device__ constexpr Option<Plain<T>> copied(const Option<Reference<T>>& option) {
    return option.present ? Option<Plain<T>>(*option.value) : Option<Plain<T>>(none);
}
template <class T>
__device__ constexpr Option<Plain<T>> cloned(const Option<Reference<T>>& option) {
    return option.present ? Option<Plain<T>>(num::clone(*option.value)) : Option<Plain<T>>(none);
}

// Whether a member function may change what it is called on.
template <class Method>
struct Changes {
    enum : bool { VALUE = true };
};
template <class Result, class Class, class... Arguments>
struct Changes<Result (Class::*)(Arguments...) const> {
    enum : bool { VALUE = false };
};
template <class Method>
__device__ constexpr bool changes(Method) {
    return Changes<Method>::VALUE;
}

// What a method is called on, of which an argument may change something. Where the method does not change it, Rust takes it by value
// then, and has copied it before. `method` is `WHIPPLE_CHANGES(name)`. C++ cannot look at a template: a type says by a member
// `name_unchanged_` that its template changes nothing.
template <class Method, class T>
__device__ constexpr decltype(auto) receiver(Method method, T& place) {
    if constexpr (method(static_cast<Plain<T>*>(nullptr)) || !requires { Plain<T>(place); })
        return (place);
    else
        return Plain<T>(place);
}
#define WHIPPLE_CHANGES(name)                                                     \
    []<class Receiver_>(Receiver_*) {                                             \
        using Foreign_ = whipple::ForeignMethod<whipple::num::hash(#name), Receiver_>; \
        if constexpr (whipple::IsForeign<Foreign_>)                               \
            return whipple::num::changes_first(&Foreign_::call);                  \
        else if constexpr (!whipple::ClassType<Receiver_>)                        \
            return false;                                                         \
        else if constexpr (requires { whipple::num::changes(&Receiver_::name); }) \
            return whipple::num::changes(&Receiver_::name);                       \
        else                                                                      \
            return !requires { Receiver_::name##_unchanged_; };                   \
    }

// A place, or a new value, that is only looked at: `[…]` of it is that of `Index`.
template <class T>
__device__ constexpr const T& seen(const T& place) {
    return place;
}
// A place inside of another, which is only looked at if the other is.
template <class Root, class T>
__device__ constexpr decltype(auto) as_seen(Root&, T&& place) {
    if constexpr (SameAs<Root, const Plain<Root>>)
        return num::seen(place);
    else
        return (place);
}
// The place that a method is called on. `path` finds it from what it is a part of: as what is looked at, if the method does not change it.
template <class Method, class T, class Path>
__device__ constexpr decltype(auto) called_on(Method method, T&& root, Path path) {
    if constexpr (method(static_cast<Plain<decltype(path(root))>*>(nullptr)))
        return path(root);
    else
        return path(num::seen(root));
}

// Minus what a function without arguments returns, which is a constant: `-N` is `num::negated([] { return N; })`.
template <class F>
__device__ constexpr auto negated(F constant) {
    if constexpr (IntegerClass<decltype(constant())>) {
        constexpr auto value = -constant();
        return value;
    } else {
        return -constant();
    }
}

}  // namespace whipple::num
