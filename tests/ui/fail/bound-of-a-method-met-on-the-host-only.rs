use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Disc {
    pub radius: f32,
}

pub trait Shape {
    fn area(&self) -> f32;
}

impl Shape for Point {
    fn area(&self) -> f32 {
        self.x
    }
}

#[device]
impl Shape for Disc {
    fn area(&self) -> f32 {
        self.radius * 3.0
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Scene {
    pub scale: f32,
}

#[device]
impl Scene {
    pub fn area_of<S: Shape>(&self, shape: &S) -> f32 {
        self.scale * shape.area()
    }

    pub fn twice<S: Shape>(&self, shape: &S) -> f32 {
        self.area_of(shape) * 2.0
    }

    pub fn of<S: Shape>(shape: S) -> f32 {
        shape.area()
    }
}

#[device]
pub fn all(scene: Scene, point: Point, disc: Disc) -> f32 {
    let right = scene.area_of(&disc) + scene.twice(&disc) + Scene::of(disc);
    right + scene.area_of(&point) + scene.twice(&point) + Scene::of(point)
}

fn main() {}
