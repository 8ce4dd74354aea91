// Reads and writes PNG with libpng. Its longjmps never cross Swift code.
#ifndef AHA_CPNG_H
#define AHA_CPNG_H

#include <stddef.h>
#include <stdint.h>

/// Loads the library: 0, or -1 with the reason in `text`. Call it before any other function.
int late_load_png(char *text, size_t size);

// Result of a call.
enum {
  CPNG_OK = 0,
  // An invalid size, format or text.
  CPNG_INVALID = 1,
  CPNG_MEMORY = 2,
  // The picture is longer than the limit.
  CPNG_LIMIT = 3,
  // The reason: cpng_write_message, cpng_read_message.
  CPNG_FAILED = 4,
};

// Samples per pixel, 8 bits each.
enum { CPNG_GRAY = 1, CPNG_RGB = 3, CPNG_RGBA = 4 };

// Max side of a written picture.
enum { CPNG_MAX_SIDE = 16384 };

// Writes a PNG to memory. Order of calls: open, start, any number of texts, all rows, end. After a
// failure only close is allowed.
typedef struct cpng_write cpng_write;

// max_bytes: max length of the PNG. NULL: no memory.
cpng_write *cpng_write_open(size_t max_bytes);

// Begins a picture. compression: 1 (fast) to 9 (small).
int cpng_write_start(cpng_write *write, uint32_t width, uint32_t height, int samples,
                     int compression);

// Adds a text before the first row: UTF-8, as iTXt if it is not ASCII. The keyword is ASCII, 1 to
// 79 letters, such as "Title".
int cpng_write_text(cpng_write *write, const char *keyword, const char *text);

// Adds rows, `stride` bytes from each to the next.
int cpng_write_rows(cpng_write *write, const uint8_t *rows, size_t stride, uint32_t count);

// Ends the picture. `write` owns the bytes.
int cpng_write_end(cpng_write *write, const uint8_t **bytes, size_t *count);

// The last message of libpng; "" without one.
const char *cpng_write_message(const cpng_write *write);

void cpng_write_close(cpng_write *write);

// Max side and pixels of a picture to read, and max pixels of an interlaced one, which is in memory
// as a whole.
enum {
  CPNG_MAX_READ_SIDE = 32768,
  CPNG_MAX_READ_PIXELS = 1 << 29,
  CPNG_MAX_INTERLACED = 1 << 24
};

// Reads a PNG in memory to pixels of red, green, blue and alpha, 8 bits each. Order of calls: open,
// start, all rows. After a failure only close is allowed. Compressed data that is larger than the
// picture fails with CPNG_FAILED before memory is allocated for it.
typedef struct cpng_read cpng_read;

// Borrows the bytes until close. NULL: no memory.
cpng_read *cpng_read_open(const uint8_t *bytes, size_t count);

// Reads the size. CPNG_LIMIT: larger than the limits above.
int cpng_read_start(cpng_read *read, uint32_t *width, uint32_t *height);

// Reads the next row of 4 * width bytes. The last call also reads the rest of the file.
int cpng_read_row(cpng_read *read, uint8_t *row);

// The last message of libpng; "" without one.
const char *cpng_read_message(const cpng_read *read);

void cpng_read_close(cpng_read *read);

#endif
