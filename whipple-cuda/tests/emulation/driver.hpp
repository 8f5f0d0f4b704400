// The command line of a test program: which runs to make, and what they print.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace whipple::emulation {

// `key=value` arguments.
class Arguments {
public:
    Arguments(int count, char** values) : count_(count), values_(values) {}
    unsigned long get(const char* key, unsigned long otherwise) const {
        const std::size_t length = std::strlen(key);
        for (int i = 1; i < count_; i++)
            if (std::strncmp(values_[i], key, length) == 0 && values_[i][length] == '=')
                return std::strtoul(values_[i] + length + 1, nullptr, 10);
        return otherwise;
    }

    Choice choice() const {
        Choice it;
        it.blocks = static_cast<unsigned>(get("blocks", it.blocks));
        it.later = static_cast<unsigned>(get("later", it.later));
        it.resident = static_cast<unsigned>(get("resident", it.resident));
        it.queue_bytes = get("queue_bytes", it.queue_bytes);
        it.rounds = static_cast<unsigned>(get("rounds", it.rounds));
        it.chunks = static_cast<unsigned>(get("chunks", it.chunks));
        it.chunk_limit = static_cast<unsigned>(get("chunk_limit", it.chunk_limit));
        it.known = static_cast<Known>(get("known", static_cast<unsigned>(it.known)));
        it.seed = get("seed", it.seed);
        it.interleave = static_cast<unsigned>(get("interleave", it.interleave));
        return it;
    }

private:
    int count_;
    char** values_;
};

// Prints what a run did; returns the number of failures.
inline int report(const std::string& name, const Outcome& outcome, const std::string& wrong) {
    if (outcome.error.empty() && wrong.empty()) {
        unsigned long long tasks = 0;
        for (const auto of_one : outcome.tasks) tasks += of_one;
        std::printf("ok: %s: %llu tasks, %llu rounds, %llu chunks exported, %llu handed over, %u suspensions, %llu steps%s\n",
                    name.c_str(), tasks, outcome.rounds, outcome.exported, outcome.handed_over, outcome.suspensions,
                    static_cast<unsigned long long>(outcome.steps), outcome.panicked ? ", panicked" : "");
        return 0;
    }
    std::printf("FAILED: %s: %s\n", name.c_str(), (outcome.error.empty() ? wrong : outcome.error).c_str());
    return 1;
}

}  // namespace whipple::emulation
