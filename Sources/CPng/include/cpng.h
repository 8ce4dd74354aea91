// Pictures as PNG through libpng, whose jumps never leave C.
#ifndef AHA_CPNG_H
#define AHA_CPNG_H

#include <stddef.h>
#include <stdint.h>

/// Loads the library: 0, or -1 with the reason in `text`. To be called before any other function.
int late_load_png(char *text, size_t size);

// What a call came to.
enum {
  CPNG_OK = 0,
  // A size, a format or a text that cannot be.
  CPNG_INVALID = 1,
  CPNG_MEMORY = 2,
  // The picture is longer than the limit.
  CPNG_LIMIT = 3,
  // libpng says why: cpng_write_message.
  CPNG_FAILED = 4,
};

// Samples of a pixel, of 8 bits each.
enum { CPNG_GRAY = 1, CPNG_RGB = 3, CPNG_RGBA = 4 };

// The longest side.
enum { CPNG_MOST_SIDE = 16384 };

// A picture that becomes a PNG in memory. Order of calls: open, any number of texts, rows until all
// are there, end. After a failure only close is left.
typedef struct cpng_write cpng_write;

// most_bytes: the longest PNG that it may become. NULL: no memory.
cpng_write *cpng_write_open(size_t most_bytes);

// Begins a picture. compression: 1 (quick) to 9 (small).
int cpng_write_start(cpng_write *write, uint32_t width, uint32_t height, int samples,
                     int compression);

// Adds a text before the first row: UTF-8, iTXt where it is not ASCII. The keyword is ASCII, 1 to
// 79 letters, such as "Title".
int cpng_write_text(cpng_write *write, const char *keyword, const char *text);

// Adds rows, `stride` bytes from each to the next.
int cpng_write_rows(cpng_write *write, const uint8_t *rows, size_t stride, uint32_t count);

// Ends the picture. The bytes are the write's own.
int cpng_write_end(cpng_write *write, const uint8_t **bytes, size_t *count);

// What libpng said last; "" when nothing.
const char *cpng_write_message(const cpng_write *write);

void cpng_write_close(cpng_write *write);

// The longest side of a picture that is read, and the most pixels of an interlaced one, which is in
// memory as a whole.
enum { CPNG_MOST_READ_SIDE = 8192, CPNG_MOST_INTERLACED = 1 << 24 };

// A PNG in memory that becomes pixels of red, green, blue and alpha, of 8 bits each. Order of
// calls: open, start, rows until all are read. After a failure only close is left. What is
// compressed to more than the picture needs is CPNG_FAILED, before there is memory for it.
typedef struct cpng_read cpng_read;

// The bytes are the caller's, until close. NULL: no memory.
cpng_read *cpng_read_open(const uint8_t *bytes, size_t count);

// Tells the size. CPNG_LIMIT: it is larger than the above.
int cpng_read_start(cpng_read *read, uint32_t *width, uint32_t *height);

// Reads the next row of 4 * width bytes. The last one reads all that is behind it too.
int cpng_read_row(cpng_read *read, uint8_t *row);

// What libpng said last; "" when nothing.
const char *cpng_read_message(const cpng_read *read);

void cpng_read_close(cpng_read *read);

#endif
