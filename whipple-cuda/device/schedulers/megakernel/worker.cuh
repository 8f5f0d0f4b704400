// The megakernel: persistent worker blocks that compose rounds of mixed tasks (Steinberger et al. 2014, section 4).
#pragma once
#include "round/compose.cuh"
#include "round/describe.cuh"
#include "../common/plan.cuh"
#include "tasks/tasks.cuh"

namespace whipple {

// One thread's part in the rounds of its block.
template <class S>
class Worker : Tasks<S> {
    static_assert(scheduler::is_told<S>(), "the host wrote false facts of a procedure: whipple-runtime/src/program/facts.rs");
    static_assert(S::BLOCK_THREADS % sync::WARP == 0 && S::BLOCK_THREADS >= 64 && S::BLOCK_THREADS <= 1024,
                  "a worker block has whole warps");

    static constexpr unsigned N = S::PROCEDURES, B = S::BLOCK_THREADS, W = B / sync::WARP;
    using Tasks<S>::parameters, Tasks<S>::queues, Tasks<S>::warp, Tasks<S>::watch;

public:
    __device__ Worker(const typename S::Program& program, const Parameters<N>& parameters)
        : Tasks<S>(program, parameters), block_(block_state<S>()) {}

    __device__ void run() {
        enter();
        Composer<S> composer(parameters, block_);
        for (;;) {
            // A panicked thread has set this before the barrier.
            const Signals signals = look();
            if (signals.aborted != 0) return;
            Part part;
            const bool quick = compose_quickly(composer, signals, part);
            if (!quick) {
                const Action action = act(composer, part);
                if (action == Action::Leave) return leave(composer);
                if (action != Action::Round) continue;
            }
            const unsigned place = warp() - part.start;
            // A level-2 item travels in registers over the barrier; one buffer serves all procedures.
            typename Tasks<S>::Words words;
            dispatch(part.procedure, [&]<unsigned I>() { this->template fetch<I>(words, Tasks<S>::template Way<I>::unit(part, place)); });
            if (Axes<S>::DIVES && sync::thread_in_block() == 0) block_.ended = 0;
            // All have looked at the local queues, and read their items before a child may overwrite them.
            sync::block_barrier();
            // All warps' tasks begin now, also those of warp 0, which others may wait for at barriers of their own.
            const auto begin = watch.begin();
            if (quick && warp() == 0) {
                composer.attend();
                // Together, lest the lanes run their tasks one after another.
                sync::warp_barrier();
            }
            const Stopwatch<S> stopwatch;
            typename Tasks<S>::Held held;
            unsigned taken = 0;
            dispatch(part.procedure, [&]<unsigned I>() {
                // Those are run by `execute_held`.
                constexpr bool HELD = scheduler::come_in_place<S>(I);
                const typename Tasks<S>::Unit unit = Tasks<S>::template Way<I>::unit(part, place);
                if (scheduler::dives<S>(I)) taken = unit.count();
                if (!HELD && measures(place)) Leaves<S>::template begin<I>();
                this->template execute_fetched<I>(words, unit, begin, held);
                if (!HELD && measures(place)) Leaves<S>::template end<I>(Entry<S, I>::Procedure::LEVEL == 1 ? unit.count() : 1);
            });
            this->execute_held(held, part.procedure, taken, measures(place), begin);
            stopwatch.stop(part.procedure);
            if (Axes<S>::LATE && warp() == 0) {
                sync::warp_barrier();
                composer.heed();
            }
            sync::block_barrier();
        }
    }

private:
    // Whether threads of some level-1 task meet and do not fill their warps.
    template <unsigned I = 0>
    static constexpr bool any_ragged() {
        if constexpr (I < N) {
            using P = typename Entry<S, I>::Procedure;
            return (P::LEVEL == 1 && P::THREADS % sync::WARP != 0 && S::FACTS.of[I].meets) || any_ragged<I + 1>();
        } else {
            return false;
        }
    }

    // Calls f.operator()<p>() for the procedure that a warp runs; N: none. By halves, but not where tasks are ragged. Dispatched
    // by halves, the kernel of MegakernelGlobal met an illegal instruction with such tasks, for a reason that is not known.
    template <class F>
    __device__ static void dispatch(unsigned procedure, F&& f) {
        if constexpr (any_ragged()) {
            for_each_procedure<N>([&]<unsigned I>() {
                if (procedure == I) f.template operator()<I>();
            });
        } else if (procedure < N) {
            with_procedure<N>(procedure, f);
        }
    }

    // Whether this warp, number `place` of its part, says how long leaves take.
    __device__ static bool measures(unsigned place) { return (Leaves<S>::MEASURED_BY_FIRST ? place : warp()) == 0; }

