// libpng16 is loaded by the first call that needs it.
#include <late.h>

#define FUNCTIONS(X) \
  X(png_create_info_struct) X(png_create_read_struct) X(png_create_write_struct) \
  X(png_destroy_read_struct) X(png_destroy_write_struct) X(png_error) X(png_get_error_ptr) \
  X(png_get_image_height) X(png_get_image_width) X(png_get_interlace_type) \
  X(png_get_io_chunk_type) X(png_get_io_ptr) X(png_longjmp) X(png_read_end) X(png_read_info) \
  X(png_read_row) X(png_read_update_info) X(png_set_IHDR) X(png_set_add_alpha) \
  X(png_set_benign_errors) X(png_set_chunk_cache_max) X(png_set_chunk_malloc_max) \
  X(png_set_compression_level) X(png_set_expand) X(png_set_gray_to_rgb) \
  X(png_set_interlace_handling) X(png_set_keep_unknown_chunks) X(png_set_longjmp_fn) \
  X(png_set_read_fn) X(png_set_sRGB) X(png_set_scale_16) X(png_set_text) \
  X(png_set_user_limits) X(png_set_write_fn) X(png_write_end) X(png_write_info) \
  X(png_write_row)

LATE_LIBRARY(png, "libpng16.so.16", "libpng16-16", "pictures", "picture",
             "Covers, waveforms and spectrograms as PNG", FUNCTIONS)
