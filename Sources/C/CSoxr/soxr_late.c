// libsoxr is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(soxr_create) X(soxr_delete) X(soxr_io_spec) X(soxr_process) X(soxr_quality_spec) \
  X(soxr_runtime_spec)

LATE_LIBRARY(soxr, "libsoxr.so.0", "libsoxr0", "conversions of the sample rate", "resampler",
             "Sounds whose rate is not the engine's", FUNCTIONS)
