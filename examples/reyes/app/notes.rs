//! Notes for who reads the terminal: options that change nothing, and pictures that show nothing.

use super::{cli::Arguments, job::Renderer};
use crate::reyes::{
    pipeline::shade::{background, pack},
    scene::Scene,
};
use ::image::RgbImage;
use whipple::{device::DeviceKind, prelude::*};

/// The opacity below which a surface is not seen: the least that a hit can have, in 255 steps, is 0 then.
const LEAST_OPACITY: f32 = 0.5 / 255.0;

/// Changes all surfaces of a scene by `--motion` and `--opacity`. Notes say what changed nothing, or takes the scene out of sight.
pub fn change_surfaces(scene: &mut Scene, arguments: &Arguments) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(motion) = arguments.motion {
        if scene.surfaces.iter().all(|surface| surface.motion == motion) {
            let Vec3 { x, y, z } = motion;
            notes.push(format!("--motion {x},{y},{z} changes nothing: the scene moves like that without it"));
        }
        scene.surfaces.iter_mut().for_each(|surface| surface.motion = motion);
    }
    if let Some(opacity) = arguments.opacity {
        if scene.surfaces.iter().all(|surface| surface.opacity == opacity) {
            notes.push(format!("--opacity {opacity} changes nothing: all surfaces have it without it"));
        }
        scene.surfaces.iter_mut().for_each(|surface| surface.opacity = opacity);
    }
    notes
}

/// What of the options has no effect, or one that nobody can want, whatever the device.
pub fn about_renderer(scene: &Scene, renderer: &Renderer) -> Vec<String> {
    let mut notes = Vec::new();
    if let Renderer::Sampled(settings) = renderer
        && settings.moving
        && settings.samples == 1
    {
        notes.push(
            "one sample a pixel shows one moment of what moves, and no blur: --samples 4, 16 or 42 have several".into(),
        );
    }
    if is_invisible(scene) {
        notes.push(
            "no surface hides anything, so the picture shows the background alone: choose a larger --opacity".into(),
        );
    }
    notes
}

/// What of the options has no effect on a device of this kind.
pub fn about_device(arguments: &Arguments, kind: DeviceKind) -> Vec<String> {
    let mut notes = Vec::new();
    if kind == DeviceKind::Cpu {
        if arguments.scheduler != Scheduler::default() {
            notes.push(format!("the CPU has a scheduler of its own: --scheduler {} is for GPUs", arguments.scheduler));
        }
        if arguments.floats == FloatingPoint::Fast {
            notes.push("the CPU's arithmetic is exact: --floats fast is for GPUs".into());
        }
    } else {
        let given = [("--threads", arguments.threads.is_some()), ("--replay", arguments.replay.is_some())];
        for (option, _) in given.into_iter().filter(|(_, given)| *given) {
            notes.push(format!("{option} is for the CPU: it changes nothing on a GPU"));
        }
    }
    notes
}

/// Whether no surface hides anything of what is behind it.
fn is_invisible(scene: &Scene) -> bool {
    scene.surfaces.iter().all(|surface| surface.opacity < LEAST_OPACITY)
}

/// Whether a picture shows nothing but the background, as far as an eye can see.
pub fn is_blank(picture: &RgbImage) -> bool {
    let height = picture.height();
    picture.enumerate_rows().all(|(y, row)| {
        let background = pack(background(y, height)).to_le_bytes();
        row.into_iter()
            .all(|(_, _, pixel)| pixel.0.iter().zip(background).all(|(part, behind)| part.abs_diff(behind) <= 2))
    })
}

/// Why so many pictures of a turn are blank, of which the last one had this many diced pieces and pieces that met a limit; nothing
/// where that was said before.
pub fn about_blank(scene: &Scene, [blank, pictures]: [u32; 2], diced: u64, limited: u64) -> Option<String> {
    if blank == 0 || is_invisible(scene) {
        return None;
    }
    let what = if pictures == 1 {
        "nothing is seen".into()
    } else {
        format!("nothing is seen in {blank} of {pictures} pictures")
    };
    let why = match (diced, scene.two_sided) {
        _ if limited > 0 => "all is too large, or too near the eye",
        (0, true) => "all patches lie outside of the view",
        (0, false) => "all patches face away (backs are seen with --opacity below 1), or lie outside of the view",
        _ => "what is in the view is too small, or hides too little",
    };
    Some(format!("{what}: {why}; --eye and --target choose another view"))
}
