// `Outputs` of their fields. One without size is not there.
template <class A, class B>
__device__ constexpr Outputs<A, B> outputs(const A& a, const B& b) {
    Outputs<A, B> made;
    if constexpr (joins::HAS_SIZE<A>) made._0 = a;
    if constexpr (joins::HAS_SIZE<B>) made._1 = b;
    return made;
}
template <class A, class B, class C>
__device__ constexpr Outputs<A, B, C> outputs(const A& a, const B& b, const C& c) {
    Outputs<A, B, C> made;
    if constexpr (joins::HAS_SIZE<A>) made._0 = a;
    if constexpr (joins::HAS_SIZE<B>) made._1 = b;
    if constexpr (joins::HAS_SIZE<C>) made._2 = c;
    return made;
}
template <class A, class B, class C, class D>
__device__ constexpr Outputs<A, B, C, D> outputs(const A& a, const B& b, const C& c, const D& d) {
    Outputs<A, B, C, D> made;
    if constexpr (joins::HAS_SIZE<A>) made._0 = a;
    if constexpr (joins::HAS_SIZE<B>) made._1 = b;
    if constexpr (joins::HAS_SIZE<C>) made._2 = c;
    if constexpr (joins::HAS_SIZE<D>) made._3 = d;
    return made;
}
