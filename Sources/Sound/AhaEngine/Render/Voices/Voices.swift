import AhaDSP

/// What plays: the transport of all voices, the bus that each is on, and their clips.
///
/// It decides what happens to a voice at a frame, and reports it; the renderer says which frame it
/// is, and mixes.
struct Voices {
  /// By index; a voice before its `PlayerCommand.add` belongs to the control threads.
  let table: UnsafeMutablePointer<Voice>
  /// The voices on each bus, by the bus's index.
  private let lists: UnsafeMutablePointer<VoiceList>
  let reports: Reports
  /// Frames.
  let ramp: Int
  /// Voices in lists.
  private(set) var active = 0
  /// The frame at which the last sound of all that is over ended.
  private(set) var lastEnd: Int64 = 0
  /// The voices that have clips, in the order in which they got them; -1: none.
  var firstClip = -1
  var lastClip = -1
  /// Some streamed sound has starts or stops that wait for their frames.
  var hasStreamedStarts = false

  init(_ memory: RendererMemory, _ reports: Reports, ramp: Int) {
    table = memory.voices
    lists = memory.voiceLists
    self.reports = reports
    self.ramp = ramp
  }

  subscript(index: Int) -> Voice {
    @_noLocks unsafeAddress { UnsafePointer(table + index) }
    @_noLocks nonmutating unsafeMutableAddress { table + index }
  }

  /// The first voice in a bus's list; -1: none.
  @_noLocks
  func first(on bus: Int) -> Int { lists[bus].first }

  /// Something was heard up to a frame.
  @_noLocks
  mutating func hear(until frame: Int64) { lastEnd = max(lastEnd, frame) }

  // MARK: Buses

  /// To another bus; a resident sound that is heard is crossfaded, a streamed one fades out and in.
  @_noLocks
  mutating func setBus(_ index: Int, _ bus: Int) {
    table[index].pendingBus = -1
    guard bus != table[index].bus else { return }
    let isHeard = table[index].isSounding
    if table[index].isHot {
      table[index].pendingBus = bus
      table[index].chain.isHeld = true
      table[index].chain.close(over: ramp)
    } else if !isHeard {
      move(index, to: bus)
    } else if table[index].hasTail ? true : table[index].phase == .fading {
      table[index].pendingBus = bus
    } else if table[index].stream != nil {
      table[index].pendingBus = bus
      table[index].fade(then: .rejoin, over: ramp)
    } else {
      table[index].leaveTail(over: ramp)
      move(index, to: bus)
      table[index].main.mix.envelope.jump(to: 0)
      table[index].main.mix.envelope.go(to: 1, over: ramp)
    }
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
    let bus = table[index].bus
    table[index].isListed = true
    table[index].next = -1
    table[index].previous = lists[bus].last
    if lists[bus].last >= 0 {
      table[lists[bus].last].next = index
    } else {
      lists[bus].first = index
    }
    lists[bus].last = index
    active += 1
  }

  @_noLocks
  mutating func unlist(_ index: Int) {
    guard table[index].isListed else { return }
    let bus = table[index].bus
    let next = table[index].next
    let previous = table[index].previous
    if previous >= 0 { table[previous].next = next } else { lists[bus].first = next }
    if next >= 0 { table[next].previous = previous } else { lists[bus].last = previous }
    table[index].isListed = false
    table[index].next = -1
    table[index].previous = -1
    active -= 1
  }

  /// The voice is done; it is passed to the control threads after its block.
  @_noLocks
  mutating func retire(_ index: Int) {
    unlist(index)
    table[index].phase = .idle
    table[index].hasTail = false
    table[index].isRetired = true
  }
}

/// The voices on a bus; -1: none.
struct VoiceList: BitwiseCopyable {
  var first = -1
  var last = -1
}
