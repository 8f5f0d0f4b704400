// Worker blocks whose warps fetch for themselves: programs without level-1 procedures. Protocol: scheduler/README.md.
#pragma once
#include "crew.cuh"
#include "panic.cuh"
#include "plan.cuh"
#include "tasks.cuh"

namespace whipple {

// One warp, a crew of its own. Lane p looks at procedure p.
template <class S>
class WarpCrew : Tasks<S>, Crew<S> {
    using Scheduling = Crew<S>;
    using Scheduling::control_, Scheduling::crew_, Scheduling::exported_, Scheduling::flags_, Scheduling::handed_over_,
        Scheduling::head_, Scheduling::queued_, Scheduling::rounds_, Scheduling::tail_, Scheduling::TAKEN;
    using Tasks<S>::warp;
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    static constexpr unsigned POLL = 1000;  // cycles between two questions to the rest of the device
    static_assert(W <= 32, "crews have bits in a word");

public:
    __device__ WarpCrew(const typename S::Program& program, const Parameters<N>& parameters)
        : Tasks<S>(program, parameters), Scheduling(parameters), hall_(warps_state<S>()) {}

    __device__ void run() {
        enter();
        while (next()) {
            execute();
            if (sync::load_relaxed_cta(&emergency().aborted) != 0) return;
        }
        leave();
    }

private:
    __device__ const Parameters<N>& parameters() const { return Scheduling::parameters_; }

    __device__ void enter() {
        const unsigned index = sync::thread_in_block(), p = sync::lane();
        if (index == 0) {
            Emergency& seats = emergency();
            seats.control = &control_;
            seats.aborted = 0;
            sync::add_relaxed_gpu(&control_.started, 1);
            hall_.seedable = S::SEEDABLE;
            hall_.active = W;
            hall_.passive = hall_.leaving = hall_.gone = 0;
            hall_.rounds = hall_.exported = hall_.handed_over = 0;
        }
        if (index < N) {
            hall_.executed[index] = hall_.longest[index] = 0;
            take_share(index);
        }
        if (p < N) crew_.top[p] = crew_.bottom[p] = crew_.reserved[p] = 0;
        if (p == 0) {
            crew_.stashed = 0;
            hall_.mail[warp()] = 0;
            emergency().barrier_name[warp()] = emergency().member[warp()] = 0;
            fill_order<S>(crew_);
        }
        fill_constants<S>(hall_);
        sync::block_barrier();
        if (p < N) {
            threads_ = hall_.threads[p];
            per_warp_ = hall_.tasks_per_warp[p];
            crowded_ = parameters().capacity[p] / 4 * 3;
        }
        if (parameters().resumed != 0) {
            restore<S>(parameters(), crew_);
            restore_seeds();
            sync::block_barrier();
        }
    }

    // The block's part of the seeds of a procedure. acq_rel: a block that finds the seeds gone and then starves must count the
    // block that took them (`started`).
    __device__ void take_share(unsigned procedure) {
        const unsigned total = parameters().seed_count[procedure], share = parameters().seed_share[procedure];
        const bool takes = total > 0 && parameters().resumed == 0;
        const unsigned first = takes ? min(sync::add_acq_rel_gpu(&control_.seeds[procedure], share), total) : 0;
        hall_.seed_next[procedure] = first;
        hall_.seed_end[procedure] = takes ? min(first + share, total) : 0;
    }

    // Takes the warp's next tasks off the local queues, having done what else there is to do. False: the kernel is to stop.
    __device__ bool next() {
        for (;;) {
            this->settle();
            const unsigned p = sync::lane();
            const unsigned mine = p < N ? this->length(p) : 0;
            longest_ = max(longest_, mine);
            const unsigned occupied = sync::ballot(sync::FULL_MASK, mine > 0);
            if (occupied == 0) {
                if (!obtain()) return false;
                continue;
            }
            const unsigned now = sync::cycles();
            if (now - asked_ > POLL) {
                // What was asked for last time has arrived.
                starving_ = static_cast<int>(head_ - tail_);
                if (flags_ != 0) return false;
                this->ask();
                asked_ = now;
            }
            const unsigned passive = sync::load_relaxed_cta(&hall_.passive);
            if ((passive != 0 || starving_ > 0) && spread(mine, passive)) continue;
            if (sync::ballot(sync::FULL_MASK, mine > crowded_) != 0 && export_oldest(mine)) continue;
            if (!take(mine, occupied)) {
                this->suspend(p, mine);
                return false;
            }
            return true;
        }
    }

