//! Where a scene is seen from: what scenes, files and options say, and the camera that follows from it.

use crate::reyes::geometry::camera::Camera;
use std::f32::consts::TAU;
use whipple::prelude::*;

/// Where a scene is seen from, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct View {
    /// The centre of projection.
    pub eye: Vec3,
    /// What is in the middle of the picture.
    pub target: Vec3,
    /// The direction that is up in the picture.
    pub up: Vec3,
    /// How much is seen.
    pub lens: Lens,
    /// The depth from which on things are seen, where a file says it.
    pub near: Option<f32>,
}

/// How much of a scene a picture shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Lens {
    /// The vertical field of view in radians. Pictures narrower than 16:10 show as much at their sides as those.
    Fitting(f32),
    /// The field of view across the shorter side of a picture, in radians.
    Shorter(f32),
    /// A rectangle in front of the eye.
    Window(Window),
}

/// What a picture shows at a distance of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// The x of the left and of the right side.
    pub x: [f32; 2],
    /// The y of the lower and of the upper side.
    pub y: [f32; 2],
    /// Width by height, in pixels, of the picture that it fills. Others show more at two sides.
    pub aspect: f32,
}

impl Lens {
    /// What a picture shows whose width by height is `aspect`.
    fn window(&self, aspect: f32) -> Window {
        let half = |angle: f32| (angle / 2.0).tan();
        let centred = |x: f32, y: f32| Window { x: [-x, x], y: [-y, y], aspect };
        match *self {
            Self::Fitting(angle) => {
                let y = half(angle) * (1.6 / aspect).max(1.0);
                centred(y * aspect, y)
            }
            Self::Shorter(angle) => {
                let y = half(angle) * aspect.recip().max(1.0);
                centred(y * aspect, y)
            }
            Self::Window(window) => window.fitted(aspect),
        }
    }
}

impl Window {
    /// This window, or a larger one for a picture of another shape.
    fn fitted(&self, aspect: f32) -> Self {
        let extended = |[low, high]: [f32; 2], size: f32| {
            let (middle, half) = (low.midpoint(high), 0.5 * size.max((high - low).abs()).copysign(high - low));
            [middle - half, middle + half]
        };
        if (aspect / self.aspect - 1.0).abs() < 0.01 {
            return *self;
        }
        let (width, height) = ((self.x[1] - self.x[0]).abs(), (self.y[1] - self.y[0]).abs());
        Self { x: extended(self.x, height * aspect), y: extended(self.y, width / aspect), aspect }
    }
}

impl View {
    /// A view that shows all of these points, from the front and a little above.
    pub fn around(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        Self::around_upright(points, Vec3::Z, None)
    }

    /// The same where another direction is up, and with another field of view across the shorter side of the picture.
    pub fn around_upright(points: impl Iterator<Item = Vec3> + Clone, up: Vec3, angle: Option<f32>) -> Self {
        let low = points.clone().fold(Vec3::MAX, Vec3::min);
        let high = points.clone().fold(Vec3::MIN, Vec3::max);
        let target = low.midpoint(high);
        let radius = points.map(|point| point.distance(target)).fold(f32::MIN_POSITIVE, f32::max);
        let usual = 26.0f32.to_radians();
        let lens = angle.map_or(Lens::Fitting(usual), Lens::Shorter);
        let towards_eye = upright(up, false).transpose() * Vec3::new(0.3, -0.9, 0.3).normalize();
        let eye = target + towards_eye * (radius * 1.05 / (angle.unwrap_or(usual) / 2.0).sin());
        Self { eye, target, up, lens, near: None }
    }

    /// The camera for a picture of `width` x `height` pixels, after `turn` of a full turn around the target. Up must be z.
    pub fn camera(&self, width: u32, height: u32, turn: f32) -> Camera {
        debug_assert_eq!(self.up, Vec3::Z, "`Scene::stand_upright` comes before");
        let mut eye = self.eye;
        if turn != 0.0 {
            let (sin, cos) = (turn * TAU).sin_cos();
            let arm = self.eye - self.target;
            eye = self.target + Vec3::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y, arm.z);
        }
        let aspect = width as f32 / height as f32;
        let camera = match self.lens {
            // Off its middle, or of pixels that are no squares.
            Lens::Window(window) => {
                let Window { x, y, .. } = window.fitted(aspect);
                Camera::through(eye, self.target, x, y, width, height)
            }
            lens => Camera::look_at(eye, self.target, 2.0 * lens.window(aspect).y[1].atan(), width, height),
        };
        // Small scenes are seen from nearby.
        let nearby = camera.near.min(eye.distance(self.target) * 0.01);
        Camera { near: self.near.map_or(nearby, |near| near.max(nearby)), ..camera }
    }
}

