// Composing a round: warp 0 decides what the whole block does next. Protocol: schedulers/megakernel/README.md.
#pragma once
#include "../../../policy/stopwatch.cuh"
#include "../adapt/batches.cuh"
#include "describe.cuh"
#include "../exchange/exchange.cuh"
#include "../../common/panic.cuh"
#include "quick.cuh"

namespace whipple {

// To be called by warp 0, but for `count`. Lane p looks at procedure p; lanes beyond have no tasks.
template <class S>
class Composer {
    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using Block = BlockState<N, W>;
    using E = Exchange<S>;
    using L = Lanes<N>;
    using A = Axes<S>;

public:
    __device__ Composer(const Parameters<N>& parameters, Block& block) : parameters_(parameters), block_(block), observer_(parameters) {
        const unsigned p = sync::lane();
        unsigned most_incoming = 0;
        if (p < N) {
            threads_ = block.shape[p].threads;
            capacity_ = block.capacity[p];
            // Of few procedures the compiler knows it.
            if (A::MANY) most_incoming = capacity_ - static_cast<unsigned>(block.queue[p].room);
            for (unsigned q = 0; q < N && !A::MANY; q++)
                most_incoming = max(most_incoming, W * block.shape[q].tasks_per_warp * block.spawns[q * N + p] / block.shape[q].warps_per_task);
        }
        // Where they come first, a procedure without any must not be waited for.
        if (A::SEEDS_FIRST) ledger_.seeded &= sync::ballot(sync::FULL_MASK, p < N && parameters.seed_count[min(p, N - 1)] > 0);
        ledger_.sought = ledger_.seeded;
        if (sync::thread_in_block() >= sync::WARP) return;
        if (p < N) block.most_incoming[p] = most_incoming;
        remember();
    }

    // Decides block.action and writes what it needs.
    __device__ void next() {
        recall();
        decide();
        remember();
    }

    // The tasks of a quick round are taken from the queues; `tops` are those that are looked at.
    __device__ void compose(const Quick<S>& quick, unsigned tops) {
        const unsigned p = sync::lane(), next = quick.top() - quick.taken();
        observer_.settling([&] { return quick.waiting(); }, executed());
        if (p < N) {
            block_.queue[p].tops[1 - tops] = next;
            block_.executed[p] += quick.taken();
        }
        quick.note_promises(block_);
        observer_.composed([&] { return quick.waiting() - quick.taken(); }, executed());
    }

    // Keeps account of a quick round. Another warp than warp 0 does, for which all wait.
    static constexpr unsigned ACCOUNTANT = 1;
    __device__ void count(const Quick<S>& quick) {
        const unsigned busy = quick.busy();
        Batches<S>::composed(quick, block_.followers);
        add_round(busy);
        add_length(quick.waiting());
    }

    // A quick round begins.
    __device__ void attend() {
        Batches<S>::adapt(parameters_);
        if (!A::LATE) heed();
        ask();
    }

    // The tasks of warp 0 have ended, or, where it heeds early, begin.
    __device__ void heed() { heed(block_.ledger); }

    // Asks for hints: they arrive while tasks run.
    __device__ void ask() {
        hints_.ask(parameters_);
        policy_.look_ahead(parameters_.control->weights);
    }

    // After quick rounds the tops may be the other ones.
    __device__ void restore_tops(unsigned tops) {
        if (tops != 0 && sync::lane() < N) block_.queue[sync::lane()].tops[0] = block_.queue[sync::lane()].tops[1];
        sync::warp_barrier();
    }

    // Adds this block's statistics to the run's, and returns its reserve, but for what it keeps at the run's `end`.
    __device__ void finish(bool end) {
        observer_.finish(executed());
        Control& control = *parameters_.control;
        if (sync::lane() < N) {
            sync::add_relaxed_gpu(&control.tasks[sync::lane()], static_cast<unsigned long long>(block_.executed[sync::lane()]));
            sync::max_relaxed_gpu(&control.high_water[sync::lane()], block_.longest_queue[sync::lane()]);
        }
        if (sync::lane() == 0) {
            sync::add_relaxed_gpu(&control.rounds, static_cast<unsigned long long>(block_.rounds));
            sync::add_relaxed_gpu(&control.busy_warps, static_cast<unsigned long long>(block_.busy_warps));
            sync::add_relaxed_gpu(&control.exported, static_cast<unsigned long long>(block_.exported));
            sync::add_relaxed_gpu(&control.handed_over, static_cast<unsigned long long>(block_.handed_over));
        }
        E::release_reserve(parameters_, end);
    }

private:
    __device__ auto executed() const {
        return [&] { return block_.executed[sync::lane()]; };
    }
    __device__ auto waiting() const {
        return [&] { return block_.queue[sync::lane()].length(); };
    }

