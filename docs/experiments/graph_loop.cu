// What compute-sanitizer's racecheck makes of kernels that a conditional node of a graph launches again and again. Each kernel writes a word of
// shared memory, meets at a barrier and reads it: no two accesses race. For docs/log/110-compute-sanitizer.md.
//
//     nvcc -arch=sm_90 -lineinfo -o graph_loop graph_loop.cu
//     compute-sanitizer --tool racecheck ./graph_loop LOOP KERNELS ITERATIONS BLOCKS CHAINED
//
// LOOP: `host` launches the kernels itself, `graph` has a loop of the device do it. KERNELS: how many run beside each other in an iteration,
// before the one that counts. CHAINED: 1 for one after another in place of that.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const cudaError_t status = call;                                                   \
        if (status != cudaSuccess) {                                                       \
            printf("%s: %s\n", #call, cudaGetErrorString(status));                         \
            return 1;                                                                      \
        }                                                                                  \
    } while (0)

__global__ void work(unsigned* sum) {
    __shared__ unsigned word;
    if (threadIdx.x == 0) word = blockIdx.x + 1;
    __syncthreads();
    atomicAdd(sum, word);
}

__global__ void count(unsigned* iterations, unsigned most, cudaGraphConditionalHandle loop, bool in_graph) {
    const bool more = ++*iterations < most;
    if (in_graph) cudaGraphSetConditional(loop, more);
}

int main(int arguments, char** values) {
    const bool in_graph = arguments > 1 && !strcmp(values[1], "graph");
    const unsigned kernels = arguments > 2 ? atoi(values[2]) : 1, most = arguments > 3 ? atoi(values[3]) : 2;
    const unsigned blocks = arguments > 4 ? atoi(values[4]) : 8;
    const bool chained = arguments > 5 && atoi(values[5]) != 0;
    constexpr unsigned THREADS = 256;
    unsigned* memory;
    CHECK(cudaMalloc(&memory, 2 * sizeof *memory));
    CHECK(cudaMemset(memory, 0, 2 * sizeof *memory));
    unsigned *sum = memory, *iterations = memory + 1, limit = most;
    cudaGraphConditionalHandle loop = 0;
    if (in_graph) {
        cudaGraph_t graph;
        CHECK(cudaGraphCreate(&graph, 0));
        CHECK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
        cudaGraphNodeParams repeat = {cudaGraphNodeTypeConditional};
        repeat.conditional.handle = loop;
        repeat.conditional.type = cudaGraphCondTypeWhile;
        repeat.conditional.size = 1;
        cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
        CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &repeat));
#else
        CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &repeat));
#endif
        const cudaGraph_t body = repeat.conditional.phGraph_out[0];
        std::vector<cudaGraphNode_t> before(kernels);
        void* of_work[] = {&sum};
        for (unsigned i = 0; i < kernels; i++) {
            cudaKernelNodeParams parameters = {};
            parameters.func = reinterpret_cast<void*>(work);
            parameters.gridDim = blocks;
            parameters.blockDim = THREADS;
            parameters.kernelParams = of_work;
            CHECK(cudaGraphAddKernelNode(&before[i], body, before.data() + (i > 0 ? i - 1 : 0), chained && i > 0, &parameters));
        }
        bool yes = true;
        void* of_count[] = {&iterations, &limit, &loop, &yes};
        cudaKernelNodeParams parameters = {};
        parameters.func = reinterpret_cast<void*>(count);
        parameters.gridDim = 1;
        parameters.blockDim = 1;
        parameters.kernelParams = of_count;
        CHECK(cudaGraphAddKernelNode(&node, body, before.data(), before.size(), &parameters));
        cudaGraphExec_t ready;
        CHECK(cudaGraphInstantiate(&ready, graph, 0));
        cudaStream_t stream;
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaGraphLaunch(ready, stream));
        CHECK(cudaStreamSynchronize(stream));
    } else {
        std::vector<cudaStream_t> streams(kernels);
        for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
        for (unsigned i = 0; i < most; i++) {
            for (unsigned k = 0; k < kernels; k++) work<<<blocks, THREADS, 0, streams[chained ? 0 : k]>>>(sum);
            CHECK(cudaDeviceSynchronize());
            count<<<1, 1>>>(iterations, most, loop, false);
            CHECK(cudaDeviceSynchronize());
        }
    }
    unsigned found[2];
    CHECK(cudaMemcpy(found, memory, sizeof found, cudaMemcpyDeviceToHost));
    const unsigned expected = most * kernels * THREADS * blocks * (blocks + 1) / 2;
    printf("%s, %u kernels: %u iterations, sum %u, expected %u\n", in_graph ? "graph" : "host", kernels, found[1], found[0], expected);
    return found[0] == expected && found[1] == most ? 0 : 1;
}
