// libebur128 is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(ebur128_add_frames_float) X(ebur128_destroy) X(ebur128_init) X(ebur128_loudness_global) \
  X(ebur128_true_peak)

LATE_LIBRARY(ebur128, "libebur128.so.1", "libebur128-1", "loudness measurements", "loudness",
             "Loudness of bounces", FUNCTIONS)