    // What is needed of the rounds before, all loads at once, and what later ones need of this one.
    __device__ void recall() {
        const unsigned p = sync::lane();
        ledger_ = block_.ledger;
        threads_ = p < N ? block_.shape[p].threads : 0;
        capacity_ = p < N ? block_.capacity[p] : 0;
    }
    __device__ void remember() {
        // All lanes have recalled it: a shuffle orders no memory.
        sync::warp_barrier();
        if (sync::lane() == 0) block_.ledger = ledger_;
    }

    // Keeps account of a round with so many busy warps, and of the tasks of the lane's procedure that waited.
    __device__ void add_round(unsigned busy) {
        const unsigned more = 1 + steps();
        if (sync::lane() != 0) return;
        block_.rounds += more;
        block_.busy_warps += busy;
    }
    __device__ void add_length(unsigned waiting) {
        if (sync::lane() < N)
            block_.longest_queue[sync::lane()] = max(block_.longest_queue[sync::lane()], waiting);
    }

    __device__ void decide() {
        observer_.settling(waiting(), executed());
        unsigned mine = sync::lane() < N ? E::length(sync::lane()) : 0;
        // A promise that no spawn has used holds for the next round, but where chunks are scarce.
        if (S::OVERFLOW && ledger_.promised != 0 && sync::ballot(sync::FULL_MASK, scarce() || mine > capacity_) != 0) {
            E::settle(parameters_);
            ledger_.promised = 0;
            mine = min(mine, capacity_);
        }
        const Hints::News news = hints_.news();
        if (news.stop) {
            if (S::OVERFLOW && ledger_.promised != 0) E::settle(parameters_);
            return act(Action::Leave);
        }

        add_length(mine);
        const unsigned load = sync::warp_sum(mine * threads_);
        bool is_crowded = mine > capacity_ / 4 * 3;
        // Leaves that are done sooner than moved stay where they are. Elsewhere it made no difference.
        if (A::COUNTS) is_crowded = is_crowded && sync::lane() < N && Leaves<S>::heavy(sync::lane(), mine, 1) > 0;
        const unsigned crowded = sync::ballot(sync::FULL_MASK, is_crowded);
        if (crowded != 0 && export_oldest(parameters_, mine, crowded)) return act_with_reserve(Action::Export);
        if (news.starving > 0) {
            const unsigned votes = sync::ballot(sync::FULL_MASK, hints_.queued > 0);
            if ((votes == 0 || !E::forward(parameters_, votes)) && load >= S::MIN_HAND_OVER &&
                hand_over(parameters_, mine, load, news.starving))
                return act_with_reserve(Action::HandOver);
        }
        // With idle warps in sight, or where initial tasks come first, get more: those first, then what other blocks exported, or in order.
        if (seed(mine, load, A::SEEDS_FIRST ? sync::ballot(sync::FULL_MASK, mine * threads_ < B / 2) : load < block_.seed_below ? unpreceded() : 0)) return;
        if (load < B / 2 * Batches<S>::batch() && import(load, mine)) return;
        // The tasks that were to come before initial ones may be gone.
        if (load == 0 && S::Policy::SEEDS_IN_ORDER && seed(mine, load, ~0u)) return;
        if (load == 0) return starve();
        round(mine, A::SPREADS && Leaves<S>::is_spreading(block_.spread));
    }

    // Whether so many blocks starve that work should spread.
    __device__ static bool is_many(unsigned starving) { return MANY * starving >= sync::blocks(); }

    // The procedures before which no task of a global queue comes.
    __device__ unsigned unpreceded() const {
        if (!S::Policy::SEEDS_IN_ORDER || A::ONE) return ~0u;
        const unsigned rank = sync::lane() < N ? block_.shape[sync::lane()].rank : N;
        const unsigned first = sync::warp_min(hints_.queued > 0 ? rank : N);
        return sync::ballot(sync::FULL_MASK, rank <= first);
    }

