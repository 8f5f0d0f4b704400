// What warp 0 exchanges with the rest of the device: chunks, through its reserve of them, hand-overs and global queues.
//
// All of it works on the block's state in shared memory. So what is rarely needed can stay out of line: the code of a round
// should fit the instruction cache.
#pragma once
#include "chunks.cuh"
#include "../block/observe.cuh"

namespace whipple {

constexpr unsigned NO_CHUNK = ~0u;

// How often a block that cannot secure its round tries again before it suspends the run, and the nanoseconds in between. Others
// give chunks back that they secured and did not need. To suspend and resume takes far longer.
constexpr unsigned PATIENCE = 200, PAUSE = 1000;

// Quick rounds that a block runs, once it has found no chunk to hand over, before it looks again.
constexpr unsigned QUIET_ROUNDS = 8;

// The most chunks that are lent to the local queues of a block: a block whose queues may need more gets none. Others lack what is held.
constexpr unsigned MOST_LENT = 20;

// The most bytes of a chunk that one warp writes while others are free.
constexpr unsigned SHORT_CHUNK = 256;

// What others do, as of the last question: known a round later, so that nobody waits for the answer.
struct Hints {
    unsigned head = 0, tail = 0, flags = 0;
    int queued = 0;  // lane p: chunks in the global queue of procedure p

    template <unsigned N>
    __device__ void ask(const Parameters<N>& parameters) {
        const Control& control = *parameters.control;
        head = sync::load_relaxed_gpu(&control.head);
        tail = sync::load_relaxed_gpu(&control.tail);
        flags = sync::load_relaxed_gpu(&control.flags);
        queued = sync::lane() < N ? parameters.queue(sync::lane()).available() : 0;
    }

    // Whether flags were set, or else how many blocks starve: the same for all lanes.
    struct News {
        bool stop;
        unsigned starving;
    };
    __device__ News news() const {
        constexpr unsigned STOP = 1u << 31;
        const int starving = static_cast<int>(head - tail);
        const unsigned word = sync::uniform(flags != 0 ? STOP : starving > 0 ? static_cast<unsigned>(starving) : 0);
        return {(word & STOP) != 0, word & ~STOP};
    }
};

// Lane p looks at procedure p. All functions are called by the whole warp, but for those that say otherwise.
template <class S>
struct Exchange {
    static constexpr unsigned N = S::PROCEDURES;
    using P = const Parameters<N>&;

    __device__ static auto& state() { return block_state<S>(); }
    __device__ static unsigned length(unsigned p) { return state().queue[p].length(); }

    // Fills the slot that a starving block waits on, or will. To be called by one thread.
    __device__ static void give(P parameters, unsigned chunk) {
        // While what was written to the chunk is on its way.
        const unsigned ticket = sync::add_relaxed_gpu(&parameters.control->tail, 1);
        unsigned* const slot = &parameters.handoff[ticket % HANDOFF_SLOTS];
        // In the first lap the slot is free.
        if (ticket >= HANDOFF_SLOTS)
            while (sync::load_relaxed_gpu(slot) != 0) sync::back_off(20);
        sync::store_release_gpu(slot, chunk + 1);
    }

    // Gives a chunk that was imported back: to the reserve, or to the pool.
    __device__ static void release(P parameters, unsigned chunk) {
        auto& block = state();
        if (sync::lane() == 0) {
            if (block.stashed < parameters.stash_keep) {
                block.stash[block.stashed++] = chunk;
            } else {
                parameters.pool().push(chunk);
            }
        }
        sync::warp_barrier();
    }

    // The run has ended, or is suspended: gives the reserve back. After an `end`, where chunks are plentiful, the block keeps
    // some for the next run. Then it need not claim them when the first hand-over is due.
    __device__ static void release_reserve(P parameters, bool end) {
        auto& block = state();
        const unsigned keep = end && parameters.kept != nullptr ? min(block.stashed, parameters.kept_most) : 0;
        unsigned* const kept = parameters.kept + sync::block() * (KEPT + 1);
        if (sync::lane() == 0 && parameters.kept != nullptr) kept[0] = keep;
        for (unsigned i = sync::lane(); i < keep; i += sync::WARP) kept[1 + i] = block.stash[i];
        give_back(parameters, keep);
    }

    // The words of what the block kept, two in each lane; takes the chunks.
    struct Kept {
        unsigned low = 0, high = 0;
    };
    static_assert(KEPT + 1 == 2 * sync::WARP, "two words in each lane");
    __device__ static Kept kept(P parameters) {
        if (parameters.kept == nullptr) return {};
        const unsigned* const words = parameters.kept + sync::block() * (KEPT + 1) + sync::lane();
        return {words[0], words[sync::WARP]};
    }
    __device__ static void recover(const Kept& words) {
        auto& block = state();
        if (sync::lane() == 0)
            block.stashed = words.low;
        else
            block.stash[sync::lane() - 1] = words.low;
        block.stash[sync::WARP - 1 + sync::lane()] = words.high;
    }

