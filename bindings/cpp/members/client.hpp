// Members of aha::Client; scripts/generate puts them into its class.

  explicit Client(const std::string &application_id)
      : Client(ClientOptions().application_id(application_id)) {}

  /// Provider and name of each account with a stored token.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> accounts() const {
    return detail::listed(account_saved_count(), [this](auto i) {
      return std::pair(account_saved(i, AHA_ACCOUNT_PROVIDER), account_saved(i, AHA_ACCOUNT_NAME));
    });
  }
