// aha/destination.hpp: places where drops go; and a host's own.
#ifndef AHA_DESTINATION_HPP
#define AHA_DESTINATION_HPP

#include "account.hpp"
#include "calls.hpp"
#include "job.hpp"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace aha {

/// A host's own place for drops; see aha_destination_callbacks. An Error gives its own code, any
/// other exception counts as AHA_ERROR_IO.
class HostDestination {
public:
  virtual ~HostDestination() = default;
  /// How many bytes of it are there already.
  virtual std::int64_t begin(const std::string &drop, const std::string &name,
                             const std::string &type, std::int64_t size) = 0;
  virtual void send(const std::string &drop, const std::string &name, const void *bytes,
                    std::size_t size, std::int64_t offset) = 0;
  /// The URL of what people see.
  virtual std::string create(const std::string &drop, const std::string &manifest) = 0;
  virtual void discard(const std::string &) {}
};

class Destination
    : public Handle<aha_destination, aha_destination_retain, aha_destination_release>,
      public DestinationCalls<Destination> {
public:
  explicit Destination(aha_destination *owned) noexcept : Handle(owned) {}

  Destination(const Client &client, aha_destination_kind kind,
              const aha_destination_options &options)
      : Destination(made(client, kind, options)) {}

  /// A destination of the host's own functions; the object lives as long as it is used.
  Destination(const Client &client, const std::string &name, std::unique_ptr<HostDestination> host)
      : Destination(hosted(client, name, std::move(host))) {}

  /// A folder of this machine.
  static Destination folder(const Client &client, const std::string &path) {
    aha_destination_options options = aha_destination_options_init();
    options.url = path.c_str();
    return Destination(client, AHA_DESTINATION_FOLDER, options);
  }

  /// A service that an account is signed in to: Dropbox, SoundCloud, Allihoopa.
  Destination(const Client &client, aha_destination_kind kind, const Account &account,
              aha_destination_options options = aha_destination_options_init())
      : Destination(client, kind, with(options, account)) {}

  /// Those of the client's list.
  static std::vector<Destination> all(const Client &client) {
    std::uint32_t count = 0;
    check(aha_client_get_destination_count(client.get(), &count));
    std::vector<Destination> found;
    for (std::uint32_t i = 0; i < count; i++) {
      aha_destination *one = nullptr;
      check(aha_client_get_destination(client.get(), i, &one));
      found.emplace_back(one);
    }
    return found;
  }

  /// Asks the service whether a drop would be taken; owner() and application() tell who sends then.
  Job check_service() const {
    aha_job *job = nullptr;
    check(aha_destination_check(get(), &job));
    return Job(job);
  }

  std::string name() const { return text(AHA_DESTINATION_NAME); }
  std::string address() const { return text(AHA_DESTINATION_ADDRESS); }
  std::string owner() const { return text(AHA_DESTINATION_OWNER); }
  std::string application() const { return text(AHA_DESTINATION_APPLICATION); }

private:
  static aha_destination *made(const Client &client, aha_destination_kind kind,
                               const aha_destination_options &options) {
    aha_destination *destination = nullptr;
    check(aha_destination_create(client.get(), kind, &options, &destination));
    return destination;
  }

  static aha_destination_options with(aha_destination_options options, const Account &account) {
    options.account = account.get();
    return options;
  }

  template <class Action> static aha_result guarded(void *data, Action action) noexcept {
    return detail::guarded(aha_result{AHA_ERROR_IO}, [&]() -> aha_result {
      try {
        action(*static_cast<HostDestination *>(data));
      } catch (const Error &error) {
        return error.code() < 0 ? error.code() : aha_result{AHA_ERROR_IO};
      }
      return AHA_OK;
    });
  }

  static aha_destination_callbacks callbacks() {
    aha_destination_callbacks made = aha_destination_callbacks_init();
    made.begin = [](void *data, const char *drop, const char *name, const char *type,
                    std::int64_t size, std::int64_t *done) -> aha_result {
      return guarded(data, [&](HostDestination &host) {
        *done = host.begin(drop, name, type, size);
      });
    };
    made.send = [](void *data, const char *drop, const char *name, const void *bytes,
                   std::size_t size, std::int64_t offset) -> aha_result {
      return guarded(data, [&](HostDestination &host) {
        host.send(drop, name, bytes, size, offset);
      });
    };
    made.create = [](void *data, const char *drop, const char *manifest, char *url,
                     std::size_t capacity) -> aha_result {
      return guarded(data, [&](HostDestination &host) {
        const std::string link = host.create(drop, manifest);
        if (link.size() >= capacity) throw Error(AHA_ERROR_BUFFER_TOO_SMALL, "a URL too long");
        std::memcpy(url, link.c_str(), link.size() + 1);
      });
    };
    made.discard = [](void *data, const char *drop) -> aha_result {
      return guarded(data, [&](HostDestination &host) { host.discard(drop); });
    };
    return made;
  }

  // The host is handed over with the call: libaha destroys it, also when the call fails.
  static aha_destination *hosted(const Client &client, const std::string &name,
                                 std::unique_ptr<HostDestination> host) {
    const aha_destination_callbacks functions = callbacks();
    aha_destination *destination = nullptr;
    check(aha_destination_create_host(
        client.get(), name.c_str(), &functions, host.release(),
        [](void *data) { delete static_cast<HostDestination *>(data); }, &destination));
    return destination;
  }
};

} // namespace aha

#endif // AHA_DESTINATION_HPP
