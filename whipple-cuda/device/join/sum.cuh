// Sums: outputs that are added where they go. Protocol: docs/design/joins.md.
#pragma once
#include "memory.cuh"
#include "output.cuh"

namespace whipple {

namespace joins {

// Whether a task's output may be one that is added where it goes.
template <class S, class T>
constexpr bool adds() {
    if constexpr (requires { typename Added<T>::Word; }) {
        bool any = S::FACTS.adds;
        for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { any = any || TAKES_TOTAL<typename Entry<S, I>::Procedure::Item>; });
        return any;
    } else {
        return false;
    }
}

// The sum of the numbers of several lanes, which call together.
__device__ inline unsigned sum_of(unsigned together, unsigned number) { return sync::sum_of_lanes(together, number); }
__device__ inline unsigned long long sum_of(unsigned together, unsigned long long number) {
    if (sync::ballot(together, number > ~0u / sync::WARP) == 0) return sync::sum_of_lanes(together, static_cast<unsigned>(number));
    // In parts whose sums fit.
    constexpr unsigned BITS = 26;
    unsigned long long sum = 0;
    for (unsigned first = 0; first < 64; first += BITS)
        sum += static_cast<unsigned long long>(sync::sum_of_lanes(together, static_cast<unsigned>(number >> first) & ((1u << BITS) - 1))) << first;
    return sum;
}

// Adds a number to what many threads add to, by a relaxed operation: the count behind it, or the end of the run, orders it. Lanes that come together
// with one place add once.
template <class Word>
__device__ inline void add(unsigned char* place, Word number) {
    if (number == 0) return;
    auto* const word = reinterpret_cast<Word*>(place);
    const unsigned together = sync::active_mask(), leader = sync::lowest_bit(together);
    const auto address = reinterpret_cast<unsigned long long>(place);
    const unsigned low = static_cast<unsigned>(address), high = static_cast<unsigned>(address >> 32);
    // All lanes shuffle both halves: none may leave between them.
    const unsigned low_of_leader = sync::shuffle(together, low, leader), high_of_leader = sync::shuffle(together, high, leader);
    if (sync::ballot(together, low != low_of_leader || high != high_of_leader) != 0) return void(sync::add_relaxed_gpu(word, number));
    const Word sum = sum_of(together, number);
    if (sync::lane() == leader) sync::add_relaxed_gpu(word, sum);
}

// An output as it is added.
template <class T>
__device__ inline auto added(const T& output) {
    typename Added<T>::Word word;
    memcpy(&word, &output, sizeof(word));
    return word;
}

// What threads of a worker block have not yet added to outputs of initial tasks: of each thread, one output's number and a sum. All tasks may add to one
// output, and the memory takes one addition to it at a time.
template <unsigned THREADS>
class RootSums {
public:
    // To be called by all threads as the block enters.
    __device__ void clear() {
        number_[sync::thread_in_block()] = NONE;
        sum_[sync::thread_in_block()] = 0;
    }
    __device__ void add(unsigned number, unsigned long long more) {
        const unsigned thread = sync::thread_in_block();
        if (number_[thread] != number) {
            flush();
            number_[thread] = number;
            sum_[thread] = 0;
        }
        sum_[thread] += more;
    }
    // To be called by all threads as the block leaves. The place of an output has 16 bytes, so numbers of 32 bits are added as those of 64.
    __device__ void flush() const {
        const unsigned thread = sync::thread_in_block();
        if (number_[thread] != NONE) joins::add(root(number_[thread]), sum_[thread]);
    }

private:
    static constexpr unsigned NONE = ~0u;
    unsigned number_[THREADS];
    unsigned long long sum_[THREADS];
};

// Adds an output to that of an initial task.
template <class S, class T>
__device__ inline void add_to_root(unsigned number, const T& output) {
    if constexpr (pools::CACHES) {
        sync::shared_memory<RootSums<S::BLOCK_THREADS>>().add(number, joins::added(output));
    } else {
        joins::add(root(number), joins::added(output));
    }
}

}  // namespace joins
}  // namespace whipple
