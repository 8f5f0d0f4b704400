//! Barriers and warp operations in thread-dependent control flow are refused, and only there.

mod support;

fn refusals(body: &str) -> usize {
    let (result, end) = if body.contains("?;") { ("-> Option<u32>", "None") } else { ("", "") };
    match support::cuda(&format!(
        "fn f(ctx: &Context<P>, n: u32, b: &Buffer<u32>, s: &SharedArray<u32, 8>) {result} {{ {body} {end} }}"
    )) {
        Ok(_) => 0,
        Err(messages) => {
            assert!(
                messages.iter().all(|message| message.contains("all threads of a task must reach")),
                "{messages:#?}"
            );
            messages.len()
        }
    }
}

#[test]
fn refused() {
    for body in [
        "if ctx.thread() == 0 { ctx.barrier(); }",
        "let t = ctx.thread(); if t > 1 { } else { ctx.warp_barrier(); }",
        "let t = ctx.thread(); let u = t * 2 + n; if u > 3 { let v = ctx.shuffle(n, 0); }",
        "let mut k = 0u32; if ctx.thread() > 1 { k = 1; } if k == 1 { ctx.barrier(); }",
        "let mut k = 0u32; while k < n { if k > 2 { ctx.barrier(); } k += ctx.thread(); }",
        "while n < ctx.thread() { ctx.barrier(); }",
        "let mut s = 0u32; if ctx.thread() == 0 { s = 1; } if s == 1 { ctx.barrier(); }",
        "let mut k = K { n }; if ctx.thread() == 0 { k.next(); } if k.n > 1 { ctx.barrier(); }",
        "for i in 0..ctx.thread() { ctx.barrier(); }",
        "if ctx.thread() == 0 { return; } ctx.barrier();",
        "loop { if ctx.thread() == 0 { break; } ctx.barrier(); }",
        "loop { ctx.barrier(); if ctx.thread() == 0 { break; } }",
        "for i in 0..4u32 { if ctx.thread() == i { continue; } ctx.barrier(); }",
        "'a: for i in 0..4u32 { loop { if ctx.thread() == i { break 'a; } break; } ctx.barrier(); }",
        "match ctx.thread() { 0 => ctx.barrier(), _ => {} }",
        "match n { k if k > ctx.thread() => ctx.barrier(), _ => {} }",
        "let c = ctx.thread() == 0 && ctx.any(n > 1);",
        "if b.fetch_add(0, 1) == 3 { ctx.barrier(); }",
        "if s.get(ctx.thread()) == 3 { ctx.barrier(); }",
        "if ctx.shuffle_xor(n, 1) > 3 { ctx.warp_barrier(); }",
        "if ctx.thread() == 0 { helper(ctx, n); }",
        "let c = ctx; if c.thread() == 0 { c.barrier(); }",
        "if helper(ctx, n) > 3 { ctx.barrier(); }",
        "let mut v = 0u32; let r = &mut v; *r = ctx.thread(); if v > 3 { ctx.barrier(); }",
        "let mut k = K { n }; let r = &mut k.n; *r = ctx.thread(); if k.n > 3 { ctx.barrier(); }",
        "let mut v = [n; 2]; let [p, q] = &mut v; *q = ctx.thread(); if v[0] > 3 { ctx.barrier(); }",
        "let mut v = 0u32; let r = &mut v; let q = &mut *r; *q += ctx.thread(); if v > 3 { ctx.barrier(); }",
        "let mut k = K { n }; match &mut k { K { n } => *n = ctx.thread() } if k.n > 3 { ctx.barrier(); }",
        "let mut k = K { n }; let r = &mut k; r.set(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let mut a = [n; 2]; a[(ctx.thread() % 2) as usize] = 5; if a[0] > 3 { ctx.barrier(); }",
        "let mut a = [K { n }; 2]; a[(ctx.thread() % 2) as usize].n += 5; if a[0].n > 3 { ctx.barrier(); }",
        "let mut k = K { n }; k.set(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let mut k = K { n }; k.get(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let v = 'a: { if ctx.thread() > 3 { break 'a 1u32; } 2 }; if v == 1 { ctx.barrier(); }",
        "let v = loop { if ctx.thread() > 3 { break 1u32; } break 2; }; if v == 1 { ctx.barrier(); }",
        "let mut v = 0u32; let r = &mut v; give(r, ctx.thread()); if v > 3 { ctx.barrier(); }",
        "let mut v = 0u32; let k = K { n }; k.give(&mut v, ctx.thread()); if v > 3 { ctx.barrier(); }",
        "match ctx.thread() { 0 => {} n if ctx.barrier_all(n > 1) => {} _ => {} }",
        "match n { k if k > ctx.thread() => {} _ => ctx.barrier() }",
        "let k = ctx.thread().checked_sub(n)?; ctx.barrier();",
        "let Some(k) = ctx.thread().checked_sub(n) else { return }; ctx.barrier();",
        "let Some(k) = Some(n) else { return }; if let Some(k) = half(ctx.thread()) { ctx.barrier(); }",
        "while let Some(k) = half(ctx.thread()) { ctx.barrier(); }",
        "for x in [1u32, ctx.thread()] { if x > 3 { ctx.barrier(); } }",
        "let mut v = [0u32; 2]; for x in v.iter_mut() { *x = ctx.thread(); } if v[0] > 3 { ctx.barrier(); }",
        "let mut v = [0u32; 2]; for (i, x) in (&mut v).into_iter().enumerate() { *x += ctx.thread(); } if v[0] > 3 { ctx.barrier(); }",
        "let mut v = [0u32; 2]; let r = &mut v; for x in r { *x = ctx.thread(); } if v[0] > 3 { ctx.barrier(); }",
        "let k = K { n, ..part(ctx.thread()) }; if k.n > 3 { ctx.barrier(); }",
        "const T: u32 = 5; if ctx.thread() > T { ctx.barrier(); }",
        "let (mut i, mut j) = (n, n); (i, j) = (n, ctx.thread()); if j > 3 { ctx.barrier(); }",
        "let mut k = K { n }; (_, [k.n, _]) = pair(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let mut k = K { n }; let mut i = n; K { n: k.n } = part(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let (mut i, mut a) = (n, [n; 2]); (i, a[i as usize]) = pair(ctx.thread()); if a[0] > 3 { ctx.barrier(); }",
        "let (mut i, mut j) = (n, n); if ctx.thread() > 1 { (i, j) = (j, i); } if i > 3 { ctx.barrier(); }",
        "let mut i = n; let r = &mut i; let mut j = n; (j, *r) = pair(ctx.thread()); if i > 3 { ctx.barrier(); }",
        "let (mut i, mut j) = (n, ctx.thread()); mem::swap(&mut i, &mut j); if i > 3 { ctx.barrier(); }",
        "let (mut i, mut j) = (n, ctx.thread()); std::mem::swap(&mut j, &mut i); if i > 3 { ctx.barrier(); }",
        "let (mut k, mut i) = (K { n }, ctx.thread()); let r = &mut k.n; mem::swap(&mut i, r); if k.n > 3 { ctx.barrier(); }",
        "let mut i = n; mem::replace(&mut i, ctx.thread()); if i > 3 { ctx.barrier(); }",
        "let mut i = ctx.thread(); if mem::replace(&mut i, 3) > 3 { ctx.barrier(); }",
        "let mut i = n; if ctx.thread() > 1 { mem::replace(&mut i, 3); } if i > 3 { ctx.barrier(); }",
        "let k = K { n: ctx.thread(), ..part(n) }; if k.n > 3 { ctx.barrier(); }",
        "let mut k = part(n); if ctx.thread() > 1 { k = K { n: 3, ..k }; } if k.n > 3 { ctx.barrier(); }",
        "if ctx.thread() == 0 { assert!(ctx.barrier_all(true)); }",
        "if ctx.thread() == 0 { assert_eq!(ctx.barrier_count(true), 3); }",
        "while ctx.barrier_any(n > 1) { if ctx.thread() == 0 { break; } }",
        "while ctx.barrier_all(true) && n < ctx.thread() { }",
        "let mut k = K { n }; helper(&mut k, ctx); if k.n > 3 { ctx.barrier(); }",
        "let k = K { n }; if k.roll(ctx) > 3 { ctx.barrier(); }",
        "let mut k = K { n }; k.step(ctx); if k.n > 3 { ctx.barrier(); }",
        "let mut k = K { n }; k.exchange(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let (mut x, mut y) = (n, n); (if n > 3 { &mut x } else { &mut y }).bump(ctx.thread()); if y > 3 { ctx.barrier(); }",
        "let (mut x, mut y) = (n, n); *(if n > 3 { &mut x } else { &mut y }) = ctx.thread(); if x > 3 { ctx.barrier(); }",
        "let (mut x, mut y) = (n, n); let r = if n > 3 { &mut x } else { &mut y }; *r = ctx.thread(); if y > 3 { ctx.barrier(); }",
        "let (mut x, mut y) = (n, n); let r = if ctx.thread() > 3 { &mut x } else { &mut y }; *r = 3; if x > 3 { ctx.barrier(); }",
        "let c = { ctx }; if c.thread() == 0 { c.barrier(); }",
        "let c = if n > 1 { ctx } else { ctx }; if c.thread() == 0 { c.barrier(); }",
        "let (c, k) = (ctx, n); if c.thread() == 0 { c.barrier(); }",
        "let Some(c) = Some(ctx) else { return; }; if c.thread() == 0 { c.barrier(); }",
        "if ctx.thread() == 0 { Some(ctx).unwrap().barrier(); }",
        "for c in [ctx] { if c.thread() == 0 { c.barrier(); } }",
        "if ctx.thread() == 0 { (*ctx).barrier(); }",
        "if ctx.thread() == 0 { (&ctx).barrier(); }",
        "if ctx.thread() == 0 { { ctx }.barrier(); }",
        "let t = n; match ctx.thread() { t if t > 3 => ctx.barrier(), _ => {} }",
        "'a: loop { 'b: loop { if ctx.thread() == 0 { break 'a; } break 'b; } ctx.barrier(); }",
        "'a: { if ctx.thread() == 0 { break 'a; } ctx.barrier(); }",
        "let k = loop { if ctx.thread() == 0 { break n; } else { break n + 1; } }; if k == n { ctx.barrier(); }",
        "let mut o = Some(n); while let Some(x) = &mut o { *x = ctx.thread(); if n > 3 { break; } } if o == Some(3) { ctx.barrier(); }",
        "let (mut a, mut c) = (n, n); let (p, q) = (&mut a, &mut c); *p = ctx.thread(); if a > 3 { ctx.barrier(); }",
        "if ctx.thread() == 0 { let x = [ctx.barrier_count(true); 2]; }",
        "if n > 3 || { ctx.thread() == 1 } { ctx.barrier(); }",
        "for x in [1u32, 2] { if ctx.thread() == x { break; } ctx.barrier(); }",
    ] {
        assert_eq!(refusals(body), 1, "{body}");
    }
}

