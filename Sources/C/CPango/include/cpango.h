// Draws lines of text in any script with Pango and Cairo, which are loaded on first use.
#ifndef AHA_CPANGO_H
#define AHA_CPANGO_H

#include <stddef.h>
#include <stdint.h>

/// Loads the libraries: 0, or -1 with the reason in `text`. Call it before cpango_draw.
int late_load_pango(char *text, size_t size);

// Result of a call.
enum {
  CPANGO_OK = 0,
  // No installed font has one of the letters.
  CPANGO_NO_FONT = 1,
  CPANGO_MEMORY = 2,
};

// A text to draw, centered.
typedef struct cpango_text {
  // UTF-8.
  const char *text;
  int is_bold;
  // Size of the font in pixels.
  double size;
  // Max count of lines; a longer text ends with an ellipsis.
  int lines;
  // 0xRRGGBB.
  uint32_t color;
} cpango_text;

// Draws into `pixels`, `height` rows of `width` zeros, as premultiplied 0xAARRGGBB. Lines are
// wrapped at `width` and centered in both directions. After CPANGO_NO_FONT, `pixels` is unchanged.
// Thread: any; Pango keeps its fonts for each thread until that thread ends.
int cpango_draw(const cpango_text *text, uint32_t *pixels, int width, int height);

#endif
