// aha/thrown.hpp: exceptions of a host's own objects, kept for the call that fails because of them.
#include "../aha.hpp"

#ifndef AHA_THROWN_HPP
#define AHA_THROWN_HPP

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace aha {
namespace detail {

/// The last exception of a host's object that libaha calls. Thread: any.
class Thrown {
public:
  /// Returns a host function's result to C, which no exception may cross; `failure` after one.
  template <class Answer, class Call> Answer guard(Answer failure, Call call) noexcept {
    try {
      return call();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      exception_ = std::current_exception();
      return failure;
    }
  }

  /// Returns the exception and clears it.
  std::exception_ptr take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::exchange(exception_, nullptr);
  }

private:
  std::mutex mutex_;
  std::exception_ptr exception_;
};

/// The user_data of libaha for an object of the host.
template <class Object> struct Host {
  std::unique_ptr<Object> object;
  std::shared_ptr<Thrown> thrown;

  static Host &of(void *user_data) noexcept { return *static_cast<Host *>(user_data); }
  static void destroy(void *user_data) noexcept { delete static_cast<Host *>(user_data); }

  template <class Answer, class Call> Answer guard(Answer failure, Call call) noexcept {
    return thrown->guard(failure, [&] { return call(*object); });
  }
};

/// The host's objects that an object of libaha uses, directly or through others.
class Hosts {
public:
  void add(std::shared_ptr<Thrown> host) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (std::find(hosts_.begin(), hosts_.end(), host) == hosts_.end())
      hosts_.push_back(std::move(host));
  }

  void add(const Hosts *others) {
    if (!others) return;
    for (const std::shared_ptr<Thrown> &host : others->all()) add(host);
  }

  std::vector<std::shared_ptr<Thrown>> all() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return hosts_;
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Thrown>> hosts_;
};

/// Throws an error. The host's exception that caused it is nested in it, and its text ends the
/// error's line.
[[noreturn]] inline void fail(const Error &error, const Hosts &hosts) {
  for (const std::shared_ptr<Thrown> &host : hosts.all())
    if (const std::exception_ptr thrown = host->take()) try {
        std::rethrow_exception(thrown);
      } catch (const std::exception &cause) {
        std::throw_with_nested(Error(error.code(), error.line() + ": " + cause.what()));
      } catch (...) {
        std::throw_with_nested(error);
      }
  throw error;
}

/// Creates an object of libaha that uses an object of the host.
template <class Make> auto hosted(Make make, const std::shared_ptr<Thrown> &thrown) {
  Hosts hosts;
  hosts.add(thrown);
  try {
    auto made = make();
    made.hosts()->add(thrown);
    return made;
  } catch (const Error &error) {
    fail(error, hosts);
  }
}

} // namespace detail
} // namespace aha

#endif // AHA_THROWN_HPP
