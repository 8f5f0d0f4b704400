// The queues of the time-sliced schedulers: two stacks of items for each procedure. Protocol: schedulers/sliced/README.md.
#pragma once
#include "../../queue/copy.cuh"
#include "../common/panic.cuh"
#include "../common/schedule.cuh"

namespace whipple {

// Where the tasks of a slice come from.
constexpr unsigned SEEDS = 2;  // neither stack 0 nor stack 1, but the initial tasks

// A bit of Control::flags: the device could not launch a slice.
constexpr unsigned LAUNCH_REFUSED = 8;

// Entries of the list that says in which order the items of two stacks were added.
constexpr unsigned SEGMENTS = 64;
constexpr unsigned SEGMENT_STACK = 1u << 31;

// What runs in one slice: for each procedure how many tasks, and where its stacks stand meanwhile.
struct SlicePlan {
    unsigned count[MAX_PROCEDURES];   // tasks to run
    unsigned source[MAX_PROCEDURES];  // from stack 0, stack 1 or SEEDS
    unsigned first[MAX_PROCEDURES];   // positions first .. first + count of that source
    unsigned into[MAX_PROCEDURES];    // the stack that spawned items go to; never `source`
    unsigned top[MAX_PROCEDURES];     // its length when the slice starts
    unsigned room[MAX_PROCEDURES];    // items that may be added to it: the most that the tasks spawn, for which there is space
    unsigned base[MAX_PROCEDURES];    // what the counter of added items stands at when the slice starts
};

// One counter on its own cache line: all warps of the device add to it.
struct alignas(128) SliceCounter {
    unsigned added;
};

// What changes from slice to slice, in global memory. Under the host's own time slicing only `counters` is used.
struct SliceState {
    SliceCounter counters[MAX_PROCEDURES];  // items that were added since the run began, modulo 2^32
    unsigned length[2][MAX_PROCEDURES];     // of the two stacks
    unsigned seeds[MAX_PROCEDURES];         // initial tasks that have not run
    unsigned segments[MAX_PROCEDURES];      // how many of `segment` are used
    SlicePlan plan;
    unsigned segment[MAX_PROCEDURES][SEGMENTS];  // what was added together, oldest first: length, and the stack as the high bit
    unsigned time[MAX_PROCEDURES][SEGMENTS];     // by which slice
};
// whipple-cuda/src/engine/sliced/abi.rs reads and writes the same offsets.
static_assert(sizeof(SlicePlan) == 896 && sizeof(SliceState) == 21888 && offsetof(SliceState, length) == 4096 &&
                  offsetof(SliceState, seeds) == 4352 && offsetof(SliceState, segments) == 4480 &&
                  offsetof(SliceState, plan) == 4608 && offsetof(SliceState, segment) == 5504 &&
                  offsetof(SliceState, time) == 13696,
              "the layout of SliceState is the host's");

// What the host decides at launch: a kernel parameter.
struct SliceParameters {
    Control* control;
    SliceState* state;
    unsigned char* items[MAX_PROCEDURES];        // `capacity` items: stack 0 grows up from the start, stack 1 down from the end
    const unsigned char* seeds[MAX_PROCEDURES];
    unsigned capacity[MAX_PROCEDURES];
    unsigned long long loop;                     // the handle of the graph's loop
    unsigned blocks[MAX_PROCEDURES];             // that fill the device, by the kernel of each procedure
    unsigned fill;                               // threads that fill the device
    unsigned ask_below;                          // a slice that is cut short to fewer threads asks the host for memory; 0: there is none
};
static_assert(sizeof(SliceParameters) == 800, "whipple-cuda/src/engine/sliced/abi.rs writes the same struct");

// What a running task knows of the queues.
struct SliceView {
    const SliceParameters& parameters;
    const SlicePlan& plan;
};

// The place of the item at a position of a stack.
template <class Item>
__device__ inline unsigned char* stack_slot(const SliceParameters& parameters, unsigned procedure, unsigned stack,
                                            unsigned position) {
    const unsigned index = stack == 0 ? position : parameters.capacity[procedure] - 1 - position;
    return parameters.items[procedure] + static_cast<unsigned long long>(index) * sizeof(Item);
}

// The item of task `index` of the slice.
template <class Item>
__device__ inline const unsigned char* slice_item(const SliceView& view, unsigned procedure, unsigned index) {
    const unsigned position = view.plan.first[procedure] + index;
    if (view.plan.source[procedure] == SEEDS)
        return view.parameters.seeds[procedure] + static_cast<unsigned long long>(position) * sizeof(Item);
    return stack_slot<Item>(view.parameters, procedure, view.plan.source[procedure], position);
}

namespace slices {

// Adds one item to the stack of procedure Q that takes new items.
template <class Q, class P, class Item>
__device__ inline void push(const SliceView& view, const Item& item) {
    constexpr unsigned q = Place<Q>::INDEX;
    // One atomic for all lanes of the warp that spawn here together. Relaxed: nobody reads what is added before the
    // slice has ended.
    const unsigned together = sync::active_mask();
    const unsigned leader = sync::lowest_bit(together);
    unsigned offset = 0;
    if (sync::lane() == leader)
        offset = sync::add_relaxed_gpu(&view.parameters.state->counters[q].added, sync::count_bits(together));
    offset = sync::shuffle(together, offset, leader) + sync::count_bits(together & sync::lanes_below()) - view.plan.base[q];
    if (offset >= view.plan.room[q]) detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", {"", 0}, q);
    copy_item<Item>(stack_slot<Item>(view.parameters, q, view.plan.into[q], view.plan.top[q] + offset),
                    reinterpret_cast<const unsigned char*>(&item));
}

}  // namespace slices

}  // namespace whipple
