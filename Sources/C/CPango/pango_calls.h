// The functions of Pango 1.44 and Cairo 1.16 that libaha calls. They are declared here, because the
// headers of both come with those of GLib, HarfBuzz, FreeType and fontconfig:
// docs/decisions/0051-pango-draws-other-scripts.md.
#ifndef AHA_PANGO_CALLS_H
#define AHA_PANGO_CALLS_H

typedef struct cairo_surface cairo_surface_t;
typedef struct cairo cairo_t;
typedef struct PangoLayout PangoLayout;
typedef struct PangoFontDescription PangoFontDescription;

enum {
  CAIRO_FORMAT_ARGB32 = 0,
  PANGO_ALIGN_CENTER = 1,
  PANGO_WRAP_WORD_CHAR = 2,
  PANGO_ELLIPSIZE_END = 3,
  PANGO_SCALE = 1024
};

cairo_surface_t *cairo_image_surface_create_for_data(unsigned char *data, int format, int width,
                                                     int height, int stride);
void cairo_surface_flush(cairo_surface_t *surface);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *surface);
int cairo_status(cairo_t *cairo);
void cairo_destroy(cairo_t *cairo);
void cairo_move_to(cairo_t *cairo, double x, double y);
void cairo_set_source_rgb(cairo_t *cairo, double red, double green, double blue);

PangoLayout *pango_cairo_create_layout(cairo_t *cairo);
void pango_cairo_show_layout(cairo_t *cairo, PangoLayout *layout);
PangoFontDescription *pango_font_description_from_string(const char *text);
void pango_font_description_set_absolute_size(PangoFontDescription *font, double size);
void pango_font_description_free(PangoFontDescription *font);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *font);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_alignment(PangoLayout *layout, int alignment);
void pango_layout_set_wrap(PangoLayout *layout, int wrap);
void pango_layout_set_ellipsize(PangoLayout *layout, int ellipsize);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
void pango_layout_get_pixel_size(PangoLayout *layout, int *width, int *height);
void g_object_unref(void *object);

#endif
