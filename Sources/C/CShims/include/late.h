// Loads optional libraries at their first use. A C module of libaha includes the library's header
// and lists the functions to call. Each listed function is a jump through a slot, and late_load
// fills the slots.
#ifndef AHA_LATE_H
#define AHA_LATE_H

#include <stddef.h>

typedef struct late_function {
  const char *name;
  // The jump reads its target from here.
  void **slot;
} late_function;

typedef struct late_library {
  const char *soname;
  // Debian's name of the package that has it.
  const char *package;
  // The feature that needs it, in the plural for error lines: "transfers".
  const char *feature;
  const late_function *functions;
  size_t function_count;
  // Initializes the library after the load; 0: success. `was_loaded`: by the host, before. NULL:
  // none. Such a library has exit handlers, so its functions do nothing at the end of the process.
  int (*start)(int was_loaded);
  // Invariant: written under the lock of late.c.
  void *handle;
  struct late_library *next;
} late_library;

// Public description of a library.
typedef struct late_component {
  const char *soname;
  const char *package;
  const char *feature;
  // late_load for this library.
  int (*load)(char *text, size_t size);
} late_component;

// Components linked into this file, in an unspecified order.
size_t late_component_count(void);
const late_component *late_component_at(size_t index);

// Loads the library if it is not loaded yet. Returns 0, or -1 with the reason in `text`; after a
// failure the next call tries again. Until the first success the library's functions do nothing and
// return 0 or NULL. A loaded library stays in the process: threads of its own may still run, and
// at the end of a process other threads may still call it.
// Thread: any but the audio thread.
int late_load(late_library *library, char *text, size_t size);

// dlopen for the library of a component, which is at `path` or is searched for. Returns NULL with
// the reason in `text`, also if the process has no descriptors left.
void *late_open(const char *path, const late_component *component, char *text, size_t size);

// At the end of the process: the functions of libraries with exit handlers park the threads of
// libaha, and do nothing on other threads.
void late_end(void);

// The target of slots before their library is loaded.
void *late_missing(void);

#if defined(__x86_64__)
#define LATE_JUMP(name) "jmpq *late_slot_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define LATE_JUMP(name)               \
  "adrp x16, late_slot_" #name "\n"   \
  "ldr x16, [x16, :lo12:late_slot_" #name "]\n" \
  "br x16\n"
#else
#error "late.h: a jump through memory is missing for this processor"
#endif

#define LATE_DEFINE(name)                                                                    \
  __attribute__((visibility("hidden"), used)) void *late_slot_##name = (void *)late_missing; \
  __asm__(".pushsection .text." #name ",\"ax\",@progbits\n"                                  \
          ".globl " #name "\n.hidden " #name "\n.type " #name ", %function\n"                \
          #name ":\n.cfi_startproc\n" LATE_JUMP(name) ".cfi_endproc\n"                       \
          ".size " #name ", . - " #name "\n.popsection\n");

#define LATE_ROW(name) {#name, &late_slot_##name},

#define LATE_FIELD(name, value) "\\\"" name "\\\":\\\"" value "\\\","

// Registers a library as a component, and declares it in the ELF note .note.dlopen for packaging
// tools. Source: systemd.io/ELF_DLOPEN_METADATA.
#define LATE_COMPONENT(soname, package, feature, short_feature, description, load)     \
  __attribute__((section("late_components"), used, retain)) static const late_component \
      late_component_of_file = {soname, package, feature, load};                        \
  __asm__(".pushsection .note.dlopen, \"a\", %note\n"                                   \
          ".balign 4\n.long 4\n.long 2f - 1f\n.long 0x407c0c0a\n.asciz \"FDO\"\n"       \
          "1:\n.asciz \"[{" LATE_FIELD("feature", short_feature)                        \
          LATE_FIELD("description", description) LATE_FIELD("priority", "recommended")  \
          "\\\"soname\\\":[\\\"" soname "\\\"]}]\"\n2:\n.balign 4\n.popsection\n");

// Defines `int late_load_NAME(char *text, size_t size)`, which is late_load for this library, and
// the jumps to the functions of the list FUNCTIONS(X).
#define LATE_LIBRARY(name, soname, package, feature, short_feature, description, FUNCTIONS) \
  LATE_STARTED(name, soname, package, feature, short_feature, description, FUNCTIONS, NULL)

// For a library with exit handlers; `start` is called once.
#define LATE_STARTED(name, soname, package, feature, short_feature, description, FUNCTIONS, start) \
  FUNCTIONS(LATE_DEFINE)                                                                    \
  static const late_function functions[] = {FUNCTIONS(LATE_ROW)};                           \
  int late_load_##name(char *text, size_t size) {                                           \
    static late_library library = {soname, package, feature, functions,                     \
                                   sizeof functions / sizeof *functions, start, NULL, NULL}; \
    return late_load(&library, text, size);                                                 \
  }                                                                                         \
  LATE_COMPONENT(soname, package, feature, short_feature, description, late_load_##name)

#endif
