// aha/client.hpp: who the application is to services, its events, and URLs that come from outside.
#ifndef AHA_CLIENT_HPP
#define AHA_CLIENT_HPP

#include "handle.hpp"
#include "stream.hpp"
#include "text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aha {

class Client : public Handle<aha_client, aha_client_retain, aha_client_release> {
public:
  explicit Client(aha_client *owned) noexcept : Handle(owned) {}
  explicit Client(const aha_client_options &options) : Client(made(options)) {}
  explicit Client(const std::string &application_id) : Client(named(application_id)) {}

  /// The oldest event, or none.
  std::optional<aha_event> next_event() const {
    aha_event event = aha_event_init();
    if (check(aha_client_next_event(get(), &event)) == AHA_END) return std::nullopt;
    return event;
  }

  /// Polls readable while there are events.
  int event_fd() const {
    const int fd = aha_client_event_fd(get());
    if (fd < 0) throw Error(AHA_ERROR_SYSTEM);
    return fd;
  }

  /// Offers a URL that the application was opened with; false: not mine.
  bool handle_url(const std::string &url) const {
    std::uint32_t handled = 0;
    check(aha_handle_url(get(), url.c_str(), &handled));
    return handled != 0;
  }

  /// Provider and name of each account that is kept.
  std::vector<std::pair<std::string, std::string>> accounts() const {
    std::uint32_t count = 0;
    check(aha_client_get_account_count(get(), &count));
    std::vector<std::pair<std::string, std::string>> kept;
    for (std::uint32_t i = 0; i < count; i++)
      kept.emplace_back(kept_text(i, AHA_ACCOUNT_PROVIDER), kept_text(i, AHA_ACCOUNT_NAME));
    return kept;
  }

private:
  static aha_client *made(const aha_client_options &options) {
    aha_client *client = nullptr;
    check(aha_client_create(&options, &client));
    return client;
  }

  static aha_client *named(const std::string &application_id) {
    aha_client_options options = aha_client_options_init();
    options.application_id = application_id.c_str();
    return made(options);
  }

  std::string kept_text(std::uint32_t index, aha_account_text text) const {
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *length) {
      return aha_client_copy_account(get(), index, text, buffer, capacity, length);
    });
  }
};

} // namespace aha

#endif // AHA_CLIENT_HPP
