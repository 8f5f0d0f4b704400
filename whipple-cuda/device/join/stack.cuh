// Stacks: what a thread leaves in memory while it runs its tasks' children itself. A *frame* is a fork whose children one thread runs one after
// another: a record that needs no count. The newest frames lie in shared memory, older ones in *segments* in global memory. Protocol:
// docs/design/joins.md.
#pragma once
#include "record.cuh"

namespace whipple::joins {

// Words of a segment.
constexpr unsigned SEGMENT = 128;

// What a segment begins with.
struct alignas(16) SegmentHeader {
    ReturnTo to;  // of the oldest frame's continuation
    static constexpr unsigned WORDS = 4;
};

// Frames take multiples of so many words, which move together.
constexpr unsigned UNIT = 4;

// Where an output goes that goes to a segment: to its newest frame, as far as whoever runs the task is concerned. Places are words from the start of
// the segment. So nothing need be read to know where the frame begins and ends.
struct InSegment {
    static constexpr unsigned BITS_OF_PLACE = 6;
    unsigned number, byte, frame, top;

    __device__ explicit InSegment(const ReturnTo& to)
        : number(to.number()), byte(to.offset & 0xfff), frame((to.offset >> 12 & 63) * UNIT), top((to.offset >> 18) * UNIT) {}
    __device__ static ReturnTo of(unsigned number, unsigned byte, unsigned frame, unsigned top) {
        return {ReturnTo::segment(number), byte | frame / UNIT << 12 | top / UNIT << 18};
    }
};
static_assert(SEGMENT * 4 <= 1 << 12 && SEGMENT / UNIT < 64, "places fit");

// The first two words of a frame. The item of the continuation follows, then the children that have not started, which all take as many words.
struct Frame {
    unsigned state;  // from bit 0: the child that starts next; from 7: how many there are; from 14: bytes from the item of the frame below to where the output goes; from 24: words of the frame below, 0 if there is none
    unsigned shape;  // from bit 0: the continuation's procedure; from 8: words of the frame; from 16: of its item; from 24: of a child
    static constexpr unsigned WORDS = 2;

    __device__ unsigned next() const { return state & 127; }
    __device__ unsigned count() const { return state >> 7 & 127; }
    __device__ unsigned offset() const { return state >> 14 & 1023; }
    __device__ unsigned below() const { return state >> 24; }
    __device__ unsigned continuation() const { return shape & 255; }
    __device__ unsigned size() const { return shape >> 8 & 255; }
    __device__ unsigned item() const { return shape >> 16 & 255; }
    __device__ unsigned each() const { return shape >> 24; }
    // Where child i > 0 lies, in words from the start of the frame. The first one starts at once.
    __device__ unsigned child(unsigned i) const { return WORDS + item() + (i - 1) * each(); }

    __device__ static constexpr unsigned state_of(unsigned count, unsigned offset, unsigned below) { return 1 | count << 7 | offset << 14 | below << 24; }
    // Another frame lies below it, or none.
    __device__ static unsigned moved(unsigned state, unsigned offset, unsigned below) { return (state & (1 << 14) - 1) | offset << 14 | below << 24; }
};

// What a child begins with that waits in a frame: its procedure, and bytes from the item of the frame to where its output goes. Its item follows.
struct Tag {
    unsigned bits;

    __device__ static constexpr Tag of(unsigned procedure, unsigned offset) { return {procedure | offset << 8}; }
    __device__ unsigned procedure() const { return bits & 255; }
    __device__ unsigned offset() const { return bits >> 8; }
};

template <class T>
constexpr unsigned words_of() {
    return HAS_SIZE<T> ? (sizeof(T) + 3) / 4 : 0;
}

// The words of the largest item of a fork's children.
template <class F>
struct Largest;
template <class... Q>
struct Largest<Children<Q...>> {
    static constexpr unsigned words() {
        unsigned most = 0;
        ((most = words_of<typename Q::Item>() > most ? words_of<typename Q::Item>() : most), ...);
        return most;
    }
};
template <class Q, size_t N>
struct Largest<Repeated<Q, N>> : Largest<Children<Q>> {};

// How a frame of a fork into F with continuation C is laid out, in words.
template <class F, class C>
struct FrameOf {
    static constexpr size_t COUNT = Fork<F>::COUNT;
    static constexpr unsigned ITEM = words_of<typename C::Item>(), EACH = 1 + Largest<F>::words();
    static constexpr size_t SIZE = (Frame::WORDS + ITEM + (COUNT - 1) * EACH + UNIT - 1) / UNIT * UNIT;
    // Large frames would leave no room for others: whipple-runtime/src/program/source/graph.rs says what is large.
    static constexpr bool FITS = COUNT < 128 && SIZE <= Place<C>::Schedule::FACTS.frame;
    static constexpr unsigned SHAPE = Place<C>::INDEX | static_cast<unsigned>(SIZE) << 8 | ITEM << 16 | EACH << 24;
};

// Names the pool of segments. A thread keeps one for itself besides.
constexpr unsigned CACHED_SEGMENTS = 256;
struct Segments {
    static constexpr unsigned CACHED = CACHED_SEGMENTS;
};

}  // namespace whipple::joins
