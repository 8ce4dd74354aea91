import AhaBase
import AhaEngine

extension Session {
  /// Tracks whose sound is missing or cannot be read; they are silent.
  public var silentTracks: [Document.ID] { lock.locked { silent } }

  /// The engine's effect that plays an effect of the project. Errors: `notFound`.
  public func effect(_ id: Document.ID) throws(AhaError) -> Effect {
    try found(.effect(id), what: "effect \(id)")
  }

  /// The fader of a track or bus. Errors: `notFound`, `invalidArgument`.
  public func fader(of owner: Document.Owner) throws(AhaError) -> Effect {
    switch owner {
    case .track(let id): return try found(owner, what: "track \(id)")
    case .bus(let id): return try found(owner, what: "bus \(id)")
    case .effect: throw AhaError(.invalidArgument, "an effect has no fader")
    }
  }

  /// Moves the speed of a track live; a lane may record it.
  /// Errors: `notFound` (not played), `invalidArgument`.
  public func setTrackSpeed(_ track: Document.ID, to speed: Double) throws(AhaError) {
    try player(of: track).setSpeed(speed)
  }

  /// Ends the host's control of a track's speed. Errors: `notFound` (not played).
  public func releaseTrackSpeed(_ track: Document.ID) throws(AhaError) {
    try timeline.releaseSpeed(of: player(of: track))
  }

  private func player(of track: Document.ID) throws(AhaError) -> Player {
    lock.lock()
    defer { lock.unlock() }
    guard let found = tracks[track] else { throw notPlayed("track \(track)") }
    return found.player
  }

  private func notPlayed(_ what: String) -> AhaError {
    AhaError(.notFound, "\(document.path.text): \(what) is not played")
  }

  private func found(_ target: Document.Owner, what: String) throws(AhaError) -> Effect {
    lock.lock()
    defer { lock.unlock() }
    guard let effect = effect(of: target) else { throw notPlayed(what) }
    return effect
  }
}