/// Turns coordinates in which `up` is up into right-handed ones in which z is; `left_handed` says which hand the first ones have.
///
/// The x axis stays where it is, or comes as near to it as it can.
pub fn upright(up: Vec3, left_handed: bool) -> Mat3 {
    let up = up.normalize();
    let nearest = if up.x.abs() < 0.9 { Vec3::X } else { Vec3::Y };
    let right = (nearest - up * up.dot(nearest)).normalize();
    let back = up.cross(right) * if left_handed { -1.0 } else { 1.0 };
    Mat3::from_cols(right, back, up).transpose()
}

/// What the command line says about where a scene is seen from; nothing where it is left to the scene.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Wish {
    /// The centre of projection.
    pub eye: Option<Vec3>,
    /// What is in the middle of the picture.
    pub target: Option<Vec3>,
    /// The direction that is up.
    pub up: Option<Vec3>,
    /// The field of view across the shorter side of the picture, in radians.
    pub angle: Option<f32>,
}

impl Wish {
    /// The view that a scene has by this wish. Where nobody has said where these points are seen from, it is found anew.
    ///
    /// # Errors
    /// In words, by the names of options: no direction of view, or one that is up.
    pub fn view(&self, view: View, chosen: bool, points: impl Iterator<Item = Vec3> + Clone) -> Result<View, String> {
        let found = match self.up.or(self.angle.map(|_| view.up)) {
            Some(up) if !chosen => View::around_upright(points, up, self.angle),
            _ => View { up: self.up.unwrap_or(view.up), ..view },
        };
        let (eye, target) = (self.eye.unwrap_or(found.eye), self.target.unwrap_or(found.target));
        let lens = self.angle.map_or(found.lens, Lens::Shorter);
        let Some(forward) = (target - eye).try_normalize() else {
            return Err(format!("the eye is where it looks at, {}: choose another --eye or --target", triple(eye)));
        };
        let along = self.up.filter(|up| forward.cross(up.normalize()).length() < 1e-4);
        if let Some(up) = along {
            return Err(format!("--up {} is the direction of view: choose another", triple(up)));
        }
        Ok(View { eye, target, lens, ..found })
    }
}

