final class Online: Handle {
  /// - Parameter application: Its URLs are opened, and its drops are listed.
  init(_ caFile: Bytes?, application: Bytes = "aha".bytes) throws(Failure) {
    var options = aha_client_options_init()
    options.application_id = kept(application)
    options.user_agent = kept(("aha/" + AHA_VERSION_TEXT).bytes)
    options.ca_file = kept(caFile)
    options.api_key = kept(environment("AHA_ALLIHOOPA_API_KEY"))
    try super.init(aha_client_release, .input, about: caFile ?? []) {
      aha_client_create(&options, $0)
    }
  }

  /// A client, and the account of --account.
  /// - Parameter account: The default; nil: none.
  static func with(
    _ arguments: Arguments, of verb: Verb, account: Bytes? = nil,
    application: Bytes = "aha".bytes
  ) throws(Failure) -> (Online, OnlineAccount?) {
    let caFile = arguments.value("--ca-file")
    guard let text = arguments.value("--account") ?? account else {
      return (try Online(caFile, application: application), nil)
    }
    let name = try AccountName(text, for: verb)
    let settings = try ProviderSettings(of: name)
    let online = try Online(caFile ?? settings.caFile, application: application)
    return (online, try OnlineAccount(online, name, settings))
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

  /// - Parameter grants: 0: those of the provider.
  init(_ online: Online, _ name: AccountName, _ settings: ProviderSettings, grants: aha_grant = 0)
    throws(Failure)
  {
    (self.name, self.online) = (name, online)
    var provider = aha_provider_init(kept(name.provider))
    try settings.fill(&provider)
    provider.grants = grants
    var options = aha_account_options_init()
    options.name = kept(name.name)
    try super.init(aha_account_release, .input, about: name.text.bytes) {
      aha_account_open(online.pointer, &provider, &options, $0)
    }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_account_copy_text(pointer, aha_account_text(which), $0, $1, $2) }
  }
}

private typealias DestinationSetting = Setting<aha_destination_options>

private let webdavSettings = [
  DestinationSetting("--user", "NAME", "at WebDAV; else AHA_WEBDAV_USER") { $0.user = $1.c },
  DestinationSetting("--password-file", "FILE", "its password; else AHA_WEBDAV_PASSWORD") {
    $0.password_file = $1.c
  },
  DestinationSetting("--nextcloud", "WebDAV in chunks, or an error") { (options, _) in
    options.webdav = UInt32(AHA_WEBDAV_NEXTCLOUD)
  },
]

private let endpoint = DestinationSetting("--endpoint", "URL", "of S3, or of a service's API") {
  $0.url = $1.c
}

private let s3Settings = [
  DestinationSetting("--region", "REGION", "of S3; else AWS_REGION, or us-east-1") {
    $0.region = $1.c
  },
  DestinationSetting("--virtual-host", "S3 at BUCKET.HOST in place of HOST/BUCKET") {
    $0.uses_virtual_host = $1.whole()
  },
  DestinationSetting("--acl", "ACL", "of S3, as public-read; else the bucket's") { $0.acl = $1.c },
]

private let serviceSettings = [
  DestinationSetting("--license", "LICENSE", "at SoundCloud, as cc-by; else the account's") {
    $0.license = $1.c
  },
  DestinationSetting("--genre", "TEXT", "at SoundCloud") { $0.genre = $1.c },
  DestinationSetting("--tags", "TAG,...", "at SoundCloud") { $0.tags = $1.c },
  DestinationSetting("--downloadable", "at SoundCloud: listeners may download") {
    $0.is_downloadable = $1.whole()
  },
]

private let commonSettings = [
  DestinationSetting("--public-url", "URL", "public URL of the uploaded files") {
    $0.public_url = $1.c
  },
  DestinationSetting(
    "--chunk", "BYTES", "size of a chunk; else about 8 MiB", .whole(1, 4e9)
  ) { $0.chunk_bytes = $1.whole() },
]