    __device__ void enter() {
        const unsigned index = sync::thread_in_block();
        // On its way while the block prepares.
        typename Exchange<S>::Kept kept;
        if (warp() == 0) kept = Exchange<S>::kept(parameters);
        if (index == 0) {
            block_.rounds = block_.busy_warps = block_.exported = block_.handed_over = block_.quiet = block_.spread = block_.steps = block_.followers = 0;
            block_.trial = Batches<S>::first(parameters.known);
            block_.longest = Batches<S>::longest(block_.trial);
            block_.seed_below = B / 2;
            block_.seeded = 0;
            block_.loans = {0, ~0u};
            Emergency& seats = emergency();
            seats.control = parameters.control;
            // The first round is warp 0's.
            seats.signals = {0, 0, 0, 1};
            sync::add_relaxed_gpu(&parameters.control->started, 1);
        }
        if (index < sync::WARP) emergency().gone[index] = 0;
        if (index < N) {
            block_.queue[index].top() = block_.queue[index].bottom = block_.reserved[index] = 0;
            block_.executed[index] = block_.longest_queue[index] = 0;
        }
        fill_constants<S>(parameters);
        for_each_pool([](auto& cache, const pools::Pool& pool) { cache.clear(pool, B); });
        if constexpr (S::FACTS.adds) sync::shared_memory<joins::RootSums<B>>().clear();
        if (warp() == 0) {
            // Releases `started` to all who find that this block has taken initial tasks, which any lane does with relaxed order.
            sync::warp_barrier();
            sync::fence_acq_rel_gpu();
            Exchange<S>::recover(kept);
        }
        sync::block_barrier();
    }

    __device__ void leave(Composer<S>& composer) {
        // The host may write CANCEL meanwhile: the lanes go on together.
        const unsigned flags = sync::uniform(sync::load_relaxed_gpu(&parameters.control->flags));
        if ((flags & ABORT) != 0) return;
        // A warp may read SUSPEND or ENDED here, but not both: a suspended run does not end.
        const bool suspended = (flags & SUSPEND) != 0;
        if constexpr (S::FACTS.adds) sync::shared_memory<joins::RootSums<B>>().flush();
        if (suspended) {
            if constexpr (Axes<S>::DIVES) {
                this->release_spare();
                sync::block_barrier();
            }
            for_each_pool([](auto& cache, pools::Pool& pool) { cache.give_all(pool, B); });
        }
        if (suspended) save<S>(parameters);
        if (warp() == 0) composer.finish(flags == ENDED);
    }

    // Calls f with each pool of joins and what the block keeps of it.
    template <class F>
    __device__ void for_each_pool(F&& f) const {
        if constexpr (joins::forks<S>()) f(sync::shared_memory<pools::Cache<joins::Records>>(), parameters.control->joins->records);
        if constexpr (scheduler::any_dives<S>()) f(sync::shared_memory<pools::Cache<joins::Segments>>(), parameters.control->joins->segments);
    }

    // Writes chunks of the oldest items, and has one thread each publish them.
    template <class F>
    __device__ void write_chunks(F&& publish) {
        const unsigned index = sync::thread_in_block(), chunks = block_.chunks, each = block_.writers;
        const unsigned chunk = each > 1 ? warp() / each : warp();
        if (chunk < chunks) write_chunk<S>(parameters, block_.chunk[chunk], chunk, warp() - chunk * each, each);
        // Orders the writes of all lanes before the one whose release publishes them.
        if (each > 1)
            sync::block_barrier();
        else
            sync::warp_barrier();
        if (warp() < chunks && sync::lane() == 0) publish(block_.chunk[warp()]);
        sync::block_barrier();
        if (index < N) block_.queue[index].bottom += block_.share[index] * chunks;
        sync::block_barrier();
    }

    // Looks at the signals, which change while tasks run, or where no round is quick.
    __device__ Signals look() const {
        if (Axes<S>::QUICK) return emergency().signals;
        return {sync::load_relaxed_cta(&emergency().signals.aborted), 0, 0, 1};
    }

    // Composes a round without warp 0, if it has nothing else for the block to do, and gives this warp's part of it.
    __device__ bool compose_quickly(Composer<S>& composer, const Signals& signals, Part& part) {
        if constexpr (Axes<S>::QUICK) {
            Quick<S> quick(block_, signals, queues.tops, turn_++);
            if (quick.compose()) {
                part = quick.part(warp());
                this->dives = quick.is_plenty();
                if (warp() == 0) composer.compose(quick, queues.tops);
                if (warp() == Composer<S>::ACCOUNTANT) composer.count(quick);
                queues.tops = 1 - queues.tops;
                return true;
            }
            // All have looked at the signals and at the local queues before warp 0 changes them.
            sync::block_barrier();
        }
        return false;
    }

    // Does what warp 0 decides, but for a round, of which `part` becomes this warp's part.
    __device__ Action act(Composer<S>& composer, Part& part) {
        if (warp() == 0) {
            composer.restore_tops(queues.tops);
            composer.next();
        }
        queues.tops = 0;
        sync::block_barrier();
        const Action action = block_.action;
        switch (action) {
            case Action::Round:
                part = Round<S>::part(block_.portion[Lanes<N>::index()], warp());
                this->dives = Axes<S>::DIVES && block_.plenty;
                break;
            case Action::Seed: Seeds<S>::read(parameters); break;
            case Action::Import:
                read_chunk<S>(parameters, block_.chunk[0]);
                if (warp() == 0) Exchange<S>::release(parameters, block_.chunk[0]);
                break;
            case Action::Export:
                write_chunks([&](unsigned chunk) { parameters.queue(block_.procedure).push(chunk); });
                break;
            case Action::HandOver:
                write_chunks([&](unsigned chunk) { Exchange<S>::give(parameters, chunk); });
                if (warp() == 0) composer.ask();
                break;
            // Every warp has read the action before the next one is written.
            case Action::Rest: sync::block_barrier(); break;
            case Action::Leave: break;
        }
        return action;
    }

    BlockState<N, W>& block_;
    unsigned turn_ = sync::block();  // blocks start at different numbers
};

}  // namespace whipple
