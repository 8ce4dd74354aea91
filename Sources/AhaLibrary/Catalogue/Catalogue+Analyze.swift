import AhaBase
import AhaStore

extension Catalogue {
  /// What somebody heard who listened to an item.
  public struct Heard: Sendable {
    /// Beats per minute; 0 when it cannot be told.
    public var tempo: Double
    /// As in "A minor"; "" when it cannot be told.
    public var key: String
    /// Units: LUFS; nil where it is silent.
    public var loudness: Double?

    public init(tempo: Double, key: String, loudness: Double?) {
      (self.tempo, self.key, self.loudness) = (tempo, key, loudness)
    }
  }

  /// Has an item listened to, and keeps what was heard as long as the file stays as it is. Work for
  /// a thread of its own; the catalogue can be used meanwhile.
  /// - Parameter listen: Hears the file's bytes, and ends with `cancelled` when the job is.
  /// Errors: `notFound` (the item, its file), `unsupported` (it is not here), `state` (it was
  /// changed meanwhile), those of `listen`.
  public func analyze(
    _ number: Int64, _ job: Job, by listen: (any ByteStream, Job) throws(AhaError) -> Heard
  ) throws(AhaError) {
    let item = try item(number)
    guard item.isLocal else {
      throw AhaError(.unsupported, "\(item.place.text.shownPlace) is not on this machine")
    }
    // An item that is not as it is noted would lose it at once.
    let mark = try check(number).mark
    let heard = try listen(try FileStream(reading: item.place), job)
    guard try FileMark(item.place) == mark else {
      throw AhaError(.state, "\(item.place.text) was changed while somebody listened to it")
    }
    try changingSoon { () throws(AhaError) in
      try database.run(
        "UPDATE item SET tempo = ?2, key = ?3, loudness = ?4 WHERE number = ?1", .integer(number),
        .real(heard.tempo), .text(heard.key), heard.loudness.map { .real($0) } ?? .null)
      if database.changedRows == 0 {
        throw AhaError(.notFound, "the catalogue has no item \(number)")
      }
    }
  }
}
