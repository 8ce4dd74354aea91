/* How long fuzz targets wait for what speaks to their server. */
#ifndef AHA_FUZZ_PATIENCE_H
#define AHA_FUZZ_PATIENCE_H

#include "server.h"
#include <aha.h>

enum { REST_MS = 250, MOST_RESTS = 40 };

/* Whether a job ends before long, and with what: who rests between two tries, and asks for nothing
 * meanwhile, is not waited for. */
static inline int ends(aha_job *job, aha_result *result) {
  int asked = -1;
  for (int rests = 0; rests < MOST_RESTS; rests++) {
    *result = aha_job_wait(job, REST_MS);
    if (*result != AHA_PENDING) return 1;
    if (server_count() == asked) return 0;
    asked = server_count();
  }
  return 0;
}

#endif /* AHA_FUZZ_PATIENCE_H */
