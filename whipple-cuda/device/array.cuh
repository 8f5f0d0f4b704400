// Rust's arrays and tuples as aggregates: `Array<T, N>` is bounds-checked, `Tuple<A, B>` has the fields _0, _1, ….
#pragma once
#include "num.cuh"

namespace whipple {

// An index of an array and where it was written.
struct Index {
    unsigned long long value;
    Location at;

    __device__ constexpr Index(usize value, Location at = Location::current()) : value(value.raw()), at(at) {}
    template <BuiltinInteger I>
    __device__ constexpr Index(I value, Location at = Location::current())
        : value(static_cast<unsigned long long>(value)), at(at) {}
};

template <class T, size_t N>
struct Array;

template <class T>
struct View;

template <class... T>
struct Tuple;

template <class T, class E>
struct Result;

namespace detail {

struct Part;
template <class T>
struct ElementOf;

// Whether a type has literals in it, whose types are not known yet; `None` counts as one.
template <class T>
struct HasLiteral {
    enum : bool { VALUE = SameAs<T, Literal> || SameAs<T, None> };
};
template <class T, size_t N>
struct HasLiteral<Array<T, N>> : HasLiteral<T> {};
template <class... T>
struct HasLiteral<Tuple<T...>> {
    enum : bool { VALUE = (HasLiteral<T>::VALUE || ...) };
};

template <class T>
__device__ constexpr bool has_literal() {
    return HasLiteral<T>::VALUE;
}

template <class From, class To>
struct Becomes {
    enum : bool {
        VALUE = SameAs<From, To> || (SameAs<From, Literal> && IntegerClass<To>) || Rereferenced<From, To>::VALUE
    };
};
template <class From, class To>
struct Becomes<Option<From>, Option<To>> : Becomes<From, To> {};
template <class From, class To>
struct Rereferenced<Option<From>, Option<To>> : Rereferenced<From, To> {};
template <class From, class To, size_t N>
struct Rereferenced<Array<From, N>, Array<To, N>> : Rereferenced<From, To> {};
template <class... From, class... To>
    requires(sizeof...(From) == sizeof...(To))
struct Rereferenced<Tuple<From...>, Tuple<To...>> {
    enum : bool {
        VALUE = ((SameAs<From, To> || Rereferenced<From, To>::VALUE) && ...) && !SameAs<Tuple<From...>, Tuple<To...>>
    };
};
template <class From, class To>
struct Lends<Option<From>, Option<To>> : Lends<From, To> {};
template <class From, class To, size_t N>
struct Lends<Array<From, N>, Array<To, N>> : Lends<From, To> {};
template <class... From, class... To>
    requires(sizeof...(From) == sizeof...(To))
struct Lends<Tuple<From...>, Tuple<To...>> {
    enum : bool {
        VALUE = ((SameAs<From, To> || BecomesOrLends<From, To>)&&...) && (static_cast<bool>(Lends<From, To>::VALUE) || ...)
    };
};
template <class T>
struct Becomes<None, Option<T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct Becomes<Option<None>, Option<Option<T>>> {
    enum : bool { VALUE = true };
};
template <class From, class To, size_t N>
struct Becomes<Array<From, N>, Array<To, N>> : Becomes<From, To> {};
template <class... From, class... To>
    requires(sizeof...(From) == sizeof...(To))
struct Becomes<Tuple<From...>, Tuple<To...>> {
    enum : bool { VALUE = (Becomes<From, To>::VALUE && ...) };
};

// The type of a number in a list.
template <size_t NUMBER, class First, class... Others>
struct AtOf : AtOf<NUMBER - 1, Others...> {};
template <class First, class... Others>
struct AtOf<0, First, Others...> {
    using Type = First;
};
template <size_t NUMBER, class... T>
using At = typename AtOf<NUMBER, T...>::Type;

}  // namespace detail

// Rust's `[T; N]`.
template <class T, size_t N>
struct Array {
    T elements[N];

