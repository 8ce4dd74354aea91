import AhaBase
import AhaDSP
import CShims
import Synchronization

/// All memory of a renderer, allocated once.
final class RendererMemory {
  let blocks = MemoryBlocks()
  /// Those of players, then those of one-shots.
  let voices: UnsafeMutablePointer<Voice>
  let shots: UnsafeMutablePointer<Shot>
  /// Their events, the heard ones, the virtual ones, and the starts of members of groups.
  let shotHeaps: (ShotHeap, ShotHeap, ShotHeap, ShotHeap)
  /// One for each strip.
  let voiceLists: UnsafeMutablePointer<VoiceList>
  let strips: UnsafeMutablePointer<Strip>
  let used: UnsafeMutablePointer<Bool>
  let order: UnsafeMutablePointer<Int>
  let levels: UnsafeMutablePointer<Int>
  let depths: UnsafeMutablePointer<Int>
  let inputs: UnsafeMutablePointer<Int>
  let firstEdge: UnsafeMutablePointer<Int>
  let nextEdge: UnsafeMutablePointer<Int>
  let firstReader: UnsafeMutablePointer<UnsafeMutablePointer<Feed>?>
  let silence: UnsafeMutablePointer<Float>
  let counters: UnsafeMutablePointer<RenderCounters>
  let effects: UnsafeMutablePointer<EffectSlot>
  let changes: UnsafeMutablePointer<Change>
  let agenda: UnsafeMutablePointer<Agenda.Entry>
  let chainPool: UnsafeMutablePointer<ChainPool>
  let chainScratch: StereoTarget
  let dryScratch: StereoTarget
  let keyScratch: StereoTarget
  let freshScratch: StereoTarget
  let speedScratch: PlaySpeed.Scratch
  let timeline: UnsafeMutablePointer<TimelineState>
  let batchSources: UnsafeMutablePointer<StereoSource>
  let batchGains: UnsafeMutablePointer<StereoGain>
  let chokes: UnsafeMutablePointer<ChokeList>
  /// For each choke group, the frame of its last start.
  private let groups: UnsafeMutablePointer<Int64>
  /// Bit n: the part n of `groups` is initialized.
  private var groupParts: UInt64 = 0
  let aheadVoices: UnsafeMutablePointer<AheadVoice>
  let aheadPlanes: UnsafeMutablePointer<Float>
  private let playerStatus: UnsafeMutablePointer<PlayerStatus>
  private let busStatus: UnsafeMutablePointer<BusStatus>
  private let buffers: SampleBuffer
  private let aheadBuffer: SampleBuffer
  private let speedBuffer: SampleBuffer
  private let stripCount: Int

  /// Max count of pending parameter changes.
  static let changeCount = 4096

