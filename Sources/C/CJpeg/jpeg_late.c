// libjpeg is loaded by the first call that needs it.
#include <late.h>
#include <stdio.h>

#include <jpeglib.h>

#define FUNCTIONS(X) \
  X(jpeg_CreateDecompress) X(jpeg_destroy_decompress) \
  X(jpeg_finish_decompress) X(jpeg_read_header) X(jpeg_read_scanlines) X(jpeg_resync_to_restart) \
  X(jpeg_start_decompress) X(jpeg_std_error)

// The layout of libjpeg's structures depends on the version that its headers are for: Debian's,
// Fedora's and BSDs' libjpeg-turbo is 62, that of Ubuntu, Arch and SUSE is 80.
#if JPEG_LIB_VERSION >= 80
LATE_LIBRARY(jpeg, "libjpeg.so.8", "libjpeg8", "JPEG covers", "jpeg",
             "Covers from JPEGs of any size", FUNCTIONS)
#else
LATE_LIBRARY(jpeg, "libjpeg.so.62", "libjpeg62-turbo", "JPEG covers", "jpeg",
             "Covers from JPEGs of any size", FUNCTIONS)
#endif
