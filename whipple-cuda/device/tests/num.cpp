// Runs the suite with a host compiler and compares it with what Rust computed; then panics, ranges and literals.
//
//     g++ -std=c++20 -O2 -ffp-contract=off -o num num.cpp && ./num
//
// `./num i32.rem_euclid` prints the single results of an operation.
#include "suite.hpp"

#include "../buffer.cuh"

// What the emulated machine watches; here nobody does.
namespace whipple::sync {
inline void shared_read(const void*, unsigned, const char*, int) {}
inline void shared_written(const void*, unsigned) {}
}  // namespace whipple::sync
#include "../shared.cuh"
#include "expected.hpp"

#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

struct Thrown {
    whipple::PanicKind kind;
    std::string message, file;
    int line;
    unsigned long long a, b;
};

namespace whipple {
void report_panic(const Panic& panic) {
    throw Thrown{panic.kind, panic.message, panic.at.file, panic.at.line, panic.a, panic.b};
}
}  // namespace whipple

using namespace whipple;

static int failures = 0;

#define EXPECT(...)                                                       \
    do {                                                                  \
        if (!(__VA_ARGS__)) {                                             \
            failures += 1;                                                \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #__VA_ARGS__); \
        }                                                                 \
    } while (false)

// The statement panics with this kind, at its own line.
#define EXPECT_PANIC(expected, ...)                                       \
    do {                                                                  \
        bool panicked = false;                                            \
        const int here = __LINE__;                                        \
        try {                                                             \
            __VA_ARGS__;                                                  \
        } catch (const Thrown& panic) {                                    \
            panicked = panic.kind == PanicKind::expected && panic.line == here && panic.file == __FILE__; \
            if (!panicked) std::printf("%s:%d: %s\n", panic.file.c_str(), panic.line, panic.message.c_str()); \
        }                                                                 \
        EXPECT(panicked && #__VA_ARGS__);                                 \
    } while (false)

struct Sink {
    std::map<std::string, unsigned long long> rows;
    unsigned long long* current = nullptr;
    const char* dump = nullptr;
    bool dumping = false;

    void begin(const char* group, const char* operation) {
        const std::string name = std::string(group) + "." + operation;
        EXPECT(rows.count(name) == 0);
        current = &rows[name];
        *current = 0xcbf29ce484222325ull;
        dumping = dump != nullptr && name == dump;
    }
    void value(unsigned long long bits) {
        if (dumping) std::printf("%#llx\n", bits);
        *current = (*current ^ bits) * 0x100000001b3ull;
        *current ^= *current >> 29;
    }
};

template <unsigned PART>
static void run_parts(Sink& sink) {
    suite::run<PART>(sink);
    if constexpr (PART + 1 < suite::PARTS) run_parts<PART + 1>(sink);
}

static void compare_with_rust(const char* dump) {
    Sink sink;
    sink.dump = dump;
    run_parts<0>(sink);
    for (const Expected& row : EXPECTED) {
        const auto found = sink.rows.find(row.name);
        if (found == sink.rows.end() || found->second != row.hash) {
            failures += 1;
            std::printf("%s: %s\n", row.name, found == sink.rows.end() ? "is missing" : "differs from Rust");
        }
    }
    EXPECT(sink.rows.size() == sizeof(EXPECTED) / sizeof(Expected));
    std::printf("%zu operations\n", sink.rows.size());
}

static void panics() {
    i32 zero = 0, least = i32::MIN;
    u32 many = 7;
    Array<u32, 4> a = filled<4>(1_u32);
    EXPECT_PANIC(DivisionByZero, (void)(5 / zero));
    EXPECT_PANIC(DivisionByZero, (void)num::rem(5_i32, zero));
    EXPECT_PANIC(DivisionByZero, (void)num::rem(5, zero));
    EXPECT_PANIC(DivisionByZero, least /= 0);
    EXPECT_PANIC(DivisionByZero, (void)num::rem_euclid(least, zero));
    EXPECT_PANIC(DivisionByZero, (void)many.div_ceil(0));
    EXPECT_PANIC(DivisionByZero, (void)stepped(range(0_u32, 4), 0));
    EXPECT_PANIC(Overflow, (void)(least / -1));
    EXPECT_PANIC(Overflow, least %= -1);
    EXPECT_PANIC(OutOfBounds, (void)a[cast<usize>(many)]);
    EXPECT_PANIC(OutOfBounds, a[4] = 3);
    EXPECT_PANIC(OutOfBounds, a.swap(0, 9));
    EXPECT_PANIC(OutOfBounds, (void)Vec3::X[3]);
    EXPECT_PANIC(OutOfBounds, (void)Mat4::IDENTITY.col(4));
    EXPECT_PANIC(InvalidRange, (void)num::clamp(1.0f, 2.0f, 1.0f));
    EXPECT_PANIC(InvalidRange, (void)num::clamp(many, 2, 1));
    EXPECT_PANIC(DivisionByZero, (void)(5_u128 / cast<u128>(zero)));
    EXPECT_PANIC(Overflow, (void)(i128::MIN / -1));
    EXPECT_PANIC(Panic, (void)u32(0).ilog2());
    EXPECT_PANIC(Panic, panic("message"));
    EXPECT_PANIC(Assertion, check(many == 8, "message"));
    check(many == 7, "message");
    try {
        a[6] = 1;
    } catch (const Thrown& panic) {
        EXPECT(panic.a == 6 && panic.b == 4);
    }
#if WHIPPLE_OVERFLOW_CHECKS
    EXPECT_PANIC(Overflow, (void)(u32::MAX + 1));
    EXPECT_PANIC(Overflow, (void)(3 - many));
    EXPECT_PANIC(Overflow, many -= 8);
    EXPECT_PANIC(Overflow, (void)(least * 2));
    EXPECT_PANIC(Overflow, (void)-least);
    EXPECT_PANIC(Overflow, (void)num::abs(least));
    EXPECT_PANIC(Overflow, (void)(many << 32));
    EXPECT_PANIC(Overflow, (void)(many >> -1_i32));
    EXPECT_PANIC(Overflow, (void)(10_u8).pow(3));
    EXPECT_PANIC(Overflow, (void)(200_u8).next_power_of_two());
    EXPECT_PANIC(Overflow, (void)(u128::MAX + 1));
    EXPECT_PANIC(Overflow, (void)(i128::MIN - 1));
    EXPECT_PANIC(Overflow, (void)(num::wide<u128>(1, 0) * num::wide<u128>(1, 0)));
    EXPECT_PANIC(Overflow, (void)(i128::MIN * -1));
    EXPECT_PANIC(Overflow, (void)-i128::MIN);
    EXPECT_PANIC(Overflow, (void)(5_u128 << num::wide<u128>(1, 0)));
    EXPECT_PANIC(Overflow, (void)(5_u32 >> -1_i128));
    EXPECT(u128::MAX - 1 + 1 == u128::MAX && num::wide<i128>(1ull << 62, 0) * -2 == i128::MIN && 5_u128 << 126_i128 == num::wide<u128>(1ull << 62, 0));
    EXPECT((many + 1) * 2 == 16 && -(-5_i32) == 5 && (2_i64).pow(62) == 1ll << 62 && (2_u8).pow(7) == 128);
#else
    EXPECT(u32::MAX + 1 == 0 && 3 - many == u32::MAX - 3 && least * 2 == 0 && -least == least);
    EXPECT(u128::MAX + 1 == 0 && i128::MIN - 1 == i128::MAX && -i128::MIN == i128::MIN && (5_u128 << num::wide<u128>(1, 1)) == 10);
    EXPECT((many << 33_u64) == 14 && (many >> -31_i32) == 3 && (10_u8).pow(3) == 232 && (200_u8).next_power_of_two() == 0);
#endif
}

static std::string text(auto view) {
    std::string result;
    for (const auto value : view) result += std::to_string(static_cast<long long>(value.raw())) + " ";
    return result;
}

static void ranges() {
    EXPECT(text(range(0, 4_u32)) == "0 1 2 3 ");
    EXPECT(text(range(-2_i32, 1)) == "-2 -1 0 ");
    EXPECT(text(range(4_u32, 0)) == "" && text(range(3_u32, 3)) == "");
    EXPECT(text(range_inclusive(0, 4_u32)) == "0 1 2 3 4 ");
    EXPECT(text(range_inclusive(253_u8, u8::MAX)) == "253 254 255 ");
    EXPECT(text(range_inclusive(4_u32, 3)) == "" && text(range_inclusive(3_u32, 3)) == "3 ");
    EXPECT(text(reversed(range(0, 4_u32))) == "3 2 1 0 ");
    EXPECT(text(reversed(range(0_u32, 0))) == "" && text(reversed(range(i8::MIN, i8::MIN))) == "");
    EXPECT(text(reversed(range_inclusive(0_u8, 2))) == "2 1 0 ");
    EXPECT(text(stepped(range(0, 10_u32), 3)) == "0 3 6 9 ");
    EXPECT(text(stepped(range(0, 9_u32), 3)) == "0 3 6 ");
    EXPECT(text(stepped(range_inclusive(0, 9_u32), 3)) == "0 3 6 9 ");
    EXPECT(text(stepped(range_inclusive(250_u8, 255), 4)) == "250 254 ");
    EXPECT(text(stepped(range(0_u8, 5), 1000)) == "0 ");
    EXPECT(text(reversed(stepped(range(0, 10_u32), 4))) == "8 4 0 ");
    EXPECT(text(stepped(reversed(range(0, 10_u32)), 4)) == "9 5 1 ");
    EXPECT(text(stepped(stepped(range(0, 20_u32), 2), 3)) == "0 6 12 18 ");
    EXPECT(text(stepped(range(i8::MIN, i8::MAX), 100)) == "-128 -28 72 ");
}

enum class Material : unsigned { Matte = 0, Glass = 300 };

static void literals_and_memory() {
    u32 x = 5;
    EXPECT((x | 2) == 7 && 1 + x == 6 && (x & 4) == 4 && x != 6 && 4 < x);
    x += 1, x <<= 2, x ^= 1;
    EXPECT(x == 25 && (!0_u8) == 255 && (!0_i32) == -1);
    const auto a = array(1, x, 3);
    EXPECT(a == Array<u32, 3>{{1, 25, 3}} && a.len() == 3);
    const Array<i64, 2> wide = array(1, -2);
    EXPECT(wide[1] == -2 && wide[0] + wide[1] == -1);
    const Tuple<u32, f32> pair = tuple(1, 2.0f);
    EXPECT(pair == Tuple<u32, f32>{1, 2.0f} && tuple(x, true)._1);
    const u64 y = 7;
    const auto [low, high] = either(x > 3, [&] { return tuple(x, 0); }, [&] { return tuple(9, y); });
    EXPECT(low == x && high == 0 && (either(x < 3, [&] { return tuple(x, 0); }, [&] { return tuple(9, y); }) == tuple(9, 7)));
    const Tuple<Tuple<u32, u64>, Array<u8, 2>> nested = either(x > 3, [&] { return tuple(tuple(1, y), array(2, 3)); }, [&] {
        return either(x > 2, [&] { return tuple(tuple(x, 4), filled<2>(5)); }, [&] { return tuple(tuple(6, 7), array(8_u8, 9)); });
    });
    EXPECT(nested == tuple(tuple(1, 7), array(2, 3)) && tuple(x, 7) == tuple(25, y) && tuple(x, 7) != tuple(24, y));
    EXPECT(tuple(x, 7) < tuple(25, 8_u64) && tuple(x, y) <= tuple(25, 7) && tuple(26, 0_u64) > tuple(x, y) && !(tuple(x, y) >= tuple(26, 0)));
    EXPECT(array(x, 1) < array(25, 2_u32) && array(x, 1) >= array(25, 1_u32) && !(tuple(Float<f32>::NAN, 1_u8) < tuple(Float<f32>::NAN, 2_u8)));
    EXPECT(cast<u8>(Material::Glass) == 44 && cast<i32>(true) == 1 && cast<f32>(3_u8) == 3.0f && cast<u32>(-1) == u32::MAX);
    EXPECT(cast<f32>(16777217) == 16777216.0f && cast<u64>(1.5f) == 1);
    EXPECT(num::max(x, 30) == 30 && num::max(2.0f, 3) == 3.0f && num::from_bits<f32>(0x3f800000) == 1.0f);
    EXPECT(num::log(8.0f, 2.0f) == 3.0f && num::sin_cos(0.0f)._1 == 1.0f && num::powf(2.0f, 3.0f) == 8.0f);
    EXPECT(Vec3::from(tuple(Vec2::X, 2.0f)) == vec3(1, 0, 2) && Vec4::new_(1, 2, 3, 4).wzyx() == vec4(4, 3, 2, 1));

    u32 storage[4] = {1, 2, 3, 4};
    const Buffer<u32> buffer{storage, 4};
    EXPECT(buffer.get(2) == 3 && buffer.len() == 4 && buffer.fetch_add(0, 10) == 1 && buffer.fetch_min(1, 1) == 2);
    EXPECT(buffer.compare_exchange(3, 4, 9) == 4 && buffer.compare_exchange(3, 4, 8) == 9 && buffer.get(3) == 9);
    buffer.set(2, 7);
    EXPECT(buffer.exchange(2, 8) == 7 && buffer.fetch_sub(2, 9) == 8 && buffer.get(2) == u32::MAX && buffer.get(0) == 11);
    EXPECT_PANIC(OutOfBounds, buffer.set(4, 0));
    EXPECT_PANIC(OutOfBounds, (void)buffer.fetch_or(u32::MAX, 0));
    Vec3 points[2] = {Vec3::X, Vec3::Y};
    const Buffer<Vec3> places{points, 2};
    places.set(0, places.get(1) * 2.0f);
    EXPECT(points[0] == vec3(0, 2, 0));
    f32 sums[1] = {1};
    EXPECT((Buffer<f32>{sums, 1}.fetch_add(0, 0.5f)) == 1.0f && sums[0] == 1.5f);
    f64 wide[1] = {0.1};
    EXPECT((Buffer<f64>{wide, 1}.fetch_add(0, 0.2)) == 0.1 && wide[0] == 0.1 + 0.2);

    Shared<i32> counter;
    counter.set(3);
    EXPECT(counter.fetch_max(5) == 3 && counter.get() == 5 && counter.fetch_xor(-1) == 5 && counter.get() == -6);
    SharedArray<f32, 3> values;
    values.set(2, 1.0f);
    EXPECT(values.fetch_add(2, 2.0f) == 1.0f && values.get(2) == 3.0f && values.len() == 3);
    EXPECT_PANIC(OutOfBounds, (void)values.get(3));
}

int main(int count, char** arguments) {
    compare_with_rust(count > 1 ? arguments[1] : nullptr);
    panics();
    ranges();
    literals_and_memory();
    std::printf("%s\n", failures == 0 ? "all equal" : "FAILED");
    return failures == 0 ? 0 : 1;
}
