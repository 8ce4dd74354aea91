// Members of aha::Account; scripts/generate puts them into its class.

  /// Opens an account whose token the host stores; libaha keeps the store alive while it is used.
  Account(const Client &client, const aha_provider &provider, std::unique_ptr<TokenStore> store,
          aha_account_options options = aha_account_options_init())
      : Account(detail::hosted(std::move(store), [&](detail::Host<TokenStore> *host) {
          const aha_store_callbacks functions = detail::store_callbacks();
          options.store = AHA_STORE_HOST;
          options.callbacks = &functions;
          options.user_data = host;
          options.destroy = detail::destroy<detail::Host<TokenStore>>;
          return open(client, provider, options);
        })) {}
