// aha/job.hpp: jobs, which work on a thread of libaha.
#include "../aha.hpp"

#ifndef AHA_JOB_HPP
#define AHA_JOB_HPP

#include <chrono>

namespace aha {

class Job : public JobCalls {
public:
  using JobCalls::JobCalls;

  /// Waits for the end; throws the job's error.
  void wait() const { check(aha_job_wait(get(), -1), *this); }

  /// Waits up to a timeout; false if the job still runs. Throws the job's error.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_job_wait(get(), time.count()), *this) != AHA_PENDING;
  }
};

} // namespace aha

#endif // AHA_JOB_HPP
