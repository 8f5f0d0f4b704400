// Records: what a fork leaves in memory. A record has the queued item of the continuation, with places for the outputs, and how many children
// have not finished. Protocol: docs/design/joins.md.
#pragma once
#include "../panic.cuh"
#include "../schedulers/common/panic.cuh"
#include "output.cuh"
#include "pool.cuh"
#include "sum.cuh"

namespace whipple {

namespace joins {

// What a record begins with.
struct alignas(16) Header {
    unsigned pending;       // children that have not finished; and HELD, while the task goes on that makes them
    unsigned continuation;  // its procedure
};

// What `pending` of a join begins with: more than there can be children.
constexpr unsigned HELD = 1u << 31;

template <class C>
struct Record {
    Header header;
    Queued<C> queued;
};

template <class C>
__device__ inline auto& item_of(Record<C>& record) {
    if constexpr (!Returns<C>) {
        return record.queued;
    } else {
        return record.queued.item;
    }
}

template <class T>
struct StateOf;
template <class S, class O>
struct StateOf<Joined<S, O>> {
    using Type = S;
};
// What the continuation C is given beside the outputs.
template <class C>
using State = typename StateOf<typename C::Item>::Type;

template <class T>
struct OutputsIn;
template <class S, class O>
struct OutputsIn<Joined<S, O>> {
    using Type = O;
};
// The outputs that it is given.
template <class C>
using OutputsOf = typename OutputsIn<typename C::Item>::Type;

// Names the pool of records.
constexpr unsigned CACHED_RECORDS = 1024;
struct Records {
    static constexpr unsigned CACHED = CACHED_RECORDS;
};

// Seldom: no record was never used, and few were given back, here or elsewhere. Each lane looks for itself: there may be one for some alone.
template <class Tag>
__device__ __noinline__ unsigned take_last(pools::Pool& pool, Location at) {
    // Others that look at the same time may hide some for a moment.
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        unsigned found = pools::NONE;
        for (unsigned waiting = sync::active_mask(); waiting != 0; waiting &= waiting - 1)
            if (sync::lane() == sync::lowest_bit(waiting)) found = pools::take<Tag>(pool);
        if (found != pools::NONE) return found;
        sync::back_off(100);
    }
    detail::fail(PanicKind::Joins, "no memory for joins", at);
}

// A record that nobody uses. (A template, as `give`, so that programs that do not fork have no cache of records.)
template <class Tag = Records>
__device__ inline unsigned take(JoinMemory& memory, Location at) {
    const unsigned found = pools::take<Tag>(memory.records);
    return found != pools::NONE ? found : take_last<Tag>(memory.records, at);
}

// Gives a record back that nobody will read any more.
template <class Tag = Records>
__device__ inline void give(JoinMemory& memory, unsigned record) { pools::give<Tag>(memory.records, record); }

// Whether tasks of a program fork.
template <class S>
constexpr bool forks() {
    bool any = false;
    for (unsigned p = 0; p < S::PROCEDURES; p++) any = any || S::FACTS.resumes[p] != 0;
    return any;
}

// Writes an output of a child at its place, or adds it there. It is read once `pending` says so.
template <class S, class T>
__device__ inline void write(unsigned char* record, unsigned offset, const T& output) {
    if constexpr (adds<S, T>())
        if ((offset & ReturnTo::ADDS) != 0) return joins::add(record + (offset - ReturnTo::ADDS), joins::added(output));
    *reinterpret_cast<T*>(record + offset) = output;
}

// Gives an output to whoever waits for it.
template <class S, class T>
__device__ inline void deliver(const ReturnTo& to, const T& output) {
    if (to.record == ReturnTo::NOWHERE) return;
    if (to.record == ReturnTo::ROOT) {
        *reinterpret_cast<T*>(root(to.offset)) = output;
        return;
    }
    if constexpr (adds<S, T>() && S::FACTS.adds)
        if (to.record == ReturnTo::ROOT_SUM) return joins::add_to_root<S>(to.offset, output);
    joins::write<S>(memory().records.at(to.record), to.offset, output);
}

// Where the children add their outputs of a task that finishes with a sum, whose own part is delivered.
__device__ inline ReturnTo adding(const ReturnTo& to) {
    if (to.record == ReturnTo::ROOT) return {ReturnTo::ROOT_SUM, to.offset};
    return to.is_record() ? ReturnTo{to.record, to.offset | ReturnTo::ADDS} : to;
}

// A join that a task has opened.
struct Opened {
    unsigned record = pools::NONE;
    unsigned children = 0;
    unsigned count = 0;  // where their number goes, in bytes from the start of the record; 0: nowhere
};

// What a context knows of its task's output.
template <class P, bool = Returns<P>>
struct Ending {};
template <class P>
struct Ending<P, true> {
    mutable ReturnTo to;
    mutable bool ended = false;
    mutable bool finished = false;  // to be told at the end of the task: at levels 0 and 1, and where it finishes with a sum
    mutable Opened opened;
};

}  // namespace joins
}  // namespace whipple