    // Full warps first, by the policy; else the procedure that fills the most lanes.
    __device__ unsigned choose(unsigned mine, unsigned occupied) {
        if constexpr (N == 1) return 0;
        const unsigned full = sync::ballot(sync::FULL_MASK, mine >= per_warp_ && mine > 0);
        if (full == 0) {
            if ((occupied & (occupied - 1)) == 0) return sync::lowest_bit(occupied);
            const unsigned waiting = mine * threads_, most = sync::warp_max(waiting);
            return sync::lowest_bit(sync::ballot(sync::FULL_MASK, waiting == most));
        }
        if ((full & (full - 1)) == 0) return sync::lowest_bit(full);
        const unsigned ranked = S::Policy::order(crew_, mine * threads_, rounds_);
        const unsigned rank = sync::lowest_bit(sync::ballot(sync::FULL_MASK, ranked < N && (full >> ranked & 1) != 0));
        return sync::shuffle(sync::FULL_MASK, ranked, rank);
    }

    // Sets the warp's next tasks: those of one procedure, as many as room for their children can be secured for.
    __device__ bool take(unsigned mine, unsigned occupied) {
        const unsigned p = sync::lane(), chosen = choose(mine, occupied);
        const unsigned threads = sync::shuffle(sync::FULL_MASK, threads_, chosen);
        unsigned count = sync::shuffle(sync::FULL_MASK, min(mine, per_warp_), chosen);
        while (!this->secure(p < N ? count * threads * hall_.spawns[chosen * N + p] : 0, mine - (p == chosen ? count : 0))) {
            if (count == 1) return false;
            count = (count + 1) / 2;
        }
        const unsigned first = sync::shuffle(sync::FULL_MASK, p < N ? crew_.top[p] : 0, chosen) - count;
        if (p == chosen) {
            crew_.top[p] = first;
            executed_ += count;
        }
        if (p == 0) emergency().procedure[warp()] = chosen;
        sync::warp_barrier();
        procedure_ = chosen;
        first_ = first;
        tasks_ = count;
        rounds_++;
        return true;
    }

    __device__ void execute() {
        unsigned words[Tasks<S>::WORDS_LEVEL2];
        for_each_procedure<N>([&]<unsigned I>() {
            if (procedure_ == I) {
                this->template fetch<I>(words, first_, tasks_);
                // All items are read before a child may overwrite their slots.
                sync::warp_barrier();
                this->template execute_fetched<I>(words, tasks_);
            }
        });
        sync::warp_barrier();
    }

    // Gives of what is more than this warp's next tasks to a crew of this block, or to another block. Whether it did.
    __device__ bool spread(unsigned mine, unsigned passive) {
        const unsigned waiting = sync::warp_sum(mine * threads_);
        if (waiting <= sync::WARP) return false;
        if (passive != 0) return share(mine, passive);
        if (this->forward()) {
            starving_--;
            return false;
        }
        return waiting >= S::MIN_HAND_OVER && hand_over(mine, waiting);
    }

    // What half of the work is: half of each long queue, and every other of the short ones, which would not fill two warps.
    __device__ unsigned half(unsigned mine) const {
        const unsigned short_ones = sync::ballot(sync::FULL_MASK, mine > 0 && mine <= per_warp_);
        if (mine > per_warp_) return mine / 2;
        return (sync::count_bits(short_ones & sync::lanes_below()) & 1) != 0 ? mine : 0;
    }

    // Moves half of the work to a passive crew of this block.
    __device__ bool share(unsigned mine, unsigned passive) {
        const unsigned sibling = sync::lowest_bit(passive), bit = 1u << sibling;
        unsigned old = 0;
        // acq_rel: what the sibling did before it became passive is over when its queues are written.
        if (sync::lane() == 0) old = sync::and_acq_rel_cta(&hall_.passive, ~bit);
        old = sync::shuffle(sync::FULL_MASK, old, 0);
        if ((old & bit) == 0) return false;
        const unsigned p = sync::lane(), count = half(mine);
        CrewState<N>& other = hall_.crew[sibling];
        for_each_procedure<N>([&]<unsigned I>() {
            using Item = typename Entry<S, I>::Item;
            const unsigned many = sync::shuffle(sync::FULL_MASK, count, I);
            unsigned char* const queues = dynamic_shared + parameters().local_offset[I];
            const unsigned mask = parameters().capacity[I] - 1, from = crew_.bottom[I];
            for (unsigned i = sync::lane(); i < many; i += sync::WARP)
                copy_item<Item>(queues + sibling * parameters().crew_bytes + i * sizeof(Item),
                                queues + warp() * parameters().crew_bytes + ((from + i) & mask) * sizeof(Item));
        });
        if (p < N) {
            other.bottom[p] = 0;
            other.top[p] = count;
            crew_.bottom[p] += count;
        }
        sync::warp_barrier();
        if (p == 0) {
            sync::add_acq_rel_cta(&hall_.active, 1);
            sync::store_release_cta(&hall_.mail[sibling], 1);
        }
        return true;
    }

