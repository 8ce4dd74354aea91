import AhaBase
import AhaDrop
import AhaNet
import CAha

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
  _ given: UnsafePointer<CChar>?, file: UnsafePointer<CChar>?
) throws(AhaError) -> Secret? {
  if let given = Secret(given: Text.optional(given)) { return given }
  return try file.map { (path) throws(AhaError) in try Secret.firstLine(of: FilePath(path)) }
}

private func text(_ given: UnsafePointer<CChar>?) -> String { Text.optional(given) ?? "" }

extension Client {
  /// Errors: `invalidArgument` (of another client).
  fileprivate func require(
    _ account: ClientAccount, name: StaticString
  ) throws(AhaError) -> ClientAccount {
    if account.client === self { return account }
    throw AhaError(.invalidArgument, "\(name) belongs to another client")
  }

  func createFolder(
    _ path: String, _ options: UnsafePointer<aha_folder_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_folder_options_init())
    if path.isEmpty { throw AhaError(.invalidArgument, "path is empty") }
    return try new(
      FolderDestination(
        path, name: optionalName(fields.name), publicURL: text(fields.public_url),
        chunkBytes: Int(clamping: fields.chunk_bytes)))
  }

  func createWebdav(
    _ url: String, _ options: UnsafePointer<aha_webdav_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_webdav_options_init())
    try requireZero(fields.reserved, "options")
    var settings = WebDAVSettings(url: url)
    if let prefix = Text.optional(fields.prefix) { settings.url = settings.url(below: prefix) }
    (settings.user, settings.publicURL) = (text(fields.user), text(fields.public_url))
    if fields.account != nil {
      let account = try Handle.object(fields.account, as: ClientAccount.self)
      settings.account = try require(account, name: "options->account")
    }
    settings.password = try givenSecret(fields.password, file: fields.password_file)
    if settings.password == nil, !settings.user.isEmpty {
      throw AhaError(.invalidArgument, "user \(settings.user.cut) has no password")
    }
    try fields.setChunks(of: &settings)
    return try new(WebDAVDestination(name: optionalName(fields.name), settings))
  }

  func createS3(
    _ bucket: String, _ options: UnsafePointer<aha_s3_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_s3_options_init())
    try requireZero(fields.reserved, "options")
    guard let secret = try givenSecret(fields.secret, file: fields.secret_file) else {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no secret access key")
    }
    guard let keyID = Text.credential(fields.key_id) else {
      throw AhaError(.invalidArgument, "the bucket \(bucket.cut) has no access key id")
    }
    let region = Text.optional(fields.region) ?? "us-east-1"
    var settings = S3Settings(
      endpoint: Text.optional(fields.endpoint) ?? "https://s3.\(region).amazonaws.com",
      bucket: bucket, region: region, accessKeyID: keyID, secretAccessKey: secret)
    (settings.prefix, settings.publicURL) = (text(fields.prefix), text(fields.public_url))
    settings.sessionToken = Secret(given: Text.optional(fields.session_token))
    settings.usesPathStyle = fields.use_virtual_host == 0
    settings.acl = text(fields.acl)
    if fields.chunk_bytes > 0 { settings.partBytes = Int64(clamping: fields.chunk_bytes) }
    return try new(S3Destination(name: optionalName(fields.name), settings))
  }

  func createDropbox(
    _ account: ClientAccount, _ options: UnsafePointer<aha_dropbox_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_dropbox_options_init())
    let account = try require(account, name: "account")
    var settings = DropboxSettings()
    (settings.apiURL, settings.contentURL) = (text(fields.url), text(fields.content_url))
    (settings.folder, settings.chunkBytes) = (
      text(fields.prefix), Int(clamping: fields.chunk_bytes)
    )
    return try new(DropboxDestination(optionalName(fields.name), account, settings))
  }

  func createSoundcloud(
    _ account: ClientAccount, _ options: UnsafePointer<aha_soundcloud_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_soundcloud_options_init())
    let account = try require(account, name: "account")
    var settings = SoundCloudSettings()
    settings.apiURL = text(fields.url)
    settings.pollMilliseconds = time(fields.poll_ms) ?? settings.pollMilliseconds
    (settings.license, settings.genre) = (text(fields.license), text(fields.genre))
    settings.tags = TagList.tags(separatedByCommas: text(fields.tags))
    settings.isDownloadable = fields.allow_download != 0
    return try new(SoundCloudDestination(optionalName(fields.name), account, settings))
  }

  func createAllihoopa(
    _ account: ClientAccount, _ options: UnsafePointer<aha_allihoopa_options>?
  ) throws(AhaError) -> ClientDestination {
    let fields = try Sized.read(options, "options", default: aha_allihoopa_options_init())
    let account = try require(account, name: "account")
    return try new(
      AllihoopaDestination(optionalName(fields.name), account, apiURL: text(fields.url)))
  }
}

extension aha_webdav_options {
  fileprivate func setChunks(of settings: inout WebDAVSettings) throws(AhaError) {
    switch Int(style) {
    case AHA_WEBDAV_AUTO: break
    case AHA_WEBDAV_PLAIN: settings.chunks = .never
    case AHA_WEBDAV_NEXTCLOUD where settings.hasChunks: break
    case AHA_WEBDAV_NEXTCLOUD:
      throw AhaError(.invalidArgument, "\(settings.url.shownURL) is not a URL of Nextcloud's")
    default: throw AhaError(.invalidArgument, "style \(Int(style)) is not known")
    }
    if chunk_bytes > 0 { settings.chunkBytes = Int64(clamping: chunk_bytes) }
  }
}
