import AhaBase
import AhaDrop
import AhaNet
import CAha

/// The host's name for a destination. Errors: `invalidArgument`.
func checkedName(_ name: String) throws(AhaError) -> String {
  guard (1...100).contains(name.utf8.count) else {
    throw AhaError(.invalidArgument, "name has \(name.utf8.count) bytes, not 1 to 100")
  }
  return name
}

/// The number of a destination's kind.
func kind(of destination: any Destination) -> aha_destination_kind {
  let kinds: [(StaticString, Int)] = [
    ("folder", Int(AHA_DESTINATION_FOLDER)), ("webdav", Int(AHA_DESTINATION_WEBDAV)),
    ("s3", Int(AHA_DESTINATION_S3)), ("dropbox", Int(AHA_DESTINATION_DROPBOX)),
    ("soundcloud", Int(AHA_DESTINATION_SOUNDCLOUD)),
    ("allihoopa", Int(AHA_DESTINATION_ALLIHOOPA)),
  ]
  for (name, number) in kinds where destination.kind == name.text {
    return aha_destination_kind(number)
  }
  return aha_destination_kind(AHA_DESTINATION_HOST)
}

extension aha_destination_options {
  /// Errors: `invalidArgument`, `unsupported`, those of the password's file.
  func destination(
    _ kind: aha_destination_kind, of host: Client
  ) throws(AhaError) -> any Destination {
    if let owner = try optionalAccount(account)?.client, owner !== host {
      throw AhaError(.invalidArgument, "options->account belongs to another client")
    }
    let name = try self.name.map { (text) throws(AhaError) in
      try checkedName(String(cString: text))
    } ?? ""
    switch kind {
    case aha_destination_kind(AHA_DESTINATION_FOLDER): return try folder(name)
    case aha_destination_kind(AHA_DESTINATION_WEBDAV): return try webDAV(name)
    case aha_destination_kind(AHA_DESTINATION_S3): return try s3(name)
    case aha_destination_kind(AHA_DESTINATION_DROPBOX): return try dropbox(name)
    case aha_destination_kind(AHA_DESTINATION_SOUNDCLOUD): return try soundCloud(name)
    case aha_destination_kind(AHA_DESTINATION_ALLIHOOPA):
      return try AllihoopaDestination(name, signer(), apiURL: text(url))
    case aha_destination_kind(AHA_DESTINATION_HOST):
      throw AhaError(.invalidArgument, "a host's own is made by aha_destination_create_host")
    default: throw AhaError(.invalidArgument, "kind \(Int(kind)) is not known")
    }
  }

  private func text(_ given: UnsafePointer<CChar>?) -> String { Text.optional(given) ?? "" }

  private func signer() throws(AhaError) -> ClientAccount {
    guard let signer = try optionalAccount(account) else {
      throw AhaError(.invalidArgument, "options->account is NULL")
    }
    return signer
  }

  private func secret() throws(AhaError) -> Secret? {
    if let password { return Secret(String(cString: password)) }
    return try password_file.map { (path) throws(AhaError) in
      try Secret.firstLine(of: FilePath(path))
    }
  }

  private func chunk(_ usual: Int64) -> Int64 {
    chunk_bytes == 0 ? usual : Int64(clamping: chunk_bytes)
  }

  // MARK: Kinds

  private func folder(_ name: String) throws(AhaError) -> any Destination {
    let place = String(cString: try required(url, "options->url"))
    if place.isEmpty { throw AhaError(.invalidArgument, "options->url is empty") }
    return try FolderDestination(
      place, name: name, publicURL: text(public_url), chunkBytes: Int(clamping: chunk_bytes))
  }

  private func webDAV(_ name: String) throws(AhaError) -> any Destination {
    var settings = WebDAVSettings(url: String(cString: try required(url, "options->url")))
    if let prefix = Text.optional(prefix) { settings.url = settings.url(below: prefix) }
    (settings.user, settings.publicURL) = (text(user), text(public_url))
    settings.account = try optionalAccount(account)
    settings.password = try secret()
    if settings.password == nil, !settings.user.isEmpty {
      throw AhaError(.invalidArgument, "user \(settings.user.cut) has no password")
    }
    switch webdav {
    case UInt32(AHA_WEBDAV_AUTO): break
    case UInt32(AHA_WEBDAV_PLAIN): settings.chunks = .never
    case UInt32(AHA_WEBDAV_NEXTCLOUD) where settings.hasChunks: break
    case UInt32(AHA_WEBDAV_NEXTCLOUD):
      throw AhaError(.invalidArgument, "\(settings.url.shownURL) is not a URL of Nextcloud's")
    default: throw AhaError(.invalidArgument, "webdav \(Int(webdav)) is not known")
    }
    settings.chunkBytes = chunk(settings.chunkBytes)
    return try WebDAVDestination(name: name, settings)
  }

  private func s3(_ name: String) throws(AhaError) -> any Destination {
    let bucket = try required(self.bucket, "options->bucket")
    let user = try required(self.user, "options->user")
    guard let secret = try secret() else {
      throw AhaError(.invalidArgument, "options->password is NULL")
    }
    let region = Text.optional(self.region) ?? "us-east-1"
    var settings = S3Settings(
      endpoint: Text.optional(url) ?? "https://s3.\(region).amazonaws.com",
      bucket: String(cString: bucket), region: region, accessKeyID: String(cString: user),
      secretAccessKey: secret)
    (settings.prefix, settings.publicURL) = (text(prefix), text(public_url))
    settings.sessionToken = Text.optional(session_token).map { Secret($0) }
    settings.usesPathStyle = uses_virtual_host == 0
    settings.acl = text(acl)
    settings.partBytes = chunk(settings.partBytes)
    return try S3Destination(name: name, settings)
  }

  private func dropbox(_ name: String) throws(AhaError) -> any Destination {
    var settings = DropboxSettings()
    (settings.apiURL, settings.contentURL) = (text(url), text(content_url))
    (settings.folder, settings.chunkBytes) = (text(prefix), Int(clamping: chunk_bytes))
    return try DropboxDestination(name, signer(), settings)
  }

  private func soundCloud(_ name: String) throws(AhaError) -> any Destination {
    var settings = SoundCloudSettings()
    settings.apiURL = text(url)
    settings.pollMilliseconds = time(poll_ms) ?? settings.pollMilliseconds
    (settings.license, settings.genre) = (text(license), text(genre))
    settings.tags = TagList.tags(separatedByCommas: text(tags))
    settings.isDownloadable = is_downloadable != 0
    return try SoundCloudDestination(name, signer(), settings)
  }
}
