//! The integral of a function over an interval that is halved where the function is not straight.

use super::{Row, Setting};
use whipple::prelude::*;

/// A part of the interval, and the function at its ends.
#[device]
#[derive(Clone, Copy)]
pub struct Part {
    pub from: f64,
    pub to: f64,
    pub at_from: f64,
    pub at_to: f64,
}

/// What is integrated.
#[device]
pub fn function(x: f64) -> f64 {
    (x * x + 1.0) * x
}

/// The integral over a part.
#[procedure(level = 2)]
pub struct Integrate {
    /// How far the area of two halves may be from that of the whole.
    pub tolerance: f64,
}

#[execute]
impl Execute for Integrate {
    type Item = Part;
    type Output = f64;
    fn execute(&self, ctx: &Context<Self>, part: &Part) {
        let middle = (part.from + part.to) * 0.5;
        let at_middle = function(middle);
        let left = Part { to: middle, at_to: at_middle, ..*part };
        let right = Part { from: middle, at_from: at_middle, ..*part };
        let halves = area(&left) + area(&right);
        if (halves - area(part)).abs() <= self.tolerance {
            return ctx.finish(halves);
        }
        ctx.fork::<[Integrate; 2]>([left, right]).then::<Sum>(());
    }
}

/// The area under the straight line between the ends.
#[device]
pub fn area(part: &Part) -> f64 {
    (part.at_from + part.at_to) * (part.to - part.from) * 0.5
}

/// Adds the integrals of two halves.
#[procedure(level = 2)]
pub struct Sum;

#[execute]
impl Execute for Sum {
    type Item = Joined<(), [f64; 2]>;
    type Output = f64;
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<(), [f64; 2]>) {
        ctx.finish(joined.outputs[0] + joined.outputs[1]);
    }
}

/// The program.
#[program]
pub struct Quadrature {
    integrate: Integrate,
    sum: Sum,
}

/// The integral of `x^3 + x` from 0 to a large number.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let to = if setting.quick { 100.0 } else { 10_000.0 };
    let program = Quadrature { integrate: Integrate { tolerance: 1e-3 }, sum: Sum };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Integrate>(&[Part { from: 0.0, to, at_from: function(0.0), at_to: function(to) }])?;
    let known = (to.powi(4) / 2.0 + to * to) / 2.0;
    setting.measure(format!("integral from 0 to {to}"), &mut launcher, |launcher| {
        let found = launcher.outputs::<Integrate>()?[0];
        if (found - known).abs() <= known * 1e-7 {
            return Ok(());
        }
        Err(Error::other(format!("the integral is {found}, and {known} is right"), None))
    })
}
