import AhaBase
import AhaDSP
import AhaEngine
import AhaPiece

/// The tempo track of a project is the lane `tempo_bpm` of the master; without it, or while it does
/// not play, the tempo is that of the settings.
extension Document {
  /// Units: of times: microseconds. Bars are those of the settings.
  public func tempoMap() throws(AhaError) -> TempoMap {
    let settings = try settings()
    let points = try tempoPoints().map {
      TempoPoint(
        time: Double($0.time), bpm: Double($0.value), isRamp: $0.curve == .exponential)
    }
    return TempoMap(
      bpm: settings.tempoBpm, points: points, minute: 60e6,
      bar: Double(settings.beatsPerBar) * 4 / Double(settings.beatUnit))
  }

  private func tempoPoints() throws(AhaError) -> [AutomationPoint] {
    let lane = try lanes(of: .bus(Document.master)).first { $0.isTempo && $0.mode.plays }
    return try lane.map { (lane) throws(AhaError) in try points(of: lane.id) } ?? []
  }

  /// The project's tempo divided by that of a track which follows it, within the limits of players.
  func tempoRatios(of track: Track) throws(AhaError) -> [AutomationPoint] {
    let points = try tempoPoints()
    let limits = Player.tempoRatios
    func ratio(_ bpm: Double) -> Float {
      Float(max(limits.lowerBound, min(bpm / track.tempo, limits.upperBound)))
    }
    if points.isEmpty {
      return [AutomationPoint(time: 0, value: ratio(try settings().tempoBpm), curve: .step)]
    }
    return points.map {
      AutomationPoint(time: $0.time, value: ratio(Double($0.value)), curve: $0.curve)
    }
  }

  // MARK: Grid

  public enum Grid: UInt32, Sendable {
    /// A beat of the time signature.
    case beat = 0
    case bar
  }

  /// The time of the nearest beat or bar, 0 to `longest`.
  public func nearest(_ grid: Grid, to time: Int64) throws(AhaError) -> Int64 {
    try Require.argument.time(time, what: "time")
    let map = try tempoMap()
    let beats = grid == .bar ? map.bar : 4 / Double(try settings().beatUnit)
    return Document.time(map.nearest(beats, to: Double(time)))
  }

  /// Units: quarter notes from the start of the project.
  public func beat(at time: Int64) throws(AhaError) -> Double {
    try Require.argument.time(time, what: "time")
    return try tempoMap().beat(at: Double(time))
  }

  /// Errors: `invalidArgument` (before the start, or after a year).
  public func time(ofBeat beat: Double) throws(AhaError) -> Int64 {
    let time = try tempoMap().time(of: beat)
    try Require.argument.that(
      time >= 0 && time <= Double(Document.longest), "beat \(beat) is not in 0 to a year")
    return Document.time(time)
  }

  private static func time(_ microseconds: Double) -> Int64 {
    Int64(max(0, min(microseconds.rounded(), Double(longest))))
  }
}

extension Document {
  /// Adapts a track to the project, for a piece whose sound it plays, as one edit: it follows with
  /// the piece's tempo, and a pitch effect before the others moves the key to a root.
  /// - Parameter root: 0...11; nil: the key stays, as that of an atonal piece.
  /// Errors: `notFound`, `invalidArgument`, `tonality`, and those of every edit.
  public func fitTrack(_ id: ID, to piece: Piece, root: UInt32?) throws(AhaError) {
    if let root, root > 11 { throw AhaError(.invalidArgument, "root \(root) is not 0 to 11") }
    if let problem = piece.problem(of: .tonality) { throw AhaError(problem.0, problem.1) }
    try history.edit("fit track") { () throws(AhaError) in
      var track = try track(id)
      track.tempo = piece.tempo ?? 0
      try setTrack(track)
      guard let root, let change = KeyChange(of: piece.tonality, to: root), change.semitones != 0
      else { return }
      let pitch = try addEffect(.pitch, to: .track(id), at: 0)
      try setEffectValue(pitch, parameter: "cents", to: Float(100 * change.semitones))
    }
  }
}
