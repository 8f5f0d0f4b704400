// What a procedure body sees of its task: thread index, spawns, shared memory, warp and block operations.
#pragma once
#include "array.cuh"
#include "float.cuh"
#include "join/stack.cuh"
#include "num.cuh"
#include "schedulers/common/panic.cuh"
#include "schedulers/common/schedule.cuh"
#include "schedulers/common/target.cuh"
#include "shared.cuh"

namespace whipple {

// Marks a procedure without shared memory.
struct NoShared {};

// How a task sits in its worker block; the fields that its level does not need are unused and vanish.
struct Seat {
    unsigned thread;           // index of this thread in its task
    unsigned mask;             // level 0: the lanes of the task
    unsigned base;             // level 0: the first of them
    unsigned barrier_name;     // level 1: 0 when one warp runs the task
    unsigned barrier_threads;  // level 1: threads of all its warps
    unsigned char* shared;     // levels 0 and 1
};

// The join of a task whose body has this context. It continues with C; or its children are part of the task's sum.
template <class Context, class C>
struct Join {
    const Context& context;

    // Creates a child: a task of Q.
    template <class Q>
    __device__ Unit fork(const typename Q::Item& item, Location at = Location::current()) const {
        return context.template fork_one<C, Q>(item, at);
    }
};

namespace detail {

// Any trivially copyable value through 32-bit shuffles.
template <class T, class F>
__device__ inline T by_words(const T& value, F&& move) {
    constexpr unsigned COUNT = (sizeof(T) + 3) / 4;
    unsigned words[COUNT] = {};
    T result;
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < COUNT; i++) words[i] = move(words[i]);
    memcpy(&result, words, sizeof(T));
    return result;
}

}  // namespace detail

// The context of one thread of a task of procedure P.
template <class P>
class Context : public scheduler::Kept<P>, public joins::Ending<P>, sync::TaskScope<P> {
public:
    using Schedule = typename Place<P>::Schedule;

    __device__ Context(const scheduler::Target<Schedule::PROCEDURES>& target, const Seat& seat, const scheduler::Kept<P>& kept = {})
        : scheduler::Kept<P>(kept), target_(target), seat_(seat) {}

    // Index of this thread within the task, below `threads()`.
    __device__ u32 thread() const { return P::LEVEL == 2 ? 0u : seat_.thread; }
    __device__ constexpr u32 threads() const { return P::THREADS; }

    // Creates a task: procedure Q is to process `item`.
    template <class Q>
    __device__ Unit spawn(const typename Q::Item& item, Location at = Location::current()) const {
        // A bound that the translator read off the body needs no test.
        count_spawns(1, at);
        enqueue<Q>(item, {ReturnTo::NOWHERE, 0});
        return {};
    }

    // Creates tasks, the children that F names, and has a task of C continue with `state` and their outputs when all of them have finished. Of a
    // task with an output, the first thread's call counts.
    template <class F, class C>
    __device__ Unit fork(const typename joins::Fork<F>::Items& items, const joins::State<C>& state, Location at = Location::current()) const {
        if constexpr (Returns<P>) {
            if (!leads()) return {};
            end(at);
        }
        using Fork = joins::Fork<F>;
        count_spawns(Fork::COUNT, at);
        if constexpr (scheduler::Kept<P>::DIVES) {
            if constexpr (joins::FrameOf<F, C>::FITS) {
                this->diver.template fork<F, C>(items, state, this->to);
                return {};
            }
            this->to = this->diver.lowered(this->to);
        }
        JoinMemory& memory = joins::memory();
        const unsigned number = joins::take(memory, at);
        unsigned char* const start = memory.records.at(number);
        auto& record = *reinterpret_cast<joins::Record<C>*>(start);
        record.header = {Fork::COUNT, Place<C>::INDEX};
        auto& item = joins::item_of<C>(record);
        if constexpr (joins::HAS_SIZE<joins::State<C>>) item.state = state;
        if constexpr (Returns<C>) record.queued.to = this->to;
        Fork::each(items, item.outputs, [&]<class Q>(const typename Q::Item& child, auto& output) {
            unsigned offset = 0;
            if constexpr (joins::HAS_SIZE<typename Q::Output>) offset = static_cast<unsigned>(reinterpret_cast<unsigned char*>(&output) - start);
            // The order of a spawn carries what was written to the record.
            enqueue<Q>(child, {number, offset});
        });
        return {};
    }

