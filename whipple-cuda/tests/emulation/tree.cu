// Trees of nodes of several kinds, as the macros would write the program. Macros choose the kinds (1 to 8), their level and
// threads, and whether the threads of level 1 meet at a barrier. They choose how many children a node may have, 1 for shapes 1
// and 3, and of how many kinds. They choose whether the last kind is a leaf of one thread.
#include "facts.hpp"
#include "whipple.cuh"

using namespace whipple;

#ifndef NODE_KINDS
#define NODE_KINDS 1
#endif
#ifndef NODE_LEVEL
#define NODE_LEVEL 2
#endif
#ifndef NODE_THREADS
#define NODE_THREADS 1
#endif
#ifndef NODE_MEETS
#define NODE_MEETS 1
#endif
#ifndef NODE_CHILDREN
#define NODE_CHILDREN 2
#endif
// A node's children are of its own kind and those that follow.
#ifndef NODE_SUCCESSORS
#define NODE_SUCCESSORS (NODE_KINDS - NODE_LEAF)
#endif
// 1: nodes with nothing below are of the last kind, and no others.
#ifndef NODE_LEAF
#define NODE_LEAF 0
#endif
// Words of an item besides its number and depth.
#ifndef NODE_WORDS
#define NODE_WORDS 0
#endif
// 1: level-1 nodes work on what a cache of one line a block holds. They take longer where another chain has run since.
#ifndef NODE_CACHED
#define NODE_CACHED 0
#endif

namespace tests {

// Its children are `2 id` and `2 id + 1`.
struct Node {
    u32 id;
    u32 below;
#if NODE_WORDS > 0
    u32 words[NODE_WORDS];
#endif

    __device__ static Node of(u32 id, u32 below) {
        Node node = {id, below};
#if NODE_WORDS > 0
        for (unsigned i = 0; i < NODE_WORDS; i++) node.words[i] = id + i;
#endif
        return node;
    }
    __device__ bool whole() const {
#if NODE_WORDS > 0
        for (unsigned i = 0; i < NODE_WORDS; i++)
            if (words[i] != id + i) return false;
#endif
        return true;
    }
};

constexpr unsigned INNER = NODE_KINDS - NODE_LEAF;  // kinds of nodes that have children

// What the nodes of a tree have in common.
struct Tree {
    Buffer<u64> sums;   // nodes, numbers, wrong values seen; with NODE_CACHED the child of each block's last node
    u32 shape;          // 0: binary; 1: a chain; 2: no, one or two children by a hash; 3: no or one, by a hash
    u32 faulty;         // the node that panics; u32::MAX for none
    u32 dying;          // so many of its threads do
    u32 late;           // 1: after the barrier
    u32 lies;           // children of every inner node, more than the bound of its spawns; 0 for what the shape says
};

template <unsigned KIND>
struct Kind {
    static constexpr unsigned LEVEL = KIND < INNER ? NODE_LEVEL : 2, THREADS = KIND < INNER ? NODE_THREADS : 1;
#if NODE_LEVEL == 2
    using Shared = NoShared;
#else
    using Shared = std::conditional_t<LEVEL == 2, NoShared, SharedArray<u32, NODE_THREADS>>;
#endif
    using Item = Node;
    Tree tree;
    __device__ void execute(const Context<Kind>& ctx, const Node& node) const;
};

struct Program {
    Kind<0> kind0;
    Kind<1> kind1;
    Kind<2> kind2;
    Kind<3> kind3;
    Kind<4> kind4;
    Kind<5> kind5;
    Kind<6> kind6;
    Kind<7> kind7;
};

// Whether a node of one kind may have children of another.
__device__ constexpr bool may_have(unsigned kind, unsigned child) {
    return kind < INNER && (child >= INNER || (child + INNER - kind) % INNER < NODE_SUCCESSORS);
}

// The most that one thread spawns.
__device__ constexpr unsigned most_spawned(unsigned kind) { return kind >= INNER ? 0 : NODE_LEVEL == 2 ? NODE_CHILDREN : 1; }

__device__ constexpr ToldProgram<NODE_KINDS> told() {
    ToldProgram<NODE_KINDS> all{};
    for_each_procedure<NODE_KINDS>([&]<unsigned I>() {
        all.of[I] = {Kind<I>::LEVEL, Kind<I>::THREADS, sizeof(Node), NODE_MEETS, NODE_KINDS - 1 - I, most_spawned(I)};
        for (unsigned j = 0; j < NODE_KINDS; j++) all.spawns[I][j] = may_have(I, j) ? NODE_CHILDREN : 0;
    });
    return all;
}

}  // namespace tests

#ifndef WHIPPLE_BLOCK_THREADS
#define WHIPPLE_BLOCK_THREADS 256
#endif
#include <whipple/schedulers/common/plan.cuh>

