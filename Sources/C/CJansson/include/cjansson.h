#ifndef AHA_CJANSSON_H
#define AHA_CJANSSON_H

#include <stddef.h>

#include <jansson.h>
#include <string.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_jansson(char *text, size_t size);

#endif