    // Whether chunks that no spawn has used go back at once.
    __device__ bool scarce() const { return S::OVERFLOW && parameters_.stash_keep < STASH / 2; }

    // Tells quick rounds what is to be done besides. A block that has just `given` to the starving does not look for more of them before it knows
    // what has become of it.
    __device__ void heed(const Ledger& ledger, bool given = false) {
        if (!A::QUICK) return;
        const Hints::News news = hints_.news();
        const bool queued = sync::ballot(sync::FULL_MASK, hints_.queued > 0) != 0, starving = news.starving > 0 && !given;
        if (sync::lane() == 0) {
            const bool quiet = S::SCARCE && starving && block_.quiet > 0;
            if (quiet) block_.quiet--;
            // With initial tasks or chunks in reach, a block with few tasks gets more; with enough of them it gives to the starving.
            const unsigned sought = A::SEEDS_OF_SEVERAL ? ledger.sought : ledger.seeded;
            const bool few = !A::SEEDS_FIRST && sought != 0;
            const unsigned least = max(few ? block_.seed_below : 0, queued ? B / 2 * Batches<S>::batch() : 0);
            const unsigned end = starving && !quiet ? S::MIN_HAND_OVER : ~0u;
            const bool now = news.stop || (starving && queued) || (ledger.promised != 0 && scarce()) || (A::COUNTS && block_.loans.lent < Batches<S>::batch());
            Signals& signals = emergency().signals;
            signals.least = least;
            signals.span = now || end < least ? 0 : end - least;
            // Rounds have chunks promised one by one where just any would need so many that none are lent.
            const unsigned to_promise = A::PROMISES && block_.loans.too_many <= block_.loans.lent ? block_.stashed : 0;
            signals.batch = Batches<S>::batch() | to_promise << Signals::STASHED;
            if (A::SPREADS) block_.spread = is_many(news.starving) ? Leaves<S>::next_spread(block_.spread) : 0;
            if (A::SEEDS_FIRST) block_.seeded = sought;
        }
    }

    __device__ void act(Action action) {
        if (sync::lane() == 0) block_.action = action;
        // The end of a round heeds, where it does.
        const bool gives = action == Action::HandOver;
        if (!A::LATE || action != Action::Round) heed(ledger_, gives);
        // The block asks once it has handed over.
        if (!gives) ask();
        Batches<S>::interrupt();
    }

    // An action that has taken chunks of the reserve, and perhaps with them what was promised.
    __device__ void act_with_reserve(Action action) {
        ledger_.promised = A::COUNTS && E::promised() > 0 ? 1 : 0;
        act(action);
    }

    // Out of line, as in Exchange. Takes `count` chunks of the reserve for the block to write, with `share` items of each lane's procedure in
    // each. One warp writes a short chunk sooner than several meet.
    __device__ static void take(const Parameters<N>& parameters, Block& block, unsigned count, unsigned share) {
        const unsigned chunk = E::take_reserve(count), p = sync::lane();
        const unsigned bytes = sync::warp_sum(p < N ? share * parameters.item_bytes[p] : 0);
        if (p < N) block.share[p] = share;
        // What is promised lies at the beginning.
        if (!A::COUNTS || E::promised() > block.stashed) E::hold(parameters, 0);
        if (p < count) block.chunk[p] = chunk;
        if (p == 0) {
            block.chunks = static_cast<unsigned short>(count);
            block.writers = static_cast<unsigned short>(bytes > SHORT_CHUNK ? W / count : 1);
        }
        sync::warp_barrier();
    }

    // Lets the block move the oldest items of a crowded local queue to its global queue: newest stay, so that work goes
    // depth-first.
    __device__ __noinline__ static bool export_oldest(const Parameters<N>& parameters, unsigned mine, unsigned crowded) {
        Block& block = block_state<S>();
        const unsigned p = sync::lane(), chosen = sync::lowest_bit(crowded), capacity = parameters.chunk_capacity[chosen];
        const unsigned half = sync::shuffle(sync::FULL_MASK, mine, chosen) / 2;
        const unsigned count = min(capacity, half), chunks = max(1u, min(W, half / max(1u, capacity)));
        // Without free chunks nothing is exported: the queue is crowded, not full, and rounds secure their own space.
        if (count == 0 || !E::reserve(parameters, chunks)) return false;
        take(parameters, block, chunks, p == chosen ? count : 0);
        if (p == 0) {
            block.procedure = chosen;
            block.exported += chunks;
        }
        return true;
    }