    // Panics with the caller's file and line if the index is out of range.
    __device__ constexpr T& operator[](Index index) {
        detail::check_bounds(index.value, N, index.at);
        return elements[index.value];
    }
    __device__ constexpr const T& operator[](Index index) const {
        detail::check_bounds(index.value, N, index.at);
        return elements[index.value];
    }
    __device__ constexpr T* begin() { return elements; }
    __device__ constexpr T* end() { return elements + N; }
    __device__ constexpr const T* begin() const { return elements; }
    __device__ constexpr const T* end() const { return elements + N; }
    __device__ constexpr usize len() const { return N; }
    __device__ constexpr bool is_empty() const { return N == 0; }
    __device__ constexpr Unit swap(Index a, Index b) {
        const T old = (*this)[a];
        (*this)[a] = (*this)[b];
        (*this)[b] = old;
        return {};
    }
    __device__ constexpr Unit fill(const T& value) {
        // As Rust does: clones, and the value itself at the end.
        for (size_t i = 0; i + 1 < N; i += 1) elements[i] = num::clone(value);
        elements[N - 1] = value;
        return {};
    }
    __device__ constexpr Array clone() const {
        Array copy = *this;
        for (size_t i = 0; i < N; i += 1) copy.elements[i] = num::clone(elements[i]);
        return copy;
    }
    // A reference to the element; of what holds references itself, a copy.
    __device__ constexpr Option<detail::Lent<const T>> get(usize index) const {
        using Found = Option<detail::Lent<const T>>;
        return index.raw() < N ? Found(detail::Lent<const T>(elements[index.raw()])) : Found(none);
    }
    __device__ constexpr Option<detail::Lent<const T>> first() const { return get(usize(0)); }
    __device__ constexpr Option<detail::Lent<const T>> last() const { return get(usize(N - 1)); }
    __device__ constexpr bool contains(const T& value) const {
        for (size_t i = 0; i < N; i += 1)
            if (elements[i] == value) return true;
        return false;
    }
    __device__ constexpr Unit reverse() {
        turn(0, N);
        return {};
    }
    // By three reversals.
    __device__ constexpr Unit rotate_left(usize count, Location at = Location::current()) {
        if (count.raw() > N) detail::fail(PanicKind::Panic, "assertion failed: mid <= self.len()", at);
        turn(0, count.raw());
        turn(count.raw(), N);
        turn(0, N);
        return {};
    }
    __device__ constexpr Unit rotate_right(usize count, Location at = Location::current()) {
        if (count.raw() > N) detail::fail(PanicKind::Panic, "assertion failed: k <= self.len()", at);
        return rotate_left(N - count.raw(), at);
    }

    // As slices have them.
    __device__ constexpr bool starts_with(View<const T> other) const;
    __device__ constexpr bool ends_with(View<const T> other) const;
    __device__ constexpr Unit copy_from_slice(View<const T> other, Location at = Location::current());
    __device__ constexpr Unit clone_from_slice(View<const T> other, Location at = Location::current());
    __device__ constexpr Tuple<View<const T>, View<const T>> split_at(usize count, Location at = Location::current()) const;
    __device__ constexpr Tuple<View<T>, View<T>> split_at_mut(usize count, Location at = Location::current());
    __device__ constexpr Unit swap_with_slice(View<T> other, Location at = Location::current());
    __device__ constexpr Unit sort();
    __device__ constexpr Unit sort_unstable();
    __device__ constexpr Result<usize, usize> binary_search(const T& value) const;
    __device__ constexpr Option<Reference<T>> get_mut(usize index);
    __device__ constexpr Option<Reference<T>> first_mut();
    __device__ constexpr Option<Reference<T>> last_mut();
    __device__ constexpr Option<Tuple<Reference<const T>, View<const T>>> split_first() const;
    __device__ constexpr Option<Tuple<Reference<const T>, View<const T>>> split_last() const;
    __device__ constexpr Option<Tuple<Reference<T>, View<T>>> split_first_mut();
    __device__ constexpr Option<Tuple<Reference<T>, View<T>>> split_last_mut();
    __device__ constexpr Option<Tuple<View<const T>, View<const T>>> split_at_checked(usize count) const;
    __device__ constexpr Option<View<const T>> strip_prefix(View<const T> other) const;
    __device__ constexpr Option<View<const T>> strip_suffix(View<const T> other) const;
    __device__ constexpr auto as_flattened() const {
        return View<const typename detail::ElementOf<T>::Type>(elements->elements, N * detail::ElementOf<T>::LENGTH);
    }
    __device__ constexpr auto as_flattened_mut() {
        return View<typename detail::ElementOf<T>::Type>(elements->elements, N * detail::ElementOf<T>::LENGTH);
    }
    __device__ constexpr Unit copy_within(const detail::Part& part, usize to, Location at = Location::current());
    __device__ constexpr bool is_sorted() const;
    __device__ constexpr View<const T> as_slice() const;
    __device__ constexpr View<T> as_mut_slice();

