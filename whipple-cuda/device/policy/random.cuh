// A random order: among the procedures that wait, each is first in proportion to its weight.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

// Sorting by -log(u) / weight, with a uniform u for each, draws them one after the other, in proportion to the weights of those
// left. See Efraimidis and Spirakis 2006, "Weighted random sampling with a reservoir".
class Random : public Policy {
public:
    __device__ void look_ahead(const unsigned* weights) { weight_ = weight_of(weights); }

    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        // Counter-based: the thread chooses the sequence, the round the place in it.
        const unsigned thread = sync::block() * 1024 + sync::thread_in_block();
        const unsigned bits = scrambled(scrambled(thread) + mine.round);
        // In (0, 1), and exact.
        const float uniform = (static_cast<float>(bits >> 9) + 0.5f) * 0x1p-23f;
        return sorted<N>(key_of(__fdividef(__log2f(uniform), static_cast<float>(weight_))), mine.order);
    }

private:
    // A bijection of 32-bit words in which each bit depends on all (the finaliser of MurmurHash3).
    __device__ static unsigned scrambled(unsigned word) {
        word = (word ^ word >> 16) * 0x85ebca6bu;
        word = (word ^ word >> 13) * 0xc2b2ae35u;
        return word ^ word >> 16;
    }

    unsigned weight_ = 1;
};

}  // namespace whipple::policy
