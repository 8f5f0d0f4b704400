// The facts of programs that are written by hand: what the host works out for others (whipple-runtime/src/program/facts.rs).
#pragma once
#include <whipple/schedulers/common/facts.cuh>

namespace tests {

// Of one procedure.
struct Told {
    unsigned level, threads, bytes;
    bool meets;
    unsigned ranked;  // the procedure whose rank is this one's number
    unsigned each;    // tasks, of all procedures together, that one thread spawns at most
};

template <unsigned N>
struct ToldProgram {
    Told of[N];
    unsigned spawns[N][N];
};

template <unsigned N>
__device__ constexpr whipple::Facts<N> facts_of(const ToldProgram<N>& program) {
    whipple::Facts<N> all{};
    for (unsigned i = 0; i < N; i++) all.of[program.of[i].ranked].rank = i;
    for (unsigned i = 0; i < N; i++) {
        const Told& told = program.of[i];
        whipple::ProcedureFacts& facts = all.of[i];
        facts.level = told.level;
        facts.threads = told.threads;
        facts.words = (told.bytes + 3) / 4;
        facts.tasks_per_warp = told.level == 1 ? 1 : 32 / told.threads;
        facts.warps_per_task = told.level == 1 ? (told.threads + 31) / 32 : 1;
        facts.held = told.level != 1 || told.bytes > 128 ? 1 : 128 / told.bytes > 16 ? 16 : 128 / told.bytes;
        facts.at_once = told.meets && told.threads % 32 != 0 ? 1 : facts.held;
        facts.ranked = told.ranked;
        facts.meets = told.meets;
        facts.is_leaf = true;
        bool alone = true;
        for (unsigned j = 0; j < N; j++) {
            all.spawns[i][j] = all.queued[i][j] = program.spawns[i][j];
            facts.is_leaf = facts.is_leaf && program.spawns[i][j] == 0;
            alone = alone && program.spawns[i][j] == (i == j ? 1u : 0u);
        }
        const bool groups = !told.meets && told.threads % 32 == 0 && told.bytes <= 128;
        facts.goes_on = alone && (told.level == 2 || (told.level == 1 && groups));
    }
    for (unsigned i = 0; i < N; i++) {
        const unsigned others = program.of[i].threads * (program.of[i].each > 0 ? program.of[i].each - 1 : 0);
        for (unsigned j = 0; j < N; j++) {
            const unsigned spawned = all.spawns[i][j];
            all.of[i].expands = all.of[i].expands || (spawned > 0 && !all.of[j].is_leaf);
            const bool in_place = all.of[i].level != 1 && all.of[j].level == 2 && all.of[j].is_leaf && spawned > 0 &&
                                  spawned <= all.of[i].threads && all.of[j].rank < all.of[i].rank;
            if (!in_place) continue;
            all.in_place[i] |= 1u << j;
            all.queued[i][j] = others < spawned ? others : spawned;
        }
    }
    return all;
}

}  // namespace tests
