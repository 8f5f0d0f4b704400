// Runs trees and checks the number of nodes and the sum of their numbers. Checks, too, that leaves for which queues have no room
// never wait in one.
#include "tree.cu"
//
#include "host.hpp"
#include "driver.hpp"

using namespace whipple::emulation;

namespace {

constexpr unsigned NOBODY = ~0u;

void walk(const tests::Tree& tree, tests::Node node, unsigned long long* sums) {
    sums[0]++;
    sums[1] += tests::mix(node.id).raw();
    const unsigned count = tests::children(tree, node).raw();
    for (unsigned side = 0; side < count; side++) walk(tree, tests::Node::of(node.id * 2 + side, node.below - 1), sums);
}

}  // namespace

int main(int count, char** values) {
    const Arguments arguments(count, values);
    const unsigned roots = static_cast<unsigned>(arguments.get("roots", 3)), depth = static_cast<unsigned>(arguments.get("depth", 8));
    const unsigned long runs = arguments.get("runs", 1);
    // The lines of the blocks' caches come last.
    unsigned long long expected[3] = {};
    std::vector<unsigned long long> sums(3 + arguments.choice().blocks);
    const auto words = static_cast<unsigned>(sums.size());
    tests::Tree tree = {{reinterpret_cast<whipple::u64*>(sums.data()), words}, static_cast<unsigned>(arguments.get("shape", 0)), NOBODY,
                        static_cast<unsigned>(arguments.get("dying", 1)), static_cast<unsigned>(arguments.get("late", 0)), 0};
    std::vector<tests::Node> seeds;
    for (unsigned root = 0; root < roots; root++) {
        seeds.push_back(tests::Node::of(1 + root * 7919, depth));
        walk(tree, seeds.back(), expected);
    }
    tree.faulty = static_cast<unsigned>(arguments.get("faulty", NOBODY));
    tree.lies = static_cast<unsigned>(arguments.get("lies", 0));
    Engine engine(arguments.choice());
    engine.seed(0, seeds);
    int failures = 0;
    for (unsigned long run = 0; run < runs && failures == 0; run++) {
        // A run that panics is followed by one that does not, on the same queues.
        for (int faulty = tree.faulty.raw() != NOBODY || tree.lies.raw() != 0 ? 1 : 0; faulty >= 0; faulty--) {
            tests::Tree given = tree;
            if (faulty == 0) {
                given.faulty = NOBODY;
                given.lies = 0;
            }
            std::fill(sums.begin(), sums.end(), 0);
            const Outcome outcome = engine.run({{given}, {given}, {given}, {given}, {given}, {given}, {given}, {given}});
            std::string wrong;
            unsigned long long tasks = 0;
            for (const auto of_one : outcome.tasks) tasks += of_one;
            if (outcome.panicked != (faulty != 0)) {
                wrong = outcome.panicked ? std::string("panic: ") + outcome.panic.message : "no panic";
            } else if (outcome.panicked && tree.lies.raw() != 0) {
                if (outcome.panic.kind != static_cast<unsigned>(whipple::PanicKind::Spawns) || outcome.panic.procedure >= N)
                    wrong = std::string("another panic: ") + outcome.panic.message;
            } else if (outcome.panicked) {
                if (std::strcmp(outcome.panic.file, "tree.rs") != 0 || std::strcmp(outcome.panic.message, "a node was told to panic") != 0)
                    wrong = std::string("another panic: ") + outcome.panic.message;
            } else if (outcome.exhausted) {
                wrong = "the queue memory is exhausted";
            } else if (tasks != expected[0] || sums[0] != expected[0] || sums[1] != expected[1] || sums[2] != 0) {
                wrong = std::to_string(tasks) + " tasks counted, " + std::to_string(sums[0]) + " ran, of " + std::to_string(expected[0]) +
                        "; sum of numbers " + (sums[1] == expected[1] ? "right" : "wrong") + ", wrong values " + std::to_string(sums[2]);
            } else if (NODE_LEAF && scheduler::sources<S>(N - 1) == 0 && outcome.longest[N - 1] != 0) {
                wrong = std::to_string(outcome.longest[N - 1]) + " leaves waited in a local queue that has no room for any";
            }
            failures += report("run " + std::to_string(run), outcome, wrong);
        }
    }
    return failures == 0 ? 0 : 1;
}
