// How fast the memory accesses of `recursion1-memory` can be without a scheduler: the same chains, 256 threads each, that read and
// write the same 32 words a thread in each step; and how fast if they only wrote, or only read. For docs/log/106-limits.md.
//
//     nvcc -arch=sm_90 -O3 -o reread reread.cu && ./reread
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr unsigned CHAINS = 38'000, WORDS = 32, MASK = (1u << 22) - 1;

__device__ unsigned next_chain;

enum Order { WEAK, CTA, GPU };
enum Access { BOTH, READ, WRITE };

template <Order O>
__device__ unsigned load(const unsigned* p) {
    unsigned value;
    if (O == WEAK) asm volatile("ld.weak.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    if (O == CTA) asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    if (O == GPU) asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

template <Order O>
__device__ void store(unsigned* p, unsigned value) {
    if (O == WEAK) asm volatile("st.weak.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
    if (O == CTA) asm volatile("st.relaxed.cta.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
    if (O == GPU) asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

__device__ unsigned mix(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

// Whether the task at `depth` of a chain has a successor: as `goes_on` of examples/synthetic/recursion.rs.
__device__ bool goes_on(unsigned chain, unsigned depth) {
    return (mix(chain * 64 + depth) >> 8) * (1.0f / (1 << 24)) < 1.0f - depth / 40.0f;
}

template <Order L, Order S, Access A>
__global__ void __launch_bounds__(256) chains(unsigned* memory, unsigned stride, unsigned long long* tasks) {
    __shared__ unsigned shared;
    for (;;) {
        if (threadIdx.x == 0) shared = atomicAdd(&next_chain, 1);
        __syncthreads();
        const unsigned chain = shared;
        __syncthreads();
        if (chain >= CHAINS) return;
        for (unsigned depth = 0;; depth++) {
            for (unsigned k = 0; k < WORDS; k++) {
                unsigned* const word = memory + ((chain * 256 + threadIdx.x + k * stride) & MASK);
                const unsigned value = A == WRITE ? chain : load<L>(word);
                if (A != READ) store<S>(word, value | 1);
            }
            __syncthreads();
            if (threadIdx.x == 0) atomicAdd(tasks, 1ull);
            if (!goes_on(chain, depth)) break;
        }
    }
}

template <Order L, Order S, Access A = BOTH>
void measure(const char* orders, unsigned* memory, unsigned stride, int blocks, int shared = 0) {
    int multiprocessors;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    unsigned long long *tasks, count;
    cudaMalloc(&tasks, sizeof *tasks);
    cudaMemset(tasks, 0, sizeof *tasks);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> times(7);
    for (float& time : times) {
        const unsigned zero = 0;
        cudaMemcpyToSymbol(next_chain, &zero, sizeof zero);
        cudaEventRecord(begin);
        chains<L, S, A><<<multiprocessors * blocks, 256, shared>>>(memory, stride, tasks);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&time, begin, end);
    }
    cudaMemcpy(&count, tasks, sizeof count, cudaMemcpyDeviceToHost);
    std::sort(times.begin(), times.end());
    printf("%-32s stride %u, %d blocks a multiprocessor: %.3f ms, %llu tasks, %s\n", orders, stride, blocks, times[3], count / times.size(),
           cudaGetErrorString(cudaGetLastError()));
    cudaFree(tasks);
}

int main() {
    unsigned* memory;
    cudaMalloc(&memory, (MASK + 1ull) * sizeof *memory);
    for (unsigned stride : {131'072u, 131'104u})
        for (int blocks : {2, 3, 4, 5, 6, 8}) {
            measure<CTA, GPU>("loads cta, stores gpu", memory, stride, blocks);
            measure<CTA, GPU>("the same, 3,392 bytes shared", memory, stride, blocks, 3392);  // as worker blocks have, beside those that are reserved
            measure<CTA, GPU, WRITE>("only the stores, gpu", memory, stride, blocks);
            measure<WEAK, WEAK, WRITE>("only the stores, weak", memory, stride, blocks);
            measure<CTA, GPU, READ>("only the loads, cta", memory, stride, blocks);
            measure<WEAK, WEAK>("both weak", memory, stride, blocks);
            measure<CTA, CTA>("both cta", memory, stride, blocks);
            measure<GPU, GPU>("both gpu", memory, stride, blocks);
        }
}
