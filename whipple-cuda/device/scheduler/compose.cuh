// Composing a round: warp 0 decides what the whole block does next. Protocol: scheduler/README.md.
#pragma once
#include "panic.cuh"
#include "state.cuh"

namespace whipple {

// Lives in the registers of warp 0. In `next`, lane r looks at the procedure of rank r; elsewhere lane p at procedure p.
template <class S>
class Composer {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using Block = BlockState<N, W>;

public:
    __device__ Composer(const Parameters<N>& parameters, Block& block)
        : parameters_(parameters), block_(block), control_(*parameters.control) {}

    // Decides block.action and writes what it needs.
    __device__ void next() {
        settle();
        if (flags_ != 0) return act(Action::Leave);

        const unsigned mine = sync::lane() < N ? length(sync::lane()) : 0;
        const unsigned waiting = sync::lane() < N ? mine * block_.threads[sync::lane()] : 0;
        if (sync::lane() < N && mine > block_.longest[sync::lane()]) block_.longest[sync::lane()] = mine;
        const unsigned load = sync::warp_sum(waiting);
        const int starving = static_cast<int>(head_ - tail_);

        if (export_oldest(mine)) return;
        if (starving > 0) {
            if (forward()) return next_round(waiting, load);
            if (hand_over(mine, load, static_cast<unsigned>(starving))) return;
        }
        next_round(waiting, load);
    }

    // Gives the chunk that was imported last back.
    __device__ void release(unsigned chunk) {
        if (sync::lane() == 0) {
            if (block_.stashed < STASH / 2) {
                block_.stash[block_.stashed++] = chunk;
            } else {
                parameters_.pool().push(chunk);
            }
        }
        sync::warp_barrier();
    }

    // Fills the slot that a starving block waits on, or will. To be called by one thread.
    __device__ void give(unsigned chunk) const {
        const unsigned ticket = sync::add_relaxed_gpu(&control_.tail, 1);
        unsigned* const slot = &parameters_.handoff[ticket % HANDOFF_SLOTS];
        while (sync::load_relaxed_gpu(slot) != 0) sync::back_off(20);
        sync::store_release_gpu(slot, chunk + 1);
    }

    // Adds this block's statistics to the run's, and returns its reserve.
    __device__ void finish() {
        if (sync::lane() < N) {
            sync::add_relaxed_gpu(&control_.tasks[sync::lane()], block_.executed[sync::lane()]);
            sync::max_relaxed_gpu(&control_.high_water[sync::lane()], block_.longest[sync::lane()]);
        }
        if (sync::lane() == 0) {
            sync::add_relaxed_gpu(&control_.rounds, rounds_);
            sync::add_relaxed_gpu(&control_.busy_warps, busy_warps_);
            sync::add_relaxed_gpu(&control_.exported, exported_);
            sync::add_relaxed_gpu(&control_.handed_over, handed_over_);
        }
        for (unsigned i = sync::lane(); i < block_.stashed; i += sync::WARP) parameters_.pool().push(block_.stash[i]);
    }

private:
    __device__ unsigned length(unsigned procedure) const { return block_.top[procedure] - block_.bottom[procedure]; }

    __device__ void act(Action action) {
        if (sync::lane() == 0) block_.action = action;
        // Hints for the next round: they arrive while this one runs.
        head_ = sync::load_relaxed_gpu(&control_.head);
        tail_ = sync::load_relaxed_gpu(&control_.tail);
        flags_ = sync::load_relaxed_gpu(&control_.flags);
        queued_ = sync::lane() < N ? parameters_.queue(sync::lane()).available() : 0;
    }

