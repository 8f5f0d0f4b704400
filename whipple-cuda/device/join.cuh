// Joins: tasks with an output, and continuations that run when their children have finished. A task that forks leaves a *record*: the queued
// item of its continuation with places for the outputs, and how many children have not finished. Each child carries where its output goes.
// The child that finishes last spawns the continuation. Protocol: docs/design/joins.md.
#pragma once
#include "array.cuh"
#include "panic.cuh"
#include "schedulers/common/choice.cuh"
#include "schedulers/common/panic.cuh"
#include "schedulers/common/schedule.cuh"
#include "sync.cuh"

namespace whipple {

// Where the output of a task goes. `ReturnTo` of whipple-runtime/src/program/join.rs is the same.
struct ReturnTo {
    static constexpr unsigned ROOT = ~0u, NOWHERE = ~0u - 1;
    unsigned record;  // or ROOT: of an initial task; or NOWHERE: it is dropped
    unsigned offset;  // bytes from the start of the record; the number of an initial task
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

// The memory of joins. The host zeroes the words before a run and fills in the rest; whipple-cuda/src/engine/common/joins.rs has the same.
struct JoinMemory {
    unsigned char* records;
    unsigned* ring;          // `capacity` slots: numbers of records that were given back, plus one; 0: none yet
    unsigned char* roots;    // outputs of initial tasks
    unsigned stride;         // bytes of a record
    unsigned root_stride;    // bytes of an output of an initial task
    unsigned capacity;       // records, a power of two
    alignas(128) unsigned fresh;  // records from here on were never used
    alignas(128) unsigned free;   // records in the ring; wraps below 0 while several look
    alignas(128) unsigned head;   // slots that were taken
    alignas(128) unsigned tail;   // slots that were filled
};
static_assert(sizeof(JoinMemory) == 640 && offsetof(JoinMemory, stride) == 24 && offsetof(JoinMemory, capacity) == 32 &&
                  offsetof(JoinMemory, fresh) == 128,
              "the layout of JoinMemory is the host's");

namespace joins {

// What a record begins with.
struct alignas(16) Header {
    unsigned pending;       // children that have not finished
    unsigned continuation;  // its procedure
};

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

__device__ inline JoinMemory& memory() { return *emergency().control->joins; }

__device__ inline unsigned char* at(const JoinMemory& memory, unsigned record) {
    return memory.records + static_cast<unsigned long long>(record) * memory.stride;
}

// The number of a record that was given back: the one of this ticket.
__device__ inline unsigned reuse(JoinMemory& memory, unsigned ticket) {
    unsigned* const slot = memory.ring + (ticket & (memory.capacity - 1));
    unsigned number;
    // Acquire: whoever gave the record back has read it. It has its ticket, and writes the slot next.
    while ((number = sync::load_acquire_gpu(slot)) == 0) sync::back_off(20);
    sync::store_relaxed_gpu(slot, 0u);
    return number - 1;
}

// Seldom: no record was never used, and few were given back. One lane for itself.
__device__ __noinline__ unsigned take_last(JoinMemory& memory, Location at) {
    // Others that look at the same time may hide some for a moment.
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        if (static_cast<int>(sync::add_relaxed_gpu(&memory.free, ~0u)) >= 1) return reuse(memory, sync::add_relaxed_gpu(&memory.head, 1));
        sync::add_relaxed_gpu(&memory.free, 1u);
        sync::back_off(100);
    }
    detail::fail(PanicKind::Joins, "no memory for joins", at);
}

// A record that nobody uses, of those for all blocks. One atomic operation for all lanes of the warp that come together; relaxed: the slots
// carry the order.
__device__ inline unsigned take_of_all(JoinMemory& memory, Location at) {
    const unsigned together = sync::active_mask(), count = sync::count_bits(together), leader = sync::lowest_bit(together);
    unsigned first = 0, reused = 0;
    if (sync::lane() == leader) {
        reused = static_cast<int>(sync::add_relaxed_gpu(&memory.free, 0u - count)) >= static_cast<int>(count) ? 1 : 0;
        if (reused == 0) sync::add_relaxed_gpu(&memory.free, count);
        // Where all were used already the word grows no further, lest it wrap.
        if (reused != 0)
            first = sync::add_relaxed_gpu(&memory.head, count);
        else
            first = sync::load_relaxed_gpu(&memory.fresh) < memory.capacity ? sync::add_relaxed_gpu(&memory.fresh, count) : memory.capacity;
    }
    first = sync::shuffle(together, first, leader) + sync::count_bits(together & sync::lanes_below());
    if (sync::shuffle(together, reused, leader) != 0) return reuse(memory, first);
    return first < memory.capacity ? first : take_last(memory, at);
}

// Gives a record that nobody will read any more to all blocks.
__device__ inline void give_to_all(JoinMemory& memory, unsigned record) {
    const unsigned together = sync::active_mask(), leader = sync::lowest_bit(together), count = sync::count_bits(together);
    unsigned ticket = 0;
    if (sync::lane() == leader) ticket = sync::add_relaxed_gpu(&memory.tail, count);
    ticket = sync::shuffle(together, ticket, leader) + sync::count_bits(together & sync::lanes_below());
    unsigned* const slot = memory.ring + (ticket & (memory.capacity - 1));
    // Whoever has the ticket of a whole round before is about to empty it.
    while (sync::load_relaxed_gpu(slot) != 0) sync::back_off(20);
    // Release: it was read before.
    sync::store_release_gpu(slot, record + 1);
    // After its own slot: who counts on it waits for no other's long.
    if (sync::lane() == leader) sync::add_relaxed_gpu(&memory.free, count);
}

// Records that a worker block keeps for itself, at most.
constexpr unsigned CACHED = 1024;

// Free records that a worker block keeps for itself, in shared memory: most are given back where they were taken. A ring, as that for all
// blocks, and with its rule: who has counted on a slot waits for the thread that fills or empties it, which has its ticket already.
struct Cache {
    static constexpr unsigned SLOTS = CACHED;
    unsigned free;   // slots that are filled, or about to be; wraps below 0 while several look
    unsigned taken;  // slots that are not empty, or about to be filled; above SLOTS while several look
    unsigned head, tail;
    unsigned slots[SLOTS];  // a number plus one; 0: empty

