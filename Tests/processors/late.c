/* The jumps of late.h pass all arguments and results, in registers and on the stack; and
 * pa_slots.c replaces a function that one library calls, for it alone. */
#include "late.h"
#include "pa_slots.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double callee_sum(int, int, int, int, int, int, int, int, int, double, double, double, double,
                  double, double, double, double, double);
const char *callee_name(void);

#define FUNCTIONS(X) X(callee_sum) X(callee_name)
LATE_LIBRARY(callee, "libcallee.so.1", "libcallee1", "tests", "test", "A library for tests",
             FUNCTIONS)

static int failures;

static void check(int is_true, const char *statement) {
  if (is_true) return;
  failures++;
  fprintf(stderr, "not so: %s\n", statement);
}

static double sum(void) {
  return callee_sum(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
}

static char *replacement(const char *name) {
  (void)name;
  return "replaced";
}

int main(void) {
  char text[512] = "";
  setenv("CALLEE_NAME", "own", 1);
  check(callee_name() == NULL, "a call before loading returns NULL");
  check(late_component_count() == 1, "the component is registered");
  check(strcmp(late_component_at(0)->package, "libcallee1") == 0, "it names its package");
  if (late_load_callee(text, sizeof text) != 0) return fprintf(stderr, "%s\n", text);
  check(sum() == 18 * 19 * 37 / 6, "18 arguments arrive");
  check(strcmp(callee_name(), "own") == 0, "a text is returned");

  void *library = dlopen("libcallee.so.1", RTLD_NOW | RTLD_NOLOAD);
  const pa_slot slot = {"getenv", (void *)replacement};
  pa_slots_set(library, &slot, 1);
  check(strcmp(callee_name(), "replaced") == 0, "the library calls the replacement");
  check(strcmp(getenv("CALLEE_NAME"), "own") == 0, "the program does not");
  return failures;
}
