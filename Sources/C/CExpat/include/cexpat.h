#ifndef AHA_CEXPAT_H
#define AHA_CEXPAT_H

#include <stddef.h>

#include <expat.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_expat(char *text, size_t size);

#endif
