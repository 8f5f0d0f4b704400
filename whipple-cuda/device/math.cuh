// glam's vectors and matrices: Vec2, Vec3, Vec4, IVec2 … UVec4, Mat3, Mat4. With contraction off, + - * / and sqrt give glam's bits.
#pragma once
#include "config.cuh"
#if WHIPPLE_QUATERNIONS
#include "math/quat.cuh"
#endif
#if WHIPPLE_MASKS
#include "math/masks.cuh"
#endif
#if WHIPPLE_INTEGER_VECTORS
#include "math/integers.cuh"
#endif
#include "math/mat3.cuh"
#include "math/mat4.cuh"
#include "math/vec2.cuh"
#include "math/vec3.cuh"
#include "math/vec4.cuh"
