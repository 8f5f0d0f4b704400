// The program `Samples`: CUDA C++ made from Rust.
#include "whipple.cuh"

using namespace whipple;

// ---- Forward declarations ----

namespace cuda_source_::everything {
struct Cull;
struct Sample;
enum class Material : unsigned;
struct Age;
struct Choose;
struct Weighted;
struct Combine;
struct Sums;

}  // namespace cuda_source_::everything

// ---- Types, procedures, constants ----

namespace cuda_source_::everything {

/// Drops invisible samples.
struct Cull {
    using Shared = NoShared;
    static constexpr unsigned LEVEL = 2, THREADS = 1;

    using Item = Sample;
    __device__ void execute(const Context<Cull>& ctx, const Sample& sample) const;
};
static_assert(sizeof(Cull) == 1, "Cull has the size that the host writes");

/// How a surface reflects.
enum class Material : unsigned {
    /// In all directions.
    Matte = 0,
    /// Mostly in one.
    Glossy = 4,
};

/// A point with a colour.
struct Sample {
    /// In pixels.
    Vec2 position;
    Array<f32, 3> colour;
    Material material;
    /// A name that is a keyword in C++.
    u32 new_;

    bool operator==(const Sample&) const = default;

    /// The least colour that is visible.
    static const f32 THRESHOLD;
    /// Black, in the origin.
    static const Sample NONE;
    /// The brightness.
    __device__ f32 luminance_fn() const;
    /// Whether it can be seen.
    __device__ bool is_visible_fn() const;
    /// Makes it darker.
    __device__ Unit dim_fn(f32 factor);
    static __device__ Sample grey_fn(f32 level);
};
static_assert(sizeof(Sample) == 28 && alignof(Sample) == 4, "Sample has the same layout in Rust");
static_assert(offsetof(Sample, colour) == 8, "Sample::colour is where Rust has it");
static_assert(offsetof(Sample, material) == 20, "Sample::material is where Rust has it");
static_assert(offsetof(Sample, new_) == 24, "Sample::new_ is where Rust has it");

constexpr f32 Sample::THRESHOLD = num::from_bits<f32>(998277249u) /* 1.0 / 255.0 */;

constexpr Sample Sample::NONE = [] {
    Sample sample; sample.position = Vec2::ZERO; sample.colour = filled<3>(0.0f); sample.material = Material::Matte; sample.new_ = 0; return sample;
}();

/// How long a sample lives: an enum with methods.
struct Age {
    unsigned char variant_;

    /// Just made.
    static const Age New;
    static const Age Used;
    static const Age Old;

    bool operator==(const Age&) const = default;
    __device__ bool operator<(const Age& other) const { return variant_ < other.variant_; }
    __device__ bool operator<=(const Age& other) const { return variant_ <= other.variant_; }
    __device__ bool operator>(const Age& other) const { return variant_ > other.variant_; }
    __device__ bool operator>=(const Age& other) const { return variant_ >= other.variant_; }

    static const Age FIRST;
    /// The next age.
    __device__ Age next_fn() const;
    /// As a number.
    __device__ u32 number_fn() const;
};
constexpr Age Age::New = {0};
constexpr Age Age::Used = {2};
constexpr Age Age::Old = {3};

constexpr Age Age::FIRST = Age::New;

/// Chooses by weight.
struct Choose {
    using Shared = NoShared;
    static constexpr unsigned LEVEL = 0, THREADS = 4;

    /// Scales the weights.
    f32 scale;
    Array<u32, 2> limits;
    /// How often each was chosen.
    Buffer<u32> counts;

    using Item = Weighted;
    __device__ void execute(const Context<Choose>& ctx, const Weighted& item) const;
};
static_assert(sizeof(Choose) == 32, "Choose has the size that the host writes");

/// Index and weight.
struct Weighted {
    u32 _0;
    f32 _1;
};
static_assert(sizeof(Weighted) == 8 && alignof(Weighted) == 4, "Weighted has the same layout in Rust");
static_assert(offsetof(Weighted, _1) == 4, "Weighted::_1 is where Rust has it");

/// What the threads of [`Combine`] share.
struct Sums {
    /// One for each thread.
    SharedArray<f32, 64> luminance;
    ::whipple::Shared<u32> visible;
};
static_assert(sizeof(Sums) == 260 && alignof(Sums) == 4, "Sums has the same layout in Rust");
static_assert(offsetof(Sums, visible) == 256, "Sums::visible is where Rust has it");

/// Adds up.
struct Combine {
    using Shared = Sums;
    static constexpr unsigned LEVEL = 1, THREADS = 64;

