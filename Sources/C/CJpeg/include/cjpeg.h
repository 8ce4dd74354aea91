// Decodes JPEG with libjpeg. Its longjmps never cross Swift code.
#ifndef AHA_CJPEG_H
#define AHA_CJPEG_H

#include <stddef.h>
#include <stdint.h>

/// Loads the library: 0, or -1 with the reason in `text`. Call it before any other function.
int late_load_jpeg(char *text, size_t size);

// Result of a call.
enum {
  CJPEG_OK = 0,
  // A call in the wrong order.
  CJPEG_INVALID = 1,
  CJPEG_MEMORY = 2,
  // Over a limit below, or of libjpeg.
  CJPEG_LIMIT = 3,
  CJPEG_DAMAGED = 4,
  // A kind of JPEG that this libjpeg does not decode: lossless, or of 12 bits.
  CJPEG_UNSUPPORTED = 5,
};

// Limits: pixels of a picture, scans of a progressive one, and bytes for its coefficients, which
// are in memory as a whole.
enum { CJPEG_MAX_PIXELS = 1 << 29, CJPEG_MAX_SCANS = 200, CJPEG_MAX_BYTES = 1 << 28 };

// Decodes a JPEG in memory to pixels of red, green, blue and alpha (255), 8 bits each. Order of
// calls: open, start, all rows. After a failure only close is allowed.
typedef struct cjpeg_read cjpeg_read;

// Borrows the bytes until close. NULL: no memory.
cjpeg_read *cjpeg_open(const uint8_t *bytes, size_t count);

// Reads the headers, and returns the size of the decoded picture: that of the file, or, to save
// time and memory, an eighth, quarter or half of it, whose shorter side has at least `least`
// pixels.
int cjpeg_start(cjpeg_read *read, uint32_t least, uint32_t *width, uint32_t *height);

// Decodes the next row of 4 * width bytes. The last call also checks the end.
int cjpeg_row(cjpeg_read *read, uint8_t *row);

// The last message of libjpeg; "" without one.
const char *cjpeg_message(const cjpeg_read *read);

void cjpeg_close(cjpeg_read *read);

#endif
