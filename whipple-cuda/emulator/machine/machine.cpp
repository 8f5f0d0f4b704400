// The machine of machine.hpp.
#include <whipple/emulation/machine.hpp>
#include <whipple/emulation/fiber.hpp>
#include <whipple/emulation/view.hpp>
#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Where the linker has put this module, and where its code ends.
extern "C" [[gnu::visibility("hidden")]] const char __ehdr_start, etext;

namespace whipple::emulation {
namespace {

constexpr unsigned NAMED_BARRIERS = 16;
// Turns in which no thread wrote a word or came to its end, after which nobody is expected to end the waiting of the others. When no block
// has room they take more than five million, until one loses its patience and suspends the run.
constexpr std::uint64_t IDLE_TURNS = 20'000'000;
constexpr unsigned char GARBAGE = 0xa5;

// xorshift64*.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x1234567u) {
        for (int i = 0; i < 4; i++) next();
    }
    // Below `end`.
    unsigned below(std::size_t end) { return static_cast<unsigned>((next() >> 32) * end >> 32); }

private:
    std::uint64_t next() {
        if (state_ == 0) state_ = 1;
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545f4914f6cdd1du;
    }
    std::uint64_t state_;
};

enum class State { Ready, Resting, InWarp, InBlockBarrier, InNamedBarrier, Exited };

struct Block;

struct Thread {
    Fiber fiber;
    Block* block = nullptr;
    unsigned index = 0;
    State state = State::Ready;
    Place place;
    const char* procedure = nullptr;  // of the task that it runs, as `begin_task` has it
    // What it waits in.
    WarpOperation operation{};
    unsigned mask = 0, value = 0, argument = 0;
    unsigned barrier = 0;
    const void* gathers = nullptr;  // the code that it came to, until a lane goes on with all that have come
    // What it got.
    unsigned result = 0;

    unsigned lane() const { return index % WARP; }
};

struct NamedBarrier {
    unsigned threads = 0;  // that it waits for; 0: nobody is in it
    unsigned arrived = 0;  // threads that are in it
};

struct Block {
    unsigned index = 0;
    unsigned alive = 0;
    std::vector<Thread*> threads;
    std::vector<unsigned char> static_shared, dynamic_shared;
    std::vector<char> unwritten;  // bytes of the dynamic shared memory that its task has not written; empty until one is named
    NamedBarrier named[NAMED_BARRIERS];
    View view;  // of global memory
    std::vector<char> order;  // words for the sanitizer: one per lane, one per barrier, one per warp for those that have exited

    Thread& at(unsigned warp, unsigned lane) { return *threads[warp * WARP + lane]; }
    unsigned warps() const { return static_cast<unsigned>(threads.size()) / WARP; }
    void* warp_order(const Thread& thread) {
        return &order[thread.index / WARP * WARP + static_cast<unsigned>(__builtin_ctz(thread.mask))];
    }
    void* barrier_order(unsigned name) { return &order[threads.size() + name]; }
    void* exit_order(unsigned warp) { return &order[threads.size() + NAMED_BARRIERS + warp]; }

    // Whoever no longer waits for the exited threads of a warp may read what they wrote.
    void acquire_exits(unsigned warp) {
        for (unsigned lane = 0; lane < WARP && alive < threads.size(); lane++)
            if (at(warp, lane).state == State::Exited) return acquire(exit_order(warp));
    }
    void acquire_exits() {
        for (unsigned warp = 0; warp < warps() && alive < threads.size(); warp++) acquire_exits(warp);
    }
};

const char* name(WarpOperation operation) {
    switch (operation) {
        case WarpOperation::Barrier: return "warp barrier";
        case WarpOperation::Ballot: return "ballot";
        case WarpOperation::Shuffle: return "shuffle";
        case WarpOperation::ShuffleUp: return "shuffle_up";
        case WarpOperation::Sum: return "warp_sum";
        case WarpOperation::Least: return "warp_min";
        case WarpOperation::Greatest: return "warp_max";
    }
    return "?";
}

std::string text(const Place& place) {
    std::ostringstream out;
    out << place.file_name() << ':' << place.line() << ':' << place.column();
    return out.str();
}

