// aha/request.hpp: one call for any API, and sounds at a URL.
#ifndef AHA_REQUEST_HPP
#define AHA_REQUEST_HPP

#include "account.hpp"
#include "calls.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aha {

class Request : public Handle<aha_request, aha_request_retain, aha_request_release>,
                public RequestCalls<Request> {
public:
  explicit Request(aha_request *owned) noexcept : Handle(owned) {}

  /// A request that carries no token.
  Request(const Client &client, const std::string &method, const std::string &resource,
          const aha_request_options &options = aha_request_options_init())
      : Request(made(client, nullptr, method, resource, options)) {}

  Request(const Client &client, const Account &account, const std::string &method,
          const std::string &resource,
          const aha_request_options &options = aha_request_options_init())
      : Request(made(client, account.get(), method, resource, options)) {}

  void add_file(const std::string &name, const Stream &stream, const std::string &file_name,
                const char *type = nullptr) const {
    check(aha_request_add_file(get(), name.c_str(), stream.get(), file_name.c_str(), type));
  }
  void set_body(const Stream &stream, const char *type = nullptr, std::int64_t offset = 0,
                std::int64_t size = -1) const {
    check(aha_request_set_body(get(), stream.get(), offset, size, type));
  }
  void set_sink(const Stream &stream) const { check(aha_request_set_sink(get(), stream.get())); }
  void set_range(std::int64_t first, std::int64_t last = -1) const {
    check(aha_request_set_range(get(), first, last));
  }

  /// Sends it.
  Job start() const {
    aha_job *job = nullptr;
    check(aha_request_start(get(), &job));
    return Job(job);
  }

  /// Sends it and waits; throws what it failed with.
  void send() const { start().wait(); }

  /// Signs without sending: name and value of a header.
  std::pair<std::string, std::string> sign() const {
    std::vector<char> name(256), value(16384);
    check(aha_request_sign(get(), name.data(), name.size(), value.data(), value.size()));
    return {name.data(), value.data()};
  }

  /// A header of the reply, or none.
  std::optional<std::string> header(const std::string &name) const {
    std::size_t length = 0;
    const aha_result asked = aha_request_copy_header(get(), name.c_str(), nullptr, 0, &length);
    if (asked == AHA_ERROR_NOT_FOUND) return std::nullopt;
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *size) {
      return aha_request_copy_header(get(), name.c_str(), buffer, capacity, size);
    });
  }

  /// All of the reply's body, or the beginning of what one said that is no success.
  std::string body() const {
    std::size_t length = 0;
    check(aha_request_copy_body(get(), nullptr, 0, &length));
    std::string bytes(length, '\0');
    if (length) check(aha_request_copy_body(get(), &bytes[0], length, &length));
    return bytes;
  }

  /// Takes data that has come; false when all was taken. Nothing now: length is 0.
  bool read(void *bytes, std::size_t capacity, std::size_t &length) const {
    return check(aha_request_read(get(), bytes, capacity, &length)) != AHA_END;
  }

private:
  static aha_request *made(const Client &client, aha_account *account, const std::string &method,
                           const std::string &resource, const aha_request_options &options) {
    aha_request *request = nullptr;
    check(aha_request_create(client.get(), account, method.c_str(), resource.c_str(), &options,
                             &request));
    return request;
  }
};

/// What is at a URL, as a stream that a sound can play from; the account may be none.
inline Stream open_remote(const Client &client, const std::string &resource,
                          const Account *account = nullptr) {
  aha_stream *stream = nullptr;
  check(aha_stream_open_remote(client.get(), account ? account->get() : nullptr, resource.c_str(),
                               &stream));
  return Stream(stream);
}

} // namespace aha

#endif // AHA_REQUEST_HPP
