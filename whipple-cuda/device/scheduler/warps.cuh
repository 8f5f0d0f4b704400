// Worker blocks whose warps fetch for themselves: programs without level-1 procedures. Protocol: scheduler/README.md.
#pragma once
#include "../policy/stopwatch.cuh"
#include "crew.cuh"
#include "panic.cuh"
#include "plan.cuh"
#include "tasks.cuh"

namespace whipple {

// How a crew without tasks gets some. Lane p looks at procedure p; all functions are called by the whole warp, unless they say
// otherwise. Out of line: see Crew.
template <class S>
struct Supply {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    using C = Crew<S>;
    using P = const Parameters<N>&;

    __device__ static WarpsState<N, W>& hall() { return warps_state<S>(); }
    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }

    // False: the kernel is to stop.
    __device__ __noinline__ static bool obtain(P parameters) {
        if (seed(parameters)) return true;
        // A crew without any work looks again, not at a hint: only when every queue is found empty may it wait.
        const int queued = sync::lane() < N ? parameters.queue(sync::lane()).available_acquire() : 0;
        const unsigned votes = sync::ballot(sync::FULL_MASK, queued > 0);
        unsigned chunk = votes != 0 ? C::claim(parameters, votes) : NO_CHUNK;
        unsigned outcome = 0;
        if (chunk == NO_CHUNK) outcome = wait(parameters, chunk);
        // What lane 0 has acquired with the chunk or the mail, all lanes may read.
        sync::warp_barrier();
        if (chunk == NO_CHUNK) return outcome != 0;
        read_chunk<S>(parameters, chunk);
        C::release(parameters, chunk);
        return true;
    }

private:
    // Takes initial tasks for a full warp: of the block's share, then of what no block has taken.
    __device__ static bool seed(P parameters) {
#pragma unroll 1
        for (unsigned left = sync::uniform(sync::load_relaxed_cta(&hall().seedable)); left != 0; left &= left - 1) {
            const unsigned p = sync::lowest_bit(left), grain = hall().tasks_per_warp[p], total = parameters.seed_count[p];
            unsigned first = 0, end = hall().seed_end[p];
            if (sync::lane() == 0) {
                first = sync::load_relaxed_cta(&hall().seed_next[p]) < end ? sync::add_relaxed_cta(&hall().seed_next[p], grain) : end;
                if (first >= end) {
                    // acq_rel: a block that finds the seeds gone and then starves must count the block that took them.
                    first = total > 0 ? sync::add_acq_rel_gpu(&parameters.control->seeds[p], grain) : 0;
                    end = total;
                }
                if (first >= end || (end == total && first + grain >= end)) sync::and_acq_rel_cta(&hall().seedable, ~(1u << p));
            }
            first = sync::shuffle(sync::FULL_MASK, first, 0);
            end = sync::shuffle(sync::FULL_MASK, end, 0);
            if (first >= end) continue;
            read_seeds<S>(parameters, p, first, min(grain, end - first));
            return true;
        }
        return false;
    }

    // Becomes passive: waits until a sibling sends work; the last active crew of the block waits for other blocks instead.
    // 0: the kernel is to stop.
    __device__ static unsigned wait(P parameters, unsigned& chunk) {
        unsigned outcome = 0;
        // Lane 0 releases what all lanes did.
        sync::warp_barrier();
        if (sync::lane() == 0) {
            // acq_rel: the last active crew has seen all that its siblings did, and so `starve` speaks for the block.
            if (sync::add_acq_rel_cta(&hall().active, ~0u) == 1) {
                sync::add_acq_rel_cta(&hall().active, 1);
                chunk = C::starve(parameters);
            } else {
                outcome = wait_for_mail();
            }
        }
        chunk = sync::shuffle(sync::FULL_MASK, chunk, 0);
        return sync::shuffle(sync::FULL_MASK, outcome, 0);
    }

    // 1 when work has arrived, 0 when the kernel is to stop. To be called by one thread.
    __device__ static unsigned wait_for_mail() {
        sync::Mailbox& mail = hall().mail[warp()];
        const unsigned bit = 1u << warp();
        sync::or_acq_rel_cta(&hall().passive, bit);
        while (!mail.wait()) {
            // A crew whose bit is gone has been promised mail, and waits for it even when the kernel is to stop.
            const bool stop = (sync::load_acquire_cta(&hall().leaving) | sync::load_relaxed_cta(&emergency().aborted)) != 0;
            if (stop && (sync::and_acq_rel_cta(&hall().passive, ~bit) & bit) != 0) return 0;
        }
        return 1;
    }
};

