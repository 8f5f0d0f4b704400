// Atomic access to memory that tasks share: what `Buffer`, `Shared` and `SharedArray` are made of.
//
// It belongs to sync.cuh's layer: no other header has PTX or atomics. Order and scope of a function are in its name or a template
// argument. Relaxed: it orders nothing but the accesses to one location.
#pragma once
#include "bits.cuh"
#include "config.cuh"
#include "sync.cuh"

namespace whipple::atomic {

// Whose accesses are atomic with each other.
enum class Scope {
    Block,  // the threads of one block, on shared memory
    Gpu,    // all threads of the device, on global memory
};

enum class Order {
    Relaxed,
    AcqRel,  // a release and an acquire, of global memory
};

// ---- Words -----------------------------------------------------------------------------------------------------

#ifdef __CUDACC__
#define WHIPPLE_WORD(type, suffix, constraint, carrier)                                                              \
    __device__ inline type load_word_cta(const type* address) {                                                      \
        carrier value;                                                                                               \
        asm volatile("ld.relaxed.cta.global." suffix " %0, [%1];"                                                    \
                     : "=" constraint(value)                                                                         \
                     : "l"(__cvta_generic_to_global(address))                                                        \
                     : "memory");                                                                                    \
        return static_cast<type>(value);                                                                             \
    }                                                                                                                \
    /* Not volatile: the compiler may move it and merge it with others. */                                           \
    __device__ inline type load_word_constant(const type* address) {                                                 \
        carrier value;                                                                                               \
        asm("ld.global.nc." suffix " %0, [%1];" : "=" constraint(value) : "l"(__cvta_generic_to_global(address)));   \
        return static_cast<type>(value);                                                                             \
    }                                                                                                                \
    __device__ inline type load_word_gpu(const type* address) {                                                      \
        carrier value;                                                                                               \
        asm volatile("ld.relaxed.gpu.global." suffix " %0, [%1];"                                                    \
                     : "=" constraint(value)                                                                         \
                     : "l"(__cvta_generic_to_global(address))                                                        \
                     : "memory");                                                                                    \
        return static_cast<type>(value);                                                                             \
    }                                                                                                                \
    __device__ inline void store_word_gpu(type* address, type value) {                                               \
        asm volatile("st.relaxed.gpu.global." suffix " [%0], %1;" ::"l"(__cvta_generic_to_global(address)),          \
                     constraint(static_cast<carrier>(value))                                                         \
                     : "memory");                                                                                    \
    }
WHIPPLE_WORD(unsigned char, "u8", "h", unsigned short)
WHIPPLE_WORD(unsigned short, "u16", "h", unsigned short)
WHIPPLE_WORD(unsigned, "u32", "r", unsigned)
WHIPPLE_WORD(unsigned long long, "u64", "l", unsigned long long)
#undef WHIPPLE_WORD

// Sixteen aligned bytes by one instruction: words that are atomic each.
__device__ inline void load_words_cta(const unsigned* address, unsigned (&words)[4]) {
    asm volatile("ld.relaxed.cta.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "l"(__cvta_generic_to_global(address))
                 : "memory");
}
__device__ inline void load_words_cta(const unsigned long long* address, unsigned long long (&words)[2]) {
    asm volatile("ld.relaxed.cta.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(words[0]), "=l"(words[1])
                 : "l"(__cvta_generic_to_global(address))
                 : "memory");
}
__device__ inline void load_words_constant(const unsigned* address, unsigned (&words)[4]) {
    asm("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
        : "l"(__cvta_generic_to_global(address)));
}
__device__ inline void load_words_constant(const unsigned long long* address, unsigned long long (&words)[2]) {
    asm("ld.global.nc.v2.u64 {%0, %1}, [%2];"
        : "=l"(words[0]), "=l"(words[1])
        : "l"(__cvta_generic_to_global(address)));
}
__device__ inline void store_words_gpu(unsigned* address, const unsigned (&words)[4]) {
    asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(address)), "r"(words[0]),
                 "r"(words[1]), "r"(words[2]), "r"(words[3])
                 : "memory");
}
__device__ inline void store_words_gpu(unsigned long long* address, const unsigned long long (&words)[2]) {
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(__cvta_generic_to_global(address)), "l"(words[0]),
                 "l"(words[1])
                 : "memory");
}
#else
template <class Word>
inline Word load_word_cta(const Word* address) {
    // Also where the block has a value of its own: a sanitizer looks at the address.
    const Word there = __atomic_load_n(address, __ATOMIC_RELAXED);
    std::uint64_t seen = 0;
    if (emulation::sees(address, seen)) return static_cast<Word>(seen);
    emulation::has_read(address, there);
    return there;
}
template <class Word>
inline Word load_word_constant(const Word* address) {
    return *address;
}
template <class Word>
inline Word load_word_gpu(const Word* address) {
    emulation::settle(address);
    return __atomic_load_n(address, __ATOMIC_RELAXED);
}
template <class Word>
inline void store_word_gpu(Word* address, Word value) {
    if (emulation::writes_later(address, sizeof(Word), value))
        // A sanitizer looks at the address.
        static_cast<void>(__atomic_load_n(address, __ATOMIC_RELAXED));
    else
        __atomic_store_n(address, value, __ATOMIC_RELAXED);
}
template <class Word, unsigned N>
inline void load_words_cta(const Word* address, Word (&words)[N]) {
    for (unsigned i = 0; i < N; i += 1) words[i] = load_word_cta(address + i);
}
template <class Word, unsigned N>
inline void load_words_constant(const Word* address, Word (&words)[N]) {
    for (unsigned i = 0; i < N; i += 1) words[i] = load_word_constant(address + i);
}
template <class Word, unsigned N>
inline void store_words_gpu(Word* address, const Word (&words)[N]) {
    for (unsigned i = 0; i < N; i += 1) store_word_gpu(address + i, words[i]);
}
#endif

