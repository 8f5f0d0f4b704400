// Dives: a thread runs the children of a fork itself, one after another, and what waits lies on a stack. What others may take waits in queues as
// ever. Protocol: schedulers/megakernel/README.md and docs/design/joins.md.
#pragma once
#include "../../../join/stack.cuh"
#include "../../../queue/copy.cuh"
#include "../block/state.cuh"
#include "spawn.cuh"

namespace whipple::scheduler {

// How many of the largest frames of a program each thread has room for in shared memory.
constexpr unsigned FRAMES = 4;

// The words of the largest item of such a task; each has two more, for where its output goes.
template <class S>
__device__ constexpr unsigned diving_words() {
    unsigned words = 0;
    for (unsigned p = 0; p < S::PROCEDURES; p++)
        if (dives<S>(p) && S::FACTS.of[p].words > words + 2) words = S::FACTS.of[p].words - 2;
    return words;
}

// Words that frames may take in shared memory, and with them the item of a thread's next task. `stack_words` in
// whipple-cuda/src/engine/megakernel/spawns.rs is the same.
template <class S>
__device__ constexpr unsigned frame_words() {
    return FRAMES * S::FACTS.frame;
}
template <class S>
__device__ constexpr unsigned stack_words() {
    return frame_words<S>() + diving_words<S>();
}

// The newest frames of a thread's stack, in shared memory. The threads of a warp have their words side by side: each has a bank of its own, wherever
// its stack ends.
class Frames {
public:
    Frames() = default;
    // `of_warp` lies in the dynamic shared memory.
    __device__ explicit Frames(const unsigned char* of_warp)
        : first_(static_cast<unsigned>(of_warp - sync::dynamic_shared_memory()) / 4 + sync::lane()) {}

    // The compiler is to see that it is shared memory.
    __device__ unsigned& operator[](unsigned i) const { return reinterpret_cast<unsigned*>(sync::dynamic_shared_memory())[first_ + i * sync::WARP]; }
    __device__ joins::Frame frame(unsigned at) const { return {(*this)[at], (*this)[at + 1]}; }