    // Writes equal shares of the oldest items for starving blocks.
    __device__ bool hand_over(unsigned mine, unsigned waiting) {
        const unsigned p = sync::lane();
        const unsigned chunks = min(min(static_cast<unsigned>(starving_), MOST_GIFTS), max(1u, waiting / (2 * sync::WARP)));
        const unsigned fair = chunks == 1 ? half(mine) : mine / (chunks + 1);
        const unsigned each = p < N ? min(fair, parameters().share_capacity[p]) : 0;
        if (sync::ballot(sync::FULL_MASK, each > 0) == 0 || !this->reserve(chunks)) return false;
        if (p < N) crew_.share[p] = each;
        const unsigned chunk = this->take_reserve(chunks);
        for (unsigned i = 0; i < chunks; i++) {
            const unsigned next = sync::shuffle(sync::FULL_MASK, chunk, i);
            write_chunk<S>(parameters(), crew_, next, i);
            if (p == 0) this->give(next);
        }
        if (p < N) crew_.bottom[p] += each * chunks;
        sync::warp_barrier();
        handed_over_ += chunks;
        starving_ -= static_cast<int>(chunks);
        return true;
    }

    // Moves the oldest items of a crowded local queue to its global queue: newest stay, so that work goes depth-first.
    __device__ bool export_oldest(unsigned mine) {
        const unsigned p = sync::lane();
        const unsigned chosen = sync::lowest_bit(sync::ballot(sync::FULL_MASK, mine > crowded_));
        const unsigned count = min(sync::shuffle(sync::FULL_MASK, mine, chosen) / 2, parameters().chunk_capacity[chosen]);
        // Without free chunks nothing is exported: the queue is crowded, not full, and rounds secure their own space.
        if (count == 0 || !this->reserve(1)) return false;
        if (p < N) crew_.share[p] = p == chosen ? count : 0;
        const unsigned chunk = sync::shuffle(sync::FULL_MASK, this->take_reserve(1), 0);
        write_chunk<S>(parameters(), crew_, chunk, 0);
        if (p == 0) {
            parameters().queue(chosen).push(chunk);
            crew_.bottom[chosen] += count;
        }
        sync::warp_barrier();
        exported_++;
        return true;
    }

    // Gets work for empty queues. False: the kernel is to stop.
    __device__ bool obtain() {
        if (seed()) return true;
        // A crew without any work looks again, not at a hint: only when every queue is found empty may it wait.
        const int queued = sync::lane() < N ? parameters().queue(sync::lane()).available_acquire() : 0;
        const unsigned votes = sync::ballot(sync::FULL_MASK, queued > 0);
        const unsigned chunk = votes != 0 ? this->claim(votes) : TAKEN;
        if (chunk != TAKEN) return import(chunk);
        return wait();
    }

    __device__ bool import(unsigned chunk) {
        read_chunk<S>(parameters(), crew_, chunk);
        this->release(chunk);
        return true;
    }

    // Takes initial tasks for a full warp: of the block's share, then of what no block has taken.
    __device__ bool seed() {
        for (unsigned left = sync::load_relaxed_cta(&hall_.seedable); left != 0; left &= left - 1) {
            const unsigned p = sync::lowest_bit(left), grain = hall_.tasks_per_warp[p], total = parameters().seed_count[p];
            unsigned first = 0, end = hall_.seed_end[p];
            if (sync::lane() == 0) {
                first = hall_.seed_next[p] < end ? sync::add_relaxed_cta(&hall_.seed_next[p], grain) : end;
                if (first >= end) {
                    // acq_rel: as in `take_share`.
                    first = total > 0 ? sync::add_acq_rel_gpu(&control_.seeds[p], grain) : 0;
                    end = total;
                }
                if (first >= end) sync::and_acq_rel_cta(&hall_.seedable, ~(1u << p));
            }
            first = sync::shuffle(sync::FULL_MASK, first, 0);
            end = sync::shuffle(sync::FULL_MASK, end, 0);
            if (first >= end) continue;
            read_seeds<S>(parameters(), crew_, p, first, min(grain, end - first));
            return true;
        }
        return false;
    }