// ---- Values of any size ----------------------------------------------------------------------------------------

namespace detail {

// The largest word that is always aligned within a T.
template <class T>
using WordOf = SelectType<
    alignof(T) >= 8, unsigned long long,
    SelectType<alignof(T) == 4, unsigned, SelectType<alignof(T) == 2, unsigned short, unsigned char>>>;

template <class T>
struct Words {
    WordOf<T> words[sizeof(T) / sizeof(WordOf<T>)];
};

// Whether sixteen bytes at once make up a T, and the words of one such piece.
template <class T>
inline constexpr bool IN_PIECES = sizeof(T) % 16 == 0 && alignof(T) >= 4;
template <class T>
using Piece = WordOf<T>[16 / sizeof(WordOf<T>)];
template <class T>
struct Pieces {
    Piece<T> pieces[sizeof(T) / 16];
};

}  // namespace detail

namespace detail {

// How words are read.
struct RelaxedCta {
    template <class Word>
    static __device__ Word word(const Word* address) {
        return load_word_cta(address);
    }
    template <class Word, unsigned N>
    static __device__ void words(const Word* address, Word (&words)[N]) {
        load_words_cta(address, words);
    }
};
struct Constant {
    template <class Word>
    static __device__ Word word(const Word* address) {
        return load_word_constant(address);
    }
    template <class Word, unsigned N>
    static __device__ void words(const Word* address, Word (&words)[N]) {
        load_words_constant(address, words);
    }
};

// A value of at most 8 bytes is read as a whole; a larger one word by word. Where its size is a multiple of 16 the address must be one too, as
// in a buffer, whose memory is aligned to more.
template <class Loads, class T>
__device__ inline T load_by(const T* address) {
    const auto* words = reinterpret_cast<const WordOf<T>*>(address);
    if constexpr (IN_PIECES<T>) {
        Pieces<T> value;
        for (unsigned i = 0; i < sizeof(T) / 16; i += 1) Loads::words(words + i * (16 / sizeof(WordOf<T>)), value.pieces[i]);
        return whipple::detail::bit_cast<T>(value);
    } else {
        Words<T> value;
        for (unsigned i = 0; i < sizeof(T) / sizeof(WordOf<T>); i += 1) value.words[i] = Loads::word(words + i);
        return whipple::detail::bit_cast<T>(value);
    }
}

}  // namespace detail

// A value of more than 8 bytes may mix two writes. The scope is the block: the multiprocessor's cache may answer, which does not see what
// others write at the same moment. What a task was spawned after it does see: whoever takes a task from another block acquires at gpu scope,
// which empties that cache.
template <class T>
__device__ inline T load_relaxed_cta(const T* address) {
    return detail::load_by<detail::RelaxedCta>(address);
}
// A value that nobody writes while the kernel runs: a cache that is not emptied meanwhile may answer. It is no atomic access.
template <class T>
__device__ inline T load_constant(const T* address) {
    return detail::load_by<detail::Constant>(address);
}
template <class T>
__device__ inline void store_relaxed_gpu(T* address, const T& value) {
    auto* words = reinterpret_cast<detail::WordOf<T>*>(address);
    if constexpr (detail::IN_PIECES<T>) {
        const auto source = whipple::detail::bit_cast<detail::Pieces<T>>(value);
        for (unsigned i = 0; i < sizeof(T) / 16; i += 1)
            store_words_gpu(words + i * (16 / sizeof(detail::WordOf<T>)), source.pieces[i]);
    } else {
        const auto source = whipple::detail::bit_cast<detail::Words<T>>(value);
        for (unsigned i = 0; i < sizeof(T) / sizeof(detail::WordOf<T>); i += 1) store_word_gpu(words + i, source.words[i]);
    }
}

