// Runs the program of tests/levels.cu and checks what tests/engine.rs checks on a GPU.
#ifndef PAIR_THREADS
#define PAIR_THREADS 4
#endif
#ifndef CROWD_THREADS
#define CROWD_THREADS 64
#endif
// As in whipple-runtime/src/program/plan.rs: an item and its shared memory for each task of a warp, or a warp's part of them.
constexpr unsigned slice(unsigned threads) { return (196 + 4 * threads + 15) / 16 * 16; }
constexpr unsigned pairs_of_a_warp = 32 / PAIR_THREADS * slice(PAIR_THREADS);
constexpr unsigned warps_of_a_crowd = (CROWD_THREADS + 31) / 32;
constexpr unsigned crowd_of_a_warp = ((slice(CROWD_THREADS) + warps_of_a_crowd - 1) / warps_of_a_crowd + 15) / 16 * 16;
#define SCRATCH_BYTES (pairs_of_a_warp > crowd_of_a_warp ? pairs_of_a_warp : crowd_of_a_warp)
#include "facts.hpp"
//
#define FACTS_OF_LEVELS                                                                                                                    \
    ::tests::facts_of<4>({                                                                                                                 \
        {{2, 1, sizeof(::tests::Mark), true, 3, 1},                                                                                        \
         {0, PAIR_THREADS, sizeof(::tests::Payload), true, 2, 2},                                                                          \
         {1, CROWD_THREADS, sizeof(::tests::Payload), true, 1, 1},                                                                         \
         {2, 1, sizeof(::tests::Mark), true, 0, 0}},                                                                                       \
        {{0, 1, 0, 0}, {0, PAIR_THREADS, PAIR_THREADS, 0}, {0, 0, 0, CROWD_THREADS}, {0, 0, 0, 0}},                                        \
    })
#include "../levels.cu"
//
#include "host.hpp"
#include "driver.hpp"

using namespace whipple::emulation;

int main(int count, char** values) {
    const Arguments arguments(count, values);
    const unsigned roots = static_cast<unsigned>(arguments.get("roots", 20)), runs = static_cast<unsigned>(arguments.get("runs", 1));
    // 1 to 3: what the leaves or crowds of the middle root do wrong.
    const unsigned first_fault = static_cast<unsigned>(arguments.get("fault", 0));
    struct Fault {
        unsigned procedure, line;
        const char* message;
    };
    constexpr Fault faults[] = {{}, {3, 77, "a leaf was told to panic"}, {3, 78, "index out of bounds"}, {2, 55, "a crowd was told to panic"}};
    unsigned long long sums[8];
    std::vector<tests::Mark> seeds;
    for (unsigned root = 0; root < roots; root++) seeds.push_back({root, 0u});
    Engine engine(arguments.choice());
    engine.seed(0, seeds);
    int failures = 0;
    for (unsigned run = 0; run < runs && failures == 0; run++) {
        // A run that panics is followed by one that does not, on the same queues.
        for (unsigned fault = first_fault;; fault = 0) {
            std::fill(sums, sums + 8, 0);
            tests::LevelsProgram program = {};
            program.levels = {{reinterpret_cast<whipple::u64*>(sums), 8}, fault != 0 ? roots / 2 : ~0u, fault};
            const Outcome outcome = engine.run(program);
            const unsigned long long leaves = 8ull * roots * CROWD_THREADS;
            const std::array<unsigned long long, 4> tasks = {roots, 15ull * roots, 8ull * roots, leaves};
            const auto& panic = outcome.panic;
            std::string wrong;
            if (outcome.panicked != (fault != 0)) {
                wrong = outcome.panicked ? std::string("panic: ") + panic.message : "no panic";
            } else if (outcome.panicked) {
                if (panic.procedure != faults[fault].procedure || panic.line != faults[fault].line ||
                    std::strcmp(panic.message, faults[fault].message) != 0)
                    wrong = "another panic: " + std::string(panic.message) + " in line " + std::to_string(panic.line) + " of procedure " +
                            std::to_string(panic.procedure);
            } else if (outcome.exhausted) {
                wrong = "the queue memory is exhausted";
            } else if (outcome.tasks != tasks || sums[0] != leaves || sums[1] != 8ull * CROWD_THREADS * roots * (roots - 1) / 2 || sums[2] != 0) {
                wrong = std::to_string(outcome.tasks[0]) + ", " + std::to_string(outcome.tasks[1]) + ", " + std::to_string(outcome.tasks[2]) +
                        ", " + std::to_string(outcome.tasks[3]) + " tasks; " + std::to_string(sums[0]) + " leaves, sum " +
                        std::to_string(sums[1]) + ", wrong values " + std::to_string(sums[2]);
            }
            failures += report("run " + std::to_string(run), outcome, wrong);
            if (fault == 0) break;
        }
    }
    return failures == 0 ? 0 : 1;
}
