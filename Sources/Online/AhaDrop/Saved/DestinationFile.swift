import AhaBase
import AhaJSON
import AhaNet
import CShims

/// The user's list of destinations: `$XDG_CONFIG_HOME/aha/destinations.json`, without secrets.
///
/// A file that is not a list of unique names is refused as a whole, because a name could mean the
/// wrong location. Any other mistake makes only its entry unusable.
/// Threads: any; changes of several processes wait for each other.
public struct DestinationFile {
  private static let maxBytes = 1 << 20
  private static let maxCount = 1000
  private static let version: Int64 = 1

  let path: FilePath
  let secrets: DestinationSecrets
  /// Kinds that an entry may have; no destination may be named as one.
  let kinds: [DestinationKind]
  /// Max time that a change by another process is waited for.
  var lockMilliseconds: Int64 = 10_000

  /// Errors: `notFound` (the user has no folder).
  public init(of kinds: [DestinationKind]) throws(AhaError) {
    let secrets = try UserFolder.state.path() / FilePath("destinations")
    self.init(of: kinds, in: try UserFolder.configuration.path(), secrets: secrets)
  }

  init(of kinds: [DestinationKind], in folder: FilePath, secrets: FilePath) {
    self.kinds = kinds
    path = folder / FilePath("destinations.json")
    self.secrets = DestinationSecrets(folder: secrets)
  }

  /// Empty if there is no file. Errors: `damaged`, `access` (another user may change it),
  /// `unsupported` (a later version), `limit`, those of reading.
  func entries() throws(AhaError) -> [JSONObject] { try read()?.objects("destinations") ?? [] }

  /// Adds a destination; its secret goes to the store. Errors: `exists`, `invalidArgument` (the
  /// name), `unsupported` (the destination cannot be saved), those of files.
  public func add(_ destination: any Destination, inKeyring: Bool) throws(AhaError) {
    let name = destination.name
    try DestinationName.check(name, kinds: kinds)
    guard destination.kind.open != nil else {
      throw AhaError(.unsupported, "\(name): a destination of the host's functions is not saved")
    }
    let entry = try JSONObject()
    try entry.set("name", .text(name))
    try entry.set("kind", .text(destination.kind.name))
    let secret = try destination.save(to: entry)
    do throws(AhaError) { try add(entry, name: name, secret: secret, inKeyring: inKeyring) } catch {
      let store = entry.text("secret")
      if !store.isEmpty, let entries = try? entries(), !entries.has(entryNamed: name) {
        secrets.forget(name, in: store)
      }
      throw error
    }
  }

  private func add(
    _ entry: JSONObject, name: String, secret: SavedSecret?, inKeyring: Bool
  ) throws(AhaError) {
    try change { (entries) throws(AhaError) in
      if entries.has(entryNamed: name) {
        throw AhaError(.exists, "there is a destination \(name) already: remove it first")
      }
      guard entries.count < DestinationFile.maxCount else {
        throw AhaError(.limit, "there are \(entries.count) destinations already")
      }
      if let secret {
        let word = try secrets.save(secret, for: name, inKeyring: inKeyring)
        try entry.set("secret", .text(word))
      }
      entries.append(entry)
    }
  }

  /// Removes a destination and its secret. Errors: `notFound`, those of files.
  public func remove(entryNamed name: String) throws(AhaError) {
    var word = ""
    try change { (entries) throws(AhaError) in
      guard let index = entries.firstIndex(where: { $0.text("name").hasSameBytes(as: name) }) else {
        throw AhaError(.notFound, "there is no destination \"\(name.cut)\"")
      }
      word = entries.remove(at: index).text("secret")
    }
    if !word.isEmpty { secrets.forget(name, in: word) }
  }

  // MARK: The file

  /// Reads, changes and replaces the list under a lock.
  private func change(
    _ body: (inout [JSONObject]) throws(AhaError) -> Void
  ) throws(AhaError) {
    try Disk.makeFolders(path.folder, mode: 0o700)
    let lock = try FileLock(
      path.sibling(named: ".destinations.lock"), busy: "another process changes \(path.text)",
      until: .after(milliseconds: lockMilliseconds))
    defer { withExtendedLifetime(lock) {} }
    let document: JSONObject
    if let known = try read() { document = known } else { document = try JSONObject() }
    var entries = document.objects("destinations")
    try body(&entries)
    try document.set("version", .integer(DestinationFile.version))
    try document.set("destinations", .list(entries.map { .object($0) }))
    let bytes = (try document.text() + "\n").array
    guard bytes.count <= DestinationFile.maxBytes else {
      throw AhaError(.limit, "\(path.text) would have over \(DestinationFile.maxBytes) bytes")
    }
    // A lack of memory can cut the text.
    let count = JSONObject.read(bytes, limit: bytes.count)?.objects("destinations").count
    guard count == entries.count else { throw JSONObject.outOfMemory }
    let file = try ReplacementFile(for: path)
    file.stream.setPermissions(0o600)
    try bytes.withBytes { (bytes) throws(AhaError) in try file.stream.write(bytes, at: 0) }
    try file.commit()
  }

  /// Nil if there is no file.
  private func read() throws(AhaError) -> JSONObject? {
    var status = stat()
    if path.withCString({ stat($0, &status) }) != 0 {
      if FileStatus.isAbsence(shim_errno()) { return nil }
      throw AhaError.system(shim_errno(), "open \(path.text)")
    }
    let isOwn = status.st_uid == geteuid() || status.st_uid == 0
    guard isOwn, status.st_mode & 0o022 == 0 else {
      throw AhaError(.access, "others may write \(path.text): chmod 600 it, or delete it")
    }
    let bytes = try FileStream(reading: path).all(limit: DestinationFile.maxBytes)
    let document = try bytes.withBytes { (bytes) throws(AhaError) in
      try JSONObject(parsing: bytes, limit: DestinationFile.maxBytes, named: path.text)
    }
    if let version = document.integer("version"), version > DestinationFile.version {
      throw AhaError(.unsupported, "\(path.text) is of a later version of libaha")
    }
    try judge(document)
    return document
  }

  /// Errors: `damaged` (an entry is not an object, or its name is invalid or not unique).
  private func judge(_ document: JSONObject) throws(AhaError) {
    guard case .list(let values)? = document["destinations"] else {
      throw AhaError(.damaged, "\(path.text) has no list \"destinations\"")
    }
    guard values.count <= DestinationFile.maxCount else {
      throw AhaError(.limit, "\(path.text) has over \(DestinationFile.maxCount) destinations")
    }
    var names: [String] = []
    for (index, value) in values.enumerated() {
      let label = "\(path.text), entry \(index + 1)"
      guard case .object(let entry) = value, let name = entry.optionalText("name") else {
        throw AhaError(.damaged, "\(label): it has no name")
      }
      do throws(AhaError) { try DestinationName.check(name, kinds: kinds) } catch {
        throw AhaError(.damaged, "\(label): \(error.line)")
      }
      if names.contains(where: { $0.hasSameBytes(as: name) }) {
        throw AhaError(.damaged, "\(label): the name \"\(name)\" is there twice")
      }
      names.append(name)
    }
  }
}

extension [JSONObject] {
  fileprivate func has(entryNamed name: String) -> Bool {
    contains { $0.text("name").hasSameBytes(as: name) }
  }
}
