// Rust's references to slices: where the elements are, and how many.
#pragma once
#include "array.cuh"
#include "result.cuh"

namespace whipple {

template <class T>
struct RangeOf;
template <class T>
struct RangeInclusiveOf;

namespace detail {

[[noreturn]] __device__ void fail_slice(size_t start, size_t end, size_t length, Location at);

// The part of a slice that a range names: from `start` to before `end`.
struct Part {
    size_t start, end;

    template <class T>
    __device__ constexpr Part(const RangeOf<T>& range) : start(range.start.raw()), end(range.end.raw()) {}
    template <class T>
    __device__ constexpr Part(const RangeInclusiveOf<T>& range)
        : start(range.start.raw()), end(range.end.raw() + 1) {}
};

}  // namespace detail

// `&[T]` is `View<const T>`, `&mut [T]` is `View<T>`. It holds no elements, so it is copied as a pointer is, and its methods change
// what it refers to.
template <class T>
struct View {
    using Value = Plain<T>;

    T* start;  // not initialised in a variable that gets its value later
    size_t length;

    View() = default;
    __device__ constexpr View(T* start, size_t length) : start(start), length(length) {}
    template <size_t N>
    __device__ constexpr View(Array<Value, N>& array)
        requires(SameAs<Value, T>)
        : View(array.elements, N) {}
    template <size_t N>
    __device__ constexpr View(const Array<Value, N>& array)
        requires(!SameAs<Value, T>)
        : View(array.elements, N) {}
    template <size_t N>
    __device__ constexpr View(const Reference<Array<Value, N>>& array) : View(array.place->elements, N) {}
    template <size_t N>
    __device__ constexpr View(const Reference<const Array<Value, N>>& array)
        requires(!SameAs<Value, T>)
        : View(array.place->elements, N) {}
    // `&mut [T]` where `&[T]` is wanted.
    template <class U>
        requires(SameAs<const U, T> && !SameAs<U, T>)
    __device__ constexpr View(const View<U>& other) : View(other.start, other.length) {}