    // Publishes the chunks that spawns of the last round overflowed into, and takes them out of the reserve. To be called after a
    // round for which `secure` or `lend` promised some.
    __device__ __noinline__ static void settle(P parameters) {
        auto& block = state();
        const unsigned p = sync::lane();
        unsigned over = 0;
        if (p < N && block.reserved[p] > 0) {
            const unsigned capacity = parameters.capacity[p], items = length(p);
            over = items > capacity ? items - capacity : 0;
            hold(parameters, 0);
            if (over > 0) block.queue[p].top() -= over;
        }
        Observer<S>::overflowed(parameters, over);
        sync::warp_barrier();
        if (sync::ballot(sync::FULL_MASK, over > 0) == 0) return trim(parameters);
        unsigned published = 0;
#pragma unroll 1
        for (; over > 0; published++) {
            const unsigned entry = block.reserve[p] + published, chunk = block.stash[entry];
            const unsigned count = min(over, parameters.chunk_capacity[p]);
#pragma unroll 1
            for (unsigned q = 0; q < N; q++) parameters.counts[chunk * N + q] = q == p ? count : 0;
            // The barrier after the round ordered the spawning threads' writes before this release.
            parameters.queue(p).push(chunk);
            block.stash[entry] = NO_CHUNK;
            over -= count;
        }
        sync::warp_barrier();
        // Close the gaps: each half of the stash in turn, in order, so that nothing is overwritten before it is read.
        unsigned kept = 0;
#pragma unroll 1
        for (unsigned half = 0; half < STASH; half += sync::WARP) {
            const unsigned i = half + p, chunk = i < block.stashed ? block.stash[i] : NO_CHUNK;
            const unsigned keep = sync::ballot(sync::FULL_MASK, chunk != NO_CHUNK);
            sync::warp_barrier();
            if (chunk != NO_CHUNK) block.stash[kept + sync::count_bits(keep & sync::lanes_below())] = chunk;
            kept += sync::count_bits(keep);
            sync::warp_barrier();
        }
        published = sync::warp_sum(published);
        if (p == 0) {
            block.stashed = kept;
            block.exported += published;
        }
        sync::warp_barrier();
        trim(parameters);
    }

    // Notes that so many chunks of the reserve, from `reserve` on, are promised to each lane's procedure; 0 ends a promise.
    __device__ static void hold(P parameters, unsigned chunks) {
        const unsigned p = sync::lane();
        if (p >= N) return;
        state().reserved[p] = chunks;
        if (S::COUNTED) state().limit[p] = parameters.capacity[p] + chunks * parameters.chunk_capacity[p];
    }

    // How many chunks of the reserve are promised.
    __device__ static unsigned promised() { return sync::warp_sum(sync::lane() < N ? state().reserved[sync::lane()] : 0); }

    // Makes the reserve at least `wanted` chunks long, if the pool has them.
    __device__ static bool reserve(P parameters, unsigned wanted) {
        return wanted <= state().stashed || (wanted <= STASH && refill(parameters, wanted));
    }

    // The same as far as the pool's chunks go. Where chunks are scarce it takes a part of them only, and at least one: the fewer there
    // are, the more should each carry. Returns how many of the `wanted` the reserve has.
    __device__ static unsigned reserve_some(P parameters, unsigned wanted) {
        if (parameters.stash_keep < STASH / 2) {
            const int pooled = static_cast<int>(sync::uniform(static_cast<unsigned>(parameters.pool().available())));
            wanted = min(wanted, static_cast<unsigned>(max(1, pooled / 4)));
        }
        if (state().stashed < wanted) fill(parameters, wanted);
        return min(state().stashed, wanted);
    }

    // Takes the last `count` chunks, at most 32, out of the reserve: one for each of the first lanes.
    __device__ static unsigned take_reserve(unsigned count) {
        auto& block = state();
        const unsigned left = block.stashed - count;
        const unsigned chunk = sync::lane() < count ? block.stash[left + sync::lane()] : 0;
        sync::warp_barrier();
        if (sync::lane() == 0) block.stashed = left;
        sync::warp_barrier();
        return chunk;
    }

    // Secures space for at most `incoming` items of each lane's procedure beside the `staying` ones. Room in the local queue
    // comes first, then, with S::OVERFLOW, chunks of the reserve. In that case `promised` is set, and `settle` is due after the
    // round.
    __device__ static bool secure(P parameters, unsigned capacity, unsigned incoming, unsigned staying, bool& promised) {
        const unsigned room = capacity - staying, over = incoming > room ? incoming - room : 0;
        if (sync::ballot(sync::FULL_MASK, over > 0) == 0) return true;
        if constexpr (!S::OVERFLOW) return false;
        return promised = promise(parameters, over);
    }

