/// The options of everything that contacts servers.
let networkSettings: [Setting<aha_client_options>] = [
  Setting(
    "--timeout SECONDS", "max time without data in each try; else 30",
    kind: .range(0, 86_400, isAboveMin: true)
  ) {
    $0.stall_timeout_ms = UInt32(max(1, $1.number * 1000))
    // Also after the last byte of an upload.
    $0.upload_timeout_ms = $0.stall_timeout_ms
  },
  Setting("--limit-rate BYTES", "max bytes a second each way, as 500k or 2M") {
    (options, value) throws(Failure) in
    guard let bytes = parsedBytes(value.text), (1...1e12).contains(bytes) else {
      throw value.refused("not a number of bytes such as 50000, 500k or 2M")
    }
    options.max_bytes_per_second = UInt64(bytes)
  },
  Setting("--proxy URL", "for servers but this machine; else https_proxy; \"\": none") {
    $0.proxy = $1.c
  },
  Setting(.caFile) { $0.ca_file = $1.c },
  Setting("--certificate FILE", "PEM file of your certificate, for servers that ask") {
    $0.certificate_file = $1.c
  },
  Setting("--key FILE", "PEM file of its private key; else in the same file") {
    $0.key_file = $1.c
  },
  Setting("--netrc FILE", "users and passwords by host, as ~/.netrc") { $0.netrc_file = $1.c },
]

let networkOptions = options(of: networkSettings)

/// The settings of verbs whose own options have these names.
func networkSettings(without names: [String]) -> [Setting<aha_client_options>] {
  networkSettings.filter { !names.contains($0.option.name) }
}

/// Reads a count of bytes with or without a binary prefix, as in 500k. nil: not a number.
private func parsedBytes(_ text: Bytes) -> Double? {
  let power = "kmg".utf8.enumerated().first { $0.element == (text.last ?? 0) | 0x20 }?.offset
  let number = parsedNumber(power == nil ? text : Bytes(text.dropLast()))
  let count = power.map { $0 + 1 } ?? 0
  return number.map { (0..<count).reduce($0) { (product, _) in product * 1024 } }
}

final class Online: Handle {
  private var saved: [Bytes]?

  /// - Parameters:
  ///   - arguments: With values of `settings`; nil: the defaults.
  ///   - application: Its URLs are opened, and its drops are listed.
  ///   - caFile: Default of --ca-file.
  init(
    _ arguments: Arguments?, by settings: [Setting<aha_client_options>] = networkSettings,
    application: Bytes = "aha".array, caFile: Bytes? = nil
  ) throws(Failure) {
    var options = aha_client_options_init()
    options.ca_file = permanent(caFile)
    if let arguments { options = try arguments.read(settings, into: options) }
    options.application_id = permanent(application)
    options.user_agent = permanent(("aha/" + AHA_VERSION_TEXT).array)
    options.api_key = permanent(environment("AHA_ALLIHOOPA_API_KEY"))
    try super.init(.input, about: arguments?.value("--ca-file") ?? caFile ?? []) {
      aha_client_create(&options, $0)
    }
  }

  /// A client, and the account of --account.
  /// - Parameter account: The default; nil: none.
  static func with(
    _ arguments: Arguments, of verb: Verb, account: Bytes? = nil,
    application: Bytes = "aha".array
  ) throws(Failure) -> (Online, OnlineAccount?) {
    guard let text = arguments.value("--account") ?? account else {
      return (try Online(arguments, application: application), nil)
    }
    let name = try AccountName(text, for: verb)
    let settings = try ProviderSettings(of: name)
    let online = try Online(arguments, application: application, caFile: settings.caFile)
    return (online, try OnlineAccount(online, name: name, settings: settings))
  }

  /// Whether a destination of the name is saved. Errors: those of the user's file.
  func hasSaved(_ name: Bytes) throws(Failure) -> Bool { try savedNames().contains(name) }

  /// The names of the saved destinations, which are in the client's list from now on.
  /// Errors: those of the user's file.
  func savedNames() throws(Failure) -> [Bytes] {
    if let saved { return saved }
    try check(aha_destination_load_saved(pointer, nil), .input)
    let names = try (0..<aha_destination_count(pointer)).map { (index) throws(Failure) in
      let one = try Handle(.input, about: []) {
        aha_destination_at(pointer, index, $0)
      }
      return copiedText {
        aha_destination_copy_text(
          one.pointer, aha_destination_text(AHA_DESTINATION_NAME), $0, $1, $2)
      }
    }
    saved = names
    return names
  }

  /// Empties the bounded event queue; the events' state is read where it is needed.
  func dropEvents() {
    var event = aha_event_init()
    while Int(aha_client_next_event(pointer, &event)) == AHA_OK {}
  }
}

final class OnlineAccount: Handle {
  let name: AccountName
  private let online: Online

  var info: aha_account_info {
    filled(aha_account_info_init()) { aha_account_get_info(pointer, &$0) }
  }

  /// - Parameter grants: 0: those of the provider.
  init(_ online: Online, name: AccountName, settings: ProviderSettings, grants: aha_grant = 0)
    throws(Failure)
  {
    (self.name, self.online) = (name, online)
    var provider = aha_provider_init(permanent(name.provider))
    try settings.fill(&provider)
    provider.grants = grants
    var options = aha_account_options_init()
    options.name = permanent(name.name)
    do throws(Failure) {
      try super.init(.input, about: name.text.array) {
        aha_account_open(online.pointer, &provider, &options, $0)
      }
    } catch {
      let isKeyMissing =
        same("allihoopa", name.provider) && error.has(AHA_ERROR_STATE)
        && environment("AHA_ALLIHOOPA_API_KEY") == nil
      throw isKeyMissing
        ? error.with(hint: "set AHA_ALLIHOOPA_API_KEY to the application's key") : error
    }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_account_copy_text(pointer, aha_account_text(which), $0, $1, $2) }
  }
}