// How a crew gives tasks to others. As Supply.
template <class S>
struct Gifts {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    static constexpr unsigned MOST = 4;  // chunks that a warp hands over at once
    using C = Crew<S>;
    using P = const Parameters<N>&;

    __device__ static WarpsState<N, W>& hall() { return warps_state<S>(); }

    // Gives of the `mine` tasks of each procedure, `waiting` threads in all, to a passive crew of this block, or to other, starving
    // ones. Returns how many were given work; DONE is added when the local queues have changed.
    static constexpr unsigned DONE = 1u << 16;
    __device__ __noinline__ static unsigned spread(P parameters, unsigned mine, unsigned waiting, unsigned passive, int starving,
                                                   unsigned queued) {
        if (passive != 0) return share(parameters, mine, passive) ? DONE : 0;
        if (queued != 0 && C::forward(parameters, queued)) return 1;
        if (waiting < S::MIN_HAND_OVER) return 0;
        const unsigned chunks = hand_over(parameters, mine, waiting, static_cast<unsigned>(starving));
        return chunks > 0 ? chunks + DONE : 0;
    }

    // Moves the oldest items of a crowded local queue to its global queue: newest stay, so that work goes depth-first.
    __device__ __noinline__ static bool export_oldest(P parameters, unsigned mine, unsigned crowded) {
        CrewState<N>& crew = C::state();
        const unsigned p = sync::lane(), chosen = sync::lowest_bit(crowded);
        const unsigned count = min(sync::shuffle(sync::FULL_MASK, mine, chosen) / 2, parameters.chunk_capacity[chosen]);
        // Without free chunks nothing is exported: the queue is crowded, not full, and rounds secure their own space.
        if (count == 0 || !C::reserve(parameters, 1)) return false;
        if (p < N) crew.share[p] = p == chosen ? count : 0;
        const unsigned chunk = sync::shuffle(sync::FULL_MASK, C::take_reserve(1), 0);
        write_chunk<S>(parameters, chunk, 0);
        if (p == 0) {
            parameters.queue(chosen).push(chunk);
            crew.bottom[chosen] += count;
            crew.exported++;
        }
        sync::warp_barrier();
        return true;
    }

private:
    // What half of the work is: half of each long queue, and every other of the short ones, which would not fill two warps.
    __device__ static unsigned half(unsigned mine) {
        const unsigned per_warp = sync::lane() < N ? hall().tasks_per_warp[sync::lane()] : 1;
        const unsigned short_ones = sync::ballot(sync::FULL_MASK, mine > 0 && mine <= per_warp);
        if (mine > per_warp) return mine / 2;
        return (sync::count_bits(short_ones & sync::lanes_below()) & 1) != 0 ? mine : 0;
    }

    // Moves half of the work to a passive crew of this block.
    __device__ static bool share(P parameters, unsigned mine, unsigned passive) {
        const unsigned p = sync::lane(), count = half(mine);
        if (sync::ballot(sync::FULL_MASK, count > 0) == 0) return false;
        const unsigned sibling = sync::lowest_bit(passive), bit = 1u << sibling;
        unsigned old = 0;
        // acq_rel: what the sibling did before it became passive is over when its queues are written.
        if (sync::lane() == 0) old = sync::and_acq_rel_cta(&hall().passive, ~bit);
        old = sync::shuffle(sync::FULL_MASK, old, 0);
        if ((old & bit) == 0) return false;
        // What lane 0 has acquired, all lanes may write.
        sync::warp_barrier();
        CrewState<N>&crew = C::state(), &other = hall().crew[sibling];
        unsigned char* const to = sync::dynamic_shared_memory() + sibling * parameters.crew_bytes;
#pragma unroll 1
        for (unsigned q = 0; q < N; q++)
            local_to_global<S>(parameters, q, to + parameters.local_offset[q], crew.bottom[q],
                               sync::shuffle(sync::FULL_MASK, count, q), p, sync::WARP);
        sync::warp_barrier();
        if (p < N) {
            other.bottom[p] = 0;
            other.top[p] = count;
            crew.bottom[p] += count;
        }
        sync::warp_barrier();
        if (p == 0) {
            sync::add_acq_rel_cta(&hall().active, 1);
            hall().mail[sibling].send();
        }
        return true;
    }

