// Rust's `Result<T, E>`: a value, or an error.
#pragma once
#include "array.cuh"
#include "cast.cuh"
#include "default.cuh"
#include "option.cuh"
#include "panic.cuh"

namespace whipple {

namespace detail {

// What `Ok(value)` is before it is known of which error, and `Err(error)` before it is known of which value: each becomes a `Result`
// of any.
template <class T>
struct Succeeded {
    T value;
};
template <class E>
struct Failed {
    E error;
};

// What a panic says of what was not there.
enum class Says : unsigned { Unwrap = 1, UnwrapErr = 2 };
template <Says SAYS, class T>
[[noreturn]] __device__ inline void fail_with(const T& value, Location at);

template <class A, class B>
concept SameOrBecome = SameAs<A, B> || static_cast<bool>(Becomes<A, B>::VALUE);

}  // namespace detail

template <class T, class E>
struct Result {
    bool good;
    T value;  // not initialised where there is an error
    E error;  // not initialised where there is none

    Result() = default;
    // A result of which a part is assigned next.
    __device__ constexpr explicit Result(bool good) : good(good) {
        // Constants have no memory that is not initialised.
        if (__builtin_is_constant_evaluated()) {
            value = T{};
            error = E{};
        }
    }
    template <class U>
        requires(detail::SameOrBecome<U, T>)
    __device__ constexpr Result(const detail::Succeeded<U>& other) : Result(true) {
        value = other.value;
    }
    template <class F>
        requires(detail::SameOrBecome<F, E>)
    __device__ constexpr Result(const detail::Failed<F>& other) : Result(false) {
        error = other.error;
    }
    // From a result with literals, `None` or references in it, as of an `Option`.
    template <class U, class F>
        requires(!SameAs<Result<U, F>, Result> && detail::SameOrBecome<U, T> && detail::SameOrBecome<F, E>)
    __device__ constexpr Result(const Result<U, F>& other) : Result(other.good) {
        if (good)
            value = other.value;
        else
            error = other.error;
    }

    __device__ constexpr bool is_ok() const { return good; }
    __device__ constexpr bool is_err() const { return !good; }
    // What `match` asks that stands for a method which options have, too.
    __device__ constexpr bool is_some() const { return good; }

    __device__ constexpr Option<T> ok() const { return good ? Option<T>(value) : Option<T>(none); }
    __device__ constexpr Option<E> err() const { return good ? Option<E>(none) : Option<E>(error); }

    // These panic with the caller's file and line. The error is part of what they say (message.cuh).
    __device__ constexpr T unwrap(Location at = Location::current()) const {
        if (!good) detail::fail_with<detail::Says::Unwrap>(error, at);
        return value;
    }
    __device__ constexpr E unwrap_err(Location at = Location::current()) const {
        if (good) detail::fail_with<detail::Says::UnwrapErr>(value, at);
        return error;
    }
    __device__ constexpr T expect(const char* message, Location at = Location::current()) const {
        if (!good) detail::fail(PanicKind::Panic, message, at);
        return value;
    }
    __device__ constexpr E expect_err(const char* message, Location at = Location::current()) const {
        if (good) detail::fail(PanicKind::Panic, message, at);
        return error;
    }
    __device__ constexpr T unwrap_or(const T& other) const { return good ? value : other; }
    __device__ constexpr T unwrap_or_default() const { return good ? value : num::default_<T>(); }

    template <class U>
    __device__ constexpr Result<U, E> and_(const Result<U, E>& other) const {
        if (good) return other;
        return detail::Failed<E>{error};
    }
    template <class F>
    __device__ constexpr Result<T, F> or_(const Result<T, F>& other) const {
        if (!good) return other;
        return detail::Succeeded<T>{value};
    }

    // References to what is in it; of what holds references itself, a copy.
    __device__ constexpr Result<detail::Lent<const T>, detail::Lent<const E>> as_ref() const {
        using Value = detail::Lent<const T>;
        using Error = detail::Lent<const E>;
        return good ? Result<Value, Error>(detail::Succeeded<Value>{Value(value)}) : Result<Value, Error>(detail::Failed<Error>{Error(error)});
    }
    __device__ constexpr auto copied() const { return Result<typename detail::Unreferenced<T>::Type, E>(*this); }
    __device__ constexpr auto cloned() const { return copied().clone(); }
    __device__ constexpr Result clone() const {
        if (good) return detail::Succeeded<T>{num::clone(value)};
        return detail::Failed<E>{num::clone(error)};
    }

    // Of a result in it.
    __device__ constexpr T flatten() const {
        if (good) return value;
        return detail::Failed<E>{error};
    }
    // Of an option in it.
    __device__ constexpr auto transpose() const {
        using Inner = Result<decltype(value.unwrap()), E>;
        if (!good) return Option<Inner>(Inner(detail::Failed<E>{error}));
        return value.present ? Option<Inner>(Inner(detail::Succeeded<decltype(value.unwrap())>{value.value})) : Option<Inner>(none);
    }