    // Publishes the chunks that spawns of the last round overflowed into, and takes them out of the reserve.
    __device__ void settle() {
        const unsigned p = sync::lane();
        unsigned over = 0;
        if (p < N && block_.reserved[p] > 0) {
            const unsigned capacity = parameters_.capacity[p], items = length(p);
            over = items > capacity ? items - capacity : 0;
            block_.reserved[p] = 0;
            if (over > 0) block_.top[p] -= over;
        }
        sync::warp_barrier();
        if (sync::ballot(sync::FULL_MASK, over > 0) == 0) return;
        for (unsigned i = 0; over > 0; i++) {
            const unsigned entry = block_.reserve[p] + i, chunk = block_.stash[entry];
            const unsigned count = min(over, parameters_.chunk_capacity[p]);
            for (unsigned q = 0; q < N; q++) parameters_.counts[chunk * N + q] = q == p ? count : 0;
            // The block barrier after the round ordered the spawning threads' writes before this release.
            parameters_.queue(p).push(chunk);
            block_.stash[entry] = TAKEN;
            over -= count;
            exported_lane_++;
        }
        sync::warp_barrier();
        // Close the gaps: each half of the stash in turn, in order, so that nothing is overwritten before it is read.
        unsigned kept = 0;
        for (unsigned half = 0; half < STASH; half += sync::WARP) {
            const unsigned i = half + sync::lane();
            const unsigned chunk = i < block_.stashed ? block_.stash[i] : TAKEN;
            const unsigned keep = sync::ballot(sync::FULL_MASK, chunk != TAKEN);
            if (chunk != TAKEN) block_.stash[kept + sync::count_bits(keep & sync::lanes_below())] = chunk;
            kept += sync::count_bits(keep);
            sync::warp_barrier();
        }
        if (sync::lane() == 0) block_.stashed = kept;
        exported_ += sync::warp_sum(exported_lane_);
        exported_lane_ = 0;
        sync::warp_barrier();
    }

    // Makes the reserve at least `wanted` chunks long, if the pool has them.
    __device__ bool reserve(unsigned wanted) {
        if (wanted <= block_.stashed) return true;
        if (wanted > STASH) return false;
        unsigned first = 0, granted = 0;
        if (sync::lane() == 0) granted = parameters_.pool().claim(wanted - block_.stashed, first);
        granted = sync::shuffle(sync::FULL_MASK, granted, 0);
        first = sync::shuffle(sync::FULL_MASK, first, 0);
        const unsigned old = block_.stashed;
        sync::warp_barrier();
        for (unsigned i = sync::lane(); i < granted; i += sync::WARP) block_.stash[old + i] = parameters_.pool().take(first + i);
        sync::warp_barrier();
        if (old + granted < wanted) {
            // What does not help this block may be enough for another.
            for (unsigned i = sync::lane(); i < granted; i += sync::WARP) parameters_.pool().push(block_.stash[old + i]);
            sync::warp_barrier();
            return false;
        }
        if (sync::lane() == 0) block_.stashed = old + granted;
        sync::warp_barrier();
        return true;
    }

    // Takes the last `count` chunks of the reserve for block.chunk.
    __device__ void take_reserve(unsigned count) {
        const unsigned left = block_.stashed - count;
        if (sync::lane() < count) block_.chunk[sync::lane()] = block_.stash[left + sync::lane()];
        sync::warp_barrier();
        if (sync::lane() == 0) {
            block_.stashed = left;
            block_.chunks = count;
        }
        sync::warp_barrier();
    }