    // Writes equal shares of the oldest items for starving blocks; returns for how many.
    __device__ static unsigned hand_over(P parameters, unsigned mine, unsigned waiting, unsigned starving) {
        CrewState<N>& crew = C::state();
        const unsigned p = sync::lane(), chunks = min(min(starving, MOST), max(1u, waiting / (2 * sync::WARP)));
        const unsigned fair = chunks == 1 ? half(mine) : mine / (chunks + 1);
        const unsigned each = p < N ? min(fair, parameters.share_capacity[p]) : 0;
        if (sync::ballot(sync::FULL_MASK, each > 0) == 0 || !C::reserve(parameters, chunks)) return 0;
        if (p < N) crew.share[p] = each;
        const unsigned chunk = C::take_reserve(chunks);
#pragma unroll 1
        for (unsigned i = 0; i < chunks; i++) {
            const unsigned next = sync::shuffle(sync::FULL_MASK, chunk, i);
            write_chunk<S>(parameters, next, i);
            if (p == 0) C::give(parameters, next);
        }
        if (p < N) crew.bottom[p] += each * chunks;
        if (p == 0) crew.handed_over += chunks;
        sync::warp_barrier();
        return chunks;
    }
};

// One warp, a crew of its own. Lane p looks at procedure p.
template <class S>
class WarpCrew : Tasks<S> {
    using C = Crew<S>;
    using Tasks<S>::parameters_, Tasks<S>::warp;
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;
    static constexpr unsigned POLL = 2000;  // cycles between two questions to the rest of the device
    static constexpr unsigned CRUMBS = 64;  // fewer waiting threads than this are not worth sharing
    static_assert(W <= 32, "crews have bits in a word");

public:
    __device__ WarpCrew(const typename S::Program& program, const Parameters<N>& parameters)
        : Tasks<S>(program, parameters), crew_(crew_state<S>()), hall_(warps_state<S>()), observer_(parameters) {}

    __device__ void run() {
        enter();
        while (next()) {
            execute();
            // All lanes that are left return, or none.
            if (sync::ballot(sync::FULL_MASK, sync::load_relaxed_cta(&emergency().aborted) != 0) != 0) return;
        }
        leave();
    }

private:
    __device__ void enter() {
        const unsigned index = sync::thread_in_block(), p = sync::lane();
        if (index == 0) {
            Emergency& seats = emergency();
            seats.control = parameters_.control;
            seats.aborted = 0;
            sync::add_relaxed_gpu(&parameters_.control->started, 1);
            hall_.seedable = S::SEEDABLE;
            hall_.active = W;
            hall_.passive = hall_.leaving = hall_.gone = hall_.rounds = 0;
        }
        if (index < N) {
            hall_.executed[index] = hall_.longest[index] = 0;
            take_share(index);
        }
        if (p < N) crew_.top[p] = crew_.bottom[p] = crew_.reserved[p] = 0;
        if (p == 0) {
            C::clear(parameters_);
            hall_.mail[warp()].clear();
        }
        fill_constants<S>(parameters_, hall_);
        sync::block_barrier();
        if (p < N) {
            threads_ = hall_.threads[p];
            per_warp_ = hall_.tasks_per_warp[p];
            capacity_ = parameters_.capacity[p];
            crowded_ = capacity_ / 4 * 3;
        }
    }

    // The block's part of the seeds of a procedure. acq_rel: as in Supply::seed.
    __device__ void take_share(unsigned procedure) {
        const unsigned total = parameters_.seed_count[procedure], share = parameters_.seed_share[procedure];
        const unsigned first = total > 0 ? min(sync::add_acq_rel_gpu(&parameters_.control->seeds[procedure], share), total) : 0;
        hall_.seed_next[procedure] = first;
        hall_.seed_end[procedure] = min(first + share, total);
    }

