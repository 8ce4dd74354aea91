/// Options of all kinds; each kind reads its own.
struct DestinationSettings {
  var name: UnsafePointer<CChar>?
  var publicURL: UnsafePointer<CChar>?
  var chunkBytes: UInt64 = 0
  var feed: UnsafePointer<CChar>?
  /// URL of a service's API.
  var url: UnsafePointer<CChar>?
  var webdav = aha_webdav_options_init()
  var s3 = aha_s3_options_init()
  var soundcloud = aha_soundcloud_options_init()
}

private typealias DestinationSetting = Setting<DestinationSettings>

private let destinationSettings = [
  DestinationSetting("--user NAME", "at WebDAV; else AHA_WEBDAV_USER") { $0.webdav.user = $1.c },
  DestinationSetting(
    "--password-file FILE", "its first line is the password; else AHA_WEBDAV_PASSWORD"
  ) {
    $0.webdav.password_file = $1.c
  },
  DestinationSetting("--nextcloud", "WebDAV in chunks, or an error") { (all, _) in
    all.webdav.style = UInt32(AHA_WEBDAV_NEXTCLOUD)
  },
  DestinationSetting("--endpoint URL", "of S3, or of a service's API") {
    ($0.s3.endpoint, $0.url) = ($1.c, $1.c)
  },
  DestinationSetting("--region REGION", "of S3; else AWS_REGION, or us-east-1") {
    $0.s3.region = $1.c
  },
  DestinationSetting("--virtual-host", "S3 at BUCKET.HOST in place of HOST/BUCKET") {
    $0.s3.use_virtual_host = $1.whole()
  },
  DestinationSetting("--profile NAME", "S3 keys of ~/.aws/credentials; else AWS_PROFILE") {
    $0.s3.profile = $1.c
  },
  DestinationSetting("--storage-class CLASS", "of S3, as STANDARD_IA; else the bucket's") {
    $0.s3.storage_class = $1.c
  },
  DestinationSetting("--encryption NAME", "of S3: AES256, aws:kms or aws:kms:dsse") {
    $0.s3.encryption = $1.c
  },
  DestinationSetting("--kms-key ID", "of S3, for aws:kms") { $0.s3.kms_key_id = $1.c },
  DestinationSetting("--checksum NAME", "sha256 or crc64nvme: S3 keeps it, as locks need") {
    $0.s3.checksum = $1.c
  },
  DestinationSetting("--acl ACL", "of S3, as public-read; else the bucket's") {
    $0.s3.acl = $1.c
  },
  DestinationSetting("--license LICENSE", "at SoundCloud, as cc-by; else the account's") {
    $0.soundcloud.license = $1.c
  },
  DestinationSetting("--genre TEXT", "at SoundCloud") { $0.soundcloud.genre = $1.c },
  DestinationSetting("--tags TAG,...", "at SoundCloud, besides key and tempo") {
    $0.soundcloud.tags = $1.c
  },
  DestinationSetting("--downloadable", "at SoundCloud: listeners may download") {
    $0.soundcloud.allow_download = $1.whole()
  },
  DestinationSetting("--public-url URL", "public URL in front of the drops' folders") {
    $0.publicURL = $1.c
  },
  DestinationSetting("--feed FILE", "of folder, WebDAV and S3: write feed.xml of this podcast") {
    (all, value) throws(Failure) in
    all.feed = permanent(try wholePath(value.text))
  },
  DestinationSetting("--chunk BYTES", "size of a chunk; else about 8 MiB", kind: .whole(1, 4e9)) {
    $0.chunkBytes = $1.whole()
  },
]

/// A service whose destinations are accounts.
struct Service: Sendable {
  let name: String
  let create:
    @Sendable (
      DestinationSettings, _ client: OpaquePointer, _ account: OpaquePointer?,
      UnsafeMutablePointer<OpaquePointer?>
    ) -> aha_result
}

let services = [
  Service(name: "dropbox") { (all, client, account, out) in
    var options = aha_dropbox_options_init()
    (options.name, options.url, options.chunk_bytes) = (all.name, all.url, all.chunkBytes)
    return aha_destination_create_dropbox(client, account, &options, out)
  },
  Service(name: "soundcloud") { (all, client, account, out) in
    var options = all.soundcloud
    (options.name, options.url) = (all.name, all.url)
    return aha_destination_create_soundcloud(client, account, &options, out)
  },
  Service(name: "allihoopa") { (all, client, account, out) in
    var options = aha_allihoopa_options_init()
    (options.name, options.url) = (all.name, all.url)
    return aha_destination_create_allihoopa(client, account, &options, out)
  },
]

/// Of `aha destinations add`, and of a destination without a saved name.
let destinationOptions = options(of: destinationSettings)

final class OnlineDestination: Handle {
  /// The saved name, or the word for it.
  let title: Bytes
  private let account: OnlineAccount?

  /// A saved destination, or one that the word and the options describe.
  /// - Parameter address: As a journal has it; "" for a new one.
  convenience init(
    named word: DestinationWord, arguments: Arguments, online: Online, at address: Bytes = []
  ) throws(Failure) {
    guard let name = word.name, try online.hasSaved(name) else {
      try word.refuseNearlySaved(in: online)
      try self.init(new: word, arguments: arguments, online: online, at: address)
      return
    }
    // A drop of the journal, and the list of all destinations, have options for other ones.
    if address.isEmpty, !arguments.operands.isEmpty { try arguments.refuseOneOff(for: name) }
    try self.init(saved: name, on: online)
  }

