// Rust's references where C++ has to keep one: in a variable that changes, in a tuple, an array or an option.
#pragma once
#include "config.cuh"

namespace whipple {

template <class T>
struct Option;
template <class T>
struct View;
template <class T, size_t N>
struct Array;
template <class... T>
struct Tuple;

// `&T` is `Reference<const T>`, `&mut T` is `Reference<T>`.
template <class T>
struct Reference {
    T* place;  // not initialised in a variable that gets its value later

    Reference() = default;
    __device__ constexpr explicit Reference(T& place) : place(&place) {}
    // `&mut T` where `&T` is wanted.
    template <class U>
        requires(SameAs<const U, T> && !SameAs<U, T>)
    __device__ constexpr Reference(const Reference<U>& other) : place(other.place) {}

    __device__ constexpr T& operator*() const { return *place; }
    __device__ constexpr T* operator->() const { return place; }
    // What it refers to, where that is wanted: `&mut T` of a `&mut &mut T`, or a copy.
    __device__ constexpr operator T&() const { return *place; }
    __device__ constexpr Reference clone() const { return *this; }

    // Rust compares what references refer to.
    __device__ friend constexpr bool operator==(const Reference& a, const Reference& b) { return *a == *b; }
    __device__ friend constexpr bool operator<(const Reference& a, const Reference& b) { return *a < *b; }
    __device__ friend constexpr bool operator<=(const Reference& a, const Reference& b) { return *a <= *b; }
    __device__ friend constexpr bool operator>(const Reference& a, const Reference& b) { return *a > *b; }
    __device__ friend constexpr bool operator>=(const Reference& a, const Reference& b) { return *a >= *b; }
};

namespace detail {

template <class T>
struct IsReference {
    enum : bool { VALUE = false };
};
template <class T>
struct IsReference<Reference<T>> {
    enum : bool { VALUE = true };
};
// Whether something is, or holds, references.
template <class T>
struct Refers {
    enum : bool { VALUE = false };
};
template <class T>
struct Refers<const T> : Refers<T> {};
template <class T>
struct Refers<Reference<T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct Refers<View<T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct Refers<Option<T>> : Refers<T> {};
template <class T, size_t N>
struct Refers<Array<T, N>> : Refers<T> {};
template <class... T>
struct Refers<Tuple<T...>> {
    enum : bool { VALUE = (false || ... || static_cast<bool>(Refers<T>::VALUE)) };
};
// What a reference refers to; another type itself.
template <class T>
struct CopyOf {
    using Type = T;
};
template <class T>
struct CopyOf<Reference<T>> {
    using Type = Plain<T>;
};
template <class T>
using Copied = typename CopyOf<T>::Type;
template <class T, bool REFERS>
struct LentAs {
    using Type = Reference<T>;
};
template <class T>
struct LentAs<T, true> {
    using Type = Plain<T>;
};
// `&T` in C++, which has no references to references.
template <class T>
using Lent = typename LentAs<T, static_cast<bool>(Refers<T>::VALUE)>::Type;

// Whether a value becomes one of another type when its literals take the types there.
template <class From, class To>
struct Becomes;
template <class From, class To>
concept BecomesOther = !SameAs<From, To> && static_cast<bool>(Becomes<From, To>::VALUE);

// Whether a value of one type becomes one of another because a reference in it becomes another, or a copy of what it refers to.
template <class From, class To>
struct Rereferenced {
    enum : bool { VALUE = false };
};
template <class T>
struct Rereferenced<Reference<T>, Reference<const T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct Rereferenced<Reference<const T>, T> {
    enum : bool { VALUE = true };
};

// Whether a value, which has copies, is handed over where references are asked for.
template <class From, class To>
struct Lends {
    enum : bool { VALUE = false };
};
template <class T>
struct Lends<T, Reference<const T>> {
    enum : bool { VALUE = true };
};
template <class From, class To>
concept BecomesOrLends = BecomesOther<From, To> || static_cast<bool>(Lends<From, To>::VALUE);

// A part of such a value. A reference is to the copy, which lasts as long as the call.
template <class To, class From>
__device__ constexpr To lend(const From& from) {
    if constexpr (SameAs<To, Reference<const From>>) {
        return To(from);
    } else {
        return from;
    }
}

}  // namespace detail

namespace num {

// `&mut place` that is kept.
template <class T>
__device__ constexpr Reference<T> address(T& place) {
    return Reference<T>(place);
}
// `&place` that is kept.
template <class T>
__device__ constexpr Reference<const T> const_address(const T& place) {
    return Reference<const T>(place);
}

}  // namespace num

}  // namespace whipple
