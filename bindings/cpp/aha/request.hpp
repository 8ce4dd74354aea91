// aha/request.hpp: HTTP requests for any API, and sounds at a URL.
#include "../aha.hpp"

#ifndef AHA_REQUEST_HPP
#define AHA_REQUEST_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace aha {

class Request : public RequestCalls {
public:
  using RequestCalls::RequestCalls;

  /// The status of the reply, as in 200; 0 before it.
  std::uint32_t status() const { return progress().status; }

  /// A request that carries no token.
  Request(const Client &client, const std::string &method, const std::string &resource,
          const aha_request_options &options = aha_request_options_init())
      : Request(client, Account(nullptr), method, resource, options) {}

  Request(const Client &client, const Account &account, const std::string &method,
          const std::string &resource,
          const aha_request_options &options = aha_request_options_init())
      : RequestCalls(nullptr) {
    aha_request *request = nullptr;
    check(aha_request_create(client.get(), account.get(), method.c_str(), resource.c_str(),
                             &options, &request));
    *this = Request(request);
    follow(account);
  }

  void set_body(const Stream &stream, OptionalText type = {}, std::int64_t offset = 0,
                std::int64_t size = -1) const {
    follow(stream);
    check(aha_request_set_body(get(), stream.get(), offset, size, type.c_str()));
  }

  /// Sends the request and waits; throws its error.
  void send() const { start().wait(); }

  /// Returns name and value of the authorization header without sending.
  std::pair<std::string, std::string> sign() const {
    std::vector<char> name(256), value(16384);
    check(aha_request_sign(get(), name.data(), name.size(), value.data(), value.size()), *this);
    return {name.data(), value.data()};
  }

  /// A header of the reply, if present.
  std::optional<std::string> header(const std::string &name) const {
    std::size_t length = 0;
    const aha_result asked = aha_request_copy_header(get(), name.c_str(), nullptr, 0, &length);
    if (asked == AHA_ERROR_NOT_FOUND) return std::nullopt;
    return detail::copied_text([&](char *buffer, std::size_t capacity, std::size_t *size) {
      return aha_request_copy_header(get(), name.c_str(), buffer, capacity, size);
    });
  }

  /// The body of a successful reply; of an error reply, at most 2048 bytes.
  std::string body() const {
    const std::vector<std::uint8_t> bytes = RequestCalls::body();
    return {bytes.begin(), bytes.end()};
  }

  /// Reads received data; false after all data. Without data now, length is 0.
  bool read(void *bytes, std::size_t capacity, std::size_t &length) const {
    return check(aha_request_read(get(), bytes, capacity, &length)) != AHA_END;
  }
};

/// Opens a URL as a stream for a sound; the account may be empty.
inline Stream open_remote(const Client &client, const std::string &resource,
                          const Account *account = nullptr) {
  aha_stream *out_stream = nullptr;
  check(aha_client_open_stream(client.get(), account ? account->get() : nullptr, resource.c_str(),
                               &out_stream));
  Stream stream(out_stream);
  if (account) stream.follow(*account);
  return stream;
}

} // namespace aha

#endif // AHA_REQUEST_HPP