// As `load_relaxed_cta`, but the latest value, not what the multiprocessor's cache has. An acquire: a relaxed load of the device's scope, and a
// fence after it.
template <class T>
__device__ inline T load_acquire_gpu(const T* address) {
    const auto* words = reinterpret_cast<const detail::WordOf<T>*>(address);
    detail::Words<T> value;
    for (unsigned i = 0; i < sizeof(T) / sizeof(detail::WordOf<T>); i += 1) value.words[i] = load_word_gpu(words + i);
    sync::fence_acq_rel_gpu();
    return whipple::detail::bit_cast<T>(value);
}
// As `store_relaxed_gpu`, and a release: a fence before it.
template <class T>
__device__ inline void store_release_gpu(T* address, const T& value) {
    sync::fence_acq_rel_gpu();
    store_relaxed_gpu(address, value);
}

// ---- Read-modify-write -----------------------------------------------------------------------------------------

#ifdef __CUDACC__

// CUDA's atomics are relaxed; they have no signed 64-bit forms where the unsigned one gives the same bits.
#define WHIPPLE_ATOMIC(name, cuda, type, carrier, operation, constraint)                                        \
    template <Scope SCOPE, Order ORDER>                                                                         \
    __device__ inline type name(type* address, type value) {                                                    \
        static_assert(SCOPE == Scope::Gpu || ORDER == Order::Relaxed);                                          \
        carrier* const place = reinterpret_cast<carrier*>(address);                                             \
        const carrier operand = static_cast<carrier>(value);                                                    \
        if constexpr (ORDER == Order::AcqRel) {                                                                 \
            carrier old;                                                                                        \
            asm volatile("atom.acq_rel.gpu.global." operation " %0, [%1], %2;"                                  \
                         : "=" constraint(old)                                                                  \
                         : "l"(__cvta_generic_to_global(place)), constraint(operand)                            \
                         : "memory");                                                                           \
            return static_cast<type>(old);                                                                      \
        } else if constexpr (SCOPE == Scope::Block) {                                                           \
            return static_cast<type>(cuda##_block(place, operand));                                             \
        } else {                                                                                                \
            return static_cast<type>(cuda(place, operand));                                                     \
        }                                                                                                       \
    }
#define WHIPPLE_ATOMIC_INTEGERS(name, cuda, carrier64, operation, u32, s32, u64, s64)          \
    WHIPPLE_ATOMIC(name, cuda, unsigned, unsigned, operation "." u32, "r")                     \
    WHIPPLE_ATOMIC(name, cuda, int, int, operation "." s32, "r")                               \
    WHIPPLE_ATOMIC(name, cuda, unsigned long long, unsigned long long, operation "." u64, "l") \
    WHIPPLE_ATOMIC(name, cuda, long long, carrier64, operation "." s64, "l")
WHIPPLE_ATOMIC_INTEGERS(fetch_add, atomicAdd, unsigned long long, "add", "u32", "s32", "u64", "u64")
WHIPPLE_ATOMIC_INTEGERS(fetch_min, atomicMin, long long, "min", "u32", "s32", "u64", "s64")
WHIPPLE_ATOMIC_INTEGERS(fetch_max, atomicMax, long long, "max", "u32", "s32", "u64", "s64")
WHIPPLE_ATOMIC_INTEGERS(fetch_and, atomicAnd, unsigned long long, "and", "b32", "b32", "b64", "b64")
WHIPPLE_ATOMIC_INTEGERS(fetch_or, atomicOr, unsigned long long, "or", "b32", "b32", "b64", "b64")
WHIPPLE_ATOMIC_INTEGERS(fetch_xor, atomicXor, unsigned long long, "xor", "b32", "b32", "b64", "b64")
WHIPPLE_ATOMIC_INTEGERS(exchange, atomicExch, unsigned long long, "exch", "b32", "b32", "b64", "b64")
WHIPPLE_ATOMIC(fetch_add, atomicAdd, float, float, "add.f32", "f")
WHIPPLE_ATOMIC(fetch_add, atomicAdd, double, double, "add.f64", "d")
#undef WHIPPLE_ATOMIC_INTEGERS
#undef WHIPPLE_ATOMIC

// Returns the old value; it was replaced if it equals `expected`.
template <Scope SCOPE, Order ORDER, class T>
__device__ inline T compare_exchange(T* address, T expected, T desired) {
    static_assert(SCOPE == Scope::Gpu || ORDER == Order::Relaxed);
    using Word = SelectType<sizeof(T) == 8, unsigned long long, unsigned>;
    Word* const place = reinterpret_cast<Word*>(address);
    if constexpr (ORDER == Order::AcqRel && sizeof(T) == 8) {
        Word old;
        asm volatile("atom.acq_rel.gpu.global.cas.b64 %0, [%1], %2, %3;"
                     : "=l"(old)
                     : "l"(__cvta_generic_to_global(place)), "l"(static_cast<Word>(expected)), "l"(static_cast<Word>(desired))
                     : "memory");
        return static_cast<T>(old);
    } else if constexpr (ORDER == Order::AcqRel) {
        Word old;
        asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
                     : "=r"(old)
                     : "l"(__cvta_generic_to_global(place)), "r"(static_cast<Word>(expected)), "r"(static_cast<Word>(desired))
                     : "memory");
        return static_cast<T>(old);
    } else if constexpr (SCOPE == Scope::Block) {
        return static_cast<T>(atomicCAS_block(place, static_cast<Word>(expected), static_cast<Word>(desired)));
    } else {
        return static_cast<T>(atomicCAS(place, static_cast<Word>(expected), static_cast<Word>(desired)));
    }
}