bool same(const Place& a, const Place& b) {
    const bool same_name = a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0;
    return same_name && a.line() == b.line() && a.column() == b.column();
}

std::string text(const Thread& thread) {
    std::ostringstream out;
    out << "block " << thread.block->index << ", warp " << thread.index / WARP << ", lane " << thread.lane();
    return out.str();
}

std::string doing(const Thread& thread) {
    std::ostringstream out;
    switch (thread.state) {
        case State::Ready: out << "can run, was last at "; break;
        case State::Resting: out << "backs off at "; break;
        case State::InWarp:
            out << "waits in a " << name(thread.operation) << " of lanes " << std::hex << thread.mask << std::dec << " at ";
            break;
        case State::InBlockBarrier: out << "waits in the block's barrier at "; break;
        case State::InNamedBarrier: out << "waits in barrier " << thread.barrier << " at "; break;
        case State::Exited: return "has exited";
    }
    out << text(thread.place);
    return out.str();
}

std::size_t static_shared_used = 0;

class Machine {
public:
    const char* run(const Launch& launch, void (*kernel)(void*), void* arguments) {
        __atomic_store_n(&busy_, true, __ATOMIC_RELAXED);
        launch_ = launch;
        kernel_ = kernel;
        arguments_ = arguments;
        random_ = Random(launch.seed);
        error_.clear();
        ready_.clear();
        resting_.clear();
        waiting_.clear();
        running_ = 0;
        total_ += steps_;
        steps_ = 0;
        idle_ = 0;
        if (launch.order != nullptr) acquire(launch.order);
        for (unsigned block = launch.blocks; block > 0; block--) waiting_.push_back(block - 1);
        host_.adopt();
        // They never grow: ThreadSanitizer sees when the C library copies.
        const std::size_t most = static_cast<std::size_t>(std::min(launch.blocks, launch.resident)) * launch.threads;
        ready_.reserve(most);
        resting_.reserve(most);
        free_.reserve(std::max(most, threads_.size()));
        while (error_.empty() && turn()) {}
        acquire(&arguments_);
        blocks_.clear();
        free_.clear();
        for (const auto& thread : threads_) {
            thread->fiber.end(launch.stacks);
            free_.push_back(thread.get());
        }
        if (launch.order != nullptr) release(launch.order);
        current_ = nullptr;
        __atomic_store_n(&busy_, false, __ATOMIC_RELAXED);
        return error_.empty() ? nullptr : error_.c_str();
    }

    // Any thread of the host may ask.
    bool is_busy() const { return __atomic_load_n(&busy_, __ATOMIC_RELAXED); }

    Thread& current() const { return *current_; }
    const Launch& launched() const { return launch_; }
    std::uint64_t steps() const { return total_ + steps_; }
    std::uint64_t clock() {
        steps_++;
        return launch_.clock + steps_;
    }
    void wrote() { idle_ = 0; }
    bool chance(unsigned in) { return random_.below(in) == 0; }

    // Stops this thread until its turn comes, now or after resting.
    void pause(State state) {
        Thread& thread = current();
        thread.state = state;
        (state == State::Resting ? resting_ : ready_).push_back(&thread);
        wait();
    }

    // Stops this thread until somebody has woken it, or it has woken itself.
    void wait() { current().fiber.switch_to(host_); }

    [[noreturn]] void fail(std::string message) {
        error_ = std::move(message);
        current().fiber.switch_to(host_);
        std::abort();
    }

    bool overflowed(std::uintptr_t address, std::uintptr_t program_counter, GoOn& next) const {
        if (current_ == nullptr || !current_->fiber.guards(address) || !is_module(program_counter)) return false;
        next = {reinterpret_cast<std::uintptr_t>(&fail_overflowed), current_->fiber.top()};
        return true;
    }

    [[noreturn]] void exit() {
        Thread& thread = current();
        release(&arguments_);
        thread.state = State::Exited;
        idle_ = 0;
        Block& block = *thread.block;
        release(block.exit_order(thread.index / WARP));
        if (--block.alive == 0) {
            block.view.release();
            running_--;
            ended_ = &block;
        } else {
            // Whoever waits for this thread may go on.
            const unsigned warp = thread.index / WARP;
            for (unsigned lane = 0; lane < WARP; lane++) {
                Thread& other = block.at(warp, lane);
                if (other.state == State::InWarp && (other.mask >> thread.lane() & 1) != 0) try_warp(other);
            }
            try_block(block);
            for (unsigned name = 0; name < NAMED_BARRIERS; name++) try_named(block, name);
        }
        thread.fiber.switch_to(host_);
        std::abort();
    }