namespace whipple {

struct Schedule : plan::Choices {
    using Program = ::tests::Program;
    static constexpr unsigned PROCEDURES = NODE_KINDS;
    static constexpr unsigned ITEMS = NODE_LEVEL == 1 ? 16 : 1;
    static constexpr unsigned SLICE = (ITEMS * sizeof(::tests::Node) + 4 * NODE_THREADS + 15) / 16 * 16;
    static constexpr unsigned WARPS = (NODE_THREADS + 31) / 32;
    static constexpr unsigned SCRATCH_PER_WARP = NODE_LEVEL == 2   ? 0
                                                 : NODE_LEVEL == 0 ? 32 / NODE_THREADS * SLICE
                                                                   : ((SLICE + WARPS - 1) / WARPS + 15) / 16 * 16;
    static constexpr unsigned SEEDABLE = (1 << NODE_KINDS) - 1;
    static constexpr Facts<NODE_KINDS> FACTS = ::tests::facts_of(::tests::told());
};

#define ENTRY(I)                                                                     \
    template <>                                                                      \
    struct Place<::tests::Kind<I>> {                                                 \
        using Schedule = ::whipple::Schedule;                                        \
        static constexpr unsigned INDEX = I;                                         \
    };                                                                               \
    template <>                                                                      \
    struct Entry<Schedule, I> {                                                      \
        using Procedure = ::tests::Kind<I>;                                          \
        using Item = Procedure::Item;                                                \
        static constexpr unsigned MAX_SPAWNS = ::tests::most_spawned(I);             \
        __device__ static const Procedure& of(const Schedule::Program& program) {    \
            return program.kind##I;                                                  \
        }                                                                            \
    };
ENTRY(0)
#if NODE_KINDS > 1
ENTRY(1)
#endif
#if NODE_KINDS > 2
ENTRY(2)
#endif
#if NODE_KINDS > 3
ENTRY(3)
#endif
#if NODE_KINDS > 4
ENTRY(4)
#endif
#if NODE_KINDS > 5
ENTRY(5)
#endif
#if NODE_KINDS > 6
ENTRY(6)
#endif
#if NODE_KINDS > 7
ENTRY(7)
#endif

}  // namespace whipple

namespace tests {

__device__ inline u32 mix(u32 value) {
    u32 x = value;
    x ^= x >> 16;
    x = x.wrapping_mul(0x7feb352d);
    x ^= x >> 15;
    x = x.wrapping_mul(0x846ca68b);
    return x ^ (x >> 16);
}

__device__ inline u32 children(const Tree& tree, const Node& node) {
    if (node.below == 0) return 0;
    if (tree.lies > 0) return tree.lies;
    if (tree.shape == 0) return 2;
    if (tree.shape == 3) return num::rem(mix(node.id + node.below), 8_u32) == 0 ? 0_u32 : 1_u32;
    return tree.shape == 1 ? 1_u32 : num::rem(mix(node.id), 3_u32);
}

template <unsigned KIND>
__device__ void spawn(const Context<Kind<KIND>>& ctx, const Node& child) {
    const bool leaf = NODE_LEAF && child.below == 0;
    const u32 kind = leaf ? u32(INNER) : num::rem(u32(KIND) + num::rem(mix(child.id), u32(NODE_SUCCESSORS)), u32(INNER));
    for_each_procedure<NODE_KINDS>([&]<unsigned CHILD>() {
        if constexpr (may_have(KIND, CHILD)) {
            if (kind == CHILD) ctx.template spawn<Kind<CHILD>>(child);
        }
    });
}

template <unsigned KIND>
__device__ void Kind<KIND>::execute(const Context<Kind>& ctx, const Node& node) const {
    const u32 thread = ctx.thread(), count = children(tree, node);
    if (!node.whole()) tree.sums.fetch_add(2, 1);
    if constexpr (LEVEL == 2) {
        if (node.id == tree.faulty) {
#line 11 "tree.rs"
            panic("a node was told to panic");
        }
        tree.sums.fetch_add(0, 1);
        tree.sums.fetch_add(1, cast<u64>(mix(node.id)));
        for (const auto side : range(0, count)) spawn<KIND>(ctx, Node::of(node.id * 2 + side, node.below - 1));
    } else {
        ctx.shared().set(thread, node.id + thread);
        const bool dies = node.id == tree.faulty && thread < tree.dying;
        if (dies && tree.late == 0) {
#line 12 "tree.rs"
            panic("a node was told to panic");
        }
        if constexpr (NODE_LEVEL == 0) {
            ctx.warp_barrier();
        } else if constexpr (NODE_MEETS) {
            ctx.barrier();
        }
        if (dies) {
#line 13 "tree.rs"
            panic("a node was told to panic");
        }
        const u32 other = NODE_LEVEL == 0 || NODE_MEETS ? u32(NODE_THREADS - 1) - thread : thread;
        if (ctx.shared().get(other) != node.id + other) tree.sums.fetch_add(2, 1);
        if (NODE_CACHED && thread == 0) {
            const u32 line = 3 + sync::block();
            if (tree.sums.get(line) != cast<u64>(node.id)) {
                const unsigned begin = sync::cycles();
                while (sync::cycles() - begin < 20'000) {}
            }
            tree.sums.set(line, cast<u64>(node.id * 2));
        }
        if (thread == 0) {
            tree.sums.fetch_add(0, 1);
            tree.sums.fetch_add(1, cast<u64>(mix(node.id)));
        }
        for (u32 side = thread; side < count; side += NODE_THREADS) spawn<KIND>(ctx, Node::of(node.id * 2 + side, node.below - 1));
    }
}

}  // namespace tests

#include "kernels.cuh"
