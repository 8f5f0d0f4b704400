//! Which bodies are split, and into what.

use super::*;

fn phases(body: &str) -> Phases {
    let function: syn::ItemFn =
        syn::parse_str(&format!("fn execute(&self, ctx: &Context<Self>, item: &u32) {{ {body} }}"))
            .expect("the test's Rust parses");
    let (own, item): (syn::Type, syn::Type) = (syn::parse_quote!(Sum), syn::parse_quote!(u32));
    let input = crate::context::FunctionInput {
        signature: &function.sig,
        block: &function.block,
        role: crate::context::Role::Execute,
        self_type: Some(&own),
        item_type: Some(&item),
        output_type: None,
        qualifier: &crate::piece::Pieces::new(),
        parameters: None,
        operator: None,
    };
    let mut errors = crate::errors::Errors::new();
    let phases = crate::body::translate(&input, &mut errors).phases;
    assert!(errors.is_empty(), "{body}");
    phases
}

/// The split body, without spaces and without the line that names the context.
fn split(body: &str) -> String {
    let Phases::Several(Several { block, .. }) = phases(body) else { panic!("not split: {body}") };
    let statements = &block.stmts[1..];
    quote!(#(#statements)*)
        .to_string()
        .replace(' ', "")
        .replace("whipple_threads.", "")
        .replace("::whipple::private::", "")
}

#[test]
fn bodies_without_meetings_are_one_phase() {
    assert!(matches!(phases("self.sums.set(*item, ctx.thread());"), Phases::One));
    assert!(matches!(phases("if ctx.thread() == 0 { return; } ctx.spawn::<Sum>(1);"), Phases::One));
    assert!(matches!(phases("let other = |_: &Context<Self>| 1; other(ctx);"), Phases::Coroutines));
}

#[test]
fn variables_are_shared_or_computed_again_or_kept() {
    let body = "let width = self.width; let own = ctx.thread(); let word = self.words.get(own); ctx.barrier(); \
                self.sums.set(own + width, word);";
    let expected = "letwidth=self.width;\
                    letWith(mutwhipple_values_1,())=map(|ctx|{letown=ctx.thread();letword=self.words.get(own);With(word,())});\
                    each(|ctx|{letown=ctx.thread();letword=whipple_values_1.of(ctx);self.sums.set(own+width,word);});";
    assert_eq!(split(body), expected);
}

#[test]
fn control_flow_stays_outside() {
    let body = "let mut half = 128u32; while half > 0 { if ctx.thread() < half { self.sums.set(0, half); } ctx.barrier(); half /= 2; }";
    let expected = "letmuthalf=128u32;loop{if!(half>0){break;}\
                    each(|ctx|{ifctx.thread()<half{self.sums.set(0,half);};});{half/=2;}}";
    assert_eq!(split(body), expected);
}

#[test]
fn what_threads_change_one_by_one_is_kept() {
    let body = "let mut count = 0u32; ctx.barrier(); if ctx.thread() == 1 { count += 1; } ctx.barrier(); self.sums.set(0, count);";
    let split = split(body);
    assert!(split.starts_with("letWith(mutwhipple_values_1,())=map(|ctx|{letmutcount=0u32;"), "{split}");
    assert!(split.contains("whipple_values_1.put(ctx,count);"), "{split}");
}

#[test]
fn parts_of_a_meeting_run_with_the_phase_before() {
    let body = "let word = self.words.get(ctx.thread()); let any = ctx.barrier_any(word > 3); if any { ctx.barrier(); self.sums.set(0, 1); }";
    let expected = "letwhipple_met_1=parts(|ctx|{letword=self.words.get(ctx.thread());word>3}).barrier_any();\
                    letany=whipple_met_1;ifany{each(|ctx|{self.sums.set(0,1);});}";
    assert_eq!(split(body), expected);
}

#[test]
fn threads_continue_a_loop_one_by_one_where_nothing_meets_after() {
    let body = "for k in 0..3u32 { ctx.barrier(); if ctx.thread() == k { continue; } self.sums.set(0, k); }";
    let expected = "forkin(0)..(3u32){each(|ctx|{'whipple_round:{\
                    ifctx.thread()==k{break'whipple_round;};self.sums.set(0,k);}});}";
    assert_eq!(split(body), expected);
}

#[test]
fn arms_are_chosen_outside() {
    let body = "match *item { 0 | 4 => ctx.barrier(), n @ 5.. => { ctx.barrier(); self.sums.set(n, 1); } _ => {} }";
    let expected = "ifagreed(|ctx|{::core::matches!(*item,0|4)}){}else{\
                    ifagreed(|ctx|{::core::matches!(*item,5..)}){\
                    letWith(mutwhipple_values_1,())=map(|ctx|{let(n@5..)=*itemelse{::core::unreachable!()};With(n,())});\
                    each(|ctx|{letn=whipple_values_1.of(ctx);self.sums.set(n,1);});}else{}}";
    assert_eq!(split(body), expected);
    let body = "let found = self.found(*item); if let Some(n) = found { ctx.barrier(); self.sums.set(0, n); }";
    assert!(split(body).contains("let(Some(n))=foundelse{::core::unreachable!()};"), "{}", split(body));
    // Perhaps a constant.
    let body = "match *item { LIMIT => { ctx.barrier(); self.sums.set(LIMIT, 1); } _ => {} }";
    let expected = "each(|ctx|{let(LIMIT)=*itemelse{::core::unreachable!()};self.sums.set(LIMIT,1);});";
    assert!(split(body).contains(expected), "{}", split(body));
}

#[test]
fn functions_that_get_the_context_are_called_together() {
    let body = "let own = ctx.thread(); let some = if own % 5 != 0 { Some(own) } else { None }; \
                let word = third(ctx, some).unwrap_or(7); self.sums.set(own, word);";
    let split = split(body);
    let parts = [
        "WithoutDevice::IN_LOOPS}}{letWith(whipple_values_1,())=map(|ctx|{letown=ctx.thread();\
         letsome=ifown%5!=0{Some(own)}else{None};With(some,())});",
        "letwhipple_handed=(Handed::Each(whipple_values_1),());",
        "WithoutDevice::in_loops(whipple_threads,whipple_handed)}}}else{give(|ctx|{letown=ctx.thread();\
         letsome=ifown%5!=0{Some(own)}else{None};third(ctx,some)})};",
        "each(|ctx|{letown=ctx.thread();letwhipple_met_2=whipple_values_3.of(ctx);\
         letword=whipple_met_2.unwrap_or(7);self.sums.set(own,word);});",
    ];
    for part in parts {
        assert!(split.contains(part), "{part}: {split}");
    }
}

#[test]
fn operands_are_evaluated_in_their_order() {
    let body =
        "let sum = self.sums.take(ctx.any(*item > 3)) + ctx.reduce_add(self.sums.get(0)); self.sums.set(1, sum);";
    let expected = "letwhipple_met_1=parts(|ctx|{*item>3}).any();\
                    letWith(mutwhipple_values_3,())=map(|ctx|{letwhipple_operand_2=self.sums.take(whipple_met_1);With(whipple_operand_2,())});\
                    letwhipple_met_4=parts(|ctx|{self.sums.get(0)}).reduce_add();\
                    each(|ctx|{letwhipple_operand_2=whipple_values_3.of(ctx);\
                    letsum=whipple_operand_2+whipple_met_4;self.sums.set(1,sum);});";
    assert_eq!(split(body), expected);
}

#[test]
fn what_threads_hand_over_lasts() {
    for body in [
        "let value = ctx.thread() + 1; let sum = total(ctx, &value); self.sums.set(0, sum);",
        "let sum = total(ctx, |value| value + 1); self.sums.set(0, sum);",
        "let mut count = 0u32; total(ctx, &mut count); self.sums.set(0, count);",
    ] {
        assert!(matches!(phases(body), Phases::Coroutines), "{body}: {}", phases(body).dump());
    }
}

#[test]
fn what_cannot_be_split_is_left_to_coroutines() {
    let bodies = [
        "match *item { n if n > 3 => ctx.barrier(), _ => {} }",
        "while let Some(n) = self.found(*item) { ctx.barrier(); self.sums.set(0, n); }",
        "for k in 0..3u32 { ctx.barrier(); if *item == k { if ctx.thread() == k { continue; } break; } self.sums.set(0, k); }",
        "let words = [1u32, 2]; let word = &words[(ctx.thread() % 2) as usize]; ctx.barrier(); self.sums.set(0, *word);",
        "self.at(*item).add(ctx.barrier_count(true));",
        "let mut c = Counter { n: 1 }; let sum = mixed(c.n, c.bump(), ctx.barrier_count(true)); self.sums.set(0, sum);",
    ];
    for body in bodies {
        assert!(matches!(phases(body), Phases::Coroutines), "{body}: {}", phases(body).dump());
    }
}