    // Opens a join: a task of C runs when this task has ended, and all its children have finished. The first thread's call counts.
    template <class C>
    __device__ Join<Context, C> join(const joins::State<C>& state, Location at = Location::current()) const {
        if (leads()) {
            end(at);
            JoinMemory& memory = joins::memory();
            const unsigned number = joins::take(memory, at);
            unsigned char* const start = memory.records.at(number);
            auto& record = *reinterpret_cast<joins::Record<C>*>(start);
            record.header = {joins::HELD, Place<C>::INDEX};
            auto& item = joins::item_of<C>(record);
            if constexpr (joins::HAS_SIZE<joins::State<C>>) item.state = state;
            if constexpr (Returns<C>) record.queued.to = this->to;
            this->opened.record = number;
            using Outputs = joins::OutputsOf<C>;
            if constexpr (joins::HAS_SIZE<Outputs>) memset(&item.outputs, 0, sizeof(Outputs));
            if constexpr (joins::Gathered<Outputs>::COUNTS) this->opened.count = static_cast<unsigned>(reinterpret_cast<unsigned char*>(&item.outputs.count) - start);
        }
        return {*this};
    }

    // A child of the join that the task has opened.
    template <class C, class Q>
    __device__ Unit fork_one(const typename Q::Item& child, Location at) const {
        if (!leads()) return {};
        if constexpr (SameAs<C, joins::OwnSum>) {
            count_spawns(1, at);
            // Relaxed: the task itself has not been counted, so this is not the last change of the number.
            if (this->to.is_record()) sync::add_relaxed_gpu(&reinterpret_cast<joins::Header*>(joins::memory().records.at(this->to.record))->pending, 1);
            enqueue<Q>(child, this->to);
            return {};
        } else {
            return fork_for<C, Q>(child, at);
        }
    }

    // Finishes by a task of Q: its output is that of this task. The first thread's call counts.
    template <class Q>
    __device__ Unit finish_with(const typename Q::Item& item, Location at = Location::current()) const {
        if (!leads()) return {};
        end(at);
        count_spawns(1, at);
        enqueue<Q>(item, this->to);
        return {};
    }

    // Finishes with the sum of `own` and of the outputs of the children that are forked for it. The first thread's call counts.
    template <Returns Q = P>
    __device__ Join<Context, joins::OwnSum> finish_with_sum(const typename Q::Output& own, Location at = Location::current()) const {
        if (leads()) {
            end(at);
            // The children see it: they are spawned later.
            joins::deliver<Schedule>(this->to, own);
            this->to = joins::adding(this->to);
            this->finished = true;
        }
        return {*this};
    }

    // Counts an element of a buffer down by one, and creates a task of Q if that was the last.
    template <class Q, class Counter>
    __device__ Unit spawn_after(const Counter& counter, u32 index, const typename Q::Item& item, Location at = Location::current()) const {
        const u32 before = counter.fetch_sub(index, 1, at);
        if (before == 0) detail::fail(PanicKind::CountedOut, "the counter was 0", at);
        if (before == 1) spawn<Q>(item, at);
        return {};
    }

    // Gives the output of the task to whoever waits for it. The first thread's call counts. What runs then sees all that the threads of the
    // task write: at levels 0 and 1 `end_task` tells that the task has finished.
    template <Returns Q = P>
    __device__ Unit finish(const typename Q::Output& output, Location at = Location::current()) const {
        if (!leads()) return {};
        end(at);
        const ReturnTo to = this->to;
        using Output = typename Q::Output;
        if constexpr (scheduler::Kept<P>::DIVES) {
            this->diver.finish(output, to);
            return {};
        }
        if constexpr (joins::HAS_SIZE<Output>) joins::deliver<Schedule>(to, output);
        if constexpr (P::LEVEL == 2)
            count_down(this->to.record, ~0u);
        else
            this->finished = true;
        return {};
    }

    // To be called by all threads of a task as its body ends.
    __device__ void end_task() const {
        if constexpr (Returns<P>) {
            if (leads() && !this->ended) detail::fail(PanicKind::NeverEnded, "a task gave no output", {"", 0});
            // What the other threads wrote comes before the count.
            if constexpr (P::LEVEL == 0) sync::warp_barrier(seat_.mask);
            if constexpr (P::LEVEL == 1) meet();
            if (leads() && this->opened.record != pools::NONE) {
                const auto [number, children, count] = this->opened;
                if (count != 0) *reinterpret_cast<unsigned*>(joins::memory().records.at(number) + count) = children;
                count_down(number, children - joins::HELD);
            } else if (this->finished) {
                count_down(this->to.record, ~0u);
            }
        }
    }

    // Orders what the thread did before with what it does after, for all threads of the device.
    __device__ Unit fence() const {
        sync::fence_acq_rel_gpu();
        return {};
    }

    // The shared memory of the task; uninitialised.
    __device__ typename P::Shared& shared() const { return *reinterpret_cast<typename P::Shared*>(seat_.shared); }

    // ---- Level 0: all threads of the task call together ----

