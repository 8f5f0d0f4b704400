//! The pinhole camera: world space to pixels and back.

use super::patch::{product, scaled};
use whipple::prelude::*;

/// Subpixel positions a pixel and axis. Vertices are rounded to them, so that sampling computes exactly.
#[device]
pub const SUBPIXELS: f32 = 1024.0;

/// The largest width and height of an image: [`snap`] is exact up to here in f32 (2¹⁴ pixels of 2¹⁰ positions).
pub const LARGEST_SIZE: u32 = 16384;

/// A pinhole camera with its image, as the device code needs it.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// The centre of projection.
    pub eye: Vec3,
    /// Maps an offset from the eye to x in pixels, times depth.
    pub to_x: Vec3,
    /// Maps an offset from the eye to y in pixels (downwards), times depth.
    pub to_y: Vec3,
    /// Maps an offset from the eye to its depth w: the unit view direction.
    pub to_depth: Vec3,
    /// The offset from the eye to the image's corner (0, 0) at depth 1.
    pub corner: Vec3,
    /// From pixel to pixel along x, at depth 1.
    pub pixel_x: Vec3,
    /// From pixel to pixel along y, at depth 1.
    pub pixel_y: Vec3,
    /// Depth of the near plane; above 0.
    pub near: f32,
    /// Image width in pixels.
    pub width: u32,
    /// Image height in pixels.
    pub height: u32,
}

#[device]
impl Camera {
    /// The point in pixels times depth, and its depth: (x w, y w, w). The same to the bit wherever it is inlined.
    pub fn project(&self, point: Vec3) -> Vec3 {
        let offset = point - self.eye;
        let columns = [self.to_x, self.to_y, self.to_depth];
        let x = scaled(Vec3::new(columns[0].x, columns[1].x, columns[2].x), offset.x);
        let y = scaled(Vec3::new(columns[0].y, columns[1].y, columns[2].y), offset.y);
        let z = scaled(Vec3::new(columns[0].z, columns[1].z, columns[2].z), offset.z);
        x + y + z
    }

    /// As [`project`](Self::project), but no border depends on it: products may be fused with sums.
    pub fn project_inner(&self, point: Vec3) -> Vec3 {
        let offset = point - self.eye;
        Vec3::new(offset.dot(self.to_x), offset.dot(self.to_y), offset.dot(self.to_depth))
    }

    /// A point of [`project`](Self::project) in pixels. The same to the bit wherever it is inlined.
    pub fn on_screen(&self, projected: Vec3) -> Vec2 {
        let inverse_depth = 1.0 / projected.z;
        Vec2::new(product(projected.x, inverse_depth), product(projected.y, inverse_depth))
    }

    /// The offset from the eye, per unit of depth, to what the pixel position (x, y) shows.
    pub fn ray(&self, x: f32, y: f32) -> Vec3 {
        self.corner + self.pixel_x * x + self.pixel_y * y
    }
}

/// Rounds a pixel coordinate to the subpixel grid; the result counts subpixels.
#[device]
pub fn snap(coordinate: f32) -> f32 {
    (coordinate * SUBPIXELS + 0.5).floor()
}

impl Camera {
    /// A camera at `eye` that looks at `target` with the vertical field of view `angle` (radians), z up, for an image
    /// of `width` x `height` pixels.
    pub fn look_at(eye: Vec3, target: Vec3, angle: f32, width: u32, height: u32) -> Self {
        let [right, up, forward] = axes(eye, target);
        let pixels = height as f32 / (2.0 * (angle / 2.0).tan());
        let (centre_x, centre_y) = (width as f32 / 2.0, height as f32 / 2.0);
        let (pixel_x, pixel_y) = (right / pixels, -up / pixels);
        Self {
            eye,
            to_x: right * pixels + forward * centre_x,
            to_y: -up * pixels + forward * centre_y,
            to_depth: forward,
            corner: forward - pixel_x * centre_x - pixel_y * centre_y,
            pixel_x,
            pixel_y,
            near: NEAR,
            width,
            height,
        }
    }

