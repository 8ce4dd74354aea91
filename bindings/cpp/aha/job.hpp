// aha/job.hpp: work that takes time.
#ifndef AHA_JOB_HPP
#define AHA_JOB_HPP

#include "handle.hpp"
#include "text.hpp"

#include <chrono>
#include <string>

namespace aha {

class Job : public Handle<aha_job, aha_job_retain, aha_job_release> {
public:
  explicit Job(aha_job *owned) noexcept : Handle(owned) {}

  /// Waits for the end; throws what the job failed with.
  void wait() const { check(aha_job_wait(get(), -1)); }

  /// Waits for so long; false when the job still runs. Throws what the job failed with.
  bool wait_for(std::chrono::milliseconds time) const {
    return check(aha_job_wait(get(), time.count())) != AHA_PENDING;
  }

  void cancel() const { check(aha_job_cancel(get())); }

  aha_job_progress progress() const {
    aha_job_progress progress = aha_job_progress_init();
    check(aha_job_get_progress(get(), &progress));
    return progress;
  }

  std::string stage() const { return aha_job_stage(get()); }

  /// Why the job failed; empty when it did not.
  std::string error() const {
    return detail::copied_text([this](char *text, std::size_t capacity, std::size_t *length) {
      return aha_job_copy_error(get(), text, capacity, length);
    });
  }
};

} // namespace aha

#endif // AHA_JOB_HPP
