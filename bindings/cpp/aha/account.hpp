// aha/account.hpp: accounts at providers, and a host's own token store.
#include "../aha.hpp"

#ifndef AHA_ACCOUNT_HPP
#define AHA_ACCOUNT_HPP

#include <cstring>
#include <memory>
#include <optional>
#include <string>

namespace aha {

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

class Account : public AccountCalls {
public:
  using AccountCalls::AccountCalls;

  /// Opens an account whose token the host stores; libaha keeps the store alive while it is used.
  Account(const Client &client, const aha_provider &provider, std::unique_ptr<TokenStore> store,
          const aha_account_options &options = aha_account_options_init())
      : Account(hosted(client, provider, std::move(store), options)) {}

  /// The URL to open in a browser; empty without a pending sign-in.
  std::string url() const { return text(AHA_ACCOUNT_URL); }

private:
  using Host = detail::Host<TokenStore>;

  static aha_store_callbacks callbacks() {
    aha_store_callbacks made = aha_store_callbacks_init();
    made.load = [](void *data, const char *of, const char *name, void *bytes,
                   std::size_t capacity) -> std::int64_t {
      return Host::of(data).guard(std::int64_t{-1}, [&](TokenStore &store) {
        const auto token = store.load(of, name);
        if (token && token->size() <= capacity && !token->empty())
          std::memcpy(bytes, token->data(), token->size());
        return token ? static_cast<std::int64_t>(token->size()) : 0;
      });
    };
    made.save = [](void *data, const char *of, const char *name, const void *bytes,
                   std::size_t size) -> std::int32_t {
      return Host::of(data).guard(std::int32_t{-1}, [&](TokenStore &store) {
        store.save(of, name, std::string(static_cast<const char *>(bytes), size));
        return 0;
      });
    };
    made.forget = [](void *data, const char *of, const char *name) -> std::int32_t {
      return Host::of(data).guard(std::int32_t{-1}, [&](TokenStore &store) {
        store.forget(of, name);
        return 0;
      });
    };
    return made;
  }

  // The call transfers ownership of the store: libaha destroys it, also if the call fails.
  static Account hosted(const Client &client, const aha_provider &provider,
                        std::unique_ptr<TokenStore> store, aha_account_options options) {
    const aha_store_callbacks functions = callbacks();
    const auto thrown = std::make_shared<detail::Thrown>();
    options.store = AHA_STORE_HOST;
    options.callbacks = &functions;
    options.user_data = new Host{std::move(store), thrown};
    options.destroy = Host::destroy;
    return detail::hosted([&] { return open(client, provider, options); }, thrown);
  }
};

} // namespace aha

#endif // AHA_ACCOUNT_HPP
