// Messages of panics and lines with values in them: what the host needs to write them as Rust does.
//
// The words of a message are, in this order: one that counts the words of types, and above bit 32 all words; the types, eight bytes a
// word; the values. whipple-runtime/src/program/source/message.rs reads them.
#pragma once
#include "array.cuh"
#include "char.cuh"
#include "conversion.cuh"
#include "math.cuh"
#include "option.cuh"
#include "panic.cuh"
#include "reference.cuh"
#include "result.cuh"

namespace whipple {

namespace num {

// The number of a message, and where it is said.
struct Message {
    unsigned long long number;
    Location at;

    __device__ constexpr explicit Message(unsigned long long number, Location at = Location::current()) : number(number), at(at) {}
};

}  // namespace num

namespace detail {

// How types are written.
enum class TypeByte : unsigned char {
    End, Absent, Bool, U8, U16, U32, U64, I8, I16, I32, I64, F32, F64, Unit, Option, Array, Tuple, Vec2, Vec3, Vec4, Mat3, Mat4, Own, Result,
    IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, BVec2, BVec3, BVec4, BVec4A, Quat, IntError, SliceError, Char, U128, I128
};

// The bytes of types and the words of values that the record of a panic has room for. Each value that does not fit takes one byte.
constexpr unsigned MESSAGE_BYTES = 208;
constexpr unsigned MESSAGE_WORDS = 32;
// The same of a line: all values have room, or the line has none.
constexpr unsigned LINE_BYTES = 1u << 30;

// How a value is sent: how many bytes its type takes, how many words its value, and both of them. Of others there is a note that they
// are absent.
template <class T>
struct Sent;

struct SentNothing {
    enum : unsigned { TYPE = 1, WORDS = 0 };
    __device__ static constexpr void type(unsigned char*& to) { *to++ = static_cast<unsigned char>(TypeByte::Absent); }
    template <class T>
    __device__ static void words(const T&, unsigned long long*&) {}
};

// The item of a type of the user's that can be printed. A program's text says it behind its types.
template <class T>
struct OwnType {
    enum : unsigned long long { ITEM = 0 };
};

// The bytes of a value, of which the host knows the type.
template <class T>
struct SentBytes {
    enum : unsigned { TYPE = 9, WORDS = (sizeof(T) + 7) / 8 };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Own);
        for (unsigned i = 0; i < 64; i += 8)
            *to++ = static_cast<unsigned char>(static_cast<unsigned long long>(OwnType<T>::ITEM) >> i & 0xff);
    }
    __device__ static void words(const T& value, unsigned long long*& to) {
        to[WORDS - 1] = 0;
        const auto from = reinterpret_cast<const unsigned char*>(&value);
        const auto bytes = reinterpret_cast<unsigned char*>(to);
        for (unsigned i = 0; i < sizeof(T); i++) bytes[i] = from[i];
        to += WORDS;
    }
};

template <class T>
struct Sent : SelectType<OwnType<T>::ITEM != 0, SentBytes<T>, SentNothing> {};

template <TypeByte BYTE, unsigned COUNT = 1>
struct SentWords {
    enum : unsigned { TYPE = 1, WORDS = COUNT };
    __device__ static constexpr void type(unsigned char*& to) { *to++ = static_cast<unsigned char>(BYTE); }
};

// The type of an integer by its size and sign.
template <class Raw>
__device__ constexpr TypeByte integer_type() {
    const bool is_signed = static_cast<Raw>(-1) < static_cast<Raw>(0);
    if (sizeof(Raw) == 16) return is_signed ? TypeByte::I128 : TypeByte::U128;
    const TypeByte first = is_signed ? TypeByte::I8 : TypeByte::U8;
    const unsigned steps = sizeof(Raw) == 1 ? 0 : sizeof(Raw) == 2 ? 1 : sizeof(Raw) == 4 ? 2 : 3;
    return static_cast<TypeByte>(static_cast<unsigned>(first) + steps);
}