    // A value that begins with a word.
    template <class T>
    __device__ void store(unsigned at, const T& value) const {
        constexpr unsigned COUNT = joins::words_of<T>();
        unsigned words[COUNT] = {};
        memcpy(words, &value, sizeof(T));
#pragma unroll
        for (unsigned i = 0; i < COUNT; i++) (*this)[at + i] = words[i];
    }
    template <class T>
    __device__ void load(T* value, unsigned at) const {
        constexpr unsigned COUNT = joins::words_of<T>();
        unsigned words[COUNT];
#pragma unroll
        for (unsigned i = 0; i < COUNT; i++) words[i] = (*this)[at + i];
        memcpy(value, words, sizeof(T));
    }
    // A value at some byte behind a word.
    template <class T>
    __device__ void store_at_byte(unsigned at, unsigned byte, const T& value) const {
        if constexpr (alignof(T) % 4 == 0) {
            store(at + byte / 4, value);
        } else {
            unsigned char bytes[sizeof(T)];
            memcpy(bytes, &value, sizeof(T));
            for (unsigned i = 0; i < sizeof(T); i++)
                reinterpret_cast<unsigned char*>(&(*this)[at + (byte + i) / 4])[(byte + i) % 4] = bytes[i];
        }
    }

private:
    unsigned first_;
};

// Stores a value at a multiple of 4 bytes, or of less where its type is aligned to less.
template <class T>
__device__ inline void store_by_words(unsigned char* at, const T& value) {
    using W = typename Word<(alignof(T) < 4 ? alignof(T) : 4)>::Type;
    W words[sizeof(T) / sizeof(W)];
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (unsigned i = 0; i < sizeof(T) / sizeof(W); i++) reinterpret_cast<W*>(at)[i] = words[i];
}

// What is left of a thread's stack when frames have moved between the shared memory and a segment.
struct Moved {
    ReturnTo to;
    unsigned spare;
    unsigned size;
};

// A segment of this number. (It and what uses it are templates, so that programs whose threads have no stacks have no cache of segments.)
template <class S>
__device__ inline unsigned* segment(unsigned number) {
    return reinterpret_cast<unsigned*>(sync::shared_memory<pools::Cache<joins::Segments>>().pieces) + static_cast<unsigned long long>(number) * joins::SEGMENT;
}

// Whether a segment has room for `size` more words above the frame to which an output goes.
__device__ inline bool is_roomy(const ReturnTo& to, unsigned size) {
    return to.is_on_stack() && joins::InSegment(to).top + size <= joins::SEGMENT;
}

// Moves frames, of `size` words up to the newest, which begins at `newest`, to a segment: that of the frames below if it has room, or else `spare`.
// `to` is where the output of the oldest goes. Gives where the output of a task goes that went to byte `offset` of the item of the newest frame.
template <class S>
__device__ __noinline__ Moved lower(Frames frames, unsigned newest, unsigned size, unsigned spare, ReturnTo to, unsigned offset) {
    using joins::Frame;
    unsigned start = joins::SegmentHeader::WORDS, number = spare;
    if (is_roomy(to, size)) {
        const joins::InSegment below(to);
        number = below.number;
        start = below.top;
        frames[0] = Frame::moved(frames[0], below.byte - (below.frame + Frame::WORDS) * 4, start - below.frame);
    } else {
        spare = pools::NONE;
        reinterpret_cast<joins::SegmentHeader*>(segment<S>(number))->to = to;
        frames[0] = Frame::moved(frames[0], 0, 0);
    }
    auto* const units = reinterpret_cast<uint4*>(segment<S>(number) + start);
    for (unsigned i = 0; i < size; i += joins::UNIT) units[i / joins::UNIT] = {frames[i], frames[i + 1], frames[i + 2], frames[i + 3]};
    return {joins::InSegment::of(number, (start + newest + Frame::WORDS) * 4 + offset, start + newest, start + size), spare, 0};
}

// Moves the newest frame of a segment, to which the output of a task has gone, to the shared memory of a thread, which has none there. Gives where
// its continuation's output goes.
template <class S>
__device__ __noinline__ Moved raise(Frames frames, ReturnTo of, unsigned spare) {
    using joins::Frame;
    const joins::InSegment here(of);
    // All loads at once.
    const ReturnTo oldest = reinterpret_cast<const joins::SegmentHeader*>(segment<S>(here.number))->to;
    const auto* const units = reinterpret_cast<const uint4*>(segment<S>(here.number) + here.frame);
    const unsigned size = here.top - here.frame;
    constexpr unsigned AT_ONCE = 4;
    for (unsigned first = 0; first < size; first += AT_ONCE * joins::UNIT) {
        uint4 some[AT_ONCE];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++)
            if (first + i * joins::UNIT < size) some[i] = units[first / joins::UNIT + i];
#pragma unroll
        for (unsigned i = 0; i < AT_ONCE; i++) {
            const unsigned at = first + i * joins::UNIT;
            if (at >= size) break;
            frames[at] = some[i].x;
            frames[at + 1] = some[i].y;
            frames[at + 2] = some[i].z;
            frames[at + 3] = some[i].w;
        }
    }
    const Frame frame = frames.frame(0);
    frames[0] = Frame::moved(frame.state, 0, 0);
    if (frame.below() != 0) {
        const unsigned below = here.frame - frame.below();
        return {joins::InSegment::of(here.number, (below + Frame::WORDS) * 4 + frame.offset(), below, here.frame), spare, size};
    }
    if (spare != pools::NONE) pools::give<joins::Segments>(joins::memory().segments, spare);
    return {oldest, here.number, size};
}