    template <class T>
    __device__ T shuffle(const T& value, u32 thread) const {
        const unsigned source = thread.raw() < P::THREADS ? thread.raw() : seat_.thread;
        return move(value, source);
    }
    template <class T>
    __device__ T shuffle_xor(const T& value, u32 mask) const {
        return shuffle(value, u32(seat_.thread ^ mask.raw()));
    }
    template <class T>
    __device__ T shuffle_up(const T& value, u32 delta) const {
        return shuffle(value, u32(seat_.thread >= delta.raw() ? seat_.thread - delta.raw() : seat_.thread));
    }
    template <class T>
    __device__ T shuffle_down(const T& value, u32 delta) const {
        const unsigned source = seat_.thread + delta.raw();
        return shuffle(value, u32(source >= delta.raw() ? source : seat_.thread));
    }

    __device__ bool any(bool vote) const { return sync::ballot(seat_.mask, vote) != 0; }
    __device__ bool all(bool vote) const { return sync::ballot(seat_.mask, vote) == seat_.mask; }
    // Bit i is the vote of thread i of the task.
    __device__ u32 ballot(bool vote) const { return sync::ballot(seat_.mask, vote) >> seat_.base; }
    __device__ Unit warp_barrier() const {
        sync::warp_barrier(seat_.mask);
        return {};
    }

    // Floating-point sums are taken in the order of the threads, as on the CPU, so that they agree. Sums of integers,
    // minima and maxima are the same in any order: fewer steps.
    template <class T>
    __device__ T reduce_add(const T& value) const {
        const auto add = [](const T& a, const T& b) { return a + b; };
        if constexpr (requires { T::BITS; }) {
            return reduce_any_order(value, add);
        } else {
            return reduce_in_order(value, add);
        }
    }
    template <class T>
    __device__ T reduce_min(const T& value) const {
        return reduce_any_order(value, [](const T& a, const T& b) { return num::min(a, b); });
    }
    template <class T>
    __device__ T reduce_max(const T& value) const {
        return reduce_any_order(value, [](const T& a, const T& b) { return num::max(a, b); });
    }

    // ---- Level 1: all threads of the task call together ----

    __device__ Unit barrier() const {
        meet();
        return {};
    }
    __device__ u32 barrier_count(bool vote) const {
        meet();
        if (seat_.barrier_name == 0) return count_warp(vote);
        if constexpr (P::THREADS % sync::WARP == 0) {
            return sync::named_barrier_count<plan::BARRIERS>(seat_.barrier_name, seat_.barrier_threads, vote);
        } else {
            // The lanes beyond the task's threads follow plain barriers only (`attend`): count in shared memory.
            unsigned* const votes = &emergency().votes[seat_.barrier_name];
            if (seat_.thread == 0) sync::store_relaxed_cta(votes, 0);
            meet();
            if (vote) sync::add_relaxed_cta(votes, 1);
            meet();
            const unsigned result = sync::load_relaxed_cta(votes);
            meet();
            return result;
        }
    }
    __device__ bool barrier_any(bool vote) const { return barrier_count(vote) > u32(0); }
    __device__ bool barrier_all(bool vote) const { return barrier_count(vote) == u32(P::THREADS); }

private:
    using Own = Entry<Schedule, Place<P>::INDEX>;

    // A child of the join that the task has opened.
    template <class C, class Q>
    __device__ Unit fork_for(const typename Q::Item& child, Location at) const {
        using Outputs = joins::OutputsOf<C>;
        using Gathered = joins::Gathered<Outputs>;
        if (this->opened.children >= Gathered::MOST) detail::fail(PanicKind::Children, "more children than the join has places", at);
        count_spawns(1, at);
        const unsigned number = this->opened.record;
        unsigned offset = Gathered::place(this->opened.children);
        if constexpr (joins::HAS_SIZE<Outputs>) {
            unsigned char* const start = joins::memory().records.at(number);
            offset += static_cast<unsigned>(reinterpret_cast<unsigned char*>(&joins::item_of<C>(*reinterpret_cast<joins::Record<C>*>(start)).outputs) - start);
        }
        this->opened.children += 1;
        enqueue<Q>(child, {number, offset});
        return {};
    }

    // A bound that the translator read off the body needs no test.
    __device__ void count_spawns(unsigned more, Location at) const {
        if constexpr (requires { Own::MAX_SPAWNS; }) {
            if (more > Own::MAX_SPAWNS - spawned_) detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", at);
            spawned_ += more;
        }
    }

    // Gives a task of Q to the scheduler; `to` counts where it has an output.
    template <class Q>
    __device__ void enqueue(const typename Q::Item& item, [[maybe_unused]] const ReturnTo& to) const {
        if constexpr (Returns<Q>) {
            Queued<Q> queued;
            if constexpr (joins::HAS_SIZE<typename Q::Item>) queued.item = item;
            queued.to = to;
            enqueue_queued<Q>(queued);
        } else {
            enqueue_queued<Q>(item);
        }
    }

