// What a module offers the host besides its kernels, and launches from kernels.
#include <whipple/emulation/machine.hpp>
#include <cstring>
#include <memory>
#include <vector>

namespace whipple::emulation {
namespace {

// A launch that waits for its turn.
struct Later {
    EntryPoint entry;
    unsigned blocks, threads;
    std::size_t dynamic_shared;
    bool tail;
    std::vector<std::unique_ptr<unsigned char[]>> parameters;
};

// By the grid that runs.
std::vector<Later> launched;

}  // namespace

void launch_later(const EntryPoint& entry, unsigned blocks, unsigned threads, std::size_t dynamic_shared, bool tail,
                  const void* const* parameters) {
    Later later{entry, blocks, threads, dynamic_shared, tail, {}};
    for (unsigned i = 0; i < entry.count; i++) {
        later.parameters.push_back(std::make_unique<unsigned char[]>(entry.sizes[i]));
        std::memcpy(later.parameters.back().get(), parameters[i], entry.sizes[i]);
    }
    launched.push_back(std::move(later));
}

const char* launch_all(const Launch& launch, const EntryPoint& entry, void* const* parameters) {
    const std::uint64_t begin = steps();
    launched.clear();
    const char* error = emulation::launch(launch, entry.enter, const_cast<void**>(parameters));
    // The next one last. What a grid launches goes before what waited already.
    std::vector<Later> waiting;
    const auto take = [&] {
        for (const bool tail : {true, false})
            for (auto later = launched.rbegin(); later != launched.rend(); ++later)
                if (later->tail == tail) waiting.push_back(std::move(*later));
        launched.clear();
    };
    for (take(); error == nullptr && !waiting.empty(); take()) {
        const Later later = std::move(waiting.back());
        waiting.pop_back();
        Launch next = launch;
        next.blocks = later.blocks;
        next.threads = later.threads;
        // A kernel launches no more than the device holds.
        next.resident = later.blocks;
        next.dynamic_shared = later.dynamic_shared;
        next.clock = launch.clock + (steps() - begin);
        next.seed = launch.seed + next.clock;
        std::vector<void*> addresses;
        for (const auto& bytes : later.parameters) addresses.push_back(bytes.get());
        error = emulation::launch(next, later.entry.enter, addresses.data());
    }
    return error;
}

}  // namespace whipple::emulation

#define WHIPPLE_EXPORT extern "C" [[gnu::visibility("default")]]

using namespace whipple::emulation;

// Runs a kernel and what it launches; adds to `clock` what it took. Returns what went wrong, until the next call, or null.
WHIPPLE_EXPORT const char* whipple_emulation_launch(const Launch* launch, const EntryPoint* entry, void* const* parameters,
                                                    std::uint64_t* took) {
    const std::uint64_t begin = steps();
    const char* const error = launch_all(*launch, *entry, parameters);
    *took = steps() - begin;
    return error;
}

// See `overflowed`.
WHIPPLE_EXPORT bool whipple_emulation_overflowed(std::uintptr_t address, std::uintptr_t program_counter, GoOn* next) {
    return overflowed(address, program_counter, *next);
}

WHIPPLE_EXPORT std::size_t whipple_emulation_static_shared() { return static_shared(); }