// Of one thread: the task that it runs next, if any, and its stack. It lives in registers: what is seldom is done between the bodies of tasks, by
// functions that are not inlined (`settle`, `part`, `wait`).
template <class S>
class Diver {
    using ReturnTo = whipple::ReturnTo;
    using Frame = joins::Frame;
    // Where an output goes that goes to the newest frame in shared memory.
    static constexpr unsigned HERE = ReturnTo::segment((1u << 30) - 1);
    // Words that the frames may take, and one of them: what is above them holds the item of the next task.
    static constexpr unsigned ROOM = frame_words<S>(), MOST = S::FACTS.frame;
    static_assert(ROOM + joins::SegmentHeader::WORDS <= joins::SEGMENT, "they fit an empty segment");

public:
    // Beside the numbers of procedures: there is no next task; the output of the last one has gone to a segment; or to a record.
    static constexpr unsigned NONE = S::PROCEDURES, RAISES = NONE + 1, COUNTS = NONE + 2;

    unsigned procedure = NONE;  // of the next task
    ReturnTo to;                // where its output goes, or the last one has gone

    // `gives`: in this round children are given to others, because the block has few tasks. `spare`: a segment of no stack, or none.
    __device__ void begin_round(unsigned char* of_warp, bool gives, unsigned spare) {
        frames_ = Frames(of_warp);
        gives_ = gives;
        spare_ = spare;
    }
    __device__ unsigned spare() const { return spare_; }

    // The next task is one of procedure P.
    template <class P>
    __device__ void take(const typename P::Item& item, const ReturnTo& of) {
        procedure = Place<P>::INDEX;
        item_ = top_;
        if constexpr (joins::HAS_SIZE<typename P::Item>) frames_.store(top_, item);
        to = of;
    }

    // Its item; then there is no next task.
    template <class P>
    __device__ Queued<P> begin() {
        Queued<P> queued;
        if constexpr (joins::HAS_SIZE<typename P::Item>) frames_.load(&queued.item, item_);
        queued.to = to;
        procedure = NONE;
        return queued;
    }

    // The first child of a fork is the next task, and the others wait on the stack. `of` is where the output of the task goes that forks.
    template <class F, class C>
    __device__ void fork(const typename joins::Fork<F>::Items& items, const joins::State<C>& state, const ReturnTo& of) {
        using Layout = joins::FrameOf<F, C>;
        const unsigned start = top_;
        const bool lowest = of.record != HERE;
        if (lowest) to_ = of;
        frames_[start] = lowest ? Frame::state_of(Layout::COUNT, 0, 0) : Frame::state_of(Layout::COUNT, of.offset, start - frame_);
        frames_[start + 1] = Layout::SHAPE;
        // Only the state is written; where the outputs will be is worked out from the type.
        typename C::Item item;
        const auto offset_of = [&](const auto& member) {
            return static_cast<unsigned>(reinterpret_cast<const unsigned char*>(&member) - reinterpret_cast<const unsigned char*>(&item));
        };
        if constexpr (joins::HAS_SIZE<joins::State<C>>) frames_.store_at_byte(start + Frame::WORDS, offset_of(item.state), state);
        frame_ = start;
        top_ = start + Layout::SIZE;
        unsigned slot = start + Frame::WORDS + Layout::ITEM;
        bool first = true;
        joins::Fork<F>::each(items, item.outputs, [&]<class Q>(const typename Q::Item& child, auto& output) {
            unsigned offset = 0;
            if constexpr (joins::HAS_SIZE<typename Q::Output>) offset = offset_of(output);
            if (first) {
                take<Q>(child, {HERE, offset});
            } else {
                frames_[slot] = joins::Tag::of(Place<Q>::INDEX, offset).bits;
                if constexpr (joins::HAS_SIZE<typename Q::Item>) frames_.store(slot + 1, child);
                slot += Layout::EACH;
            }
            first = false;
        });
        forked_ = forked_ || Layout::COUNT > 1;
    }

