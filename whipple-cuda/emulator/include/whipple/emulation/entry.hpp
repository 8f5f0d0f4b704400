// The kernels of a module as the host finds and calls them, and launches from kernels.
#pragma once
#include "machine.hpp"
#include <utility>

namespace whipple::emulation {

template <auto KERNEL>
struct Kernel;

template <class... Parameter, void (*KERNEL)(Parameter...)>
struct Kernel<KERNEL> {
    static constexpr std::uint32_t SIZES[] = {sizeof(Parameter)..., 0};
    static void enter(void* parameters) { call(static_cast<void* const*>(parameters), std::index_sequence_for<Parameter...>()); }
    static constexpr EntryPoint ENTRY = {&enter, sizeof...(Parameter), SIZES};

    template <bool TAIL>
    static void launch(unsigned blocks, unsigned threads, std::size_t dynamic_shared, const Parameter&... parameters) {
        const void* const addresses[] = {&parameters..., nullptr};
        launch_later(ENTRY, blocks, threads, dynamic_shared, TAIL, addresses);
    }

private:
    template <std::size_t... I>
    static void call(void* const* parameters, std::index_sequence<I...>) {
        KERNEL(*static_cast<const Parameter*>(parameters[I])...);
    }
};

}  // namespace whipple::emulation

#define WHIPPLE_ENTRY(kernel)                                                                                         \
    extern "C" [[gnu::visibility("default")]] const whipple::emulation::EntryPoint* whipple_entry_##kernel() {             \
        return &whipple::emulation::Kernel<kernel>::ENTRY;                                                            \
    }
