//! Transformations of RIB as matrices.

use super::{super::file::Mistake, request::Request, tokens::Placed};
use whipple::prelude::*;

/// A transformation to the world, or to the camera where no world has begun.
#[derive(Clone, Copy)]
pub struct Transform<'t> {
    /// What multiplies points, as columns, from the left.
    pub matrix: Mat4,
    /// What makes that it is not the matrix, and what to write instead.
    pub unknown: Option<(Placed<'t>, &'static str)>,
}

/// What is said of patches whose transformation is a perspective.
pub const BENT: &str =
    "this matrix is a perspective, which bends patches: its 4th, 8th and 12th number must be 0, its last not";

impl Transform<'_> {
    /// The one that changes nothing.
    pub const NONE: Self = Self { matrix: Mat4::IDENTITY, unknown: None };

    /// Whether it makes left hands of right ones.
    pub fn is_mirror(&self) -> bool {
        self.matrix.determinant() < 0.0
    }
}

/// The matrix of a request that transforms by one, with what makes that it is not the matrix.
///
/// # Errors
/// Arguments that are no transformation.
pub fn matrix(request: &Request<'_, '_>) -> Result<(Mat4, Option<&'static str>), Mistake> {
    Ok((
        match request.name {
            "Translate" => Mat4::from_translation(Vec3::from_array(request.numbers()?)),
            "Scale" => Mat4::from_scale(Vec3::from_array(request.numbers()?)),
            "Rotate" => rotation(request)?,
            "Skew" => skew(request)?,
            "Identity" => {
                request.no_arguments()?;
                Mat4::IDENTITY
            }
            _ => {
                // RIB's rows are our columns.
                let numbers: [f32; 16] = request.numbers()?;
                let is_bent = [3, 7, 11].iter().any(|k| numbers[*k] != 0.0) || numbers[15] == 0.0;
                return Ok((Mat4::from_cols_array(&numbers), is_bent.then_some(BENT)));
            }
        },
        None,
    ))
}

/// `Rotate`, by degrees around an axis.
fn rotation(request: &Request<'_, '_>) -> Result<Mat4, Mistake> {
    let [degrees, x, y, z] = request.numbers()?;
    match Vec3::new(x, y, z).try_normalize() {
        Some(axis) => Ok(Mat4::from_axis_angle(axis, degrees.to_radians())),
        None => Err(request.at.mistake("the axis of this rotation has no length")),
    }
}

/// `Skew`: moves points along the second axis, so that the first one is turned by an angle towards it.
///
/// With θ between the unit vectors a and b, a + k b has the angle α to a where tan α = k sin θ / (1 + k cos θ), which is where
/// k = sin α / sin (θ - α). A point moves by k b times its share of a: its product with w / w², where w = a - (a·b) b.
fn skew(request: &Request<'_, '_>) -> Result<Mat4, Mistake> {
    let [degrees, ax, ay, az, bx, by, bz] = request.numbers()?;
    let axes = (Vec3::new(ax, ay, az).try_normalize(), Vec3::new(bx, by, bz).try_normalize());
    let (Some(a), Some(b)) = axes else {
        return Err(request.at.mistake("an axis of this skew has no length"));
    };
    let across = a - b * a.dot(b);
    if across.length() < 1e-3 {
        return Err(request.at.mistake("the axes of this skew are parallel"));
    }
    let between = a.angle_between(b).to_degrees();
    if degrees >= between || degrees <= between - 180.0 {
        let message = format!(
            "a skew by {degrees} degrees is none: with these axes it is more than {:.1} and less than {between:.1}",
            between - 180.0
        );
        return Err(request.at.mistake(message));
    }
    let shift = b * (degrees.to_radians().sin() / (between - degrees).to_radians().sin());
    let share = across / across.length_squared();
    let moved = |axis: Vec3| axis + shift * share.dot(axis);
    Ok(Mat4::from_mat3(Mat3::from_cols(moved(Vec3::X), moved(Vec3::Y), moved(Vec3::Z))))
}