    /// The same, which sees what is between the two `x` and between the two `y` at a distance of one.
    pub fn through(eye: Vec3, target: Vec3, x: [f32; 2], y: [f32; 2], width: u32, height: u32) -> Self {
        let [right, up, forward] = axes(eye, target);
        let [pixels_x, pixels_y] = [width as f32 / (x[1] - x[0]), height as f32 / (y[1] - y[0])];
        Self {
            eye,
            to_x: (right - forward * x[0]) * pixels_x,
            to_y: (forward * y[1] - up) * pixels_y,
            to_depth: forward,
            corner: forward + right * x[0] + up * y[1],
            pixel_x: right / pixels_x,
            pixel_y: -up / pixels_y,
            near: NEAR,
            width,
            height,
        }
    }
}

/// Depth of the near plane where nobody says it.
const NEAR: f32 = 0.1;

/// What is right, up and forward for who looks from `eye` at `target`, with z up or, where that is forward or back, y.
fn axes(eye: Vec3, target: Vec3) -> [Vec3; 3] {
    let forward = (target - eye).normalize();
    let right = forward.cross(Vec3::Z).try_normalize().unwrap_or(Vec3::X);
    [right, right.cross(forward), forward]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_meet_projected_points() {
        let camera = Camera::look_at(Vec3::new(3.0, -9.8, 3.3), Vec3::new(0.28, 0.0, 1.5), 0.45, 1920, 1080);
        for point in [Vec3::ZERO, Vec3::new(3.4, 0.2, 2.4), Vec3::new(-3.0, -1.0, 0.5)] {
            let projected = camera.project(point);
            assert!(projected.z > 0.0);
            let found = camera.eye + camera.ray(projected.x / projected.z, projected.y / projected.z) * projected.z;
            assert!(found.distance(point) < 1e-4, "{found} is not {point}");
        }
    }

    #[test]
    fn up_is_up_and_the_target_is_in_the_middle() {
        let camera = Camera::look_at(Vec3::new(0.0, -5.0, 0.0), Vec3::ZERO, 0.5, 200, 100);
        let screen = |p| camera.project(p).truncate() / camera.project(p).z;
        assert!(screen(Vec3::ZERO).distance(Vec2::new(100.0, 50.0)) < 1e-3);
        assert!(screen(Vec3::Z).y < 50.0 && screen(Vec3::X).x > 100.0);
    }

    /// A window in the middle is what the field of view says; others see what is in them.
    #[test]
    fn a_window_fills_the_picture() {
        let (eye, target) = (Vec3::new(0.0, -5.0, 0.0), Vec3::ZERO);
        let (y, x) = (0.25f32.tan(), 2.0 * 0.25f32.tan());
        let plain = Camera::look_at(eye, target, 0.5, 200, 100);
        let window = Camera::through(eye, target, [-x, x], [-y, y], 200, 100);
        let shifted = Camera::through(eye, target, [0.0, 0.5], [-1.0, 0.0], 200, 100);
        let screen = |camera: &Camera, p| camera.on_screen(camera.project(p));
        for point in [Vec3::ZERO, Vec3::new(0.5, 0.2, -0.3), Vec3::new(-0.2, -1.0, 0.4)] {
            assert!(screen(&plain, point).distance(screen(&window, point)) < 1e-3);
            for camera in [window, shifted] {
                let Vec2 { x, y } = screen(&camera, point);
                let found = camera.eye + camera.ray(x, y) * camera.project(point).z;
                assert!(found.distance(point) < 1e-4, "{found} is not {point}");
            }
        }
        assert!(screen(&shifted, Vec3::ZERO).length() < 1e-3);
        assert!(screen(&shifted, Vec3::new(2.5, 0.0, -5.0)).distance(Vec2::new(200.0, 100.0)) < 1e-3);
    }

    #[test]
    fn what_is_straight_below_can_be_looked_at() {
        let camera = Camera::look_at(Vec3::Z * 5.0, Vec3::ZERO, 0.5, 200, 100);
        let screen = |p| camera.on_screen(camera.project(p));
        assert!(screen(Vec3::X).x > 100.0 && screen(Vec3::Y).y < 50.0);
    }

    #[test]
    fn snapping_is_exact_to_the_largest_size() {
        let edge = LARGEST_SIZE as f32;
        assert_eq!(snap(edge) / SUBPIXELS, edge);
        assert_eq!(snap(edge - 1.0 / 512.0) / SUBPIXELS, edge - 1.0 / 512.0);
    }
}
