// Rust's `Option<T>`: a value, or none.
#pragma once
#include "panic.cuh"
#include "reference.cuh"

namespace whipple {

namespace detail {
struct PointerSized;
}
template <class Raw, class Tag>
class Integer;
namespace num {
template <class T>
__device__ constexpr T default_();
}

// What `None` is before it is known of what: it becomes an `Option` of any type.
struct None {
    __device__ constexpr bool is_some() const { return false; }
    __device__ constexpr bool is_none() const { return true; }
    template <class T>
    __device__ constexpr T unwrap_or(const T& other) const {
        return other;
    }
    __device__ Never unwrap(Location at = Location::current()) const {
        detail::fail(PanicKind::Panic, "called `Option::unwrap()` on a `None` value", at);
        return {};
    }
    __device__ Never expect(const char* message, Location at = Location::current()) const {
        detail::fail(PanicKind::Panic, message, at);
        return {};
    }
};
__device__ constexpr None none{};

template <class T>
struct Option;
template <class... T>
struct Tuple;

// What `Some(None)` is before it is known of what.
template <>
struct Option<None> {
    bool present;

    Option() = default;
    __device__ constexpr Option(None) : present(false) {}
    __device__ constexpr explicit Option(bool present) : present(present) {}
};

template <class T>
struct Option {
    bool present;
    T value;  // not initialised where there is none, but for small ones

    Option() = default;
    __device__ constexpr Option(None) : present(false) {
        // Constants have no memory that is not initialised. ptxas changes the meaning of a loop over an iterator with an option in it if a register
        // for the value is not initialised (`given_iterators::stages_within`).
        if constexpr (sizeof(T) <= 8 && requires { T{}; })
            value = T{};
        else if (__builtin_is_constant_evaluated())
            value = T{};
    }
    __device__ constexpr explicit Option(const T& value)
        requires(!SameAs<T, Option<None>>)
        : present(true), value(value) {}
    // `Some(None)`.
    __device__ constexpr Option(const Option<None>& other)
        requires(requires { T(None{}); })
        : present(other.present), value(None{}) {}
    // From an option with literals or `None` in its value, which take the types that this option has there. From an option of
    // references, too: to other references, or to copies of what they refer to.
    template <class U>
        requires(!SameAs<U, None> && detail::BecomesOther<U, T>)
    __device__ constexpr Option(const Option<U>& other) : Option(none) {
        present = other.present;
        if (present) value = other.value;
    }
    // What has copies, handed over as references.
    template <class U>
        requires(static_cast<bool>(detail::Lends<U, T>::VALUE))
    __device__ constexpr Option(const Option<U>& other) : present(other.present) {
        if (present) value = detail::lend<T>(other.value);
    }

    __device__ constexpr bool is_some() const { return present; }
    __device__ constexpr bool is_none() const { return !present; }

    // What a loop goes over: the value, if there is one.
    __device__ constexpr T* begin() { return &value; }
    __device__ constexpr T* end() { return &value + present; }
    __device__ constexpr const T* begin() const { return &value; }
    __device__ constexpr const T* end() const { return &value + present; }

    // Of a loop that counts its elements.
    template <class Size = Integer<unsigned long long, detail::PointerSized>>
    __device__ constexpr Size len() const {
        return Size(static_cast<unsigned long long>(present));
    }
    template <class Size>
    __device__ constexpr T& operator[](Size) {
        return value;
    }
    template <class Size>
    __device__ constexpr const T& operator[](Size) const {
        return value;
    }

    // Panics with the caller's file and line if there is none.
    __device__ constexpr T unwrap(Location at = Location::current()) const {
        if (!present) detail::fail(PanicKind::Panic, "called `Option::unwrap()` on a `None` value", at);
        return value;
    }
    __device__ constexpr T expect(const char* message, Location at = Location::current()) const {
        if (!present) detail::fail(PanicKind::Panic, message, at);
        return value;
    }
    __device__ constexpr T unwrap_or(const T& other) const { return present ? value : other; }
    __device__ constexpr T unwrap_or_default() const { return present ? value : num::default_<T>(); }
    // Of references in Rust, as `get` of an array gives one.
    __device__ constexpr Option<detail::Copied<T>> copied() const {
        using Copy = Option<detail::Copied<T>>;
        if constexpr (static_cast<bool>(detail::IsReference<T>::VALUE))
            return present ? Copy(*value) : Copy(none);
        else
            return *this;
    }
    __device__ constexpr Option<detail::Copied<T>> cloned() const { return copied().clone(); }

    __device__ constexpr Option or_(const Option& other) const { return present ? *this : other; }
    __device__ constexpr Option xor_(const Option& other) const {
        return present ? (other.present ? Option(none) : *this) : other;
    }
    __device__ constexpr None and_(None) const { return {}; }
    template <class U>
    __device__ constexpr Option<U> and_(const Option<U>& other) const {
        return present ? other : Option<U>(none);
    }