    // Secures space for what `taken` tasks of each lane's procedure may spawn. 0: no; 1: yes; 3: with chunks of the reserve.
    __device__ __noinline__ static unsigned secure_exactly(const Parameters<N>& parameters, unsigned taken) {
        auto& block = block_state<S>();
        // Of the lane's procedure: what the round may spawn into its queue, and what stays there.
        unsigned incoming = 0;
        const unsigned staying = sync::lane() < N ? length(sync::lane()) - taken : 0;
#pragma unroll 1
        for (unsigned spawning = sync::ballot(sync::FULL_MASK, taken > 0); spawning != 0; spawning &= spawning - 1) {
            const unsigned q = sync::lowest_bit(spawning), tasks = sync::shuffle(sync::FULL_MASK, taken, q);
            incoming += sync::lane() < N ? tasks * block.spawns[q * N + sync::lane()] : 0;
        }
        // What was lent for just any round may do for this one.
        if (S::COUNTED && promised() > 0) {
            const bool more = sync::lane() < N && staying + incoming > block.limit[sync::lane()];
            if (sync::ballot(sync::FULL_MASK, more) == 0) return 3;
        }
        // Else an earlier promise ends: what is not promised below must not be used.
        hold(parameters, 0);
        bool promised = false;
        const unsigned capacity = sync::lane() < N ? block.capacity[sync::lane()] : 0;
        if (!secure(parameters, capacity, incoming, staying, promised)) return 0;
        return promised ? 3 : 1;
    }

    // The chunks that hold `over` items of each lane's procedure that may come to lie beyond its local queue.
    __device__ __noinline__ static unsigned chunks_beyond(P parameters, unsigned over) {
        return sync::warp_sum(over > 0 ? chunks_for(parameters, over) : 0);
    }

    // Promises these, at least one and at most MOST_LENT; whether it did.
    __device__ __noinline__ static bool lend(P parameters, unsigned over) {
        hold(parameters, 0);
        return promise(parameters, over);
    }

    // No task can run for lack of queue memory: everyone is to save and leave. Each lane has `tasks` of a procedure.
    __device__ static void suspend(P parameters, unsigned procedure, unsigned tasks) {
        const unsigned blocked = sync::lowest_bit(sync::ballot(sync::FULL_MASK, tasks > 0));
        if (sync::lane() == blocked) sync::store_relaxed_gpu(&parameters.control->starved_procedure, procedure + 1);
        if (sync::lane() == 0) sync::or_relaxed_gpu(&parameters.control->flags, SUSPEND);
    }

    // Passes a chunk of one of the global queues in `votes` on to a starving block.
    __device__ __noinline__ static bool forward(P parameters, unsigned votes) {
        const unsigned chosen = sync::lowest_bit(votes);
        unsigned granted = 0;
        if (sync::lane() == 0) {
            unsigned ticket = 0;
            granted = parameters.queue(chosen).claim(1, ticket);
            if (granted) give(parameters, parameters.queue(chosen).take(ticket));
            state().handed_over += granted;
        }
        return sync::shuffle(sync::FULL_MASK, granted, 0) != 0;
    }

    // Claims a chunk of one of the global queues in `votes`, by the order of the policy; NO_CHUNK if there is none.
    __device__ __noinline__ static unsigned claim(P parameters, unsigned votes) {
#pragma unroll 1
        for (unsigned rank = 0; votes != 0 && rank < N; rank++) {
            const unsigned p = state().order[rank];
            if ((votes >> p & 1) == 0) continue;
            unsigned chunk = NO_CHUNK, ticket = 0;
            if (sync::lane() == 0 && parameters.queue(p).claim(1, ticket) != 0) chunk = parameters.queue(p).take(ticket);
            chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
            if (chunk != NO_CHUNK) return chunk;
        }
        return NO_CHUNK;
    }

