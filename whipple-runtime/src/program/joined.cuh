// A `Joined` of its fields. One without size is not there.
template <class S, class O>
__device__ constexpr Joined<S, O> joined(const S& state, const O& outputs) {
    Joined<S, O> made;
    if constexpr (joins::HAS_SIZE<S>) made.state = state;
    if constexpr (joins::HAS_SIZE<O>) made.outputs = outputs;
    return made;
}