    // Lets the lanes go on that wait together with `thread`, if all have come.
    void try_warp(Thread& thread) {
        Block& block = *thread.block;
        const unsigned warp = thread.index / WARP;
        unsigned present = 0;
        for (unsigned lane = 0; lane < WARP; lane++) {
            const Thread& other = block.at(warp, lane);
            if ((thread.mask >> lane & 1) == 0 || other.state == State::Exited) continue;
            if (other.state != State::InWarp) return;
            const bool alike = other.operation == thread.operation && other.mask == thread.mask && same(other.place, thread.place);
            if (!alike) {
                // A lane that waits with fewer lanes may still come.
                if ((other.mask >> thread.lane() & 1) == 0) return;
                error_ = "lanes of one warp wait for each other at different places:\n  " + text(thread) + " " + doing(thread) +
                         "\n  " + text(other) + " " + doing(other);
                return;
            }
            present |= 1u << lane;
        }
        unsigned ballot = 0, sum = 0, least = ~0u, greatest = 0;
        for (unsigned lane = 0; lane < WARP; lane++) {
            if ((present >> lane & 1) == 0) continue;
            const unsigned value = block.at(warp, lane).value;
            ballot |= (value != 0 ? 1u : 0u) << lane;
            sum += value;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
        for (unsigned lane = 0; lane < WARP; lane++) {
            if ((present >> lane & 1) == 0) continue;
            Thread& other = block.at(warp, lane);
            switch (other.operation) {
                case WarpOperation::Barrier: break;
                case WarpOperation::Ballot: other.result = ballot; break;
                case WarpOperation::Sum: other.result = sum; break;
                case WarpOperation::Least: other.result = least; break;
                case WarpOperation::Greatest: other.result = greatest; break;
                case WarpOperation::Shuffle: shuffle(other, other.argument % WARP, present); break;
                case WarpOperation::ShuffleUp:
                    shuffle(other, lane >= other.argument ? lane - other.argument : lane, present);
                    break;
            }
            wake(other);
        }
    }

    void try_block(Block& block) {
        const Thread* first = nullptr;
        for (const Thread* thread : block.threads) {
            if (thread->state == State::Exited) continue;
            if (thread->state != State::InBlockBarrier) return;
            if (first == nullptr) first = thread;
            if (!same(first->place, thread->place)) {
                error_ = "threads of one block are in its barrier at different places:\n  " + text(*first) + " " + doing(*first) +
                         "\n  " + text(*thread) + " " + doing(*thread);
                return;
            }
        }
        for (Thread* thread : block.threads)
            if (thread->state == State::InBlockBarrier) wake(*thread);
    }

    void try_named(Block& block, unsigned name) {
        NamedBarrier& barrier = block.named[name];
        // A warp that has arrived has threads that are in the barrier, or have exited.
        const std::size_t exited = block.threads.size() - block.alive;
        if (barrier.threads == 0 || barrier.arrived + exited < barrier.threads) return;
        unsigned arrived = 0, votes = 0;
        const auto in = [&](const Thread& thread) { return thread.state == State::InNamedBarrier && thread.barrier == name; };
        for (unsigned warp = 0; warp < block.warps(); warp++) {
            bool any = false, all = true;
            for (unsigned lane = 0; lane < WARP; lane++) {
                const Thread& thread = block.at(warp, lane);
                any |= in(thread);
                all &= in(thread) || thread.state == State::Exited;
                votes += in(thread) ? thread.value : 0;
            }
            arrived += any && all ? WARP : 0;
        }
        if (arrived < barrier.threads) return;
        if (arrived > barrier.threads) {
            error_ = "more warps than barrier " + std::to_string(name) + " is for";
            return;
        }
        barrier.threads = 0;
        for (Thread* thread : block.threads) {
            if (!in(*thread)) continue;
            thread->result = votes;
            wake(*thread);
        }
    }

private:
    // Runs one thread until it leaves. False: all have exited.
    bool turn() {
        if (!waiting_.empty() && running_ < launch_.resident && (ready_.empty() || chance(64))) start_block();
        if (ready_.empty() && resting_.empty()) {
            if (running_ > 0) error_ = "deadlock: no thread can go on\n" + census();
            return running_ > 0;
        }
        if (++steps_ > launch_.most_steps) {
            error_ = "no end after " + std::to_string(launch_.most_steps) + " steps\n" + census();
            return false;
        }
        if (++idle_ > IDLE_TURNS) {
            error_ = "livelock: the threads that can run only wait\n" + census();
            return false;
        }
        auto& list = ready_.empty() || (!resting_.empty() && chance(16)) ? resting_ : ready_;
        const unsigned chosen = random_.below(list.size());
        current_ = list[chosen];
        list[chosen] = list.back();
        list.pop_back();
        current_->state = State::Ready;
        host_.switch_to(current_->fiber);
        if (ended_ != nullptr) end_block();
        return true;
    }

    // Another block may have the threads of one that has ended. Its memory stays: ThreadSanitizer would take its end for a write.
    void end_block() {
        free_.insert(free_.end(), ended_->threads.begin(), ended_->threads.end());
        ended_->threads.clear();
        ended_ = nullptr;
    }

    void start_block() {
        auto block = std::make_unique<Block>();
        block->index = waiting_.back();
        waiting_.pop_back();
        block->alive = launch_.threads;
        // What no thread has written is no zero.
        block->static_shared.assign(static_shared_used, GARBAGE);
        block->dynamic_shared.assign(launch_.dynamic_shared, GARBAGE);
        block->order.assign(launch_.threads + NAMED_BARRIERS + launch_.threads / WARP, 0);
        for (unsigned index = 0; index < launch_.threads; index++) {
            if (free_.empty()) {
                threads_.push_back(std::make_unique<Thread>());
                free_.push_back(threads_.back().get());
            }
            Thread& thread = *free_.back();
            free_.pop_back();
            thread.block = block.get();
            thread.index = index;
            thread.state = State::Ready;
            thread.place = Place::current();
            thread.procedure = nullptr;
            thread.gathers = nullptr;
            thread.fiber.start(begin, launch_.stacks);
            block->threads.push_back(&thread);
            ready_.push_back(&thread);
        }
        blocks_.push_back(std::move(block));
        running_++;
        release(&kernel_);
    }

    static void begin();
    static void fail_overflowed();

    // Whether there is code of this module, and not of the C library: its allocator, which messages are made with, has locks.
    static bool is_module(std::uintptr_t program_counter) {
        return program_counter >= reinterpret_cast<std::uintptr_t>(&__ehdr_start) &&
               program_counter < reinterpret_cast<std::uintptr_t>(&etext);
    }

    void wake(Thread& thread) {
        thread.state = State::Ready;
        ready_.push_back(&thread);
    }

    void shuffle(Thread& thread, unsigned source, unsigned present) {
        if ((thread.mask >> source & 1) == 0) {
            error_ = text(thread) + " shuffles from lane " + std::to_string(source) + ", which its mask does not name, at " +
                     text(thread.place);
            return;
        }
        // What an exited lane would have given is undefined.
        thread.result = (present >> source & 1) != 0 ? thread.block->at(thread.index / WARP, source).value : 0xdeadbeefu;
    }

    // Where the threads are, alike ones together.
    std::string census() const {
        std::map<std::string, std::pair<unsigned, std::string>> places;
        for (const auto& block : blocks_)
            for (const Thread* thread : block->threads) {
                if (thread->state == State::Exited) continue;
                auto& [count, first] = places[doing(*thread)];
                if (count++ == 0) first = text(*thread);
            }
        std::ostringstream out;
        for (const auto& [what, who] : places)
            out << "  " << who.second << (who.first > 1 ? " and " + std::to_string(who.first - 1) + " more: " : ": ") << what << '\n';
        return out.str();
    }

    Launch launch_{};
    void (*kernel_)(void*) = nullptr;
    void* arguments_ = nullptr;
    Random random_{0};
    std::string error_;
    Fiber host_;
    Thread* current_ = nullptr;
    std::vector<std::unique_ptr<Thread>> threads_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Thread*> free_;      // threads of no block
    Block* ended_ = nullptr;         // the block whose last thread has just exited
    std::vector<unsigned> waiting_;  // blocks that have not started
    std::vector<Thread*> ready_, resting_;
    unsigned running_ = 0;  // blocks
    bool busy_ = false;     // with a launch
    std::uint64_t steps_ = 0, total_ = 0, idle_ = 0;
};

// Goes with the module; but where the process ends amid a launch, its fibers still run.
union Keeper {
    Machine machine;
    Keeper() : machine() {}
    ~Keeper() {
        if (!machine.is_busy()) machine.~Machine();
    }
} keeper;
Machine& machine = keeper.machine;

void Machine::begin() {
    Fiber::begin(machine.host_);
    acquire(&machine.kernel_);
    machine.kernel_(machine.arguments_);
    machine.exit();
}

// The type in `… [with P = path::Name]`, without its path.
std::string procedure_of(const Thread& thread) {
    if (thread.procedure == nullptr) return "a kernel";
    std::string name = thread.procedure;
    name = name.substr(0, name.find_first_of(";]", name.find("P = ")));
    return '`' + name.substr(name.find_last_of(": ") + 1) + '`';
}

// On the stack that overflowed, from its start.
void Machine::fail_overflowed() {
    const Thread& thread = machine.current();
    machine.fail(text(thread) + ": the stack of a thread of " + procedure_of(thread) + " overflowed: it has " +
                 std::to_string(Fiber::STACK - Fiber::GUARD) + " bytes, and CUDA gives a thread at most " +
                 std::to_string(Fiber::LOCAL) +
                 " bytes for local variables; make the local arrays smaller (`Options::thread_stack` is for the CPU alone)");
}

[[noreturn]] void refuse(const std::string& message, const Place& place) {
    machine.fail(text(machine.current()) + ": " + message + ", at " + text(place));
}

}  // namespace

