// aha/account.hpp: being signed in somewhere; and a host's own place for tokens.
#ifndef AHA_ACCOUNT_HPP
#define AHA_ACCOUNT_HPP

#include "calls.hpp"
#include "client.hpp"
#include "job.hpp"

#include <cstring>
#include <memory>
#include <optional>
#include <string>

namespace aha {

/// A host's own place for tokens; see aha_store_callbacks. An exception counts as a failure.
class TokenStore {
public:
  virtual ~TokenStore() = default;
  /// What was saved; nothing when there is nothing.
  virtual std::optional<std::string> load(const std::string &provider, const std::string &name) = 0;
  virtual void save(const std::string &provider, const std::string &name,
                    const std::string &token) = 0;
  virtual void forget(const std::string &provider, const std::string &name) = 0;
};

class Account : public Handle<aha_account, aha_account_retain, aha_account_release>,
                public AccountCalls<Account> {
public:
  explicit Account(aha_account *owned) noexcept : Handle(owned) {}

  /// Opens an account, whose token is in a file.
  Account(const Client &client, const aha_provider &provider)
      : Account(client, provider, aha_account_options_init()) {}

  Account(const Client &client, const aha_provider &provider, const aha_account_options &options)
      : Account(opened(client, provider, options)) {}

  /// Opens an account whose token the host keeps; the store lives as long as it is used.
  Account(const Client &client, const aha_provider &provider, std::unique_ptr<TokenStore> store,
          aha_account_options options = aha_account_options_init())
      : Account(hosted(client, provider, std::move(store), options)) {}

  bool is_signed_in() const noexcept { return aha_account_is_signed_in(get()) != 0; }

  /// Begins to sign in: open url() in a browser, and wait for the job.
  Job sign_in(const aha_sign_in_options &options = aha_sign_in_options_init()) const {
    aha_job *job = nullptr;
    check(aha_account_sign_in(get(), &options, &job));
    return Job(job);
  }

  /// Gets a new token.
  Job refresh() const {
    aha_job *job = nullptr;
    check(aha_account_refresh(get(), &job));
    return Job(job);
  }

  /// Revokes the token, and forgets it.
  Job sign_out() const {
    aha_job *job = nullptr;
    check(aha_account_sign_out(get(), &job));
    return Job(job);
  }

  /// The URL to open in a browser; empty when no sign-in waits.
  std::string url() const { return text(AHA_ACCOUNT_URL); }

private:
  static aha_account *opened(const Client &client, const aha_provider &provider,
                             const aha_account_options &options) {
    aha_account *account = nullptr;
    check(aha_account_open(client.get(), &provider, &options, &account));
    return account;
  }

  // The store is handed over with the call: libaha destroys it, also when the call fails.
  static aha_account *hosted(const Client &client, const aha_provider &provider,
                             std::unique_ptr<TokenStore> store, aha_account_options options) {
    aha_store_callbacks callbacks = aha_store_callbacks_init();
    callbacks.load = [](void *data, const char *of, const char *name, void *bytes,
                        std::size_t capacity) -> std::int64_t {
      return detail::guarded(std::int64_t{-1}, [&] {
        const auto token = static_cast<TokenStore *>(data)->load(of, name);
        if (token && token->size() <= capacity && !token->empty())
          std::memcpy(bytes, token->data(), token->size());
        return token ? static_cast<std::int64_t>(token->size()) : 0;
      });
    };
    callbacks.save = [](void *data, const char *of, const char *name, const void *bytes,
                        std::size_t size) -> std::int32_t {
      return detail::guarded(std::int32_t{-1}, [&] {
        const std::string token(static_cast<const char *>(bytes), size);
        static_cast<TokenStore *>(data)->save(of, name, token);
        return 0;
      });
    };
    callbacks.forget = [](void *data, const char *of, const char *name) -> std::int32_t {
      return detail::guarded(std::int32_t{-1}, [&] {
        static_cast<TokenStore *>(data)->forget(of, name);
        return 0;
      });
    };
    options.store = AHA_STORE_HOST;
    options.callbacks = &callbacks;
    options.user_data = store.release();
    options.destroy = [](void *data) { delete static_cast<TokenStore *>(data); };
    return opened(client, provider, options);
  }
};

} // namespace aha

#endif // AHA_ACCOUNT_HPP
