// What functions of the user's give. A `&mut` comes as `T&`, or as a `Reference<T>` in an option or a tuple; a slice as a `View`. The
// translator does not see which of them it is, or whether it is a value: the functions here know it by its type.
#pragma once
#include "view.cuh"

namespace whipple {
namespace detail {

// What a type that a name was declared with says of its parts: whether they are places that somebody lent.
template <class T>
struct LendsParts {
    enum : bool { VALUE = false };
};
template <class T>
struct LendsParts<T&> {
    enum : bool { VALUE = true };
};
template <class T>
struct LendsParts<const T> : LendsParts<T> {};
template <class T>
struct LendsParts<T&&> : LendsParts<T> {};
template <class T>
struct LendsParts<View<T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct LendsParts<View<T>&> : LendsParts<View<T>> {};
template <class T>
struct LendsParts<const View<T>&> : LendsParts<View<T>> {};

}  // namespace detail

namespace num {

// The place behind a reference, or the value itself.
template <class T>
__device__ constexpr T& behind(const Reference<T>& reference) {
    return *reference.place;
}
template <class T>
__device__ constexpr T& behind(Reference<T>& reference) {
    return *reference.place;
}
template <class T>
__device__ constexpr T& behind(Reference<T>&& reference) {
    return *reference.place;
}
template <class T>
__device__ constexpr T& behind(T& value) {
    return value;
}
template <class T>
    requires(!SameAs<T, T&>)
__device__ constexpr T behind(T&& value) {
    return value;
}

// The same, but a copy of a value.
template <class T>
__device__ constexpr T& given(const Reference<T>& reference) {
    return *reference.place;
}
template <class T>
__device__ constexpr T given(const T& value) {
    return value;
}

// Rust's `Reverse`. Of what a reference is to, it has a copy.
template <class T>
__device__ constexpr auto reversed_order(const T& of) {
    using Value = detail::Stored<Plain<decltype(behind(of))>>;
    return Reverse<Value>{detail::store(behind(of))};
}

// What a function gave, as C++ keeps it.
template <class T>
__device__ constexpr auto keep(T& place) {
    if constexpr (static_cast<bool>(detail::IsView<Plain<T>>::VALUE))
        return Plain<T>(place);
    else
        return Reference<T>(place);
}
template <class T>
    requires(!SameAs<T, T&>)
__device__ constexpr T keep(T&& value) {
    return value;
}

// The same of a variable that was declared with this type, and of parts of it.
template <class Declared, class T>
__device__ constexpr auto kept_part(T& part) {
    if constexpr (static_cast<bool>(detail::IsReference<Plain<T>>::VALUE) || static_cast<bool>(detail::IsView<Plain<T>>::VALUE))
        return Plain<T>(part);
    else if constexpr (static_cast<bool>(detail::LendsParts<Declared>::VALUE))
        return Reference<T>(part);
    else
        return Plain<T>(part);
}
template <class Declared, class T>
__device__ constexpr decltype(auto) part(T& part) {
    if constexpr (static_cast<bool>(detail::IsReference<Plain<T>>::VALUE))
        return (*part.place);
    else if constexpr (static_cast<bool>(detail::LendsParts<Declared>::VALUE))
        return (part);
    else
        return Plain<T>(part);
}
template <class Declared, class T>
    requires(!SameAs<T, T&>)
__device__ constexpr decltype(auto) part(T&& of_new) {
    return num::part<Declared, T>(of_new);
}

// The test that a slice has so many elements, or at least as many. rustc has made sure of an array.
template <size_t COUNT, class T>
__device__ constexpr bool has_length(const View<T>& slice) {
    return slice.length == COUNT;
}
template <size_t COUNT, class T, size_t N>
__device__ constexpr bool has_length(const Array<T, N>&) {
    return true;
}
template <size_t COUNT, class T>
__device__ constexpr bool has_elements(const View<T>& slice) {
    return slice.length >= COUNT;
}
template <size_t COUNT, class T, size_t N>
__device__ constexpr bool has_elements(const Array<T, N>&) {
    return true;
}

// All elements but some at both ends: of an array that nobody lent, a copy.
template <size_t BEFORE, size_t AFTER, class Declared, class T>
__device__ constexpr View<T> rest_of_given(const View<T>& slice) {
    return num::middle<BEFORE, AFTER>(slice);
}
template <size_t BEFORE, size_t AFTER, class Declared, class T, size_t N>
__device__ constexpr auto rest_of_given(Array<T, N>& array) {
    if constexpr (static_cast<bool>(detail::LendsParts<Declared>::VALUE))
        return num::middle<BEFORE, AFTER>(View<T>(array));
    else
        return num::rest<BEFORE, AFTER>(array);
}
template <size_t BEFORE, size_t AFTER, class Declared, class T, size_t N>
__device__ constexpr auto rest_of_given(const Array<T, N>& array) {
    return num::rest<BEFORE, AFTER>(array);
}

}  // namespace num

// What a variable of what a function gave is, as a reference or a copy: another variable of it.
#define WHIPPLE_GIVEN(variable) whipple::num::part<decltype(variable)>(variable)
// `variable`, or a `part` of what `variable` is declared as, for C++ to keep; the part as a reference or a copy.
#define WHIPPLE_KEPT(variable) whipple::num::kept_part<decltype(variable)>(variable)
#define WHIPPLE_KEPT_PART(variable, ...) whipple::num::kept_part<decltype(variable)>(__VA_ARGS__)
#define WHIPPLE_PART(variable, ...) whipple::num::part<decltype(variable)>(__VA_ARGS__)

}  // namespace whipple
