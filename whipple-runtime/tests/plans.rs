//! Planning at run time what `#[program]` plans in const evaluation: what is refused, and with which words.

mod support;

use support::*;

/// An item that is a static.
macro_rules! item {
    ($kind:ident $name:literal { $($field:ident: $value:expr),* }) => {{
        static ITEM: Item = Item { $($field: $value,)* ..item(ItemKind::$kind, $name, hash("", $name, 0, 0), &[]) };
        // SAFETY: a static.
        unsafe { ItemRef::new(&raw const ITEM) }
    }};
}

/// A function that spawns, and may be called in a loop.
const SPAWNS: ItemRef = item!(Function "spawns" { spawns: &[Spawn::by_each_thread(Parent::STRUCT, 1)] });
/// A method that calls it, of the procedure itself: the body names no item to call it.
const METHOD: ItemRef = item!(Methods "method" { body: &[Piece::Item(SPAWNS)], uses: &[Piece::Item(SPAWNS)] });

struct Parent;

impl Procedure for Parent {
    type Level = Thread;
    type Shared = ();
    const THREADS: u32 = 1;
    const MAX_SPAWNS: Option<u32> = None;
    const NAME: &'static str = "Parent";
    const STRUCT: ItemRef = item!(Procedure "Parent" { definition: &[Piece::Members(&[METHOD])] });
    const NAMESPACE: Namespace = Namespace::of(module_path!());
    const LAYOUT: (usize, usize) = (1, 1);
    fn encode(&self, out: &mut ParameterWriter) {
        0_u8.encode(out);
    }
}

impl Translated for Parent {
    type Output = NoOutput;
    type Returns = No;
    // It spawns nothing but through what it calls.
    const BODY: ItemRef = item!(Methods "execute" { spawns_of_thread: 0 });
    const PLACE: (&'static str, u32) = (file!(), line!());
}

impl Execute for Parent {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, _: &u32) {}
}

unsafe fn locate(program: *const ()) -> *const () {
    program
}

fn parent(max_spawns: Option<u32>) -> ProcedureInfo {
    ProcedureInfo { max_spawns, ..ProcedureInfo::new::<Parent>("parent", None, 1, locate) }
}

#[test]
fn spawns_of_functions_that_methods_call_count() {
    let plan = Plan::new("Family", &[parent(Some(7))]);
    assert_eq!(plan.facts.spawns[0][0], 7);
    assert_eq!(plan.facts.spawns_of_thread[0], 7);
}

#[test]
#[should_panic(expected = "how many tasks of `Parent` one thread of the procedure `Parent` spawns is not known")]
fn spawns_without_a_bound_are_refused() {
    Plan::new("Family", &[parent(None)]);
}

#[test]
#[should_panic(expected = "a program has at most 32 procedures")]
fn more_procedures_than_a_word_has_bits_are_refused() {
    let procedures: Vec<ProcedureInfo> = (0..33).map(|_| parent(Some(1))).collect();
    Plan::new("Crowd", &procedures);
}

#[test]
#[should_panic(expected = "a program has at least one procedure")]
fn no_procedures_are_refused() {
    Plan::new("Nothing", &[]);
}

procedure!(Childless {}, Thread, 1, ());
spawns!(Childless =>);

impl Execute for Childless {
    type Item = u32;
    fn execute(&self, _: &Context<Self>, _: &u32) {}
}

program!(Lonely { childless: Childless });

/// Tasks that spawn their own procedure are no cycle to the policy, but to whoever reads.
#[test]
fn a_procedure_that_spawns_itself_is_said_to() {
    let procedures = [parent(Some(7))];
    let said = Plan::new("Family", &procedures).explain(&procedures).to_string();
    let words = "else the latest: spawns form no cycle of several procedures (`Parent` spawns itself)\n";
    assert!(said.contains(words), "{said}");
    let said = Lonely::PLAN.explain(Lonely::PROCEDURES).to_string();
    assert!(said.contains("else the latest: spawns form no cycle\n"), "{said}");
}
