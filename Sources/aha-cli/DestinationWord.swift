import CAha
import CCli

/// A destination as it is called on the command line: a folder, a URL, or the name of a service.
struct DestinationWord {
  enum Place {
    case folder
    case webdav
    /// - Parameter prefix: What keys begin with; "" for nothing.
    case s3(bucket: Bytes, prefix: Bytes)
    case account(AccountName)
  }

  let place: Place
  /// What it is called in lists and in the journal. Folders are whole paths.
  let text: Bytes

  init(_ word: Bytes, for verb: Verb) throws(Failure) {
    if word.isEmpty { throw verb.usage("a destination has a name: \"\" is none") }
    if startsWith(word[...], "s3://") {
      (place, text) = (try DestinationWord.bucket(word, verb), word)
    } else if startsWith(word[...], "http://") || startsWith(word[...], "https://") {
      if hasUser(word) {
        throw verb.usage(
          "a URL with a user in it shows in lists of processes: use --user and --password-file")
      }
      (place, text) = (.webdav, word)
    } else if DestinationWord.isService(word) {
      (place, text) = (.account(try AccountName(word, for: verb)), word)
    } else if startsWith(word[...], "file:") {
      (place, text) = (.folder, word)
    } else if startsWith(word[...], "http:") || startsWith(word[...], "https:") {
      throw verb.usage("a URL of a WebDAV collection begins with http:// or https://")
    } else if let scheme = scheme(of: word) {
      throw verb.usage(
        "\"" + shown(scheme) + ":\" is no destination: " + destinationForms)
    } else {
      (place, text) = (.folder, try wholePath(word))
    }
  }

  /// As the library calls it.
  var kind: aha_destination_kind {
    switch place {
    case .folder: aha_destination_kind(AHA_DESTINATION_FOLDER)
    case .webdav: aha_destination_kind(AHA_DESTINATION_WEBDAV)
    case .s3: aha_destination_kind(AHA_DESTINATION_S3)
    case .account(let name): services.first { same($0.name, name.provider) }?.kind ?? 0
    }
  }

  /// The three names, and accounts at them. A folder of such a name is "./dropbox".
  private static func isService(_ word: Bytes) -> Bool {
    let first = Bytes(word.prefix { $0 != 0x2f })
    return services.contains { same($0.name, first) }
  }

  private static func bucket(_ word: Bytes, _ verb: Verb) throws(Failure) -> Place {
    let rest = word.dropFirst("s3://".utf8.count)
    let bucket = Bytes(rest.prefix { $0 != 0x2f })
    if bucket.isEmpty {
      throw verb.usage("\"" + shown(word) + "\" names no bucket: s3://BUCKET/PREFIX")
    }
    var prefix = Bytes(rest.dropFirst(bucket.count).drop { $0 == 0x2f })
    while prefix.last == 0x2f { prefix.removeLast() }
    return .s3(bucket: bucket, prefix: prefix)
  }
}

/// For messages.
let destinationForms =
  "a folder, an http(s) URL (WebDAV), s3://BUCKET/PREFIX, dropbox, soundcloud or allihoopa"

/// The destinations that an account is for.
let services = [
  (name: "dropbox", kind: aha_destination_kind(AHA_DESTINATION_DROPBOX)),
  (name: "soundcloud", kind: aha_destination_kind(AHA_DESTINATION_SOUNDCLOUD)),
  (name: "allihoopa", kind: aha_destination_kind(AHA_DESTINATION_ALLIHOOPA)),
]

/// As "ftp" of "ftp://host"; nil for a path.
private func scheme(of word: Bytes) -> Bytes? {
  let scheme = Bytes(word.prefix { $0 != 0x3a })
  let rest = word.dropFirst(scheme.count)
  return startsWith(rest, "://") ? scheme : nil
}

/// Whether something like "user:password@" is before the host.
private func hasUser(_ url: Bytes) -> Bool {
  let authority = url.drop { $0 != 0x2f }.dropFirst(2).prefix { ![0x2f, 0x3f, 0x23].contains($0) }
  return authority.contains(0x40)
}

/// A path from the root on, also of what is not there yet.
func wholePath(_ path: Bytes) throws(Failure) -> Bytes {
  if path.first == 0x2f { return path }
  var folder = [CChar](repeating: 0, count: 4096)
  let error = withCString(Bytes(".".utf8)) { cli_whole_path($0, &folder, folder.count) }
  if error != 0 { throw .system(error, about: path) }
  let here = folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  if same(".", path) { return here }
  var rest = path[...]
  while startsWith(rest, "./") { rest = rest.dropFirst(2) }
  return here + (here.last == 0x2f ? [] : [0x2f]) + rest
}