    Buffer<f32> total;

    using Item = Sample;
    __device__ void execute(const Context<Combine>& ctx, const Sample& sample) const;
};
static_assert(sizeof(Combine) == 16, "Combine has the size that the host writes");

}  // namespace cuda_source_::everything

// ---- The program: the parameters of all procedures ----

namespace cuda_source_::everything {

struct Samples {
    ::cuda_source_::everything::Cull cull;
    ::cuda_source_::everything::Choose choose;
    ::cuda_source_::everything::Combine combine;
};

}  // namespace cuda_source_::everything

// ---- The schedule ----

#ifndef WHIPPLE_BLOCK_THREADS
#define WHIPPLE_BLOCK_THREADS 256
#endif
#include <whipple/schedulers/common/plan.cuh>

namespace whipple {

struct Schedule : plan::Choices {
    using Program = ::cuda_source_::everything::Samples;
    static constexpr unsigned PROCEDURES = 3;
    static constexpr unsigned SCRATCH_PER_WARP = 192;
    static constexpr unsigned SEEDABLE = 7;
    static constexpr Facts<PROCEDURES> FACTS = {
        {
            {.level = 2, .threads = 1, .words = 7, .tasks_per_warp = 32, .warps_per_task = 1, .held = 1, .at_once = 1, .rank = 2, .ranked = 2, .is_leaf = false, .expands = true, .meets = false, .goes_on = false, .dives = false},  // Cull
            {.level = 0, .threads = 4, .words = 2, .tasks_per_warp = 8, .warps_per_task = 1, .held = 1, .at_once = 1, .rank = 1, .ranked = 1, .is_leaf = false, .expands = false, .meets = false, .goes_on = false, .dives = false},  // Choose
            {.level = 1, .threads = 64, .words = 7, .tasks_per_warp = 1, .warps_per_task = 2, .held = 4, .at_once = 4, .rank = 0, .ranked = 0, .is_leaf = true, .expands = false, .meets = true, .goes_on = false, .dives = false}},  // Combine
        // the most that one task spawns
        {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
        // into the local queues, where leaves run in place
        {{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
        {0, 0, 0},  // which ones do, a bit each
        {0, 0, 0},  // what continues when tasks have finished, a bit each
        0,  // words of the largest frame
        false,  // tasks finish with sums
    };
};

template <>
struct Place<::cuda_source_::everything::Cull> {
    using Schedule = ::whipple::Schedule;
    static constexpr unsigned INDEX = 0;
};

template <>
struct Entry<Schedule, 0> {
    using Procedure = ::cuda_source_::everything::Cull;
    using Item = Queued<Procedure>;
    __device__ static const Procedure& of(const Schedule::Program& program) { return program.cull; }
};

template <>
struct Place<::cuda_source_::everything::Choose> {
    using Schedule = ::whipple::Schedule;
    static constexpr unsigned INDEX = 1;
};

template <>
struct Entry<Schedule, 1> {
    using Procedure = ::cuda_source_::everything::Choose;
    using Item = Queued<Procedure>;
    __device__ static const Procedure& of(const Schedule::Program& program) { return program.choose; }
};

template <>
struct Place<::cuda_source_::everything::Combine> {
    using Schedule = ::whipple::Schedule;
    static constexpr unsigned INDEX = 2;
};

template <>
struct Entry<Schedule, 2> {
    using Procedure = ::cuda_source_::everything::Combine;
    using Item = Queued<Procedure>;
    __device__ static const Procedure& of(const Schedule::Program& program) { return program.combine; }
};

}  // namespace whipple

// ---- Prototypes ----

namespace cuda_source_::everything {
/// `a * b + c` with one rounding.
__device__ f32 fused(f32 a, f32 b, f32 c);

}  // namespace cuda_source_::everything

namespace cuda_source_::everything::weights {
/// The larger weight.
__device__ ::cuda_source_::everything::Weighted larger(::cuda_source_::everything::Weighted a, ::cuda_source_::everything::Weighted b);
/// The first element.
template <class T, size_t N> __device__ T first(const Array<T, N>& values);

}  // namespace cuda_source_::everything::weights

// ---- Bodies ----

namespace cuda_source_::everything {

#line 134 "tests/ui/pass/everything.rs"
__device__ void Cull::execute(const Context<Cull>& ctx, const Sample& sample) const {
    auto dimmed = sample;
    dimmed.dim_fn(0.5f);
    auto value = Age::FIRST; decltype(auto) age = value.next_fn();
    if (dimmed.is_visible_fn() && age != Age::Old && age.number_fn() == 2 && dimmed.material != Material::Glossy) {
        ctx.spawn<Choose>(Weighted{dimmed.new_, dimmed.luminance_fn()});
    }
}

#line 73 "tests/ui/pass/everything.rs"
__device__ f32 Sample::luminance_fn() const {
    const auto value = 0.2126f * this->colour[0]; const auto value_2 = value + 0.7152f * this->colour[1]; return value_2 + 0.0722f * this->colour[2];
}

#line 78 "tests/ui/pass/everything.rs"
__device__ bool Sample::is_visible_fn() const {
    return this->luminance_fn() > Sample::THRESHOLD;
}

#line 83 "tests/ui/pass/everything.rs"
__device__ Unit Sample::dim_fn(f32 factor) {
    for (const auto channel : range(0, 3_usize)) {
        this->colour[channel] *= factor;
    }
#line 84
    return Unit{};
}

#line 89 "tests/ui/pass/everything.rs"
__device__ Sample Sample::grey_fn(f32 level) {
    Sample sample = Sample::NONE; sample.colour = filled<3>(level); return sample;
}

#line 31 "tests/ui/pass/everything.rs"
__device__ Age Age::next_fn() const {
#line 33
    if (*this == Age::New) { return Age::Used; }
    else { return Age::Old; }
}

#line 39 "tests/ui/pass/everything.rs"
__device__ u32 Age::number_fn() const {
    return *this > Age::New ? cast<u32>(*this) : 0_u32;
}

#line 158 "tests/ui/pass/everything.rs"
__device__ void Choose::execute(const Context<Choose>& ctx, const Weighted& item) const {
    const auto own = Weighted{ctx.thread(), ::cuda_source_::everything::fused(item._1, this->scale, cast<f32>(ctx.thread()))};
    const auto other = Weighted{ctx.shuffle_xor(own._0, 1), ctx.shuffle_xor(own._1, 1)};
    const auto chosen = ::cuda_source_::everything::weights::larger(own, other);
    if (ctx.thread() == 0 && chosen._0 < ::cuda_source_::everything::weights::first(this->limits)) {
        num::unanswered_fetch_add(this->counts, chosen._0, 1);
        ctx.spawn<Combine>(Sample::grey_fn(chosen._1));
    }
}

#line 114 "tests/ui/pass/everything.rs"
__device__ f32 fused(f32 a, f32 b, f32 c) {
    return fmaf(a, b, c);
}

}  // namespace cuda_source_::everything

namespace cuda_source_::everything::weights {

#line 101 "tests/ui/pass/everything.rs"
__device__ ::cuda_source_::everything::Weighted larger(::cuda_source_::everything::Weighted a, ::cuda_source_::everything::Weighted b) {
    return a._1 < b._1 ? b : a;
}

#line 107 "tests/ui/pass/everything.rs"
template <class T, size_t N> __device__ T first(const Array<T, N>& values) {
    static_assert(!BuiltinInteger<T>, "write the type of the number given to `first`, as 5_u32");
#line 108
    return values[0];
}

}  // namespace cuda_source_::everything::weights

namespace cuda_source_::everything {

#line 179 "tests/ui/pass/everything.rs"
__device__ void Combine::execute(const Context<Combine>& ctx, const Sample& sample) const {
    const auto& shared = ctx.shared();
    shared.luminance.set(ctx.thread(), sample.luminance_fn());
    ctx.barrier();
    if (ctx.thread() == 0) {
        auto sum = 0.0f;
        for (const auto thread : range(0, ctx.threads())) {
            sum += shared.luminance.get(thread);
        }
        num::unanswered_fetch_add(this->total, 0, sum);
    }
}

}  // namespace cuda_source_::everything

// The kernels, as the chosen scheduler has them.
#include "kernels.cuh"
