import AhaBase
import AhaStore

/// A source that lists an item.
public struct ItemSource {
  public let kind: String
  public let address: String
  public let user: String
  /// Value of `HTTPDistance`.
  public let distance: Int64
}

/// Local copies of remote items.
extension Library {
  /// Sources that list an item now. Errors: those of databases.
  public func sources(of number: Int64) throws(AhaError) -> [ItemSource] {
    try reading { () throws(AhaError) in
      var sources: [ItemSource] = []
      try database.each(Library.sourcesOfItem, .integer(number)) { (row) throws(AhaError) in
        sources.append(
          ItemSource(
            kind: row.text(0), address: row.text(1), user: row.text(2), distance: row.integer(3)))
      }
      return sources
    }
  }

  private static let sourcesOfItem: StaticString = """
    SELECT DISTINCT source.kind, source.address, source.user, source.distance
    FROM remote JOIN source ON source.number = remote.source WHERE remote.item = ?1
    """

  /// Adds the local copy of a remote item, as an item with the same metadata. Their equal hash
  /// links them. Returns: Its number. Errors: `notFound`, those of databases.
  public func addCopy(of number: Int64, at path: FilePath) throws(AhaError) -> Int64 {
    let remote = try item(number)
    guard let real = path.resolved else { throw AhaError(.notFound, "\(path.text) is not there") }
    let found = TreeWalk.Found(path: real, mark: try FileMark(real))
    var copy = SoundProbe.item(for: found, hashes: true)
    copy.describe(as: remote)
    return try changing { () throws(AhaError) in
      if !copy.sha256.isEmpty { try note(copy.sha256, of: number) }
      let made = try put(copy)
      for (field, text) in remote.ownTexts { try putText(of: made, field: field, text: text) }
      try database.run(Library.copyAncestors, .integer(number), .integer(made))
      return made
    }
  }

  private static let copyAncestors: StaticString = """
    INSERT OR IGNORE INTO ancestor SELECT ?2, piece_id FROM ancestor WHERE item = ?1
    """

  /// Does not count as a change by the host.
  private func note(_ sha256: String, of number: Int64) throws(AhaError) {
    guard let before = try first(where: "number", is: .integer(number)) else { return }
    var now = before
    now.sha256 = sha256
    try database.run(
      "UPDATE item SET sha256 = ?2 WHERE number = ?1", .integer(number), .text(sha256))
    try database.run(
      "UPDATE remote SET taken = ?3 WHERE item = ?1 AND taken = ?2", .integer(number),
      .integer(before.digest), .integer(now.digest))
  }
}

extension LibraryItem {
  fileprivate mutating func describe(as remote: LibraryItem) {
    origin = .remote
    if !remote.title.isEmpty { title = remote.title }
    if !remote.artist.isEmpty { artist = remote.artist }
    if !remote.tags.isEmpty { tags = remote.tags }
    if !remote.manifest.isEmpty { manifest = remote.manifest }
    if !remote.pieceID.isEmpty { pieceID = remote.pieceID }
  }
}
