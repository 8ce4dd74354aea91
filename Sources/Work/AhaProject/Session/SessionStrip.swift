import AhaBase
import AhaDSP
import AhaEngine

/// A bus of the project in the engine, a send, or a track that plays through a bus of its own.
final class SessionStrip {
  /// Has the effects.
  let input: Bus
  /// Has the fader: the same bus, or, if there are sends before the fader, the next one.
  let output: Bus
  /// The bus that a send reads.
  let source: Bus?
  let chain: SessionChain
  var row: Document.Bus?

  init(_ input: Bus, to output: Bus, source: Bus? = nil) throws(AhaError) {
    (self.input, self.output, self.source) = (input, output, source)
    chain = try SessionChain(
      input.engine, edit: { (body) throws(AhaError) in try input.editChain(body) },
      fader: { (body) throws(AhaError) in try output.editChain(body) })
  }

  /// Makes the buses. Errors: `limit`, `outOfMemory`.
  convenience init(into parent: Bus, isSplit: Bool) throws(AhaError) {
    let output = try parent.engine.makeBus(into: parent)
    try self.init(isSplit ? parent.engine.makeBus(into: output) : output, to: output)
  }

  private var isSplit: Bool { input !== output }

  func fits(_ level: SessionLinks.Level) -> Bool { isSplit || level != .split }

  func tap(beforeFader: Bool) -> Bus { beforeFader ? input : output }

  /// - Parameter isSoloed: For the gates of the engine; the session silences plain players itself.
  func set(_ fader: Document.Fader, was old: Document.Fader?, isSoloed: Bool) throws(AhaError) {
    try chain.set(fader, was: old)
    if output.muted != fader.isMuted { try output.setMuted(fader.isMuted) }
    if !input.isMaster, input.soloed != isSoloed { try input.setSoloed(isSoloed) }
  }

  func end() {
    if input.isMaster { return chain.clear() }
    if isSplit { input.release() }
    output.release()
  }
}

/// A track's sound on the timeline.
struct SessionClip: Equatable {
  private let start, begin, end: Int64
  private let fadeIn, fadeOut: Document.ClipFade
  /// Frames of the engine; nil: not needed.
  var length: Int64?

  init(_ row: Document.Track) {
    (start, begin, end) = (row.start, row.begin, row.end)
    (fadeIn, fadeOut) = (row.fadeIn, row.fadeOut)
  }
}

/// A track of the project with a loaded sound.
final class SessionTrack {
  let player: Player
  let sound: Sound
  /// Nil: the player has the effects.
  let strip: SessionStrip?
  let chain: SessionChain
  /// Hash of the loaded file.
  let hash: String
  var row: Document.Track?
  /// The row whose sound is to be placed, and the clip on the timeline.
  var clip: Document.Track?
  var placed: SessionClip?
  /// The ratios of the tempo that it follows, at times of the project; empty: it does not.
  var ratios: [AutomationPoint] = []

  init(
    _ player: Player, of sound: Sound, strip: SessionStrip?, hash: String
  ) throws(AhaError) {
    (self.player, self.sound) = (player, sound)
    self.strip = strip
    self.hash = hash
    let edit: SessionChain.Edit = { (body) throws(AhaError) in try player.editChain(body) }
    if let strip {
      chain = strip.chain
    } else {
      chain = try SessionChain(player.engine, edit: edit, fader: edit)
    }
  }

  func fits(_ level: SessionLinks.Level) -> Bool { strip?.fits(level) ?? (level == .player) }

  func play(into bus: Bus) throws(AhaError) {
    if let strip { try strip.output.setParent(bus) } else { try player.setBus(bus) }
  }

  /// - Parameter isHeard: No solo silences the track.
  func set(_ fader: Document.Fader, isHeard: Bool, isSoloed: Bool) throws(AhaError) {
    var isSilent = !isHeard
    if let strip {
      try strip.set(fader, was: row?.fader, isSoloed: isSoloed)
    } else {
      try chain.set(fader, was: row?.fader)
      isSilent = isSilent || fader.isMuted
    }
    let gain: Float = isSilent ? -.infinity : 0
    if player.gainDb != gain { try player.setGain(db: gain) }
  }

  func end(_ timeline: Timeline) {
    try? timeline.removeClip(of: player)
    player.release()
    strip?.end()
  }
}
