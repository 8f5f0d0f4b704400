// All policies. What they are: policy.cuh.
#pragma once
#include "fill_first.cuh"
#include "fixed_priority.cuh"
#include "fullest_first.cuh"
#include "quota.cuh"
#include "random.cuh"
#include "round_robin.cuh"
