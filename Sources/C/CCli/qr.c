// QR codes from libqrencode, which is loaded when one is wanted.
#include "cli.h"

#include <dlfcn.h>

// Of libqrencode 4. The functions are declared here, so that the build needs no headers.
typedef struct qr_code {
  int version, width;
  unsigned char *data;
} qr_code;

typedef qr_code *encode_fn(const char *text, int version, int level);
typedef void free_fn(qr_code *code);

static unsigned char *copy(const qr_code *code, int *width) {
  size_t size = (size_t)code->width * (size_t)code->width;
  unsigned char *modules = malloc(size);
  if (modules) memcpy(modules, code->data, size);
  *width = code->width;
  return modules;
}

static encode_fn *encode;
static free_fn *end;

int cli_load_qr(void) {
  void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
  encode = library ? (encode_fn *)dlsym(library, "QRcode_encodeString8bit") : NULL;
  end = library ? (free_fn *)dlsym(library, "QRcode_free") : NULL;
  return encode && end;
}

unsigned char *cli_make_qr(const char *text, int *width, char *reason, size_t capacity) {
  if (!cli_load_qr()) {
    snprintf(reason, capacity, "install libqrencode4");
    return NULL;
  }
  // The lowest level of correction: the smallest code. A screen is clean.
  qr_code *code = encode(text, 0, 0);
  unsigned char *modules = code ? copy(code, width) : NULL;
  if (!modules) snprintf(reason, capacity, "the link of %zu bytes is too long", strlen(text));
  if (code) end(code);
  return modules;
}