    // Panics with the caller's file and line if the index is out of range.
    __device__ constexpr T& operator[](Index index) const {
        detail::check_bounds(index.value, length, index.at);
        return start[index.value];
    }
    __device__ constexpr T* begin() const { return start; }
    __device__ constexpr T* end() const { return start + length; }
    __device__ constexpr usize len() const { return length; }
    __device__ constexpr bool is_empty() const { return length == 0; }
    // A reference to the element; of what holds references itself, a copy.
    __device__ constexpr Option<detail::Lent<const Value>> get(usize index) const {
        using Found = Option<detail::Lent<const Value>>;
        return index.raw() < length ? Found(detail::Lent<const Value>(start[index.raw()])) : Found(none);
    }
    __device__ constexpr Option<detail::Lent<const Value>> first() const { return get(usize(0)); }
    __device__ constexpr Option<detail::Lent<const Value>> last() const { return get(usize(length - 1)); }
    __device__ constexpr Option<Reference<T>> get_mut(usize index) const {
        return index.raw() < length ? Option<Reference<T>>(Reference<T>(start[index.raw()])) : Option<Reference<T>>(none);
    }
    __device__ constexpr Option<Reference<T>> first_mut() const { return get_mut(usize(0)); }
    __device__ constexpr Option<Reference<T>> last_mut() const { return get_mut(usize(length - 1)); }
    __device__ constexpr bool contains(const Value& value) const {
        for (const Value& element : *this)
            if (element == value) return true;
        return false;
    }
    __device__ constexpr bool starts_with(View<const Value> other) const {
        return other.length <= length && View<const Value>(start, other.length) == other;
    }
    __device__ constexpr bool ends_with(View<const Value> other) const {
        return other.length <= length && View<const Value>(start + (length - other.length), other.length) == other;
    }
    __device__ constexpr Unit swap(Index a, Index b) const {
        T& first = (*this)[a];
        T& second = (*this)[b];
        const Value old = first;
        first = second;
        second = old;
        return {};
    }
    __device__ constexpr Unit fill(const Value& value) const {
        // As Rust does: clones, and the value itself at the end.
        for (size_t i = 0; i + 1 < length; i += 1) start[i] = num::clone(value);
        if (length > 0) start[length - 1] = value;
        return {};
    }
    __device__ constexpr Unit reverse() const {
        turn(0, length);
        return {};
    }
    // By three reversals.
    __device__ constexpr Unit rotate_left(usize count, Location at = Location::current()) const {
        if (count.raw() > length) detail::fail(PanicKind::Panic, "assertion failed: mid <= self.len()", at);
        turn(0, count.raw());
        turn(count.raw(), length);
        turn(0, length);
        return {};
    }
    __device__ constexpr Unit rotate_right(usize count, Location at = Location::current()) const {
        if (count.raw() > length) detail::fail(PanicKind::Panic, "assertion failed: k <= self.len()", at);
        return rotate_left(usize(length - count.raw()), at);
    }
    // By insertion.
    __device__ constexpr Unit sort() const {
        for (size_t i = 1; i < length; i += 1) {
            const Value moved = start[i];
            size_t at = i;
            for (; at > 0 && moved < start[at - 1]; at -= 1) start[at] = start[at - 1];
            start[at] = moved;
        }
        return {};
    }
    // Equal elements cannot be told apart.
    __device__ constexpr Unit sort_unstable() const { return sort(); }
    // Where the value is, or where it would be. Of several equal ones it is the one that std finds.
    __device__ constexpr Result<usize, usize> binary_search(const Value& value) const {
        using Found = Result<usize, usize>;
        if (length == 0) return num::err<Found>(usize(0));
        size_t base = 0;
        for (size_t left = length; left > 1;) {
            const size_t half = left / 2;
            if (!(value < start[base + half])) base += half;
            left -= half;
        }
        if (start[base] == value) return num::ok<Found>(usize(base));
        return num::err<Found>(usize(start[base] < value ? base + 1 : base));
    }
    __device__ constexpr Unit copy_from_slice(View<const Value> other, Location at = Location::current()) const {
        if (other.length != length) detail::fail(PanicKind::SliceLengths, "slices differ in length", at, other.length, length);
        for (size_t i = 0; i < length; i += 1) start[i] = other.start[i];
        return {};
    }
    __device__ constexpr Unit clone_from_slice(View<const Value> other, Location at = Location::current()) const {
        if (other.length != length) detail::fail(PanicKind::SliceLengths, "slices differ in length", at, other.length, length);
        for (size_t i = 0; i < length; i += 1) start[i] = num::clone(other.start[i]);
        return {};
    }
    __device__ constexpr Unit swap_with_slice(View other, Location at = Location::current()) const {
        if (other.length != length)
            detail::fail(PanicKind::Panic, "destination and source slices have different lengths", at);
        for (size_t i = 0; i < length; i += 1) {
            const Value old = start[i];
            start[i] = other.start[i];
            other.start[i] = old;
        }
        return {};
    }
    __device__ constexpr Tuple<View<const Value>, View<const Value>> split_at(usize count,
                                                                                Location at = Location::current()) const {
        check_split(count, at);
        return {{start, count.raw()}, {start + count.raw(), length - count.raw()}};
    }
    __device__ constexpr Tuple<View, View> split_at_mut(usize count, Location at = Location::current()) const {
        check_split(count, at);
        return {{start, count.raw()}, {start + count.raw(), length - count.raw()}};
    }
    // The first element and the others, or the last one.
    __device__ constexpr Option<Tuple<Reference<const Value>, View<const Value>>> split_first() const {
        using Parts = Tuple<Reference<const Value>, View<const Value>>;
        if (length == 0) return none;
        return Option<Parts>(Parts{Reference<const Value>(*start), {start + 1, length - 1}});
    }
    __device__ constexpr Option<Tuple<Reference<const Value>, View<const Value>>> split_last() const {
        using Parts = Tuple<Reference<const Value>, View<const Value>>;
        if (length == 0) return none;
        return Option<Parts>(Parts{Reference<const Value>(start[length - 1]), {start, length - 1}});
    }
    __device__ constexpr Option<Tuple<Reference<T>, View>> split_first_mut() const {
        using Parts = Tuple<Reference<T>, View>;
        if (length == 0) return none;
        return Option<Parts>(Parts{Reference<T>(*start), {start + 1, length - 1}});
    }
    __device__ constexpr Option<Tuple<Reference<T>, View>> split_last_mut() const {
        using Parts = Tuple<Reference<T>, View>;
        if (length == 0) return none;
        return Option<Parts>(Parts{Reference<T>(start[length - 1]), {start, length - 1}});
    }
    __device__ constexpr Option<Tuple<View<const Value>, View<const Value>>> split_at_checked(usize count) const {
        using Parts = Tuple<View<const Value>, View<const Value>>;
        if (count.raw() > length) return none;
        return Option<Parts>(split_at(count));
    }
    // What is behind the other slice, or before it.
    __device__ constexpr Option<View<const Value>> strip_prefix(View<const Value> other) const {
        if (!starts_with(other)) return none;
        return Option<View<const Value>>(View<const Value>(start + other.length, length - other.length));
    }
    __device__ constexpr Option<View<const Value>> strip_suffix(View<const Value> other) const {
        if (!ends_with(other)) return none;
        return Option<View<const Value>>(View<const Value>(start, length - other.length));
    }
    // The elements of its arrays, one array after the other.
    __device__ constexpr auto as_flattened() const {
        using Element = const typename detail::ElementOf<Value>::Type;
        return length == 0 ? View<Element>(nullptr, 0)
                           : View<Element>(start->elements, length * detail::ElementOf<Value>::LENGTH);
    }
    __device__ constexpr auto as_flattened_mut() const {
        using Element = typename detail::ElementOf<Value>::Type;
        return length == 0 ? View<Element>(nullptr, 0)
                           : View<Element>(start->elements, length * detail::ElementOf<Value>::LENGTH);
    }
    // Copies elements within the slice, also where both parts overlap.
    __device__ constexpr Unit copy_within(const detail::Part& part, usize to, Location at = Location::current()) const {
        if (part.start > part.end || part.end > length) detail::fail_slice(part.start, part.end, length, at);
        const size_t count = part.end - part.start;
        if (to.raw() > length - count) detail::fail(PanicKind::Panic, "dest is out of bounds", at);
        if (to.raw() < part.start)
            for (size_t i = 0; i < count; i += 1) start[to.raw() + i] = start[part.start + i];
        else
            for (size_t i = count; i > 0; i -= 1) start[to.raw() + i - 1] = start[part.start + i - 1];
        return {};
    }
    __device__ constexpr bool is_sorted() const {
        for (size_t i = 1; i < length; i += 1)
            if (!(start[i - 1] <= start[i])) return false;
        return true;
    }
    __device__ constexpr View<const Value> as_slice() const { return *this; }
    __device__ constexpr View as_mut_slice() const { return *this; }
    __device__ constexpr View clone() const { return *this; }

