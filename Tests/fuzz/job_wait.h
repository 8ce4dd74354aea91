/* Waits of fuzz targets for jobs that talk to their server. */
#ifndef AHA_FUZZ_JOB_WAIT_H
#define AHA_FUZZ_JOB_WAIT_H

#include "server.h"
#include <aha.h>

enum { REST_MS = 250, MAX_RESTS = 40 };

/* Waits a short time for a job and returns its result. Jobs that pause between two retries
 * without a request are not waited for. */
static inline int ends(aha_job *job, aha_result *result) {
  int asked = -1;
  for (int rests = 0; rests < MAX_RESTS; rests++) {
    *result = aha_job_wait(job, REST_MS);
    if (*result != AHA_PENDING) return 1;
    if (server_count() == asked) return 0;
    asked = server_count();
  }
  return 0;
}

#endif /* AHA_FUZZ_PATIENCE_H */
