// 07_accounts: signs in to a service with the browser, prints the user's name, and signs out.
//   c++ -std=c++17 07_accounts.cpp $(pkg-config --cflags --libs aha) -o 07_accounts
//   ./07_accounts https://service.example CLIENT_ID
#include <aha.hpp>
#include <cstdio>

int main(int count, char **arguments) {
  if (count != 3) return std::fprintf(stderr, "usage: %s URL CLIENT_ID\n", arguments[0]), 2;
  try {
    const std::string url = arguments[1];
    const aha::Provider provider = aha::Provider()
                                       .name("oauth2")
                                       .authorization_url(url + "/authorize")
                                       .token_url(url + "/token")
                                       .revocation_url(url + "/revoke")
                                       .api_url(url)
                                       .client_id(arguments[2])
                                       .redirect_url("http://127.0.0.1:0/callback");
    const aha::Client client("com.example.drums");
    const aha::Account account(client, provider);
    if (!account.info().is_signed_in) {
      const aha::Job job = account.sign_in();
      while (account.url().empty() && !job.wait_for(std::chrono::milliseconds(10))) {
      }
      std::printf("open %s\n", account.url().c_str());
      std::fflush(stdout);
      job.wait();
    }
    const aha::Request me(client, account, "GET", "/me");
    me.send();
    std::printf("%u %s\n", static_cast<unsigned>(me.status()), me.body().c_str());
    account.sign_out().wait();
    return 0;
  } catch (const aha::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
