import AhaBase
import AhaHash
import AhaStore
import CShims

/// Journal of an application's drops: running, interrupted and done. All applications of a user
/// share the file. Drops of another application are neither listed nor changed.
///
/// Threads: any.
public final class Journal {
  public let folder: FilePath
  private let application: String
  private let database: Database
  private let lock = Lock()

  /// Opens `drops.db`; creates it if missing.
  /// - Parameter application: Id of the application that owns the drops.
  /// Errors: those of databases: `state` (locked for too long), `damaged`, `unsupported` (a newer
  /// version), `unknownFormat`, `diskFull`, `access`.
  public init(folder: FilePath, of application: String) throws(AhaError) {
    guard let home = folder.resolved else {
      throw AhaError(.notFound, "the folder of the journal, \(folder.text), is not there")
    }
    (self.folder, self.application) = (home, application)
    let path = home / FilePath("drops.db")
    // SQLite copies these permissions to its other files.
    let made = path.withCString { shim_open($0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    if made >= 0 { _ = close(made) }
    database = try Database(
      path, access: .log(applicationID: JournalSchema.applicationID),
      ifDamaged: "Restore it from a copy, or delete it: unfinished drops then start again")
    try database.createOrAdopt(JournalSchema.schema)
    try database.checkPages()
  }

  /// Folder of a drop's own files: answers given as bytes or streams.
  func filesFolder(of id: String) -> FilePath { folder / FilePath("drops") / FilePath(id) }

  /// Locks a drop for the caller. Errors: `state` (another process holds it), those of files.
  func lock(_ id: String) throws(AhaError) -> FileLock {
    let drops = folder / FilePath("drops")
    try Disk.makeFolders(drops, mode: 0o700)
    return try FileLock(
      drops / FilePath("\(id).lock"), busy: "the drop \(id) is being sent by another process")
  }

  // MARK: Drops

  /// All drops, newest first.
  public func drops() throws(AhaError) -> [DropRecord] {
    lock.lock()
    defer { lock.unlock() }
    var found: [DropRecord] = []
    try database.each(Journal.allDrops, .text(application)) { (row) throws(AhaError) in
      if let drop = record(from: row) { found.append(drop) }
    }
    return found
  }

  /// Errors: `notFound`.
  public func drop(_ id: String) throws(AhaError) -> DropRecord {
    lock.lock()
    defer { lock.unlock() }
    let found = try database.first(Journal.oneDrop, .text(id), .text(application)) {
      (row) throws(AhaError) in record(from: row)
    }
    guard case let found?? = found else { throw AhaError(.notFound, "there is no drop \(id.cut)") }
    return found
  }

  /// The one id with this prefix, or the id of the newest drop with this receipt: its URL, or its
  /// id at the destination. Errors: `notFound`, `invalidArgument` (several ids match, or the text
  /// is empty).
  public func id(beginning text: String) throws(AhaError) -> String {
    let start = text.array
    if start.isEmpty { throw AhaError(.invalidArgument, "the id of a drop is empty") }
    var found: [String] = []
    for drop in try drops() where drop.id.array.starts(with: start) { found.append(drop.id) }
    if found.count > 1 {
      throw AhaError(.invalidArgument, "\(found.count) drops begin with \(text.cut)")
    }
    if let id = found.first { return id }
    if let id = try id(receipt: text) { return id }
    throw AhaError(.notFound, "there is no drop \(text.cut)")
  }

  private func id(receipt: String) throws(AhaError) -> String? {
    lock.lock()
    defer { lock.unlock() }
    let found = try database.first(Journal.dropOfReceipt, .text(application), .text(receipt)) {
      (row) throws(AhaError) in row.text(0)
    }
    return found.flatMap { Drop.isID($0) ? $0 : nil }
  }

  private static let dropOfReceipt: StaticString = """
    SELECT id FROM piece_drop WHERE application = ?1 AND (url = ?2 OR remote_id = ?2)
    ORDER BY number DESC LIMIT 1
    """
  private static let allDrops: StaticString = """
    SELECT id, kind, name, address, piece, title, committed, stage, place, url,
      remote_id, created, updated, result, line, repeated, revision
    FROM piece_drop WHERE application = ?1 ORDER BY number DESC
    """
  private static let oneDrop: StaticString = """
    SELECT id, kind, name, address, piece, title, committed, stage, place, url,
      remote_id, created, updated, result, line, repeated, revision
    FROM piece_drop WHERE id = ?1 AND application = ?2
    """

  /// Nil for an invalid id: the id becomes a folder's name.
  private func record(from row: Row) -> DropRecord? {
    var drop = DropRecord(id: row.text(0))
    guard Drop.isID(drop.id) else { return nil }
    (drop.kind, drop.name, drop.address) = (row.text(1), row.text(2), row.text(3))
    (drop.piece, drop.title) = (row.text(4), row.text(5))
    drop.isCommitted = row.flag(6)
    drop.stage = DropState.Stage(rawValue: UInt32(clamping: row.integer(7))) ?? .failed
    drop.location = row.text(8)
    drop.receipt = DropReceipt(url: row.text(9), id: row.text(10))
    (drop.created, drop.updated) = (row.integer(11), row.integer(12))
    drop.result = ResultCode(rawValue: Int32(clamping: row.integer(13))) ?? .io
    (drop.line, drop.repeated) = (row.text(14), Journal.count(row.integer(15)))
    drop.revision = Journal.count(row.integer(16))
    return drop
  }

  /// Clamps a stored number, so that sums cannot overflow.
  private static func count(_ number: Int64) -> Int64 { max(0, min(number, 1 << 60)) }

  /// Stores the current drop and the given files, and waits for the disk.
  /// Errors: `notFound` (not new, and deleted meanwhile), `state` (stale: another process has
  /// stored this revision or a later one), those of databases.
  func save(_ drop: DropRecord, assets: [AssetRecord], isNew: Bool = false) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try database.transaction { () throws(AhaError) in
      if isNew { try add(drop) }
      try database.run(
        Journal.saveDrop, .text(drop.id), .text(drop.piece), .text(drop.title),
        .flag(drop.isCommitted), .integer(Int64(drop.stage.rawValue)), .text(drop.location),
        .text(drop.receipt.url), .text(drop.receipt.id), .integer(drop.updated),
        .integer(Int64(drop.result.rawValue)), .text(drop.line), .integer(drop.repeated),
        .integer(drop.revision), .text(application))
      if database.changedRows == 0 { throw try whyNotSaved(id: drop.id) }
      for asset in assets { try save(asset, of: drop.id) }
    }
  }

  private static let saveDrop: StaticString = """
    UPDATE piece_drop SET piece = ?2, title = ?3, committed = ?4, stage = ?5, place = ?6, url = ?7,
      remote_id = ?8, updated = ?9, result = ?10, line = ?11, repeated = ?12, revision = ?13
    WHERE id = ?1 AND revision < ?13 AND application = ?14
    """

  /// Invariant: caller holds `lock`.
  private func whyNotSaved(id: String) throws(AhaError) -> AhaError {
    let found = try database.first(Journal.oneDrop, .text(id), .text(application)) {
      (_) throws(AhaError) in true
    }
    if found == nil { return AhaError(.notFound, "the drop \(id) was forgotten") }
    return AhaError(.state, "another process has changed the drop \(id): open it again")
  }

  /// Inserts the columns that never change. Invariant: caller holds `lock`.
  private func add(_ drop: DropRecord) throws(AhaError) {
    try database.run(
      Journal.addDrop, .text(drop.id), .text(application), .text(drop.kind), .text(drop.name),
      .text(drop.address), .integer(drop.created), .integer(drop.revision - 1))
  }

  private static let addDrop: StaticString = """
    INSERT INTO piece_drop (id, application, kind, name, address, created, revision)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    """

  /// Deletes a drop and its files here. Errors: `state` (another process works on it).
  public func forget(_ id: String) throws(AhaError) {
    let held = try self.lock(id)
    try remove(id)
    withExtendedLifetime(held) {}
  }

  /// Like `forget`. Invariant: caller holds the drop's lock.
  func remove(_ id: String) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try database.run(
      "DELETE FROM piece_drop WHERE id = ?1 AND application = ?2", .text(id), .text(application))
    if database.changedRows > 0 { removeFiles(of: id) }
  }

