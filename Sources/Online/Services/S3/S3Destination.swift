import AhaBase
import AhaDrop
import AhaJSON
import AhaNet
import AhaPage

/// An S3 bucket: each drop is a key prefix with a page.
///
/// Threads: any.
public final class S3Destination: Destination {
  public let name: String
  let bucket: S3Service
  private let podcast: Podcast?
  private let lock = Lock()
  // Invariant: read and written under `lock`. Prefixes of new drops, without an upload so far.
  private var fresh: [String] = []

  /// Errors: `invalidArgument`.
  public convenience init(name: String, settings: S3Settings) throws(AhaError) {
    try self.init(name: name, settings: settings, clock: S3Clock())
  }

  init(name: String, settings given: S3Settings, clock: S3Clock) throws(AhaError) {
    var settings = given
    settings.publicURL = try settings.publicURL.withHostInASCII()
    try settings.check()
    podcast = try Podcast(describedBy: settings.feed, at: S3Destination.publicURL(of: settings))
    settings.feed = podcast?.path.text ?? ""
    bucket = S3Service(settings: settings, clock: clock)
    self.name = name.isEmpty ? settings.bucketURL + S3Destination.encodedPrefix(of: settings) : name
  }

  public var kind: DestinationKind { .s3 }
  public var address: String {
    bucket.settings.bucketURL + S3Destination.encodedPrefix(of: bucket.settings)
  }

  public func save(to entry: JSONObject) throws(AhaError) -> SavedSecret? {
    let settings = bucket.settings
    if settings.sessionToken != nil {
      throw AhaError(.unsupported, "\(name): temporary keys expire, so they are not saved")
    }
    try settings.save(to: entry)
    return settings.secret.map { SavedSecret(secret: $0, of: address) }
  }

  static func saved(_ saved: SavedDestination) throws(AhaError) -> any Destination {
    var settings = S3Settings()
    try settings.read(from: saved.settings)
    let address = try S3Destination(name: saved.name, settings: settings).address
    settings.secret = try saved.secret(of: address)
    if settings.secret == nil { throw AhaError(.notSignedIn, "its secret key is not saved") }
    return try S3Destination(name: saved.name, settings: settings)
  }

  public var traits: DestinationTraits {
    var traits = DestinationTraits()
    (traits.isResumable, traits.hasPage, traits.chunkHash) = (true, true, .sha256)
    (traits.hasPublicLink, traits.checksLink) = (isPublic, true)
    traits.maxBytes = S3Limits.maxPart * S3Limits.maxParts
    return traits
  }

  var isPublic: Bool {
    !bucket.settings.publicURL.isEmpty || bucket.settings.acl.begins(with: "public-")
  }

  /// Public URL of the drops' folders; "" if they are private.
  private static func publicURL(of settings: S3Settings) -> String {
    if !settings.publicURL.isEmpty { return settings.publicURL.withSlash }
    return settings.acl.begins(with: "public-")
      ? settings.bucketURL + encodedPrefix(of: settings) : ""
  }

  /// Prefix of all keys, with a trailing "/" unless it is empty.
  var prefix: String { S3Destination.prefix(of: bucket.settings) }

  private static func encodedPrefix(of settings: S3Settings) -> String {
    Percent.encoded(path: prefix(of: settings))
  }

  static func prefix(of settings: S3Settings) -> String {
    var text = ""
    for part in settings.prefix.array.split(separator: UInt8(ascii: "/")) {
      text += part.text + "/"
    }
    return text
  }

  public func checkReady() throws(AhaError) {
    let settings = bucket.settings
    if settings.keyID.isEmpty || (settings.secret?.count ?? 0) == 0 {
      throw AhaError(.notSignedIn, "\(name) has no access key")
    }
  }

  /// Lists zero keys: unlike HEAD, the reply contains an error document.
  public func check(via call: DropCall) throws(AhaError) -> DestinationOwner {
    try checkReady()
    let list = bucket.message(method: "GET", key: "", query: "list-type=2&max-keys=0")
    let reply = try bucket.send(list, sending: S3Service.Sending(), via: call)
    _ = try S3ObjectList(body: reply.body, of: bucket.settings.bucketURL)
    return DestinationOwner()
  }

  // MARK: A drop

