// What the warp that schedules a crew does with chunks: its reserve of them, hand-overs, the global queues' hints.
#pragma once
#include "chunks.cuh"
#include "state.cuh"

namespace whipple {

// Lives in the registers of the scheduling warp; lane p looks at procedure p. All functions are called by the whole warp, but
// for `give`.
template <class S>
class Crew {
protected:
    static constexpr unsigned N = S::PROCEDURES;

    __device__ explicit Crew(const Parameters<N>& parameters)
        : parameters_(parameters), control_(*parameters.control), crew_(crew_state<S>()) {}

    __device__ unsigned length(unsigned procedure) const { return crew_.top[procedure] - crew_.bottom[procedure]; }

    // Fills the slot that a starving block waits on, or will. To be called by one thread.
    __device__ void give(unsigned chunk) const {
        const unsigned ticket = sync::add_relaxed_gpu(&control_.tail, 1);
        unsigned* const slot = &parameters_.handoff[ticket % HANDOFF_SLOTS];
        while (sync::load_relaxed_gpu(slot) != 0) sync::back_off(20);
        sync::store_release_gpu(slot, chunk + 1);
    }

    // Gives a chunk that was imported back: to the reserve, or to the pool.
    __device__ void release(unsigned chunk) {
        if (sync::lane() == 0) {
            if (crew_.stashed < STASH / 2) {
                crew_.stash[crew_.stashed++] = chunk;
            } else {
                parameters_.pool().push(chunk);
            }
        }
        sync::warp_barrier();
    }

    // Gives the whole reserve back.
    __device__ void release_reserve() {
        for (unsigned i = sync::lane(); i < crew_.stashed; i += sync::WARP) parameters_.pool().push(crew_.stash[i]);
    }

    // Asks for what others do: the answers are there when `hear` is called, a round later.
    __device__ void ask() {
        head_ = sync::load_relaxed_gpu(&control_.head);
        tail_ = sync::load_relaxed_gpu(&control_.tail);
        flags_ = sync::load_relaxed_gpu(&control_.flags);
        queued_ = sync::lane() < N ? parameters_.queue(sync::lane()).available() : 0;
    }

    // Publishes the chunks that spawns of the last round overflowed into, and takes them out of the reserve.
    __device__ void settle() {
        if (!secured_) return;
        secured_ = false;
        const unsigned p = sync::lane();
        unsigned over = 0;
        if (p < N && crew_.reserved[p] > 0) {
            const unsigned capacity = parameters_.capacity[p], items = length(p);
            over = items > capacity ? items - capacity : 0;
            crew_.reserved[p] = 0;
            if (over > 0) crew_.top[p] -= over;
        }
        sync::warp_barrier();
        if (sync::ballot(sync::FULL_MASK, over > 0) == 0) return;
        unsigned published = 0;
        for (; over > 0; published++) {
            const unsigned entry = crew_.reserve[p] + published, chunk = crew_.stash[entry];
            const unsigned count = min(over, parameters_.chunk_capacity[p]);
            for (unsigned q = 0; q < N; q++) parameters_.counts[chunk * N + q] = q == p ? count : 0;
            // The barrier after the round ordered the spawning threads' writes before this release.
            parameters_.queue(p).push(chunk);
            crew_.stash[entry] = TAKEN;
            over -= count;
        }
        sync::warp_barrier();
        // Close the gaps: each half of the stash in turn, in order, so that nothing is overwritten before it is read.
        unsigned kept = 0;
        for (unsigned half = 0; half < STASH; half += sync::WARP) {
            const unsigned i = half + sync::lane();
            const unsigned chunk = i < crew_.stashed ? crew_.stash[i] : TAKEN;
            const unsigned keep = sync::ballot(sync::FULL_MASK, chunk != TAKEN);
            if (chunk != TAKEN) crew_.stash[kept + sync::count_bits(keep & sync::lanes_below())] = chunk;
            kept += sync::count_bits(keep);
            sync::warp_barrier();
        }
        if (sync::lane() == 0) crew_.stashed = kept;
        exported_ += sync::warp_sum(published);
        sync::warp_barrier();
    }

    // Makes the reserve at least `wanted` chunks long, if the pool has them.
    __device__ bool reserve(unsigned wanted) {
        if (wanted <= crew_.stashed) return true;
        if (wanted > STASH) return false;
        unsigned first = 0, granted = 0;
        if (sync::lane() == 0) granted = parameters_.pool().claim(wanted - crew_.stashed, first);
        granted = sync::shuffle(sync::FULL_MASK, granted, 0);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        const unsigned old = crew_.stashed;
        sync::warp_barrier();
        for (unsigned i = sync::lane(); i < granted; i += sync::WARP) crew_.stash[old + i] = parameters_.pool().take(first + i);
        sync::warp_barrier();
        if (old + granted < wanted) {
            // What does not help this crew may be enough for another.
            for (unsigned i = sync::lane(); i < granted; i += sync::WARP) parameters_.pool().push(crew_.stash[old + i]);
            sync::warp_barrier();
            return false;
        }
        if (sync::lane() == 0) crew_.stashed = old + granted;
        sync::warp_barrier();
        return true;
    }