    // Takes the warp's next tasks off the local queues, having done what else there is to do. False: the kernel is to stop.
    __device__ bool next() {
#pragma unroll 1
        for (;;) {
            observer_.settling(crew_.top[sync::lane() < N ? sync::lane() : 0]);
            if (S::OVERFLOW && promised_) {
                C::settle(parameters_);
                promised_ = false;
            }
            const unsigned p = sync::lane();
            const unsigned mine = p < N ? C::length(p) : 0;
            longest_ = max(longest_, mine);
            const unsigned occupied = sync::ballot(sync::FULL_MASK, mine > 0);
            if (occupied == 0) {
                const typename Observer<S>::Pause pause(observer_, 1, [&] { return executed_; });
                if (!Supply<S>::obtain(parameters_)) return false;
                continue;
            }
            const unsigned now = sync::cycles(), own = 1u << warp();
            // A warp that asks is not passive: its bit is free to say whether it is time to ask others.
            unsigned passive = sync::uniform(sync::load_relaxed_cta(&hall_.passive) | (now - asked_ > POLL ? own : 0));
            if ((passive & own) != 0) {
                passive &= ~own;
                // What was asked for last time has arrived.
                const Hints::News news = hints_.news();
                starving_ = static_cast<int>(news.starving);
                queued_ = sync::ballot(sync::FULL_MASK, hints_.queued > 0);
                if (news.stop) return false;
                hints_.ask(parameters_);
                policy_.look_ahead(parameters_.control->weights);
                asked_ = now;
            }
            if (passive != 0 || starving_ > 0) {
                const unsigned waiting = sync::warp_sum(mine * threads_);
                // With most of the block passive, nothing is to be lost by parting with all but one warp's work; else crumbs are.
                const bool eager = sync::count_bits(passive) >= W / 2 && (occupied & (occupied - 1)) != 0;
                if (eager || waiting >= CRUMBS) {
                    const unsigned given = Gifts<S>::spread(parameters_, mine, waiting, passive, starving_, queued_);
                    starving_ -= static_cast<int>(given % Gifts<S>::DONE);
                    if (given >= Gifts<S>::DONE) continue;
                }
            }
            const unsigned crowded = sync::ballot(sync::FULL_MASK, mine > crowded_);
            if (crowded != 0 && Gifts<S>::export_oldest(parameters_, mine, crowded)) continue;
            if (take(mine, occupied)) {
                patience_ = PATIENCE;
                return true;
            }
            if (patience_ == 0) {
                C::suspend(parameters_, p, mine);
                return false;
            }
            patience_--;
            sync::back_off(PAUSE);
        }
    }

    // Full warps first, by the policy; else the procedure that fills the most lanes.
    __device__ unsigned choose(unsigned mine, unsigned occupied) {
        if constexpr (N == 1) return 0;
        contested_ = false;
        const unsigned full = sync::ballot(sync::FULL_MASK, mine >= per_warp_ && mine > 0);
        if (full == 0) {
            const unsigned waiting = mine * threads_, most = sync::warp_max(waiting);
            return sync::lowest_bit(sync::ballot(sync::FULL_MASK, waiting == most));
        }
        if ((full & (full - 1)) == 0) return sync::lowest_bit(full);
        const unsigned waiting = (full >> sync::lane() & 1) != 0 ? mine * threads_ : 0;
        const unsigned ranked = policy_.template order<N>({waiting, time_, rounds_, crew_.order});
        time_ = 0;
        contested_ = true;
        const unsigned rank = sync::lowest_bit(sync::ballot(sync::FULL_MASK, ranked < N && (full >> ranked & 1) != 0));
        return sync::shuffle(sync::FULL_MASK, ranked, rank);
    }

    // Sets the warp's next tasks: those of one procedure, as many as room for their children can be secured for.
    __device__ bool take(unsigned mine, unsigned occupied) {
        const unsigned p = sync::lane(), chosen = choose(mine, occupied);
        const unsigned children = p < N ? hall_.spawns[chosen * N + p] : 0;
        unsigned count = sync::shuffle(sync::FULL_MASK, min(mine, per_warp_), chosen);
#pragma unroll 1
        while (!C::secure(parameters_, capacity_, count * children, mine - (p == chosen ? count : 0), promised_)) {
            if (count == 1) return false;
            count = (count + 1) / 2;
        }
        const unsigned first = crew_.top[chosen] - count;
        // All lanes have read the top before it changes.
        sync::warp_barrier();
        if (p == chosen) {
            crew_.top[p] = first;
            executed_ += count;
        }
        procedure_ = chosen;
        first_ = first;
        tasks_ = count;
        rounds_++;
        observer_.composed(crew_.top[p < N ? p : 0], [&] { return executed_; });
        return true;
    }

