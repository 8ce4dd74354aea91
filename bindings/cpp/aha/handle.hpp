// aha/handle.hpp: one owner of a handle. A copy is another owner of the same object.
#ifndef AHA_HANDLE_HPP
#define AHA_HANDLE_HPP

#include "error.hpp"

#include <utility>

namespace aha {

template <class T, aha_result (*Retain)(T *), aha_result (*Release)(T *)>
class Handle {
public:
  /// Takes over a handle that the caller owns.
  explicit Handle(T *owned) noexcept : handle_(owned) {}
  Handle(const Handle &other) : handle_(other.handle_) {
    if (handle_) check(Retain(handle_));
  }
  Handle(Handle &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle &operator=(Handle other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  /// What was made from an engine may have ended with it before: that is no error here.
  ~Handle() {
    if (handle_) Release(handle_);
  }

  T *get() const noexcept { return handle_; }
  /// Gives the handle to the caller, who owns it from then on.
  T *detach() noexcept { return std::exchange(handle_, nullptr); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

private:
  T *handle_;
};

} // namespace aha

#endif // AHA_HANDLE_HPP
