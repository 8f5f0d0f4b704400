// Runs tasks of several widths and checks how many there were, the sum of their numbers, and that no leaf was damaged on its way.
#include "widths.cu"
//
#include "host.hpp"
#include "driver.hpp"

using namespace whipple::emulation;

namespace {

constexpr unsigned NOBODY = ~0u;

unsigned long long expected[2];

void walk(unsigned id) {
    expected[0]++;
    expected[1] += tests::mix(id).raw();
}

void walk_leaves(unsigned id, unsigned leaves) {
    for (unsigned i = 0; i < leaves; i++) walk(tests::leaf_of(id, i).raw());
}

void walk_twig(unsigned id) {
    walk(id);
    walk_leaves(id, TWIG_LEAVES);
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments(count, values);
    const auto get = [&](const char* name) { return static_cast<unsigned>(arguments.get(name, 1)); };
    std::vector<tests::Branch> stems, twigs;
    for (unsigned i = 0; i < get("stems"); i++) {
        stems.push_back({1 + i * 7919, get("depth"), {}});
        for (unsigned step = 0; step <= get("depth"); step++) {
            const unsigned id = 1 + i * 7919 + step;
            walk(id);
            walk_leaves(id, STEM_LEAVES);
            for (unsigned k = 0; k < STEM_TWIGS && step < get("depth"); k++) walk_twig(tests::twig_of(id, k).raw());
        }
    }
    for (unsigned i = 0; i < get("twigs"); i++) {
        twigs.push_back({5 + i * 7907, 0, {}});
        walk_twig(5 + i * 7907);
    }
    Engine engine(arguments.choice());
    engine.seed(0, stems);
    engine.seed(1, twigs);
    const unsigned faulty = static_cast<unsigned>(arguments.get("faulty", NOBODY)), dying = static_cast<unsigned>(arguments.get("dying", 1));
    const unsigned from = static_cast<unsigned>(arguments.get("from", 0)), late = static_cast<unsigned>(arguments.get("late", 0));
    int failures = 0;
    // A run that panics is followed by one that does not, on the same queues.
    for (int panics = faulty != NOBODY ? 1 : 0; panics >= 0 && failures == 0; panics--) {
        unsigned long long sums[3] = {}, tasks = 0;
        const tests::Sums all = {{reinterpret_cast<whipple::u64*>(sums), 3}, panics != 0 ? faulty : NOBODY, dying, from, late};
        const Outcome outcome = engine.run({{all}, {all}, {all}});
        for (const auto of_one : outcome.tasks) tasks += of_one;
        unsigned long long busy = 0;
        for (unsigned p = 0; p < N; p++) busy += outcome.tasks[p] * infos()[p].threads;
        std::string wrong;
        if (outcome.panicked != (panics != 0)) {
            wrong = outcome.panicked ? std::string("panic: ") + outcome.panic.message : "no panic";
        } else if (outcome.panicked) {
            if (std::strcmp(outcome.panic.message, "a leaf was told to panic") != 0) wrong = std::string("another panic: ") + outcome.panic.message;
        } else if (outcome.exhausted) {
            wrong = "queue memory is exhausted";
        } else if (busy > outcome.rounds * BLOCK_THREADS) {
            wrong = "more threads had tasks than " + std::to_string(outcome.rounds) + " rounds have";
        } else if (tasks != expected[0] || sums[0] != expected[0] || sums[1] != expected[1] || sums[2] != 0) {
            wrong = std::to_string(tasks) + " tasks counted, " + std::to_string(sums[0]) + " ran, of " + std::to_string(expected[0]) + "; sum of numbers " +
                    (sums[1] == expected[1] ? "right" : "wrong") + ", " + std::to_string(sums[2]) + " damaged";
        }
        failures += report("run", outcome, wrong);
    }
    return failures == 0 ? 0 : 1;
}