  init(
    players playerCount: Int, shots shotCount: Int, strips stripCount: Int,
    effects effectCount: Int, hasTeam: Bool
  ) throws(AhaError) {
    let voiceCount = playerCount + shotCount
    self.stripCount = stripCount
    // Two planes for each bus, eight of scratch, one of silence.
    buffers = try SampleBuffer(
      channels: 2 * stripCount + 9, frames: Renderer.block, isTouched: false)
    aheadBuffer = try SampleBuffer(
      channels: 1, frames: hasTeam ? 2 * playerCount * Lookahead.frames : 1)
    aheadPlanes = aheadBuffer.plane(0)
    speedBuffer = try SampleBuffer(
      channels: 6, frames: PlaySpeed.Scratch.windowFrames, isTouched: false)
    speedScratch = PlaySpeed.Scratch(speedBuffer)
    let scratch = 2 * stripCount
    chainScratch = StereoTarget(left: buffers.plane(scratch), right: buffers.plane(scratch + 1))
    dryScratch = StereoTarget(left: buffers.plane(scratch + 2), right: buffers.plane(scratch + 3))
    keyScratch = StereoTarget(left: buffers.plane(scratch + 4), right: buffers.plane(scratch + 5))
    freshScratch = StereoTarget(left: buffers.plane(scratch + 6), right: buffers.plane(scratch + 7))
    silence = buffers.plane(scratch + 8)
    voices = try blocks.claim(voiceCount, of: "voices")
    playerStatus = try blocks.claim(voiceCount, of: "players")
    shots = try blocks.claim(shotCount, of: "one-shots")
    shotHeaps = try (
      ShotHeap(capacity: shotCount, in: blocks), ShotHeap(capacity: shotCount, in: blocks),
      ShotHeap(capacity: shotCount, in: blocks), ShotHeap(capacity: shotCount, in: blocks)
    )
    voiceLists = try blocks.claim(stripCount, of: "strips")
    strips = try blocks.claim(stripCount, of: "strips")
    used = try blocks.claim(stripCount, of: "strips")
    busStatus = try blocks.claim(stripCount, of: "buses")
    order = try blocks.claim(stripCount, of: "strips")
    levels = try blocks.claim(stripCount, of: "strips")
    depths = try blocks.claim(stripCount, of: "strips")
    inputs = try blocks.claim(stripCount, of: "strips")
    firstEdge = try blocks.claim(stripCount, of: "strips")
    nextEdge = try blocks.claim(2 * stripCount, of: "strips")
    firstReader = try blocks.claim(stripCount, of: "strips")
    counters = try blocks.claim(1, of: "counters")
    aheadVoices = try blocks.claim(playerCount, of: "voices")
    timeline = try blocks.claim(1, of: "timelines")
    batchSources = try blocks.claim(Mix.batch, of: "voices")
    batchGains = try blocks.claim(Mix.batch, of: "voices")
    chokes = try blocks.claim(1, of: "choke groups")
    groups = try blocks.claim(Level.chokeGroups, of: "choke groups")
    chokes.initialize(
      to: ChokeList(try blocks.claim(ChokeList.capacity, of: "choke groups"), last: groups))
    effects = try blocks.claim(effectCount, of: "effects")
    changes = try blocks.claim(RendererMemory.changeCount, of: "changes")
    agenda = try blocks.claim(RendererMemory.changeCount, of: "changes")
    chainPool = try blocks.claim(1, of: "changes")
    initialize()
  }

  private func initialize() {
    used.initialize(repeating: false, count: stripCount)
    voiceLists.initialize(repeating: VoiceList(), count: stripCount)
    timeline.initialize(to: TimelineState())
    chainPool.initialize(to: ChainPool(keyScratch: keyScratch, freshScratch: freshScratch))
    for index in 0..<RendererMemory.changeCount {
      let next = index + 1 < RendererMemory.changeCount ? index + 1 : -1
      (changes + index).initialize(to: Change(next: next))
      (agenda + index).initialize(to: Agenda.Entry(next: next))
    }
    counters.initialize(to: RenderCounters())
    addStrip(0)
    for scratch in 2 * stripCount..<buffers.channels { clear(plane: scratch) }
  }

  /// Initializes a voice before its first use. The renderer reads a voice only after its command.
  func addVoice(_ index: Int) {
    (playerStatus + index).initialize(to: PlayerStatus())
    (voices + index).initialize(to: Voice(status: playerStatus + index, silence: silence))
  }

  /// Maps the memory of a one-shot and its voice before their first use.
  func addShot(_ shot: Int, voice: Int) {
    addVoice(voice)
    shotHeaps.0.touch(shot)
    shotHeaps.1.touch(shot)
    shotHeaps.2.touch(shot)
    shotHeaps.3.touch(shot)
  }

  /// Initializes the memory of a choke group before its first member. Invariant: caller holds the
  /// engine's lock.
  func addGroup(_ group: UInt32) {
    let size = Level.chokeGroups / 64
    let part = Int(group) / size
    if groupParts >> part & 1 == 1 { return }
    groupParts |= 1 << part
    (groups + part * size).initialize(repeating: .min, count: size)
  }

  /// Initializes a strip and its buffers before their first use.
  func addStrip(_ index: Int) {
    let buffer = StereoTarget(
      left: buffers.plane(2 * index), right: buffers.plane(2 * index + 1))
    clear(plane: 2 * index)
    clear(plane: 2 * index + 1)
    (busStatus + index).initialize(to: BusStatus())
    (strips + index).initialize(to: Strip(status: busStatus + index, buffer: buffer))
  }

  /// Maps the pages of `speedRoom`, before the first voice at another speed.
  func touchSpeedScratch() {
    speedBuffer.plane(0).update(repeating: 0, count: speedBuffer.byteCount / 4)
  }

  /// Zeroes a plane, which also maps its pages.
  private func clear(plane: Int) {
    buffers.plane(plane).update(repeating: 0, count: Renderer.block + SampleBuffer.padding)
  }

  deinit { timeline.pointee.free() }
}
