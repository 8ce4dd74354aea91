import AhaBase
import AhaDrop
import AhaNet
import CAha

/// Runs `make`, adds the destination to its client and creates its handle.
private func creating(
  _ client: OpaquePointer?, _ outDestination: UnsafeMutablePointer<OpaquePointer?>?,
  _ make: (Client) throws(AhaError) -> any Destination
) -> aha_result {
  outDestination?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    let out = try required(outDestination, "out_destination")
    out.pointee = try adopt(make(host), host, client)
  }
}

/// Errors: `invalidArgument` (of another client), handle errors.
private func own(
  _ account: OpaquePointer?, _ client: Client, _ name: StaticString
) throws(AhaError) -> ClientAccount {
  let own = try Handle.object(account, as: ClientAccount.self)
  if own.client === client { return own }
  throw AhaError(.invalidArgument, "\(name) belongs to another client")
}

/// The host's name for a destination. Errors: `invalidArgument`.
func checkedName(_ name: UnsafePointer<CChar>) throws(AhaError) -> String {
  let name = String(cString: name)
  if (1...100).contains(name.utf8.count) { return name }
  throw AhaError(.invalidArgument, "name has \(name.utf8.count) bytes, not 1 to 100")
}

/// "" for NULL. Errors: `invalidArgument`.
private func optionalName(_ name: UnsafePointer<CChar>?) throws(AhaError) -> String {
  try name.map(checkedName) ?? ""
}

/// Nil if both are NULL; a secret of "" is a missing one. Errors: those of reading the file.
private func givenSecret(
  _ given: UnsafePointer<CChar>?, _ file: UnsafePointer<CChar>?
) throws(AhaError) -> Secret? {
  if let given = Secret(given: Text.optional(given)) { return given }
  return try file.map { (path) throws(AhaError) in try Secret.firstLine(of: FilePath(path)) }
}

private func text(_ given: UnsafePointer<CChar>?) -> String { Text.optional(given) ?? "" }

// MARK: Folder

@c @implementation
public func aha_destination_create_folder(
  _ client: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_folder_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_folder_options_init())
    return try options.destination(at: Text.given(path, "path"))
  }
}

extension aha_folder_options {
  fileprivate func destination(at path: String) throws(AhaError) -> any Destination {
    if path.isEmpty { throw AhaError(.invalidArgument, "path is empty") }
    return try FolderDestination(
      path, name: optionalName(name), publicURL: text(public_url),
      chunkBytes: Int(clamping: chunk_bytes))
  }
}

// MARK: WebDAV

@c @implementation
public func aha_destination_create_webdav(
  _ client: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_webdav_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_webdav_options_init())
    return try options.destination(at: Text.given(url, "url"), of: client)
  }
}

extension aha_webdav_options {
  fileprivate func destination(
    at url: String, of client: Client
  ) throws(AhaError) -> any Destination {
    try requireZero(reserved, "options")
    var settings = WebDAVSettings(url: url)
    if let prefix = Text.optional(prefix) { settings.url = settings.url(below: prefix) }
    (settings.user, settings.publicURL) = (text(user), text(public_url))
    if account != nil { settings.account = try own(account, client, "options->account") }
    settings.password = try givenSecret(password, password_file)
    if settings.password == nil, !settings.user.isEmpty {
      throw AhaError(.invalidArgument, "user \(settings.user.cut) has no password")
    }
    try setChunks(of: &settings)
    return try WebDAVDestination(name: optionalName(name), settings)
  }

  private func setChunks(of settings: inout WebDAVSettings) throws(AhaError) {
    switch style {
    case UInt32(AHA_WEBDAV_AUTO): break
    case UInt32(AHA_WEBDAV_PLAIN): settings.chunks = .never
    case UInt32(AHA_WEBDAV_NEXTCLOUD) where settings.hasChunks: break
    case UInt32(AHA_WEBDAV_NEXTCLOUD):
      throw AhaError(.invalidArgument, "\(settings.url.shownURL) is not a URL of Nextcloud's")
    default: throw AhaError(.invalidArgument, "style \(Int(style)) is not known")
    }
    if chunk_bytes > 0 { settings.chunkBytes = Int64(clamping: chunk_bytes) }
  }
}

// MARK: S3

@c @implementation
public func aha_destination_create_s3(
  _ client: OpaquePointer?, _ bucket: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_s3_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_s3_options_init())
    return try options.destination(in: Text.given(bucket, "bucket"))
  }
}

extension aha_s3_options {
  fileprivate func destination(in bucket: String) throws(AhaError) -> any Destination {
    try requireZero(reserved, "options")
    guard let secret = try givenSecret(secret, secret_file) else {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no secret access key")
    }
    guard let keyID = Text.credential(key_id) else {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no access key id")
    }
    let region = Text.optional(region) ?? "us-east-1"
    var settings = S3Settings(
      endpoint: Text.optional(endpoint) ?? "https://s3.\(region).amazonaws.com", bucket: bucket,
      region: region, accessKeyID: keyID,
      secretAccessKey: secret)
    (settings.prefix, settings.publicURL) = (text(prefix), text(public_url))
    settings.sessionToken = Secret(given: Text.optional(session_token))
    settings.usesPathStyle = use_virtual_host == 0
    settings.acl = text(acl)
    if chunk_bytes > 0 { settings.partBytes = Int64(clamping: chunk_bytes) }
    return try S3Destination(name: optionalName(name), settings)
  }
}

// MARK: Accounts

@c @implementation
public func aha_destination_create_dropbox(
  _ client: OpaquePointer?, _ account: OpaquePointer?,
  _ options: UnsafePointer<aha_dropbox_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_dropbox_options_init())
    return try options.destination(of: own(account, client, "account"))
  }
}

extension aha_dropbox_options {
  fileprivate func destination(of account: ClientAccount) throws(AhaError) -> any Destination {
    var settings = DropboxSettings()
    (settings.apiURL, settings.contentURL) = (text(url), text(content_url))
    (settings.folder, settings.chunkBytes) = (text(prefix), Int(clamping: chunk_bytes))
    return try DropboxDestination(optionalName(name), account, settings)
  }
}

@c @implementation
public func aha_destination_create_soundcloud(
  _ client: OpaquePointer?, _ account: OpaquePointer?,
  _ options: UnsafePointer<aha_soundcloud_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_soundcloud_options_init())
    return try options.destination(of: own(account, client, "account"))
  }
}

extension aha_soundcloud_options {
  fileprivate func destination(of account: ClientAccount) throws(AhaError) -> any Destination {
    var settings = SoundCloudSettings()
    settings.apiURL = text(url)
    settings.pollMilliseconds = time(poll_ms) ?? settings.pollMilliseconds
    (settings.license, settings.genre) = (text(license), text(genre))
    settings.tags = TagList.tags(separatedByCommas: text(tags))
    settings.isDownloadable = allow_download != 0
    return try SoundCloudDestination(optionalName(name), account, settings)
  }
}

@c @implementation
public func aha_destination_create_allihoopa(
  _ client: OpaquePointer?, _ account: OpaquePointer?,
  _ options: UnsafePointer<aha_allihoopa_options>?,
  _ outDestination: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  creating(client, outDestination) { (client) throws(AhaError) in
    let options = try Sized.read(options, "options", default: aha_allihoopa_options_init())
    return try options.destination(of: own(account, client, "account"))
  }
}

extension aha_allihoopa_options {
  fileprivate func destination(of account: ClientAccount) throws(AhaError) -> any Destination {
    try AllihoopaDestination(optionalName(name), account, apiURL: text(url))
  }
}
