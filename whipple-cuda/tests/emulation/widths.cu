// Tasks of three warps and of one thread that spawn into one queue, as many as they may. Rounds of a block of eight warps have
// both, and spawn more than a round of either. What they spawn are leaves, of one thread or of several warps.
#include "facts.hpp"
#include "whipple.cuh"

using namespace whipple;

#ifndef STEM_LEAVES
#define STEM_LEAVES 128
#endif
#ifndef STEM_TWIGS
#define STEM_TWIGS 32
#endif
#ifndef TWIG_LEAVES
#define TWIG_LEAVES 1
#endif
#ifndef BLADE_LEVEL
#define BLADE_LEVEL 2
#define BLADE_THREADS 1
#endif
#ifndef BLADE_MEETS
#define BLADE_MEETS 0
#endif

namespace tests {

// Wide enough that few fit a local queue.
struct Branch {
    u32 id;
    u32 below;
    u32 padding[16];
};

struct Leaf {
    u32 id;
    u32 check;
};

struct Sums {
    Buffer<u64> sums;  // tasks, the sum of their numbers, damaged leaves
    u32 faulty;        // the leaf that panics; u32::MAX for none
    u32 dying, from;   // so many of its threads do, from this one on
    u32 late;          // 1: once they have met
};

struct Stem : Sums {
    static constexpr unsigned LEVEL = 1, THREADS = 96;
    using Item = Branch;
    using Shared = SharedArray<u32, THREADS>;
    __device__ void execute(const Context<Stem>& ctx, const Branch& stem) const;
};
struct Twig : Sums {
    static constexpr unsigned LEVEL = 2, THREADS = 1;
    using Item = Branch;
    using Shared = NoShared;
    __device__ void execute(const Context<Twig>& ctx, const Branch& twig) const;
};
struct Blade : Sums {
    static constexpr unsigned LEVEL = BLADE_LEVEL, THREADS = BLADE_THREADS;
    using Item = Leaf;
#if BLADE_MEETS
    using Shared = SharedArray<u32, THREADS>;
#else
    using Shared = NoShared;
#endif
    __device__ void execute(const Context<Blade>& ctx, const Leaf& leaf) const;
};

struct Program {
    Stem stem;
    Twig twig;
    Blade blade;
};

}  // namespace tests

#ifndef WHIPPLE_BLOCK_THREADS
#define WHIPPLE_BLOCK_THREADS 256
#endif
#include <whipple/schedulers/common/plan.cuh>

namespace whipple {

struct Schedule : plan::Choices {
    using Program = ::tests::Program;
    static constexpr unsigned PROCEDURES = 3;
    static constexpr unsigned SLICE = (sizeof(::tests::Branch) + 4 * ::tests::Stem::THREADS + 15) / 16 * 16;
    static constexpr unsigned SCRATCH_PER_WARP = ((SLICE + 2) / 3 + 15) / 16 * 16;
    static constexpr unsigned SEEDABLE = 3;
    static constexpr Facts<3> FACTS = ::tests::facts_of<3>({
        {{1, 96, sizeof(::tests::Branch), true, 0, 1 << 16},
         {2, 1, sizeof(::tests::Branch), true, 1, 1 << 16},
         {BLADE_LEVEL, BLADE_THREADS, sizeof(::tests::Leaf), BLADE_MEETS, 2, 1 << 16}},
        {{1, STEM_TWIGS, STEM_LEAVES}, {0, 0, TWIG_LEAVES}, {0, 0, 0}},
    });
};

#define ENTRY(I, TYPE, FIELD)                                                                             \
    template <>                                                                                           \
    struct Place<::tests::TYPE> {                                                                         \
        using Schedule = ::whipple::Schedule;                                                             \
        static constexpr unsigned INDEX = I;                                                              \
    };                                                                                                    \
    template <>                                                                                           \
    struct Entry<Schedule, I> {                                                                           \
        using Procedure = ::tests::TYPE;                                                                  \
        using Item = Procedure::Item;                                                                     \
        static constexpr unsigned MAX_SPAWNS = 1 << 16;                                                   \
        __device__ static const Procedure& of(const Schedule::Program& program) { return program.FIELD; } \
    };
ENTRY(0, Stem, stem)
ENTRY(1, Twig, twig)
ENTRY(2, Blade, blade)

}  // namespace whipple

namespace tests {

__device__ inline u32 mix(u32 value) {
    u32 x = value;
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb352d);
    x ^= x >> 15;
    return x;
}

__device__ inline u32 leaf_of(u32 id, u32 number) { return id.wrapping_mul(1009).wrapping_add(number); }
__device__ inline u32 twig_of(u32 id, u32 number) { return id.wrapping_mul(31).wrapping_add(number); }

__device__ inline void count(const Sums& self, u32 id) {
    self.sums.fetch_add(0, 1);
    self.sums.fetch_add(1, cast<u64>(mix(id)));
}

__device__ void Stem::execute(const Context<Stem>& ctx, const Branch& stem) const {
    const unsigned thread = ctx.thread().raw();
    ctx.shared().set(ctx.thread(), stem.id);
    ctx.barrier();
    if (thread == 0) {
        count(*this, stem.id);
        if (stem.below > 0) {
            ctx.template spawn<Stem>(Branch{stem.id + 1, stem.below - 1, {}});
            for (unsigned i = 0; i < STEM_TWIGS; i++) ctx.template spawn<Twig>(Branch{twig_of(stem.id, i), 0, {}});
        }
    }
    for (unsigned i = thread; i < STEM_LEAVES; i += THREADS) {
        const u32 leaf = leaf_of(stem.id, i);
        ctx.template spawn<Blade>(Leaf{leaf, mix(leaf)});
    }
}

__device__ void Twig::execute(const Context<Twig>& ctx, const Branch& twig) const {
    count(*this, twig.id);
    for (unsigned i = 0; i < TWIG_LEAVES; i++) {
        const u32 leaf = leaf_of(twig.id, i);
        ctx.template spawn<Blade>(Leaf{leaf, mix(leaf)});
    }
}

__device__ void Blade::execute(const Context<Blade>& ctx, const Leaf& leaf) const {
    const bool dies = leaf.id == faulty && ctx.thread() >= from && ctx.thread() - from < dying;
    if (dies && late == 0) panic("a leaf was told to panic", {"widths.rs", 1});
    // Which thread it is differs from leaf to leaf.
    const u32 counts = leaf.id % ctx.threads();
    if (ctx.thread() == counts) count(*this, leaf.id);
#if BLADE_MEETS
    // Each thread hears of the leaf from that one. Of some leaves the threads do not meet before their end.
    if (leaf.id % 3 == 0) {
        if (ctx.thread() == counts) ctx.shared().set(0, leaf.id);
        ctx.barrier();
        if (ctx.shared().get(0) != leaf.id) sums.fetch_add(2, 1);
    }
#endif
    if (dies) panic("a leaf was told to panic", {"widths.rs", 2});
    if (leaf.check != mix(leaf.id)) sums.fetch_add(2, 1);
}

}  // namespace tests

#include "kernels.cuh"
