/* aha/version.h: the versions of this header and of the loaded library. scripts/version writes the
 * three numbers from the file VERSION; do not edit them here. */
#ifndef AHA_VERSION_H
#define AHA_VERSION_H

#include "base.h"

#define AHA_VERSION_MAJOR 1
#define AHA_VERSION_MINOR 0
#define AHA_VERSION_PATCH 0
#define AHA_VERSION_TEXT "1.0.0"

/** The version as one number: major * 1000000 + minor * 1000 + patch. */
#define AHA_VERSION_NUMBER \
  (AHA_VERSION_MAJOR * 1000000 + AHA_VERSION_MINOR * 1000 + AHA_VERSION_PATCH)

AHA_BEGIN_DECLARATIONS

/**
 * The version of the loaded library, as in "0.4.0".
 * @return Static text.
 * Errors: none. Thread: [any]. Since: 0.1.
 */
AHA_API const char *aha_version_text(void);

/**
 * The version of the loaded library, to compare with AHA_VERSION_NUMBER.
 * Errors: none. Thread: [any]. Since: 0.1.
 */
AHA_API uint32_t aha_version_number(void);

AHA_END_DECLARATIONS

#endif /* AHA_VERSION_H */