    // Lets the block split the local queues evenly between itself and starving ones. Nobody gets less than a warp's worth.
    __device__ __noinline__ static bool hand_over(const Parameters<N>& parameters, unsigned mine, unsigned load,
                                                  unsigned starving) {
        Block& block = block_state<S>();
        const unsigned p = sync::lane();
        if (Leaves<S>::ANY) {
            const unsigned heavy = p < N ? Leaves<S>::heavy(p, mine, block.shape[p].threads) : 0;
            if (heavy == 0) mine = 0;
            load = sync::warp_sum(heavy);
            if (load < S::MIN_HAND_OVER) return false;
        }
        const unsigned most = sync::warp_max(mine);
        // Twice this block's part of the starving: were the first to see them to take on all, the last would keep all they have.
        const unsigned working = sync::blocks() - min(starving, sync::blocks() - 1), fair = max(1u, 2 * starving / working);
        const unsigned shares = min(min(min(starving, fair), W), min(load / sync::WARP, most));
        unsigned wanted = shares > 0 ? min(shares, most - 1) : 0;
        // Rather fewer than to wait for the pool.
        const unsigned promised = A::COUNTS ? min(E::promised(), block.stashed) : 0, stashed = block.stashed - promised;
        if (stashed >= (wanted + 1) / 2) wanted = min(wanted, stashed);
        if (wanted == 0) return false;
        const auto share = [&](unsigned chunks) { return p < N ? min(mine / (chunks + 1), parameters.share_capacity[p]) : 0; };
        const unsigned worth = sync::warp_sum(p < N ? share(wanted) * block.shape[p].threads : 0);
        if (worth < S::MIN_SHARE) return false;
        // With fewer chunks, fewer blocks get more each.
        const bool enough = !S::SCARCE && (E::reserve(parameters, promised + wanted) || E::reserve(parameters, wanted));
        const unsigned chunks = S::SCARCE ? E::reserve_some(parameters, wanted) : enough ? wanted : 0;
        if (chunks == 0) {
            if (S::SCARCE && p == 0) block.quiet = QUIET_ROUNDS;
            return false;
        }
        take(parameters, block, chunks, share(chunks));
        if (p == 0) block.handed_over += chunks;
        return true;
    }

    // Takes initial tasks of the procedures in `wanted`, if there are any. It takes those of the first, and of more as long as
    // the block still has few tasks. Of these it has `load` threads' worth, and of each lane's procedure `mine` wait.
    __device__ bool seed(unsigned mine, unsigned load, unsigned wanted) {
        if (!A::SEEDS_OF_SEVERAL) return seed_one(wanted);
        if ((wanted &= load > 0 ? ledger_.sought : ledger_.seeded) == 0) return false;
        const unsigned p = min(sync::lane(), N - 1), total = parameters_.seed_count[p], most = parameters_.seed_grain[p];
        // Whether one take is a block's share of all, and whether it is this block's first.
        const bool shared = most * sync::blocks() >= total, first_take = (ledger_.sought >> p & 1) != 0;
        const unsigned grain = shared && first_take ? share_of(total) : most;
        // Some have queues that hold less than what a block with few tasks may have of them: the host's `seed_grain`.
        wanted &= sync::ballot(sync::FULL_MASK, mine + grain <= capacity_);
#pragma unroll 1
        for (; wanted != 0; wanted &= ledger_.seeded) {
            const bool asked = (wanted >> sync::lane() & 1) != 0;
            const unsigned asks = asked ? grain * threads_ : 0, before = L::scan(asks) - asks;
            const bool takes = asked && (A::SEEDS_FIRST || load + before < block_.seed_below);
            unsigned first = total;
            if (takes && total > 0) first = take_seeds(p, total, grain);
            // What a lane has acquired, lane 0 has, too: it is the one that may starve.
            sync::warp_barrier();
            const unsigned count = first < total ? min(grain, total - first) : 0;
            // Whoever takes the last need not ask again; who has taken a block's part of all leaves the rest to those that have none.
            ledger_.seeded &= ~sync::ballot(sync::FULL_MASK, takes && count + first >= total);
            ledger_.sought &= ledger_.seeded & ~sync::ballot(sync::FULL_MASK, takes && shared);
            if (sync::ballot(sync::FULL_MASK, count > 0) == 0) continue;
            if (sync::lane() < N) {
                block_.seed_first[p] = first;
                block_.seed_count[p] = count;
            }
            // Where it may be, the first round is a quick one then.
            if (A::PROMISES) borrow();
            act(Action::Seed);
            return true;
        }
        return false;
    }

