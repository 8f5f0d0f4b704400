// Calling the body of a task: where it stands, or, in a large program, in a function of its own. Compilers take several functions
// at once, and need less time for each than for one that has them all.
#pragma once
#include "../../context.cuh"

// Whether bodies are functions of their own.
#ifndef WHIPPLE_APART
#define WHIPPLE_APART 0
#endif

namespace whipple::scheduler {

template <class P>
__device__ __noinline__ void execute_apart(const P& procedure, const Context<P>& context, const typename P::Item& item) {
    procedure.execute(context, item);
}

template <class P>
__device__ inline void execute_body(const P& procedure, const Context<P>& context, const typename P::Item& item) {
    if constexpr (WHIPPLE_APART != 0)
        scheduler::execute_apart(procedure, context, item);
    else
        procedure.execute(context, item);
}

// Runs a task from what its queue held.
template <class P>
__device__ inline void execute(const P& procedure, const Context<P>& context, const Queued<P>& queued) {
    if constexpr (Returns<P>) {
        context.to = queued.to;
        scheduler::execute_body(procedure, context, queued.item);
        context.end_task();
    } else {
        scheduler::execute_body(procedure, context, queued);
    }
}

}  // namespace whipple::scheduler