  /// S3 has no exclusive creation of folders, so the drop's id makes the location unique.
  public func makeLocation(for drop: DropPlan, via call: DropCall) throws(AhaError) -> String {
    let location = DropFolderNames.location(of: drop)
    lock.locked { fresh.append(location) }
    return location
  }

  /// Returns true, once per location, if no upload can have started there.
  private func removeFresh(_ location: String) -> Bool {
    lock.locked {
      guard let index = fresh.firstIndex(of: location) else { return false }
      fresh.remove(at: index)
      return true
    }
  }

  public func upload(
    _ asset: DropAsset, at location: String, from state: String?, via call: DropCall
  ) throws(AhaError) -> any AssetUpload {
    let key = key(of: location, name: asset.name)
    if let stored = state.flatMap({ S3UploadState(state: $0) }), stored.key.hasSameBytes(as: key),
      let upload = try S3Upload(service: bucket, asset: asset, state: stored, via: call)
    {
      return upload
    }
    return try S3Upload(
      service: bucket, asset: asset, key: key, isFirst: removeFresh(location), via: call)
  }

  public func create(
    _ drop: DropContent, at location: String, via call: DropCall
  ) throws(AhaError) -> DropReceipt {
    let folder = pageFolder(of: location)
    var url = folder + DropPage.fileName
    let signing = signing(of: location)
    if let signing { url += "?" + (try signing.query(DropPage.fileName)) }
    _ = removeFresh(location)
    for file in try drop.pageFiles(url: isPublic ? url : "", signing: signing) {
      try bucket.put(file, at: key(of: location, name: file.name), via: call)
    }
    try feed(via: call)?.add(try drop.manifest(url: url), in: location)
    return DropReceipt(
      url: url, id: "s3://\(bucket.settings.bucket)/\(key(of: location, name: ""))")
  }

  /// URL of a drop's folder, with a trailing "/".
  private func pageFolder(of location: String) -> String {
    let prefix = S3Destination.encodedPrefix(of: bucket.settings)
    let base = isPublic ? folderURL : bucket.bucketURL + prefix
    return base + Percent.encoded(path: location) + "/"
  }

  /// Links of a private drop's page; nil for a public one.
  func signing(of location: String) -> PageSigning? {
    if isPublic { return nil }
    return PageSigning(base: pageFolder(of: location)) { [self] (name) throws(AhaError) in
      try bucket.link(to: key(of: location, name: name))
    }
  }

  /// Nil without a podcast.
  func feed(via call: DropCall) -> RemoteFeed? {
    podcast.map { RemoteFeed(podcast: $0, url: folderURL, files: bucket, call: call) }
  }

  /// URL in front of the drops' folders, with a trailing "/".
  var folderURL: String {
    let given = bucket.settings.publicURL
    return given.isEmpty ? address : given.withSlash
  }

  func key(of location: String, name: String) -> String { "\(prefix)\(location)/\(name)" }

  public func discard(
    _ uploads: [StoredUpload], at location: String, via call: DropCall
  ) throws(AhaError) {
    let isNew = removeFresh(location)
    // Deletes the page first: its files are deleted next.
    for name in DropFolderNames.pages {
      try bucket.delete(key: key(of: location, name: name), via: call)
    }
    for upload in uploads {
      guard let stored = S3UploadState(state: upload.state) else { continue }
      if !stored.upload.isEmpty {
        try bucket.abort(key: stored.key, upload: stored.upload, via: call)
      }
      try bucket.delete(key: stored.key, via: call)
    }
    // Aborts multipart uploads whose id was lost.
    if !isNew { try bucket.abortAll(under: key(of: location, name: ""), via: call) }
    try feed(via: call)?.remove(in: location)
  }
}

extension S3Destination {
  /// End of the life of a presigned link, in seconds since 1970; nil for another URL.
  ///
  /// Source: "Authenticating Requests: Using Query Parameters", Amazon S3 API Reference.
  static func expiry(of url: URLParts) -> Int64? {
    guard
      let start = FormFields.value(of: "X-Amz-Date", in: url.query).flatMap({
        S3Time.seconds(from: $0)
      }),
      let life = FormFields.value(of: "X-Amz-Expires", in: url.query).flatMap({ Int64($0) })
    else { return nil }
    return start + max(0, min(life, S3Limits.linkSeconds))
  }
}