unsigned thread_in_block() { return machine.current().index; }
unsigned block() { return machine.current().block->index; }
unsigned blocks() { return machine.launched().blocks; }

const char* begin_task(const char* procedure) { return std::exchange(machine.current().procedure, procedure); }

bool overflowed(std::uintptr_t address, std::uintptr_t program_counter, GoOn& next) {
    return machine.overflowed(address, program_counter, next);
}

unsigned char* shared(std::size_t offset) { return machine.current().block->static_shared.data() + offset; }

// Vectors of bytes start at multiples of 16.
unsigned char* dynamic_shared() { return machine.current().block->dynamic_shared.data(); }

void shared_fresh(const void* place, std::size_t bytes) {
    Block& block = *machine.current().block;
    block.unwritten.resize(block.dynamic_shared.size());
    const auto first = static_cast<const unsigned char*>(place) - block.dynamic_shared.data();
    std::fill_n(block.unwritten.begin() + first, bytes, 1);
}

void shared_written(const void* place, std::size_t bytes) {
    Block& block = *machine.current().block;
    const auto first = static_cast<const unsigned char*>(place) - block.dynamic_shared.data();
    if (!block.unwritten.empty()) std::fill_n(block.unwritten.begin() + first, bytes, 0);
}

void shared_read(const void* place, std::size_t bytes, const char* file, int line) {
    const Block& block = *machine.current().block;
    if (block.unwritten.empty()) return;
    const auto begin = block.unwritten.begin() + (static_cast<const unsigned char*>(place) - block.dynamic_shared.data());
    if (std::find(begin, begin + static_cast<std::ptrdiff_t>(bytes), 1) == begin + static_cast<std::ptrdiff_t>(bytes)) return;
    const std::string at = std::string(file) + ':' + std::to_string(line);
    machine.fail(text(machine.current()) + ": shared memory that its task has not written is read at " + at);
}

