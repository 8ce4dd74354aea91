import AhaBase
import AhaCodec
import AhaDSP
import AhaDevice
import Synchronization

/// Owns players and buses, the renderer that plays them, and the service threads.
///
/// Threads: any. All methods except rendering hold one lock, which the renderer never takes.
public final class Engine {
  public let settings: EngineSettings
  let renderer: Renderer
  let lock = Lock()
  let jobs = JobQueue()
  let readAhead: ReadAhead
  let recorders = RecorderList()
  let sharedSounds = SharedSounds()
  /// The decoder that measured the last loaded sound, for its first player.
  let spareReader = SpareReader<SoundReader>()
  /// The decoder of the sound that was last read in parts.
  let spareCursor = SpareReader<SoundCursor>()
  let team: RenderTeam?
  /// Cancelled when the engine closes, so that closing does not wait for players' streams.
  let closing = Cancellation()

  // Invariant: accessed with the lock held.
  var players: [Player?]
  var freePlayers: [Int] = []
  var shots: [OneShot?] = []
  var freeShots: [Int] = []
  /// Players of one-shots of files; released after their ends.
  var filePlayers: [Player] = []
  var buses: [Bus?]
  var freeBuses: [Int] = []
  /// The buses of the pairs of output channels in use, except the first pair.
  var pairs: [Bus] = []
  /// Units by index in the renderer's table of effects.
  var units: [Reference<EffectUnit>?] = []
  var freeEffects: [Int] = []
  var outputLimiter: Effect?
  var inputs: [LiveInput] = []
  /// See Engine+Tempo.
  var lastTempo = BeatClock.usualTempo
  /// The beats from frame 0 on, by the tempo that is set before the first block.
  var firstBeats: BeatSegment
  /// See Player+Space.
  var listener = Listener()
  /// All allocated lanes, newest first.
  var lanes: Reference<AutomationLane>?
  /// Count of soloed buses.
  var solos = 0
  /// Frames of latency of all buses, and of players with a bus of their own; nil: not counted yet.
  var countedLatency: Int?
  var nextSerial: UInt32 = 1
  // Objects that are released after unlocking.
  var ending: [Player] = []
  var endingSounds: [PlayedSound] = []
  var endingEffects: [Effect] = []
  var endingHosts: [HostProcess] = []
  var events: EventQueue
  var reportedLost: Int64 = 0
  var isClosed = false
  /// Made for the first player with another speed than 1.
  var speedTables: SpeedTables?
  var hasSpeedScratch = false
  /// The last error of a stream during playback.
  var streamFailure: AhaError?

  /// Handle of the layer above.
  public let tag = Atomic<UInt>(0)
  /// The position at which the ring was full, and no thread rendered. Invariant: access under the
  /// lock.
  var idlePosition: Int64 = 0
  private let isRendering = Atomic<Bool>(false)
  /// Attached playback and capture devices. Invariant: access under the lock.
  var devices: [any AttachedDevice] = []

  public init(_ settings: EngineSettings) throws(AhaError) {
    self.settings = settings
    renderer = try Renderer(settings: settings)
    readAhead = ReadAhead()
    team = settings.threads > 1 ? try RenderTeam(settings) : nil
    renderer.lookahead.team = team?.state
    events = EventQueue(capacity: settings.eventCapacity)
    firstBeats = BeatSegment(tempo: BeatClock.usualTempo, rate: settings.sampleRate)
    players = []
    buses = []
    let master = Bus(engine: self, index: 0, parent: nil)
    buses.append(master)
    renderer.buses.used[0] = true
    if settings.hasLimiter { try addLimiter() }
  }

  deinit { speedTables?.free() }

