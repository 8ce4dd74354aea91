// aha/job.hpp: work that takes time.
#include "../aha.hpp"

#ifndef AHA_JOB_HPP
#define AHA_JOB_HPP

#include <chrono>

namespace aha {

class Job : public JobCalls {
public:
  using JobCalls::JobCalls;

  /// Waits for the end; throws what the job failed with.
  void wait() const { check(aha_job_wait(get(), -1), *this); }

  /// Waits for so long; false when the job still runs. Throws what the job failed with.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_job_wait(get(), time.count()), *this) != AHA_PENDING;
  }
};

} // namespace aha

#endif // AHA_JOB_HPP
