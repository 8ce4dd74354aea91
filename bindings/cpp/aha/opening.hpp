// aha/opening.hpp: a piece comes back; and the desktop's URLs.
#ifndef AHA_OPENING_HPP
#define AHA_OPENING_HPP

#include "account.hpp"
#include "calls.hpp"
#include "drop.hpp"
#include "job.hpp"
#include "piece.hpp"
#include "stream.hpp"

#include <string>
#include <utility>
#include <vector>

namespace aha {

class Opening : public Handle<aha_opening, aha_opening_retain, aha_opening_release>,
                public OpeningCalls<Opening> {
public:
  explicit Opening(aha_opening *owned) noexcept : Handle(owned) {}

  /// Begins to open a piece; wait before anything is asked of it.
  Opening(const Client &client, const std::string &url,
          const aha_opening_options &options = aha_opening_options_init())
      : Opening(made(client, url, options)) {}

  /// Waits until it is open; throws why it could not be opened.
  void wait() const { job_.wait(); }
  const Job &job() const noexcept { return job_; }

  Piece piece() const {
    aha_piece *piece = nullptr;
    check(aha_opening_get_piece(get(), &piece));
    return Piece(piece);
  }

  std::string id() const { return text(AHA_OPENING_ID); }
  std::string url() const { return text(AHA_OPENING_URL); }

  /// The files that it offers.
  std::vector<aha_opening_asset> assets() const {
    std::vector<aha_opening_asset> found(aha_opening_asset_count(get()), aha_opening_asset_init());
    for (std::size_t i = 0; i < found.size(); i++)
      check(aha_opening_get_asset(get(), static_cast<std::uint32_t>(i), &found[i]));
    return found;
  }

  /// Brings a file here, whole or not at all.
  Job save(aha_asset asset, const std::string &path, const char *type = nullptr) const {
    aha_job *job = nullptr;
    check(aha_opening_save(get(), asset, type, path.c_str(), &job));
    return Job(job);
  }

  /// A file as a stream, to play it while it comes.
  Stream stream(aha_asset asset = AHA_ASSET_MIX_STEM, const char *type = nullptr) const {
    aha_stream *stream = nullptr;
    check(aha_opening_open_stream(get(), asset, type, &stream));
    return Stream(stream);
  }

private:
  using Made = std::pair<aha_opening *, aha_job *>;

  explicit Opening(Made made) noexcept : Handle(made.first), job_(made.second) {}

  static Made made(const Client &client, const std::string &url,
                   const aha_opening_options &options) {
    Made made{nullptr, nullptr};
    check(aha_opening_create(client.get(), url.c_str(), &options, &made.first, &made.second));
    return made;
  }

  Job job_{nullptr};
};

} // namespace aha

#endif // AHA_OPENING_HPP