// One word, or two of which the lower comes first.
template <class Raw>
struct SentInteger : SentWords<integer_type<Raw>(), (sizeof(Raw) > 8 ? 2 : 1)> {
    __device__ static void raw_words(Raw value, unsigned long long*& to) {
        *to++ = static_cast<unsigned long long>(value);
        if constexpr (sizeof(Raw) > 8) *to++ = static_cast<unsigned long long>(value >> 64);
    }
};
template <class Raw, class Tag>
struct Sent<Integer<Raw, Tag>> : SentInteger<Raw> {
    __device__ static void words(Integer<Raw, Tag> value, unsigned long long*& to) { SentInteger<Raw>::raw_words(value.raw(), to); }
};
// A literal beside a value: it has the value's type in Rust, and the same digits.
template <BuiltinInteger T>
struct Sent<T> : SentInteger<T> {
    __device__ static void words(T value, unsigned long long*& to) { SentInteger<T>::raw_words(value, to); }
};
template <>
struct Sent<Literal> : SentInteger<Literal::Value> {
    __device__ static void words(Literal value, unsigned long long*& to) { SentInteger<Literal::Value>::raw_words(value.value, to); }
};
template <>
struct Sent<bool> : SentWords<TypeByte::Bool> {
    __device__ static void words(bool value, unsigned long long*& to) { *to++ = value; }
};
template <>
struct Sent<Char> : SentWords<TypeByte::Char> {
    __device__ static void words(Char value, unsigned long long*& to) { *to++ = value.code_; }
};
template <>
struct Sent<f32> : SentWords<TypeByte::F32> {
    __device__ static void words(f32 value, unsigned long long*& to) { *to++ = bit_cast<unsigned>(value); }
};
template <>
struct Sent<f64> : SentWords<TypeByte::F64> {
    __device__ static void words(f64 value, unsigned long long*& to) { *to++ = bit_cast<unsigned long long>(value); }
};
template <>
struct Sent<Unit> : SentWords<TypeByte::Unit, 0> {
    __device__ static void words(Unit, unsigned long long*&) {}
};

template <>
struct Sent<TryFromIntError> : SentWords<TypeByte::IntError, 0> {
    __device__ static void words(TryFromIntError, unsigned long long*&) {}
};
template <>
struct Sent<TryFromSliceError> : SentWords<TypeByte::SliceError, 0> {
    __device__ static void words(TryFromSliceError, unsigned long long*&) {}
};

template <class T>
struct Sent<Option<T>> {
    enum : unsigned { TYPE = 1 + Sent<T>::TYPE, WORDS = 1 + Sent<T>::WORDS };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Option);
        Sent<T>::type(to);
    }
    __device__ static void words(const Option<T>& option, unsigned long long*& to) {
        *to++ = option.present;
        unsigned long long* value = to;
        if (option.present) {
            Sent<T>::words(option.value, value);
        } else {
            for (unsigned i = 0; i < Sent<T>::WORDS; i++) to[i] = 0;
        }
        to += Sent<T>::WORDS;
    }
};
template <class T, class E>
struct Sent<Result<T, E>> {
    enum : unsigned { TYPE = 1 + Sent<T>::TYPE + Sent<E>::TYPE, WORDS = 1 + Sent<T>::WORDS + Sent<E>::WORDS };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Result);
        Sent<T>::type(to);
        Sent<E>::type(to);
    }
    __device__ static void words(const Result<T, E>& result, unsigned long long*& to) {
        *to++ = result.good;
        unsigned long long* value = to;
        unsigned long long* error = to + Sent<T>::WORDS;
        to = error + Sent<E>::WORDS;
        for (unsigned long long* word = value; word != to; word++) *word = 0;
        if (result.good)
            Sent<T>::words(result.value, value);
        else
            Sent<E>::words(result.error, error);
    }
};
// `Some(None)` and `None` of a type that nothing says: what they would have prints nothing.
template <>
struct Sent<Option<None>> {
    enum : unsigned { TYPE = 3, WORDS = 2 };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Option);
        *to++ = static_cast<unsigned char>(TypeByte::Option);
        *to++ = static_cast<unsigned char>(TypeByte::Unit);
    }
    __device__ static void words(const Option<None>& option, unsigned long long*& to) {
        *to++ = option.present;
        *to++ = 0;
    }
};
template <>
struct Sent<None> {
    enum : unsigned { TYPE = 2, WORDS = 1 };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Option);
        *to++ = static_cast<unsigned char>(TypeByte::Unit);
    }
    __device__ static void words(None, unsigned long long*& to) { *to++ = 0; }
};

