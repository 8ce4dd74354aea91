/// A destination on the command line: a folder, a URL, the word of a service, or a saved name.
struct DestinationWord {
  enum Target {
    case folder
    case webdav
    /// - Parameter prefix: Of keys; "" for none.
    case s3(bucket: Bytes, prefix: Bytes)
    case account(Service, AccountName)
  }

  let target: Target
  /// The name in lists and in the journal. Folders are absolute paths.
  let text: Bytes
  /// The word, if it can be a saved name; else nil.
  let name: Bytes?

  init(_ word: Bytes, for verb: Verb) throws(Failure) {
    if word.isEmpty { throw verb.usage("a destination has a name: \"\" is none") }
    let first = Bytes(word.prefix { $0 != 0x2f })
    let scheme = Bytes(word.prefix { $0 != 0x3a })
    let hasHost = word.dropFirst(scheme.count).begins(with: "://")
    var name: Bytes?
    let isWeb = same("http", scheme) || same("https", scheme)
    if word.begins(with: "s3://") {
      (target, text) = (try DestinationWord.bucket(in: word, for: verb), word)
    } else if isWeb, hasHost {
      let authority = word.dropFirst(scheme.count + 3).prefix { ![0x2f, 0x3f, 0x23].contains($0) }
      if authority.contains(0x40) {
        throw verb.usage(
          "a URL with a user in it shows in lists of processes: use --user and --password-file")
      }
      (target, text) = (.webdav, word)
    } else if let service = services.first(where: { same($0.name, first) }) {
      // A folder with the name of a service is typed as "./dropbox".
      (target, text) = (.account(service, try AccountName(word, for: verb)), word)
    } else if word.begins(with: "file:") {
      (target, text) = (.folder, word)
    } else if isWeb, scheme.count < word.count {
      throw verb.usage("a URL of a WebDAV collection begins with http:// or https://")
    } else if hasHost {
      throw verb.usage("\"\(scheme):\" is no destination: " + destinationForms)
    } else {
      (target, text) = (.folder, try wholePath(word))
      let letters = word.allSatisfy { isAlphanumeric($0) || [0x2d, 0x2e, 0x5f].contains($0) }
      if letters, isAlphanumeric(word[0]) { name = word }
    }
    self.name = name
  }

  /// As in AHA_DROP_KIND.
  var kind: String {
    switch target {
    case .folder: "folder"
    case .webdav: "webdav"
    case .s3: "s3"
    case .account(let service, _): service.name
    }
  }

  /// Errors: the word is one letter off a saved name, and no such folder is there.
  func refuseNearlySaved(in online: Online) throws(Failure) {
    guard let name, !isThere(text) else { return }
    let near = didYouMean(name, among: try online.savedNames().map { $0.text })
    if near.isEmpty { return }
    throw .usage(
      "no destination \"\(name)\" is saved" + near, hint: "./\(name) is the folder of that name")
  }

  private static func bucket(in word: Bytes, for verb: Verb) throws(Failure) -> Target {
    let rest = word.dropFirst("s3://".utf8.count)
    let bucket = Bytes(rest.prefix { $0 != 0x2f })
    if bucket.isEmpty { throw verb.usage("\"\(word)\" names no bucket: s3://BUCKET/PREFIX") }
    var prefix = Bytes(rest.dropFirst(bucket.count).drop { $0 == 0x2f })
    while prefix.last == 0x2f { prefix.removeLast() }
    return .s3(bucket: bucket, prefix: prefix)
  }
}

let destinationForms =
  "a saved name, a folder, an http(s) URL (WebDAV), s3://BUCKET/PREFIX, "
  + joined(services.dropLast().map { $0.name }, by: ", ") + " or "
  + services[services.count - 1].name
