//! Derives a city from shape grammars.
mod derive;
mod instance;
mod layout;
mod operators;
mod rules;
mod shape;
use rules::RuleSet;
use whipple::prelude::*;
fn main() {
    use rules::skyscraper::*;
    for n in [1,16,256,1024] {
    let site = Skyscraper::LAYOUT.site(n, 1);
    let d = derive::derive::<Skyscraper>(&Device::cpu(), &site, &Options::new(), derive::Runs{warmup:0,timed:1}).unwrap();
    println!("{}\n{} {}", d.report, d.instances.len(), d.repeated);
    }
    println!("{}", Skyscraper::CUDA_SOURCE.len());
}
