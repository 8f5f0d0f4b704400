//! What the names of outputs say of what is in them.

use super::{Output, place::Place};

/// Extensions that say what is in a file, and what they say.
const KNOWN: [(&str, &str); 29] = [
    ("png", "PNG"),
    ("jpg", "JPEG"),
    ("jpeg", "JPEG"),
    ("gif", "GIF"),
    ("bmp", "BMP"),
    ("webp", "WebP"),
    ("avif", "AVIF"),
    ("tif", "TIFF"),
    ("tiff", "TIFF"),
    ("tga", "TGA"),
    ("ppm", "PPM"),
    ("exr", "OpenEXR"),
    ("hdr", "Radiance HDR"),
    ("svg", "SVG"),
    ("pdf", "PDF"),
    ("html", "HTML"),
    ("glb", "binary glTF"),
    ("gltf", "glTF as text"),
    ("obj", "Wavefront OBJ"),
    ("ply", "PLY"),
    ("stl", "STL"),
    ("fbx", "FBX"),
    ("usd", "USD"),
    ("usdz", "USD"),
    ("dae", "COLLADA"),
    ("json", "JSON"),
    ("csv", "CSV"),
    ("zip", "ZIP"),
    ("rib", "RenderMan RIB"),
];

/// Checks that the name of an output does not say that something else is in it. A name without an extension, or with one that
/// says nothing, is as good as any, and so is that of a device or a pipe.
///
/// # Errors
/// In words, with the option and a better name.
pub fn check_extension(output: &Output<'_>) -> Result<(), String> {
    let Output { option, path, format, extension } = *output;
    if !matches!(Place::of(path), Place::File(_)) {
        return Ok(());
    }
    let found = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match KNOWN.iter().find(|(known, _)| *known == found) {
        Some((_, other)) if found != extension => {
            let (path, better) = (path.display(), path.with_extension(extension));
            let better = better.display();
            Err(format!("{option} writes {format}, and {path} is the name of a file of {other}: name it {better}"))
        }
        _ => Ok(()),
    }
}
