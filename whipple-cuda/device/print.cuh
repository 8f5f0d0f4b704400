// `println!` and its relatives: the number of what is said and its values go to the host, which writes the text.
//
// The host has a ring of slots in its memory, which the device can address. A record takes slots one after the other. It has the number
// of its message, and then the words of message.cuh. engine/common/print.rs reads the records, in the order of their places.
//
//   the device                                     the host
//   1. counts how many slots are free,             4. finds the number of the place in the mark of its first slot (acquire),
//      with what the host has read (acquire)       5. reads the record,
//   2. takes its slots (compare and exchange),     6. says that its slots are free (release).
//      and writes the record
//   3. marks it with its place + 1 (release)
//
// - A record becomes visible as a whole: 3 releases what 2 wrote, to the host, and 4 acquires it.
// - No slot is written while the host reads it: 6 releases the reads of 5, and 1 acquires them. A thread may see an old count of
//   slots that were read, and find fewer free than there are. It may see an old count of slots taken, even one that the host has
//   passed. Then the exchange of 2 fails, and gives the new one.
// - Two threads never have one slot: of all that saw the same count of slots taken, one exchanges it. It needs no order: what a
//   thread does with its slots depends on nothing that the thread did which took the slots before.
// - Places only grow, and a mark is one more than its place. So a mark of an earlier round is no mark of this one.
// - A thread takes slots for a line after those for the line before. The host reads by places, so it prints them in this order.
#pragma once
#include "message.cuh"
#include "sync.cuh"

namespace whipple {

// The ring, and the most slots that one record has. Behind the ring lie as many again, for a record that begins in it.
constexpr unsigned PRINT_SLOTS = 1u << 16;
constexpr unsigned PRINT_SLOT_WORDS = 8;
constexpr unsigned PRINT_RECORD_SLOTS = 1u << 14;

// In device memory; whipple-cuda/src/engine/common/print.rs has the same.
struct PrintMemory {
    alignas(128) unsigned long long taken;  // slots, since the run began
    unsigned long long dropped;             // records that had no room
    const unsigned long long* freed;        // slots that the host has read
    unsigned long long* marks;              // of each slot
    unsigned long long* words;              // of each slot
};
static_assert(sizeof(PrintMemory) == 128 && offsetof(PrintMemory, dropped) == 8 && offsetof(PrintMemory, words) == 32,
              "the layout of PrintMemory is the host's");

namespace detail {

// The memory of this run; null where nobody reads it. Defined by the scheduler (or by a test).
__device__ PrintMemory* print_memory();

// Where a record goes, and which place it has.
struct PrintPlace {
    PrintMemory* memory;  // null where the record is dropped
    unsigned long long at;

    __device__ unsigned slot() const { return static_cast<unsigned>(at % PRINT_SLOTS); }
    __device__ unsigned long long* words() const { return memory->words + static_cast<size_t>(PRINT_SLOT_WORDS) * slot(); }
    __device__ void publish() const { sync::store_release_system(&memory->marks[slot()], at + 1); }
};

// Steps 1 and 2 for a record of so many words.
__device__ __noinline__ inline PrintPlace take_print_place(unsigned words) {
    PrintMemory* const memory = print_memory();
    if (memory == nullptr) return {nullptr, 0};
    const unsigned slots = (words + PRINT_SLOT_WORDS - 1) / PRINT_SLOT_WORDS;
    unsigned long long taken = sync::load_relaxed_gpu(&memory->taken);
    const auto has_room = [&] {
        const auto used = static_cast<long long>(taken + slots - sync::load_acquire_system(memory->freed));
        return slots <= PRINT_RECORD_SLOTS && used <= static_cast<long long>(PRINT_SLOTS);
    };
    while (has_room()) {
        const unsigned long long found = sync::compare_exchange_relaxed_gpu(&memory->taken, taken, taken + slots);
        if (found == taken) return {memory, taken};
        taken = found;
    }
    sync::add_relaxed_gpu(&memory->dropped, 1ull);
    return {nullptr, 0};
}

}  // namespace detail

namespace num {

// println!("… {}", values…)
template <class... T>
__device__ inline void print(unsigned long long number, const T&... values) {
#if WHIPPLE_PRINTING
    using Layout = detail::MessageLayout<detail::LINE_BYTES, T...>;
    constexpr Layout LAYOUT;
    const detail::PrintPlace place = detail::take_print_place(1 + LAYOUT.words);
    if (place.memory == nullptr) return;
    unsigned long long* to = place.words();
    *to++ = number;
    detail::send_all<Layout>(to, values...);
    place.publish();
#else
    (static_cast<void>(number), ..., static_cast<void>(values));
#endif
}

}  // namespace num

}  // namespace whipple
