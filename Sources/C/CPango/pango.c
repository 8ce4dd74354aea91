#include "cpango.h"

#include "pango_calls.h"

#include <shims.h>

// Lays out the text. Returns the height in pixels, or -1 if a letter has no font.
static int lay_out(PangoLayout *layout, const cpango_text *text, int width) {
  PangoFontDescription *font = pango_font_description_from_string(
      text->is_bold ? "Sans Bold" : "Sans");
  int ignored, height;
  pango_font_description_set_absolute_size(font, text->size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  pango_layout_set_width(layout, width * PANGO_SCALE);
  pango_layout_set_height(layout, -text->lines);
  pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER);
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_text(layout, text->text, -1);
  if (pango_layout_get_unknown_glyphs_count(layout) > 0)
    return -1;
  pango_layout_get_pixel_size(layout, &ignored, &height);
  return height;
}

static int draw(cairo_t *cairo, const cpango_text *text, int width, int height) {
  PangoLayout *layout = pango_cairo_create_layout(cairo);
  if (layout == NULL)
    return CPANGO_MEMORY;
  int tall = lay_out(layout, text, width);
  if (tall >= 0) {
    cairo_set_source_rgb(cairo, (text->color >> 16 & 255) / 255.0,
                         (text->color >> 8 & 255) / 255.0, (text->color & 255) / 255.0);
    cairo_move_to(cairo, 0, (height - tall) / 2);
    pango_cairo_show_layout(cairo, layout);
  }
  g_object_unref(layout);
  return tall < 0 ? CPANGO_NO_FONT : CPANGO_OK;
}

// HarfBuzz registers exit handlers while it draws its first texts in a script.
static void guard_exit(void) {
  static _Atomic int draws;
  if (draws >= 64)
    return;
  draws++;
  shim_guard_exit();
}

int cpango_draw(const cpango_text *text, uint32_t *pixels, int width, int height) {
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
  cairo_t *cairo = cairo_create(surface);
  // An object of Cairo that lacks memory ignores calls.
  int result = cairo_status(cairo) != 0 ? CPANGO_MEMORY : draw(cairo, text, width, height);
  if (result == CPANGO_OK && cairo_status(cairo) != 0)
    result = CPANGO_MEMORY;
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  cairo_surface_destroy(surface);
  guard_exit();
  return result;
}
