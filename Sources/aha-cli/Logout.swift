import CAha

let logoutVerb = Verb(
  name: "logout", synopsis: "PROVIDER[/NAME]",
  summary: "Sign out: revoke the token at the service, and forget it",
  details: """
    It is forgotten whatever the service says; when that did not revoke it, the
    exit code says so. What is remembered of the provider stays.
    """,
  ownOptions: [], run: runLogout)

@Sendable
private func runLogout(_ arguments: Arguments, _ console: Console) throws(Failure) {
  guard arguments.operands.count == 1 else { throw logoutVerb.usage("logout needs one account") }
  let name = try AccountName(arguments.operands[0], for: logoutVerb)
  let settings = try ProviderSettings(of: name)
  let online = try Online(settings.value("ca-file"))
  let account = try online.account(name, settings)
  guard account.isSignedIn else {
    throw Failure(
      exit: .network, result: aha_result(AHA_ERROR_NOT_SIGNED_IN),
      message: name.text + ": nobody is signed in")
  }
  var pointer: OpaquePointer?
  let about = Bytes(name.text.utf8)
  let started = aha_account_sign_out(account.pointer, &pointer)
  let job = try Handle(pointer, aha_job_release, started, .input, about: about)
  let result = console.wait(for: job) {}
  try check(result, .input, about: about)
  console.print("signed out at " + name.text)
}

let accountsVerb = Verb(
  name: "accounts", synopsis: "", summary: "List the accounts that are signed in",
  ownOptions: [.json], run: runAccounts)

@Sendable
private func runAccounts(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if !arguments.operands.isEmpty { throw accountsVerb.usage("accounts takes no argument") }
  let online = try Online(nil)
  var count: UInt32 = 0
  try check(aha_client_get_account_count(online.pointer, &count), .input, about: [])
  for index in 0..<count {
    let provider = kept(online, index, AHA_ACCOUNT_PROVIDER)
    let name = kept(online, index, AHA_ACCOUNT_NAME)
    if console.isJSON {
      var object = JSONObject()
      object.add("provider", name: provider)
      object.add("name", name: name)
      console.print(object.text)
    } else {
      console.print(shown(provider) + (same("default", name) ? "" : "/" + shown(name)))
    }
  }
}

private func kept(_ online: Online, _ index: UInt32, _ which: Int) -> Bytes {
  copiedText {
    aha_client_copy_account(online.pointer, index, aha_account_text(which), $0, $1, $2)
  }
}