    // Takes the last `count` chunks, at most 32, out of the reserve: one for each of the first lanes.
    __device__ unsigned take_reserve(unsigned count) {
        const unsigned left = crew_.stashed - count;
        const unsigned chunk = sync::lane() < count ? crew_.stash[left + sync::lane()] : 0;
        sync::warp_barrier();
        if (sync::lane() == 0) crew_.stashed = left;
        sync::warp_barrier();
        return chunk;
    }

    // Secures space for `incoming` items, at most, of each lane's procedure beside the `staying` ones: room in the local queue
    // first, then chunks of the reserve.
    __device__ bool secure(unsigned incoming, unsigned staying) {
        const unsigned p = sync::lane();
        unsigned chunks = 0;
        if (p < N) {
            const unsigned room = parameters_.capacity[p] - staying;
            if (incoming > room) chunks = (incoming - room + parameters_.chunk_capacity[p] - 1) / parameters_.chunk_capacity[p];
        }
        // `settle` has set `reserved` to 0.
        if (sync::ballot(sync::FULL_MASK, chunks > 0) == 0) return true;
        const unsigned needed = sync::warp_sum(chunks);
        if (!reserve(needed)) return false;
        const unsigned before = sync::warp_scan_inclusive(chunks) - chunks;
        if (p < N) {
            crew_.reserve[p] = before;
            crew_.reserved[p] = chunks;
        }
        secured_ = true;
        return true;
    }

    // No task can run for lack of queue memory: everyone is to save and leave. Lane p has `tasks` of its procedure.
    __device__ void suspend(unsigned procedure, unsigned tasks) {
        const unsigned blocked = sync::lowest_bit(sync::ballot(sync::FULL_MASK, tasks > 0));
        if (sync::lane() == blocked) sync::store_relaxed_gpu(&control_.starved_procedure, procedure + 1);
        if (sync::lane() == 0) sync::or_relaxed_gpu(&control_.flags, SUSPEND);
    }

    // Passes a chunk that lies in a global queue on to a starving block.
    __device__ bool forward() {
        const unsigned votes = sync::ballot(sync::FULL_MASK, queued_ > 0);
        if (votes == 0) return false;
        const unsigned chosen = sync::lowest_bit(votes);
        unsigned granted = 0;
        if (sync::lane() == 0) {
            unsigned ticket = 0;
            granted = parameters_.queue(chosen).claim(1, ticket);
            if (granted) give(parameters_.queue(chosen).take(ticket));
        }
        granted = sync::shuffle(sync::FULL_MASK, granted, 0);
        handed_over_ += granted;
        return granted != 0;
    }

    // Claims a chunk of a global queue in reach: one of the `votes`, by the order of `rank`. Returns TAKEN if there is none.
    __device__ unsigned claim(unsigned votes) {
        for (unsigned rank = 0; votes != 0 && rank < N; rank++) {
            const unsigned p = crew_.order[rank];
            if ((votes >> p & 1) == 0) continue;
            unsigned chunk = TAKEN, ticket = 0;
            if (sync::lane() == 0 && parameters_.queue(p).claim(1, ticket) != 0) chunk = parameters_.queue(p).take(ticket);
            chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
            if (chunk != TAKEN) return chunk;
        }
        return TAKEN;
    }

    // Takes a ticket and waits on its own slot. The ticket that makes everyone starve ends the program. Returns the chunk, or
    // TAKEN when the kernel is to stop. To be called by one thread.
    __device__ unsigned starve() const {
        // acq_rel: a block that starves releases the hand-overs it made, and whoever counts tickets after it must
        // see them in `tail`; a stale tail would end the program early.
        const unsigned ticket = sync::add_acq_rel_gpu(&control_.head, 1);
        const unsigned others = sync::load_acquire_gpu(&control_.tail);
        if (ticket + 1 - others == sync::load_relaxed_gpu(&control_.started)) {
            sync::or_relaxed_gpu(&control_.flags, ENDED);
            return TAKEN;
        }
        unsigned* const slot = &parameters_.handoff[ticket % HANDOFF_SLOTS];
        for (;;) {
            // Both words are on their way at once.
            const unsigned flags = sync::load_relaxed_gpu(&control_.flags), chunk = sync::load_acquire_gpu(slot);
            if (chunk != 0) {
                sync::store_relaxed_gpu(slot, 0);
                return chunk - 1;
            }
            if (flags != 0) return TAKEN;
            sync::back_off(20);
        }
    }

    static constexpr unsigned TAKEN = ~0u;

    const Parameters<N>& parameters_;
    Control& control_;
    CrewState<N>& crew_;
    unsigned head_ = 0, tail_ = 0, flags_ = 0;  // hints, a round old
    int queued_ = 0;                            // lane p: chunks in the global queue of procedure p
    bool secured_ = false;                      // some chunks of the reserve are promised to spawns
    unsigned rounds_ = 0, exported_ = 0, handed_over_ = 0;
};

}  // namespace whipple
