import AhaBase
import AhaDSP

/// All voices: their transport, buses and clips.
///
/// `Voices` decides the state changes of a voice at a frame and reports them; the renderer supplies
/// the frame and mixes.
struct Voices {
  /// Indexed by player; a voice before its `PlayerCommand.add` belongs to the control threads.
  let table: Buffer<Voice>
  /// The voices on each bus, by the bus's index.
  let lists: Buffer<VoiceList>
  /// Announced starts of members of choke groups.
  let chokes: Reference<ChokeList>
  let reports: Reports
  let beats: Reference<BeatClock>
  /// Frames.
  let ramp: Int
  /// Index of the first voice of a one-shot.
  let firstShot: Int
  /// Voices in lists.
  private(set) var active = 0
  /// Those of players.
  private(set) var players = 0
  /// The frame at which the last finished sound ended.
  private(set) var lastEnd: Int64 = 0
  /// Head and tail of the list of voices with clips, in order of creation; -1: none.
  var firstClip = -1
  var lastClip = -1
  /// Count of the intervals that all clips have seen, except those on buses that stand still.
  var clipsSeen: Int64 = 0
  /// Head of the list of the players in lists that are members of choke groups; -1: none.
  var firstMember = -1
  /// The voices with distant starts, by their next frames; see Voices+Deferred.
  var deferred: KeyedHeap
  /// Voices that return from there, the last ranks first.
  var recalled: KeyedHeap
  /// The label up to which deferred voices have returned.
  var recalledTo: Int64 = 0
  var recalls: Int64 = 0
  private var nextRank: Int64 = 0
  /// True if any streamed sound has pending starts or stops.
  var hasStreamedStarts = false
  /// False: no voice in a list waits for its move to another bus.
  var mayMove = false

  /// The voices with effects that were removed last, in a circle.
  var tails = InlineArray<64, (index: Int, serial: UInt32)>(repeating: (-1, 0))
  var nextTail = 0
  static let maxTails = 64

  init(
    _ table: VoiceTable, reports: Reports, beats: Reference<BeatClock>, ramp: Int, firstShot: Int
  ) {
    self.table = table.voices
    lists = table.lists
    chokes = table.chokes
    (deferred, recalled) = (table.deferred, table.recalled)
    self.reports = reports
    self.beats = beats
    self.ramp = ramp
    self.firstShot = firstShot
  }

  subscript(index: Int) -> Voice {
    @_noLocks unsafeAddress { UnsafePointer(table.base + index) }
    @_noLocks nonmutating unsafeMutableAddress { table.base + index }
  }

  /// The first voice in a bus's list, without the deferred ones; -1: none.
  @_noLocks
  func first(on bus: Int) -> Int { lists[bus].first }

  /// True if a voice plays or waits on a bus.
  @_noLocks
  func areAny(on bus: Int) -> Bool { lists[bus].first >= 0 || lists[bus].deferred > 0 }

  /// True if a voice with a distant start waits on a bus.
  @_noLocks
  func areDeferred(on bus: Int) -> Bool { lists[bus].deferred > 0 }

  /// Records audible output up to a frame.
  @_noLocks
  mutating func hear(until frame: Int64) { lastEnd = max(lastEnd, frame) }

  /// Sends an event of a player.
  @_noLocks
  func announce(_ kind: RenderEvent.Kind, index: Int, at frame: Int64, value: Int64 = 0) {
    if isShot(index) || table[index].isLeaving { return }
    reports.announce(kind, index: index, serial: table[index].serial, at: frame, value: value)
  }

  // MARK: Buses