std::size_t place_shared(std::size_t bytes, std::size_t alignment) {
    const std::size_t offset = (static_shared_used + alignment - 1) / alignment * alignment;
    static_shared_used = offset + bytes;
    return offset;
}

std::size_t static_shared() { return static_shared_used; }

[[gnu::noinline]] unsigned lanes_together(const Place& place) {
    Thread& thread = machine.current();
    // Of a template each instance is code of its own.
    const void* const code = __builtin_return_address(0);
    thread.place = place;
    thread.gathers = code;
    machine.pause(machine.chance(2) ? State::Resting : State::Ready);
    if (thread.gathers == nullptr) return thread.result;
    unsigned together = 0;
    const auto each = [&](auto&& of_lane) {
        for (unsigned lane = 0; lane < WARP; lane++) {
            Thread& other = thread.block->at(thread.index / WARP, lane);
            if (other.gathers == code) of_lane(other);
        }
    };
    each([&](const Thread& other) { together |= 1u << other.lane(); });
    each([&](Thread& other) {
        other.gathers = nullptr;
        other.result = together;
    });
    return together;
}

unsigned warp_operation(WarpOperation operation, unsigned mask, unsigned value, unsigned argument, const Place& place) {
    Thread& thread = machine.current();
    if ((mask >> thread.lane() & 1) == 0) fail("a lane that its mask does not name", place);
    thread.operation = operation;
    thread.mask = mask;
    thread.value = value;
    thread.argument = argument;
    thread.state = State::InWarp;
    thread.place = place;
    void* const order = thread.block->warp_order(thread);
    if (operation == WarpOperation::Barrier) release(order);
    machine.try_warp(thread);
    machine.wait();
    if (operation == WarpOperation::Barrier) {
        acquire(order);
        thread.block->acquire_exits(thread.index / WARP);
    }
    return thread.result;
}

