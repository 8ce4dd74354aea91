#ifndef AHA_CEBUR128_H
#define AHA_CEBUR128_H

#include <stddef.h>

#include <ebur128.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_ebur128(char *text, size_t size);

#endif
