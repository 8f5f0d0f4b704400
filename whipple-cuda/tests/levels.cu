// A program of all three levels, as the macros would write it; tests/engine.rs fills in the capitals.
#include "whipple.cuh"

using namespace whipple;

namespace tests {

struct Mark {
    u32 root;
    u32 depth;
};

struct Payload {
    u32 root;
    u32 depth;
    Array<u32, 47> words;
};

struct PairShared {
    SharedArray<u32, PAIR_THREADS> value;
};

struct CrowdShared {
    SharedArray<u32, CROWD_THREADS> value;
};

struct Root {
    using Shared = NoShared;
    using Item = Mark;
    static constexpr unsigned LEVEL = 2, THREADS = 1;
    __device__ void execute(const Context<Root>& ctx, const Mark& item) const;
};

struct Pair {
    using Shared = PairShared;
    using Item = Payload;
    static constexpr unsigned LEVEL = 0, THREADS = PAIR_THREADS;
    __device__ void execute(const Context<Pair>& ctx, const Payload& item) const;
};

struct Crowd {
    using Shared = CrowdShared;
    using Item = Payload;
    static constexpr unsigned LEVEL = 1, THREADS = CROWD_THREADS;
    __device__ void execute(const Context<Crowd>& ctx, const Payload& item) const;
};

struct Leaf {
    using Shared = NoShared;
    using Item = Mark;
    static constexpr unsigned LEVEL = 2, THREADS = 1;
    __device__ void execute(const Context<Leaf>& ctx, const Mark& item) const;
};

struct Levels {
    Buffer<u64> sums;
    u32 faulty_root;
    u32 fault;
};

// The test keeps the parameters in one place, as the procedures' own.
struct LevelsProgram {
    Levels levels;
    Root root;
    Pair pair;
    Crowd crowd;
    Leaf leaf;
};

}  // namespace tests

#ifndef WHIPPLE_BLOCK_THREADS
#define WHIPPLE_BLOCK_THREADS PLANNED_THREADS
#endif
#include <whipple/schedulers/common/plan.cuh>

namespace whipple {

struct Schedule : plan::Choices {
    using Program = ::tests::LevelsProgram;
    static constexpr unsigned PROCEDURES = 4;
    static constexpr unsigned SCRATCH_PER_WARP = SCRATCH_BYTES;
    static constexpr unsigned SEEDABLE = 15;
    static constexpr Facts<4> FACTS = FACTS_OF_LEVELS;
};

#define ENTRY(I, TYPE, FIELD)                                                        \
    template <>                                                                      \
    struct Place<::tests::TYPE> {                                                    \
        using Schedule = ::whipple::Schedule;                                        \
        static constexpr unsigned INDEX = I;                                         \
    };                                                                               \
    template <>                                                                      \
    struct Entry<Schedule, I> {                                                      \
        using Procedure = ::tests::TYPE;                                             \
        using Item = Procedure::Item;                                                \
        __device__ static const Procedure& of(const Schedule::Program& program) {    \
            return program.FIELD;                                                    \
        }                                                                            \
    };
ENTRY(0, Root, root)
ENTRY(1, Pair, pair)
ENTRY(2, Crowd, crowd)
ENTRY(3, Leaf, leaf)

}  // namespace whipple

namespace tests {

template <class P>
__device__ const Levels& levels(const P* procedure);

__device__ Payload payload(u32 root, u32 depth) {
    Payload it;
    it.root = root;
    it.depth = depth;
    for (const auto i : range(0_usize, 47_usize)) it.words[i] = root + cast<u32>(i);
    return it;
}

__device__ void Root::execute(const Context<Root>& ctx, const Mark& item) const {
    ctx.spawn<Pair>(payload(item.root, 0));
}

// Threads 0 and 1 spawn the two children; everybody checks the item and what the others hold.
__device__ void Pair::execute(const Context<Pair>& ctx, const Payload& item) const {
    const u32 thread = ctx.thread();
    ctx.shared().value.set(thread, item.words[cast<usize>(thread)]);
    ctx.warp_barrier();
    const u32 other = u32(PAIR_THREADS - 1) - thread;
    const bool seen = ctx.shared().value.get(other) == item.root + other;
    const bool moved = ctx.shuffle(item.root + thread, other) == item.root + other;
    const bool voted = ctx.ballot(thread < 2) == 3_u32;
    const u32 sum = ctx.reduce_add(thread);
    const bool added = sum == u32(PAIR_THREADS * (PAIR_THREADS - 1) / 2);
    if (!(seen && moved && voted && added && ctx.all(seen))) levels(this).sums.fetch_add(2, 1);
    if (item.depth < 3) {
        if (thread < 2) ctx.spawn<Pair>(payload(item.root, item.depth + 1));
    } else if (thread == 0) {
        ctx.spawn<Crowd>(payload(item.root, 0));
    }
}

__device__ void Crowd::execute(const Context<Crowd>& ctx, const Payload& item) const {
    const u32 thread = ctx.thread();
    ctx.shared().value.set(thread, item.root + thread);
    if (levels(this).fault == 3 && item.root == levels(this).faulty_root && thread == 31) {
#line 55 "levels.rs"
        panic("a crowd was told to panic");
    }
    ctx.barrier();
    const u32 other = u32(CROWD_THREADS - 1) - thread;
    const bool seen = ctx.shared().value.get(other) == item.root + other;
    const bool counted = ctx.barrier_count(thread % 3 == 0) == u32((CROWD_THREADS + 2) / 3);
    const bool any = ctx.barrier_any(thread == 17), all = ctx.barrier_all(thread < CROWD_THREADS);
    if (!(seen && counted && any && all)) levels(this).sums.fetch_add(2, 1);
    ctx.spawn<Leaf>(Mark{item.root, thread});
}

__device__ void Leaf::execute(const Context<Leaf>& ctx, const Mark& item) const {
    const Levels& to = levels(this);
    if (item.root == to.faulty_root) {
#line 77 "levels.rs"
        check(to.fault != 1, "a leaf was told to panic");
        if (to.fault == 2) to.sums.set(1000, 1);
    }
    to.sums.fetch_add(0, 1);
    to.sums.fetch_add(1, cast<u64>(item.root));
}

// The procedures of this test are empty and lie behind the common parameters.
template <class P>
__device__ const Levels& levels(const P* procedure) {
    constexpr unsigned index = Place<P>::INDEX;
    return *reinterpret_cast<const Levels*>(reinterpret_cast<const char*>(procedure) - sizeof(Levels) - index);
}

}  // namespace tests

#include "kernels.cuh"
