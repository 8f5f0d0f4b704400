//! The requests that are known, by what is done about them (RenderMan Interface 3.2, and what PRMan added).

use super::camera::OPTIONS;

/// Requests that say what patches there are, where they are and what they look like.
const READ: &[&str] = &[
    "AttributeBegin",
    "AttributeEnd",
    "Basis",
    "Color",
    "ConcatTransform",
    "Declare",
    "FrameBegin",
    "FrameEnd",
    "Identity",
    "MotionBegin",
    "MotionEnd",
    "Opacity",
    "Orientation",
    "Patch",
    "ResourceBegin",
    "ResourceEnd",
    "ReverseOrientation",
    "Rotate",
    "Scale",
    "Sides",
    "Skew",
    "SolidBegin",
    "SolidEnd",
    "Transform",
    "TransformBegin",
    "TransformEnd",
    "Translate",
    "WorldBegin",
    "WorldEnd",
];

const ARCHIVES: &str = "archives cannot be read: put what is in the archive here";
const CONDITIONS: &str = "conditions cannot be read: keep the branch that holds, without `IfBegin` and `IfEnd`";
const OBJECTS: &str = "objects cannot be read: write their patches where each `ObjectInstance` stands";
const PROCEDURES: &str = "what a program makes cannot be read: write its patches here";

/// Requests without which patches would be missing, too many or of a wrong colour, and what to do instead.
const REFUSED: &[(&str, &str)] = &[
    ("ArchiveBegin", ARCHIVES),
    ("ArchiveEnd", ARCHIVES),
    ("ColorSamples", "colours are red, green and blue: write them so, without `ColorSamples`"),
    ("DetailRange", "levels of detail cannot be read: keep the patches of one, without `DetailRange`"),
    ("Else", CONDITIONS),
    ("ElseIf", CONDITIONS),
    ("IfBegin", CONDITIONS),
    ("IfEnd", CONDITIONS),
    ("ObjectBegin", OBJECTS),
    ("ObjectEnd", OBJECTS),
    ("ObjectInstance", OBJECTS),
    ("PatchMesh", "meshes of patches cannot be read: write each as `Patch \"bicubic\"`"),
    ("Procedural", PROCEDURES),
    ("Procedural2", PROCEDURES),
    ("ReadArchive", ARCHIVES),
];

/// Transformations that are not known, or do not make patches of patches: patches must not be in them, but cameras may.
const UNKNOWN_TRANSFORMS: &[(&str, &str)] = &[
    ("CoordSysTransform", "named coordinate systems are not known: write their transformation as `Transform [ … ]`"),
    ("Deformation", "deformations cannot be read: write the patches as they are when deformed"),
    ("Perspective", "a perspective bends patches: it can be that of the camera only, before `WorldBegin`"),
];

/// Geometry that cannot be drawn.
const PRIMITIVES: &[&str] = &[
    "Blobby",
    "Cone",
    "Curves",
    "Cylinder",
    "Disk",
    "GeneralPolygon",
    "Geometry",
    "HierarchicalSubdivisionMesh",
    "Hyperboloid",
    "NuPatch",
    "Paraboloid",
    "Points",
    "PointsGeneralPolygons",
    "PointsPolygons",
    "Polygon",
    "Sphere",
    "SubdivisionMesh",
    "Torus",
    "Volume",
];

const LIGHTS: &str = "the example has lights of its own";
const SHADERS: &str = "patches look as `Color` and `Opacity` say";
const EFFECTS: &str = "the picture has no such effect";

/// Requests that would change what a picture shows, and what it shows instead.
const LEFT_OUT: &[(&str, &str)] = &[
    ("AreaLightSource", LIGHTS),
    ("Atmosphere", SHADERS),
    ("Bxdf", SHADERS),
    ("Camera", "the camera is that of `Projection` and of the transformations before `WorldBegin`"),
    ("ClippingPlane", "nothing is cut off"),
    ("CropWindow", "the whole picture is drawn"),
    ("DepthOfField", "all is in focus"),
    ("Displace", SHADERS),
    ("Displacement", SHADERS),
    ("DisplayFilter", EFFECTS),
    ("EnableLightFilter", LIGHTS),
    ("Exposure", EFFECTS),
    ("Exterior", SHADERS),
    ("Illuminate", LIGHTS),
    ("Imager", EFFECTS),
    ("Interior", SHADERS),
    ("Light", LIGHTS),
    ("LightFilter", LIGHTS),
    ("LightSource", LIGHTS),
    ("Matte", EFFECTS),
    ("Pattern", SHADERS),
    ("SampleFilter", EFFECTS),
    ("Shader", SHADERS),
    ("ShaderLayer", SHADERS),
    ("Surface", SHADERS),
];