template <class T, size_t N>
struct Sent<Array<T, N>> {
    enum : unsigned { TYPE = 4 + Sent<T>::TYPE, WORDS = N * Sent<T>::WORDS };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Array);
        *to++ = static_cast<unsigned char>(N & 0xff);
        *to++ = static_cast<unsigned char>(N >> 8 & 0xff);
        *to++ = static_cast<unsigned char>(N >> 16 & 0xff);
        Sent<T>::type(to);
    }
    __device__ static void words(const Array<T, N>& array, unsigned long long*& to) {
        for (unsigned i = 0; i < N; i++) Sent<T>::words(array.elements[i], to);
    }
};

template <class... T>
struct Sent<Tuple<T...>> {
    enum : unsigned { TYPE = (2u + ... + Sent<T>::TYPE), WORDS = (0u + ... + Sent<T>::WORDS) };
    __device__ static constexpr void type(unsigned char*& to) {
        *to++ = static_cast<unsigned char>(TypeByte::Tuple);
        *to++ = sizeof...(T);
        (Sent<T>::type(to), ...);
    }
    __device__ static void words(const Tuple<T...>& tuple, unsigned long long*& to) {
        constexpr unsigned LENGTH = sizeof...(T);
        Sent<At<0, T...>>::words(tuple._0, to);
        if constexpr (LENGTH > 1) Sent<At<1, T...>>::words(tuple._1, to);
        if constexpr (LENGTH > 2) Sent<At<2, T...>>::words(tuple._2, to);
        if constexpr (LENGTH > 3) Sent<At<3, T...>>::words(tuple._3, to);
        if constexpr (LENGTH > 4) Sent<At<4, T...>>::words(tuple._4, to);
        if constexpr (LENGTH > 5) Sent<At<5, T...>>::words(tuple._5, to);
    }
};

// What it refers to.
template <class T>
struct Sent<Reference<T>> : Sent<Plain<T>> {
    __device__ static void words(const Reference<T>& reference, unsigned long long*& to) { Sent<Plain<T>>::words(*reference, to); }
};

template <class T, TypeByte BYTE, unsigned COUNT>
struct SentFloats : SentWords<BYTE, COUNT> {
    __device__ static void words(const T& value, unsigned long long*& to) {
        const auto floats = bit_cast<Array<f32, COUNT>>(value);
        for (unsigned i = 0; i < COUNT; i++) *to++ = bit_cast<unsigned>(floats.elements[i]);
    }
};
template <>
struct Sent<Vec2> : SentFloats<Vec2, TypeByte::Vec2, 2> {};
template <>
struct Sent<Vec3> : SentFloats<Vec3, TypeByte::Vec3, 3> {};
template <>
struct Sent<Vec4> : SentFloats<Vec4, TypeByte::Vec4, 4> {};
template <class T, size_t N>
struct Sent<IntegerVector<T, N>>
    : SentWords<static_cast<TypeByte>(static_cast<unsigned>(SameAs<T, i32> ? TypeByte::IVec2 : TypeByte::UVec2) + N - 2), N> {
    __device__ static void words(const IntegerVector<T, N>& value, unsigned long long*& to) {
        const auto numbers = value.to_array();
        for (unsigned i = 0; i < N; i++) *to++ = static_cast<unsigned long long>(numbers.elements[i].raw());
    }
};
template <class Lane, size_t N>
struct Sent<MaskVector<Lane, N>>
    : SentWords<SameAs<Lane, bool> ? static_cast<TypeByte>(static_cast<unsigned>(TypeByte::BVec2) + N - 2) : TypeByte::BVec4A> {
    __device__ static void words(const MaskVector<Lane, N>& value, unsigned long long*& to) { *to++ = value.bitmask().raw(); }
};
template <>
struct Sent<Quat> : SentWords<TypeByte::Quat, 4> {
    // As a template, because most programs have no quaternions.
    template <class T>
    __device__ static void words(const T& value, unsigned long long*& to) {
        const auto floats = value.to_array();
        for (unsigned i = 0; i < 4; i++) *to++ = bit_cast<unsigned>(floats.elements[i]);
    }
};
template <>
struct Sent<Mat3> : SentFloats<Mat3, TypeByte::Mat3, 9> {};
template <>
struct Sent<Mat4> : SentFloats<Mat4, TypeByte::Mat4, 16> {};

