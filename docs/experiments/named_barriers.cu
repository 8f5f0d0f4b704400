// Shows that compute-sanitizer's racecheck loses track of barriers of a block whose warps meet in pairs, too: docs/log/110-compute-sanitizer.md.
//
//   nvcc -arch=sm_90 -o named_barriers named_barriers.cu
//   compute-sanitizer --tool racecheck ./named_barriers MODE
//
// Thread 0 writes a word before `__syncthreads` and all read it after it, in many rounds; a second `__syncthreads` parts these reads from
// the next write. In between, by MODE, warps meet at named barriers, a number of times that differs: 0 nowhere; 1 the whole block; 2 pairs
// of warps, by `barrier.cta.red`; 3 pairs of warps, by `barrier.cta.sync`. There is no race in any mode. Hazards on an H200 (CUDA 13.0):
// 0, 0, 1, 1.
#include <cstdio>
#include <cstdlib>
__device__ unsigned sink;

template <int NAME>
__device__ void meet(int mode, unsigned threads) {
    if (mode == 3) {
        asm volatile("barrier.cta.sync %0, %1;" ::"n"(NAME), "r"(threads) : "memory");
    } else {
        unsigned votes;
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %2, 0;\n\tbarrier.cta.red.popc.u32 %0, %3, %1, p;\n\t}"
                     : "=r"(votes)
                     : "r"(threads), "r"(1u), "n"(NAME)
                     : "memory");
    }
}

__global__ void rounds(int mode, int turns) {
    __shared__ unsigned word;
    const unsigned pair = threadIdx.x / 64;
    unsigned sum = 0;
    if (threadIdx.x == 0) word = 0;
    __syncthreads();
    for (int turn = 1; turn <= turns; turn++) {
        sum += word;
        __syncthreads();
        const int times = mode == 1 ? turn % 3 : mode == 0 ? 0 : (turn * 7 + pair * 5 + blockIdx.x) % 4;
        for (int k = 0; k < times; k++) {
            if (mode == 1)
                meet<1>(mode, blockDim.x);
            else if (pair == 0)
                meet<1>(mode, 64);
            else if (pair == 1)
                meet<2>(mode, 64);
            else if (pair == 2)
                meet<3>(mode, 64);
            else
                meet<4>(mode, 64);
        }
        if (threadIdx.x == 0) word = turn;
        __syncthreads();
    }
    if (sum == 12345) sink = sum;
}
int main(int count, char** arguments) {
    const int mode = count > 1 ? atoi(arguments[1]) : 2;
    rounds<<<8, 256>>>(mode, 50);
    printf("mode %d: %s\n", mode, cudaGetErrorString(cudaDeviceSynchronize()));
}
