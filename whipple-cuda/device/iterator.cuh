// Iterators of the user's: what loops and chains ask for one item after the other.
#pragma once
#include "callable.cuh"
#include "default.cuh"
#include "given.cuh"
#include "option.cuh"
#include "range.cuh"

namespace whipple {

// A range as a value: what `start..end` is where it is no loop.
template <class T>
struct RangeOf {
    T start, end;

    __device__ constexpr Option<T> next_fn() {
        if (!(start < end)) return none;
        const T now = start;
        start = start.wrapping_add(T(1));
        return some(now);
    }
    __device__ constexpr bool is_empty() const { return !(start < end); }
    __device__ constexpr bool contains(const T& value) const { return start <= value && value < end; }
    template <class Size = Integer<unsigned long long, detail::PointerSized>>
    __device__ constexpr Size len() const {
        return Size(is_empty() ? 0ull : static_cast<unsigned long long>(end.abs_diff(start).raw()));
    }
    __device__ friend constexpr bool operator==(const RangeOf& a, const RangeOf& b) {
        return a.start == b.start && a.end == b.end;
    }
};

// `start..=end`; `over` once its last number was given.
template <class T>
struct RangeInclusiveOf {
    T start, end;
    bool over;

    __device__ constexpr Option<T> next_fn() {
        if (is_empty()) return none;
        const T now = start;
        if (start < end)
            start = start.wrapping_add(T(1));
        else
            over = true;
        return some(now);
    }
    __device__ constexpr bool is_empty() const { return over || !(start <= end); }
    __device__ constexpr bool contains(const T& value) const { return start <= value && (over ? value < end : value <= end); }
    __device__ friend constexpr bool operator==(const RangeInclusiveOf& a, const RangeInclusiveOf& b) {
        return a.start == b.start && a.end == b.end && a.over == b.over;
    }
};

namespace detail {

// What a member function of a class calls once the class is complete: `Later` is a parameter of the function.
template <class Later, class T>
__device__ constexpr T& later(T& of) {
    return of;
}

// Has the method `next` of Rust's `Iterator`.
template <class I>
concept GivesItems = requires(I& of) { of.next_fn(); };

// The end of what a loop asks.
struct NoItem {};

// An iterator of its own, which a loop asks until there is none.
template <class I>
struct Asked {
    I of;
    Plain<decltype(made<I&>().next_fn())> item;

    __device__ constexpr explicit Asked(const I& other) : of(other), item(of.next_fn()) {}
    __device__ constexpr Asked& begin() { return *this; }
    __device__ constexpr NoItem end() const { return {}; }
    __device__ constexpr const auto& operator*() const { return item.value; }
    __device__ constexpr void operator++() { item = of.next_fn(); }
    __device__ friend constexpr bool operator!=(const Asked& it, NoItem) { return it.item.is_some(); }
};

// The elements of an array or an option, one after the other.
template <class A>
struct Elements {
    A of;
    unsigned long long at;

    __device__ constexpr auto next_fn() {
        using Length = decltype(of.len());
        Option<Plain<decltype(of[Length(0ull)])>> item = none;
        if (Length(at) < of.len()) item = some(of[Length(at++)]);
        return item;
    }
};

// What a function gives as an iterator: a lambda that holds what it remembers, and gives the next item.
template <class F>
struct Given {
    union {
        F state;
    };

    // Without a value, as options have it.
    __device__ constexpr Given() {}
    __device__ constexpr explicit Given(const F& state) : state(state) {}
    __device__ constexpr Given(const Given& other) : state(other.state) {}
    // A lambda has no assignment. All that it holds are bytes.
    __device__ Given& operator=(const Given& other) {
        auto* to = reinterpret_cast<unsigned char*>(this);
        const auto* from = reinterpret_cast<const unsigned char*>(&other);
        for (size_t byte = 0; byte < sizeof(Given); ++byte) to[byte] = from[byte];
        return *this;
    }

    __device__ constexpr auto next_fn() { return state(); }

