// aha/library.hpp: a catalogue of what can be played, and how it is brought up to date. The methods
// are the functions of aha/library.h, aha/items.h, aha/scan.h, aha/sync.h and aha/history.h.
#ifndef AHA_LIBRARY_HPP
#define AHA_LIBRARY_HPP

#include "calls.hpp"
#include "drop.hpp"
#include "history.hpp"
#include "items.hpp"
#include "job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace aha {

/// What came of a scan or a sync, once its job is done.
class Report : public Handle<aha_report, aha_report_retain, aha_report_release>,
               public ReportCalls<Report> {
public:
  explicit Report(aha_report *owned) noexcept : Handle(owned) {}
  /// Lines for a person.
  std::vector<std::string> lines() const {
    std::vector<std::string> found(info().line_count);
    for (std::size_t i = 0; i < found.size(); i++)
      found[i] = detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
        return aha_report_copy_line(get(), static_cast<std::uint32_t>(i), buffer, capacity, length);
      });
    return found;
  }
};

/// A scan or a sync under way.
struct Update {
  Job job;
  Report report;

  /// Waits for its end, and tells what came of it; throws why it failed.
  aha_report_info wait() const {
    job.wait();
    return report.info();
  }
};

class Library : public Handle<aha_library, aha_library_retain, aha_library_release>,
                public LibraryCalls<Library> {
public:
  explicit Library(aha_library *owned) noexcept : Handle(owned) {}
  /// Opens a library, or makes it.
  explicit Library(const std::string &path) : Library(opened(path.c_str())) {}
  /// The one that all applications of a person share.
  static Library shared() { return Library(opened(nullptr)); }

  /// How many items it has, of all states.
  std::int64_t size() const {
    std::int64_t count = 0;
    check(aha_library_get_count(get(), &count));
    return count;
  }

  /// What is playable here and now, if nothing else is said: the first page.
  Items list(const aha_item_query &query = aha_item_query_init()) const {
    return items(aha_library_list, &query);
  }
  /// One item, in a list of its own, as the next two.
  Items item(std::int64_t number) const { return items(aha_library_get_item, number); }
  Items find(const std::string &place) const { return items(aha_library_find, place.c_str()); }
  /// Looks at its file now.
  Items look(std::int64_t number) const { return items(aha_library_check, number); }
  Items ancestors(std::int64_t number) const { return items(aha_library_get_ancestors, number); }
  Items descendants(std::int64_t number) const {
    return items(aha_library_get_descendants, number);
  }
  Items duplicates(std::uint32_t count = 0) const {
    return items(aha_library_get_duplicates, count);
  }

  /// Adds a file; its number.
  std::int64_t add(const std::string &path, aha_origin origin = AHA_ORIGIN_FOLDER) const {
    std::int64_t number = 0;
    check(aha_library_add_file(get(), path.c_str(), origin, &number));
    return number;
  }
  /// Adds a piece that is elsewhere; its number. `sha256`: "" when it is not known.
  std::int64_t add(const Piece &piece, const std::string &place, const std::string &sha256 = "",
                   aha_origin origin = AHA_ORIGIN_PIECE,
                   aha_item_state state = AHA_ITEM_REMOTE_ONLY) const {
    std::int64_t number = 0;
    check(aha_library_add_piece(get(), piece.get(), place.c_str(),
                                sha256.empty() ? nullptr : sha256.c_str(), origin, state,
                                &number));
    return number;
  }
  /// Adds a drop that is done; its number.
  std::int64_t add(const Drop &drop) const {
    std::int64_t number = 0;
    check(aha_library_add_drop(get(), drop.get(), &number));
    return number;
  }
  /// Listens to an item, and keeps what is found.
  Job analyze(std::int64_t number) const {
    aha_job *job = nullptr;
    check(aha_library_analyze(get(), number, &job));
    return Job(job);
  }

  /// Brings it to what is in folders; `options` need no roots.
  Update scan(const std::vector<std::string> &roots,
              aha_scan_options options = aha_scan_options_init()) const {
    const std::vector<const char *> places = rooted(roots, options);
    return updated([&](aha_report **report, aha_job **job) {
      return aha_library_scan(get(), &options, report, job);
    });
  }

  /// Keeps it as folders are, until the watch is stopped or the library ends.
  void start_watch(const std::vector<std::string> &roots,
                   aha_scan_options options = aha_scan_options_init()) const {
    const std::vector<const char *> places = rooted(roots, options);
    check(aha_library_start_watch(get(), &options));
  }

  /// Brings it to what is at a destination.
  Update sync(const Destination &destination,
              const aha_sync_options &options = aha_sync_options_init()) const {
    return updated([&](aha_report **report, aha_job **job) {
      return aha_library_sync(get(), destination.get(), &options, report, job);
    });
  }
  /// Brings it to what a JSON feed has.
  Update sync(const Client &client, const std::string &url,
              const aha_sync_options &options = aha_sync_options_init()) const {
    return updated([&](aha_report **report, aha_job **job) {
      return aha_library_sync_feed(get(), client.get(), url.c_str(), &options, report, job);
    });
  }

  /// Brings the sound of a remote item into a file: of a feed, or what everybody may have.
  Job fetch(const Client &client, std::int64_t number, const std::string &path) const {
    return fetched(client.get(), nullptr, number, path);
  }
  /// The same with the account, password or key of the client's destination that it is from.
  Job fetch(const Client &client, const Destination &from, std::int64_t number,
            const std::string &path) const {
    return fetched(client.get(), from.get(), number, path);
  }

  /// Notes that something was done. `item`: 0 for nothing in the library; `at`: 0 for now.
  void note(aha_activity activity, std::int64_t item = 0, std::int64_t duration_ms = 0,
            std::int64_t at = 0) const {
    check(aha_library_note(get(), activity, item, duration_ms, at));
  }
  /// What was done, piece of time by piece of time.
  std::vector<aha_history_bucket> history(aha_time_scale scale, std::int64_t first,
                                          std::int64_t last) const {
    std::vector<aha_history_bucket> buckets;
    for (;;) {
      std::uint32_t count = 0;
      const aha_result result =
          aha_library_copy_history(get(), scale, first, last, buckets.data(),
                                   static_cast<std::uint32_t>(buckets.size()), &count);
      const bool fits = result == AHA_OK && count <= buckets.size();
      if (result != AHA_ERROR_BUFFER_TOO_SMALL) check(result);
      buckets.resize(count);
      if (fits) return buckets;
    }
  }
  void draw_history(const std::string &path, aha_time_scale scale, std::int64_t first,
                    std::int64_t last,
                    const aha_strip_options &options = aha_strip_options_init()) const {
    check(aha_library_draw_history(get(), scale, first, last, path.c_str(), &options));
  }
  /// The piece of time of the first thing that was ever done; -1 when nothing was.
  std::int64_t first(aha_time_scale scale) const {
    std::int64_t number = 0;
    return check(aha_library_get_first(get(), scale, &number)) == AHA_END ? -1 : number;
  }

private:
  static aha_library *opened(const char *path) {
    aha_library *library = nullptr;
    check(aha_library_open(path, &library));
    return library;
  }

  /// Puts the roots in; they are there as long as what is returned.
  static std::vector<const char *> rooted(const std::vector<std::string> &roots,
                                          aha_scan_options &options) {
    std::vector<const char *> places;
    for (const std::string &root : roots) places.push_back(root.c_str());
    options.roots = places.data();
    options.root_count = static_cast<std::uint32_t>(places.size());
    return places;
  }

  Job fetched(aha_client *client, aha_destination *from, std::int64_t number,
              const std::string &path) const {
    aha_job *job = nullptr;
    check(aha_library_fetch(get(), client, from, number, path.c_str(), &job));
    return Job(job);
  }

  template <class Call, class Argument> Items items(Call call, Argument argument) const {
    aha_items *items = nullptr;
    check(call(get(), argument, &items));
    return Items(items);
  }

  template <class Start> static Update updated(Start start) {
    aha_report *report = nullptr;
    aha_job *job = nullptr;
    check(start(&report, &job));
    return Update{Job(job), Report(report)};
  }
};

} // namespace aha

#endif // AHA_LIBRARY_HPP
