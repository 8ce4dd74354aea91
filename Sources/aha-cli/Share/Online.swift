import CAha
import CCli

final class Online {
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter application: Whose URLs are opened, and whose drops are listed.
  init(_ caFile: Bytes?, application: Bytes = "aha".bytes) throws(Failure) {
    var options = aha_client_options_init()
    options.application_id = kept(application)
    options.user_agent = kept(Bytes(("aha/" + AHA_VERSION_TEXT).utf8))
    options.ca_file = kept(caFile)
    options.api_key = kept(environment("AHA_ALLIHOOPA_API_KEY"))
    handle = try Handle(aha_client_release, .input, about: caFile ?? []) {
      aha_client_create(&options, $0)
    }
  }

  func account(_ name: AccountName, _ settings: ProviderSettings) throws(Failure) -> OnlineAccount {
    try OnlineAccount(self, name, settings, grants: 0)
  }

  /// Makes room for further events: what they say is asked for where it is needed.
  func dropEvents() {
    var event = aha_event_init()
    while Int(aha_client_next_event(pointer, &event)) == AHA_OK {}
  }
}

final class OnlineAccount {
  let name: AccountName
  private let handle: Handle

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter grants: 0: those that the provider has.
  init(_ online: Online, _ name: AccountName, _ settings: ProviderSettings, grants: aha_grant)
    throws(Failure)
  {
    self.name = name
    var provider = aha_provider_init(kept(name.provider))
    provider.client_id = kept(settings.value("client-id"))
    provider.secret_file = kept(settings.value("client-secret-file"))
    provider.redirect_url = kept(settings.value("redirect"))
    provider.scopes = kept(settings.value("scope"))
    provider.authorization_url = kept(settings.value("authorize-url"))
    provider.token_url = kept(settings.value("token-url"))
    provider.revocation_url = kept(settings.value("revoke-url"))
    provider.api_url = kept(settings.value("api-url"))
    provider.grants = grants
    var options = aha_account_options_init()
    options.name = kept(name.name)
    handle = try Handle(aha_account_release, .input, about: name.text.bytes) {
      aha_account_open(online.pointer, &provider, &options, $0)
    }
  }

  var isSignedIn: Bool { aha_account_is_signed_in(pointer) != 0 }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_account_copy_text(pointer, aha_account_text(which), $0, $1, $2) }
  }

  var store: String {
    switch Int(aha_account_store(pointer)) {
    case AHA_STORE_SECRET_SERVICE: "keyring"
    default: "file"
    }
  }
}

/// How destinations are reached, for the verbs that send to one.
let destinationOptions = [
  Option("--user", "NAME", "at WebDAV; else AHA_WEBDAV_USER"),
  Option("--password-file", "FILE", "its password; else AHA_WEBDAV_PASSWORD"),
  Option("--endpoint", "URL", "of S3, or of a service's API"),
  Option("--region", "REGION", "of S3; else AWS_REGION, or us-east-1"),
  Option("--virtual-host", "S3 at BUCKET.HOST in place of HOST/BUCKET"),
  Option("--nextcloud", "WebDAV in chunks, or an error"),
  Option("--public-url", "URL", "where people open what is sent there"),
  Option("--chunk", "BYTES", "sent at a time; else about 8 MiB", .whole(1, 4e9)),
  Option("--license", "LICENSE", "at SoundCloud, as cc-by; else the account's"),
  Option("--genre", "TEXT", "at SoundCloud"), Option("--tags", "TAG,...", "at SoundCloud"),
  Option("--downloadable", "at SoundCloud: who listens may download"),
  Option("--acl", "ACL", "of S3, as public-read; else the bucket's"),
  Option("--ca-file", "FILE", "authorities to trust in place of the system's"),
]

/// What was said about destinations on the command line and in the environment.
struct DestinationSettings {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  var caFile: Bytes? { arguments.value("--ca-file") }

  /// Puts in what a destination of that kind takes.
  /// - Parameter address: As a journal has it, where the drop broke off; "" for a new one.
  func fill(
    _ options: inout aha_destination_options, for place: DestinationWord.Place, at address: Bytes
  ) {
    options.chunk_bytes = arguments.whole("--chunk")
    options.public_url = kept(arguments.value("--public-url"))
    switch place {
    case .folder: break
    case .webdav: fillWebDAV(&options)
    case .s3(let bucket, let prefix):
      options.bucket = kept(bucket)
      options.prefix = prefix.isEmpty ? nil : kept(prefix)
      fillS3(&options, bucket, address)
    case .account:
      options.url = kept(arguments.value("--endpoint"))
      fillSoundCloud(&options)
    }
  }