  init(saved name: Bytes, on online: Online) throws(Failure) {
    (title, account) = (name, nil)
    try super.init(.input, about: name) {
      aha_destination_find(online.pointer, name.c, $0)
    }
  }

  /// - Parameter name: nil: the word.
  init(
    new word: DestinationWord, arguments: Arguments, online: Online, at address: Bytes = [],
    named name: Bytes? = nil
  ) throws(Failure) {
    title = name ?? word.text
    var account: OnlineAccount?
    if case .account(_, let name) = word.target {
      account = try OnlineAccount(online, name: name, settings: ProviderSettings(of: name))
    }
    self.account = account
    var all = DestinationSettings()
    if case .s3(let bucket, _) = word.target {
      try all.s3.fill(
        S3Endpoint(address, bucket: bucket), hasProfile: arguments.has("--profile"))
    }
    // A name over 100 bytes is refused: the library then uses the address.
    all.name = word.text.count <= 100 ? permanent(word.text) : nil
    if let name { all.name = permanent(name) }
    let settings = try arguments.read(destinationSettings, into: all)
    var side = Side.input
    if case .folder = word.target { side = .output }
    try super.init(side, about: title) {
      settings.create(word, client: online.pointer, account: account?.pointer, out: $0)
    }
  }

  /// As in AHA_DROP_KIND.
  var kind: String {
    let names = ["unknown", "folder", "webdav", "s3"] + services.map { $0.name } + ["host"]
    return word(names, at: info.kind)
  }

  var info: aha_destination_info {
    filled(aha_destination_info_init()) { aha_destination_get_info(pointer, &$0) }
  }

  func text(_ which: Int) -> Bytes {
    copiedText { aha_destination_copy_text(pointer, aha_destination_text(which), $0, $1, $2) }
  }
}

extension DestinationSettings {
  fileprivate func create(
    _ word: DestinationWord, client: OpaquePointer, account: OpaquePointer?,
    out: UnsafeMutablePointer<OpaquePointer?>
  ) -> aha_result {
    switch word.target {
    case .folder:
      var options = aha_folder_options_init()
      (options.name, options.public_url, options.chunk_bytes) = (name, publicURL, chunkBytes)
      options.feed = feed
      return aha_destination_create_folder(client, permanent(word.text), &options, out)
    case .webdav:
      var options = webdav
      (options.name, options.public_url, options.chunk_bytes) = (name, publicURL, chunkBytes)
      options.feed = feed
      if options.user == nil { options.user = permanent(environment("AHA_WEBDAV_USER")) }
      if options.password_file == nil {
        options.password = permanent(environment("AHA_WEBDAV_PASSWORD"))
      }
      return aha_destination_create_webdav(client, permanent(word.text), &options, out)
    case .s3(let bucket, let prefix):
      var options = s3
      (options.name, options.public_url, options.chunk_bytes) = (name, publicURL, chunkBytes)
      options.feed = feed
      options.prefix = prefix.isEmpty ? nil : permanent(prefix)
      return aha_destination_create_s3(client, permanent(bucket), &options, out)
    case .account(let service, _):
      return service.create(self, client, account, out)
    }
  }
}

extension aha_s3_options {
  /// Sets the defaults from the environment and from a journal's address.
  /// Errors: the environment has no keys.
  fileprivate mutating func fill(_ journal: S3Endpoint?, hasProfile: Bool) throws(Failure) {
    let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].filter { environment($0) == nil }
    // As in Amazon's tools: a named profile, else keys of the environment, else its profile.
    if !names.isEmpty { profile = permanent(environment("AWS_PROFILE")) }
    if !names.isEmpty, profile == nil, !hasProfile {
      throw .usage(
        "S3 needs keys: " + joined(names, by: " and ")
          + " not set in the environment, and neither is AWS_PROFILE")
    }
    let url = environment("AWS_ENDPOINT_URL_S3") ?? environment("AWS_ENDPOINT_URL")
    endpoint = permanent(url ?? journal?.url)
    region = permanent(environment("AWS_REGION") ?? environment("AWS_DEFAULT_REGION"))
    if names.isEmpty, !hasProfile {
      key_id = permanent(environment("AWS_ACCESS_KEY_ID"))
      secret = permanent(environment("AWS_SECRET_ACCESS_KEY"))
      session_token = permanent(environment("AWS_SESSION_TOKEN"))
    }
    use_virtual_host = journal?.isVirtual == true ? 1 : 0
  }
}

/// The endpoint in the address of a bucket: HOST/PATH/BUCKET/KEY or BUCKET.HOST/KEY.
private struct S3Endpoint {
  let url: Bytes
  let isVirtual: Bool

  /// nil if the address has another form.
  init?(_ address: Bytes, bucket: Bytes) {
    let scheme = address.prefix { $0 != 0x2f } + "//".array
    guard address.starts(with: scheme), scheme.count > 3 else { return nil }
    let rest = address.dropFirst(scheme.count)
    let host = rest.prefix { $0 != 0x2f }
    let inFront = bucket + [0x2e]
    isVirtual = host.starts(with: inFront)
    if isVirtual {
      url = Bytes(scheme) + host.dropFirst(inFront.count)
      return
    }
    // The bucket is the first part of the path with its name.
    let path = Bytes(rest.dropFirst(host.count)) + [0x2f]
    let part = [0x2f] + bucket + [0x2f]
    guard let start = path.indices.first(where: { path[$0...].starts(with: part) }) else {
      return nil
    }
    url = Bytes(scheme) + host + path[..<start]
  }
}