let destinationOptions =
  options(of: webdavSettings + [endpoint] + s3Settings + serviceSettings + commonSettings)
  + [.caFile]

final class OnlineDestination: Handle {
  let word: DestinationWord
  private let account: OnlineAccount?

  /// - Parameter address: As a journal has it; "" for a new one.
  init(
    _ word: DestinationWord, _ arguments: Arguments, _ online: Online, at address: Bytes = []
  ) throws(Failure) {
    self.word = word
    var options = try arguments.read(commonSettings, into: aha_destination_options_init())
    var account: OnlineAccount?
    var side = Side.input
    switch word.place {
    case .folder:
      side = .output
      options.url = kept(word.text)
    case .webdav:
      options.url = kept(word.text)
      options.user = kept(environment("AHA_WEBDAV_USER"))
      options = try arguments.read(webdavSettings, into: options)
      if options.password_file == nil {
        options.password = kept(environment("AHA_WEBDAV_PASSWORD"))
      }
    case .s3(let bucket, let prefix):
      options.bucket = kept(bucket)
      options.prefix = prefix.isEmpty ? nil : kept(prefix)
      try fillS3(&options, S3Endpoint(address, bucket))
      options = try arguments.read([endpoint] + s3Settings, into: options)
    case .account(let name):
      options = try arguments.read([endpoint] + serviceSettings, into: options)
      account = try OnlineAccount(online, name, ProviderSettings(of: name))
      options.account = account?.pointer
    }
    self.account = account
    // A name over 100 bytes is refused: the library then uses the address.
    options.name = word.text.count <= 100 ? kept(word.text) : nil
    try super.init(aha_destination_release, side, about: word.text) {
      aha_destination_create(online.pointer, word.kind, &options, $0)
    }
  }

  var info: aha_destination_info {
    filled(aha_destination_info_init()) { aha_destination_get_info(pointer, &$0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_destination_copy_text(pointer, aha_destination_text(which), $0, $1, $2) }
  }
}

/// Defaults from the environment and from a journal's address.
/// Errors: the environment has no keys.
private func fillS3(_ options: inout aha_destination_options, _ journal: S3Endpoint?)
  throws(Failure)
{
  let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter { environment($0) == nil }
  if !names.isEmpty {
    throw .usage("S3 needs keys: " + joined(names, " and ") + " not set in the environment")
  }
  let url = environment("AWS_ENDPOINT_URL_S3") ?? environment("AWS_ENDPOINT_URL")
  options.url = kept(url ?? journal?.url)
  options.region = kept(environment("AWS_REGION") ?? environment("AWS_DEFAULT_REGION"))
  options.user = kept(environment("AWS_ACCESS_KEY_ID"))
  options.password = kept(environment("AWS_SECRET_ACCESS_KEY"))
  options.session_token = kept(environment("AWS_SESSION_TOKEN"))
  options.uses_virtual_host = journal?.isVirtual == true ? 1 : 0
}

/// The endpoint in the address of a bucket: HOST/BUCKET/KEY or BUCKET.HOST/KEY.
private struct S3Endpoint {
  let url: Bytes
  let isVirtual: Bool

  /// nil if the address has another form.
  init?(_ address: Bytes, _ bucket: Bytes) {
    let scheme = address.prefix { $0 != 0x2f } + "//".bytes
    guard address.starts(with: scheme), scheme.count > 3 else { return nil }
    let rest = address.dropFirst(scheme.count)
    let host = rest.prefix { $0 != 0x2f }
    let inFront = bucket + [0x2e]
    isVirtual = host.starts(with: inFront)
    if !isVirtual {
      let path = rest.dropFirst(host.count + 1)
      guard path.starts(with: bucket + [0x2f]) || path.elementsEqual(bucket) else { return nil }
    }
    url = Bytes(scheme) + (isVirtual ? host.dropFirst(inFront.count) : host)
  }
}