#else

namespace detail {

// An operation of this scope and order on a word, which goes on while it lives. The block has written what it was to write there, and has
// not read it.
template <Scope SCOPE, Order ORDER>
class Ordered {
public:
    explicit Ordered(const void* word) {
        if constexpr (SCOPE == Scope::Gpu) emulation::settle(word);
        if constexpr (ORDER == Order::AcqRel) emulation::release_memory();
    }
    Ordered(const Ordered&) = delete;
    Ordered& operator=(const Ordered&) = delete;
    ~Ordered() {
        if constexpr (ORDER == Order::AcqRel) emulation::acquire_memory();
    }

    static constexpr int UPDATE = ORDER == Order::AcqRel ? __ATOMIC_ACQ_REL : __ATOMIC_RELAXED;
    static constexpr int LOAD = ORDER == Order::AcqRel ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
};

}  // namespace detail

template <Scope SCOPE, Order ORDER, class T>
inline T compare_exchange(T* address, T expected, T desired) {
    using Ordered = detail::Ordered<SCOPE, ORDER>;
    const Ordered ordered(address);
    __atomic_compare_exchange(address, &expected, &desired, false, Ordered::UPDATE, Ordered::LOAD);
    return expected;
}

// Replaces the value by a function of it and returns the old one.
template <Scope SCOPE, Order ORDER, class T, class F>
inline T update(T* address, F&& next) {
    using Ordered = detail::Ordered<SCOPE, ORDER>;
    const Ordered ordered(address);
    T old;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    for (;;) {
        T desired = next(old);
        if (__atomic_compare_exchange(address, &old, &desired, true, Ordered::UPDATE, Ordered::LOAD)) return old;
    }
}

template <Scope SCOPE, Order ORDER, class T>
inline T fetch_add(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) {
        if constexpr (FloatingPoint<T>) return old + value;
        else return static_cast<T>(static_cast<unsigned long long>(old) + static_cast<unsigned long long>(value));
    });
}
template <Scope SCOPE, Order ORDER, class T>
inline T fetch_min(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) { return value < old ? value : old; });
}
template <Scope SCOPE, Order ORDER, class T>
inline T fetch_max(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) { return old < value ? value : old; });
}
template <Scope SCOPE, Order ORDER, class T>
inline T fetch_and(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) { return old & value; });
}
template <Scope SCOPE, Order ORDER, class T>
inline T fetch_or(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) { return old | value; });
}
template <Scope SCOPE, Order ORDER, class T>
inline T fetch_xor(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T old) { return old ^ value; });
}
template <Scope SCOPE, Order ORDER, class T>
inline T exchange(T* address, T value) {
    return update<SCOPE, ORDER>(address, [=](T) { return value; });
}

#endif

}  // namespace whipple::atomic
