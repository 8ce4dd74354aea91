// Conversion of texts to UTF-8, with the C library's iconv.
#include "shims.h"

#include <errno.h>
#include <iconv.h>

void *shim_iconv_open(const char *encoding) {
  iconv_t converter = iconv_open("UTF-8", encoding);
  return converter == (iconv_t)-1 ? NULL : converter;
}

void shim_iconv_close(void *converter) { iconv_close((iconv_t)converter); }

static size_t replace(char *output) {
  memcpy(output, "\xEF\xBF\xBD", 3);
  return 3;
}

size_t shim_iconv(void *converter, const void *input, size_t count, size_t unit, size_t *used,
                  void *output, size_t size, bool is_last) {
  enum { MARK = 3 };
  char *in = (char *)input, *out = output;
  size_t left = count, room = size;
  while (left > 0 && room >= MARK) {
    size_t space = room;
    if (iconv((iconv_t)converter, &in, &left, &out, &space) != (size_t)-1 || errno == E2BIG) {
      room = space;
      break;
    }
    room = space;
    if (errno == EINVAL && !is_last) break;
    if (room < MARK) break;
    out += replace(out);
    room -= MARK;
    size_t invalid = unit < left ? unit : left;
    in += invalid, left -= invalid;
  }
  // Some converters hold the last letter back, which an accent may follow.
  if (is_last && left == 0) iconv((iconv_t)converter, NULL, NULL, &out, &room);
  *used = count - left;
  return (size_t)(out - (char *)output);
}