    // By a parameter C++ looks at these where they are called.
    template <class Later = void>
    __device__ constexpr auto count_fn() const;
    template <class Later = void>
    __device__ constexpr auto last() const;
    template <class Later = void>
    __device__ constexpr auto min() const;
    template <class Later = void>
    __device__ constexpr auto max() const;
    template <class Later = void>
    __device__ constexpr auto sum_fn() const;
    template <class Later = void>
    __device__ constexpr auto product_fn() const;
    template <class Size>
    __device__ constexpr auto nth_fn(Size at);
    static constexpr bool count_fn_unchanged_ = true, last_unchanged_ = true, min_unchanged_ = true, max_unchanged_ = true,
                          sum_fn_unchanged_ = true, product_fn_unchanged_ = true;
};

}  // namespace detail

namespace num {

template <class F>
__device__ constexpr detail::Given<F> items(const F& state) {
    return detail::Given<F>(state);
}

// What a loop goes over: what it is itself, or a copy of an iterator.
// New elements are handed on by value, so that the loop keeps them.
template <class T>
    requires(!detail::GivesItems<Plain<T>>)
__device__ constexpr T gone_over(T&& elements) {
    return static_cast<T&&>(elements);
}
template <detail::GivesItems I>
__device__ constexpr detail::Asked<I> gone_over(const I& of) {
    return detail::Asked<I>(of);
}

template <class T>
__device__ constexpr Range<T> gone_over(const RangeOf<T>& of) {
    return {of.start, of.end};
}

// `start..end`, `start..=end` as values. A literal takes the type of the other bound.
template <class A, class B>
__device__ constexpr auto range_of(A start, B end) {
    using T = CommonType<A, B>;
    return RangeOf<T>{start, end};
}
template <class A, class B>
__device__ constexpr auto range_inclusive_of(A start, B end) {
    using T = CommonType<A, B>;
    return RangeInclusiveOf<T>{start, end, false};
}

// What has `next`: a copy of an iterator, or the elements of something else.
template <class T>
__device__ constexpr detail::Elements<T> pulled(const T& elements) {
    return {elements, 0};
}
template <detail::GivesItems I>
__device__ constexpr I pulled(const I& of) {
    return of;
}

// What an iterator has beside `next`, of a copy that is taken.
template <class I, class Size = Integer<unsigned long long, detail::PointerSized>>
__device__ constexpr Size count_of(I of) {
    Size count(0ull);
    while (of.next_fn().is_some()) count += Size(1ull);
    return count;
}
template <class I>
__device__ constexpr auto last_of(I of) {
    auto last = of.next_fn();
    for (auto item = last; item.is_some(); item = of.next_fn()) last = item;
    return last;
}
// Of equal items the first is the least, and the last the greatest.
template <class I>
__device__ constexpr auto min_of(I of) {
    auto least = of.next_fn();
    if (least.is_none()) return least;
    for (auto item = of.next_fn(); item.is_some(); item = of.next_fn())
        if (item.value < least.value) least = item;
    return least;
}
template <class I>
__device__ constexpr auto max_of(I of) {
    auto greatest = of.next_fn();
    if (greatest.is_none()) return greatest;
    for (auto item = of.next_fn(); item.is_some(); item = of.next_fn())
        if (!(item.value < greatest.value)) greatest = item;
    return greatest;
}
template <class I>
__device__ constexpr auto sum_of(I of) {
    Plain<decltype(behind(of.next_fn().value))> sum = EmptySum{};
    for (auto item = of.next_fn(); item.is_some(); item = of.next_fn()) sum += behind(item.value);
    return sum;
}
template <class I>
__device__ constexpr auto product_of(I of) {
    Plain<decltype(behind(of.next_fn().value))> product = EmptyProduct{};
    for (auto item = of.next_fn(); item.is_some(); item = of.next_fn()) product *= behind(item.value);
    return product;
}
// Of what is left of one.
template <class I, class Size>
__device__ constexpr auto nth_of(I& of, Size at) {
    auto item = of.next_fn();
    for (; item.is_some() && !(at == Size(0ull)); at -= Size(1ull)) item = of.next_fn();
    return item;
}

}  // namespace num

namespace detail {

template <class F>
template <class Later>
__device__ constexpr auto Given<F>::count_fn() const {
    return num::count_of(*this);
}
template <class F>
template <class Later>
__device__ constexpr auto Given<F>::last() const {
    return num::last_of(*this);
}
template <class F>
template <class Later>
__device__ constexpr auto Given<F>::min() const {
    return num::min_of(*this);
}
template <class F>
template <class Later>
__device__ constexpr auto Given<F>::max() const {
    return num::max_of(*this);
}
template <class F>
template <class Later>
__device__ constexpr auto Given<F>::sum_fn() const {
    return num::sum_of(*this);
}
template <class F>
template <class Later>
__device__ constexpr auto Given<F>::product_fn() const {
    return num::product_of(*this);
}
template <class F>
template <class Size>
__device__ constexpr auto Given<F>::nth_fn(Size at) {
    return num::nth_of(*this, at);
}

}  // namespace detail

}  // namespace whipple