    // A task has finished. Whoever waits for it is told between the bodies.
    template <class Output>
    __device__ void finish(const Output& output, const ReturnTo& of) {
        if (of.record == HERE) {
            if constexpr (joins::HAS_SIZE<Output>) frames_.store_at_byte(frame_ + Frame::WORDS, of.offset, output);
            return advance();
        }
        to = of;
        procedure = of.is_on_stack() ? RAISES : of.is_record() ? COUNTS : NONE;
        if constexpr (joins::HAS_SIZE<Output>) {
            unsigned char* place = nullptr;
            if (of.is_on_stack())
                place = reinterpret_cast<unsigned char*>(segment<S>(of.number())) + joins::InSegment(of).byte;
            else if (of.is_record()) {
                if constexpr (joins::adds<S, Output>()) {
                    if ((of.offset & ReturnTo::ADDS) != 0) return joins::write<S>(record(of.number()), of.offset, output);
                }
                place = record(of.number()) + of.offset;
            } else if (of.record == ReturnTo::ROOT) {
                place = joins::root(of.offset);
            } else if constexpr (joins::adds<S, Output>()) {
                if (of.record == ReturnTo::ROOT_SUM) return joins::add_to_root<S>(of.offset, output);
            }
            if (place != nullptr) scheduler::store_by_words(place, output);
        }
    }

    // Whether something is to be done before the next task runs.
    __device__ bool is_unsettled() const { return procedure > NONE || (procedure < NONE && (is_full() || !is_safe())); }

    // The last task has finished whose output went to a segment: the next one is another child of its newest frame, or its continuation.
    __device__ void raise() {
        const Moved moved = scheduler::raise<S>(frames_, to, spare_);
        to_ = moved.to;
        spare_ = moved.spare;
        frame_ = 0;
        top_ = moved.size;
        advance();
    }

    // Makes room for a frame, or, without a segment, has what waits given away.
    __device__ void make_room() {
        if (is_full() && can_lower()) to = lowered(to);
        if (is_safe()) return;
        spare_ = pools::take<joins::Segments>(joins::memory().segments);
        if (is_safe()) return;
        if (top_ > 0 && can_lower()) to = lowered(to);
        gives_ = true;
    }

    // Whether there is no room for a frame. After `make_room` only in a thread that gives all away: none of its frames has children that wait.
    __device__ bool is_full() const { return top_ + MOST > ROOM; }
    // Whether there is a place in a segment for its frames.
    __device__ bool can_lower() const { return spare_ != pools::NONE || is_roomy(to_, top_); }

    // Where the output of the next task goes if another thread may run it.
    __device__ ReturnTo lowered(const ReturnTo& of) {
        if (of.record != HERE) return of;
        const Moved moved = lower<S>(frames_, frame_, top_, spare_, to_, of.offset);
        spare_ = moved.spare;
        frame_ = top_ = 0;
        return moved.to;
    }

    __device__ const Frames& frames() const { return frames_; }

    // Whether the thread has forked into several, and is to give them to others.
    __device__ bool is_to_give() const { return gives_ && forked_; }
    // The frames in shared memory, of `size` words, have become records.
    __device__ unsigned size() const { return top_; }
    __device__ ReturnTo oldest() const { return to_; }
    __device__ void parted(const ReturnTo& of) {
        frame_ = top_ = 0;
        forked_ = false;
        to = of;
    }
    __device__ bool is_here() const { return to.record == HERE; }

private:
    // Whether the frames may be lowered with one more among them.
    __device__ bool is_safe() const { return spare_ != pools::NONE || is_roomy(either(top_ == 0, to, to_), top_ + MOST); }

    // By value: where a reference is chosen the compiler keeps both in memory.
    __device__ static unsigned pick(bool first, unsigned a, unsigned b) { return first ? a : b; }
    __device__ static ReturnTo either(bool first, ReturnTo a, ReturnTo b) { return {pick(first, a.record, b.record), pick(first, a.offset, b.offset)}; }