// Writes a copy of a value. What goes through a value by an index, or byte by byte, has it in memory, and the value itself should stay
// in registers for those who do not panic.
template <class T>
__device__ inline void send(const T& value, unsigned long long*& to) {
    if constexpr (Sent<T>::WORDS > 0) {
        const T copy = value;
        Sent<T>::words(copy, to);
    }
}

// The layout of a message with values of these types, which may take so many bytes.
template <unsigned BYTES, class... T>
struct MessageLayout {
    enum : unsigned { TYPES = (0u + ... + Sent<T>::TYPE), MOST = TYPES < BYTES ? TYPES : BYTES + sizeof...(T) };

    unsigned long long types[MOST / 8 + 1];
    unsigned type_words;  // how many of them there are
    unsigned words;       // of the whole message
    bool fits[sizeof...(T) + 1];

    __device__ constexpr MessageLayout() : types(), type_words(0), words(0), fits() {
        const unsigned sizes[] = {(Sent<T>::TYPE + 8 * Sent<T>::WORDS)..., 0};
        const unsigned of_values[] = {Sent<T>::WORDS..., 0};
        unsigned bytes = 0, values = 0;
        for (unsigned i = 0; i < sizeof...(T); i++) {
            fits[i] = bytes + sizes[i] <= BYTES;
            bytes += fits[i] ? sizes[i] : 0;
            values += fits[i] ? of_values[i] : 0;
        }
        unsigned char text[MOST + 1] = {};
        unsigned char* to = text;
        [[maybe_unused]] unsigned i = 0;
        ((fits[i++] ? Sent<T>::type(to) : SentNothing::type(to)), ...);
        const auto length = static_cast<unsigned>(to - text);
        for (unsigned at = 0; at < length; at++) types[at / 8] |= static_cast<unsigned long long>(text[at]) << (at % 8 * 8);
        type_words = (length + 7) / 8;
        words = 1 + type_words + values;
    }
};

// Writes a message of this layout.
template <class Layout, class... T>
__device__ inline void send_all(unsigned long long* to, const T&... values) {
    constexpr Layout LAYOUT;
    *to++ = LAYOUT.type_words | static_cast<unsigned long long>(LAYOUT.words) << 32;
    for (unsigned i = 0; i < LAYOUT.type_words; i++) *to++ = LAYOUT.types[i];
    [[maybe_unused]] unsigned index = 0;
    ((LAYOUT.fits[index++] ? detail::send(values, to) : void()), ...);
}

}  // namespace detail

namespace num {

// panic!("… {}", values…)
template <class... T>
[[noreturn]] __device__ inline void panic(Message message, const T&... values) {
    using Layout = detail::MessageLayout<detail::MESSAGE_BYTES, T...>;
    constexpr Layout LAYOUT;
    static_assert(LAYOUT.words <= detail::MESSAGE_WORDS, "a message fits its record");
    unsigned long long words[LAYOUT.words];
    detail::send_all<Layout>(words, values...);
    detail::fail(PanicKind::Values, reinterpret_cast<const char*>(words), message.at, message.number);
}

}  // namespace num

namespace detail {

template <Says SAYS, class T>
[[noreturn]] __device__ inline void fail_with(const T& value, Location at) {
    num::panic(num::Message(static_cast<unsigned long long>(SAYS), at), value);
}

}  // namespace detail

}  // namespace whipple