    __device__ void execute() {
        unsigned words[Tasks<S>::WORDS_LEVEL2];
        const Stopwatch<S> stopwatch;
        for_each_procedure<N>([&]<unsigned I>() {
            if (procedure_ == I) {
                const typename Tasks<S>::Unit unit = {first_, first_ + tasks_, 0, 1};
                this->template fetch<I>(words, unit);
                // All items are read before a child may overwrite their slots.
                sync::warp_barrier();
                this->template execute_fetched<I>(words, unit);
            }
        });
        sync::warp_barrier();
        // A procedure that no other competed with owes nothing.
        if (contested_ && sync::lane() == procedure_) time_ += stopwatch.read();
    }

    __device__ void leave() {
        // Lane 0 has seen why, or said so itself.
        const unsigned p = sync::lane(), flags = sync::uniform(sync::load_relaxed_gpu(&parameters_.control->flags));
        if (p == 0) sync::or_acq_rel_cta(&hall_.leaving, flags);
        if ((flags & ABORT) != 0) return;
        // A thread may read SUSPEND or ENDED here, but not both: a suspended run does not end.
        if ((flags & SUSPEND) != 0) {
            save<S>(parameters_);
            save_seeds();
        }
        observer_.finish([&] { return executed_; });
        C::release_reserve(parameters_);
        if (p < N) {
            sync::add_relaxed_cta(&hall_.executed[p], executed_);
            sync::max_relaxed_cta(&hall_.longest[p], longest_);
        }
        unsigned gone = 0;
        if (p == 0) sync::add_relaxed_cta(&hall_.rounds, rounds_);
        sync::warp_barrier();
        if (p == 0) gone = sync::add_acq_rel_cta(&hall_.gone, 1) + 1;
        const bool last = sync::shuffle(sync::FULL_MASK, gone, 0) == W;
        // What lane 0 has acquired, all lanes may read.
        sync::warp_barrier();
        if (last) report();
    }

    // The last crew adds up for the block: so many atomics on the same words would take longer than many a program.
    __device__ void report() const {
        const unsigned p = sync::lane();
        Control& control = *parameters_.control;
        if (p < N) {
            sync::add_relaxed_gpu(&control.tasks[p], static_cast<unsigned long long>(hall_.executed[p]));
            sync::max_relaxed_gpu(&control.high_water[p], hall_.longest[p]);
        }
        const unsigned exported = sync::warp_sum(p < W ? hall_.crew[p].exported : 0);
        const unsigned handed_over = sync::warp_sum(p < W ? hall_.crew[p].handed_over : 0);
        if (p == 0) {
            sync::add_relaxed_gpu(&control.rounds, static_cast<unsigned long long>(hall_.rounds));
            sync::add_relaxed_gpu(&control.busy_warps, static_cast<unsigned long long>(hall_.rounds));
            sync::add_relaxed_gpu(&control.exported, static_cast<unsigned long long>(exported));
            sync::add_relaxed_gpu(&control.handed_over, static_cast<unsigned long long>(handed_over));
        }
    }

    // The first crew of a block to leave saves the rest of the block's share.
    __device__ void save_seeds() {
        auto* const header = reinterpret_cast<SavedHeader<N>*>(saved_area<S>(parameters_));
        const unsigned p = sync::lane();
        if (p >= N) return;
        const unsigned end = hall_.seed_end[p];
        header->seed_next[p] = sync::exchange_relaxed_cta(&hall_.seed_next[p], end);
        header->seed_end[p] = end;
    }

    CrewState<N>& crew_;
    WarpsState<N, W>& hall_;
    unsigned threads_ = 0, per_warp_ = 1, capacity_ = 0, crowded_ = 0;  // lane p: of procedure p
    unsigned procedure_ = 0, first_ = 0, tasks_ = 0;      // what the warp runs
    Observer<S> observer_;
    Hints hints_;
    typename S::Policy policy_;
    bool contested_ = false;  // the policy chose the procedure
    unsigned time_ = 0;       // lane p: of procedure p, where the policy chose it
    unsigned asked_ = 0, queued_ = 0;  // when; global queues with chunks
    int starving_ = 0;                 // blocks
    bool promised_ = false;            // spawns of the round may go to chunks of the reserve
    unsigned patience_ = PATIENCE;
    unsigned rounds_ = 0;
    unsigned executed_ = 0, longest_ = 0;  // lane p: of procedure p
};

}  // namespace whipple
