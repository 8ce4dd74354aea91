// aha/opening.hpp: a piece that is being opened, or is open.
#include "../aha.hpp"

#ifndef AHA_OPENING_HPP
#define AHA_OPENING_HPP

#include <string>
#include <utility>
#include <vector>

namespace aha {

class Opening : public OpeningCalls {
public:
  using OpeningCalls::OpeningCalls;

  /// Starts to open a piece; wait before calling other functions.
  Opening(const Client &client, const std::string &url,
          const aha_opening_options &options = aha_opening_options_init())
      : Opening(create(client, url, options)) {}

  /// Waits until it is open; throws the error of the opening.
  void wait() const { job_.wait(); }
  const Job &job() const noexcept { return job_; }

  std::string id() const { return text(AHA_OPENING_ID); }
  std::string url() const { return text(AHA_OPENING_URL); }

  /// The available files.
  std::vector<aha_opening_asset> assets() const {
    return detail::listed(asset_count(), [this](auto i) { return asset(i); });
  }

  /// Downloads a file, which appears only when it is complete.
  Job save(aha_asset asset, const std::string &path, OptionalText type = {}) const {
    return OpeningCalls::save(asset, type, path);
  }

private:
  explicit Opening(std::pair<Opening, Job> made) noexcept
      : OpeningCalls(std::move(made.first)), job_(std::move(made.second)) {}

  Job job_{nullptr};
};

} // namespace aha

#endif // AHA_OPENING_HPP