  private func fillSoundCloud(_ options: inout aha_destination_options) {
    options.license = kept(arguments.value("--license"))
    options.genre = kept(arguments.value("--genre"))
    options.tags = kept(arguments.value("--tags"))
    options.is_downloadable = arguments.flag("--downloadable")
  }

  private func fillWebDAV(_ options: inout aha_destination_options) {
    options.user = kept(said("--user", "AHA_WEBDAV_USER"))
    options.password_file = kept(arguments.value("--password-file"))
    if options.password_file == nil { options.password = kept(environment("AHA_WEBDAV_PASSWORD")) }
    if arguments.has("--nextcloud") { options.webdav = UInt32(AHA_WEBDAV_NEXTCLOUD) }
  }

  private func fillS3(_ options: inout aha_destination_options, _ bucket: Bytes, _ address: Bytes) {
    let journal = S3Endpoint(address, bucket)
    let said = said("--endpoint", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
    options.url = kept(said ?? journal?.url)
    options.region = kept(self.said("--region", "AWS_REGION", "AWS_DEFAULT_REGION"))
    options.user = kept(environment("AWS_ACCESS_KEY_ID"))
    options.password = kept(environment("AWS_SECRET_ACCESS_KEY"))
    options.session_token = kept(environment("AWS_SESSION_TOKEN"))
    options.acl = kept(arguments.value("--acl"))
    let isVirtual = arguments.has("--virtual-host") || journal?.isVirtual == true
    options.uses_virtual_host = isVirtual ? 1 : 0
  }

  /// What an option says, or the first of the variables that is set.
  private func said(_ option: String, _ variables: String...) -> Bytes? {
    if let value = arguments.value(option) { return value }
    for name in variables { if let value = environment(name) { return value } }
    return nil
  }
}

/// Errors: the keys for S3 are not in the environment.
private func requireKeys() throws(Failure) {
  let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter { environment($0) == nil }
  if names.isEmpty { return }
  throw .usage("S3 needs keys: " + joined(names, " and ") + " not set in the environment")
}

/// What the address of a bucket says of its endpoint: HOST/BUCKET/KEY or BUCKET.HOST/KEY.
struct S3Endpoint {
  let url: Bytes
  let isVirtual: Bool

  /// nil for what is no such address.
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

/// A variable of the environment; nil where it is not set, or empty.
func environment(_ name: String) -> Bytes? {
  cli_environment(name).map { bytes(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

final class OnlineDestination {
  let word: DestinationWord
  private let handle: Handle
  private let account: OnlineAccount?

  var pointer: OpaquePointer { handle.pointer }

  /// - Parameter address: As a journal has it; "" for a new one.
  init(
    _ word: DestinationWord, _ settings: DestinationSettings, _ online: Online,
    at address: Bytes = []
  ) throws(Failure) {
    self.word = word
    if case .s3 = word.place { try requireKeys() }
    var options = aha_destination_options_init()
    settings.fill(&options, for: word.place, at: address)
    if case .account(let name) = word.place {
      let kept = try ProviderSettings(of: name)
      account = try online.account(name, kept)
      options.account = account?.pointer
    } else {
      account = nil
    }
    if let address = word.address { options.url = kept(address) }
    // A longer name has to be the address.
    options.name = word.text.count <= 100 ? kept(word.text) : nil
    let side = word.kind == aha_destination_kind(AHA_DESTINATION_FOLDER) ? Side.output : .input
    handle = try Handle(aha_destination_release, side, about: word.text) {
      aha_destination_create(online.pointer, word.kind, &options, $0)
    }
  }

  var info: aha_destination_info {
    filled(aha_destination_info_init()) { aha_destination_get_info(pointer, &$0) }
  }

  /// Asks the service whether a drop would be taken. Errors: it would not.
  func ask(_ console: Console) throws(Failure) {
    try console.run(.output, about: word.text) { aha_destination_check(pointer, $0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_destination_copy_text(pointer, aha_destination_text(which), $0, $1, $2) }
  }
}

extension DestinationWord {
  /// Where it is, for those whose word says so.
  fileprivate var address: Bytes? {
    switch place {
    case .folder, .webdav: text
    case .s3, .account: nil
    }
  }
}
