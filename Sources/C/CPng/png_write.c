#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct cpng_write {
  png_structp png;
  png_infop info;
  uint8_t *bytes;
  size_t count, capacity, limit;
  uint32_t rows_left;
  int samples;
  int has_header;
  // The reason of libpng's longjmp.
  int failure;
  char message[96];
};

static void note(cpng_write *write, int failure, const char *message) {
  write->failure = failure;
  strncpy(write->message, message, sizeof write->message - 1);
}

static PNG_NORETURN void fail(png_structp png, png_const_charp message) {
  cpng_write *write = png_get_error_ptr(png);
  if (write->failure == CPNG_OK)
    note(write, CPNG_FAILED, message);
  png_longjmp(png, 1);
}

// libpng warns only about images that it reads.
static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void append(png_structp png, png_bytep data, size_t length) {
  cpng_write *write = png_get_io_ptr(png);
  if (length > write->limit - write->count) {
    note(write, CPNG_LIMIT, "too long");
    png_error(png, "too long");
  }
  if (length > write->capacity - write->count) {
    size_t wanted = write->capacity + write->capacity / 2 + length + 4096;
    if (wanted > write->limit)
      wanted = write->limit;
    uint8_t *grown = realloc(write->bytes, wanted);
    if (!grown) {
      note(write, CPNG_MEMORY, "no memory");
      png_error(png, "no memory");
    }
    write->bytes = grown;
    write->capacity = wanted;
  }
  memcpy(write->bytes + write->count, data, length);
  write->count += length;
}

static void flush(png_structp png) { (void)png; }

cpng_write *cpng_write_open(size_t max_bytes) {
  if (late_load_png(NULL, 0) != 0)
    return NULL;
  cpng_write *write = calloc(1, sizeof *write);
  if (!write)
    return NULL;
  write->limit = max_bytes;
  write->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, write, fail, ignore);
  if (write->png)
    write->info = png_create_info_struct(write->png);
  if (!write->info) {
    cpng_write_close(write);
    return NULL;
  }
  return write;
}

static int color_type(int samples) {
  switch (samples) {
  case CPNG_GRAY: return PNG_COLOR_TYPE_GRAY;
  case CPNG_RGB: return PNG_COLOR_TYPE_RGB;
  case CPNG_RGBA: return PNG_COLOR_TYPE_RGB_ALPHA;
  default: return -1;
  }
}

int cpng_write_start(cpng_write *write, uint32_t width, uint32_t height, int samples,
                     int compression) {
  int type = color_type(samples);
  if (write->failure || write->samples || type < 0 || width < 1 || height < 1 ||
      width > CPNG_MAX_SIDE || height > CPNG_MAX_SIDE || compression < 1 || compression > 9)
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(write->png)))
    return write->failure;
  png_set_write_fn(write->png, write, append, flush);
  png_set_compression_level(write->png, compression);
  png_set_IHDR(write->png, write->info, width, height, 8, type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(write->png, write->info, PNG_sRGB_INTENT_PERCEPTUAL);
  write->samples = samples;
  write->rows_left = height;
  return CPNG_OK;
}

static int is_ascii(const char *text) {
  for (; *text; text++)
    if ((unsigned char)*text >= 0x80)
      return 0;
  return 1;
}

int cpng_write_text(cpng_write *write, const char *keyword, const char *text) {
  size_t length = strlen(keyword);
  if (write->failure || !write->samples || write->has_header || length < 1 || length > 79 ||
      !is_ascii(keyword) || strlen(text) > (1u << 20))
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(write->png)))
    return write->failure;
  png_text entry;
  memset(&entry, 0, sizeof entry);
  entry.compression = is_ascii(text) ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
  entry.key = (char *)keyword;
  entry.text = (char *)text;
  png_set_text(write->png, write->info, &entry, 1);
  return CPNG_OK;
}

int cpng_write_rows(cpng_write *write, const uint8_t *rows, size_t stride, uint32_t count) {
  if (write->failure || !write->samples || count > write->rows_left)
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(write->png)))
    return write->failure;
  if (!write->has_header) {
    write->has_header = 1;
    png_write_info(write->png, write->info);
  }
  for (uint32_t row = 0; row < count; row++) {
    png_write_row(write->png, rows + row * stride);
    write->rows_left--;
  }
  return CPNG_OK;
}

int cpng_write_end(cpng_write *write, const uint8_t **bytes, size_t *count) {
  if (write->failure || !write->has_header || write->rows_left)
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(write->png)))
    return write->failure;
  png_write_end(write->png, NULL);
  *bytes = write->bytes;
  *count = write->count;
  return CPNG_OK;
}

const char *cpng_write_message(const cpng_write *write) { return write->message; }

void cpng_write_close(cpng_write *write) {
  if (!write)
    return;
  png_destroy_write_struct(&write->png, &write->info);
  free(write->bytes);
  free(write);
}
