// aha/destination.hpp: destinations of drops, and a host's own destination.
#include "../aha.hpp"

#ifndef AHA_DESTINATION_HPP
#define AHA_DESTINATION_HPP

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace aha {

/// A host's own destination; see aha_destination_callbacks. An Error sets its own code, any
/// other exception counts as AHA_ERROR_IO; it is nested in the error of the drop's job.
class HostDestination {
public:
  virtual ~HostDestination() = default;
  /// The number of bytes already stored.
  virtual std::int64_t begin(const std::string &drop, const std::string &name,
                             const std::string &type, std::int64_t size) = 0;
  virtual void send(const std::string &drop, const std::string &name, const void *bytes,
                    std::size_t size, std::int64_t offset) = 0;
  /// Publishes the drop; returns its public URL.
  virtual std::string create(const std::string &drop, const std::string &manifest) = 0;
  virtual void discard(const std::string &) {}
};

class Destination : public DestinationCalls {
public:
  using DestinationCalls::DestinationCalls;

  /// A destination of the host's own functions; libaha keeps the object alive while it is used.
  Destination(const Client &client, const std::string &name, std::unique_ptr<HostDestination> host)
      : Destination(hosted(client, name, std::move(host))) {}

  /// The destinations of the client's list.
  static std::vector<Destination> all(const Client &client) {
    return detail::listed(client.destination_count(),
                          [&](auto i) { return Destination(at(client, i)); });
  }

  std::string name() const { return text(AHA_DESTINATION_NAME); }
  std::string address() const { return text(AHA_DESTINATION_ADDRESS); }
  std::string owner() const { return text(AHA_DESTINATION_OWNER); }
  std::string application() const { return text(AHA_DESTINATION_APPLICATION); }

private:
  using Host = detail::Host<HostDestination>;

  /// Calls the host's object; the result is the code of a thrown Error.
  template <class Action> static aha_result guard(void *data, Action action) noexcept {
    aha_result failure = AHA_ERROR_IO;
    const auto call = [&](HostDestination &host) -> aha_result {
      try {
        action(host);
        return AHA_OK;
      } catch (const Error &error) {
        if (error.code() < 0) failure = error.code();
        throw;
      }
    };
    const aha_result answer = Host::of(data).guard(aha_result{AHA_ERROR_IO}, call);
    return answer == AHA_OK ? answer : failure;
  }

  static aha_destination_callbacks callbacks() {
    aha_destination_callbacks made = aha_destination_callbacks_init();
    made.begin = [](void *data, const char *drop, const char *name, const char *type,
                    std::int64_t size, std::int64_t *done) -> aha_result {
      return guard(data, [&](HostDestination &host) {
        *done = host.begin(drop, name, type, size);
      });
    };
    made.send = [](void *data, const char *drop, const char *name, const void *bytes,
                   std::size_t size, std::int64_t offset) -> aha_result {
      return guard(data, [&](HostDestination &host) {
        host.send(drop, name, bytes, size, offset);
      });
    };
    made.create = [](void *data, const char *drop, const char *manifest, char *url,
                     std::size_t capacity) -> aha_result {
      return guard(data, [&](HostDestination &host) {
        const std::string link = host.create(drop, manifest);
        if (link.size() >= capacity) throw Error(AHA_ERROR_BUFFER_TOO_SMALL, "a URL too long");
        std::memcpy(url, link.c_str(), link.size() + 1);
      });
    };
    made.discard = [](void *data, const char *drop) -> aha_result {
      return guard(data, [&](HostDestination &host) { host.discard(drop); });
    };
    return made;
  }

  // The call transfers ownership of the host: libaha destroys it, also if the call fails.
  static Destination hosted(const Client &client, const std::string &name,
                            std::unique_ptr<HostDestination> host) {
    const aha_destination_callbacks functions = callbacks();
    const auto thrown = std::make_shared<detail::Thrown>();
    auto *data = new Host{std::move(host), thrown};
    return detail::hosted([&] {
      aha_destination *destination = nullptr;
      check(aha_destination_create_host(client.get(), name.c_str(), &functions, data,
                                        Host::destroy, &destination));
      return Destination(destination);
    }, thrown);
  }
};

} // namespace aha

#endif // AHA_DESTINATION_HPP
