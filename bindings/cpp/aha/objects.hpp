// aha/objects.hpp: objects that the host implements and libaha calls.
#include "../aha.hpp"

#ifndef AHA_OBJECTS_HPP
#define AHA_OBJECTS_HPP

namespace aha {

/// A host's own bytes; see aha_stream_callbacks. After an exception the call or job that needs the
/// bytes fails; the exception is nested in its error.
class Bytes {
public:
  virtual ~Bytes() = default;
  virtual std::int64_t read(void *, std::int64_t) { return -1; }
  virtual std::int64_t write(const void *, std::int64_t) { return -1; }
  virtual std::int64_t seek(std::int64_t offset) = 0;
  virtual std::int64_t length() = 0;
};

/// A host's own token store; see aha_store_callbacks. After an exception the call or job that
/// needs the token fails; the exception is nested in its error.
class TokenStore {
public:
  virtual ~TokenStore() = default;
  /// The saved token; empty if no token is saved.
  virtual std::optional<std::string> load(const std::string &provider, const std::string &name) = 0;
  virtual void save(const std::string &provider, const std::string &name,
                    const std::string &token) = 0;
  virtual void forget(const std::string &provider, const std::string &name) = 0;
};

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

/// The host's own processing; see aha_host_effect. After an exception the frames are silent, and
/// Effect::process_result is AHA_ERROR_IO.
class HostProcess {
public:
  virtual ~HostProcess() = default;
  /// Processes frames in place, on the thread that renders.
  virtual void process(float *left, float *right, std::uint32_t frames, const float *values) = 0;
  virtual void reset() {}
};

namespace detail {

inline aha_stream_callbacks bytes_callbacks() {
  aha_stream_callbacks made = aha_stream_callbacks_init();
  forward<Bytes, &Bytes::read>(made.read);
  forward<Bytes, &Bytes::write>(made.write);
  forward<Bytes, &Bytes::seek>(made.seek);
  forward<Bytes, &Bytes::length>(made.length);
  return made;
}

inline aha_store_callbacks store_callbacks() {
  aha_store_callbacks made = aha_store_callbacks_init();
  made.load = [](void *data, const char *of, const char *name, void *bytes, std::size_t capacity) {
    return Host<TokenStore>::answer(data, [&](TokenStore &store) {
      const auto token = store.load(of, name);
      if (token && token->size() <= capacity && !token->empty())
        std::memcpy(bytes, token->data(), token->size());
      return token ? static_cast<std::int64_t>(token->size()) : std::int64_t{0};
    });
  };
  made.save = [](void *data, const char *of, const char *name, const void *bytes,
                 std::size_t size) {
    return Host<TokenStore>::answer(data, [&](TokenStore &store) {
      store.save(of, name, std::string(static_cast<const char *>(bytes), size));
    });
  };
  forward<TokenStore, &TokenStore::forget>(made.forget);
  return made;
}

inline aha_destination_callbacks destination_callbacks() {
  aha_destination_callbacks made = aha_destination_callbacks_init();
  made.begin = [](void *data, const char *drop, const char *name, const char *type,
                  std::int64_t size, std::int64_t *done) {
    return Host<HostDestination>::answer(data, [&](HostDestination &host) {
      *done = host.begin(drop, name, type, size);
    });
  };
  forward<HostDestination, &HostDestination::send>(made.send);
  made.create = [](void *data, const char *drop, const char *manifest, char *url,
                   std::size_t capacity) {
    return Host<HostDestination>::answer(data, [&](HostDestination &host) {
      const std::string link = host.create(drop, manifest);
      if (link.size() >= capacity) throw Error(AHA_ERROR_BUFFER_TOO_SMALL, "a URL too long");
      std::memcpy(url, link.c_str(), link.size() + 1);
    });
  };
  forward<HostDestination, &HostDestination::discard>(made.discard);
  return made;
}

} // namespace detail
} // namespace aha

#endif // AHA_OBJECTS_HPP
