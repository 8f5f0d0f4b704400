// The only header with PTX, intrinsics, atomics and fences for synchronisation. Each wrapper names its order and scope.
//
// Orders are those of the PTX memory model. `gpu` scope covers all threads of the device; `cta` the threads of one block.
#pragma once
#include "config.cuh"

#ifndef __CUDACC__
#include <whipple/emulation/sync.hpp>
#else

namespace whipple::sync {

constexpr unsigned WARP = 32;
constexpr unsigned FULL_MASK = 0xffffffffu;

// ---- Positions -------------------------------------------------------------------------------------------------

__device__ inline unsigned thread_in_block() { return threadIdx.x; }
__device__ inline unsigned lane() { return threadIdx.x % WARP; }
__device__ inline unsigned block() { return blockIdx.x; }
__device__ inline unsigned blocks() { return gridDim.x; }

// Tells the emulated machine whose task the thread runs.
template <class P>
class TaskScope {};

// ---- Global memory: gpu scope ----------------------------------------------------------------------------------

__device__ inline unsigned load_relaxed_gpu(const unsigned* address) {
    unsigned value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

__device__ inline unsigned load_acquire_gpu(const unsigned* address) {
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

__device__ inline unsigned long long load_relaxed_gpu(const unsigned long long* address) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    return value;
}

__device__ inline unsigned long long load_acquire_gpu(const unsigned long long* address) {
    unsigned long long value;
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    return value;
}

__device__ inline void store_relaxed_gpu(unsigned* address, unsigned value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ inline void store_release_gpu(unsigned* address, unsigned value) {
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ inline void store_relaxed_gpu(unsigned long long* address, unsigned long long value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

__device__ inline void store_release_gpu(unsigned long long* address, unsigned long long value) {
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

__device__ inline unsigned add_relaxed_gpu(unsigned* address, unsigned value) {
    unsigned old;
    asm volatile("atom.add.relaxed.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ inline unsigned add_acq_rel_gpu(unsigned* address, unsigned value) {
    unsigned old;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ inline unsigned add_release_gpu(unsigned* address, unsigned value) {
    unsigned old;
    asm volatile("atom.add.release.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ inline void add_relaxed_gpu(unsigned long long* address, unsigned long long value) {
    asm volatile("red.add.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

__device__ inline unsigned max_relaxed_gpu(unsigned* address, unsigned value) {
    unsigned old;
    asm volatile("atom.max.relaxed.gpu.global.u32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ inline unsigned or_relaxed_gpu(unsigned* address, unsigned value) {
    unsigned old;
    asm volatile("atom.or.relaxed.gpu.global.b32 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(value) : "memory");
    return old;
}

__device__ inline unsigned compare_exchange_acq_rel_gpu(unsigned* address, unsigned expected, unsigned desired) {
    unsigned old;
    asm volatile("atom.cas.acq_rel.gpu.global.b32 %0, [%1], %2, %3;"
                 : "=r"(old)
                 : "l"(address), "r"(expected), "r"(desired)
                 : "memory");
    return old;
}

__device__ inline unsigned long long compare_exchange_relaxed_gpu(unsigned long long* address, unsigned long long expected,
                                                                  unsigned long long desired) {
    unsigned long long old;
    asm volatile("atom.cas.relaxed.gpu.global.b64 %0, [%1], %2, %3;"
                 : "=l"(old)
                 : "l"(address), "l"(expected), "l"(desired)
                 : "memory");
    return old;
}

// Orders everything before it with everything after it for all threads of the device.
__device__ inline void fence_acq_rel_gpu() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
// The same for the threads of the block.
__device__ inline void fence_acq_rel_cta() { asm volatile("fence.acq_rel.cta;" ::: "memory"); }
// The same, also for the host.
__device__ inline void fence_acq_rel_system() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }

// ---- Memory of the host: system scope ---------------------------------------------------------------------------

__device__ inline unsigned long long load_acquire_system(const unsigned long long* address) {
    unsigned long long value;
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    return value;
}

__device__ inline void store_release_system(unsigned long long* address, unsigned long long value) {
    asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

// ---- Shared memory: cta scope ----------------------------------------------------------------------------------

// The one T in the shared memory of the block; uninitialised.
template <class T>
__device__ inline T& shared_memory() {
    __shared__ T memory;
    return memory;
}

// The block's dynamic shared memory.
__device__ inline unsigned char* dynamic_shared_memory() {
    extern __shared__ __align__(16) unsigned char memory[];
    return memory;
}

__device__ inline unsigned load_relaxed_cta(const unsigned* shared) {
    return *static_cast<const volatile unsigned*>(shared);
}

__device__ inline void store_relaxed_cta(unsigned* shared, unsigned value) {
    *static_cast<volatile unsigned*>(shared) = value;
}

__device__ inline unsigned add_relaxed_cta(unsigned* shared, unsigned value) { return atomicAdd_block(shared, value); }
__device__ inline unsigned max_relaxed_cta(unsigned* shared, unsigned value) { return atomicMax_block(shared, value); }
__device__ inline unsigned increment_relaxed_cta(unsigned* shared) { return atomicAdd_block(shared, 1u); }
__device__ inline unsigned compare_exchange_relaxed_cta(unsigned* shared, unsigned expected, unsigned desired) {
    return atomicCAS_block(shared, expected, desired);
}
__device__ inline unsigned exchange_relaxed_cta(unsigned* shared, unsigned value) { return atomicExch_block(shared, value); }

// A word of shared memory whose address stays in a register: the compiler otherwise works it out again at each use, from a special
// register.
class SharedWord {
public:
    __device__ explicit SharedWord(unsigned* word) {
        asm volatile("mov.u32 %0, %1;" : "=r"(address_) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(word))));
    }
    __device__ void store_relaxed_cta(unsigned value) const {
        asm volatile("st.relaxed.cta.shared.u32 [%0], %1;" ::"r"(address_), "r"(value) : "memory");
    }

private:
    unsigned address_;
};

// What the emulated machine checks on request: whether the shared memory of a task is read before it is written.
constexpr bool CHECKS_SHARED = false;
__device__ inline void shared_fresh(const void*, unsigned) {}
__device__ inline void shared_written(const void*, unsigned) {}
__device__ inline void shared_read(const void*, unsigned, const char*, int) {}

// ---- Warps -----------------------------------------------------------------------------------------------------

__device__ inline unsigned active_mask() { return __activemask(); }
__device__ inline void warp_barrier(unsigned mask = FULL_MASK) { __syncwarp(mask); }
__device__ inline unsigned ballot(unsigned mask, bool vote) { return __ballot_sync(mask, vote); }
__device__ inline unsigned shuffle(unsigned mask, unsigned value, unsigned source) {
    return __shfl_sync(mask, value, static_cast<int>(source));
}
__device__ inline unsigned shuffle_up(unsigned mask, unsigned value, unsigned delta) {
    return __shfl_up_sync(mask, value, delta);
}

// The value of lane 0, for the whole warp. Lanes that load the same word one by one may each see another value, and must not then
// part ways before a warp operation.
__device__ inline unsigned uniform(unsigned value) { return shuffle(FULL_MASK, value, 0); }

// Sum over the whole warp.
__device__ inline unsigned warp_sum(unsigned value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(FULL_MASK, value);
#else
    for (unsigned delta = WARP / 2; delta > 0; delta /= 2) value += __shfl_xor_sync(FULL_MASK, value, static_cast<int>(delta));
    return value;
#endif
}

// Sum over the lanes of a mask, which call together.
__device__ inline unsigned sum_of_lanes(unsigned mask, unsigned value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(mask, value);
#else
    unsigned sum = 0;
    for (unsigned left = mask; left != 0; left &= left - 1) sum += shuffle(mask, value, static_cast<unsigned>(__ffs(static_cast<int>(left)) - 1));
    return sum;
#endif
}

// Sum over this lane and the lanes below it.
__device__ inline unsigned warp_scan_inclusive(unsigned value) {
    for (unsigned delta = 1; delta < WARP; delta *= 2) {
        const unsigned below = __shfl_up_sync(FULL_MASK, value, delta);
        if (lane() >= delta) value += below;
    }
    return value;
}

// The smallest value over the whole warp.
__device__ inline unsigned warp_min(unsigned value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(FULL_MASK, value);
#else
    for (unsigned delta = WARP / 2; delta > 0; delta /= 2) {
        const unsigned other = __shfl_xor_sync(FULL_MASK, value, static_cast<int>(delta));
        value = other < value ? other : value;
    }
    return value;
#endif
}

// The largest value over the whole warp.
__device__ inline unsigned warp_max(unsigned value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(FULL_MASK, value);
#else
    for (unsigned delta = WARP / 2; delta > 0; delta /= 2) {
        const unsigned other = __shfl_xor_sync(FULL_MASK, value, static_cast<int>(delta));
        value = other > value ? other : value;
    }
    return value;
#endif
}

__device__ inline unsigned lowest_bit(unsigned mask) { return static_cast<unsigned>(__ffs(static_cast<int>(mask)) - 1); }
__device__ inline unsigned count_bits(unsigned mask) { return static_cast<unsigned>(__popc(mask)); }
__device__ inline unsigned lanes_below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

// ---- Blocks ----------------------------------------------------------------------------------------------------

// All threads of the block that have not exited.
__device__ inline void block_barrier() { __syncthreads(); }

// Code that the device linker puts together keeps barrier names in registers. A kernel claims as many barriers as its own code
// names, not what functions name that it calls. An instruction on a barrier beyond is illegal. A name in a register claims all
// 16.
#ifndef WHIPPLE_LINKED
#define WHIPPLE_LINKED 0
#endif
#if WHIPPLE_LINKED
#define WHIPPLE_BARRIER_NAME(constant, variable) "r"(variable)
#else
#define WHIPPLE_BARRIER_NAME(constant, variable) "n"(constant)
#endif

// Barriers over `threads` threads (a multiple of the warp size) that share a barrier name 1..MOST. Not `.aligned`: lanes of a
// warp may arrive one by one. The names are constants in the code, because a kernel with a name in a register claims all 16
// barriers for each block. A multiprocessor has 64, which is enough for four such blocks, whatever their size.
template <unsigned MOST>
__device__ inline unsigned named_barrier_count(unsigned name, unsigned threads, bool vote) {
    if constexpr (MOST > 1 && !WHIPPLE_LINKED) {
        if (name != MOST) return named_barrier_count<MOST - 1>(name, threads, vote);
    }
    unsigned result;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %3, 0;\n\tbarrier.cta.red.popc.u32 %0, %1, %2, p;\n\t}"
                 : "=r"(result)
                 : WHIPPLE_BARRIER_NAME(MOST, name), "r"(threads), "r"(static_cast<unsigned>(vote))
                 : "memory");
    return result;
}
#undef WHIPPLE_BARRIER_NAME

// The same where lanes of one warp may arrive from different places in the code: out of line, so that all arrive at one
// instruction. Else the warp runs the code of one of the places for all. The registers that ptxas chose for the results of two
// differed: docs/log/107-one-barrier-out-of-line.md.
template <unsigned MOST>
__device__ __noinline__ unsigned named_barrier_count_from_anywhere(unsigned name, unsigned threads, bool vote) {
    return named_barrier_count<MOST>(name, threads, vote);
}

// The same for tasks of `OF_TASK` threads. Lanes beyond them, in their last warp, wait elsewhere in the code than the threads.
template <unsigned MOST, unsigned OF_TASK>
__device__ inline unsigned task_barrier_count(unsigned name, unsigned threads, bool vote) {
    if constexpr (OF_TASK % WARP == 0) {
        return named_barrier_count<MOST>(name, threads, vote);
    } else {
        return named_barrier_count_from_anywhere<MOST>(name, threads, vote);
    }
}

// Where functions that a kernel calls name barriers: it claims all, by naming one in a register in its own code. `never` must be false, which the
// compiler does not know.
__device__ inline void claim_barriers(bool never) {
#if WHIPPLE_LINKED
    if (never) asm volatile("barrier.cta.sync %0, %1;" ::"r"(thread_in_block() / WARP % 16), "n"(WARP) : "memory");
#endif
}

// ---- Waiting and ending ----------------------------------------------------------------------------------------

// Gives the multiprocessor to others for about `nanoseconds`.
__device__ inline void back_off(unsigned nanoseconds) { __nanosleep(nanoseconds); }

// Nanoseconds of a device-wide clock (coarse).
__device__ inline unsigned long long nanoseconds() {
    unsigned long long value;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value));
    return value;
}

// Cycles of the multiprocessor's clock, in 32 bits that wrap.
__device__ inline unsigned cycles() { return static_cast<unsigned>(clock()); }
// The same in 64 bits, in order with the accesses to memory around it.
__device__ inline unsigned long long cycles64() {
    unsigned long long value;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(value)::"memory");
    return value;
}

// The same once `loaded` is there, a word of shared memory that is not ~0u. A clock is else read when a warp arrives at a barrier before
// it (`BAR.SYNC.DEFER_BLOCKING`), not when the barrier opens; a load waits.
__device__ inline unsigned long long cycles64_after(unsigned loaded) {
    unsigned long long value;
    asm volatile("{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %1, 0xffffffff;\n\t@p trap;\n\tmov.u64 %0, %%clock64;\n\t}" : "=l"(value) : "r"(loaded) : "memory");
    return value;
}

// The upper word of a product.
__device__ inline unsigned multiply_high(unsigned a, unsigned b) { return __umulhi(a, b); }

// Ends this thread. Block barriers and warp operations of the others no longer wait for it.
[[noreturn]] __device__ inline void exit_thread() {
    asm volatile("exit;");
    __builtin_unreachable();
}

}  // namespace whipple::sync

#endif  // __CUDACC__