    __device__ friend constexpr bool operator==(const Array& a, const Array& b) {
        for (size_t i = 0; i < N; i += 1)
            if (!(a.elements[i] == b.elements[i])) return false;
        return true;
    }

    // An array of literals, or of arrays or tuples with literals, takes the element type that its place has.
    template <class U>
        requires detail::BecomesOrLends<T, U>
    __device__ constexpr operator Array<U, N>() const {
        Array<U, N> result{};
        for (size_t i = 0; i < N; i += 1) result.elements[i] = detail::lend<U>(elements[i]);
        return result;
    }

    // Reverses the elements from `first` up to `end`.
    __device__ constexpr void turn(size_t first, size_t end) {
        for (; first + 1 < end; first += 1, end -= 1) {
            const T old = elements[first];
            elements[first] = elements[end - 1];
            elements[end - 1] = old;
        }
    }
};

namespace detail {

// What a value of this type is stored as: built-in integers are literals whose type is not known yet.
template <class T>
using Stored = SelectType<BuiltinInteger<T>, Literal, T>;

// The type that two elements have together: literals in one take the type that the other has there.
template <class A, class B>
struct Merged {
    using Type = SelectType<SameAs<A, Literal>, B, A>;
};
template <class T>
struct Merged<None, Option<T>> {
    using Type = Option<T>;
};
template <class T>
struct Merged<Option<None>, Option<Option<T>>> {
    using Type = Option<Option<T>>;
};
template <class T>
struct Merged<Reference<T>, Reference<const T>> {
    using Type = Reference<const T>;
};
// A reference beside a copy, which a function gave.
template <class T>
struct Merged<Reference<const T>, T> {
    using Type = T;
};
template <class A, class B>
struct Merged<Option<A>, Option<B>> {
    using Type = Option<typename Merged<A, B>::Type>;
};
template <class A, class B, size_t N>
struct Merged<Array<A, N>, Array<B, N>> {
    using Type = Array<typename Merged<A, B>::Type, N>;
};
template <class... A, class... B>
    requires(sizeof...(A) == sizeof...(B))
struct Merged<Tuple<A...>, Tuple<B...>> {
    using Type = Tuple<typename Merged<A, B>::Type...>;
};

template <class A, class... Rest>
struct Element {
    using Type = Stored<A>;
};
template <class A, class B, class... Rest>
struct Element<A, B, Rest...> {
    using Type = typename Element<typename Merged<Stored<A>, Stored<B>>::Type, Rest...>::Type;
};

template <class T>
__device__ constexpr Stored<T> store(const T& value) {
    if constexpr (BuiltinInteger<T>)
        return Literal{static_cast<Literal::Value>(value)};
    else
        return value;
}

template <class To, class From>
__device__ constexpr To convert(const From& value) {
    if constexpr (SameAs<To, Literal>)
        return detail::store(value);
    else
        return value;
}

}  // namespace detail

// `[a, b, …]`. Literals among the elements take the type of the others.
template <class... T>
__device__ constexpr auto array(const T&... elements) {
    using Element = typename detail::Element<T...>::Type;
    return Array<Element, sizeof...(T)>{{detail::convert<Element>(elements)...}};
}

namespace detail {

template <class T>
struct ElementOf;
template <class T, size_t N>
struct ElementOf<Array<T, N>> {
    using Type = T;
    static constexpr size_t LENGTH = N;
};

}  // namespace detail

namespace num {

// The elements of several arrays, one array after the other.
template <class... Parts>
__device__ constexpr auto joined(const Parts&... parts) {
    using T = typename detail::Element<typename detail::ElementOf<Parts>::Type...>::Type;
    Array<T, (detail::ElementOf<Parts>::LENGTH + ...)> all{};
    size_t length = 0;
    auto append = [&](const auto& part) {
        for (const auto& element : part.elements) {
            all.elements[length] = detail::convert<T>(element);
            length += 1;
        }
    };
    (append(parts), ...);
    return all;
}

}  // namespace num

// `[value; N]`.
template <size_t N, class T>
__device__ constexpr Array<detail::Stored<T>, N> filled(const T& value) {
    Array<detail::Stored<T>, N> result{};
    for (size_t i = 0; i < N; i += 1) result.elements[i] = detail::store(value);
    return result;
}

// Rust's tuples of one to six fields.
template <class A>
struct Tuple<A> {
    A _0;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0)}; }
};
template <class A, class B>
struct Tuple<A, B> {
    A _0;
    B _1;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0), num::clone(_1)}; }
    template <class... U>
        requires detail::BecomesOrLends<Tuple, Tuple<U...>>
    __device__ constexpr operator Tuple<U...>() const {
        return {detail::lend<detail::At<0, U...>>(_0), detail::lend<detail::At<1, U...>>(_1)};
    }
};
template <class A, class B, class C>
struct Tuple<A, B, C> {
    A _0;
    B _1;
    C _2;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0), num::clone(_1), num::clone(_2)}; }
    template <class... U>
        requires detail::BecomesOrLends<Tuple, Tuple<U...>>
    __device__ constexpr operator Tuple<U...>() const {
        return {detail::lend<detail::At<0, U...>>(_0), detail::lend<detail::At<1, U...>>(_1), detail::lend<detail::At<2, U...>>(_2)};
    }
};
template <class A, class B, class C, class D>
struct Tuple<A, B, C, D> {
    A _0;
    B _1;
    C _2;
    D _3;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0), num::clone(_1), num::clone(_2), num::clone(_3)}; }
    template <class... U>
        requires detail::BecomesOrLends<Tuple, Tuple<U...>>
    __device__ constexpr operator Tuple<U...>() const {
        return {detail::lend<detail::At<0, U...>>(_0), detail::lend<detail::At<1, U...>>(_1), detail::lend<detail::At<2, U...>>(_2), detail::lend<detail::At<3, U...>>(_3)};
    }
};
template <class A, class B, class C, class D, class E>
struct Tuple<A, B, C, D, E> {
    A _0;
    B _1;
    C _2;
    D _3;
    E _4;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0), num::clone(_1), num::clone(_2), num::clone(_3), num::clone(_4)}; }
    template <class... U>
        requires detail::BecomesOrLends<Tuple, Tuple<U...>>
    __device__ constexpr operator Tuple<U...>() const {
        return {detail::lend<detail::At<0, U...>>(_0), detail::lend<detail::At<1, U...>>(_1), detail::lend<detail::At<2, U...>>(_2), detail::lend<detail::At<3, U...>>(_3), detail::lend<detail::At<4, U...>>(_4)};
    }
};
template <class A, class B, class C, class D, class E, class F>
struct Tuple<A, B, C, D, E, F> {
    A _0;
    B _1;
    C _2;
    D _3;
    E _4;
    F _5;
    friend bool operator==(const Tuple&, const Tuple&) = default;
    __device__ constexpr Tuple clone() const { return {num::clone(_0), num::clone(_1), num::clone(_2), num::clone(_3), num::clone(_4), num::clone(_5)}; }
    template <class... U>
        requires detail::BecomesOrLends<Tuple, Tuple<U...>>
    __device__ constexpr operator Tuple<U...>() const {
        return {detail::lend<detail::At<0, U...>>(_0), detail::lend<detail::At<1, U...>>(_1), detail::lend<detail::At<2, U...>>(_2), detail::lend<detail::At<3, U...>>(_3), detail::lend<detail::At<4, U...>>(_4), detail::lend<detail::At<5, U...>>(_5)};
    }
};

