// The megakernel without local queues: worker blocks that claim a batch of tasks of one procedure from its ring, run it, and
// claim the next. Protocol: schedulers/global/README.md.
#pragma once
#include "../../policy/stopwatch.cuh"
#include "../common/bounds.cuh"
#include "../common/plan.cuh"
#include "../common/group.cuh"
#include "ring.cuh"

namespace whipple {

// One thread's part in the batches of its block.
template <class S>
class ItemWorker {
    static constexpr unsigned N = S::PROCEDURES, W = S::BLOCK_THREADS / sync::WARP;

    // What warp 0 has decided, in shared memory.
    struct Batch {
        unsigned procedure;  // N: nothing to run; above: leave
        unsigned tasks;
        unsigned first;      // ticket, or number of the first seed
        unsigned seeds;      // 1 when it is of seeds
        unsigned executed[N];
    };

public:
    __device__ ItemWorker(const typename S::Program& program, const ItemParameters& parameters)
        : program_(program), parameters_(parameters), state_(*parameters.state), control_(*parameters.control) {}

    __device__ void run() {
        enter_block(&control_);
        if (sync::thread_in_block() < N) {
            batch().executed[sync::thread_in_block()] = 0;
            item_spawns().spawned[sync::thread_in_block()] = 0;
        }
        sync::block_barrier();
        for (;;) {
            if (warp() == 0) choose();
            sync::block_barrier();
            const unsigned procedure = batch().procedure;
            if (procedure > N) return;
            // Between two block barriers no task runs, so that all threads see the same `aborted`.
            for_each_procedure<N>([&]<unsigned I>() {
                if (procedure == I) execute<I>();
            });
            sync::block_barrier();
            if (sync::load_relaxed_cta(&emergency().signals.aborted) != 0) return;
            if (warp() == 0 && procedure < N) finish();
        }
    }

private:
    static constexpr unsigned LEAVE = N + 1;

    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }
    __device__ static Batch& batch() { return sync::shared_memory<Batch>(); }

    // ---- Warp 0: lane p looks at procedure p ----

    // Claims a batch, or finds that there is none at present.
    __device__ void choose() {
        const unsigned p = sync::lane();
        unsigned flags = 0;
        if (p == 0) flags = sync::load_relaxed_gpu(&control_.flags);
        flags = sync::shuffle(sync::FULL_MASK, flags, 0);
        if (parameters_.batches != 0 && batches_ == parameters_.batches) flags |= suspend();
        if (flags != 0) return leave();

        const int hint = p < N ? static_cast<int>(sync::load_relaxed_gpu(&state_.rings[p].available)) : 0;
        const unsigned waiting = hint > 0 ? static_cast<unsigned>(hint) : 0;
        longest_ = max(longest_, waiting);
        const unsigned time = Stopwatch<S>::take(unmeasured_);
        unmeasured_ = false;
        const unsigned ranking = ranking_.order(waiting * threads_of_task<S>(), time, batches_ + sync::block());
        ranking_.look_ahead(control_);
        bool refused = false;
        if (parameters_.seeds_first != 0 && claim_any_seeds(refused)) return;
        for (unsigned rank = 0; rank < N; rank++) {
            const unsigned chosen = sync::shuffle(sync::FULL_MASK, ranking, rank);
            const unsigned tasks = min(sync::shuffle(sync::FULL_MASK, waiting, chosen), batch_of(chosen));
            if (tasks > 0 && claim(chosen, tasks, false, refused)) return;
        }
        if (parameters_.seeds_first == 0 && claim_any_seeds(refused)) return;
        idle(refused);
    }

    // Claims initial tasks of the first procedure that has some.
    __device__ bool claim_any_seeds(bool& refused) {
        for (unsigned chosen = 0; chosen < N; chosen++) {
            if ((seeded_ >> chosen & 1) != 0 && claim(chosen, batch_of(chosen), true, refused)) return true;
        }
        return false;
    }

    // Tasks of a batch of procedure p.
    __device__ static unsigned batch_of(unsigned p) {
        unsigned tasks = 0;
        for_each_procedure<N>([&]<unsigned I>() {
            if (p == I) tasks = TaskGroup<S, I>::in_block(W) * TaskGroup<S, I>::TASKS;
        });
        return tasks;
    }

