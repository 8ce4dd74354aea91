#include "cpng.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// Limits of libpng's allocations for text chunks: bytes of one chunk, and count of chunks.
enum { MAX_CHUNK_BYTES = 4 << 20, MAX_CHUNKS = 32 };
// Max bytes of image data after the last pixel, and the pixels of a "small" image.
enum { MAX_EXCESS = 1 << 16, SMALL = 1 << 16 };

struct cpng_read {
  png_structp png;
  png_infop info;
  const uint8_t *bytes;
  size_t count, offset;
  uint32_t width, height, row;
  // The whole image, if it is interlaced; NULL otherwise.
  uint8_t *whole;
  // Bytes of image data that may still be read. Counted from the last row on; for a small image,
  // whose passes may end early, from the start.
  size_t excess;
  int is_counted;
  int failure;
  char message[96];
};

static int note(cpng_read *read, int failure, const char *message) {
  read->failure = failure;
  strncpy(read->message, message, sizeof read->message - 1);
  return failure;
}

static PNG_NORETURN void fail(png_structp png, png_const_charp message) {
  cpng_read *read = png_get_error_ptr(png);
  if (read->failure == CPNG_OK)
    note(read, CPNG_FAILED, message);
  png_longjmp(png, 1);
}

// Ignores warnings: libpng can decode the image.
static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void read_bytes(png_structp png, png_bytep data, size_t length) {
  cpng_read *read = png_get_io_ptr(png);
  if (length > read->count - read->offset)
    png_error(png, "it ends too early");
  if (read->is_counted && png_get_io_chunk_type(png) == 0x49444154) {
    if (length > read->excess)
      png_error(png, "there is more behind the last pixel");
    read->excess -= length;
  }
  memcpy(data, read->bytes + read->offset, length);
  read->offset += length;
}

// Ignores all ancillary chunks except texts. Those may be compressed.
static void choose_chunks(png_structp png) {
  static const png_byte texts[] = {'z', 'T', 'X', 't', 0, 'i', 'T', 'X', 't', 0};
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, texts, 2);
  png_set_chunk_malloc_max(png, MAX_CHUNK_BYTES);
  png_set_chunk_cache_max(png, MAX_CHUNKS);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_benign_errors(png, 0);
}

cpng_read *cpng_read_open(const uint8_t *bytes, size_t count) {
  if (late_load_png(NULL, 0) != 0)
    return NULL;
  cpng_read *read = calloc(1, sizeof *read);
  if (!read)
    return NULL;
  read->bytes = bytes;
  read->count = count;
  read->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, read, fail, ignore);
  if (read->png)
    read->info = png_create_info_struct(read->png);
  if (!read->info) {
    cpng_read_close(read);
    return NULL;
  }
  return read;
}

// Converts every color type to 8-bit RGBA.
static void make_rgba(png_structp png) {
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

static void count_excess(cpng_read *read) {
  size_t pixels = (size_t)read->width * read->height;
  read->is_counted = pixels <= SMALL;
  read->excess = MAX_EXCESS + 8 * (read->is_counted ? pixels : 2 * (size_t)read->width);
}

int cpng_read_start(cpng_read *read, uint32_t *width, uint32_t *height) {
  if (read->failure || read->width)
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(read->png)))
    return read->failure;
  png_set_read_fn(read->png, read, read_bytes);
  choose_chunks(read->png);
  png_read_info(read->png, read->info);
  *width = read->width = png_get_image_width(read->png, read->info);
  *height = read->height = png_get_image_height(read->png, read->info);
  int is_interlaced = png_get_interlace_type(read->png, read->info) != PNG_INTERLACE_NONE;
  if (*width > CPNG_MAX_READ_SIDE || *height > CPNG_MAX_READ_SIDE)
    return note(read, CPNG_LIMIT, "a side is over 32768 pixels");
  if ((uint64_t)*width * *height > CPNG_MAX_READ_PIXELS)
    return note(read, CPNG_LIMIT, "it has over 536 million pixels");
  if (is_interlaced && (uint64_t)*width * *height > CPNG_MAX_INTERLACED)
    return note(read, CPNG_LIMIT, "it is interlaced, and over 16 million pixels");
  make_rgba(read->png);
  if (is_interlaced && !(read->whole = malloc((size_t)*width * *height * 4)))
    return note(read, CPNG_MEMORY, "no memory");
  count_excess(read);
  if (is_interlaced)
    png_set_interlace_handling(read->png);
  png_read_update_info(read->png, read->info);
  return CPNG_OK;
}

static void read_passes(cpng_read *read) {
  memset(read->whole, 0, (size_t)read->width * read->height * 4);
  for (int pass = 0; pass < 7; pass++)
    for (uint32_t row = 0; row < read->height; row++) {
      // The last pass (Adam7) writes every second row.
      if (pass == 6 && row + 2 >= read->height)
        read->is_counted = 1;
      png_read_row(read->png, read->whole + (size_t)row * read->width * 4, NULL);
    }
}

int cpng_read_row(cpng_read *read, uint8_t *row) {
  if (read->failure || !read->width || read->row == read->height)
    return CPNG_INVALID;
  if (setjmp(png_jmpbuf(read->png)))
    return read->failure;
  if (read->whole && read->row == 0)
    read_passes(read);
  if (read->row + 1 == read->height)
    read->is_counted = 1;
  if (read->whole)
    memcpy(row, read->whole + (size_t)read->row * read->width * 4, (size_t)read->width * 4);
  else
    png_read_row(read->png, row, NULL);
  if (++read->row == read->height)
    png_read_end(read->png, NULL);
  return CPNG_OK;
}

const char *cpng_read_message(const cpng_read *read) { return read->message; }

void cpng_read_close(cpng_read *read) {
  if (!read)
    return;
  png_destroy_read_struct(&read->png, &read->info, NULL);
  free(read->whole);
  free(read);
}
