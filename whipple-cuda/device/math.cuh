// glam's vectors and matrices: Vec2, Vec3, Vec4, Mat3, Mat4. With contraction off, + - * / and sqrt give glam's bits.
#pragma once
#include "math/mat3.cuh"
#include "math/mat4.cuh"
#include "math/vec2.cuh"
#include "math/vec3.cuh"
#include "math/vec4.cuh"
