// aha/job.hpp: work that takes time.
#ifndef AHA_JOB_HPP
#define AHA_JOB_HPP

#include "calls.hpp"
#include "handle.hpp"
#include "text.hpp"

#include <chrono>
#include <string>

namespace aha {

class Job : public Handle<aha_job, aha_job_retain, aha_job_release>,
            public JobCalls<Job> {
public:
  explicit Job(aha_job *owned) noexcept : Handle(owned) {}

  /// Waits for the end; throws what the job failed with.
  void wait() const { check(aha_job_wait(get(), -1)); }

  /// Waits for so long; false when the job still runs. Throws what the job failed with.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_job_wait(get(), time.count())) != AHA_PENDING;
  }
};

} // namespace aha

#endif // AHA_JOB_HPP