void block_barrier(const Place& place) {
    Thread& thread = machine.current();
    thread.state = State::InBlockBarrier;
    thread.place = place;
    void* const order = thread.block->barrier_order(0);
    release(order);
    machine.try_block(*thread.block);
    machine.wait();
    acquire(order);
    thread.block->acquire_exits();
}

unsigned named_barrier(unsigned name, unsigned threads, bool vote, const Place& place) {
    Thread& thread = machine.current();
    Block& block = *thread.block;
    if (name == 0 || name >= NAMED_BARRIERS) refuse("barrier " + std::to_string(name) + " does not exist", place);
    if (threads == 0 || threads % WARP != 0 || threads > block.threads.size())
        refuse("a barrier of " + std::to_string(threads) + " threads", place);
    NamedBarrier& barrier = block.named[name];
    if (barrier.threads == 0) {
        barrier = {threads, 0};
    } else if (barrier.threads != threads) {
        refuse("barrier " + std::to_string(name) + " is in use for other threads", place);
    }
    thread.state = State::InNamedBarrier;
    thread.place = place;
    thread.barrier = name;
    thread.value = vote ? 1 : 0;
    barrier.arrived++;
    void* const order = block.barrier_order(name);
    release(order);
    machine.try_named(block, name);
    machine.wait();
    acquire(order);
    block.acquire_exits();
    return thread.result;
}

bool sees(const void* word, std::uint64_t& value) {
    return machine.launched().caches != 0 && machine.current().block->view.sees(word, value);
}

void has_read(const void* word, std::uint64_t value) {
    if (machine.launched().caches != 0) machine.current().block->view.has_read(word, value);
}

bool writes_later(void* word, unsigned bytes, std::uint64_t value) {
    if (machine.launched().caches == 0) return false;
    machine.current().block->view.write(word, bytes, value);
    return true;
}

void settle(const void* word) { machine.current().block->view.settle(word); }

void acquire_memory() { machine.current().block->view.acquire(); }

void release_memory() { machine.current().block->view.release(); }

void interleave() {
    if (machine.chance(machine.launched().interleave)) machine.pause(State::Ready);
}

void interleave_write() {
    machine.wrote();
    interleave();
}

void back_off(const Place& place) {
    machine.current().place = place;
    machine.pause(State::Resting);
}

std::uint64_t clock() {
    interleave();
    return machine.clock();
}

std::uint64_t steps() { return machine.steps(); }

void exit_thread() { machine.exit(); }

void fail(const char* message, const Place& place) {
    refuse(message, place);
}

const char* launch(const Launch& launch, void (*kernel)(void*), void* arguments) {
    return machine.run(launch, kernel, arguments);
}

}  // namespace whipple::emulation
