// A stack and the registers of whoever runs on it. ThreadSanitizer, where the kernel is compiled with it, sees a thread, and
// AddressSanitizer a stack.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif

// Absent where no sanitizer is linked.
extern "C" {
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
[[gnu::weak]] void* __tsan_get_current_fiber(void);
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** save, const void* bottom, std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* save, const void** bottom, std::size_t* size);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, std::size_t size);
}

namespace whipple::emulation {

// What happens before `release` is seen after `acquire` of the same word, says the machine to ThreadSanitizer.
inline void release(void* word) {
    if (__tsan_release) __tsan_release(word);
}
inline void acquire(void* word) {
    if (__tsan_acquire) __tsan_acquire(word);
}

#if defined(__x86_64__)
// Saves the registers that a call must keep on the stack, and its pointer in `*from`; goes on where `to` was saved.
extern "C" void whipple_switch_stack(void** from, void* to);
asm(R"(
    .text
    .globl whipple_switch_stack
    .type whipple_switch_stack, @function
whipple_switch_stack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size whipple_switch_stack, .-whipple_switch_stack
)");
#endif

// Stacks that nobody runs on, each with what ThreadSanitizer knows of it. The machines of a process share them, since both are
// scarce. Each stack is two of the mappings of a process, of which there are some 65,000. ThreadSanitizer has some 8,000 threads.
struct Stacks {
    struct Node {  // at the end of a stack
        void* next;
        void* sanitizer;
    };
    unsigned locked;
    void* first;

    void give(void* stack, std::size_t size, void* sanitizer) {
        lock();
        node(stack, size) = {first, sanitizer};
        first = stack;
        unlock();
    }
    // Null where there is none.
    void* take(std::size_t size, void*& sanitizer) {
        lock();
        void* const stack = first;
        if (stack != nullptr) {
            first = node(stack, size).next;
            sanitizer = node(stack, size).sanitizer;
        }
        unlock();
        return stack;
    }

private:
    static Node& node(void* stack, std::size_t size) {
        return *reinterpret_cast<Node*>(static_cast<char*>(stack) + size - sizeof(Node));
    }
    // Held for a few instructions. Acquire and release: what one machine wrote there is what another reads.
    void lock() {
        while (__atomic_exchange_n(&locked, 1u, __ATOMIC_ACQUIRE) != 0) {}
    }
    void unlock() { __atomic_store_n(&locked, 0u, __ATOMIC_RELEASE); }
};

class Fiber {
public:
    // What CUDA gives a thread for its local variables, and what the frames of a scheduler and of the machine take besides. Address
    // space: it takes memory where it is used.
    static constexpr std::size_t LOCAL = 512 << 10, GUARD = 4 << 10, STACK = LOCAL + (128 << 10) + GUARD;

    Fiber() = default;
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;
    ~Fiber() {
        if (stack_ != nullptr) {
            forget();
            munmap(stack_, STACK);
        }
    }

    // The caller's own stack.
    void adopt() {
        if (__tsan_get_current_fiber) sanitizer_ = __tsan_get_current_fiber();
    }

    // The next switch to this fiber calls `entry`, which never returns.
    void start(void (*entry)(), Stacks* stacks) {
        const bool again = stack_ != nullptr;
        if (!again && stacks != nullptr) stack_ = stacks->take(STACK, sanitizer_);
        if (stack_ == nullptr) {
            stack_ = mmap(nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (stack_ == MAP_FAILED) throw std::bad_alloc();
            mprotect(stack_, GUARD, PROT_NONE);
        }
        // What ran on this stack before in the same launch is no part of what runs now; an earlier launch came before this one.
        if (__tsan_create_fiber && again) {
            forget();
            // New memory where it was touched, lest the accesses of the stack's last user seem to race with ours.
            const auto [first, bytes] = touched();
            mmap(first, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        }
        if (__tsan_create_fiber && sanitizer_ == nullptr) sanitizer_ = __tsan_create_fiber(0);
        if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(bottom(), STACK - GUARD);
#if defined(__x86_64__)
        void** top = reinterpret_cast<void**>(static_cast<char*>(stack_) + STACK);
        // A call leaves the stack pointer 8 bytes off a multiple of 16.
        *--top = nullptr;
        *--top = reinterpret_cast<void*>(entry);
        for (int saved = 0; saved < 6; saved++) *--top = nullptr;
        pointer_ = top;
#else
        getcontext(&context_);
        context_.uc_stack.ss_sp = stack_;
        context_.uc_stack.ss_size = STACK;
        context_.uc_link = nullptr;
        makecontext(&context_, entry, 0);
#endif
    }

    // Whether this is an address of the guard below the stack.
    bool guards(std::uintptr_t address) const {
        const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(stack_);
        return stack_ != nullptr && address >= begin && address < begin + GUARD;
    }
    // Where the stack begins again, for a call that forgets all that is on it.
    std::uintptr_t top() const {
#if defined(__x86_64__)
        // As after the call.
        return reinterpret_cast<std::uintptr_t>(stack_) + STACK - 24;
#else
        return reinterpret_cast<std::uintptr_t>(stack_) + STACK - 32;
#endif
    }

    // Gives up the stack: nobody will go on here.
    void end(Stacks* stacks) {
        if (stacks == nullptr || stack_ == nullptr) return;
        stacks->give(stack_, STACK, sanitizer_);
        stack_ = sanitizer_ = nullptr;
    }

    // The first thing that runs on a stack, after a switch from `from`.
    static void begin(Fiber& from) {
        if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(nullptr, &from.bottom_, &from.size_);
    }

    // Goes on with `next`; returns when somebody switches to this one.
    void switch_to(Fiber& next) {
        // 1: without ordering memory between the two.
        if (__tsan_switch_to_fiber) __tsan_switch_to_fiber(next.sanitizer_, 1);
        void* save = nullptr;
        if (__sanitizer_start_switch_fiber) __sanitizer_start_switch_fiber(&save, next.bottom(), next.size());
#if defined(__x86_64__)
        whipple_switch_stack(&pointer_, next.pointer_);
#else
        swapcontext(&context_, &next.context_);
#endif
        if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(save, nullptr, nullptr);
    }

private:
    void forget() {
        if (sanitizer_ != nullptr) __tsan_destroy_fiber(sanitizer_);
        sanitizer_ = nullptr;
    }
    struct Range {
        void* first;
        std::size_t bytes;
    };
    // From the lowest page of the stack that has memory to its end.
    Range touched() const {
        constexpr std::size_t PAGE = GUARD, PAGES = (STACK - GUARD) / PAGE;
        char* const usable = static_cast<char*>(stack_) + GUARD;
        unsigned char present[PAGES];
        std::size_t first = 0;
        if (mincore(usable, PAGES * PAGE, present) == 0)
            while (first + 1 < PAGES && (present[first] & 1) == 0) first++;
        return {usable + first * PAGE, (PAGES - first) * PAGE};
    }
    const void* bottom() const { return stack_ != nullptr ? static_cast<char*>(stack_) + GUARD : bottom_; }
    std::size_t size() const { return stack_ != nullptr ? STACK - GUARD : size_; }

    // Of an adopted stack, as AddressSanitizer knows them.
    const void* bottom_ = nullptr;
    std::size_t size_ = 0;
    void* stack_ = nullptr;
    void* sanitizer_ = nullptr;
#if defined(__x86_64__)
    void* pointer_ = nullptr;
#else
    ucontext_t context_;
#endif
};

}  // namespace whipple::emulation