  /// Deletes the answers that were given as bytes or streams.
  func removeFiles(of id: String) { Disk.removeAll(filesFolder(of: id)) }

  // MARK: Files of a drop

  func assets(of id: String) throws(AhaError) -> [AssetRecord] {
    lock.lock()
    defer { lock.unlock() }
    var found: [AssetRecord] = []
    try database.each(Journal.allAssets, .text(id)) { (row) throws(AhaError) in
      if let asset = Journal.asset(from: row) { found.append(asset) }
    }
    return found
  }

  private static let allAssets: StaticString = """
    SELECT role, state, path, upload.name, type, size, modified, inode, confirmed, known_bytes,
      known_sha256, sha256, upload, upload.result,
      (SELECT bytes FROM pending_bytes WHERE piece_drop = number AND role = upload.role)
    FROM upload JOIN piece_drop ON piece_drop = number WHERE id = ?1 ORDER BY role
    """

  private static func asset(from row: Row) -> AssetRecord? {
    guard let role = AssetRole(rawValue: UInt32(clamping: row.integer(0))) else { return nil }
    var asset = AssetRecord(role: role)
    asset.state = DropState.AssetState(rawValue: UInt32(clamping: row.integer(1))) ?? .unrequested
    asset.path = row.path(2)
    let size = count(row.integer(5))
    asset.asset = DropAsset(role: role, name: row.text(3), type: row.text(4), size: size)
    asset.mark = FileMark(size: size, modified: row.integer(6), number: row.integer(7))
    asset.confirmed = max(0, min(row.integer(8), size))
    if let digest = Sha256.bytes(row.text(10)) {
      asset.known = PrefixDigest(count: row.integer(9), sha256: digest)
    }
    asset.sha256 = row.text(11)
    asset.upload = row.isNull(12) ? nil : row.text(12)
    asset.result = row.text(13)
    asset.pending = count(row.integer(14))
    return asset
  }

