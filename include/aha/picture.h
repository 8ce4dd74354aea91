/* aha/picture.h: pictures of sounds and pieces: covers, waveforms, spectrograms. */
#ifndef AHA_PICTURE_H
#define AHA_PICTURE_H

#include "piece.h"

AHA_BEGIN_DECLARATIONS

/** Width and height of a cover. */
#define AHA_COVER_PIXELS 640

/** Black, for fields in which 0 means the default. */
#define AHA_COLOR_BLACK 0x1000000u

/** The format of an image file. */
typedef uint32_t aha_image_format;

enum { AHA_IMAGE_PNG = 1, AHA_IMAGE_JPEG = 2 };

/** Properties of a host's own cover. */
typedef struct aha_cover_info {
  size_t struct_size;
  /** AHA_IMAGE_… */
  aha_image_format format;
  /** Pixels, as in the file. */
  uint32_t width;
  uint32_t height;
  /** True: its copy is a PNG of its own, cropped and scaled. */
  AHA_FLAG uint32_t scaled;
} aha_cover_info AHA_RECORD;

/** Information with struct_size set. */
static inline aha_cover_info aha_cover_info_init(void) {
  aha_cover_info info = {sizeof(aha_cover_info), 0, 0, 0, 0};
  return info;
}

/** Options for drawing over time. */
typedef struct aha_strip_options {
  size_t struct_size;
  /** 16 to 8192 pixels; 0: 1600. */
  uint32_t width;
  /** 16 to 8192 pixels; 0: 400. */
  uint32_t height;
  /** 0xRRGGBB or AHA_COLOR_BLACK; 0: blue for a waveform. For a spectrogram: the brightest color;
   *  if both are 0, its own palette. */
  uint32_t foreground;
  /** Background color, likewise; 0: white for a waveform. */
  uint32_t background;
} aha_strip_options;

/** Options with all defaults. */
static inline aha_strip_options aha_strip_options_init(void) {
  aha_strip_options options = {sizeof(aha_strip_options), 0, 0, 0, 0};
  return options;
}

/**
 * Draws a cover for a piece into a PNG file of 640 x 640: a ring of its sound, the notes of its
 * key, title and artist. Title and artist are also text chunks of the PNG. The result is
 * deterministic: it depends on the piece and the sound only. Values of the piece that are out of
 * range are accepted.
 * @param sound  The sound's file; a damaged file is drawn up to the damage. NULL: a figure derived
 *               from the piece.
 * @param path   The file is replaced atomically.
 * Errors: those of loading a sound, those of writing, AHA_ERROR_INVALID_ARGUMENT (path is the
 * sound). Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_picture_draw_cover(aha_piece *piece, AHA_NULLABLE const char *sound,
                                          const char *path);

/**
 * Makes a cover from a host's own picture. A picture of 640 x 640 is copied unchanged. Another one,
 * and since 0.10 also a JPEG that is turned by EXIF or not of RGB or gray, becomes a PNG: upright,
 * cropped to its central square, composited over white and scaled.
 * @param image  PNG or JPEG, detected by its content.
 * @param path   The file is replaced atomically; may be the image's path. NULL: the image is only
 *               checked.
 * @param info   Filled in; NULL or with struct_size set.
 * Errors: AHA_ERROR_UNKNOWN_FORMAT (another format), AHA_ERROR_UNSUPPORTED (a lossless or 12-bit
 * JPEG, or one to convert without libjpeg), AHA_ERROR_DAMAGED, AHA_ERROR_FORMAT_LIMIT (over
 * 536 870 912 pixels, a PNG's side over 32 768 pixels, or over 64 MiB), AHA_ERROR_EMPTY, those of
 * reading and writing. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_picture_copy_cover(const char *image, AHA_NULLABLE const char *path,
                                          AHA_NULLABLE aha_cover_info *info) AHA_CPP(copy_cover);

/**
 * Draws the waveform of a sound into a PNG file: min, max and root mean square over time. Full
 * scale is the picture's height.
 * @param sound    Of any length. A damaged file is drawn up to the damage.
 * @param path     The file is replaced atomically.
 * @param options  NULL: 1600 x 400 pixels, blue on white.
 * Errors: those of loading a sound, those of writing, AHA_ERROR_INVALID_ARGUMENT (a value; path is
 * the sound), AHA_ERROR_UNSUPPORTED. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_picture_draw_waveform(const char *sound, const char *path,
                                             AHA_NULLABLE const aha_strip_options *options)
                                             AHA_CPP(draw_waveform);

/**
 * Draws a spectrogram of a sound into a PNG file: from 30 Hz at the bottom to 20 kHz or half the
 * sample rate, on a logarithmic frequency axis, with the loudest 90 dB.
 * @param sound    Of any length. A damaged file is drawn up to the damage.
 * @param path     The file is replaced atomically.
 * @param options  NULL: 1600 x 400 pixels, from dark to bright.
 * Errors: as aha_picture_draw_waveform. Thread: [blocking]. Since: 0.5.
 */
AHA_API aha_result aha_picture_draw_spectrogram(const char *sound, const char *path,
                                                AHA_NULLABLE const aha_strip_options *options)
                                                AHA_CPP(draw_spectrogram);

AHA_END_DECLARATIONS

#endif /* AHA_PICTURE_H */
