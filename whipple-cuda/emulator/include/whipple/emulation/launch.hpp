// The wrappers of schedulers/sliced/launch.cuh for the emulated machine.
#pragma once
#include "entry.hpp"

namespace whipple::graph {

// The handle is the address of a word of the driver.
inline void set_condition(unsigned long long loop, bool more) {
    __atomic_store_n(reinterpret_cast<unsigned*>(loop), more ? 1u : 0u, __ATOMIC_RELAXED);
}

}  // namespace whipple::graph

namespace whipple::nested {

inline bool refused() { return false; }

}  // namespace whipple::nested

#define WHIPPLE_LAUNCH(kernel, blocks, threads, bytes, ...) \
    whipple::emulation::Kernel<kernel>::launch<false>(blocks, threads, bytes, __VA_ARGS__)
#define WHIPPLE_LAUNCH_AFTER(kernel, blocks, threads, bytes, ...) \
    whipple::emulation::Kernel<kernel>::launch<true>(blocks, threads, bytes, __VA_ARGS__)
