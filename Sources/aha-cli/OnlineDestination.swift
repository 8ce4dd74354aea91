import CAha
import CCli

/// How destinations are reached, for the verbs that send to one.
let destinationOptions = [
  Option(name: "--user", value: "NAME", help: "at WebDAV; else AHA_WEBDAV_USER"),
  Option(name: "--password-file", value: "FILE", help: "its password; else AHA_WEBDAV_PASSWORD"),
  Option(name: "--endpoint", value: "URL", help: "of S3, or of a service's API"),
  Option(name: "--region", value: "REGION", help: "of S3; else AWS_REGION, or us-east-1"),
  Option(name: "--virtual-host", help: "S3 at BUCKET.HOST in place of HOST/BUCKET"),
  Option(name: "--nextcloud", help: "WebDAV in chunks, or an error"),
  Option(name: "--public-url", value: "URL", help: "where people open what is sent there"),
  Option(name: "--chunk", value: "BYTES", help: "sent at a time; else about 8 MiB"),
  Option(name: "--license", value: "LICENSE", help: "at SoundCloud, as cc-by; else the account's"),
  Option(name: "--genre", value: "TEXT", help: "at SoundCloud"),
  Option(name: "--tags", value: "TAG,...", help: "at SoundCloud"),
  Option(name: "--downloadable", help: "at SoundCloud: who listens may download"),
  Option(name: "--acl", value: "ACL", help: "of S3, as public-read; else the bucket's"),
  Option(name: "--ca-file", value: "FILE", help: "authorities to trust in place of the system's"),
]

/// What was said about destinations on the command line and in the environment.
struct DestinationSettings {
  private let arguments: Arguments
  private let chunk: UInt64

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    let quantity = Quantity(name: "--chunk", lowest: 1, highest: 4e9, isWhole: true)
    chunk = UInt64(try arguments.number(quantity.name, quantity) ?? 0)
  }

  var caFile: Bytes? { arguments.value("--ca-file") }

  /// Puts in what a destination of that kind takes.
  /// - Parameter address: As a journal has it, where the drop broke off; "" for a new one.
  func fill(
    _ options: inout aha_destination_options, for place: DestinationWord.Place, at address: Bytes,
    _ texts: CTexts
  ) {
    options.chunk_bytes = chunk
    options.public_url = texts.keep(arguments.value("--public-url"))
    switch place {
    case .folder: break
    case .webdav: fillWebDAV(&options, texts)
    case .s3(let bucket, let prefix):
      options.bucket = texts.keep(bucket)
      options.prefix = prefix.isEmpty ? nil : texts.keep(prefix)
      fillS3(&options, bucket, address, texts)
    case .account:
      options.url = texts.keep(arguments.value("--endpoint"))
      fillSoundCloud(&options, texts)
    }
  }

  private func fillSoundCloud(_ options: inout aha_destination_options, _ texts: CTexts) {
    options.license = texts.keep(arguments.value("--license"))
    options.genre = texts.keep(arguments.value("--genre"))
    options.tags = texts.keep(arguments.value("--tags"))
    options.is_downloadable = arguments.has("--downloadable") ? 1 : 0
  }

  private func fillWebDAV(_ options: inout aha_destination_options, _ texts: CTexts) {
    options.user = texts.keep(said("--user", "AHA_WEBDAV_USER"))
    options.password_file = texts.keep(arguments.value("--password-file"))
    if options.password_file == nil {
      options.password = texts.keep(environment("AHA_WEBDAV_PASSWORD"))
    }
    if arguments.has("--nextcloud") { options.webdav = UInt32(AHA_WEBDAV_NEXTCLOUD) }
  }

  private func fillS3(
    _ options: inout aha_destination_options, _ bucket: Bytes, _ address: Bytes, _ texts: CTexts
  ) {
    let kept = S3Endpoint(address, bucket)
    let said = said("--endpoint", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
    options.url = texts.keep(said ?? kept?.url)
    options.region = texts.keep(self.said("--region", "AWS_REGION", "AWS_DEFAULT_REGION"))
    options.user = texts.keep(environment("AWS_ACCESS_KEY_ID"))
    options.password = texts.keep(environment("AWS_SECRET_ACCESS_KEY"))
    options.session_token = texts.keep(environment("AWS_SESSION_TOKEN"))
    options.acl = texts.keep(arguments.value("--acl"))
    let isVirtual = arguments.has("--virtual-host") || kept?.isVirtual == true
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
    let scheme = address.prefix { $0 != 0x2f } + Bytes("//".utf8)
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
  let value = withCString(Bytes(name.utf8)) { cli_environment($0).map { bytes(of: $0) } }
  return value.map { $0.isEmpty } == false ? value : nil
}

/// A destination of the library.
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
    let texts = CTexts()
    var options = aha_destination_options_init()
    settings.fill(&options, for: word.place, at: address, texts)
    if case .account(let name) = word.place {
      let kept = try ProviderSettings(of: name)
      account = try online.account(name, kept)
      options.account = account?.pointer
    } else {
      account = nil
    }
    if let address = word.address { options.url = texts.keep(address) }
    // A longer name has to be the address.
    options.name = word.text.count <= 100 ? texts.keep(word.text) : nil
    var pointer: OpaquePointer?
    let result = aha_destination_create(online.pointer, word.kind, &options, &pointer)
    let side = word.kind == aha_destination_kind(AHA_DESTINATION_FOLDER) ? Side.output : .input
    handle = try Handle(pointer, aha_destination_release, result, side, about: word.text)
    withExtendedLifetime(texts) {}
  }

  var info: aha_destination_info {
    var info = aha_destination_info_init()
    _ = aha_destination_get_info(pointer, &info)
    return info
  }

  /// Asks the service whether a drop would be taken. Errors: it would not.
  func ask(_ console: Console) throws(Failure) {
    var work: OpaquePointer?
    let started = aha_destination_check(pointer, &work)
    let job = try Handle(work, aha_job_release, started, .output, about: word.text)
    let result = console.wait(for: job) {}
    try console.refuseInterrupted("interrupted")
    try check(result, .output, about: word.text)
  }

  /// - Parameter which: AHA_DESTINATION_NAME …
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
