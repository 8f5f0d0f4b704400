// The host's part of a run, as whipple-cuda/src/engine/ has it, for a program whose text was included before: layout, queues,
// launches, suspensions. It checks besides that no chunk is lost or doubled.
#pragma once
#include <whipple/emulation/machine.hpp>
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
            for_each_procedure<N>([&]<unsigned J>() { infos[I].spawns[J] = Schedule::FACTS.spawns[I][J]; });
        });
        return infos;
    }();
    return all;
}

// What a test chooses.
struct Choice {
    unsigned blocks = 3;
    unsigned later = ~0u;                  // blocks of all runs but the first, if fewer
    unsigned resident = ~0u;               // blocks at once
    std::size_t queue_bytes = 48 << 10;    // shared memory for local queues and scratch memory, a block
    unsigned rounds = 8;                   // of tasks in a local queue, at most
    unsigned chunks = 256;                 // at the start
    unsigned chunk_limit = 1 << 14;
    Known known = Known::Nothing;          // for batches
    std::uint64_t seed = 1;
    unsigned interleave = 8;
};

template <class T>
constexpr T round_up(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

// Bytes before the items of a saved area.
constexpr unsigned SAVED_HEADER = round_up<unsigned>(sizeof(SavedHeader<N>), 16);

// As whipple-cuda/src/engine/megakernel/layout.rs, but simpler: capacities grow by rounds alone, up to as many as is chosen. The
// two need not agree. The kernels are right for any capacities that are powers of two and hold a round each, and for any chunks
// with room for an item of each procedure. That file also refuses programs whose smallest round may spawn more than a block can
// hold chunks for (`check_spawns`). Programs here must not do that.
struct Layout {
    std::array<unsigned, N> capacity{}, local_offset{}, chunk_capacity{}, share_capacity{};
    unsigned dynamic_shared = 0, scratch_offset = 0, chunk_bytes = 0;
    std::size_t saved_bytes = 0;
    bool fits = false;

    Layout(std::size_t queue_bytes, unsigned most_rounds) {
        const std::size_t scratch = BLOCK_THREADS / WARP * S::SCRATCH_PER_WARP;
        fits = queue_bytes >= scratch && distribute(queue_bytes - scratch, most_rounds);
        unsigned end = 0;
        std::size_t saved = SAVED_HEADER;
        for (unsigned p = 0; p < N; p++) {
            local_offset[p] = end;
            end = round_up(end + infos()[p].item_bytes * capacity[p], 16u);
            saved += cost(p, capacity[p]);
        }
        scratch_offset = end;
        dynamic_shared = end + static_cast<unsigned>(scratch);
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
                if (spawned(info, q) > capacity[q] / 2) return false;
        return true;
    }

private:
    // Warps that are too few for a task run those of other procedures: so each counts for its part of what its task may spawn.
    static unsigned spawned(const Info& info, unsigned q) {
        const unsigned warps = info.level == 1 ? (info.threads + WARP - 1) / WARP : 1;
        return BLOCK_THREADS / WARP * (info.level == 0 ? WARP / info.threads : info.level == 1 ? 1 : WARP) * info.spawns[q] / warps;
    }

    static unsigned round(const Info& info) {
        if (info.level == 0) return BLOCK_THREADS / WARP * (WARP / info.threads);
        if (info.level == 1) return BLOCK_THREADS / WARP / ((info.threads + WARP - 1) / WARP);
        return BLOCK_THREADS;
    }
    static std::size_t cost(unsigned p, unsigned capacity) {
        return round_up<std::size_t>(static_cast<std::size_t>(infos()[p].item_bytes) * capacity, 16);
    }

    bool distribute(std::size_t bytes, unsigned most_rounds) {
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
                if (rounds(p) >= most_rounds || used + cost(p, capacity[p] * 2) - cost(p, capacity[p]) > bytes) continue;
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
    std::array<unsigned, N> longest{};  // local queue
    unsigned suspensions = 0;
    unsigned long long rounds = 0, exported = 0, handed_over = 0;
    std::uint64_t steps = 0;
};

// Items on the host, oldest first: whipple-cuda/src/engine/megakernel/reserve.rs.
class Reserve {
public:
    std::size_t tasks() const {
        std::size_t sum = 0;
        for (unsigned p = 0; p < N; p++) sum += items_[p].size() / infos()[p].item_bytes;
        return sum;
    }

    void clear() {
        for (auto& items : items_) items.clear();
    }

    void push(unsigned procedure, const unsigned char* items, std::size_t count) {
        items_[procedure].insert(items_[procedure].end(), items, items + count * infos()[procedure].item_bytes);
    }

    // The items of a chunk or of a saved area.
    void push_packed(const unsigned* counts, const unsigned char* packed) {
        for (unsigned p = 0; p < N; p++) {
            push(p, packed, counts[p]);
            packed += round_up(counts[p] * infos()[p].item_bytes, 16u);
        }
    }

    // Takes the newest, of the last procedures first: of at most `threads` threads, or one.
    std::array<std::vector<unsigned char>, N> take(std::size_t threads) {
        std::array<std::vector<unsigned char>, N> taken;
        bool any = false;
        for (unsigned p = N; p-- > 0;) {
            const std::size_t size = infos()[p].item_bytes, each = infos()[p].threads;
            const std::size_t count = std::min(items_[p].size() / size, any ? threads / each : std::max<std::size_t>(threads / each, 1));
            taken[p].assign(items_[p].end() - static_cast<std::ptrdiff_t>(count * size), items_[p].end());
            items_[p].resize(items_[p].size() - count * size);
            threads -= std::min(threads, count * each);
            any |= count > 0;
        }
        return taken;
    }

private:
    std::array<std::vector<unsigned char>, N> items_;
};

// whipple-cuda/src/engine/megakernel/: mod.rs, queues.rs, saved.rs and swap.rs.
class Engine {
public:
    explicit Engine(const Choice& choice) : choice_(choice), layout_(choice.queue_bytes, choice.rounds), chunks_(choice.chunks) {
        saved_.assign((layout_.saved_bytes * choice.blocks) / 16 + 1, {});
        kept_.assign(choice.blocks * (KEPT + 1), 0);
        make(chunks_);
        reset();
    }

    const Layout& layout() const { return layout_; }

    template <class Item>
    void seed(unsigned procedure, const std::vector<Item>& items) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(items.data());
        seeds_[procedure].assign(bytes, bytes + items.size() * sizeof(Item));
    }

    Outcome run(const S::Program& program) {
        Outcome outcome;
        const unsigned blocks = runs_++ == 0 ? choice_.blocks : std::min(choice_.blocks, choice_.later);
        if (!layout_.fits) return outcome.error = "the layout does not fit the shared memory", outcome;
        if (!S::OVERFLOW && !layout_.holds_rounds())
            return outcome.error = "WHIPPLE_OVERFLOW=0 although the local queues do not hold rounds", outcome;
        if (dirty_) {
            reset();
            kept_.assign(kept_.size(), 0);
            clear_saved();
            reserve_.clear();
        }
        *control_ = {};
        for (unsigned& weight : control_->weights) weight = 1;
        start_observed();
        for (unsigned p = 0; p < N; p++) feed(p, seeds_[p]);
        dirty_ = true;
        narrow_ = 0;
        given_ = 0;
        for (unsigned long long ran = 0;;) {
            Arguments arguments = {program, parameters()};
            const Launch launch = {blocks, BLOCK_THREADS, layout_.dynamic_shared, choice_.resident, choice_.seed++,
                                   choice_.interleave, 400'000'000, 1};
            const std::uint64_t before = steps();
            if (const char* error = emulation::launch(launch, kernel, &arguments)) outcome.error = error;
            outcome.steps += steps() - before;
            if (!outcome.error.empty()) return outcome;
            unsigned long long done = 0;
            for (unsigned p = 0; p < N; p++) done += outcome.tasks[p] = control_->tasks[p];
            for (unsigned p = 0; p < N; p++) outcome.longest[p] = control_->high_water[p];
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
                if ((flags & ENDED) != 0) return outcome.error = "both ended and suspended", outcome;
                if (kept(blocks) != 0) return outcome.error = "a block keeps chunks although the run is suspended", outcome;
                outcome.suspensions++;
                if (!resume(done - ran)) return outcome.exhausted = true, outcome;
                ran = done;
                continue;
            }
            if ((flags & ENDED) == 0) return outcome.error = "the kernel returned before its program had ended", outcome;
            if (ring(N).size() + kept(choice_.blocks) != chunks_) {
                outcome.error = std::to_string(chunks_ - ring(N).size() - kept(choice_.blocks)) + " chunks are neither in the pool nor kept at the end";
                return outcome;
            }
            if (reserve_.tasks() == 0) {
                outcome.error = observed_wrong();
                dirty_ = false;
                return outcome;
            }
            ran = done;
            if (narrow_ != 0) narrow_ = std::min(narrow_ * 4, threads());
            feed_from_reserve();
            rearm(0);
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
        ring_slots_.assign(static_cast<std::size_t>(N + 1) * slots_, 0);
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
        for (std::size_t slot = 0; slot < ring_slots_.size(); slot++)
            ring_slots_[slot] = static_cast<Ring::Slot>(slot % slots_) << 32;
        std::fill(handoff_.begin(), handoff_.end(), 0);
        for (unsigned ring = 0; ring <= N; ring++) {
            rings_[ring] = {};
            rings_[ring].tail = rings_[ring].available = static_cast<unsigned>(rings[ring].size());
            for (unsigned i = 0; i < rings[ring].size(); i++) ring_slots_[ring * slots_ + i] |= rings[ring][i] + 1;
        }
        for (unsigned i = 0; i < handoff.size(); i++) handoff_[i] = handoff[i] + 1;
    }

    std::vector<unsigned> ring(unsigned index) const {
        std::vector<unsigned> chunks;
        for (unsigned ticket = rings_[index].head; ticket != rings_[index].tail; ticket++)
            if (const unsigned value = static_cast<unsigned>(ring_slots_[index * slots_ + ticket % slots_])) chunks.push_back(value - 1);
        return chunks;
    }

    std::vector<unsigned> handed_over() const {
        std::vector<unsigned> chunks;
        for (const unsigned value : handoff_)
            if (value != 0) chunks.push_back(value - 1);
        return chunks;
    }

    // Chunks that the first `blocks` blocks keep for the next run.
    std::size_t kept(unsigned blocks) const {
        std::size_t sum = 0;
        for (unsigned block = 0; block < blocks; block++) sum += kept_[block * (KEPT + 1)];
        return sum;
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
        for (unsigned block = 0; block < choice_.blocks; block++) {
            const auto words = kept_.begin() + block * (KEPT + 1);
            if (!note({words + 1, words + 1 + words[0]})) return error = "a block keeps a number that is no chunk", false;
        }
        for (unsigned chunk = 0; chunk < chunks_; chunk++)
            if (seen[chunk] != 1) {
                error = "chunk " + std::to_string(chunk) + " is in " + std::to_string(seen[chunk]) + " places when the kernel has returned";
                return false;
            }
        return true;
    }

    // After a suspended launch that ran `ran` tasks. False: a single task cannot run.
    bool resume(unsigned long long ran) {
        const bool grow = chunks_ < choice_.chunk_limit;
        std::vector<std::vector<unsigned>> rings;
        for (unsigned index = 0; index <= N; index++) rings.push_back(ring(index));
        std::vector<unsigned> handoff = handed_over();
        // A launch of fewer blocks than the run before has left what the others keep.
        for (unsigned block = 0; block < choice_.blocks; block++) {
            const auto words = kept_.begin() + block * (KEPT + 1);
            rings[N].insert(rings[N].end(), words + 1, words + 1 + words[0]);
            words[0] = 0;
        }
        // Older tasks first: seeds, exported ones, those of the local queues.
        for (unsigned p = 0; p < N; p++) {
            const unsigned size = infos()[p].item_bytes, total = static_cast<unsigned>(fed_[p].size() / size);
            // Blocks count past the end.
            const unsigned first = control_->seeds[p];
            if (first < total) reserve_.push(p, fed_bytes(p) + static_cast<std::size_t>(first) * size, total - first);
        }
        if (grow) {
            const unsigned more = std::min(chunks_ * 2, choice_.chunk_limit);
            for (unsigned chunk = chunks_; chunk < more; chunk++) rings[N].push_back(chunk);
            make(more);
        } else {
            for (unsigned index = 0; index < N; index++) {
                handoff.insert(handoff.end(), rings[index].begin(), rings[index].end());
                rings[index].clear();
            }
            for (const unsigned chunk : handoff)
                reserve_.push_packed(&counts_[chunk * N], bytes(data_) + static_cast<std::size_t>(chunk) * layout_.chunk_bytes);
            rings[N].insert(rings[N].end(), handoff.begin(), handoff.end());
            handoff.clear();
        }
        put(rings, handoff);
        for (unsigned block = 0; block < choice_.blocks; block++) {
            const unsigned char* const area = bytes(saved_) + block * layout_.saved_bytes;
            reserve_.push_packed(reinterpret_cast<const SavedHeader<N>*>(area)->length, area + SAVED_HEADER);
        }
        clear_saved();
        if (!grow) {
            if (narrow_ == 0) {
                narrow_ = threads();
            } else if (ran == 0 && given_ <= 1) {
                return false;
            } else if (ran < given_) {
                narrow_ = std::max<std::size_t>(narrow_ / 4, 1);
            }
        }
        feed_from_reserve();
        rearm(static_cast<unsigned>(handoff.size()));
        return true;
    }

    std::size_t threads() const { return static_cast<std::size_t>(choice_.blocks) * BLOCK_THREADS; }

    void feed(unsigned procedure, std::vector<unsigned char> items) {
        fed_[procedure] = std::move(items);
        aligned_[procedure].assign(fed_[procedure].size() / 16 + 1, {});
        std::memcpy(static_cast<void*>(aligned_[procedure].data()), fed_[procedure].data(), fed_[procedure].size());
    }

    void feed_from_reserve() {
        auto taken = reserve_.take(narrow_ == 0 ? ~std::size_t(0) : narrow_);
        given_ = 0;
        for (unsigned p = 0; p < N; p++) {
            given_ += taken[p].size() / infos()[p].item_bytes;
            feed(p, std::move(taken[p]));
        }
    }

    void rearm(unsigned waiting) {
        control_->head = 0;
        control_->tail = waiting;
        control_->flags = control_->started = 0;
        std::fill(control_->seeds, control_->seeds + N, 0);
    }

    void clear_saved() { std::fill(saved_.begin(), saved_.end(), Block16{}); }

    static const unsigned char* bytes(const std::vector<Block16>& blocks) {
        return reinterpret_cast<const unsigned char*>(blocks.data());
    }
    const unsigned char* fed_bytes(unsigned procedure) const { return bytes(aligned_[procedure]); }

    void start_observed() {
        *observed_ = {};
        for (unsigned p = 0; p < N; p++) observed_->spawned[p] = seeds_[p].size() / infos()[p].item_bytes;
        records_.assign(4096, {});
        clocks_.assign(choice_.blocks, {});
        observed_->trace = records_.data();
        observed_->clocks = clocks_.data();
        observed_->capacity = static_cast<unsigned>(records_.size());
        observed_->chunks = chunks_;
    }

    // What the run told of itself against what it did.
    std::string observed_wrong() const {
        for (unsigned p = 0; S::STATISTICS && p < N; p++)
            if (observed_->tasks[p] != control_->tasks[p] || observed_->spawned[p] != control_->tasks[p])
                return "the statistics say " + std::to_string(observed_->tasks[p]) + " tasks of procedure " + std::to_string(p) + " and " +
                       std::to_string(observed_->spawned[p]) + " spawns, of " + std::to_string(control_->tasks[p]);
        return {};
    }

    Parameters<N> parameters() {
        Parameters<N> it{};
        it.control = control_.get();
        it.rings = rings_.get();
        it.ring_slots = ring_slots_.data();
        it.handoff = handoff_.data();
        it.chunks = reinterpret_cast<unsigned char*>(data_.data());
        it.counts = counts_.data();
        it.saved = reinterpret_cast<unsigned char*>(saved_.data());
        it.kept = chunks_ >= choice_.blocks * 2 ? kept_.data() : nullptr;
        it.saved_stride = layout_.saved_bytes;
        it.ring_mask = slots_ - 1;
        it.chunk_bytes = layout_.chunk_bytes;
        for (unsigned p = 0; p < N; p++) {
            const unsigned seeds = static_cast<unsigned>(fed_[p].size() / infos()[p].item_bytes);
            it.seeds[p] = fed_bytes(p);
            it.seed_count[p] = seeds;
            it.seed_grain[p] = seed_grain(p, seeds);
            it.item_bytes[p] = infos()[p].item_bytes;
            it.capacity[p] = layout_.capacity[p];
            it.local_offset[p] = layout_.local_offset[p];
            it.chunk_capacity[p] = layout_.chunk_capacity[p];
            it.share_capacity[p] = layout_.share_capacity[p];
        }
        it.scratch_offset = layout_.scratch_offset;
        it.scratch_per_warp = S::SCRATCH_PER_WARP;
        // Half a stash, but where the queues cannot grow, all blocks together at most a quarter.
        it.stash_keep = STASH / 2;
        if (chunks_ >= choice_.chunk_limit) it.stash_keep = std::min(STASH / 2, chunks_ / (4 * choice_.blocks));
        it.known = choice_.known;
        it.kept_most = std::min(KEPT, (chunks_ < choice_.chunk_limit ? chunks_ : chunks_ / 2) / choice_.blocks);
        it.observed = observed_.get();
        return it;
    }

    unsigned seed_grain(unsigned p, unsigned seeds) const {
        const Info& info = infos()[p];
        // ROUNDS_OF_SEEDS of src/engine/megakernel/layout.rs, whose programs have few procedures here.
        const unsigned warps = BLOCK_THREADS / WARP, rounds = 8;
        unsigned round = BLOCK_THREADS, warp = WARP;
        if (info.level == 0) round = warps * (warp = WARP / info.threads);
        if (info.level == 1) round = rounds * (warps / ((info.threads + WARP - 1) / WARP)), warp = 1;
        const unsigned capacity = layout_.capacity[p];
        const unsigned wanted = std::max(BLOCK_THREADS / 2, std::min(BLOCK_THREADS * rounds, capacity / 2 * info.threads));
        const unsigned waiting = (wanted - 1) / info.threads;
        const unsigned most = std::max(1u, std::min(round, capacity > waiting ? capacity - waiting : capacity / 2));
        const unsigned share = std::clamp((seeds + 2 * choice_.blocks - 1) / (2 * choice_.blocks), 1u, most);
        return share >= warp ? share / warp * warp : share;
    }

    Choice choice_;
    Layout layout_;
    unsigned chunks_, slots_ = 1, runs_ = 0;
    std::unique_ptr<Control> control_ = std::make_unique<Control>();
    std::unique_ptr<RingState[]> rings_;
    std::vector<Ring::Slot> ring_slots_;
    std::vector<unsigned> handoff_, counts_;
    std::vector<Block16> data_, saved_;
    std::vector<unsigned> kept_;
    std::array<std::vector<unsigned char>, N> seeds_, fed_;  // of the run, and of the launch
    std::array<std::vector<Block16>, N> aligned_;            // `fed_` for the device
    Reserve reserve_;
    std::size_t narrow_ = 0;  // threads' worth of tasks that a launch is given; 0 for all
    unsigned long long given_ = 0;
    std::unique_ptr<Observed> observed_ = std::make_unique<Observed>();
    std::vector<Record> records_;
    std::vector<BlockClock> clocks_;
    bool dirty_ = false;
};

}  // namespace whipple::emulation