  /// Stores an upload after a chunk. It survives a killed process. A power failure may lose the
  /// last steps; the destination still has those bytes.
  func saveStep(_ asset: AssetRecord, of id: String) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try withoutWaiting { () throws(AhaError) in try save(asset, of: id) }
  }

  /// Stores the bytes in flight of an upload, as `saveStep`.
  func savePending(bytes: Int64, role: AssetRole, of id: String) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    try withoutWaiting { () throws(AhaError) in try save(pending: bytes, role: role, of: id) }
  }

  /// Invariant: caller holds `lock`.
  private func withoutWaiting(_ body: () throws(AhaError) -> Void) throws(AhaError) {
    try database.setWaiting(to: false)
    var failure: AhaError?
    do throws(AhaError) { try body() } catch { failure = error }
    try database.setWaiting(to: true)
    if let failure { throw failure }
  }

  /// Invariant: caller holds `lock`.
  private func save(pending bytes: Int64, role: AssetRole, of id: String) throws(AhaError) {
    try database.run(
      """
      INSERT INTO pending_bytes SELECT number, ?2, ?3 FROM piece_drop WHERE id = ?1
      ON CONFLICT DO UPDATE SET bytes = ?3
      """, .text(id), .integer(Int64(role.rawValue)), .integer(bytes))
  }

  /// Invariant: caller holds `lock`.
  private func save(_ asset: AssetRecord, of id: String) throws(AhaError) {
    let known = asset.known
    try database.run(
      Journal.saveAsset, .text(id), .integer(Int64(asset.role.rawValue)),
      .integer(Int64(asset.state.rawValue)), .path(asset.path), .text(asset.asset.name),
      .text(asset.asset.type), .integer(asset.mark.size), .integer(asset.mark.modified),
      .integer(asset.mark.number), .integer(asset.confirmed), .integer(known?.count ?? 0),
      .text(known.map { Sha256.hexadecimal($0.sha256) } ?? ""), .text(asset.sha256),
      asset.upload.map { .text($0) } ?? .null, .text(asset.result))
    try save(pending: asset.pending, role: asset.role, of: id)
  }

  private static let saveAsset: StaticString = """
    INSERT INTO upload SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
      FROM piece_drop WHERE id = ?1
    ON CONFLICT DO UPDATE SET state = ?3, path = ?4, name = ?5, type = ?6, size = ?7,
      modified = ?8, inode = ?9, confirmed = ?10, known_bytes = ?11, known_sha256 = ?12,
      sha256 = ?13, upload = ?14, result = ?15
    """
}