    __device__ static unsigned char* record(unsigned number) {
        const JoinMemory& memory = joins::memory();
        return memory.records.at(number);
    }

    // The next task is another child of the newest frame, or its continuation.
    __device__ void advance() {
        const Frame frame = frames_.frame(frame_);
        if (frame.next() < frame.count()) {
            frames_[frame_] = frame.state + 1;
            const unsigned child = frame_ + frame.child(frame.next());
            const joins::Tag tag = {frames_[child]};
            procedure = tag.procedure();
            item_ = child + 1;
            to = {HERE, tag.offset()};
        } else {
            procedure = frame.continuation();
            // It is read before the place is used again.
            item_ = frame_ + Frame::WORDS;
            top_ = frame_;
            to = either(frame.below() != 0, {HERE, frame.offset()}, to_);
            frame_ -= frame.below();
        }
    }

    Frames frames_;
    bool gives_ = false, forked_ = false;
    unsigned item_;                  // where the item of the next task lies
    ReturnTo to_;                    // of the oldest frame in shared memory
    unsigned frame_ = 0, top_ = 0;   // where the newest frame begins and ends
    unsigned spare_ = pools::NONE;
};

// Adds a child that waits in a frame to the tasks of its procedure. `item` gives the words of its item.
template <class S, class F>
__device__ inline void push_child(const LocalQueues<S::PROCEDURES>& queues, F&& item, unsigned q, const ReturnTo& to) {
    const auto& parameters = queues.parameters;
    auto& block = block_state<S>();
    const unsigned position = sync::increment_relaxed_cta(&block.queue[q].tops[queues.tops]), capacity = parameters.capacity[q], bytes = parameters.item_bytes[q];
    unsigned char* slot = sync::dynamic_shared_memory() + parameters.local_offset[q] + (position & (capacity - 1)) * bytes;
    if constexpr (S::OVERFLOW) {
        const unsigned length = position - block.queue[q].bottom;
        if (length >= capacity) slot = overflow_slot<S>(parameters, q, length - capacity);
    }
    auto* const words = reinterpret_cast<unsigned*>(slot);
    const unsigned count = (bytes - sizeof(ReturnTo)) / 4;
    for (unsigned i = 0; i < count; i++) words[i] = item(i);
    words[count] = to.record;
    words[count + 1] = to.offset;
}

// Makes records of all frames of a thread in shared memory, of `size` words. `to` is where the output of the oldest goes. Children that have not
// started are tasks for others then. Gives where the output of the next task goes, which went to byte `offset` of the item of the newest frame.
template <class S>
__device__ __noinline__ ReturnTo part(LocalQueues<S::PROCEDURES> queues, Frames frames, unsigned size, ReturnTo to, unsigned offset) {
    using joins::Frame;
    JoinMemory& memory = joins::memory();
    for (unsigned start = 0; start < size;) {
        const Frame frame = frames.frame(start);
        const unsigned number = joins::take(memory, {"", 0});
        auto* const record = reinterpret_cast<unsigned*>(memory.records.at(number));
        constexpr unsigned ITEM = sizeof(joins::Header) / 4;
        record[0] = 1 + frame.count() - frame.next();
        record[1] = frame.continuation();
        for (unsigned i = 0; i < frame.item(); i++) record[ITEM + i] = frames[start + Frame::WORDS + i];
        record[ITEM + frame.item()] = to.record;
        record[ITEM + frame.item() + 1] = to.offset;
        for (unsigned i = frame.next(); i < frame.count(); i++) {
            const unsigned child = start + frame.child(i);
            const joins::Tag tag = {frames[child]};
            push_child<S>(queues, [&](unsigned word) { return frames[child + 1 + word]; }, tag.procedure(),
                          {number, static_cast<unsigned>(sizeof(joins::Header)) + tag.offset()});
        }
        start += frame.size();
        const unsigned of = start < size ? frames.frame(start).offset() : offset;
        to = {number, static_cast<unsigned>(sizeof(joins::Header)) + of};
    }
    return to;
}