    // Rust compares the elements, and then the lengths.
    __device__ friend constexpr bool operator==(const View& a, const View& b) {
        if (a.length != b.length) return false;
        for (size_t i = 0; i < a.length; i += 1)
            if (!(a.start[i] == b.start[i])) return false;
        return true;
    }

    __device__ constexpr void check_split(usize count, Location at) const {
        if (count.raw() > length) detail::fail(PanicKind::Panic, "mid > len", at);
    }
    // Reverses the elements from `first` up to `end`.
    __device__ constexpr void turn(size_t first, size_t end) const {
        for (; first + 1 < end; first += 1, end -= 1) {
            const Value old = start[first];
            start[first] = start[end - 1];
            start[end - 1] = old;
        }
    }
};

namespace detail {

template <class T>
struct IsView {
    enum : bool { VALUE = false };
};
template <class T>
struct IsView<View<T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct IsSliceable : IsView<T> {};
template <class T, size_t N>
struct IsSliceable<Array<T, N>> {
    enum : bool { VALUE = true };
};

template <class T>
struct IsSliceable<Reference<T>> : IsSliceable<Plain<T>> {};

// Whether Rust makes a `&[T]` or a `&mut [T]` of it, and C++ nothing from which it deduces `T`.
template <class A, bool MUTABLE>
struct BecomesSlice {
    enum : bool { VALUE = static_cast<bool>(IsSliceable<A>::VALUE) };
};
template <class T, bool MUTABLE>
struct BecomesSlice<View<T>, MUTABLE> {
    enum : bool { VALUE = !MUTABLE && SameAs<Plain<T>, T> };
};

// The elements of an array or a slice.
template <class T>
__device__ constexpr auto all(const Reference<T>& array);
template <class T, size_t N>
__device__ constexpr View<T> all(Array<T, N>& array) {
    return array;
}
template <class T, size_t N>
__device__ constexpr View<const T> all(const Array<T, N>& array) {
    return array;
}
template <class T>
__device__ constexpr View<T> all(const View<T>& slice) {
    return slice;
}

template <class T>
__device__ constexpr auto all(const Reference<T>& array) {
    return detail::all(*array);
}

[[noreturn]] __device__ inline void fail_slice(size_t start, size_t end, size_t length, Location at) {
    // In Rust's order.
    if (start > length) fail(PanicKind::SliceStart, "a slice is out of range", at, start, length);
    if (end > length) fail(PanicKind::SliceEnd, "a slice is out of range", at, end, length);
    fail(PanicKind::SliceOrder, "a slice is out of range", at, start, end);
}

// Whether a slice is in range of `length`; otherwise panics, unless the checks are off.
__device__ constexpr void check_slice(size_t start, size_t end, size_t length, Location at) {
#if WHIPPLE_BOUNDS_CHECKS
    if (start > end || end > length) fail_slice(start, end, length, at);
#endif
}

// Whether the last element of a slice is in range of `length`; otherwise panics with its own index, as Rust does, unless the checks are
// off.
__device__ constexpr void check_last(size_t start, size_t last, size_t length, Location at) {
#if WHIPPLE_BOUNDS_CHECKS
    if (last >= length)
        fail(start > length ? PanicKind::SliceStart : PanicKind::SliceEnd, "a slice is out of range", at, start > length ? start : last, length);
#endif
}

// References to arrays, where references to slices are wanted.
template <class T, size_t N>
struct Rereferenced<Reference<Array<T, N>>, View<T>> {
    enum : bool { VALUE = true };
};
template <class T, size_t N>
struct Rereferenced<Reference<Array<T, N>>, View<const T>> {
    enum : bool { VALUE = true };
};
template <class T, size_t N>
struct Rereferenced<Reference<const Array<T, N>>, View<const T>> {
    enum : bool { VALUE = true };
};
template <class T>
struct Rereferenced<View<T>, View<const T>> {
    enum : bool { VALUE = !SameAs<T, const T> };
};
template <class T>
struct Merged<View<T>, View<const T>> {
    using Type = View<const T>;
};

}  // namespace detail

// Slices beside arrays, and beside those that may change.
template <class A, class B>
    requires(static_cast<bool>(detail::IsSliceable<A>::VALUE) && static_cast<bool>(detail::IsSliceable<B>::VALUE) &&
             (static_cast<bool>(detail::IsView<A>::VALUE) || static_cast<bool>(detail::IsView<B>::VALUE)) && !SameAs<A, B>)
__device__ constexpr bool operator==(const A& a, const B& b) {
    const auto left = detail::all(a);
    const auto right = detail::all(b);
    if (left.length != right.length) return false;
    for (size_t i = 0; i < left.length; i += 1)
        if (!(left.start[i] == right.start[i])) return false;
    return true;
}

namespace detail {

// Whether the first element that differs is less in `a`; if none does, whether `a` is shorter, or as long where equal ones count.
template <class A, class B>
__device__ constexpr bool precedes(const View<A>& a, const View<B>& b, bool equal) {
    const size_t both = a.length < b.length ? a.length : b.length;
    for (size_t i = 0; i < both; i += 1)
        if (num::differ(a.start[i], b.start[i])) return a.start[i] < b.start[i];
    return a.length < b.length || (equal && a.length == b.length);
}

template <class A, class B>
concept Sliced = (static_cast<bool>(IsView<A>::VALUE) && static_cast<bool>(IsSliceable<B>::VALUE)) ||
                 (static_cast<bool>(IsSliceable<A>::VALUE) && static_cast<bool>(IsView<B>::VALUE));

}  // namespace detail

template <class A, class B>
    requires detail::Sliced<A, B>
__device__ constexpr bool operator<(const A& a, const B& b) {
    return detail::precedes(detail::all(a), detail::all(b), false);
}
template <class A, class B>
    requires detail::Sliced<A, B>
__device__ constexpr bool operator<=(const A& a, const B& b) {
    return detail::precedes(detail::all(a), detail::all(b), true);
}
template <class A, class B>
    requires detail::Sliced<A, B>
__device__ constexpr bool operator>(const A& a, const B& b) {
    return b < a;
}
template <class A, class B>
    requires detail::Sliced<A, B>
__device__ constexpr bool operator>=(const A& a, const B& b) {
    return b <= a;
}

namespace num {

template <class A>
__device__ constexpr bool is_slice() {
    return detail::IsSliceable<Plain<A>>::VALUE;
}
template <class A, bool MUTABLE>
__device__ constexpr bool becomes_slice() {
    return detail::BecomesSlice<Plain<A>, MUTABLE>::VALUE;
}

// `values[..]`, `values[start..]`, `values[..end]`, `values[start..end]`, of an array or a slice.
template <class Values>
__device__ constexpr auto slice(Values&& values) {
    return detail::all(values);
}
template <class Values>
__device__ constexpr auto slice(Values&& values, usize start, usize end, Location at = Location::current()) {
    auto all = detail::all(values);
    detail::check_slice(start.raw(), end.raw(), all.length, at);
    return decltype(all)(all.start + start.raw(), end.raw() - start.raw());
}
template <class Values>
__device__ constexpr auto slice_from(Values&& values, usize start, Location at = Location::current()) {
    auto all = detail::all(values);
    detail::check_slice(start.raw(), all.length, all.length, at);
    return decltype(all)(all.start + start.raw(), all.length - start.raw());
}
template <class Values>
__device__ constexpr auto slice_to(Values&& values, usize end, Location at = Location::current()) {
    return num::slice(values, usize(0), end, at);
}
// `values[start..=end]`, `values[..=end]`.
template <class Values>
__device__ constexpr auto slice_through(Values&& values, usize start, usize end, Location at = Location::current()) {
    detail::check_last(start.raw(), end.raw(), detail::all(values).length, at);
    return num::slice(values, start, usize(end.raw() + 1), at);
}
template <class Values>
__device__ constexpr auto slice_through(Values&& values, usize end, Location at = Location::current()) {
    return num::slice_through(values, usize(0), end, at);
}
// What patterns name behind `..`: an element, after which so many stand, and all but some at both ends.
template <size_t AFTER, class T>
__device__ constexpr T& from_end(const View<T>& slice) {
    return slice.start[slice.length - 1 - AFTER];
}
template <size_t BEFORE, size_t AFTER, class T>
__device__ constexpr View<T> middle(const View<T>& slice) {
    return {slice.start + BEFORE, slice.length - BEFORE - AFTER};
}
// `&slice`, of one that may change.
template <class T>
__device__ constexpr View<const Plain<T>> shared(const View<T>& slice) {
    return slice;
}

}  // namespace num

template <class T, size_t N>
__device__ constexpr bool Array<T, N>::starts_with(View<const T> other) const {
    return num::slice(*this).starts_with(other);
}
template <class T, size_t N>
__device__ constexpr bool Array<T, N>::ends_with(View<const T> other) const {
    return num::slice(*this).ends_with(other);
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::copy_from_slice(View<const T> other, Location at) {
    return num::slice(*this).copy_from_slice(other, at);
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::clone_from_slice(View<const T> other, Location at) {
    return num::slice(*this).clone_from_slice(other, at);
}
template <class T, size_t N>
__device__ constexpr Tuple<View<const T>, View<const T>> Array<T, N>::split_at(usize count, Location at) const {
    return num::slice(*this).split_at(count, at);
}
template <class T, size_t N>
__device__ constexpr Tuple<View<T>, View<T>> Array<T, N>::split_at_mut(usize count, Location at) {
    return num::slice(*this).split_at_mut(count, at);
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::swap_with_slice(View<T> other, Location at) {
    return num::slice(*this).swap_with_slice(other, at);
}
template <class T, size_t N>
__device__ constexpr Result<usize, usize> Array<T, N>::binary_search(const T& value) const {
    return num::slice(*this).binary_search(value);
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::sort() {
    return num::slice(*this).sort();
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::sort_unstable() {
    return num::slice(*this).sort();
}
template <class T, size_t N>
__device__ constexpr Option<Reference<T>> Array<T, N>::get_mut(usize index) {
    return num::slice(*this).get_mut(index);
}
template <class T, size_t N>
__device__ constexpr Option<Reference<T>> Array<T, N>::first_mut() {
    return num::slice(*this).first_mut();
}
template <class T, size_t N>
__device__ constexpr Option<Reference<T>> Array<T, N>::last_mut() {
    return num::slice(*this).last_mut();
}
template <class T, size_t N>
__device__ constexpr Option<Tuple<Reference<const T>, View<const T>>> Array<T, N>::split_first() const {
    return num::slice(*this).split_first();
}
template <class T, size_t N>
__device__ constexpr Option<Tuple<Reference<const T>, View<const T>>> Array<T, N>::split_last() const {
    return num::slice(*this).split_last();
}
template <class T, size_t N>
__device__ constexpr Option<Tuple<Reference<T>, View<T>>> Array<T, N>::split_first_mut() {
    return num::slice(*this).split_first_mut();
}
template <class T, size_t N>
__device__ constexpr Option<Tuple<Reference<T>, View<T>>> Array<T, N>::split_last_mut() {
    return num::slice(*this).split_last_mut();
}
template <class T, size_t N>
__device__ constexpr Option<Tuple<View<const T>, View<const T>>> Array<T, N>::split_at_checked(usize count) const {
    return num::slice(*this).split_at_checked(count);
}
template <class T, size_t N>
__device__ constexpr Option<View<const T>> Array<T, N>::strip_prefix(View<const T> other) const {
    return num::slice(*this).strip_prefix(other);
}
template <class T, size_t N>
__device__ constexpr Option<View<const T>> Array<T, N>::strip_suffix(View<const T> other) const {
    return num::slice(*this).strip_suffix(other);
}
template <class T, size_t N>
__device__ constexpr Unit Array<T, N>::copy_within(const detail::Part& part, usize to, Location at) {
    return num::slice(*this).copy_within(part, to, at);
}
template <class T, size_t N>
__device__ constexpr bool Array<T, N>::is_sorted() const {
    return num::slice(*this).is_sorted();
}
template <class T, size_t N>
__device__ constexpr View<const T> Array<T, N>::as_slice() const {
    return num::slice(*this);
}
template <class T, size_t N>
__device__ constexpr View<T> Array<T, N>::as_mut_slice() {
    return num::slice(*this);
}

}  // namespace whipple