#[test]
fn accepted() {
    for body in [
        "ctx.barrier();",
        "if n > 3 { ctx.barrier(); }",
        "if ctx.thread() == 0 { b.set(0, n); } ctx.barrier();",
        "let t = ctx.thread(); let v = ctx.shuffle(t, 0); if v > 3 { ctx.warp_barrier(); }",
        "if ctx.any(ctx.thread() == 3) { ctx.warp_barrier(); }",
        "if ctx.barrier_any(ctx.thread() == 3) { ctx.barrier(); }",
        "let mut v = 0u32; let r = &mut v; *r = n; if v > 3 { ctx.barrier(); }",
        "let mut c = 0u32; let mut x = next(&mut c); x += ctx.thread(); if c > 3 { ctx.barrier(); }",
        "let mut a = [n; 2]; a[(n % 2) as usize] = 5; if a[0] > 3 { ctx.barrier(); }",
        "s.set(ctx.thread(), 3); ctx.barrier(); if s.get(0) > 3 { ctx.barrier(); }",
        "let v = 'a: { if n > 3 { break 'a 1u32; } 2 }; if v == 1 { ctx.barrier(); }",
        "let v = loop { if n > 3 { break 1u32; } break 2; }; if v == 1 { ctx.barrier(); }",
        "for i in 0..4u32 { if ctx.thread() == i { continue; } b.set(i, n); } ctx.barrier();",
        "for i in 0..4u32 { ctx.barrier(); if ctx.thread() == i { continue; } b.set(i, n); }",
        "loop { if ctx.thread() == 0 { break; } b.set(0, n); } ctx.barrier();",
        "let k = s.length(); if ctx.thread() == 0 { b.set(0, s.length()); } if k > 1 { ctx.barrier(); }",
        "let t = ctx.thread(); { let t = n; if t > 3 { ctx.barrier(); } }",
        "if s.get(0) == 3 { ctx.barrier(); }",
        "ctx.barrier(); if ctx.thread() > 2 { return; } b.set(0, n);",
        "let (mut i, mut j) = (n, n); (i, j) = (j, 3); if i > j { ctx.barrier(); }",
        "let (mut i, mut a) = (n, [n; 2]); (_, i) = pair(n); [a[0], _] = [i, ctx.thread()]; if i > 1 { ctx.barrier(); }",
        "let (mut i, mut j) = (n, 3); mem::swap(&mut i, &mut j); if mem::replace(&mut i, j) > 3 { ctx.barrier(); }",
        "let T = ctx.thread(); { if T > 3 { ctx.barrier(); } const T: u32 = 5; }",
        "const T: u32 = 5; if n > T { ctx.barrier(); }",
        "let k = K { n: 3, ..part(n) }; if k.n > 3 { ctx.barrier(); }",
        "if ctx.reduce_add(ctx.thread()) > 3 { ctx.warp_barrier(); }",
        "for i in 0..n { helper(ctx, i); }",
        "let k = n.checked_sub(1)?; ctx.barrier();",
        "let Some(k) = n.checked_sub(1) else { return }; ctx.barrier();",
        "for (i, x) in [1u32, ctx.thread()].iter().enumerate() { b.set(i, *x); ctx.barrier(); if i > 1 { ctx.barrier(); } }",
        "while let Some(k) = half(n) { ctx.barrier(); }",
        "let k = K { n }; k.get(ctx.thread()); if k.n > 3 { ctx.barrier(); }",
        "let (a, t) = (n, ctx.thread()); if a > 3 { ctx.barrier(); }",
        "let (mut a, mut t) = (n, n); (a, t) = (3, ctx.thread()); if a > 3 { ctx.barrier(); }",
        "if ctx.thread() == 0 { let ctx = K { n }; ctx.barrier(); }",
        "if let Some(ctx) = opt(ctx.thread()) { ctx.barrier(); }",
        "let t = ctx.thread(); if let Some(t) = opt(n) { if t > 3 { ctx.barrier(); } }",
        "let t = ctx.thread(); while let Some(t) = opt(n) { if t > 3 { ctx.barrier(); } }",
        "let t = ctx.thread(); match n { t if t > 3 => ctx.barrier(), _ => {} }",
        "'a: loop { 'b: loop { if ctx.thread() == 0 { break 'b; } b.set(0, 1); break 'a; } }",
        "'a: { if ctx.thread() == 0 { break 'a; } b.set(0, n); } ctx.barrier();",
        "let (mut a, mut c) = (n, n); let (p, q) = (&mut a, &mut c); *p = ctx.thread(); *q = n; if c > 3 { ctx.barrier(); }",
        "if { ctx.barrier(); n > 3 } { ctx.barrier(); }",
        "while ctx.barrier_any(n > 1) { if n > 3 { break; } }",
        "let x = if ctx.thread() > 2 { n } else { 3 }; b.set(x, n); ctx.barrier();",
    ] {
        assert_eq!(refusals(body), 0, "{body}");
    }
}