    // Claims up to `tasks` tasks for which all that they may spawn has room. `refused` is set when it has not; crumbs are taken
    // only when there is no more memory.
    __device__ bool claim(unsigned procedure, unsigned tasks, bool seeds, bool& refused) {
        const unsigned long long each = sync::lane() < N ? spawns_of<S>(procedure) : 0;
        const unsigned least = parameters_.may_grow != 0 ? max(1u, tasks / 8) : 1;
        while (!secure(each * tasks)) {
            if (tasks == least) {
                refused = true;
                if (sync::lane() == 0) sync::store_relaxed_gpu(&control_.starved_procedure, procedure + 1);
                return false;
            }
            tasks = max(least, tasks / 8);
        }
        unsigned first = 0, granted = 0;
        if (sync::lane() == 0) {
            // The order of this and of the claim matters to nobody but a block that asks whether anyone runs.
            sync::add_acq_rel_gpu(&state_.running, 1);
            granted = seeds ? claim_seeds(procedure, tasks, first) : claim_items(procedure, tasks, first);
            if (granted == 0) sync::add_acq_rel_gpu(&state_.running, 0u - 1);
        }
        granted = sync::shuffle(sync::FULL_MASK, granted, 0);
        if (seeds && granted == 0) seeded_ &= ~(1u << procedure);
        if (sync::lane() < N) {
            give_back(static_cast<unsigned>(each * (tasks - granted)));
            item_spawns().secured[sync::lane()] = static_cast<unsigned>(each * granted);
        }
        if (granted == 0) return false;
        if (sync::lane() == 0) {
            Batch& it = batch();
            it.procedure = procedure;
            it.tasks = granted;
            it.first = first;
            it.seeds = seeds;
            it.executed[procedure] += granted;
        }
        batches_++;
        waits_ = stuck_ = 0;
        sync::warp_barrier();
        return true;
    }

    // Takes room for `items` items of the procedure of each lane, or for none.
    __device__ bool secure(unsigned long long items) {
        const unsigned wanted = static_cast<unsigned>(items);
        const bool possible = items <= 0x7fffffffull;
        bool secured = true;
        if (items > 0) {
            // Relaxed: a slot's own word says whether it is free.
            const int before = possible ? static_cast<int>(sync::add_relaxed_gpu(&state_.rings[sync::lane()].room, 0u - wanted)) : 0;
            secured = possible && before >= static_cast<int>(wanted);
        }
        if (sync::ballot(sync::FULL_MASK, secured) == sync::FULL_MASK) return true;
        if (items > 0 && possible) give_back(wanted);
        return false;
    }

    __device__ void give_back(unsigned items) {
        if (items > 0) sync::add_relaxed_gpu(&state_.rings[sync::lane()].room, items);
    }

    // To be called by one thread, as the next.
    __device__ unsigned claim_items(unsigned procedure, unsigned tasks, unsigned& first) {
        ItemRing& ring = state_.rings[procedure];
        // acquire: a unit is claimed after the batch that made it has counted it as pending.
        const int before = static_cast<int>(sync::add_acq_rel_gpu(&ring.available, 0u - tasks));
        const unsigned granted = before <= 0 ? 0u : min(static_cast<unsigned>(before), tasks);
        if (granted < tasks) sync::add_acq_rel_gpu(&ring.available, tasks - granted);
        if (granted > 0) first = sync::add_relaxed_gpu(&ring.head, granted);
        return granted;
    }

    __device__ unsigned claim_seeds(unsigned procedure, unsigned tasks, unsigned& first) {
        first = sync::add_relaxed_gpu(&control_.seeds[procedure], tasks);
        const unsigned total = parameters_.seed_count[procedure];
        return first < total ? min(tasks, total - first) : 0;
    }

    // Counts what the batch did, first as pending, then as available. So tasks that can be claimed are always counted. Whoever
    // counts down to 0 knows that nothing waits or runs.
    __device__ void finish() {
        const unsigned q = sync::lane();
        ItemSpawns& block = item_spawns();
        const unsigned spawned = q < N ? block.spawned[q] : 0;
        const unsigned all = sync::warp_sum(spawned), ran = batch().tasks;
        const bool of_seeds = batch().seeds != 0;
        if (q == 0) {
            const unsigned change = all - ran;
            if (sync::add_acq_rel_gpu(&state_.pending, change) + change == 0) sync::or_relaxed_gpu(&control_.flags, ENDED);
        }
        sync::warp_barrier();
        if (q < N) {
            if (spawned > 0) sync::add_acq_rel_gpu(&state_.rings[q].available, spawned);
            give_back(block.secured[q] - spawned + (q == batch().procedure && !of_seeds ? ran : 0));
            block.spawned[q] = 0;
        }
        sync::warp_barrier();
        if (q == 0) sync::add_acq_rel_gpu(&state_.running, 0u - 1);
    }

