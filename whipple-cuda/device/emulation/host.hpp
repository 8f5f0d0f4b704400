// The host's part of a run, as whipple-cuda/src/engine/ has it, for a program whose text was included before: layout, queues,
// launches, suspensions. It checks besides that no chunk is lost or doubled.
#pragma once
#include "machine.hpp"
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace whipple::emulation {

using S = ::whipple::Schedule;
constexpr unsigned N = S::PROCEDURES, BLOCK_THREADS = S::BLOCK_THREADS;
constexpr unsigned CREWS = S::WARP_CREWS ? BLOCK_THREADS / WARP : 1;
constexpr unsigned CREW_THREADS = BLOCK_THREADS / CREWS;

// One line of ProcedureInfo and of the plan's spawns.
struct Info {
    unsigned level, threads, item_bytes;
    std::array<unsigned, N> spawns;
};

inline const std::array<Info, N>& infos() {
    static const auto all = [] {
        std::array<Info, N> infos{};
        for_each_procedure<N>([&]<unsigned I>() {
            using E = Entry<S, I>;
            infos[I] = {E::Procedure::LEVEL, E::Procedure::THREADS, sizeof(typename E::Item), {}};
            for_each_procedure<N>([&]<unsigned J>() { infos[I].spawns[J] = E::template spawns<J>(); });
        });
        return infos;
    }();
    return all;
}

// What a test chooses.
struct Choice {
    unsigned blocks = 3;
    unsigned resident = ~0u;               // blocks at once
    std::size_t queue_bytes = 48 << 10;    // shared memory for local queues and scratch memory, a block
    unsigned chunks = 256;                 // at the start
    unsigned chunk_limit = 1 << 14;
    std::uint64_t seed = 1;
    unsigned interleave = 8;
};

template <class T>
constexpr T round_up(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

// whipple-cuda/src/engine/tuning.rs.
struct Layout {
    std::array<unsigned, N> capacity{}, local_offset{}, chunk_capacity{}, share_capacity{};
    unsigned crew_bytes = 0, scratch_offset = 0, chunk_bytes = 0;
    std::size_t saved_bytes = 0;
    bool fits = false;

    explicit Layout(std::size_t queue_bytes) {
        const unsigned warps = CREW_THREADS / WARP;
        const std::size_t of_crew = queue_bytes / CREWS / 16 * 16, scratch = warps * S::SCRATCH_PER_WARP;
        fits = of_crew >= scratch && distribute(of_crew - scratch);
        unsigned end = 0;
        std::size_t saved = round_up(N * 12u, 16u);
        for (unsigned p = 0; p < N; p++) {
            local_offset[p] = end;
            end = round_up(end + infos()[p].item_bytes * capacity[p], 16u);
            saved += cost(p, capacity[p]);
        }
        scratch_offset = end;
        crew_bytes = end + static_cast<unsigned>(scratch);
        saved_bytes = saved;
        unsigned largest = 0, each = 0;
        for (const Info& info : infos()) {
            largest = std::max(largest, std::min(info.item_bytes * 256, 16u << 10));
            each = std::max(each, round_up(info.item_bytes * 2, 16u) + 16);
        }
        chunk_bytes = round_up(std::max(largest, each * N), 128u);
        const unsigned share = chunk_bytes / N - 16;
        for (unsigned p = 0; p < N; p++) {
            const unsigned most = std::max(1u, std::min(256u, capacity[p] / 2));
            chunk_capacity[p] = std::clamp(chunk_bytes / infos()[p].item_bytes, 1u, most);
            share_capacity[p] = std::clamp(share / infos()[p].item_bytes, 1u, most);
        }
    }

    // Whether spawns need no way past the local queues.
    bool holds_rounds() const {
        for (const Info& info : infos())
            for (unsigned q = 0; q < N; q++)
                if (CREW_THREADS * info.spawns[q] > capacity[q] / 2) return false;
        return true;
    }

private:
    static unsigned round(const Info& info) {
        if (info.level == 0) return CREW_THREADS / WARP * (WARP / info.threads);
        if (info.level == 1) return CREW_THREADS / WARP / ((info.threads + WARP - 1) / WARP);
        return CREW_THREADS;
    }
    static std::size_t cost(unsigned p, unsigned capacity) {
        return round_up<std::size_t>(static_cast<std::size_t>(infos()[p].item_bytes) * capacity, 16);
    }

    bool distribute(std::size_t bytes) {
        std::size_t used = 0;
        for (unsigned p = 0; p < N; p++) {
            capacity[p] = 4;
            while (capacity[p] < round(infos()[p])) capacity[p] *= 2;
            used += cost(p, capacity[p]);
        }
        if (used > bytes) return false;
        for (;;) {
            std::optional<unsigned> best;
            const auto rounds = [&](unsigned p) { return capacity[p] / std::max(1u, round(infos()[p])); };
            for (unsigned p = 0; p < N; p++) {
                if (rounds(p) >= 8 || used + cost(p, capacity[p] * 2) - cost(p, capacity[p]) > bytes) continue;
                if (!best || std::pair(rounds(p), cost(p, capacity[p])) < std::pair(rounds(*best), cost(*best, capacity[*best])))
                    best = p;
            }
            if (!best) return true;
            used += cost(*best, capacity[*best] * 2) - cost(*best, capacity[*best]);
            capacity[*best] *= 2;
        }
    }
};

struct Outcome {
    std::string error;  // of the run or of a check; empty for none
    bool panicked = false, exhausted = false;
    PanicRecord panic{};
    std::array<unsigned long long, N> tasks{};
    unsigned suspensions = 0;
    unsigned long long rounds = 0, exported = 0, handed_over = 0;
    std::uint64_t steps = 0;
};

// whipple-cuda/src/engine/queues.rs and mod.rs.
class Engine {
public:
    explicit Engine(const Choice& choice) : choice_(choice), layout_(choice.queue_bytes), chunks_(choice.chunks) {
        saved_.assign((layout_.saved_bytes * CREWS * choice.blocks) / 16 + 1, {});
        make(chunks_);
        reset();
    }

    const Layout& layout() const { return layout_; }

    template <class Item>
    void seed(unsigned procedure, const std::vector<Item>& items) {
        seed_count_[procedure] = static_cast<unsigned>(items.size());
        seeds_[procedure].assign(items.size() * sizeof(Item) / 16 + 1, {});
        std::memcpy(static_cast<void*>(seeds_[procedure].data()), items.data(), items.size() * sizeof(Item));
    }

    Outcome run(const S::Program& program) {
        Outcome outcome;
        if (!layout_.fits) return outcome.error = "the layout does not fit the shared memory", outcome;
        if (!S::OVERFLOW && !layout_.holds_rounds())
            return outcome.error = "WHIPPLE_OVERFLOW=0 although the local queues do not hold rounds", outcome;
        if (dirty_) {
            reset();
            std::fill(saved_.begin(), saved_.end(), Block16{});
        }
        *control_ = {};
        for (unsigned& weight : control_->weights) weight = 1;
        dirty_ = true;
        for (unsigned long long tasks = 0;;) {
            Arguments arguments = {program, parameters(outcome.suspensions > 0)};
            const Launch launch = {choice_.blocks, BLOCK_THREADS, CREWS * layout_.crew_bytes, choice_.resident, choice_.seed++,
                                   choice_.interleave, 400'000'000};
            outcome.error = emulation::launch(launch, kernel, &arguments);
            outcome.steps += steps();
            if (!outcome.error.empty()) return outcome;
            unsigned long long done = 0;
            for (unsigned p = 0; p < N; p++) done += outcome.tasks[p] = control_->tasks[p];
            outcome.rounds = control_->rounds;
            outcome.exported = control_->exported;
            outcome.handed_over = control_->handed_over;
            const unsigned flags = control_->flags;
            if ((flags & ABORT) != 0) {
                outcome.panicked = true;
                outcome.panic = control_->panic;
                return outcome;
            }
            if (!every_chunk_is_somewhere(outcome.error)) return outcome;
            if ((flags & SUSPEND) != 0) {
                outcome.suspensions++;
                if ((flags & ENDED) != 0) return outcome.error = "both ended and suspended", outcome;
                if (!extend(done > tasks)) return outcome.exhausted = true, outcome;
                tasks = done;
                continue;
            }
            if ((flags & ENDED) == 0) return outcome.error = "the kernel returned before its program had ended", outcome;
            if (ring(N).size() != chunks_) {
                outcome.error = std::to_string(chunks_ - ring(N).size()) + " chunks are not in the pool at the end";
                return outcome;
            }
            dirty_ = false;
            return outcome;
        }
    }

private:
    struct alignas(16) Block16 {
        unsigned char bytes[16];
    };
    struct Arguments {
        S::Program program;
        Parameters<N> parameters;
    };

    static void kernel(void* arguments) {
        const Arguments& given = *static_cast<const Arguments*>(arguments);
        whipple_megakernel(given.program, given.parameters);
    }

    void make(unsigned chunks) {
        slots_ = 1;
        while (slots_ < chunks) slots_ *= 2;
        rings_ = std::make_unique<RingState[]>(N + 1);
        ring_slots_.assign((N + 1) * slots_, 0);
        handoff_.assign(HANDOFF_SLOTS, 0);
        data_.resize(static_cast<std::size_t>(chunks) * layout_.chunk_bytes / 16);
        counts_.resize(static_cast<std::size_t>(chunks) * N, 0);
        chunks_ = chunks;
    }

    void reset() {
        std::vector<std::vector<unsigned>> rings(N + 1);
        for (unsigned chunk = 0; chunk < chunks_; chunk++) rings[N].push_back(chunk);
        put(rings, {});
    }

    void put(const std::vector<std::vector<unsigned>>& rings, const std::vector<unsigned>& handoff) {
        std::fill(ring_slots_.begin(), ring_slots_.end(), 0);
        std::fill(handoff_.begin(), handoff_.end(), 0);
        for (unsigned ring = 0; ring <= N; ring++) {
            rings_[ring] = {};
            rings_[ring].tail = rings_[ring].available = static_cast<unsigned>(rings[ring].size());
            for (unsigned i = 0; i < rings[ring].size(); i++) ring_slots_[ring * slots_ + i] = rings[ring][i] + 1;
        }
        for (unsigned i = 0; i < handoff.size(); i++) handoff_[i] = handoff[i] + 1;
    }

    std::vector<unsigned> ring(unsigned index) const {
        std::vector<unsigned> chunks;
        for (unsigned ticket = rings_[index].head; ticket != rings_[index].tail; ticket++)
            if (const unsigned value = ring_slots_[index * slots_ + ticket % slots_]) chunks.push_back(value - 1);
        return chunks;
    }

    std::vector<unsigned> handed_over() const {
        std::vector<unsigned> chunks;
        for (const unsigned value : handoff_)
            if (value != 0) chunks.push_back(value - 1);
        return chunks;
    }

    bool every_chunk_is_somewhere(std::string& error) const {
        std::vector<unsigned> seen(chunks_, 0);
        const auto note = [&](const std::vector<unsigned>& chunks) {
            for (const unsigned chunk : chunks) {
                if (chunk >= chunks_) return false;
                seen[chunk]++;
            }
            return true;
        };
        for (unsigned index = 0; index <= N; index++) {
            if (!note(ring(index))) return error = "a ring holds a number that is no chunk", false;
            if (rings_[index].available != ring(index).size()) return error = "a ring has another length than it counts", false;
        }
        if (!note(handed_over())) return error = "the hand-off ring holds a number that is no chunk", false;
        for (unsigned chunk = 0; chunk < chunks_; chunk++)
            if (seen[chunk] != 1) {
                error = "chunk " + std::to_string(chunk) + " is in " + std::to_string(seen[chunk]) + " places when the kernel has returned";
                return false;
            }
        return true;
    }

    bool extend(bool ran) {
        const bool grow = chunks_ < choice_.chunk_limit;
        if (!grow && !ran) return false;
        std::vector<std::vector<unsigned>> rings;
        for (unsigned index = 0; index <= N; index++) rings.push_back(ring(index));
        const std::vector<unsigned> handoff = handed_over();
        if (grow) {
            const unsigned more = std::min(chunks_ * 2, choice_.chunk_limit);
            for (unsigned chunk = chunks_; chunk < more; chunk++) rings[N].push_back(chunk);
            make(more);
        }
        put(rings, handoff);
        control_->head = 0;
        control_->tail = static_cast<unsigned>(handoff.size());
        control_->flags = control_->started = 0;
        return true;
    }

    Parameters<N> parameters(bool resumed) {
        Parameters<N> it{};
        it.control = control_.get();
        it.rings = rings_.get();
        it.ring_slots = ring_slots_.data();
        it.handoff = handoff_.data();
        it.chunks = reinterpret_cast<unsigned char*>(data_.data());
        it.counts = counts_.data();
        it.saved = reinterpret_cast<unsigned char*>(saved_.data());
        it.saved_stride = layout_.saved_bytes;
        it.ring_mask = slots_ - 1;
        it.chunk_bytes = layout_.chunk_bytes;
        for (unsigned p = 0; p < N; p++) {
            it.seeds[p] = reinterpret_cast<const unsigned char*>(seeds_[p].data());
            it.seed_count[p] = seed_count_[p];
            it.seed_grain[p] = seed_grain(p);
            it.item_bytes[p] = infos()[p].item_bytes;
            it.capacity[p] = layout_.capacity[p];
            it.local_offset[p] = layout_.local_offset[p];
            it.chunk_capacity[p] = layout_.chunk_capacity[p];
            it.share_capacity[p] = layout_.share_capacity[p];
            it.seed_share[p] = (seed_count_[p] + choice_.blocks - 1) / choice_.blocks;
        }
        it.crew_bytes = layout_.crew_bytes;
        it.scratch_offset = layout_.scratch_offset;
        it.scratch_per_warp = S::SCRATCH_PER_WARP;
        it.resumed = resumed;
        return it;
    }

    unsigned seed_grain(unsigned p) const {
        const Info& info = infos()[p];
        const unsigned warps = BLOCK_THREADS / WARP;
        unsigned round = BLOCK_THREADS, warp = WARP;
        if (info.level == 0) round = warps * (warp = WARP / info.threads);
        if (info.level == 1) round = warps / ((info.threads + WARP - 1) / WARP), warp = 1;
        const unsigned waiting = (BLOCK_THREADS / 2 - 1) / info.threads, capacity = layout_.capacity[p];
        const unsigned most = std::max(1u, std::min(round, capacity > waiting ? capacity - waiting : 0));
        const unsigned share = std::clamp((seed_count_[p] + 2 * choice_.blocks - 1) / (2 * choice_.blocks), 1u, most);
        return share >= warp ? share / warp * warp : share;
    }

    Choice choice_;
    Layout layout_;
    unsigned chunks_, slots_ = 1;
    std::unique_ptr<Control> control_ = std::make_unique<Control>();
    std::unique_ptr<RingState[]> rings_;
    std::vector<unsigned> ring_slots_, handoff_, counts_;
    std::vector<Block16> data_, saved_;
    std::array<std::vector<Block16>, N> seeds_;
    std::array<unsigned, N> seed_count_{};
    bool dirty_ = false;
};

}  // namespace whipple::emulation
