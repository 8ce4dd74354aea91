import AhaBase
import AhaDSP
import AhaStore

// The impulse responses of convolutions: files, as those of tracks are.
extension Document {
  func impulse(_ database: Database, of effect: ID) throws(AhaError) -> Impulse? {
    try database.first(
      "SELECT path, hash, file_bytes, file_time_ns, normalized FROM impulse WHERE effect = ?",
      .integer(effect)
    ) { (row) throws(AhaError) in
      let file = SoundFile(
        path: row.path(0), hash: row.text(1), bytes: row.integer(2), modified: row.integer(3))
      return Impulse(file: file, isNormalized: row.flag(4))
    }
  }

  /// Sets the impulse response of a convolution; reads its whole file for the hash.
  /// - Parameter file: Relative to the current folder of the process, or absolute.
  /// Errors: `unsupported` (another kind), `notFound`, `access`, `isDirectory`, and those of every
  /// edit.
  public func setImpulse(
    _ id: ID, to file: FilePath, isNormalized: Bool = true
  ) throws(AhaError) {
    let sound = try sound(file)
    try history.change("set impulse response") { (database) throws(AhaError) in
      let kind = try effect(database, id: id).kind
      guard kind == .convolution else {
        throw AhaError(.unsupported, "\(parameterTable.name(kind)) has no impulse response")
      }
      try write(database, id: id, impulse: Impulse(file: sound, isNormalized: isNormalized))
    }
  }

  private func write(_ database: Database, id: ID, impulse: Impulse) throws(AhaError) {
    try database.run(
      """
      INSERT INTO impulse VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (effect) DO UPDATE SET path = excluded.path, hash = excluded.hash,
        file_bytes = excluded.file_bytes, file_time_ns = excluded.file_time_ns,
        normalized = excluded.normalized
      """, .integer(id), .path(impulse.file.path), .text(impulse.file.hash),
      .integer(impulse.file.bytes), .integer(impulse.file.modified),
      .flag(impulse.isNormalized))
  }

  /// Locates the file of an impulse response, as `resolve` does that of a track.
  func resolve(
    _ impulse: Impulse, of id: ID, until cancellation: Cancellation? = nil
  ) throws(AhaError) -> FileState {
    try resolve(impulse.file, until: cancellation) { path in
      note(impulse.file, at: path) { (database, found) throws(AhaError) in
        // The effect may have got another file since it was read.
        guard var now = try self.impulse(database, of: id), now.file.hash == found.hash else {
          return nil
        }
        now.file = found
        try database.transaction { () throws(AhaError) in try write(database, id: id, impulse: now)
        }
        var changes = Changes()
        changes.effects.insert(id)
        return changes
      }
    }
  }
}
