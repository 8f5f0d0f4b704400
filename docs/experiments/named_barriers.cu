// A word that thread 0 writes before __syncthreads and all read after it; between such rounds pairs of warps meet at named barriers of
// their own, a number of times that differs. Mode 0: no named barriers; 1: over the block; 2: over pairs, `barrier.cta.red`;
// 3: over pairs, `barrier.cta.sync`.
#include <cstdio>
#include <cstdlib>
__device__ unsigned sink;
template <int NAME> __device__ void meet(int mode, unsigned threads) {
    unsigned result;
    if (mode == 3) asm volatile("barrier.cta.sync %0, %1;" ::"n"(NAME), "r"(threads) : "memory");
    else asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %2, 0;\n\tbarrier.cta.red.popc.u32 %0, %3, %1, p;\n\t}" : "=r"(result) : "r"(threads), "r"(1u), "n"(NAME) : "memory");
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
            if (mode == 1) meet<1>(mode, blockDim.x);
            else if (pair == 0) meet<1>(mode, 64);
            else if (pair == 1) meet<2>(mode, 64);
            else if (pair == 2) meet<3>(mode, 64);
            else meet<4>(mode, 64);
        }
        if (threadIdx.x == 0) word = turn;
        __syncthreads();
    }
    if (sum == 12345) sink = sum;
}
int main(int, char** a) {
    rounds<<<8, 256>>>(atoi(a[1]), 50);
    printf("mode %s: %s\n", a[1], cudaGetErrorString(cudaDeviceSynchronize()));
}
