// aha/handle.hpp: owners of handles. A copy is another owner of the same object.
#include "../aha.hpp"

#ifndef AHA_HANDLE_HPP
#define AHA_HANDLE_HPP

namespace aha {

template <class T> class Handle {
public:
  /// No object.
  Handle() noexcept = default;
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

  [[nodiscard]] T *get() const noexcept { return handle_; }
  /// Transfers the ownership of the handle to the caller.
  [[nodiscard]] T *detach() noexcept { return std::exchange(handle_, nullptr); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
  T *handle_ = nullptr;
};

/// An object that may use objects of the host: the error of a failed call nests their exception.
template <class T> class HostHandle : public Handle<T> {
public:
  HostHandle() noexcept = default;
  explicit HostHandle(T *owned) : HostHandle(owned, std::make_shared<detail::Hosts>()) {}
  template <class... Users>
  HostHandle(T *owned, std::shared_ptr<detail::Hosts> hosts, const Users &...users)
      : Handle<T>(owned), hosts_(std::move(hosts)) {
    (follow(users), ...);
  }

  /// nullptr for no object, or one that was moved from.
  const std::shared_ptr<detail::Hosts> &hosts() const noexcept { return hosts_; }

  /// Shares the hosts of another object.
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
  [[nodiscard]] T *get() const noexcept { return handle_; }

private:
  T *handle_;
};

/// A reference that owns its handle.
template <class Reference, class T> class Owner : public Reference {
public:
  explicit Owner(T *owned) noexcept : Reference(owned), owner_(owned) {}

private:
  Handle<T> owner_;
};

class Job;

/// An object that a job makes. It is ready after the end of the job.
template <class Made, class Work = Job> struct Started {
  Made made;
  Work job;

  /// Waits for the end and returns the object; throws the job's error.
  Made wait() const {
    job.wait();
    return made;
  }
};

/// Throws for an error, with the exception of a host's object that one of the users used.
template <class... Users> aha_result check(aha_result result, const Users &...users) {
  if (result >= 0) return result;
  const Error error(result);
  detail::Hosts hosts;
  (hosts.add(users.hosts().get()), ...);
  detail::fail(error, hosts);
}

namespace detail {

/// The handle that a call sets.
template <class T, class Call> T *made(Call call) {
  T *handle = nullptr;
  check(call(&handle));
  return handle;
}

} // namespace detail
} // namespace aha

#endif // AHA_HANDLE_HPP
