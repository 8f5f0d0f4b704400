//! Operators as procedures of their own: each is a template, of which a line of [`rules`](crate::city::operators::form::rules) makes
//! a procedure with parameters and successors.
//!
//! ```text
//! rules! {
//!     Tier = faces -> [sides Wall, top Roof, bottom none];
//!     Wall = repeat(Y, STOREY, most 32) -> Storey;
//!     Storey = split(X, [1.0 m, 1.0 part, 1.0 m]) -> [Pier, Pane, Pier];
//!     Pier = |storey| extrude(vary(*storey, 0, 0.2, 0.4)) -> BoxTerminal;
//!     …
//! }
//! ```
//!
//! | operator | threads | a successor is |
//! |---|---|---|
//! | `fork -> [A, B, …]` | one each | the shape itself, for each of two to six |
//! | `faces -> [sides A, top B, bottom C]` | 6 | a face of a box |
//! | `split(axis, [s m, r part, …]) -> [A, B, …]` | one each | a part of `s` metres or of `r` shares of the rest; two to six, empty ones are left out |
//! | `border(width) -> A` | 4 | a strip along an edge of a quad |
//! | `corners(width) -> A` | 4 | a corner of the base |
//! | `repeat(axis, wanted, most N) -> A` | N | one of as many as fit |
//! | `spread(axis, count, width, most N) -> A` | N | one of `count` with gaps between them |
//! | `scatter(size, n, most N) -> A` | N | one of N, where its random numbers `n` and `n + 1` say; the shape of the size is its own |
//! | `translate(by)`, `rotate(angle)`, `scale(factors)`, `resize(size)` `-> A` | 1 | the shape moved, turned, larger or smaller |
//! | `slice(axis, from, to) -> A` | 1 | what lies between two distances |
//! | `extrude(depth)`, `inset(sides, below, above)`, `offset(distance)` `-> A` | 1 | the face made solid, the shape within margins, the wider shape |
//! | `paint(material)`, `label(number)`, `dress(style)` `-> A` | 1 | the shape with another attribute |
//! | `choose(n, [w, w, w, w]) -> [A, B, C, D]` | 1 | the shape as one of them, by random number `n` |
//! | `chance(n, probability) -> [A, B]` or `-> A` | 1 | the shape as A by random number `n`, or else as B |
//! | `when(condition) -> [A, B]` or `-> A` | 1 | the shape as A where the condition holds, or else as B |
//!
//! In place of a successor of a list, `none` spawns nothing. After `|shape|` parameters may use the shape, a reference. The
//! bodies call the [functions](super) of the same names. What has several successors is a level-0 procedure with a thread
//! for each, in the form `one` a loop; what has a single one is a level-2 procedure in all forms.
//!
//! A single successor keeps its shape's random numbers, so that a sequence of operators gives the same shapes
//! as a rule that applies them in one task. Such a rule is fewer tasks: one where the operators are several, each of which waits in
//! a queue.

