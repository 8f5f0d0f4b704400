// The whole device library, as a program's text includes it.
#pragma once
#include "array.cuh"
#include "buffer.cuh"
#include "cast.cuh"
#include "config.cuh"
#include "context.cuh"
#include "float.cuh"
#include "math.cuh"
#include "num.cuh"
#include "option.cuh"
#include "panic.cuh"
#include "range.cuh"
#include "shared.cuh"
