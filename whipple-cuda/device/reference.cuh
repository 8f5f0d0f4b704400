// Rust's references where C++ has to keep one: in a variable that changes, in a tuple, an array or an option.
#pragma once
#include "config.cuh"

namespace whipple {

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
    // A copy of what it refers to, which stays as it is while it is borrowed.
    __device__ constexpr operator Plain<T>() const
        requires(!SameAs<Plain<T>, T>)
    {
        return *place;
    }
    // `&mut &mut T` where `&mut T` is wanted.
    __device__ constexpr operator T&() const
        requires(SameAs<Plain<T>, T>)
    {
        return *place;
    }
    __device__ constexpr Reference clone() const { return *this; }

    // Rust compares what references refer to.
    __device__ friend constexpr bool operator==(const Reference& a, const Reference& b) { return *a == *b; }
    __device__ friend constexpr bool operator<(const Reference& a, const Reference& b) { return *a < *b; }
    __device__ friend constexpr bool operator<=(const Reference& a, const Reference& b) { return *a <= *b; }
    __device__ friend constexpr bool operator>(const Reference& a, const Reference& b) { return *a > *b; }
    __device__ friend constexpr bool operator>=(const Reference& a, const Reference& b) { return *a >= *b; }
};

namespace detail {

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

// Whether what a function gave, which has copies, is handed over where references are asked for.
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