    // Becomes passive: waits until a sibling sends work; the last active crew of the block waits for other blocks instead.
    __device__ bool wait() {
        unsigned outcome = 0, chunk = TAKEN;
        if (sync::lane() == 0) {
            // acq_rel: the last active crew has seen all that its siblings did, and so `starve` speaks for the block.
            if (sync::add_acq_rel_cta(&hall_.active, ~0u) == 1) {
                sync::add_acq_rel_cta(&hall_.active, 1);
                chunk = this->starve();
                outcome = chunk != TAKEN ? 1 : 0;
            } else {
                outcome = wait_for_mail();
            }
        }
        outcome = sync::shuffle(sync::FULL_MASK, outcome, 0);
        chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
        if (chunk != TAKEN) return import(chunk);
        return outcome != 0;
    }

    // 1 when work has arrived, 0 when the kernel is to stop. To be called by one thread.
    __device__ unsigned wait_for_mail() {
        unsigned* const mail = &hall_.mail[warp()];
        const unsigned bit = 1u << warp();
        sync::or_acq_rel_cta(&hall_.passive, bit);
        while (sync::load_acquire_cta(mail) == 0) {
            // A crew whose bit is gone has been promised mail, and waits for it even when the kernel is to stop.
            const bool stop = (sync::load_acquire_cta(&hall_.leaving) | sync::load_relaxed_cta(&emergency().aborted)) != 0;
            if (stop && (sync::and_acq_rel_cta(&hall_.passive, ~bit) & bit) != 0) return 0;
            sync::back_off(40);
        }
        sync::store_relaxed_cta(mail, 0);
        return 1;
    }

    __device__ void leave() {
        const unsigned p = sync::lane(), flags = sync::load_relaxed_gpu(&control_.flags);
        if (p == 0) sync::or_acq_rel_cta(&hall_.leaving, flags);
        if ((flags & ABORT) != 0) return;
        // A thread may read SUSPEND or ENDED here, but not both: a suspended run does not end.
        if ((flags & SUSPEND) != 0) {
            save<S>(parameters(), crew_);
            save_seeds();
        }
        this->release_reserve();
        if (p < N) {
            sync::add_relaxed_cta(&hall_.executed[p], executed_);
            sync::max_relaxed_cta(&hall_.longest[p], longest_);
        }
        unsigned gone = 0;
        if (p == 0) {
            sync::add_relaxed_cta(&hall_.rounds, rounds_);
            sync::add_relaxed_cta(&hall_.exported, exported_);
            sync::add_relaxed_cta(&hall_.handed_over, handed_over_);
        }
        sync::warp_barrier();
        if (p == 0) gone = sync::add_acq_rel_cta(&hall_.gone, 1) + 1;
        if (sync::shuffle(sync::FULL_MASK, gone, 0) != W) return;
        // The last crew adds up for the block: so many atomics on the same words would take longer than many a program.
        if (p < N) {
            sync::add_relaxed_gpu(&control_.tasks[p], static_cast<unsigned long long>(hall_.executed[p]));
            sync::max_relaxed_gpu(&control_.high_water[p], hall_.longest[p]);
        }
        if (p == 0) {
            sync::add_relaxed_gpu(&control_.rounds, static_cast<unsigned long long>(hall_.rounds));
            sync::add_relaxed_gpu(&control_.busy_warps, static_cast<unsigned long long>(hall_.rounds));
            sync::add_relaxed_gpu(&control_.exported, static_cast<unsigned long long>(hall_.exported));
            sync::add_relaxed_gpu(&control_.handed_over, static_cast<unsigned long long>(hall_.handed_over));
        }
    }

    // The first crew of a block to leave saves the rest of the block's share.
    __device__ void save_seeds() {
        auto* const header = reinterpret_cast<SavedHeader<N>*>(saved_area<S>(parameters()));
        const unsigned p = sync::lane();
        if (p >= N) return;
        const unsigned end = hall_.seed_end[p];
        header->seed_next[p] = sync::exchange_relaxed_cta(&hall_.seed_next[p], end);
        header->seed_end[p] = end;
    }

    __device__ void restore_seeds() {
        auto* const header = reinterpret_cast<SavedHeader<N>*>(saved_area<S>(parameters()));
        const unsigned p = sync::lane();
        if (p >= N || header->seed_next[p] >= header->seed_end[p]) return;
        hall_.seed_next[p] = header->seed_next[p];
        hall_.seed_end[p] = header->seed_end[p];
        header->seed_end[p] = 0;
    }

    static constexpr unsigned MOST_GIFTS = 4;  // chunks that a warp hands over at once

    WarpsState<N, W>& hall_;
    unsigned threads_ = 0, per_warp_ = 1, crowded_ = 0;  // lane p: of procedure p
    unsigned procedure_ = 0, first_ = 0, tasks_ = 0;     // what the warp runs
    unsigned asked_ = 0;                                 // when
    int starving_ = 0;                                   // blocks, a hint
    unsigned executed_ = 0, longest_ = 0;                // lane p: of procedure p
};

}  // namespace whipple
