import AhaBase
import AhaDSP

/// Commands that wait for their frames, in order of frames; of those at one frame, in order of
/// arrival.
struct Agenda {
  struct Entry: BitwiseCopyable {
    var timed = TimedCommand(frame: 0, command: .shot(-1))
    /// -1: none.
    var next: Int
  }

  /// `Renderer.maxChanges` of them.
  private let table: Buffer<Entry>
  private var first = -1
  private var last = -1
  private var free = 0

  /// Errors: `outOfMemory`.
  init(in memory: MemoryBlocks) throws(AhaError) {
    table = try memory.claim(Renderer.maxChanges, of: "changes")
    for index in 0..<Renderer.maxChanges {
      let next = index + 1 < Renderer.maxChanges ? index + 1 : -1
      table.initialize(index, to: Entry(next: next))
    }
  }

  /// Frame of the earliest command; `Int64.max`: none waits.
  var next: Int64 {
    @_noLocks get { first < 0 ? .max : table[first].timed.frame }
  }

  /// Adds a command. Control threads limit the count of those that wait.
  @_noLocks
  mutating func add(_ timed: TimedCommand) {
    guard free >= 0 else { return }
    let entry = free
    free = table[entry].next
    table[entry].timed = timed
    var previous = last >= 0 && table[last].timed.frame <= timed.frame ? last : -1
    if previous < 0 {
      var index = first
      while index >= 0, table[index].timed.frame <= timed.frame {
        previous = index
        index = table[index].next
      }
    }
    table[entry].next = previous < 0 ? first : table[previous].next
    if previous < 0 { first = entry } else { table[previous].next = entry }
    if table[entry].next < 0 { last = entry }
  }

  /// The first entry; -1: none.
  var head: Int {
    @_noLocks get { first }
  }

  subscript(entry: Int) -> Entry {
    @_noLocks get { table[entry] }
  }

  /// Removes the entry after another one; -1: the first one.
  @_noLocks
  mutating func remove(_ entry: Int, after previous: Int) {
    let next = table[entry].next
    if previous < 0 { first = next } else { table[previous].next = next }
    if next < 0 { last = previous }
    table[entry].next = free
    free = entry
  }
}

extension Renderer {
  /// Applies the commands whose frames have come; returns the count of frames up to the next one,
  /// at most `frames`.
  ///
  /// The frame of a command is a label: at the input of a player's chain for its transport, at the
  /// output for levels.
  @_noLocks
  func runAgenda(before frames: Int) -> Int {
    if agenda.head < 0 { return frames }
    return runAgenda(until: horizon + Int64(frames), frames: frames, voice: -1)
  }

  /// As `runAgenda(before:)` for a voice in the block in which its chain fills: it reads further
  /// ahead there than the block's other commands show.
  /// - Parameter done: Frames of the block that are mixed already.
  @_noLocks
  func runAgenda(ofVoice index: Int, at done: Int, before frames: Int) -> Int {
    if agenda.head < 0 { return frames }
    voices[index].mixedFrames = done
    defer { voices[index].mixedFrames = 0 }
    return runAgenda(until: label(of: index) + Int64(frames), frames: frames, voice: index)
  }

  /// - Parameter voice: Only what a voice reads; -1: all.
  @_noLocks
  private func runAgenda(until end: Int64, frames: Int, voice: Int) -> Int {
    var count = Int64(frames)
    var (previous, entry) = (-1, agenda.head)
    while entry >= 0, agenda[entry].timed.frame < end {
      let (timed, next) = (agenda[entry].timed, agenda[entry].next)
      let isOther = voice >= 0 ? !isRead(timed.command, by: voice) : false
      let left = isOther ? .max : timed.frame - label(of: timed.command)
      if left <= 0 {
        agenda.remove(entry, after: previous)
        reports.countChangeDone()
        apply(timed.command)
      } else {
        count = min(count, left)
        previous = entry
      }
      entry = next
    }
    return Int(count)
  }

  /// Whether a command has its frame where a voice reads, or in its chain.
  @_noLocks
  private func isRead(_ command: Command, by index: Int) -> Bool {
    switch command {
    case .player(_, .setGain): false
    case .player(let player, _): player == index
    case .effect(let effect, _): chains.effects[effect].owner == index
    default: false
    }
  }

  @_noLocks
  private func label(of command: Command) -> Int64 {
    switch command {
    case .player(let index, .setGain): buses[voices[index].bus].time
    case .player(let index, _): label(of: index)
    case .moveShot(let shot, let serial, _, _):
      shots.isKnown(shot, serial: serial) ? buses[shots.table[shot].bus].time : clock
    case .bus(let index, _): buses[index].time - Int64(chains.lead(of: buses[index].chain))
    case .effect(let index, _): label(ofEffect: index)
    default: clock
    }
  }

  /// The label of an effect's output.
  @_noLocks
  private func label(ofEffect index: Int) -> Int64 {
    if index == output.limiter.first { return clock }
    let owner = chains.effects[index].owner
    let input = owner >= 0 ? label(of: owner) : buses[-1 - owner].time
    let chain = owner >= 0 ? voices[owner].chain : buses[-1 - owner].chain
    let own = chains.effects[index].unit.value.latency
    return input - Int64(chains.latency(of: chain, before: index) + own)
  }

  // MARK: Objects that end

  @_noLocks
  func dropAgenda(ofPlayer index: Int) { dropAgenda(.player, at: index) }

  @_noLocks
  func dropAgenda(ofBus index: Int) { dropAgenda(.bus, at: index) }

  @_noLocks
  func dropAgenda(ofEffect index: Int) { dropAgenda(.effect, at: index) }

  /// The effects of a chain that ends with its player or bus.
  @_noLocks
  func dropAgenda(ofEffectsIn chain: ChainLinks) {
    var index = agenda.head < 0 ? -1 : chain.first
    while index >= 0 {
      dropAgenda(ofEffect: index)
      index = chains.effects[index].next
    }
  }

  @_noLocks
  private func dropAgenda(_ kind: Agenda.Kind, at index: Int) {
    var (previous, entry) = (-1, agenda.head)
    while entry >= 0 {
      let (command, next) = (agenda[entry].timed.command, agenda[entry].next)
      if Agenda.isOf(kind, at: index, command: command) {
        agenda.remove(entry, after: previous)
        reports.countChangeDone()
      } else {
        previous = entry
      }
      entry = next
    }
  }
}

extension Agenda {
  enum Kind { case player, bus, effect }

  @_noLocks
  static func isOf(_ kind: Kind, at index: Int, command: Command) -> Bool {
    switch command {
    case .player(let owner, _): kind == .player && owner == index
    case .bus(let owner, _): kind == .bus && owner == index
    case .effect(let owner, _): kind == .effect && owner == index
    default: false
    }
  }
}
