// aha/client.hpp: the identity of an application at services.
#include "../aha.hpp"

#ifndef AHA_CLIENT_HPP
#define AHA_CLIENT_HPP

#include <string>
#include <utility>
#include <vector>

namespace aha {

class Client : public ClientCalls {
public:
  using ClientCalls::ClientCalls;
  explicit Client(const std::string &application_id)
      : Client(ClientOptions().application_id(application_id)) {}

  /// Provider and name of each account with a stored token.
  std::vector<std::pair<std::string, std::string>> accounts() const {
    return detail::listed(account_saved_count(), [this](auto i) {
      return std::make_pair(
          account_saved(i, AHA_ACCOUNT_PROVIDER), account_saved(i, AHA_ACCOUNT_NAME));
    });
  }
};

} // namespace aha

#endif // AHA_CLIENT_HPP