    // This block's share of so many initial tasks. The shares of all blocks differ by one at most: all others would hand over to
    // a block that starves from the beginning. At least one, for blocks that begin late.
    __device__ static unsigned share_of(unsigned total) {
        const unsigned each = total / sync::blocks(), rest = total - each * sync::blocks();
        return max(1u, each + (sync::block() < rest ? 1 : 0));
    }

    // Takes up to `grain` of the `total` initial tasks of procedure p, from the one on whose number it returns. To be called by one thread.
    __device__ unsigned take_seeds(unsigned p, unsigned total, unsigned grain) {
        // A block that finds the seeds gone and then starves must count the block that took them (`started`). relaxed, since that block has
        // released its start (`Worker::enter`), and only who finds them gone need acquire it: that empties the cache of the multiprocessor.
        const unsigned first = sync::add_relaxed_gpu(&parameters_.control->seeds[p], grain);
        if (first >= total || total - first <= grain) sync::fence_acq_rel_gpu();
        return first;
    }

    // Initial tasks of procedure p that the block takes at once: about a round's where a trial has found single ones better. Then
    // chains that have begun go on, and find in the cache what they have read. No other block waits for chains that have not
    // begun. Not while a trial goes on: a round after initial tasks does not count for it (`Batches::interrupt`).
    __device__ unsigned grain_of(unsigned p) const {
        const unsigned grain = parameters_.seed_grain[p];
        const bool alone = block_.trial.single != 0 && block_.trial.phase == Trial::BEST;
        return alone ? min(grain, max(1u, B / block_.shape[p].threads)) : grain;
    }

    // As `seed`, of one procedure. Programs of few procedures seldom have initial tasks of several.
    __device__ bool seed_one(unsigned wanted) {
#pragma unroll 1
        for (wanted &= ledger_.seeded; wanted != 0; wanted &= wanted - 1) {
            const unsigned p = sync::lowest_bit(wanted), total = parameters_.seed_count[p], grain = grain_of(p);
            unsigned first = total;
            if (total > 0 && sync::lane() == 0) first = take_seeds(p, total, grain);
            first = sync::shuffle(sync::FULL_MASK, first, 0);
            // Whoever takes the last need not ask again.
            if (first >= total || total - first <= grain) ledger_.seeded &= ~(1u << p);
            if (first >= total) continue;
            if (sync::lane() == 0) {
                block_.procedure = p;
                block_.seed_first[0] = first;
                block_.seed_count[0] = min(grain, total - first);
            }
            act(Action::Seed);
            return true;
        }
        return false;
    }

    // Takes a chunk from a global queue. A block without any work looks again, not at a hint: only when every queue is
    // found empty may it starve.
    __device__ bool import(unsigned load, unsigned mine) {
        if (load == 0) hints_.queued = sync::lane() < N ? parameters_.queue(sync::lane()).available_acquire() : 0;
        // A chunk has up to half as many tasks as the queue holds. It may not make the queue a crowded one: it would be exported at once,
        // and imported again, for ever.
        const bool fits = sync::lane() < N && mine <= capacity_ / 4;
        const unsigned votes = sync::ballot(sync::FULL_MASK, hints_.queued > 0 && fits);
        const unsigned chunk = votes != 0 ? E::claim(parameters_, votes) : NO_CHUNK;
        if (chunk == NO_CHUNK) return false;
        if (sync::lane() == 0) block_.chunk[0] = chunk;
        act(Action::Import);
        return true;
    }

