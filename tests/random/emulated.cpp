// Runs the functions of a batch in the emulated machine, on rows that it reads from a file, and writes their results to another.
// Each task has WORDS words of the log, which no function uses:
//
//     emulated ROWS FUNCTIONS WORDS RESULTS
//
// The program's text is TEXT, and its only procedure is that of harness.rs.
#include TEXT
//
#include "../../whipple-cuda/tests/emulation/host.hpp"
//
#include <cstdio>
#include <fstream>
#include <iterator>

using namespace whipple::emulation;
using whipple::Buffer;

namespace {

using Evaluate = whipple::Entry<whipple::Schedule, 0>::Procedure;
using Row = ::language_::input::Input;
static_assert(N == 1 && sizeof(Evaluate::Item) == 2 * sizeof(unsigned), "a task is a case and a row");

int fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return 1;
}

}  // namespace

int main(int count, char** values) {
    if (count != 5) return fail("emulated ROWS FUNCTIONS WORDS RESULTS");
    std::ifstream file(values[1], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<Row> rows(bytes.size() / sizeof(Row));
    if (rows.empty() || bytes.size() % sizeof(Row) != 0) return fail(std::string(values[1]) + " does not hold rows");
    std::memcpy(rows.data(), bytes.data(), bytes.size());

    const unsigned cases = static_cast<unsigned>(std::strtoul(values[2], nullptr, 10));
    const std::size_t tasks = cases * rows.size();
    std::vector<whipple::u32> log(tasks * std::strtoul(values[3], nullptr, 10));
    std::vector<whipple::u64> results(tasks, whipple::u64(0x5555'5555'5555'5555));
    std::vector<std::array<unsigned, 2>> seeds;
    for (unsigned number = 0; number < cases; number++)
        for (unsigned row = 0; row < rows.size(); row++) seeds.push_back({number, row});

    Engine engine(Choice{});
    engine.seed(0, seeds);
    const Outcome outcome = engine.run(
        {Evaluate{static_cast<unsigned>(rows.size()), {rows.data(), rows.size()}, {log.data(), log.size()}, {results.data(), results.size()}}});
    if (!outcome.error.empty()) return fail(outcome.error);
    if (outcome.panicked)
        return fail(std::string(outcome.panic.file) + ":" + std::to_string(outcome.panic.line) + ": " + outcome.panic.message);
    if (outcome.tasks[0] != tasks) return fail(std::to_string(outcome.tasks[0]) + " of " + std::to_string(tasks) + " tasks ran");

    std::ofstream out(values[4], std::ios::binary);
    out.write(reinterpret_cast<const char*>(results.data()), static_cast<std::streamsize>(tasks * sizeof(results[0])));
    out.close();
    return out.fail() ? fail(std::string(values[4]) + " cannot be written") : 0;
}