  /// Moves a voice to another bus; an audible resident sound crossfades, a streamed one fades out
  /// and in.
  @_noLocks
  mutating func setBus(_ index: Int, bus: Int) {
    table[index].pendingBus = -1
    guard bus != table[index].bus else { return }
    mayMove = true
    let isHeard = table[index].isSounding
    if table[index].isHot {
      table[index].pendingBus = bus
      table[index].chain.isHeld = true
      table[index].chain.close(over: ramp)
    } else if !isHeard {
      move(index, to: bus)
    } else if table[index].hasTail || !table[index].canCrossfade {
      table[index].pendingBus = bus
    } else if table[index].stream != nil {
      table[index].pendingBus = bus
      table[index].fade(then: .rejoin, over: edge(nil))
    } else {
      table[index].leaveTail(over: edge(nil))
      move(index, to: bus)
      table[index].main.open(over: edge(nil))
    }
  }

  /// Moves a voice to a bus that sends to the present one, without a fade, and passes its gain on
  /// to this bus. A voice that still fades to its bus fades to the new one instead.
  @_noLocks
  mutating func setOwnBus(_ index: Int, bus: Int) -> (gain: StereoRamp, factors: GainProduct) {
    var factors = table[index].gains
    var gain = table[index].chain.isEmpty ? table[index].main.mix.gain : table[index].fader
    let isFading = table[index].pendingBus >= 0
    table[index].gains = GainProduct()
    if isFading {
      table[index].pendingBus = bus
      factors.settle(&gain)
    } else {
      move(index, to: bus)
    }
    let length = isFading ? ramp : 0
    if table[index].chain.isEmpty {
      table[index].main.mix.gain.go(to: .unity, over: length)
    } else {
      table[index].fader.go(to: .unity, over: length)
    }
    return (gain, factors)
  }

  @_noLocks
  mutating func moveToPendingBus(_ index: Int) {
    let bus = table[index].pendingBus
    guard bus >= 0 else { return }
    table[index].pendingBus = -1
    move(index, to: bus)
  }

  @_noLocks
  private mutating func move(_ index: Int, to bus: Int) {
    let wasListed = table[index].isListed
    unlist(index)
    table[index].bus = bus
    if wasListed { list(index) }
  }

  // MARK: Lists

  /// Appends the voice to its bus's list.
  @_noLocks
  mutating func list(_ index: Int) {
    guard !table[index].isListed else { return }
    table[index].isListed = true
    table[index].rank = nextRank
    nextRank += 1
    link(index, between: lists[table[index].bus].last, and: -1)
    if table[index].chokeGroup != 0 { linkMember(index) }
    active += 1
    if !isShot(index) { players += 1 }
  }

  @_noLocks
  mutating func unlist(_ index: Int) {
    guard table[index].isListed else { return }
    if table[index].isDeferred {
      dropDeferred(index)
    } else {
      unlink(index)
      if table[index].chokeGroup != 0 { unlinkMember(index) }
    }
    table[index].isListed = false
    active -= 1
    if !isShot(index) { players -= 1 }
  }

  @_noLocks
  func link(_ index: Int, between previous: Int, and next: Int) {
    let bus = table[index].bus
    (table[index].previous, table[index].next) = (previous, next)
    if previous >= 0 { table[previous].next = index } else { lists[bus].first = index }
    if next >= 0 { table[next].previous = index } else { lists[bus].last = index }
  }

  @_noLocks
  func unlink(_ index: Int) {
    let (bus, previous, next) = (table[index].bus, table[index].previous, table[index].next)
    if previous >= 0 { table[previous].next = next } else { lists[bus].first = next }
    if next >= 0 { table[next].previous = previous } else { lists[bus].last = previous }
    (table[index].previous, table[index].next) = (-1, -1)
  }

  /// Marks a voice as retired; it is passed to the control threads after its block.
  @_noLocks
  mutating func retire(_ index: Int) {
    unlist(index)
    join(index, group: 0)
    table[index].phase = .idle
    table[index].hasTail = false
    table[index].isRetired = true
  }
}

/// Voices on a bus; -1: none.
struct VoiceList: BitwiseCopyable {
  var first = -1
  var last = -1
  /// Count of deferred voices.
  var deferred = 0
  /// The number of the last recall into the list, and its last voice.
  var recall: Int64 = 0
  var lastRecalled = -1
}