    // A reference to the value; of what holds references itself, a copy.
    __device__ constexpr Option<detail::Lent<const T>> as_ref() const {
        using Found = Option<detail::Lent<const T>>;
        return present ? Found(detail::Lent<const T>(value)) : Found(none);
    }
    __device__ constexpr auto as_mut() {
        return present ? Option<Reference<T>>(Reference<T>(value)) : Option<Reference<T>>(none);
    }
    // Of an option in it.
    __device__ constexpr T flatten() const {
        if (present) return value;
        return none;
    }
    template <class U>
    __device__ constexpr auto zip(const Option<U>& other) const;
    // Of a result in it, and with an error (result.cuh).
    __device__ constexpr auto transpose() const;
    template <class E>
    __device__ constexpr auto ok_or(const E& error) const;

    __device__ constexpr Option clone() const { return present ? Option(num::clone(value)) : *this; }
    // Of a pair.
    __device__ constexpr auto unzip() const {
        using A = Plain<decltype(value._0)>;
        using B = Plain<decltype(value._1)>;
        using Both = Tuple<Option<A>, Option<B>>;
        return present ? Both{Option<A>(value._0), Option<B>(value._1)} : Both{none, none};
    }
    __device__ constexpr Option take() {
        const Option old = *this;
        present = false;
        return old;
    }
    __device__ constexpr Option replace(const T& other) {
        const Option old = *this;
        *this = Option(other);
        return old;
    }

    __device__ friend constexpr bool operator==(const Option& a, const Option& b) {
        return a.present == b.present && (!a.present || a.value == b.value);
    }
    // None comes first.
    __device__ friend constexpr bool operator<(const Option& a, const Option& b) {
        return b.present && (!a.present || a.value < b.value);
    }
    __device__ friend constexpr bool operator<=(const Option& a, const Option& b) {
        return !a.present || (b.present && a.value <= b.value);
    }
    __device__ friend constexpr bool operator>(const Option& a, const Option& b) { return b < a; }
    __device__ friend constexpr bool operator>=(const Option& a, const Option& b) { return b <= a; }
};

namespace detail {

// What a reference refers to.
template <class T>
__device__ constexpr const T& referred(const T& value) {
    return value;
}
template <class T>
__device__ constexpr const T& referred(const Reference<T>& reference) {
    return *reference;
}
template <class T>
struct Referred {
    using Type = T;
    enum : bool { IS_REFERENCE = false };
};
template <class T>
struct Referred<Reference<T>> {
    using Type = Plain<T>;
    enum : bool { IS_REFERENCE = true };
};
template <class A, class B>
concept SameOrBecomes = SameAs<A, B> || BecomesOther<A, B> || BecomesOther<B, A>;
// Options of which one has a reference where the other has a copy, or a reference to something else: `Option<&T>` of Rust is either.
template <class A, class B>
concept ComparedBehind =
    !SameAs<A, B> &&
    (static_cast<bool>(Rereferenced<A, B>::VALUE) || static_cast<bool>(Rereferenced<B, A>::VALUE) ||
     ((static_cast<bool>(Referred<A>::IS_REFERENCE) || static_cast<bool>(Referred<B>::IS_REFERENCE)) &&
      SameOrBecomes<typename Referred<A>::Type, typename Referred<B>::Type>));

}  // namespace detail

template <class A, class B>
    requires(detail::ComparedBehind<A, B>)
__device__ constexpr bool operator==(const Option<A>& a, const Option<B>& b) {
    return a.present == b.present && (!a.present || detail::referred(a.value) == detail::referred(b.value));
}
template <class A, class B>
    requires(detail::ComparedBehind<A, B>)
__device__ constexpr bool operator<(const Option<A>& a, const Option<B>& b) {
    return b.present && (!a.present || detail::referred(a.value) < detail::referred(b.value));
}
template <class A, class B>
    requires(detail::ComparedBehind<A, B>)
__device__ constexpr bool operator<=(const Option<A>& a, const Option<B>& b) {
    return !a.present || (b.present && detail::referred(a.value) <= detail::referred(b.value));
}
template <class A, class B>
    requires(detail::ComparedBehind<A, B>)
__device__ constexpr bool operator>(const Option<A>& a, const Option<B>& b) {
    return b < a;
}
template <class A, class B>
    requires(detail::ComparedBehind<A, B>)
__device__ constexpr bool operator>=(const Option<A>& a, const Option<B>& b) {
    return b <= a;
}

// `Some(value)`.
__device__ constexpr Option<None> some(None) { return Option<None>(true); }
template <class T>
__device__ constexpr Option<T> some(const T& value) {
    return Option<T>(value);
}
// `Some(Some(None))`: as an argument, it would be converted.
template <class T>
    requires(SameAs<T, Option<None>>)
__device__ constexpr Option<T> some(const T& value) {
    Option<T> made(none);
    made.present = true;
    made.value = value;
    return made;
}

}  // namespace whipple