/// Coordinates as the command line has them.
fn triple(point: Vec3) -> String {
    format!("{},{},{}", point.x, point.y, point.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_scenes_are_seen_from_nearby() {
        let small = View::around([Vec3::ZERO, Vec3::splat(1e-4)].into_iter());
        let camera = small.camera(160, 90, 0.0);
        let depth = camera.project(small.target).z;
        assert!(depth > 10.0 * camera.near, "{depth} and {}", camera.near);
        assert_eq!(View { eye: Vec3::X * 50.0, ..small }.camera(160, 90, 0.25).near, 0.1);
    }

    #[test]
    fn a_view_turns_around_its_target() {
        let (eye, target) = (Vec3::new(1.0, -5.0, 2.0), Vec3::new(1.0, 0.0, 0.0));
        let view = View { eye, target, up: Vec3::Z, lens: Lens::Fitting(0.5), near: None };
        assert_eq!(view.camera(160, 90, 0.0).eye, view.eye);
        assert!(view.camera(160, 90, 0.25).eye.distance(Vec3::new(6.0, 0.0, 2.0)) < 1e-5);
        let around = View::around([Vec3::ZERO, Vec3::ONE * 100.0].into_iter());
        assert_eq!(around.target, Vec3::ONE * 50.0);
        assert!(around.eye.distance(around.target) > 100.0);
    }

    /// The camera in front of y-up scenes stands where it does for the same scene with z up, of both hands.
    #[test]
    fn directions_become_upright() {
        assert_eq!(upright(Vec3::Z, false), Mat3::IDENTITY);
        for (up, left_handed, front) in [
            (Vec3::Y, false, Vec3::Z),
            (Vec3::Y, true, -Vec3::Z),
            (Vec3::Z * 3.0, true, Vec3::Y),
            (-Vec3::Y, false, -Vec3::Z),
        ] {
            let turned = upright(up, left_handed);
            assert_eq!(turned * up.normalize(), Vec3::Z, "{up}");
            assert_eq!(turned * front, -Vec3::Y, "{up} {left_handed}");
            assert_eq!(turned * Vec3::X, Vec3::X, "{up}");
        }
        for up in [Vec3::X, Vec3::new(1.0, 2.0, -3.0), Vec3::new(-5.0, 0.1, 0.0)] {
            for left_handed in [false, true] {
                let turned = upright(up, left_handed);
                assert!((turned * up).distance(Vec3::Z * up.length()) < 1e-5, "{up}");
                assert!((turned.determinant() - if left_handed { -1.0 } else { 1.0 }).abs() < 1e-5, "{up}");
            }
        }
    }

    #[test]
    fn windows_are_extended_and_never_cut() {
        let window = Window { x: [-1.0, 3.0], y: [0.0, 2.0], aspect: 2.0 };
        let shown = |aspect| {
            let Window { x, y, .. } = window.fitted(aspect);
            [x, y]
        };
        assert_eq!(shown(2.0), [window.x, window.y]);
        assert_eq!(shown(4.0), [[-3.0, 5.0], [0.0, 2.0]]);
        assert_eq!(shown(1.0), [[-1.0, 3.0], [-1.0, 3.0]]);
        // Its own picture may have pixels that are no squares.
        assert_eq!(Window { aspect: 1.0, ..window }.fitted(1.0).x, window.x);
    }

    #[test]
    fn lenses_say_how_much_is_seen() {
        let right = std::f32::consts::FRAC_PI_2;
        for (lens, aspect, x, y) in [
            (Lens::Shorter(right), 2.0, 2.0, 1.0),
            (Lens::Shorter(right), 0.5, 1.0, 2.0),
            (Lens::Fitting(right), 2.0, 2.0, 1.0),
            (Lens::Fitting(right), 1.0, 1.6, 1.6),
        ] {
            let window = lens.window(aspect);
            assert!((window.x[1] - x).abs() < 1e-5 && (window.y[1] - y).abs() < 1e-5, "{lens:?}: {window:?}");
        }
    }

    #[test]
    fn wishes_are_granted_one_by_one_or_refused() {
        let points = [Vec3::ZERO, Vec3::ONE];
        let view = View::around(points.into_iter());
        let wished = |wish: Wish, chosen| wish.view(view, chosen, points.into_iter());
        assert_eq!(wished(Wish::default(), true), Ok(view));
        assert_eq!(wished(Wish::default(), false), Ok(view));
        let eye = Some(Vec3::X * 9.0);
        assert_eq!(wished(Wish { eye, ..Wish::default() }, false), Ok(View { eye: Vec3::X * 9.0, ..view }));
        let angle = Some(1.0);
        assert_eq!(wished(Wish { angle, ..Wish::default() }, true), Ok(View { lens: Lens::Shorter(1.0), ..view }));
        let nearer = wished(Wish { angle, ..Wish::default() }, false).expect("a view");
        assert!(nearer.eye.distance(view.target) < view.eye.distance(view.target));
        // Up is up where the view is found, and elsewhere only rolls the picture.
        let up = Some(Vec3::Y);
        assert!(
            wished(Wish { up, ..Wish::default() }, false).is_ok_and(|found| found.eye.z > 1.0 && found.up == Vec3::Y)
        );
        assert_eq!(wished(Wish { up, ..Wish::default() }, true), Ok(View { up: Vec3::Y, ..view }));
        let refused = |wish| wished(wish, true).expect_err("refused");
        let at_eye = Wish { eye, target: eye, ..Wish::default() };
        assert_eq!(refused(at_eye), "the eye is where it looks at, 9,0,0: choose another --eye or --target");
        let along = Wish { eye, target: Some(Vec3::ZERO), up: Some(Vec3::X), ..Wish::default() };
        assert_eq!(refused(along), "--up 1,0,0 is the direction of view: choose another");
    }
}