  /// Cancels jobs, ends threads, waits for a render in progress, and releases all objects.
  public func close() {
    let wasClosed = lock.locked {
      defer { isClosed = true }
      return isClosed
    }
    if wasClosed { return }
    closing.cancel()
    closeDevices()
    jobs.close()
    spareReader.clear()
    spareCursor.clear()
    readAhead.close()
    while !beginRendering() { Instant.pause(milliseconds: 1) }
    team?.close()
    recorders.close()
    lock.lock()
    ending += players.compactMap { $0 }
    ending.forEach { $0.chain.close(self) }
    buses.forEach {
      $0?.chain.close(self)
      $0?.links.keys.forEach { Feed.free($0) }
      // A link holds its source, which holds it.
      $0?.links = [:]
    }
    players.removeAll()
    shots.removeAll()
    filePlayers.removeAll()
    buses.removeAll()
    pairs.removeAll()
    inputs.removeAll()
    freeAllEffects()
    unlockAndEnd()
  }

  private func closeDevices() {
    let leaving = lock.locked { devices }
    for device in leaving { device.close() }
  }

  // MARK: Rendering

  /// Renders interleaved frames; if another thread renders, writes silence and returns false.
  /// Thread: the audio thread; for an offline engine, any thread.
  public func render(_ output: Floats, frames: Int) -> Bool {
    guard beginRendering() else {
      renderer.reports.counters.value.refused.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    if settings.isOffline {
      renderWaiting(output, frames: frames)
    } else {
      renderer.render(output, frames: frames)
    }
    endRendering()
    return true
  }

  /// Sends interleaved frames of the host through the chain of a bus. Nil: another thread renders.
  /// Thread: the audio thread.
  /// - Parameters: As of the renderer.
  public func render(
    _ input: Floats?, frames: Int, channels: Int, throughChainOf bus: Bus, to output: Floats
  ) -> HostFrames? {
    guard beginRendering() else {
      renderer.reports.counters.value.refused.wrappingAdd(1, ordering: .relaxed)
      return nil
    }
    defer { endRendering() }
    return renderer.render(
      input, frames: frames, channels: channels, throughChainOf: bus.index, to: output)
  }

  /// Renders and waits for streamed sounds. The caller holds the render flag.
  /// - Parameter ahead: Frames of this call and of those that follow it, unless all players end;
  ///   nil: `frames`.
  func renderWaiting(_ output: Floats, frames: Int, ahead: Int? = nil) {
    // That of a live engine starts with its first effect.
    if settings.isOffline { team?.start(for: renderer) }
    var done = 0
    renderer.lookahead.callEnd = renderer.clock + Int64(ahead ?? frames)
    repeat {
      renderer.applyCommands()
      let count = renderer.prepareBlock(min(Renderer.block, frames - done))
      readAhead.fillAll(forEffects: renderer.hasEffects) { self.post(failure: $0, of: $1) }
      recorders.drainFull()
      renderer.renderBlock(output + done * settings.channels, frames: count)
      done += count
    } while done < frames
  }

  /// Acquires the render flag; returns false if another caller holds it.
  func beginRendering() -> Bool { !isRendering.exchange(true, ordering: .acquiring) }

  func endRendering() { isRendering.store(false, ordering: .releasing) }

  /// Valid pointer for a render of 0 frames.
  public var noFrames: UnsafeMutablePointer<Float> { renderer.silence.base }

  public var position: Int64 { renderer.reports.counters.value.frames.load(ordering: .relaxed) }

  /// Counters since the engine was created.
  public struct Stats {
    public let frames, underruns, nonfiniteSamples, lostEvents, refusedRenders: Int64
    public let activePlayers, heardOneShots, virtualOneShots: Int
  }

  public var stats: Stats {
    let counters = renderer.reports.counters
    return Stats(
      frames: position, underruns: counters.value.underruns.load(ordering: .relaxed),
      nonfiniteSamples: counters.value.nonfinite.load(ordering: .relaxed),
      lostEvents: counters.value.lostEvents.load(ordering: .relaxed),
      refusedRenders: counters.value.refused.load(ordering: .relaxed),
      activePlayers: counters.value.activePlayers.load(ordering: .relaxed),
      heardOneShots: counters.value.heardShots.load(ordering: .relaxed),
      virtualOneShots: counters.value.virtualShots.load(ordering: .relaxed))
  }

  func newSerial() -> UInt32 {
    nextSerial &+= 1
    return nextSerial
  }
}