    __device__ void starve() {
        const Pause<S> pause(observer_, W, executed());
        const unsigned chunk = E::starve(parameters_);
        if (sync::lane() == 0) block_.chunk[0] = chunk;
        act(chunk != NO_CHUNK ? Action::Import : Action::Leave);
    }

    // Has the block run a round, of the newest tasks of each procedure, of which `mine` wait. To `spread` work, only of tasks that lead to more, if
    // there are any and they have room.
    __device__ void round(unsigned mine, bool spread) {
        const LaneShape<S> shape(block_.shape[L::index()]);
        const ByRanks<N> order = policy_order(mine);
        unsigned offered = spread ? Leaves<S>::offered(sync::lane(), mine) : mine;
        Round<S> round;
        round.fill(shape, offered, order);
        unsigned taken = min(offered, round.units() * shape.tasks_per_warp());
        borrow();
        bool secured = secure(taken);
        if (A::SPREADS && !secured && spread) {
            // Others may make room.
            offered = mine;
            round.fill(shape, offered, order);
            taken = min(offered, round.units() * shape.tasks_per_warp());
            secured = secure(taken);
        }
        const unsigned whole = taken;
        if (!secured) secured = secure_less(shape, round, taken);
        if (!secured) return wait_for_memory(whole);
        ledger_.patience = PATIENCE;
        take(shape, round, taken);
        act(Action::Round);
    }

    // The order of the policy in this round.
    __device__ ByRanks<N> policy_order(unsigned mine) {
        if (A::ONE) return {0, 0};
        const unsigned before = block_.rounds, time = Stopwatch<S>::take(before == 0);
        const unsigned ranked = policy_.template order<N>({mine * threads_, time, before + sync::block(), block_.order});
        if (sync::lane() < N) block_.rank[ranked] = sync::lane();
        sync::warp_barrier();
        return {ranked, rank()};
    }

    // The place of the lane's procedure in it.
    __device__ unsigned rank() const { return A::ONE ? 0 : block_.rank[L::index()]; }

    // Without enough queue memory for a whole round: half of each procedure's share, and half of that, down to one unit of one
    // procedure. Then one task. Whether that has room.
    __device__ bool secure_less(const LaneShape<S>& shape, Round<S>& round, unsigned& taken) {
        const unsigned whole = taken, all = round.units(), per_warp = shape.tasks_per_warp();
        unsigned units = all;
        bool secured = false;
        while (!secured && sync::ballot(sync::FULL_MASK, units > 1) != 0) {
            units /= 2;
            taken = min(whole, units * per_warp);
            secured = secure(taken);
        }
        for (unsigned attempt = 0; attempt < 2 * N && !secured; attempt++) {
            units = rank() == attempt % N && all > 0 ? 1 : 0;
            taken = min(whole, units * (attempt < N ? per_warp : 1));
            if (sync::ballot(sync::FULL_MASK, taken > 0) != 0) secured = secure(taken);
        }
        round.limit(shape, units);
        return secured;
    }

    // Not a single task has room: others may give chunks back. After a while the program is suspended. Of each procedure a round would have had
    // `whole` tasks.
    __device__ void wait_for_memory(unsigned whole) {
        if (ledger_.patience > 0) {
            ledger_.patience--;
            sync::back_off(PAUSE);
            return act(Action::Rest);
        }
        const unsigned first = sync::warp_min(whole > 0 ? rank() : N);
        E::suspend(parameters_, sync::lane(), rank() == first ? whole : 0);
        act(Action::Leave);
    }

    // Takes the tasks of a round out of the queues.
    __device__ void take(const LaneShape<S>& shape, const Round<S>& round, unsigned taken) {
        const unsigned p = sync::lane(), top = p < N ? block_.queue[p].top() : 0;
        const Portion portion = round.portion(shape, top - taken, top);
        add_round(round.busy());
        if (p < N) {
            block_.executed[p] += taken;
            block_.portion[p] = portion;
            block_.queue[p].top() = top - taken;
        }
        observer_.composed(waiting(), executed());
    }

