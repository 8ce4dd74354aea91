// libpangocairo is loaded by the first call that needs it, with Pango, Cairo and GObject, which it
// depends on.
#include <late.h>

#define FUNCTIONS(X) \
  X(cairo_create) X(cairo_destroy) X(cairo_image_surface_create_for_data) X(cairo_move_to) \
  X(cairo_set_source_rgb) X(cairo_status) X(cairo_surface_destroy) X(cairo_surface_flush) \
  X(g_object_unref) X(pango_cairo_create_layout) X(pango_cairo_show_layout) \
  X(pango_font_description_free) X(pango_font_description_from_string) \
  X(pango_font_description_set_absolute_size) X(pango_layout_get_pixel_size) \
  X(pango_layout_get_unknown_glyphs_count) X(pango_layout_set_alignment) \
  X(pango_layout_set_ellipsize) X(pango_layout_set_font_description) X(pango_layout_set_height) \
  X(pango_layout_set_text) X(pango_layout_set_width) X(pango_layout_set_wrap)

// HarfBuzz, which Pango uses, has exit handlers: see cpango_draw.
static int start(int was_loaded) { return (void)was_loaded, 0; }

LATE_STARTED(pango, "libpangocairo-1.0.so.0", "libpangocairo-1.0-0", "titles in other scripts",
             "text", "Titles in any script on covers", FUNCTIONS, start)