    // Nothing was found, or nothing had room.
    __device__ void idle(bool refused) {
        if (refused && parameters_.may_grow != 0) {
            suspend();
            return leave();
        }
        unsigned running = 1;
        if (refused && sync::lane() == 0) running = sync::load_acquire_gpu(&state_.running);
        running = sync::shuffle(sync::FULL_MASK, running, 0);
        // Another block may have held the room for a moment. A suspension too many does no harm: the host goes on.
        stuck_ = running == 0 ? stuck_ + 1 : 0;
        if (stuck_ > 8) {
            suspend();
            return leave();
        }
        if (sync::lane() == 0) {
            batch().procedure = N;
            sync::back_off(min(1000u, 50u << min(waits_, 5u)));
        }
        waits_++;
        sync::warp_barrier();
    }

    __device__ unsigned suspend() {
        if (sync::lane() == 0) sync::or_relaxed_gpu(&control_.flags, SUSPEND);
        return SUSPEND;
    }

    __device__ void leave() {
        if (sync::lane() < N) {
            sync::add_relaxed_gpu(&control_.tasks[sync::lane()], batch().executed[sync::lane()]);
            sync::max_relaxed_gpu(&control_.high_water[sync::lane()], longest_);
        }
        if (sync::lane() == 0) {
            sync::add_relaxed_gpu(&control_.rounds, batches_);
            batch().procedure = LEAVE;
        }
        sync::warp_barrier();
    }

    // ---- All threads ----

    template <unsigned I>
    __device__ void execute() {
        using G = TaskGroup<S, I>;
        using Item = typename Entry<S, I>::Item;
        const unsigned tasks = batch().tasks, first = batch().first;
        const bool of_seeds = batch().seeds != 0;
        const Stopwatch<S> watch;
        const auto seed = [&](unsigned task) {
            return parameters_.seeds[I] + static_cast<unsigned long long>(first + task) * sizeof(Item);
        };
        if constexpr (G::P::LEVEL == 2) {
            if (sync::lane() == 0) G::take_seat(warp(), warp());
            sync::warp_barrier();
            const unsigned task = sync::thread_in_block();
            if (task < tasks) {
                Item item;
                unsigned char* const target = reinterpret_cast<unsigned char*>(&item);
                if (of_seeds) {
                    copy_item<Item>(target, seed(task));
                } else {
                    const ItemSlot<Item> slot(parameters_, I, first + task);
                    slot.await_item();
                    copy_item<Item>(target, slot.item);
                    slot.release();
                }
                G::run(program_, parameters_, item);
            }
        } else {
            const unsigned group = warp() / G::WARPS, thread = sync::thread_in_block() % (G::WARPS * sync::WARP);
            const unsigned before = group * G::TASKS;
            const unsigned count = group < G::in_block(W) && before < tasks ? min(G::TASKS, tasks - before) : 0;
            unsigned char* const scratch = sync::dynamic_shared_memory() + group * G::WARPS * parameters_.scratch_per_warp;
            if (sync::lane() == 0) G::take_seat(warp(), group);
            G::stage(scratch, count, thread, [&](unsigned task) -> const unsigned char* {
                if (of_seeds) return seed(before + task);
                const ItemSlot<Item> slot(parameters_, I, first + before + task);
                slot.await_item();
                return slot.item;
            });
            // Every item was read, and every seat taken.
            sync::block_barrier();
            if (!of_seeds && thread < count) ItemSlot<Item>(parameters_, I, first + before + thread).release();
            G::run(program_, parameters_, scratch, count, thread);
        }
        // Warps without a task do not count.
        watch.stop(warp() / G::WARPS * G::TASKS < tasks ? I : N);
    }

    const typename S::Program& program_;
    const ItemParameters& parameters_;
    ItemState& state_;
    Control& control_;
    unsigned batches_ = 0, waits_ = 0, stuck_ = 0, longest_ = 0;
    Ranking<S> ranking_;
    bool unmeasured_ = true;
    unsigned seeded_ = S::SEEDABLE;  // procedures that may have seeds left
};

}  // namespace whipple
