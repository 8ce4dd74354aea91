/* Prints the size of every public structure, the offset and size of every field, and the value of
 * every constant. The lines come from build/generated/abi/layout.inc, the declarations from the
 * headers, or with DECLARATIONS from that file. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef DECLARATIONS
#include DECLARATIONS
#else
#include <aha.h>
#endif

static size_t end; /* of the last field */
static int gaps;

/* Fields must fill their structure from the first byte to the last. */
static void print_field(const char *name, size_t offset, size_t size) {
  printf("  %s at %zu size %zu\n", name, offset, size);
  if (offset != end) gaps++, fprintf(stderr, "%s: gap at %zu\n", name, end);
  end = offset + size;
}

static void print_structs(void) {
#define STRUCT(type) printf("struct %s %zu\n", #type, sizeof(type)), end = 0;
#define FIELD(type, name) print_field(#name, offsetof(type, name), sizeof ((type *)0)->name);
#define END(type) \
  if (end != sizeof(type)) gaps++, fprintf(stderr, "%s: a gap at the end\n", #type);
#include "layout.inc"
#undef FIELD
}

static void print_constants(void) {
#define CONSTANT(name) printf("%s %lld\n", #name, (long long)(name));
#include "layout.inc"
}

int main(void) {
  print_structs();
  print_constants();
  return gaps != 0;
}