    // Tasks that warps ran in the last round one after another, beside the first: it was so many rounds more. Forgets them, and those that
    // followed.
    __device__ unsigned steps() {
        constexpr bool GOES_ON = scheduler::any<S>([](const ProcedureFacts& facts) { return facts.goes_on; });
        if (!GOES_ON && !A::BATCHES) return 0;
        const unsigned steps = block_.steps;
        sync::warp_barrier();
        if (sync::lane() == 0) block_.steps = block_.followers = 0;
        return steps;
    }

    // Has chunks of the reserve promised to the queues that hold too little for what quick rounds may spawn. Half of such a queue
    // is for tasks that wait. Spawns hardly ever come to what they may, and seldom need the chunks.
    __device__ void borrow() {
        if (!A::COUNTS) return;
        const unsigned batch = Batches<S>::batch();
        Loans& loans = block_.loans;
        const Loans known = loans;
        if (ledger_.promised != 0 && known.lent >= batch) return;
        // All lanes have looked.
        sync::warp_barrier();
        if (sync::lane() == 0) loans.lent = batch;
        if (batch >= known.too_many || S::SCARCE || parameters_.kept == nullptr) return;
        const unsigned p = sync::lane();
        const unsigned most = p < N ? capacity_ - block_.queue[p].room : 0;
        const unsigned over = most > capacity_ / 2 ? most - capacity_ / 2 : 0;
        const unsigned chunks = E::chunks_beyond(parameters_, over);
        if (chunks > MOST_LENT) {
            if (p == 0) loans.too_many = batch;
        } else if (chunks > 0) {
            ledger_.promised = E::lend(parameters_, over) ? 1 : 0;
        }
    }

    // Secures space for everything that `taken` tasks of each lane's procedure could spawn.
    __device__ bool secure(unsigned taken) {
        // Mostly there is room for whatever a round may spawn, or it has been promised already.
        unsigned room = capacity_;
        if (S::OVERFLOW && ledger_.promised != 0 && sync::lane() < N)
            room += block_.reserved[sync::lane()] * parameters_.chunk_capacity[sync::lane()];
        const bool roomy = sync::lane() >= N || E::length(sync::lane()) + block_.most_incoming[sync::lane()] <= room;
        if (sync::ballot(sync::FULL_MASK, !roomy) == 0) return true;
        const unsigned outcome = secure_exactly(parameters_, taken);
        ledger_.promised = outcome >> 1;
        return outcome != 0;
    }

    // 0: no; 1: yes; 3: with chunks of the reserve.
    __device__ __noinline__ static unsigned secure_exactly(const Parameters<N>& parameters, unsigned taken) {
        Block& block = block_state<S>();
        // Of the lane's procedure: what the round may spawn into its queue, and what stays there.
        unsigned incoming = 0;
        const unsigned staying = sync::lane() < N ? E::length(sync::lane()) - taken : 0;
#pragma unroll 1
        for (unsigned spawning = sync::ballot(sync::FULL_MASK, taken > 0); spawning != 0; spawning &= spawning - 1) {
            const unsigned q = sync::lowest_bit(spawning), tasks = sync::shuffle(sync::FULL_MASK, taken, q);
            incoming += sync::lane() < N ? tasks * block.spawns[q * N + sync::lane()] : 0;
        }
        // What was lent for just any round may do for this one.
        if (A::COUNTS && E::promised() > 0) {
            const bool more = sync::lane() < N && staying + incoming > block.limit[sync::lane()];
            if (sync::ballot(sync::FULL_MASK, more) == 0) return 3;
        }
        // Else an earlier promise ends: what is not promised below must not be used.
        E::hold(parameters, 0);
        bool promised = false;
        const unsigned capacity = sync::lane() < N ? block.capacity[sync::lane()] : 0;
        if (!E::secure(parameters, capacity, incoming, staying, promised)) return 0;
        return promised ? 3 : 1;
    }

    // Work spreads while one in so many blocks starves.
    static constexpr unsigned MANY = 8;

    const Parameters<N>& parameters_;
    Block& block_;
    Hints hints_;
    typename S::Policy policy_;
    Observer<S> observer_;
    // These mean something from `recall` to `remember` only.
    Ledger ledger_ = {0, S::SEEDABLE, S::SEEDABLE, PATIENCE};
    unsigned threads_ = 0, capacity_ = 0;  // lane p: of procedure p
};

}  // namespace whipple