    template <class Q>
    __device__ void enqueue_queued(const Queued<Q>& item) const {
        if constexpr (SameAs<Q, P> && scheduler::Kept<P>::KEEPS) {
            this->next.keep(item);
        } else if constexpr (scheduler::Kept<P>::template holds<Q>()) {
            if (!this->held.keep(Place<Q>::INDEX, item)) scheduler::push<Q, P, Queued<Q>>(target_, item);
        } else {
            scheduler::push<Q, P, Queued<Q>>(target_, item);
        }
    }

    // Whether this is the first thread of the task.
    __device__ bool leads() const { return P::LEVEL == 2 || seat_.thread == 0; }

    // Notes that the task's output is given, or given away.
    __device__ void end(Location at) const {
        if (this->ended) detail::fail(PanicKind::EndedTwice, "a task ends once", at);
        this->ended = true;
    }

    // Tells who waits for it, in this record, that the task has finished: by adding to what has not.
    __device__ void count_down(unsigned number, unsigned more) const {
        if (number >= ReturnTo::ROOT_SUM) return;
        JoinMemory& memory = joins::memory();
        // Release: whoever runs the continuation sees the output, and what this task wrote.
        if (sync::add_release_gpu(&reinterpret_cast<joins::Header*>(memory.records.at(number))->pending, more) + more != 0) return;
        // Acquire, by the last alone: it copies the outputs of the others, and hands on by a spawn what they wrote.
        sync::fence_acq_rel_gpu();
        resume(memory, number);
    }

    // Spawns the continuation of a record whose children have all finished, and gives the record back.
    __device__ void resume(JoinMemory& memory, unsigned number) const {
        constexpr unsigned continuations = Schedule::FACTS.resumes[Place<P>::INDEX];
        unsigned char* const start = memory.records.at(number);
        const unsigned continuation = reinterpret_cast<const joins::Header*>(start)->continuation;
        bool found = false;
        for_each_procedure<Schedule::PROCEDURES>([&]<unsigned J>() {
            if constexpr ((continuations >> J & 1) != 0) {
                if (continuations != 1u << J && continuation != J) return;
                using C = typename Entry<Schedule, J>::Procedure;
                const Queued<C> queued = reinterpret_cast<const joins::Record<C>*>(start)->queued;
                joins::give(memory, number);
                enqueue_queued<C>(queued);
                found = true;
            }
        });
        if (!found) detail::fail(PanicKind::Panic, "a join continues with a procedure that the plan does not know; please report this", {"", 0});
    }

    template <class T>
    __device__ T move(const T& value, unsigned source) const {
        const unsigned lane = seat_.base + source, mask = seat_.mask;
        return detail::by_words(value, [=](unsigned word) { return sync::shuffle(mask, word, lane); });
    }

    template <class T, class F>
    __device__ T reduce_in_order(const T& value, F&& combine) const {
        T result = move(value, 0);
        for (unsigned i = 1; i < P::THREADS; i++) result = combine(result, move(value, i));
        return result;
    }

    template <class T, class F>
    __device__ T reduce_any_order(const T& value, F&& combine) const {
        if constexpr ((P::THREADS & (P::THREADS - 1)) == 0) {
            T result = value;
            for (unsigned distance = P::THREADS / 2; distance > 0; distance /= 2)
                result = combine(result, move(result, seat_.thread ^ distance));
            return result;
        } else {
            return reduce_in_order(value, combine);
        }
    }

    // A level-1 barrier. Its threads leave together when one of them saw that a thread of the block has panicked. A thread
    // at the end of the task votes yes, too: whoever is still at another barrier then waits for threads that never come.
    __device__ void meet() const {
        if (seat_.barrier_name == 0) return sync::warp_barrier(seat_.mask);
        unsigned* const aborted = &emergency().signals.aborted;
        const bool vote = sync::load_relaxed_cta(aborted) != 0;
        if (sync::task_barrier_count<plan::BARRIERS, P::THREADS>(seat_.barrier_name, seat_.barrier_threads, vote) > 0) {
            if (sync::load_relaxed_cta(aborted) == 0)
                detail::fail(PanicKind::Panic, "a barrier that not all threads of the task reach", {"", 0});
            sync::exit_thread();
        }
    }

    __device__ u32 count_warp(bool vote) const { return sync::count_bits(sync::ballot(seat_.mask, vote)); }

    const scheduler::Target<Schedule::PROCEDURES>& target_;
    Seat seat_;
    mutable unsigned spawned_ = 0;  // in this task, where that is bounded by declaration
};

}  // namespace whipple
