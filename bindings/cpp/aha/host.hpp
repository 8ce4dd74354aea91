// aha/host.hpp: objects of the host that libaha calls, and their exceptions, which are kept for the
// call that fails because of them.
#include "../aha.hpp"

#ifndef AHA_HOST_HPP
#define AHA_HOST_HPP

namespace aha {
namespace detail {

/// The last exception of an object of the host. Thread: any.
class Thrown {
public:
  void keep(std::exception_ptr exception) {
    const std::lock_guard<std::mutex> lock(mutex_);
    exception_ = std::move(exception);
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

/// An aha_destroy_fn.
template <class Owned> void destroy(void *owned) noexcept { delete static_cast<Owned *>(owned); }

/// The user_data of libaha for an object of the host.
template <class Object> struct Host {
  std::unique_ptr<Object> object;
  /// Empty: no call waits for the object's exceptions.
  std::shared_ptr<Thrown> thrown;

  /// Calls the object for C, which no exception may cross: it is kept, and the answer is its code
  /// or AHA_ERROR_IO.
  template <class Action> static auto answer(void *user_data, Action action) noexcept {
    const Host &host = *static_cast<Host *>(user_data);
    using Given = decltype(action(*host.object));
    using Answer = std::conditional_t<std::is_void_v<Given>, aha_result, Given>;
    aha_result failure = AHA_ERROR_IO;
    try {
      if constexpr (!std::is_void_v<Given>) {
        return action(*host.object);
      } else {
        action(*host.object);
        return Answer{AHA_OK};
      }
    } catch (const Error &error) {
      if (error.code() < 0) failure = error.code();
      if (host.thrown) host.thrown->keep(std::current_exception());
    } catch (...) {
      if (host.thrown) host.thrown->keep(std::current_exception());
    }
    return Answer{failure};
  }
};

template <auto Method, class Object, class Answer, class... Given>
Answer forwarded(void *user_data, Given... given) noexcept {
  return Host<Object>::answer(user_data,
                              [&](Object &object) { return (object.*Method)(given...); });
}

/// Sets a callback of C to one that calls a method of an object of the host.
template <class Object, auto Method, class Answer, class... Given>
void forward(Answer (*&callback)(void *, Given...)) noexcept {
  callback = forwarded<Method, Object, Answer, Given...>;
}

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

/// Makes an object of libaha that uses an object of the host; libaha destroys that, also if `make`
/// fails.
template <class Object, class Make> auto hosted(std::unique_ptr<Object> object, Make make) {
  const auto thrown = std::make_shared<Thrown>();
  Hosts hosts;
  hosts.add(thrown);
  try {
    auto made = make(new Host<Object>{std::move(object), thrown});
    made.hosts()->add(thrown);
    return made;
  } catch (const Error &error) {
    fail(error, hosts);
  }
}

} // namespace detail
} // namespace aha

#endif // AHA_HOST_HPP
