// The procedure that is furthest behind its share of the execution time first. Shares are in proportion to the weights.
#pragma once
#include "policy.cuh"

namespace whipple::policy {

// Each procedure has a lead over the one furthest behind: time of its tasks in this block, divided by its weight. The least
// lead is first. A procedure that has no work saves nothing up: when the others pass it, it moves with them. So the shares
// hold among the procedures that have work in the block, from a few rounds on.
class Quota : public Policy {
public:
    static constexpr bool MEASURES = true;

    __device__ void look_ahead(const unsigned* weights) { seen_ = weight_of(weights); }

    template <unsigned N>
    __device__ unsigned order(const Candidate& mine) {
        lead_ += __fdividef(static_cast<float>(mine.time), static_cast<float>(weight_));
        // What was owed under other weights is forgotten, so that new ones act at once.
        if (sync::ballot(sync::FULL_MASK, seen_ != weight_) != 0) lead_ = 0;
        weight_ = seen_;
        const bool waits = sync::lane() < N && mine.waiting > 0;
        const unsigned least = sync::warp_min(waits ? key_of(lead_) : key_of(LARGEST));
        lead_ = fmaxf(lead_ - __uint_as_float(least), 0);
        return sorted<N>(key_of(lead_), mine.order);
    }

private:
    static constexpr float LARGEST = 3e38f;

    unsigned seen_ = 1, weight_ = 1;  // of the host's last words, and those that `lead_` was counted with
    float lead_ = 0;
};

}  // namespace whipple::policy
