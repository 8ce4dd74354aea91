/* aha/component.h: components: libraries that are loaded at the first call that needs them. */
#ifndef AHA_COMPONENT_H
#define AHA_COMPONENT_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** A library of the system that libaha does not link to. */
typedef struct aha_component_info {
  size_t struct_size;
  /** File name of the library, as in "libcurl.so.4". */
  const char *name;
  /** Debian package, as in "libcurl4". */
  const char *package;
  /** The feature that needs it, as in "transfers". */
  const char *feature;
} aha_component_info;

/** An information structure with struct_size set. */
static inline aha_component_info aha_component_info_init(void) {
  aha_component_info info = {sizeof(aha_component_info), NULL, NULL, NULL};
  return info;
}

/** The number of components. Thread: [any]. Since: 0.10. */
AHA_API uint32_t aha_component_count(void);

/**
 * Describes a component without loading it.
 * @param index  From 0 to aha_component_count() - 1; the order has no meaning.
 * @param info   Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_component_get(uint32_t index, aha_component_info *info) AHA_CPP(component);

/**
 * Loads a component now, before the first function that needs it. It stays loaded until the process
 * ends.
 * Errors: AHA_ERROR_UNSUPPORTED (not installed, or too old: the error line names the library and
 * its package), AHA_ERROR_INVALID_ARGUMENT. Thread: [blocking]. Since: 0.10.
 */
AHA_API aha_result aha_component_load(uint32_t index) AHA_CPP(load_component);

AHA_END_DECLARATIONS

#endif /* AHA_COMPONENT_H */
