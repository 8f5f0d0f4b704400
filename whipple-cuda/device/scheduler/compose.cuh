// Composing a round: warp 0 decides what the whole block does next. Protocol: scheduler/README.md.
#pragma once
#include "../policy/stopwatch.cuh"
#include "crew.cuh"
#include "panic.cuh"

namespace whipple {

// Lives in the registers of warp 0. In `next`, lane r looks at the procedure of rank r; elsewhere lane p at procedure p.
template <class S>
class Composer {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using Block = BlockState<N, W>;
    using C = Crew<S>;

public:
    __device__ Composer(const Parameters<N>& parameters, Block& block)
        : parameters_(parameters), block_(block), control_(*parameters.control) {}

    // Decides block.action and writes what it needs.
    __device__ void next() {
        if (promised_) {
            C::settle(parameters_);
            promised_ = false;
        }
        if (hints_.flags != 0) return act(Action::Leave);

        const unsigned mine = sync::lane() < N ? C::length(sync::lane()) : 0;
        const unsigned waiting = sync::lane() < N ? mine * block_.threads[sync::lane()] : 0;
        if (sync::lane() < N && mine > block_.longest[sync::lane()]) block_.longest[sync::lane()] = mine;
        const unsigned load = sync::warp_sum(waiting);
        const int starving = hints_.starving();

        if (export_oldest(mine)) return;
        if (starving > 0) {
            const unsigned votes = sync::ballot(sync::FULL_MASK, hints_.queued > 0);
            if (votes != 0 && C::forward(parameters_, votes)) return next_round(waiting, load);
            if (hand_over(mine, load, static_cast<unsigned>(starving))) return;
        }
        next_round(waiting, load);
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
            sync::add_relaxed_gpu(&control_.exported, static_cast<unsigned long long>(block_.exported));
            sync::add_relaxed_gpu(&control_.handed_over, static_cast<unsigned long long>(block_.handed_over));
        }
        C::release_reserve(parameters_);
    }

private:
    __device__ void act(Action action) {
        if (sync::lane() == 0) block_.action = action;
        // Hints for the next round: they arrive while this one runs.
        hints_.ask(parameters_);
        policy_.look_ahead(control_.weights);
    }

    // Takes `count` chunks of the reserve for the block to write.
    __device__ void take(unsigned count) {
        const unsigned chunk = C::take_reserve(count);
        if (sync::lane() < count) block_.chunk[sync::lane()] = chunk;
        if (sync::lane() == 0) block_.chunks = count;
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
        if (count == 0 || !C::reserve(parameters_, chunks)) return false;
        take(chunks);
        if (p < N) block_.share[p] = p == chosen ? count : 0;
        act(Action::Export);
        if (sync::lane() == 0) {
            block_.procedure = chosen;
            block_.exported += chunks;
        }
        return true;
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
        if (worth < S::MIN_SHARE || !C::reserve(parameters_, chunks)) return false;
        take(chunks);
        if (p < N) block_.share[p] = each;
        if (sync::lane() == 0) block_.handed_over += chunks;
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
        if (load == 0) hints_.queued = sync::lane() < N ? parameters_.queue(sync::lane()).available_acquire() : 0;
        const bool fits = sync::lane() < N && C::length(sync::lane()) <= parameters_.capacity[sync::lane()] / 2;
        const unsigned votes = sync::ballot(sync::FULL_MASK, hints_.queued > 0 && fits);
        const unsigned chunk = votes != 0 ? C::claim(parameters_, votes) : NO_CHUNK;
        if (chunk == NO_CHUNK) return false;
        if (sync::lane() == 0) block_.chunk[0] = chunk;
        act(Action::Import);
        return true;
    }

    __device__ void starve() {
        unsigned chunk = NO_CHUNK;
        if (sync::lane() == 0) {
            chunk = C::starve(parameters_);
            block_.chunk[0] = chunk;
        }
        chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
        act(chunk != NO_CHUNK ? Action::Import : Action::Leave);
    }

    // Fills the warps: full warps of each procedure in the policy's order, then partial ones; newest tasks first.
    __device__ void round(unsigned waiting) {
        const unsigned time = Stopwatch<S>::take(rounds_ == 0);
        const unsigned p = policy_.template order<N>({waiting, time, rounds_ + sync::block(), block_.order});
        const unsigned tasks = p < N ? C::length(p) : 0, top = p < N ? block_.top[p] : 0;
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
            if (!secured) {
                C::suspend(parameters_, p, whole);
                return act(Action::Leave);
            }
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

    // Secures space for everything that `taken` tasks of each lane's procedure p could spawn. `secure` of the crew wants lane p
    // to look at procedure p.
    __device__ bool secure(unsigned p, unsigned tasks, unsigned taken) {
        const unsigned threads = taken > 0 ? taken * block_.threads[p] : 0;
        unsigned incoming = 0, staying = 0;
        for (unsigned rank = 0; rank < N; rank++) {
            const unsigned spawning = sync::shuffle(sync::FULL_MASK, threads, rank), q = sync::shuffle(sync::FULL_MASK, p, rank);
            const unsigned rest = sync::shuffle(sync::FULL_MASK, tasks - taken, rank);
            if (sync::lane() >= N) continue;
            if (spawning > 0) incoming += spawning * block_.spawns[q * N + sync::lane()];
            if (q == sync::lane()) staying = rest;
        }
        const unsigned capacity = sync::lane() < N ? parameters_.capacity[sync::lane()] : 0;
        return C::secure(parameters_, capacity, incoming, staying, promised_);
    }

    const Parameters<N>& parameters_;
    Block& block_;
    Control& control_;
    Hints hints_;
    typename S::Policy policy_;
    bool promised_ = false;          // spawns of the round may go to chunks of the reserve
    unsigned seeded_ = S::SEEDABLE;  // procedures that may have seeds left
    unsigned rounds_ = 0, busy_warps_ = 0;
};

}  // namespace whipple