namespace detail {

// Whether the first element that differs is less in `a`; if none does, whether equal ones count.
template <class... T>
__device__ constexpr bool precedes(const Tuple<T...>& a, const Tuple<T...>& b, bool equal) {
    if (num::differ(a._0, b._0)) return a._0 < b._0;
    if constexpr (sizeof...(T) > 1)
        if (num::differ(a._1, b._1)) return a._1 < b._1;
    if constexpr (sizeof...(T) > 2)
        if (num::differ(a._2, b._2)) return a._2 < b._2;
    if constexpr (sizeof...(T) > 3)
        if (num::differ(a._3, b._3)) return a._3 < b._3;
    if constexpr (sizeof...(T) > 4)
        if (num::differ(a._4, b._4)) return a._4 < b._4;
    if constexpr (sizeof...(T) > 5)
        if (num::differ(a._5, b._5)) return a._5 < b._5;
    return equal;
}
template <class T, size_t N>
__device__ constexpr bool precedes(const Array<T, N>& a, const Array<T, N>& b, bool equal) {
    for (size_t i = 0; i < N; i += 1)
        if (num::differ(a.elements[i], b.elements[i])) return a.elements[i] < b.elements[i];
    return equal;
}

// Tuples and arrays.
template <class T>
struct IsAggregate {
    enum : bool { VALUE = false };
};
template <class T, size_t N>
struct IsAggregate<Array<T, N>> {
    enum : bool { VALUE = true };
};
template <class... T>
struct IsAggregate<Tuple<T...>> {
    enum : bool { VALUE = true };
};

// How many fields a tuple has.
template <class T>
struct Fields;
template <class... T>
struct Fields<Tuple<T...>> {
    enum : size_t { COUNT = sizeof...(T) };
};

// A type with copies in the place of its references.
template <class T>
struct Unreferenced {
    using Type = T;
};
template <class T>
struct Unreferenced<Reference<const T>> {
    using Type = T;
};
template <class T>
struct Unreferenced<Option<T>> {
    using Type = Option<typename Unreferenced<T>::Type>;
};
template <class T, size_t N>
struct Unreferenced<Array<T, N>> {
    using Type = Array<typename Unreferenced<T>::Type, N>;
};
template <class... T>
struct Unreferenced<Tuple<T...>> {
    using Type = Tuple<typename Unreferenced<T>::Type...>;
};

}  // namespace detail

