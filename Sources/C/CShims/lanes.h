/// Eight lanes, in functions that are compiled twice: for any processor and for AVX2.
///
/// Both have the same operations in the same order and no fused multiply-add, so their results have
/// the same bits.
#ifndef LANES_H
#define LANES_H

#include "shims.h"

typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float8 __attribute__((ext_vector_type(8)));
typedef float unaligned4 __attribute__((ext_vector_type(4), aligned(4), may_alias));
typedef float unaligned8 __attribute__((ext_vector_type(8), aligned(4), may_alias));
typedef int32_t whole8 __attribute__((ext_vector_type(8)));

#define INLINE static inline __attribute__((always_inline))
#define LOAD(samples) ((float8)*(const unaligned8 *)(samples))
#define STORE(samples, value) (*(unaligned8 *)(samples) = (value))
/// Transposes within each half: neighboring lanes of a and b in turn, then pairs of lanes.
#define LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define FIRST(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define SECOND(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"

/// Defines shim_NAME, which calls NAME as compiled for this processor. NAME is INLINE.
#if defined(SHIM_X86)
#define FOR_EACH_PROCESSOR(name, parameters, arguments)                                            \
  static void name##_any parameters { name arguments; }                                            \
  __attribute__((target("avx2"))) static void name##_wide parameters { name arguments; }           \
  void shim_##name parameters {                                                                    \
    if (__builtin_cpu_supports("avx2")) name##_wide arguments;                                     \
    else name##_any arguments;                                                                     \
  }
#else
#define FOR_EACH_PROCESSOR(name, parameters, arguments)                                            \
  void shim_##name parameters { name arguments; }
#endif

#endif
