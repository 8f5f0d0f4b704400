// Composing a round: warp 0 decides what the whole block does next. Protocol: schedulers/megakernel/README.md.
#pragma once
#include "../../../policy/stopwatch.cuh"
#include "../adapt/batches.cuh"
#include "describe.cuh"
#include "../exchange/exchange.cuh"
#include "../../common/panic.cuh"
#include "quick.cuh"
#include "seeds.cuh"

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
    __device__ Composer(const Parameters<N>& parameters, Block& block) : parameters_(parameters), block_(block), observer_(parameters), state_{parameters, block} {
        const unsigned p = sync::lane();
        unsigned most_incoming = 0;
        if (p < N) {
            state_.threads = block.shape[p].threads;
            state_.capacity = block.capacity[p];
            // Of few procedures the compiler knows it.
            if (A::MANY) most_incoming = state_.capacity - static_cast<unsigned>(block.queue[p].room);
            for (unsigned q = 0; q < N && !A::MANY; q++)
                most_incoming = max(most_incoming, W * block.shape[q].tasks_per_warp * block.spawns[q * N + p] / block.shape[q].warps_per_task);
        }
        // Where they come first, a procedure without any must not be waited for.
        if (A::SEEDS_FIRST) state_.ledger.seeded &= sync::ballot(sync::FULL_MASK, p < N && parameters.seed_count[min(p, N - 1)] > 0);
        state_.ledger.sought = state_.ledger.seeded;
        if (sync::thread_in_block() >= sync::WARP) return;
        if (p < N) block.most_incoming[p] = most_incoming;
        state_.remember();
    }

    // Decides block.action and writes what it needs.
    __device__ void next() {
        state_.recall();
        decide();
        state_.remember();
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
        if (S::OVERFLOW && state_.ledger.promised != 0 && sync::ballot(sync::FULL_MASK, Room<S>::is_scarce(parameters_) || mine > state_.capacity) != 0) {
            E::settle(parameters_);
            state_.ledger.promised = 0;
            mine = min(mine, state_.capacity);
        }
        const Hints::News news = hints_.news();
        if (news.stop) {
            if (S::OVERFLOW && state_.ledger.promised != 0) E::settle(parameters_);
            return act(Action::Leave);
        }

        add_length(mine);
        const unsigned load = sync::warp_sum(mine * state_.threads);
        if (A::DIVES && sync::lane() == 0) block_.plenty = load >= B;
        bool is_crowded = mine > state_.capacity / 4 * 3;
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
        if (seed(mine, load, A::SEEDS_FIRST ? sync::ballot(sync::FULL_MASK, mine * state_.threads < B / 2) : load < block_.seed_below ? unpreceded() : 0)) return;
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
            const unsigned sought = Seeds<S>::sought(ledger);
            const bool few = !A::SEEDS_FIRST && sought != 0;
            const unsigned least = max(few ? block_.seed_below : 0, queued ? B / 2 * Batches<S>::batch() : 0);
            const unsigned end = starving && !quiet ? S::MIN_HAND_OVER : ~0u;
            const bool now = news.stop || (starving && queued) || (ledger.promised != 0 && Room<S>::is_scarce(parameters_)) || (A::COUNTS && block_.loans.lent < Batches<S>::batch());
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
        if (!A::LATE || action != Action::Round) heed(state_.ledger, gives);
        // The block asks once it has handed over.
        if (!gives) ask();
        Batches<S>::interrupt();
    }

    // An action that has taken chunks of the reserve, and perhaps with them what was promised.
    __device__ void act_with_reserve(Action action) {
        state_.ledger.promised = A::COUNTS && E::promised() > 0 ? 1 : 0;
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

    // Takes initial tasks of the procedures in `wanted`: see Seeds.
    __device__ bool seed(unsigned mine, unsigned load, unsigned wanted) {
        if (!Seeds<S>::take(state_, mine, load, wanted)) return false;
        act(Action::Seed);
        return true;
    }

    // Takes a chunk from a global queue. A block without any work looks again, not at a hint: only when every queue is
    // found empty may it starve.
    __device__ bool import(unsigned load, unsigned mine) {
        if (load == 0) hints_.queued = sync::lane() < N ? parameters_.queue(sync::lane()).available_acquire() : 0;
        // A chunk has up to half as many tasks as the queue holds. It may not make the queue a crowded one: it would be exported at once,
        // and imported again, for ever.
        const bool fits = sync::lane() < N && mine <= state_.capacity / 4;
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
        Room<S>::borrow(state_);
        bool secured = Room<S>::secure(state_, taken);
        if (A::SPREADS && !secured && spread) {
            // Others may make room.
            offered = mine;
            round.fill(shape, offered, order);
            taken = min(offered, round.units() * shape.tasks_per_warp());
            secured = Room<S>::secure(state_, taken);
        }
        const unsigned whole = taken;
        if (!secured) secured = secure_less(shape, round, taken);
        if (!secured) return wait_for_memory(whole);
        state_.ledger.patience = PATIENCE;
        take(shape, round, taken);
        act(Action::Round);
    }

    // The order of the policy in this round.
    __device__ ByRanks<N> policy_order(unsigned mine) {
        if (A::ONE) return {0, 0};
        const unsigned before = block_.rounds, time = Stopwatch<S>::take(before == 0);
        const unsigned ranked = policy_.template order<N>({mine * state_.threads, time, before + sync::block(), block_.order});
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
            secured = Room<S>::secure(state_, taken);
        }
        for (unsigned attempt = 0; attempt < 2 * N && !secured; attempt++) {
            units = rank() == attempt % N && all > 0 ? 1 : 0;
            taken = min(whole, units * (attempt < N ? per_warp : 1));
            if (sync::ballot(sync::FULL_MASK, taken > 0) != 0) secured = Room<S>::secure(state_, taken);
        }
        round.limit(shape, units);
        return secured;
    }

    // Not a single task has room: others may give chunks back. After a while the program is suspended. Of each procedure a round would have had
    // `whole` tasks.
    __device__ void wait_for_memory(unsigned whole) {
        if (state_.ledger.patience > 0) {
            state_.ledger.patience--;
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

    // Work spreads while one in so many blocks starves.
    static constexpr unsigned MANY = 8;

    const Parameters<N>& parameters_;
    Block& block_;
    Hints hints_;
    typename S::Policy policy_;
    Observer<S> observer_;
    RoundState<S> state_;
};

}  // namespace whipple