// Segments of a stack, from the newest on, in which `give_oldest` looks for children to give away.
constexpr unsigned SEGMENTS_TO_LOOK_AT = 8;

// Where the output of a task goes, after children were given away, and whether there were any.
struct Given {
    ReturnTo to;
    bool any;
};

// A task's output goes to a stack. Gives the waiting children of one frame of that stack to others: of the oldest frame that has some. It looks at a
// few segments only. The frame becomes a record, and so do the frames below it in its segment.
template <class S>
__device__ __noinline__ Given give_oldest(LocalQueues<S::PROCEDURES> queues, ReturnTo of) {
    using joins::Frame;
    using joins::SegmentHeader;
    JoinMemory& memory = joins::memory();
    const auto header_of = [](unsigned number) -> SegmentHeader& { return *reinterpret_cast<SegmentHeader*>(segment<S>(number)); };
    const auto frame_at = [](unsigned number, unsigned at) { return Frame{segment<S>(number)[at], segment<S>(number)[at + 1]}; };
    // The segment, the newest and the oldest frame in it that count, and the segment above.
    unsigned found = pools::NONE, newest = 0, oldest = 0, lowest = 0, above = pools::NONE;
    ReturnTo to = of;
    unsigned last = pools::NONE;
    for (unsigned i = 0; i < SEGMENTS_TO_LOOK_AT && to.is_on_stack(); i++) {
        const joins::InSegment here(to);
        unsigned at = here.frame;
        for (;;) {
            const Frame frame = frame_at(here.number, at);
            if (frame.next() < frame.count()) {
                found = here.number;
                newest = here.frame;
                oldest = at;
                above = last;
            }
            if (frame.below() == 0) break;
            at -= frame.below();
        }
        if (found == here.number) lowest = at;
        last = here.number;
        to = header_of(here.number).to;
    }
    bool given = false;
    if (found == pools::NONE) return {of, given};
    unsigned* const words = segment<S>(found);
    SegmentHeader& header = header_of(found);
    unsigned start = lowest;
    for (;;) {
        const unsigned next = pools::take<joins::Records>(memory.records);
        // It stays where it is.
        if (next == pools::NONE) return {of, given};
        const Frame frame = frame_at(found, start);
        auto* const record = reinterpret_cast<unsigned*>(memory.records.at(next));
        record[0] = 1 + frame.count() - frame.next();
        record[1] = frame.continuation();
        constexpr unsigned ITEM = sizeof(joins::Header) / 4;
        for (unsigned i = 0; i < frame.item(); i++) record[ITEM + i] = words[start + Frame::WORDS + i];
        record[ITEM + frame.item()] = header.to.record;
        record[ITEM + frame.item() + 1] = header.to.offset;
        for (unsigned i = frame.next(); i < frame.count(); i++) {
            const unsigned* const child = words + start + frame.child(i);
            const joins::Tag tag = {child[0]};
            push_child<S>(queues, [&](unsigned word) { return child[1 + word]; }, tag.procedure(), {next, static_cast<unsigned>(sizeof(joins::Header)) + tag.offset()});
            given = true;
        }
        // What went to the frame goes to the record.
        if (start == newest) {
            ReturnTo& to = above == pools::NONE ? of : header_of(above).to;
            to = {next, static_cast<unsigned>(sizeof(joins::Header)) + joins::InSegment(to).byte - (start + Frame::WORDS) * 4};
            pools::give<joins::Segments>(memory.segments, found);
            return {of, given};
        }
        const bool is_last = start == oldest;
        start += frame.size();
        const unsigned state = words[start];
        header.to = {next, static_cast<unsigned>(sizeof(joins::Header)) + Frame{state, 0}.offset()};
        words[start] = Frame::moved(state, 0, 0);
        if (is_last) return {of, given};
    }
}

}  // namespace whipple::scheduler