/// Requests that are passed over: names of files and systems, textures, and how exact a renderer should be.
const PASSED_OVER: &[&str] = &[
    "ArchiveRecord",
    "Attribute",
    "Bound",
    "ConnectShaderLayers",
    "CoordinateSystem",
    "Detail",
    "Display",
    "DisplayChannel",
    "ErrorAbort",
    "ErrorHandler",
    "ErrorIgnore",
    "ErrorPrint",
    "GeometricApproximation",
    "GeometricRepresentation",
    "Hider",
    "Integrator",
    "MakeBrickMap",
    "MakeBump",
    "MakeCubeFaceEnvironment",
    "MakeLatLongEnvironment",
    "MakeOcclusion",
    "MakeShadow",
    "MakeTexture",
    "Option",
    "PixelFilter",
    "PixelSamples",
    "PixelVariance",
    "Quantize",
    "RelativeDetail",
    "Resource",
    "ScopedCoordinateSystem",
    "ShadingInterpolation",
    "ShadingRate",
    "Shutter",
    "System",
    "TextureCoordinates",
    "TrimCurve",
    "version",
];

/// Parameters of geometry that need no declaration.
pub const PARAMETERS: &[&str] = &["Cs", "N", "Np", "Os", "P", "Pw", "Pz", "s", "st", "t"];

/// All known requests.
pub fn known() -> impl Iterator<Item = &'static str> {
    let first = |list: &'static [(&str, &str)]| list.iter().map(|(name, _)| name);
    let plain = READ.iter().chain(OPTIONS).chain(PRIMITIVES).chain(PASSED_OVER);
    plain.chain(first(REFUSED)).chain(first(UNKNOWN_TRANSFORMS)).chain(first(LEFT_OUT)).copied()
}

/// Whether this is geometry that cannot be drawn.
pub fn is_primitive(name: &str) -> bool {
    PRIMITIVES.contains(&name)
}

/// What to do instead of a request that is refused.
pub fn refused(name: &str) -> Option<&'static str> {
    message(REFUSED, name)
}

/// What a picture shows instead of what a request asks for that is left out.
pub fn left_out(name: &str) -> Option<&'static str> {
    message(LEFT_OUT, name)
}

/// What to do instead of a transformation that patches must not be in.
pub fn unknown_transform(name: &str) -> Option<&'static str> {
    message(UNKNOWN_TRANSFORMS, name)
}

fn message(list: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == name).map(|(_, message)| *message)
}

/// The known request that is most like a word, if any is.
pub fn nearest(word: &str) -> Option<&'static str> {
    let most = 1 + word.len() / 5;
    let (distance, name) = known().map(|name| (distance(word, name), name)).min_by_key(|(distance, _)| *distance)?;
    (distance <= most).then_some(name)
}

/// How many letters must be put in, taken out or replaced to make one word of another, capital or not (Levenshtein 1966).
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (taken, from) in (1..).zip(from.bytes()) {
        let mut diagonal = row[0];
        row[0] = taken;
        for (column, to) in (1..).zip(to.bytes()) {
            let replaced = diagonal + usize::from(!from.eq_ignore_ascii_case(&to));
            diagonal = row[column];
            row[column] = replaced.min(row[column] + 1).min(row[column - 1] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_request_is_listed_once() {
        let mut names: Vec<&str> = known().collect();
        names.sort_unstable();
        assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1]), None);
    }

    #[test]
    fn the_nearest_request_is_found() {
        assert_eq!((distance("", "abc"), distance("kitten", "Sitting"), distance("abc", "")), (3, 3, 3));
        for (word, name) in
            [("patch", "Patch"), ("Rotaet", "Rotate"), ("ReadArchve", "ReadArchive"), ("sPhere", "Sphere")]
        {
            assert_eq!(nearest(word), Some(name));
        }
        assert_eq!((nearest("Foo"), nearest("x"), nearest("EditBegin")), (None, None, None));
    }
}
