// What tasks of joins hand on: outputs, the items of continuations, and where an output goes.
#pragma once
#include "../array.cuh"
#include "../schedulers/common/schedule.cuh"

namespace whipple {

// Where the output of a task goes. `ReturnTo` of whipple-runtime/src/program/join.rs is the same.
struct ReturnTo {
    static constexpr unsigned ROOT = ~0u, NOWHERE = ~0u - 1, ROOT_SUM = ~0u - 2;
    // Of an offset in a record, for outputs that are aligned to four bytes: the output is added to what is there. The other bits say where that is.
    static constexpr unsigned ADDS = 1;
    unsigned record;  // or a segment of a stack; or ROOT: of an initial task; or ROOT_SUM: it is added there; or NOWHERE: it is dropped
    unsigned offset;  // bytes from the start of the record or segment; the number of an initial task

    // The segment with a number; numbers of segments and records are below 2^30.
    __device__ static constexpr unsigned segment(unsigned number) { return number | 2u << 30; }
    __device__ bool is_on_stack() const { return record >> 30 == 2; }
    __device__ unsigned number() const { return record & ((1u << 30) - 1); }
    __device__ bool is_record() const { return record >> 31 == 0; }
};

// A procedure whose tasks have an output.
template <class P>
concept Returns = requires { typename P::Output; };

namespace joins {

// Members of a type without size take no room, as in Rust.
template <class T>
constexpr bool HAS_SIZE = true;
template <>
constexpr bool HAS_SIZE<Unit> = false;
template <class T, size_t N>
constexpr bool HAS_SIZE<Array<T, N>> = HAS_SIZE<T>;

template <class T, bool = HAS_SIZE<T>>
struct WithItem {
    T item;
};
template <class T>
struct WithItem<T, false> {
    static constexpr T item{};
};
template <class T, bool = HAS_SIZE<T>>
struct WithState {
    T state;
    friend bool operator==(const WithState&, const WithState&) = default;
};
template <class T>
struct WithState<T, false> {
    static constexpr T state{};
    friend bool operator==(const WithState&, const WithState&) = default;
};
template <class T, bool = HAS_SIZE<T>>
struct WithValues {
    T values;
    friend bool operator==(const WithValues&, const WithValues&) = default;
};
template <class T>
struct WithValues<T, false> {
    static constexpr T values{};
    friend bool operator==(const WithValues&, const WithValues&) = default;
};
template <class T, bool = HAS_SIZE<T>>
struct WithOutputs {
    T outputs;
    friend bool operator==(const WithOutputs&, const WithOutputs&) = default;
};
template <class T>
struct WithOutputs<T, false> {
    static constexpr T outputs{};
    friend bool operator==(const WithOutputs&, const WithOutputs&) = default;
};

// A field becomes the clone of another; one without size has none.
template <class T>
__device__ constexpr void clone_to(T& field, const T& other) {
    field = num::clone(other);
}
template <class T>
__device__ constexpr void clone_to(const T&, const T&) {}

template <unsigned I, class T, bool = HAS_SIZE<T>>
struct Output;
#define WHIPPLE_OUTPUT(NUMBER, NAME)                                      \
    template <class T>                                                   \
    struct Output<NUMBER, T, true> {                                     \
        T NAME;                                                          \
        friend bool operator==(const Output&, const Output&) = default; \
    };                                                                   \
    template <class T>                                                   \
    struct Output<NUMBER, T, false> {                                    \
        static constexpr T NAME{};                                       \
        friend bool operator==(const Output&, const Output&) = default; \
    };
WHIPPLE_OUTPUT(0, _0)
WHIPPLE_OUTPUT(1, _1)
WHIPPLE_OUTPUT(2, _2)
WHIPPLE_OUTPUT(3, _3)
#undef WHIPPLE_OUTPUT

}  // namespace joins

// The outputs of children of different procedures.
template <class... T>
struct Outputs;
template <class A, class B>
struct Outputs<A, B> : joins::Output<0, A>, joins::Output<1, B> {
    friend bool operator==(const Outputs&, const Outputs&) = default;
    __device__ constexpr Outputs clone() const {
        Outputs copy = *this;
        joins::clone_to(copy._0, this->_0);
        joins::clone_to(copy._1, this->_1);
        return copy;
    }
};
template <class A, class B, class C>
struct Outputs<A, B, C> : joins::Output<0, A>, joins::Output<1, B>, joins::Output<2, C> {
    friend bool operator==(const Outputs&, const Outputs&) = default;
    __device__ constexpr Outputs clone() const {
        Outputs copy = *this;
        joins::clone_to(copy._0, this->_0);
        joins::clone_to(copy._1, this->_1);
        joins::clone_to(copy._2, this->_2);
        return copy;
    }
};
template <class A, class B, class C, class D>
struct Outputs<A, B, C, D> : joins::Output<0, A>, joins::Output<1, B>, joins::Output<2, C>, joins::Output<3, D> {
    friend bool operator==(const Outputs&, const Outputs&) = default;
    __device__ constexpr Outputs clone() const {
        Outputs copy = *this;
        joins::clone_to(copy._0, this->_0);
        joins::clone_to(copy._1, this->_1);
        joins::clone_to(copy._2, this->_2);
        joins::clone_to(copy._3, this->_3);
        return copy;
    }
};

namespace joins {

template <class... T>
constexpr bool HAS_SIZE<Outputs<T...>> = (HAS_SIZE<T> || ...);

}  // namespace joins

// The outputs of the children of a join, at most N.
template <class T, size_t N>
struct Several : joins::WithValues<Array<T, N>> {
    u32 count;
    friend bool operator==(const Several&, const Several&) = default;
    __device__ constexpr Several clone() const {
        Several copy = *this;
        joins::clone_to(copy.values, this->values);
        return copy;
    }
};

// Their sum.
template <class T>
struct Total {
    T total;
    friend bool operator==(const Total&, const Total&) = default;
    __device__ constexpr Total clone() const { return *this; }
};

// The work item of a continuation.
template <class S, class O>
struct Joined : joins::WithState<S>, joins::WithOutputs<O> {
    friend bool operator==(const Joined&, const Joined&) = default;
    __device__ constexpr Joined clone() const {
        Joined copy = *this;
        joins::clone_to(copy.state, this->state);
        joins::clone_to(copy.outputs, this->outputs);
        return copy;
    }
};

namespace joins {

template <class S, class O>
constexpr bool HAS_SIZE<Joined<S, O>> = HAS_SIZE<S> || HAS_SIZE<O>;

}  // namespace joins

namespace joins {

// What a join gathers of its children: how many there may be, whether their number is wanted, and where the output of the next one goes, from the start
// of what is gathered.
template <class O>
struct Gathered;
template <>
struct Gathered<Unit> {
    static constexpr bool COUNTS = false;
    static constexpr unsigned MOST = ~0u;
    __device__ static constexpr unsigned place(unsigned) { return 0; }
};
template <class T>
struct Gathered<Total<T>> {
    static constexpr bool COUNTS = false;
    static constexpr unsigned MOST = ~0u;
    __device__ static constexpr unsigned place(unsigned) { return ReturnTo::ADDS; }
};
template <class T, size_t N>
struct Gathered<Several<T, N>> {
    static constexpr bool COUNTS = true;
    static constexpr unsigned MOST = N;
    __device__ static constexpr unsigned place(unsigned child) { return HAS_SIZE<T> ? child * static_cast<unsigned>(sizeof(T)) : 0; }
};

// Whether an item is that of a continuation which is given a sum.
template <class T>
constexpr bool TAKES_TOTAL = false;
template <class S, class T>
constexpr bool TAKES_TOTAL<Joined<S, Total<T>>> = true;

// In the place of a continuation, of children whose outputs are added to the output of the task that made them.
struct OwnSum {};

// Numbers that are added where they go. Those with a sign are added as those without.
template <class T>
struct Added;
template <>
struct Added<u32> {
    using Word = unsigned;
};
template <>
struct Added<i32> {
    using Word = unsigned;
};
template <>
struct Added<u64> {
    using Word = unsigned long long;
};
template <>
struct Added<i64> {
    using Word = unsigned long long;
};

}  // namespace joins

// A work item of a task with an output, as queues hold it.
template <class T>
struct Carried : joins::WithItem<T> {
    ReturnTo to;
};

namespace joins {

template <class P>
struct QueuedItem {
    using Type = typename P::Item;
};
template <Returns P>
struct QueuedItem<P> {
    using Type = Carried<typename P::Item>;
};

}  // namespace joins

// What a queue of procedure P holds.
template <class P>
using Queued = typename joins::QueuedItem<P>::Type;

// The children of a fork: one of each procedure, or several of one.
template <class... P>
struct Children {};
template <class P, size_t N>
struct Repeated {};

namespace joins {

template <unsigned I, class T>
__device__ inline auto& nth(T& fields) {
    static_assert(I < 4, "a fork names up to four procedures");
    if constexpr (I == 0) {
        return fields._0;
    } else if constexpr (I == 1) {
        return fields._1;
    } else if constexpr (I == 2) {
        return fields._2;
    } else {
        return fields._3;
    }
}

// The children of a fork, as `Context::fork` goes through them.
template <class F>
struct Fork;

template <class... Q>
struct Fork<Children<Q...>> {
    static constexpr unsigned COUNT = sizeof...(Q);
    using Items = Tuple<typename Q::Item...>;

    // Calls f.operator()<Q>(item, output) for each child, with its item and the place of its output.
    template <class O, class F>
    __device__ static void each(const Items& items, O& outputs, F&& f) {
        each_of(items, outputs, f, typename UpTo<COUNT>::Type{});
    }

private:
    template <class O, class F, unsigned... I>
    __device__ static void each_of(const Items& items, O& outputs, F& f, Numbers<I...>) {
        (f.template operator()<Q>(joins::nth<I>(items), joins::nth<I>(outputs)), ...);
    }
};

template <class Q, size_t N>
struct Fork<Repeated<Q, N>> {
    static constexpr unsigned COUNT = N;
    using Items = Array<typename Q::Item, N>;

    template <class O, class F>
    __device__ static void each(const Items& items, O& outputs, F&& f) {
// Few are in registers.
#pragma unroll 8
        for (size_t i = 0; i < N; i += 1) f.template operator()<Q>(items.elements[i], outputs.elements[i]);
    }
};

}  // namespace joins
}  // namespace whipple