    __device__ friend constexpr bool operator==(const Result& a, const Result& b) {
        return a.good == b.good && (a.good ? a.value == b.value : a.error == b.error);
    }
    // What succeeded comes first.
    __device__ friend constexpr bool operator<(const Result& a, const Result& b) {
        return a.good == b.good ? (a.good ? a.value < b.value : a.error < b.error) : a.good;
    }
    __device__ friend constexpr bool operator<=(const Result& a, const Result& b) {
        return a.good == b.good ? (a.good ? a.value <= b.value : a.error <= b.error) : a.good;
    }
    __device__ friend constexpr bool operator>(const Result& a, const Result& b) { return b < a; }
    __device__ friend constexpr bool operator>=(const Result& a, const Result& b) { return b <= a; }
};

namespace detail {

template <class T, class E, class U, class F>
struct Becomes<Result<T, E>, Result<U, F>> {
    enum : bool { VALUE = SameOrBecome<T, U> && SameOrBecome<E, F> };
};
template <class T, class U, class E>
struct Becomes<Succeeded<T>, Result<U, E>> {
    enum : bool { VALUE = SameOrBecome<T, U> };
};
template <class E, class T, class F>
struct Becomes<Failed<E>, Result<T, F>> {
    enum : bool { VALUE = SameOrBecome<E, F> };
};

template <class T, class U, class E>
struct Merged<Succeeded<T>, Result<U, E>> {
    using Type = Result<typename Merged<T, U>::Type, E>;
};
template <class E, class T, class F>
struct Merged<Failed<E>, Result<T, F>> {
    using Type = Result<T, typename Merged<E, F>::Type>;
};
template <class T, class E>
struct Merged<Succeeded<T>, Failed<E>> {
    using Type = Result<T, E>;
};
template <class E, class T>
struct Merged<Failed<E>, Succeeded<T>> {
    using Type = Result<T, E>;
};
template <class T, class E, class U, class F>
struct Merged<Result<T, E>, Result<U, F>> {
    using Type = Result<typename Merged<T, U>::Type, typename Merged<E, F>::Type>;
};

template <class T, class E>
struct Unreferenced<Result<T, E>> {
    using Type = Result<typename Unreferenced<T>::Type, typename Unreferenced<E>::Type>;
};

}  // namespace detail

template <class T>
template <class E>
__device__ constexpr auto Option<T>::ok_or(const E& error) const {
    Result<T, detail::Stored<E>> result(present);
    if (present)
        result.value = value;
    else
        result.error = error;
    return result;
}
template <class T>
template <class U>
__device__ constexpr auto Option<T>::zip(const Option<U>& other) const {
    using Both = Option<Tuple<T, U>>;
    return present && other.present ? Both(Tuple<T, U>{value, other.value}) : Both(none);
}
template <class T>
__device__ constexpr auto Option<T>::transpose() const {
    using Inner = Option<decltype(value.unwrap())>;
    using Whole = Result<Inner, decltype(value.unwrap_err())>;
    Whole result(!present || value.good);
    if (!present)
        result.value = Inner(none);
    else if (value.good)
        result.value = Inner(value.value);
    else
        result.error = value.error;
    return result;
}

namespace num {

// `Ok(value)` and `Err(error)` of a type that is known.
template <class Whole, class T>
__device__ constexpr Whole ok(const T& value) {
    Whole result(true);
    result.value = value;
    return result;
}
template <class Whole, class E>
__device__ constexpr Whole err(const E& error) {
    Whole result(false);
    result.error = error;
    return result;
}

// `value?` of an error, which leaves a function with this result, by `From` if that has another error.
template <class Whole, class E>
__device__ constexpr Whole left_with(const E& error) {
    Whole whole(false);
    using Error = decltype(whole.error);
    if constexpr (detail::SameOrBecome<detail::Stored<E>, Error>)
        whole.error = error;
    else if constexpr (requires { Error::from(error); })
        whole.error = Error::from(error);
    else
        whole.error = cast<Error>(error);
    return whole;
}
template <class Whole, class T, class E>
__device__ constexpr Whole left(const Result<T, E>& result) {
    return num::left_with<Whole>(result.error);
}
// The same in a closure, of which the type is not seen.
template <class E>
__device__ constexpr detail::Failed<detail::Stored<E>> raised(const E& error) {
    return {error};
}

// What methods that are given functions make of an `Option` or a `Result`: the same with another value in it, ...
template <class T, class V>
__device__ constexpr auto mapped(const Option<T>&, const V& value) {
    return some(value);
}
template <class V>
__device__ constexpr auto mapped(None, const V& value) {
    return some(value);
}
template <class T, class E, class V>
__device__ constexpr auto mapped(const Result<T, E>& of, const V& value) {
    Result<detail::Stored<V>, E> result(true);
    result.value = value;
    return result;
}
// ... what stays where there is no value, ...
__device__ constexpr None absent(None) { return {}; }
template <class T>
__device__ constexpr None absent(const Option<T>&) {
    return {};
}
template <class T, class E>
__device__ constexpr detail::Failed<E> absent(const Result<T, E>& of) {
    return {of.error};
}
// ... the value alone, in a result, ...
template <class T>
__device__ constexpr detail::Succeeded<T> succeeded(const Option<T>& of) {
    return {of.value};
}
template <class T, class E>
__device__ constexpr detail::Succeeded<T> succeeded(const Result<T, E>& of) {
    return {of.value};
}
// ... and a result with another error in it.
template <class T, class F>
__device__ constexpr auto failed(const Option<T>&, const F& error) {
    return err<Result<T, detail::Stored<F>>>(error);
}
template <class T, class E, class F>
__device__ constexpr auto failed(const Result<T, E>&, const F& error) {
    return err<Result<T, detail::Stored<F>>>(error);
}

}  // namespace num

}  // namespace whipple