template <class T>
concept Aggregate = static_cast<bool>(detail::IsAggregate<T>::VALUE);

// Literals on one side of a comparison take the types of the other side.
template <Aggregate A, Aggregate B>
__device__ constexpr bool operator==(const A& a, const B& b)
    requires(!SameAs<A, B>)
{
    using Both = typename detail::Merged<A, B>::Type;
    return static_cast<Both>(a) == static_cast<Both>(b);
}
template <Aggregate A, Aggregate B>
__device__ constexpr bool operator<(const A& a, const B& b) {
    using Both = typename detail::Merged<A, B>::Type;
    return detail::precedes(static_cast<Both>(a), static_cast<Both>(b), false);
}
template <Aggregate A, Aggregate B>
__device__ constexpr bool operator<=(const A& a, const B& b) {
    using Both = typename detail::Merged<A, B>::Type;
    return detail::precedes(static_cast<Both>(a), static_cast<Both>(b), true);
}
template <Aggregate A, Aggregate B>
__device__ constexpr bool operator>(const A& a, const B& b) {
    return b < a;
}
template <Aggregate A, Aggregate B>
__device__ constexpr bool operator>=(const A& a, const B& b) {
    return b <= a;
}

// `if condition { then } else { other }` where literals in either value take the types that the other has there.
template <class Then, class Other>
__device__ constexpr auto either(bool condition, const Then& then, const Other& other) {
    using Value = typename detail::Merged<decltype(then()), decltype(other())>::Type;
    return condition ? static_cast<Value>(then()) : static_cast<Value>(other());
}

