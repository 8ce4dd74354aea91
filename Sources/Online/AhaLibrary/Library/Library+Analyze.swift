import AhaBase
import AhaStore

extension Library {
  /// Result of an audio analysis of an item.
  public struct Heard: Sendable {
    /// Beats per minute; 0 if undetected.
    public var tempo: Double
    /// Such as "A minor"; "" if undetected.
    public var key: String
    /// Units: LUFS; nil for silence.
    public var loudness: Double?

    public init(tempo: Double, key: String, loudness: Double?) {
      (self.tempo, self.key, self.loudness) = (tempo, key, loudness)
    }
  }

  /// Analyzes an item and stores the result, valid until the file changes. Run it on a thread of
  /// its own; the library stays usable meanwhile.
  /// - Parameter listen: Analyzes the file's bytes; throws `cancelled` when the job is cancelled.
  /// Errors: `notFound` (the item, its file), `unsupported` (it is not local), `state` (the file
  /// changed meanwhile), those of `listen`.
  public func analyze(
    _ number: Int64, job: Job, by listen: (any ByteStream, Job) throws(AhaError) -> Heard
  ) throws(AhaError) {
    let item = try item(number)
    guard item.isLocal else {
      throw AhaError(.unsupported, "\(item.place.text.shownLocation) is not on this machine")
    }
    // Updates a stale item first; otherwise the next check would discard the result.
    let mark = try check(number).mark
    let heard = try listen(try FileStream(reading: item.place), job)
    guard try FileMark(item.place) == mark else {
      throw AhaError(.state, "\(item.place.text) changed during the analysis")
    }
    try changingSoon { () throws(AhaError) in
      try database.run(
        "UPDATE item SET tempo = ?2, key = ?3, loudness = ?4 WHERE number = ?1", .integer(number),
        .real(heard.tempo), .text(heard.key), heard.loudness.map { .real($0) } ?? .null)
      if database.changedRows == 0 {
        throw AhaError(.notFound, "the library has no item \(number)")
      }
    }
  }
}