#[test]
fn parameters_that_are_handed_over() {
    for call in ["mem::swap(a, b)", "give(a, b)", "a.give(b)", "mem::replace(b, *a)"] {
        for (value, count) in [("ctx.thread()", 1), ("3", 0)] {
            let function = format!(
                "fn f(ctx: &Context<P>, a: &mut u32, b: &mut u32) {{ *a = {value}; {call}; if *b > 3 {{ ctx.barrier(); }} }}"
            );
            assert_eq!(support::cuda(&function).err().map_or(0, |messages| messages.len()), count, "{function}");
        }
    }
}

/// What `self` holds differs like any variable, if the function may change it.
#[test]
fn what_self_holds() {
    for (receiver, body, count) in [
        ("&mut self", "self.n = ctx.thread(); if self.n > 3 { ctx.barrier(); }", 1),
        ("&mut self", "self.roll(ctx.thread()); if self.n > 3 { ctx.barrier(); }", 1),
        ("&mut self", "let r = &mut self.n; *r = ctx.thread(); if self.n > 3 { ctx.barrier(); }", 1),
        ("mut self", "self.n += ctx.thread(); if self.n > 3 { ctx.barrier(); }", 1),
        ("&self", "self.roll(ctx.thread()); if self.n > 3 { ctx.barrier(); }", 0),
        ("&mut self", "let mut k = *self; k.n = ctx.thread(); if self.n > 3 { ctx.barrier(); }", 0),
    ] {
        let source = format!("impl K {{ fn f({receiver}, ctx: &Context<P>) {{ {body} }} }}");
        let found = support::method(&source, whipple_translate::context::Role::Method);
        assert_eq!(found.err().map_or(0, |messages| messages.len()), count, "{source}");
    }
}

#[test]
fn the_condition_is_shown_too() {
    let item: syn::ItemFn = syn::parse_quote! { fn f(ctx: &Context<P>) { if ctx.thread() == 0 { ctx.barrier(); } } };
    let mut errors = whipple_translate::errors::Errors::new();
    let input = whipple_translate::context::FunctionInput {
        signature: &item.sig,
        block: &item.block,
        role: whipple_translate::context::Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &whipple_translate::piece::Pieces::new(),
        parameters: None,
        operator: None,
    };
    whipple_translate::body::translate(&input, &mut errors);
    let tokens = errors.into_tokens().to_string();
    assert_eq!(tokens.matches("compile_error").count(), 2, "{tokens}");
    assert!(tokens.contains("threads may disagree on this condition"), "{tokens}");
}