    // Moves the oldest items of a crowded local queue to its global queue: newest stay, so that work goes depth-first.
    __device__ bool export_oldest(unsigned mine) {
        const unsigned p = sync::lane();
        const bool crowded = p < N && mine > parameters_.capacity[p] / 4 * 3;
        const unsigned votes = sync::ballot(sync::FULL_MASK, crowded);
        if (votes == 0) return false;
        const unsigned chosen = sync::lowest_bit(votes);
        const unsigned capacity = parameters_.chunk_capacity[chosen];
        const unsigned half = sync::shuffle(sync::FULL_MASK, mine, chosen) / 2;
        const unsigned count = min(capacity, half);
        const unsigned chunks = max(1u, min(W, half / max(1u, capacity)));
        // Without free chunks nothing is exported: the queue is crowded, not full, and rounds secure their own space.
        if (count == 0 || !reserve(chunks)) return false;
        take_reserve(chunks);
        if (p < N) block_.share[p] = p == chosen ? count : 0;
        exported_ += chunks;
        act(Action::Export);
        if (sync::lane() == 0) block_.procedure = chosen;
        return true;
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

    // Splits the local queues evenly between this block and starving ones. Nobody gets less than a warp's worth.
    __device__ bool hand_over(unsigned mine, unsigned load, unsigned starving) {
        if (load < S::MIN_HAND_OVER) return false;
        unsigned most = mine;
        for (unsigned delta = sync::WARP / 2; delta > 0; delta /= 2)
            most = max(most, sync::shuffle(sync::FULL_MASK, most, sync::lane() ^ delta));
        const unsigned shares = min(min(starving, W), min(load / sync::WARP, most));
        const unsigned chunks = shares > 0 ? min(shares, most - 1) : 0;
        if (chunks == 0) return false;
        const unsigned p = sync::lane();
        const unsigned each = p < N ? min(mine / (chunks + 1), parameters_.share_capacity[p]) : 0;
        const unsigned worth = sync::warp_sum(p < N ? each * block_.threads[p] : 0);
        if (worth < S::MIN_SHARE || !reserve(chunks)) return false;
        take_reserve(chunks);
        if (p < N) block_.share[p] = each;
        handed_over_ += chunks;
        act(Action::HandOver);
        return true;
    }

    __device__ void next_round(unsigned waiting, unsigned load) {
        // With idle warps in sight, get more: seeds first, then what other blocks exported.
        if (load < B / 2 && (seed() || import(load))) return;
        if (load == 0) return starve();
        round(waiting);
    }

    __device__ bool seed() {
        while (seeded_ != 0) {
            const unsigned p = sync::lowest_bit(seeded_), total = parameters_.seed_count[p], grain = parameters_.seed_grain[p];
            unsigned first = 0;
            // acq_rel: a block that finds the seeds gone and then starves must count the block that took them (`started`).
            if (sync::lane() == 0) first = sync::add_acq_rel_gpu(&control_.seeds[p], grain);
            first = sync::shuffle(sync::FULL_MASK, first, 0);
            if (first < total) {
                if (sync::lane() == 0) {
                    block_.procedure = p;
                    block_.seed_first = first;
                    block_.seed_count = min(grain, total - first);
                }
                act(Action::Seed);
                return true;
            }
            seeded_ &= seeded_ - 1;
        }
        return false;
    }

    // Takes a chunk from a global queue. A block without any work looks again, not at a hint: only when every queue is
    // found empty may it starve.
    __device__ bool import(unsigned load) {
        if (load == 0) queued_ = sync::lane() < N ? parameters_.queue(sync::lane()).available_acquire() : 0;
        const bool fits = sync::lane() < N && length(sync::lane()) <= parameters_.capacity[sync::lane()] / 2;
        unsigned votes = sync::ballot(sync::FULL_MASK, queued_ > 0 && fits);
        for (unsigned rank = 0; votes != 0 && rank < N; rank++) {
            const unsigned p = block_.order[rank];
            if ((votes >> p & 1) == 0) continue;
            unsigned granted = 0, ticket = 0;
            if (sync::lane() == 0) {
                granted = parameters_.queue(p).claim(1, ticket);
                if (granted) block_.chunk[0] = parameters_.queue(p).take(ticket);
            }
            if (sync::shuffle(sync::FULL_MASK, granted, 0) != 0) {
                act(Action::Import);
                return true;
            }
        }
        return false;
    }

    // Takes a ticket and waits on its own slot. The ticket that makes everyone starve ends the program.
    __device__ void starve() {
        unsigned flags = 0, chunk = 0;
        if (sync::lane() == 0) {
            // acq_rel: a block that starves releases the hand-overs it made, and whoever counts tickets after it must
            // see them in `tail`; a stale tail would end the program early.
            const unsigned ticket = sync::add_acq_rel_gpu(&control_.head, 1);
            const unsigned others = sync::load_acquire_gpu(&control_.tail);
            if (ticket + 1 - others == sync::load_relaxed_gpu(&control_.started)) {
                sync::or_relaxed_gpu(&control_.flags, ENDED);
                flags = ENDED;
            } else {
                unsigned* const slot = &parameters_.handoff[ticket % HANDOFF_SLOTS];
                for (unsigned spin = 1;; spin++) {
                    chunk = sync::load_acquire_gpu(slot);
                    if (chunk != 0) {
                        sync::store_relaxed_gpu(slot, 0);
                        break;
                    }
                    if (spin % 4 == 0 && (flags = sync::load_relaxed_gpu(&control_.flags)) != 0) break;
                    sync::back_off(20);
                }
                if (chunk != 0) block_.chunk[0] = chunk - 1;
            }
        }
        chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
        act(chunk != 0 ? Action::Import : Action::Leave);
    }

    // Fills the warps: full warps of each procedure in the policy's order, then partial ones; newest tasks first.
    __device__ void round(unsigned waiting) {
        const unsigned p = S::Policy::order(block_, waiting, rounds_ + sync::block());
        const unsigned tasks = p < N ? length(p) : 0, top = p < N ? block_.top[p] : 0;
        const unsigned per_warp = p < N ? block_.tasks_per_warp[p] : 1, warps_each = p < N ? block_.warps_per_task[p] : 1;

        const unsigned full = tasks / per_warp, wanted = full * warps_each;
        const unsigned before = sync::warp_scan_inclusive(wanted) - wanted;
        // Tasks of two or three warps stay within the first 30 warps: see barrier_name below.
        const unsigned reach = warps_each == 2 || warps_each == 3 ? min(W, 30u) : W;
        unsigned units = before < reach ? min(full, (reach - before) / warps_each) : 0;
        const unsigned left = W - sync::warp_sum(units * warps_each);
        const unsigned rest = warps_each == 1 ? (tasks + per_warp - 1) / per_warp - units : 0;
        const unsigned earlier = sync::warp_scan_inclusive(rest) - rest;
        if (earlier < left) units += min(rest, left - earlier);
        unsigned taken = min(tasks, units * per_warp);

        if (!secure(p, tasks, taken)) {
            // Not enough queue memory for a whole round: try one unit of one procedure.
            const unsigned whole = taken, all = units;
            bool secured = false;
            for (unsigned rank = 0; rank < N && !secured; rank++) {
                units = sync::lane() == rank && all > 0 ? 1 : 0;
                taken = min(whole, units * per_warp);
                if (sync::ballot(sync::FULL_MASK, taken > 0) != 0) secured = secure(p, tasks, taken);
            }
            if (!secured) return suspend(p, whole);
        }

        // Tasks of several warps come first: then they start within `reach`, whatever single warps the others fill.
        const unsigned warps = units * warps_each, groups = warps_each > 1 ? warps : 0, singles = warps - groups;
        const unsigned among_groups = sync::warp_scan_inclusive(groups) - groups;
        const unsigned among_singles = sync::warp_scan_inclusive(singles) - singles + sync::warp_sum(groups);
        const unsigned start_warp = warps_each > 1 ? among_groups : among_singles;
        const unsigned base = top - taken;
        // Every lane has read the deques before they change.
        sync::warp_barrier();
        if (taken > 0) {
            block_.top[p] = base;
            block_.executed[p] += taken;
        }
        Emergency& seats = emergency();
        unsigned procedure = N, first = 0, count = 0, member = 0, group = 0, each = 1;
        for (unsigned rank = 0; rank < N; rank++) {
            const unsigned from = sync::shuffle(sync::FULL_MASK, start_warp, rank), many = sync::shuffle(sync::FULL_MASK, warps, rank);
            const unsigned q = sync::shuffle(sync::FULL_MASK, p, rank), start = sync::shuffle(sync::FULL_MASK, base, rank);
            const unsigned end = sync::shuffle(sync::FULL_MASK, top, rank), size = sync::shuffle(sync::FULL_MASK, per_warp, rank);
            const unsigned width = sync::shuffle(sync::FULL_MASK, warps_each, rank);
            if (sync::lane() >= from && sync::lane() < from + many) {
                const unsigned unit = (sync::lane() - from) / width;
                procedure = q;
                each = width;
                member = (sync::lane() - from) % width;
                group = from + unit * width;
                first = start + unit * size;
                count = min(size, end - first);
            }
        }
        if (sync::lane() < W) {
            seats.procedure[sync::lane()] = procedure;
            block_.first[sync::lane()] = first;
            block_.tasks[sync::lane()] = count;
            seats.member[sync::lane()] = member;
            // Tasks of two warps or more need a barrier of their own. Their first warps are at least two apart and at
            // most the 29th, which leaves distinct names 1..15.
            seats.barrier_name[sync::lane()] = each > 1 ? 1 + group / 2 : 0;
            seats.barrier_threads[sync::lane()] = each * sync::WARP;
        }
        rounds_++;
        busy_warps_ += sync::warp_sum(warps);
        act(Action::Round);
    }

    // Secures space for everything that `taken` tasks of each lane's procedure p could spawn: local room first, then chunks
    // of the reserve.
    __device__ bool secure(unsigned p, unsigned tasks, unsigned taken) {
        const unsigned threads = taken > 0 ? taken * block_.threads[p] : 0;
        unsigned incoming = 0;
        for (unsigned rank = 0; rank < N; rank++) {
            const unsigned spawning = sync::shuffle(sync::FULL_MASK, threads, rank), q = sync::shuffle(sync::FULL_MASK, p, rank);
            if (p < N && spawning > 0) incoming += spawning * block_.spawns[q * N + p];
        }
        unsigned chunks = 0;
        if (p < N) {
            const unsigned room = parameters_.capacity[p] - (tasks - taken);
            if (incoming > room) chunks = (incoming - room + parameters_.chunk_capacity[p] - 1) / parameters_.chunk_capacity[p];
        }
        // `settle` has set `reserved` to 0.
        if (sync::ballot(sync::FULL_MASK, chunks > 0) == 0) return true;
        const unsigned needed = sync::warp_sum(chunks);
        if (!reserve(needed)) return false;
        const unsigned before = sync::warp_scan_inclusive(chunks) - chunks;
        if (p < N) {
            block_.reserve[p] = before;
            block_.reserved[p] = chunks;
        }
        return true;
    }

    // No task can run for lack of queue memory: everyone saves and leaves, the host finds more, the run goes on.
    __device__ void suspend(unsigned p, unsigned tasks) {
        const unsigned blocked = sync::lowest_bit(sync::ballot(sync::FULL_MASK, tasks > 0));
        if (sync::lane() == blocked) sync::store_relaxed_gpu(&control_.starved_procedure, p + 1);
        if (sync::lane() == 0) sync::or_relaxed_gpu(&control_.flags, SUSPEND);
        act(Action::Leave);
    }

    static constexpr unsigned TAKEN = ~0u;

    const Parameters<N>& parameters_;
    Block& block_;
    Control& control_;
    unsigned head_ = 0, tail_ = 0, flags_ = 0;  // hints, one round old
    int queued_ = 0;                            // lane p: chunks in the global queue of procedure p
    unsigned seeded_ = S::SEEDABLE;             // procedures that may have seeds left
    unsigned rounds_ = 0, busy_warps_ = 0, exported_ = 0, exported_lane_ = 0, handed_over_ = 0;
};

}  // namespace whipple
