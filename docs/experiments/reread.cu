// How fast the memory accesses of `recursion1-memory` can be without a scheduler: chains of the same law, 256 threads each, that read and
// write the same 32 words a thread in each step. For docs/megakernel.md ("How far it still is").
//
//     nvcc -arch=sm_90 -O3 -o reread reread.cu && ./reread
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr unsigned CHAINS = 38'000, WORDS = 32, MASK = (1u << 22) - 1;

__device__ unsigned next_chain;

enum Order { WEAK, CTA, GPU };

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

template <Order L, Order S>
__global__ void __launch_bounds__(256) chains(unsigned* memory, unsigned stride, unsigned long long* tasks) {
    __shared__ unsigned shared;
    for (;;) {
        if (threadIdx.x == 0) shared = atomicAdd(&next_chain, 1);
        __syncthreads();
        const unsigned chain = shared;
        __syncthreads();
        if (chain >= CHAINS) return;
        for (unsigned i = 0; i < 40; i++) {
            for (unsigned k = 0; k < WORDS; k++) {
                unsigned* const word = memory + ((chain * 256 + threadIdx.x + k * stride) & MASK);
                store<S>(word, load<L>(word) | 1);
            }
            __syncthreads();
            if (threadIdx.x == 0) atomicAdd(tasks, 1ull);
            if (mix(chain * 40 + i) % 40 < i + 1) break;
        }
    }
}

template <Order L, Order S>
void measure(const char* orders, unsigned* memory, unsigned stride, int blocks) {
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
        chains<L, S><<<multiprocessors * blocks, 256>>>(memory, stride, tasks);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&time, begin, end);
    }
    cudaMemcpy(&count, tasks, sizeof count, cudaMemcpyDeviceToHost);
    std::sort(times.begin(), times.end());
    printf("%-24s stride %u, %d blocks a multiprocessor: %.3f ms, %llu tasks, %s\n", orders, stride, blocks, times[3], count / times.size(),
           cudaGetErrorString(cudaGetLastError()));
    cudaFree(tasks);
}

int main() {
    unsigned* memory;
    cudaMalloc(&memory, (MASK + 1ull) * sizeof *memory);
    for (unsigned stride : {131'072u, 131'104u})
        for (int blocks : {2, 4, 6, 8}) {
            measure<CTA, GPU>("loads cta, stores gpu", memory, stride, blocks);
            measure<WEAK, WEAK>("both weak", memory, stride, blocks);
            measure<CTA, CTA>("both cta", memory, stride, blocks);
            measure<GPU, GPU>("both gpu", memory, stride, blocks);
        }
}