/// Makes the procedure of an operator: `{ form docs Name } [shape] operator (parameters) -> successors`.
macro_rules! operator {
    ($head:tt [] $($operation:tt)*) => {
        $crate::city::operators::template::operator! { $head [shape] $($operation)* }
    };

    // Several successors of one kind or of several.
    ($head:tt [$shape:ident] fork () -> [$($to:tt)*]) => {
        $crate::city::operators::template::operator! {
            @arms ctx part {} [$($to)*] [{ 0 } { 1 } { 2 } { 3 } { 4 } { 5 } { 6 }]
            @each $head _ |ctx, $shape, k| { let part = $shape.child(k); } {}
        }
    };
    ($head:tt [$shape:ident] faces () -> [sides $sides:ident, top $top:ident, bottom $bottom:ident]) => {
        $crate::city::operators::template::operator! {
            @arms ctx part {} [$sides, $top, $bottom] [{ 0..=3 } { 4 } { 5 } { 6 }]
            @each $head 6 |ctx, $shape, k| { let part = crate::city::operators::faces::face($shape.child(k), k); } {}
        }
    };
    ($head:tt [$shape:ident] split ($axis:expr, [$($size:tt $unit:ident),+]) -> $to:tt) => {
        $crate::city::operators::template::operator! {
            @split $head [$shape] $axis, $to, [] [] [0.0 0.0 0.0 0.0 0.0 0.0] $($size $unit)+
        }
    };
    ($head:tt [$shape:ident] border ($width:expr) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @rule $head 4 |ctx, $shape, k| {
                ctx.spawn::<$to>(crate::city::operators::faces::border($shape.child(k), $width, k));
            }
        }
    };
    ($head:tt [$shape:ident] corners ($width:expr) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @rule $head 4 |ctx, $shape, k| {
                ctx.spawn::<$to>(crate::city::operators::faces::corner($shape.child(k), $width, k));
            }
        }
    };
    ($head:tt [$shape:ident] repeat ($axis:expr, $wanted:expr, most $most:tt) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @rule $head $most |ctx, $shape, k| {
                let count = crate::city::operators::repeat::repeats($shape.extent($axis), $wanted, $most);
                if k < count {
                    ctx.spawn::<$to>(crate::city::operators::repeat::repeat($shape.child(k), $axis, count, k));
                }
            }
        }
    };
    ($head:tt [$shape:ident] spread ($axis:expr, $count:expr, $width:expr, most $most:tt) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @rule $head $most |ctx, $shape, k| {
                let count: u32 = $count;
                if k < count {
                    ctx.spawn::<$to>(crate::city::operators::repeat::spread($shape.child(k), $axis, count, $width, k));
                }
            }
        }
    };
    ($head:tt [$shape:ident] scatter ($size:expr, $n:expr, most $most:tt) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @rule $head $most |ctx, $shape, k| {
                // The size of each may depend on its own random numbers.
                let part = $shape.child(k);
                let $shape = &part;
                ctx.spawn::<$to>(crate::city::operators::repeat::scatter(*$shape, $size, $n));
            }
        }
    };

    // One successor, of several that it may be.
    ($head:tt [$shape:ident] choose ($n:expr, $weights:expr) -> [$($to:tt)*]) => {
        $crate::city::operators::template::operator! {
            @arms ctx part {} [$($to)*] [{ 0 } { 1 } { 2 } { 3 } { 4 }]
            @one $head |ctx, $shape, part| { crate::city::operators::choice::choose(*$shape, $n, $weights) }
        }
    };
    ($head:tt [$shape:ident] chance ($n:expr, $probability:expr) -> $to:tt) => {
        $crate::city::operators::template::operator! {
            $head [$shape] when (crate::city::operators::choice::chance(*$shape, $n, $probability)) -> $to
        }
    };
    ($head:tt [$shape:ident] when ($condition:expr) -> [$($to:tt)*]) => {
        $crate::city::operators::template::operator! {
            @arms ctx part {} [$($to)*] [{ 0 } { 1 } { 2 }]
            @one $head |ctx, $shape, part| { if $condition { 0 } else { 1 } }
        }
    };
    ($head:tt [$shape:ident] when ($condition:expr) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @step $head |ctx, $shape| { if $condition { ctx.spawn::<$to>($shape.successor()); } }
        }
    };

    // One successor.
    ($head:tt [$shape:ident] $operator:ident ($($parameter:expr),*) -> $to:ident) => {
        $crate::city::operators::template::operator! {
            @step $head |ctx, $shape| {
                ctx.spawn::<$to>(crate::city::operators::single::$operator($shape.successor(), $($parameter),*));
            }
        }
    };

    // The parts of a split: absolute sizes, relative ones, and noughts up to six of each.
    (
        @split $head:tt [$shape:ident] $axis:expr, $to:tt,
        [$($absolute:tt)*] [$($relative:tt)*] [$nought:tt $($noughts:tt)*] $size:tt m $($others:tt)*
    ) => {
        $crate::city::operators::template::operator! {
            @split $head [$shape] $axis, $to, [$($absolute)* $size] [$($relative)* $nought] [$($noughts)*] $($others)*
        }
    };
    (
        @split $head:tt [$shape:ident] $axis:expr, $to:tt,
        [$($absolute:tt)*] [$($relative:tt)*] [$nought:tt $($noughts:tt)*] $size:tt part $($others:tt)*
    ) => {
        $crate::city::operators::template::operator! {
            @split $head [$shape] $axis, $to, [$($absolute)* $nought] [$($relative)* $size] [$($noughts)*] $($others)*
        }
    };
    (@split $head:tt [$shape:ident] $axis:expr, [$($to:tt)*], [$($absolute:tt)*] [$($relative:tt)*] [$($nought:tt)*]) => {
        $crate::city::operators::template::operator! {
            @arms ctx part {} [$($to)*] [{ 0 } { 1 } { 2 } { 3 } { 4 } { 5 } { 6 }]
            @each $head _ |ctx, $shape, k| {
                let parts = crate::city::operators::split::Parts {
                    absolute: [$($absolute,)* $($nought,)*],
                    relative: [$($relative,)* $($nought,)*],
                };
                let part = crate::city::operators::split::split($shape.child(k), $axis, parts, k);
            } { if part.extent($axis) > 0.0 }
        }
    };

    // The arms of a match that spawns successors by their numbers, and the number after the last one.
    (@arms $ctx:ident $part:ident { $($arm:tt)* } [] [{ $number:tt } $($numbers:tt)*] $($then:tt)*) => {
        $crate::city::operators::template::operator! { $($then)* { $($arm)* _ => {} } $number }
    };
    (@arms $ctx:ident $part:ident { $($arm:tt)* } [none $(, $($to:tt)*)?] [{ $($number:tt)* } $($numbers:tt)*] $($then:tt)*) => {
        $crate::city::operators::template::operator! {
            @arms $ctx $part { $($arm)* $($number)* => {} } [$($($to)*)?] [$($numbers)*] $($then)*
        }
    };
    (@arms $ctx:ident $part:ident { $($arm:tt)* } [$to:ident $(, $($others:tt)*)?] [{ $($number:tt)* } $($numbers:tt)*] $($then:tt)*) => {
        $crate::city::operators::template::operator! {
            @arms $ctx $part { $($arm)* $($number)* => $ctx.spawn::<$to>($part), } [$($($others)*)?] [$($numbers)*] $($then)*
        }
    };

    // The procedures.
    (@each $head:tt _ |$ctx:ident, $shape:ident, $k:ident| $before:tt $guard:tt $arms:tt $count:tt) => {
        $crate::city::operators::template::operator! { @each $head $count |$ctx, $shape, $k| $before $guard $arms $count }
    };
    (@each $head:tt $most:literal |$ctx:ident, $shape:ident, $k:ident| { $($before:tt)* } {} { $($arm:tt)* } $count:tt) => {
        $crate::city::operators::template::operator! {
            @rule $head $most |$ctx, $shape, $k| { $($before)* match $k { $($arm)* } }
        }
    };
    (@each $head:tt $most:literal |$ctx:ident, $shape:ident, $k:ident| { $($before:tt)* } { $($guard:tt)+ } { $($arm:tt)* } $count:tt) => {
        $crate::city::operators::template::operator! {
            @rule $head $most |$ctx, $shape, $k| { $($before)* $($guard)+ { match $k { $($arm)* } } }
        }
    };
    (@one $head:tt |$ctx:ident, $shape:ident, $part:ident| { $($number:tt)* } { $($arm:tt)* } $count:tt) => {
        $crate::city::operators::template::operator! {
            @step $head |$ctx, $shape| {
                let number = $($number)*;
                let $part = $shape.successor();
                match number { $($arm)* }
            }
        }
    };
    (@rule { $form:ident $docs:tt $name:ident } $most:tt |$ctx:ident, $shape:ident, $k:ident| $body:tt) => {
        $crate::city::operators::form::procedure! { $form $docs $name of $most: |$ctx, $shape, $k| $body }
    };
    (@step { $form:ident $docs:tt $name:ident } |$ctx:ident, $shape:ident| $body:tt) => {
        $crate::city::operators::form::procedure! { step $docs $name: |$ctx, $shape| $body }
    };
}

pub(crate) use operator;
