#ifndef AHA_CSOXR_H
#define AHA_CSOXR_H

#include <soxr.h>
#include <stddef.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_soxr(char *text, size_t size);

#endif