    // To be called by all threads of a block of so many as it enters, before a barrier.
    __device__ void clear(unsigned threads) {
        for (unsigned i = sync::thread_in_block(); i < SLOTS; i += threads) slots[i] = 0;
        if (sync::thread_in_block() == 0) free = taken = head = tail = 0;
    }

    // To be called by all threads of the block as it leaves, behind a barrier: its records are for all blocks again.
    __device__ void give_all(JoinMemory& memory, unsigned threads) const {
        for (unsigned i = sync::thread_in_block(); i < SLOTS; i += threads)
            if (slots[i] != 0) give_to_all(memory, slots[i] - 1);
    }

    // A record for each lane of the warp that comes: its number plus one; 0 where there are not enough for all.
    __device__ unsigned take() {
        const unsigned together = sync::active_mask(), count = sync::count_bits(together), leader = sync::lowest_bit(together);
        unsigned first = 0, enough = 0;
        if (sync::lane() == leader) {
            enough = static_cast<int>(sync::add_relaxed_cta(&free, 0u - count)) >= static_cast<int>(count) ? 1 : 0;
            first = sync::add_relaxed_cta(enough != 0 ? &head : &free, count);
        }
        if (sync::shuffle(together, enough, leader) == 0) return 0;
        first = sync::shuffle(together, first, leader) + sync::count_bits(together & sync::lanes_below());
        unsigned found;
        while ((found = sync::exchange_relaxed_cta(&slots[first % SLOTS], 0)) == 0) sync::back_off(20);
        if (sync::lane() == leader) sync::add_relaxed_cta(&taken, 0u - count);
        // Whoever gave the record back has read it: that thread's fence comes before the slot that this one has read.
        sync::fence_acq_rel_cta();
        return found;
    }

    // Whether there is room for the records of all lanes of the warp that come; then they are here.
    __device__ bool give(unsigned record) {
        const unsigned together = sync::active_mask(), count = sync::count_bits(together), leader = sync::lowest_bit(together);
        unsigned ticket = 0, room = 0;
        if (sync::lane() == leader) {
            room = sync::add_relaxed_cta(&taken, count) + count <= SLOTS ? 1 : 0;
            ticket = sync::add_relaxed_cta(room != 0 ? &tail : &taken, room != 0 ? count : 0u - count);
        }
        if (sync::shuffle(together, room, leader) == 0) return false;
        ticket = sync::shuffle(together, ticket, leader) + sync::count_bits(together & sync::lanes_below());
        unsigned* const slot = &slots[ticket % SLOTS];
        while (sync::load_relaxed_cta(slot) != 0) sync::back_off(20);
        // This thread has read the record.
        sync::fence_acq_rel_cta();
        sync::store_relaxed_cta(slot, record + 1);
        if (sync::lane() == leader) sync::add_relaxed_cta(&free, count);
        return true;
    }
};

// Whether worker blocks keep free records: where they live as long as the run.
constexpr bool CACHES = WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL;

// A record that nobody uses.
__device__ inline unsigned take(JoinMemory& memory, Location at) {
    if constexpr (CACHES) {
        const unsigned found = sync::shared_memory<Cache>().take();
        if (found != 0) return found - 1;
    }
    return take_of_all(memory, at);
}

// Gives a record back that nobody will read any more.
__device__ inline void give(JoinMemory& memory, unsigned record) {
    if (!CACHES || !sync::shared_memory<Cache>().give(record)) give_to_all(memory, record);
}

// Whether tasks of a program fork.
template <class S>
constexpr bool forks() {
    bool any = false;
    for (unsigned p = 0; p < S::PROCEDURES; p++) any = any || S::FACTS.resumes[p] != 0;
    return any;
}

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
        (f.template operator()<Q>(nth<I>(items), nth<I>(outputs)), ...);
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

// What a context knows of its task's output.
template <class P, bool = Returns<P>>
struct Ending {};
template <class P>
struct Ending<P, true> {
    mutable ReturnTo to;
    mutable bool ended = false;
    mutable bool finished = false;  // at levels 0 and 1: to be told at the end of the task
};

}  // namespace joins
}  // namespace whipple
