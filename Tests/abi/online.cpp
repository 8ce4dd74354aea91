// Accounts and requests in C++. Arguments: URL of Tests/servers/oauth_server.py and a folder.
#include "hosts.hpp"

#include <fstream>
#include <iterator>
#include <map>

// Stored tokens; they outlive the store.
static std::map<std::string, std::string> kept;
static int stores;

class Kept : public aha::TokenStore {
public:
  Kept() { stores++; }
  ~Kept() override { stores--; }
  std::optional<std::string> load(const std::string &provider, const std::string &name) override {
    const auto found = kept.find(provider + "/" + name);
    return found == kept.end() ? std::optional<std::string>() : found->second;
  }
  void save(const std::string &provider, const std::string &name,
            const std::string &token) override {
    kept[provider + "/" + name] = token;
  }
  void forget(const std::string &provider, const std::string &name) override {
    kept.erase(provider + "/" + name);
  }
};

class LockedStore : public aha::TokenStore {
  std::optional<std::string> load(const std::string &, const std::string &) override { return {}; }
  void save(const std::string &, const std::string &, const std::string &) override {
    throw std::runtime_error("the keyring is locked");
  }
  void forget(const std::string &, const std::string &) override {}
};

class UnreadableBytes : public aha::Bytes {
  std::int64_t read(void *, std::int64_t) override { throw std::runtime_error("the disk is gone"); }
  std::int64_t seek(std::int64_t offset) override { return offset; }
  std::int64_t length() override { return 5; }
};

// Whether the job fails with the text of a host's exception in its line.
static bool fails_with(const aha::Job &job, const std::string &text) {
  try {
    job.wait();
  } catch (const aha::Error &error) {
    return error.line().find(text) != std::string::npos;
  }
  return false;
}

static aha_result code_of(const aha::Job &job) {
  try {
    job.wait();
    return AHA_OK;
  } catch (const aha::Error &error) {
    return error.code();
  }
}

static void sign_in(const aha::Account &account, const char *password, aha_result expected) {
  const auto options =
      aha::SignInOptions().grant(AHA_GRANT_PASSWORD).user("alice").password(password);
  CHECK(code_of(account.sign_in(options)) == expected);
}

static void send_some(const aha::Client &client, const aha::Account &account,
                      const std::string &folder) {
  const aha::Request me(client, account, "GET", "/me");
  CHECK(me.status() == 0);
  me.send();
  CHECK(me.status() == 200 && me.body().find("\"alice\"") != std::string::npos);
  CHECK(me.header("content-type") && !me.header("X-None") && me.progress().tries == 1);

  int context = 7;
  aha_request_options options = aha_request_options_init();
  options.context = &context;
  const aha::Request echo(client, account, "PUT", "/echo", options);
  echo.set_header("X-Own", "mine");
  echo.set_body(aha::Stream("hello", 5), "text/plain");
  echo.send();
  CHECK(echo.context() == &context && echo.body().find("\"hello\"") != std::string::npos);

  const aha::Request unreadable(client, account, "PUT", "/echo");
  unreadable.set_body(aha::Stream(std::make_unique<UnreadableBytes>()));
  CHECK(fails_with(unreadable.start(), "the disk is gone"));
  const aha::Request part_of_form(client, account, "POST", "/tracks");
  part_of_form.add_file("track[asset_data]", aha::Stream(std::make_unique<UnreadableBytes>()),
                        "rain.wav", "audio/wav");
  CHECK(fails_with(part_of_form.start(), "the disk is gone"));

  const aha::Request track(client, account, "POST", "/tracks");
  track.add_parameter("track[title]", "Rain");
  track.add_file("track[asset_data]", aha::Stream("RIFF", 4), "rain.wav", "audio/wav");
  track.send();
  CHECK(track.status() == 201);

  const aha::Stream sink;
  const aha::Request part(client, account, "GET", "/audio");
  part.set_range(0, 3);
  part.set_sink(sink);
  part.send();
  CHECK(sink.bytes() == (std::vector<std::uint8_t>{'R', 'I', 'F', 'F'}));

  const std::string path = folder + ".part";
  const aha::Request file(client, account, "GET", "/audio");
  file.set_range(0, 3);
  file.set_reply_file(path);
  file.send();
  std::ifstream arrived(path, std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(arrived), {}) == "RIFF");

  const auto header = aha::Request(client, account, "GET", "/me").sign();
  CHECK(header.first == "Authorization" && header.second.rfind("Bearer ", 0) == 0);
  CHECK(code_of(aha::Request(client, account, "GET", "/nothing").start()) == AHA_ERROR_HTTP);

  const aha::Engine engine;
  const aha::Sound sound(engine, aha::open_remote(client, "/audio", &account));
  CHECK(sound.length_frames() == 480000);
}

int main(int, char **arguments) {
  const std::string url = arguments[1], token = url + "/token", revoke = url + "/revoke",
                    authorize = url + "/authorize";
  aha_client_options options = aha_client_options_init();
  options.application_id = "tests";
  options.state_folder = arguments[2];
  aha_provider provider = aha_provider_init("oauth2");
  provider.authorization_url = authorize.c_str();
  provider.token_url = token.c_str();
  provider.revocation_url = revoke.c_str();
  provider.api_url = url.c_str();
  provider.client_id = "confidential";
  provider.client_secret = "confidential-secret";
  provider.redirect_url = "http://127.0.0.1:0/callback";
  provider.grants = AHA_GRANT_CODE | AHA_GRANT_PASSWORD;
  {
    const aha::Client client(options);
    CHECK(!client.handle_url("ah-tests://authorize?code=1") && client.event_fd() >= 0);
    const aha::Account account(client, provider, std::make_unique<Kept>());
    CHECK(!account.info().is_signed_in && account.info().store == AHA_STORE_HOST && stores == 1);
    sign_in(account, "wrong", AHA_ERROR_REFUSED);
    sign_in(account, "wonderland", AHA_OK);
    CHECK(account.info().is_signed_in && kept.count("oauth2/default") == 1);
    send_some(client, account, arguments[2]);
    CHECK(code_of(account.refresh()) == AHA_OK && code_of(account.sign_out()) == AHA_OK);
    CHECK(!account.info().is_signed_in && kept.empty());

    const aha::Account locked(client, provider, std::make_unique<LockedStore>(),
                              aha::AccountOptions().name("locked"));
    const auto grant =
        aha::SignInOptions().grant(AHA_GRANT_PASSWORD).user("alice").password("wonderland");
    CHECK(fails_with(locked.sign_in(grant), "the keyring is locked"));

    const aha::Account filed(client, provider);
    const aha::Job browser = filed.sign_in();
    while (filed.url().empty() && !browser.wait_for(std::chrono::milliseconds(1))) continue;
    CHECK(filed.url().rfind(authorize + "?", 0) == 0);
    const std::string forged = filed.text(AHA_ACCOUNT_REDIRECT_URL) + "?code=1&state=2";
    CHECK(throws(AHA_ERROR_REFUSED, [&] { filed.enter_code(forged); }));
    browser.cancel();
    CHECK(code_of(browser) == AHA_ERROR_CANCELLED);
    sign_in(filed, "wonderland", AHA_OK);
    CHECK(client.accounts().size() == 1 && client.accounts()[0].first == "oauth2");
    bool is_told = false;
    while (const auto event = client.next_event())
      is_told = is_told || event->kind == AHA_EVENT_ACCOUNT_SIGNED_IN;
    CHECK(is_told);
  }
  CHECK(stores == 0);
  return failures != 0;
}
