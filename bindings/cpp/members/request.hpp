// Members of aha::Request; scripts/generate puts them into its class.

  /// Sends the request and waits; throws its error.
  void send() { start().wait(); }

  /// Returns name and value of the authorization header without sending.
  [[nodiscard]] std::pair<std::string, std::string> sign() const {
    std::vector<char> name(256), value(16384);
    check(aha_request_sign(get(), name.data(), name.size(), value.data(), value.size()), *this);
    return {name.data(), value.data()};
  }

  /// A header of the reply, if present.
  [[nodiscard]] std::optional<std::string> header(const std::string &name) const {
    const auto copy = [&](auto... into) {
      return aha_request_copy_header(get(), name.c_str(), into...);
    };
    std::size_t length = 0;
    if (copy(nullptr, std::size_t{0}, &length) == AHA_ERROR_NOT_FOUND) return std::nullopt;
    return detail::copied<std::string, std::size_t>(copy);
  }

  /// The body of a successful reply; of an error reply, at most 2048 bytes.
  [[nodiscard]] std::string body() const {
    return detail::copied<std::string, std::size_t>(
        [&](auto... into) { return aha_request_copy_body(get(), into...); });
  }

  /// Reads received data; false after all data. Without data now, length is 0.
  [[nodiscard]] bool read(void *bytes, std::size_t capacity, std::size_t &length) {
    return check(aha_request_read(get(), bytes, capacity, &length)) != AHA_END;
  }

  /// The status of the reply, as in 200; 0 before it.
  [[nodiscard]] std::uint32_t status() const { return progress().status; }