// `(a, b, …)`. Literals take the type that the tuple's place has.
template <class... T>
__device__ constexpr auto tuple(const T&... fields) {
    return Tuple<detail::Stored<T>...>{detail::store(fields)...};
}

// Rust's `std::cmp::Reverse`: the opposite order.
template <class T>
struct Reverse {
    T _0;
    friend bool operator==(const Reverse&, const Reverse&) = default;
    __device__ friend constexpr bool operator<(const Reverse& a, const Reverse& b) { return b._0 < a._0; }
    __device__ friend constexpr bool operator<=(const Reverse& a, const Reverse& b) { return b._0 <= a._0; }
    __device__ friend constexpr bool operator>(const Reverse& a, const Reverse& b) { return b._0 > a._0; }
    __device__ friend constexpr bool operator>=(const Reverse& a, const Reverse& b) { return b._0 >= a._0; }
    __device__ constexpr Reverse clone() const { return {num::clone(_0)}; }
};

namespace num {

// What patterns name behind `..`: an element, after which so many stand, and a copy of all but some at both ends.
template <size_t AFTER, class T, size_t N>
__device__ constexpr T& from_end(Array<T, N>& array) {
    return array.elements[N - 1 - AFTER];
}
template <size_t AFTER, class T, size_t N>
__device__ constexpr const T& from_end(const Array<T, N>& array) {
    return array.elements[N - 1 - AFTER];
}
template <size_t AFTER, class Fields>
    requires(requires(Fields& fields) { fields._0; })
__device__ constexpr auto& from_end(Fields& fields) {
    constexpr size_t INDEX = detail::Fields<Plain<Fields>>::COUNT - 1 - AFTER;
    if constexpr (INDEX == 0) return fields._0;
    else if constexpr (INDEX == 1) return fields._1;
    else if constexpr (INDEX == 2) return fields._2;
    else if constexpr (INDEX == 3) return fields._3;
    else if constexpr (INDEX == 4) return fields._4;
    else return fields._5;
}
// A value with copies in the place of its references to what stays as it is.
template <class T>
    requires(!SameAs<T, T&>)
__device__ constexpr typename detail::Unreferenced<Plain<T>>::Type unreferenced(T&& value) {
    return value;
}
template <class T>
__device__ constexpr decltype(auto) unreferenced(T& value) {
    if constexpr (SameAs<typename detail::Unreferenced<Plain<T>>::Type, Plain<T>>)
        return (value);
    else
        return static_cast<typename detail::Unreferenced<Plain<T>>::Type>(value);
}
template <size_t BEFORE, size_t AFTER, class T, size_t N>
__device__ constexpr Array<T, N - BEFORE - AFTER> rest(const Array<T, N>& array) {
    Array<T, N - BEFORE - AFTER> result{};
    for (size_t i = 0; i < N - BEFORE - AFTER; i += 1) result.elements[i] = array.elements[BEFORE + i];
    return result;
}

}  // namespace num

static_assert(sizeof(Array<u8, 3>) == 3 && sizeof(Array<u64, 2>) == 16 && alignof(Array<u64, 2>) == 8,
              "Rust's arrays have another layout");

}  // namespace whipple

#include "range.cuh"
