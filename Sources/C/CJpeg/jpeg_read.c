#include "cjpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

struct cjpeg_read {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf back;
  const uint8_t *bytes;
  size_t count;
  int is_open, is_started;
  int failure;
  char message[JMSG_LENGTH_MAX];
};

static int note(cjpeg_read *read, int failure, const char *message) {
  read->failure = failure;
  snprintf(read->message, sizeof read->message, "%s", message);
  return failure;
}

static int meaning(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY: return CJPEG_MEMORY;
  case JERR_NO_BACKING_STORE:
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW: return CJPEG_LIMIT;
  case JERR_BAD_PRECISION:
  case JERR_SOF_UNSUPPORTED:
  case JERR_ARITH_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL: return CJPEG_UNSUPPORTED;
  default: return CJPEG_DAMAGED;
  }
}

// Returns to the call from Swift.
static void fail(j_common_ptr info) {
  cjpeg_read *read = info->client_data;
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  int is_memory = info->err->msg_code == JERR_NO_BACKING_STORE;
  note(read, meaning(info->err->msg_code),
       is_memory ? "it is progressive, and needs over 256 MiB" : text);
  longjmp(read->back, 1);
}

// A warning about pixels that libjpeg makes up is an error. Other warnings are common in good
// files, as that about bytes between segments.
static void warn(j_common_ptr info, int level) {
  if (level >= 0)
    return;
  switch (info->err->msg_code) {
  case JWRN_ARITH_BAD_CODE:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_JPEG_EOF:
  case JWRN_MUST_RESYNC: fail(info);
  default: break;
  }
}

static void watch(j_common_ptr info) {
  cjpeg_read *read = info->client_data;
  if (read->info.input_scan_number <= CJPEG_MAX_SCANS)
    return;
  note(read, CJPEG_LIMIT, "it has over 200 scans");
  longjmp(read->back, 1);
}

// The whole file is in memory: more bytes are wanted only behind its end.
static boolean fill(j_decompress_ptr info) {
  cjpeg_read *read = info->client_data;
  note(read, CJPEG_DAMAGED, "it ends too early");
  longjmp(read->back, 1);
}

static void skip(j_decompress_ptr info, long count) {
  struct jpeg_source_mgr *source = info->src;
  if (count <= 0)
    return;
  if ((size_t)count > source->bytes_in_buffer)
    fill(info);
  source->next_input_byte += count;
  source->bytes_in_buffer -= (size_t)count;
}

static void nothing(j_decompress_ptr info) { (void)info; }

cjpeg_read *cjpeg_open(const uint8_t *bytes, size_t count) {
  if (late_load_jpeg(NULL, 0) != 0)
    return NULL;
  cjpeg_read *read = calloc(1, sizeof *read);
  if (!read)
    return NULL;
  (read->bytes = bytes, read->count = count);
  return read;
}

// Half, a quarter or an eighth, while twice the wanted pixels are left for the last scaling.
static void choose_scale(struct jpeg_decompress_struct *info, uint32_t least) {
  uint32_t side =
      info->image_width < info->image_height ? info->image_width : info->image_height;
  info->scale_num = info->scale_denom = 1;
  while (info->scale_denom < 8 && side / (2 * info->scale_denom) >= 2 * least)
    info->scale_denom *= 2;
}

int cjpeg_start(cjpeg_read *read, uint32_t least, uint32_t *width, uint32_t *height) {
  if (read->failure || read->is_open)
    return CJPEG_INVALID;
  struct jpeg_decompress_struct *info = &read->info;
  info->err = jpeg_std_error(&read->errors);
  (read->errors.error_exit = fail, read->errors.emit_message = warn);
  info->client_data = read;
  if (setjmp(read->back))
    return read->failure;
  read->is_open = 1;
  jpeg_create_decompress(info);
  info->mem->max_memory_to_use = CJPEG_MAX_BYTES;
  read->source = (struct jpeg_source_mgr){read->bytes, read->count, nothing, fill, skip,
                                          jpeg_resync_to_restart, nothing};
  info->src = &read->source;
  read->progress.progress_monitor = watch;
  info->progress = &read->progress;
  jpeg_read_header(info, TRUE);
  if ((uint64_t)info->image_width * info->image_height > CJPEG_MAX_PIXELS)
    return note(read, CJPEG_LIMIT, "it has over 536 million pixels");
  int is_ink = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  info->out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
  choose_scale(info, least);
  jpeg_start_decompress(info);
  (*width = info->output_width, *height = info->output_height);
  read->is_started = 1;
  return CJPEG_OK;
}

// Adobe's programs store inks inverted. The row has 4 bytes per pixel before and after.
static void mix_inks(uint8_t *row, uint32_t width, int is_inverted) {
  for (uint32_t x = 0; x < width; x++, row += 4) {
    unsigned black = is_inverted ? row[3] : 255u - row[3];
    for (int part = 0; part < 3; part++) {
      unsigned ink = is_inverted ? row[part] : 255u - row[part];
      row[part] = (uint8_t)((ink * black + 127) / 255);
    }
    row[3] = 255;
  }
}

// From 3 to 4 bytes per pixel, from the end on.
static void widen(uint8_t *row, uint32_t width) {
  for (uint32_t x = width; x-- > 0;) {
    const uint8_t *from = row + 3 * (size_t)x;
    uint8_t pixel[4] = {from[0], from[1], from[2], 255};
    memcpy(row + 4 * (size_t)x, pixel, 4);
  }
}

int cjpeg_row(cjpeg_read *read, uint8_t *row) {
  struct jpeg_decompress_struct *info = &read->info;
  if (read->failure || !read->is_started || info->output_scanline >= info->output_height)
    return CJPEG_INVALID;
  if (setjmp(read->back))
    return read->failure;
  JSAMPROW rows[1] = {row};
  jpeg_read_scanlines(info, rows, 1);
  if (info->out_color_space == JCS_CMYK)
    mix_inks(row, info->output_width, info->saw_Adobe_marker);
  else
    widen(row, info->output_width);
  if (info->output_scanline == info->output_height)
    jpeg_finish_decompress(info);
  return CJPEG_OK;
}

const char *cjpeg_message(const cjpeg_read *read) { return read->message; }

void cjpeg_close(cjpeg_read *read) {
  if (!read)
    return;
  if (read->is_open)
    jpeg_destroy_decompress(&read->info);
  free(read);
}
