// aha/library.hpp: a catalog of playable sounds, and its updates.
#include "../aha.hpp"

#ifndef AHA_LIBRARY_HPP
#define AHA_LIBRARY_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace aha {

/// The result of a scan or a sync, after its job.
class Report : public ReportCalls {
public:
  using ReportCalls::ReportCalls;

  /// Lines for the user.
  std::vector<std::string> lines() const {
    return detail::listed(info().line_count, [this](auto i) { return line(i); });
  }
};

/// A scan or a sync in progress.
struct Update {
  Job job;
  Report report;

  /// Waits for the end and returns the result; throws the job's error.
  aha_report_info wait() const {
    job.wait();
    return report.info();
  }
};

class Library : public LibraryCalls {
public:
  using LibraryCalls::LibraryCalls;
  using LibraryCalls::add;

  /// Opens the library that all applications of a user share.
  static Library shared() { return open(nullptr); }

  /// Adds a remote piece; returns its number. `sha256`: "" if unknown.
  std::int64_t add(const Piece &piece, const std::string &place, const std::string &sha256 = "",
                   aha_origin origin = AHA_ORIGIN_PIECE,
                   aha_item_state state = AHA_ITEM_REMOTE_ONLY) const {
    return add_piece(piece, place, sha256.empty() ? OptionalText() : sha256, origin, state);
  }

  /// Updates the library from folders; `options` need no roots.
  Update scan(const std::vector<std::string> &roots,
              aha_scan_options options = aha_scan_options_init()) const {
    const std::vector<const char *> places = rooted(roots, options);
    return updated(LibraryCalls::scan(options));
  }

  /// Keeps the library up to date with folders, until the watch is stopped or the library ends.
  void start_watch(const std::vector<std::string> &roots,
                   aha_scan_options options = aha_scan_options_init()) const {
    const std::vector<const char *> places = rooted(roots, options);
    LibraryCalls::start_watch(options);
  }

  /// Updates the library from a destination.
  Update sync(const Destination &destination,
              const aha_sync_options &options = aha_sync_options_init()) const {
    return updated(LibraryCalls::sync(destination, options));
  }
  /// Updates the library from a JSON feed.
  Update sync(const Client &client, const std::string &url,
              const aha_sync_options &options = aha_sync_options_init()) const {
    return updated(sync_feed(client, url, options));
  }

  /// Downloads the sound of a remote item, of a feed or public, into a file.
  Job fetch(const Client &client, std::int64_t number, const std::string &path) const {
    return fetch(client, Destination(nullptr), number, path);
  }
  /// Downloads it with the account, password or key of its destination.
  Job fetch(const Client &client, const Destination &from, std::int64_t number,
            const std::string &path) const {
    aha_job *job = nullptr;
    check(aha_sync_fetch(get(), client.get(), from.get(), number, path.c_str(), &job), from);
    return Job(job, from.hosts());
  }

  void draw_history(const std::string &path, aha_time_scale scale, std::int64_t first,
                    std::int64_t last,
                    const aha_strip_options &options = aha_strip_options_init()) const {
    LibraryCalls::draw_history(scale, first, last, path, options);
  }

  /// The period of the first activity; -1 without any activity.
  std::int64_t first(aha_time_scale scale) const {
    return LibraryCalls::first(scale).value_or(-1);
  }

private:
  /// Sets the roots, which live as long as the returned object.
  static std::vector<const char *> rooted(const std::vector<std::string> &roots,
                                          aha_scan_options &options) {
    std::vector<const char *> places;
    for (const std::string &root : roots) places.push_back(root.c_str());
    options.roots = places.data();
    options.root_count = static_cast<std::uint32_t>(places.size());
    return places;
  }

  static Update updated(std::pair<Report, Job> made) {
    return {std::move(made.second), std::move(made.first)};
  }
};

} // namespace aha

#endif // AHA_LIBRARY_HPP
