//! Which building an instance is a part of, and what files say of it.

use crate::{
    ONCE, RuleSet, Skyscraper, Suburb, TowerFused,
    city::{derive::derive, plan::Site},
    exact,
};
use whipple::prelude::*;

/// What is derived of one lot alone belongs to one building, and each lot has another. What streets and open lots become
/// belongs to none.
fn buildings_are_told_apart<R: RuleSet>(buildings: u32, seed: u32) {
    let plan = R::LAYOUT.plan(buildings, seed);
    let owners = plan.owners(plan.blocks());
    let derive = |site: Site| derive::<R>(&Device::cpu(), &site, &exact(), ONCE).expect("instances").instances;
    let Site { lots, open, streets } = plan.site();
    let rest = derive(Site { lots: Vec::new(), open, streets });
    assert!(rest.iter().all(|instance| owners.of(instance).is_none()), "{}: streets have no building", R::NAME);
    let mut seen = vec![false; buildings as usize];
    for lot in lots {
        let own = derive(Site { lots: vec![lot], open: Vec::new(), streets: Vec::new() });
        let of: Vec<Option<u32>> = own.iter().map(|instance| owners.of(instance)).collect();
        let number = of[0].expect("a lot with a building");
        let other = own.iter().zip(&of).find(|(_, building)| **building != Some(number));
        assert!(other.is_none(), "{}: a part of building {number} is another's: {other:?}", R::NAME);
        assert!(!std::mem::replace(&mut seen[number as usize], true), "{}: {number} is twice there", R::NAME);
    }
    assert!(seen.iter().all(|seen| *seen));
}

#[test]
fn each_instance_knows_its_building() {
    buildings_are_told_apart::<Skyscraper>(60, 1);
    buildings_are_told_apart::<Suburb>(70, 2);
    buildings_are_told_apart::<TowerFused>(20, 3);
}
