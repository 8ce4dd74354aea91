// aha/handle.hpp: owners of handles. A copy is another owner of the same object.
#include "../aha.hpp"

#ifndef AHA_HANDLE_HPP
#define AHA_HANDLE_HPP

#include <memory>
#include <utility>

namespace aha {

template <class T> class Handle {
public:
  /// Takes over a handle that the caller owns.
  explicit Handle(T *owned) noexcept : handle_(owned) {}
  Handle(const Handle &other) : handle_(other.handle_) {
    if (handle_) check(aha_retain(handle_));
  }
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle &operator=(Handle other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  /// An object made from an engine may have ended with it: that is not an error here.
  ~Handle() {
    if (handle_) aha_release(handle_);
  }

  T *get() const noexcept { return handle_; }
  /// Transfers the ownership of the handle to the caller.
  T *detach() noexcept { return std::exchange(handle_, nullptr); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
  T *handle_;
};

/// An object that may use objects of the host: the error of a failed call nests their exception.
template <class T> class HostHandle : public Handle<T> {
public:
  explicit HostHandle(T *owned) : HostHandle(owned, std::make_shared<detail::Hosts>()) {}
  HostHandle(T *owned, std::shared_ptr<detail::Hosts> hosts) noexcept
      : Handle<T>(owned), hosts_(std::move(hosts)) {}

  /// nullptr for an object that was moved from.
  const std::shared_ptr<detail::Hosts> &hosts() const noexcept { return hosts_; }

  /// Shares the handle of another object.
  template <class Other> void follow(const Other &other) const {
    if (hosts_) hosts_->add(other.hosts().get());
  }

private:
  std::shared_ptr<detail::Hosts> hosts_;
};

/// A handle that is not owned here.
template <class T> class Ref {
public:
  Ref(T *handle = nullptr) noexcept : handle_(handle) {}
  T *get() const noexcept { return handle_; }

private:
  T *handle_;
};

/// Throws for an error, with the exception of a host's object that one of the users used.
template <class... Users> aha_result check(aha_result result, const Users &...users) {
  if (result >= 0) return result;
  const Error error(result);
  detail::Hosts hosts;
  (hosts.add(users.hosts().get()), ...);
  detail::fail(error, hosts);
}

} // namespace aha

#endif // AHA_HANDLE_HPP