    // Takes a ticket and waits on its own slot. The ticket that makes everyone starve ends the program. Returns the chunk, or
    // NO_CHUNK when the kernel is to stop.
    __device__ __noinline__ static unsigned starve(P parameters) {
        Control& control = *parameters.control;
        unsigned ticket = 0, chunk = WAITING;
        if (sync::lane() == 0) {
            // acq_rel: a block that starves releases the hand-overs it made. Whoever counts tickets after it must see them in
            // `tail`: a stale tail would end the program early.
            ticket = sync::add_acq_rel_gpu(&control.head, 1);
            const unsigned others = sync::load_acquire_gpu(&control.tail);
            if (ticket + 1 - others == sync::load_relaxed_gpu(&control.started)) {
                sync::or_relaxed_gpu(&control.flags, ENDED);
                chunk = NO_CHUNK;
            } else {
                chunk = wait(parameters, ticket, FEW_POLLS);
            }
        }
        chunk = sync::uniform(chunk);
        if (chunk != WAITING) return chunk;
        // There is time to claim chunks for hand-overs to come: those then need not wait for the pool.
        if (parameters.kept != nullptr && state().stashed < min(S::BLOCK_THREADS / sync::WARP, SPARE)) fill(parameters, 0);
        if (sync::lane() == 0)
            while (chunk == WAITING) chunk = wait(parameters, ticket, MANY_POLLS);
        return sync::uniform(chunk);
    }

private:
    // What a starving block has while it waits, and how often it looks before it does something else.
    static constexpr unsigned WAITING = NO_CHUNK - 1, FEW_POLLS = 3, MANY_POLLS = 1 << 20;

    // Looks at the slot of a ticket up to `polls` times: the chunk, NO_CHUNK when the kernel is to stop, or WAITING. To be called by one thread.
    __device__ static unsigned wait(P parameters, unsigned ticket, unsigned polls) {
        unsigned* const slot = &parameters.handoff[ticket % HANDOFF_SLOTS];
#pragma unroll 1
        for (; polls > 0; polls--) {
            // Both words are on their way at once. relaxed: each acquire empties the cache of the multiprocessor, in which other blocks work.
            const unsigned flags = sync::load_relaxed_gpu(&parameters.control->flags);
            unsigned chunk = sync::load_relaxed_gpu(slot);
            if (chunk != 0) {
                // acquire: the tasks in the chunk. Nobody fills the slot again before it is empty, so this is the same word.
                chunk = sync::load_acquire_gpu(slot);
                sync::store_relaxed_gpu(slot, 0);
                return chunk - 1;
            }
            if (flags != 0) return NO_CHUNK;
            sync::back_off(20);
        }
        return WAITING;
    }

    // Where chunks are scarce, those that a round did not need go back to the pool.
    __device__ static void trim(P parameters) { shorten(parameters, 2 * parameters.stash_keep); }

    // Gives all but the first `keep` chunks of the reserve back to the pool.
    __device__ static void shorten(P parameters, unsigned keep) {
        auto& block = state();
        if (block.stashed <= keep) return;
        give_back(parameters, keep);
        sync::warp_barrier();
        if (sync::lane() == 0) block.stashed = keep;
        sync::warp_barrier();
    }

    // Pushes the chunks of the reserve to the pool, but for the first `keep`.
    __device__ static void give_back(P parameters, unsigned keep) {
        auto& block = state();
#pragma unroll 1
        for (unsigned first = keep; first < block.stashed; first += sync::WARP) {
            const unsigned i = first + sync::lane();
            parameters.pool().push_all(i < block.stashed, i < block.stashed ? block.stash[i] : 0);
        }
    }

    // Claims chunks until the reserve has `wanted`, or the pool none.
    __device__ static void fill(P parameters, unsigned wanted) {
        auto& block = state();
        unsigned first = 0, granted = 0;
        const unsigned old = block.stashed, more = parameters.kept != nullptr ? min(wanted + SPARE, STASH) : wanted;
        if (sync::lane() == 0) granted = parameters.pool().claim(more - old, first);
        granted = sync::shuffle(sync::FULL_MASK, granted, 0);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        for (unsigned i = sync::lane(); i < granted; i += sync::WARP) block.stash[old + i] = parameters.pool().take(first + i);
        sync::warp_barrier();
        if (sync::lane() == 0) block.stashed = old + granted;
        sync::warp_barrier();
    }

    __device__ __noinline__ static bool refill(P parameters, unsigned wanted) {
        const unsigned old = state().stashed;
        fill(parameters, wanted);
        if (state().stashed >= wanted) return true;
        // What does not help this block may be enough for another.
        shorten(parameters, old);
        return false;
    }

    // Chunks that hold so many items of each lane's procedure.
    __device__ static unsigned chunks_for(P parameters, unsigned items) {
        const unsigned fit = sync::lane() < N ? parameters.chunk_capacity[sync::lane()] : 1;
        return (items + fit - 1) / fit;
    }

    // Promises chunks of the reserve to `over` items of each lane's procedure.
    __device__ static bool promise(P parameters, unsigned over) {
        const unsigned p = sync::lane(), chunks = chunks_for(parameters, over);
        if (!reserve(parameters, sync::warp_sum(chunks))) return false;
        const unsigned before = sync::warp_scan_inclusive(chunks) - chunks;
        if (p < N) state().reserve[p] = before;
        hold(parameters, chunks);
        return true;
    }
};

}  // namespace whipple
