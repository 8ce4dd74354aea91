import AhaBase
import AhaDSP

/// The memory of voices: those of players, then those of one-shots.
///
/// Thread: control threads prepare a voice or a choke group before they send the command with it;
/// after that it is the renderer's.
final class VoiceTable {
  let voices: Buffer<Voice>
  /// The voices on each bus, by the bus's index.
  let lists: Buffer<VoiceList>
  let chokes: Reference<ChokeList>
  /// Voices that wait for a distant start, outside of `lists`; see Voices+Deferred.
  let deferred: KeyedHeap
  /// Those on their way back to `lists`. Empty between calls of `recall`.
  let recalled: KeyedHeap
  private let players: Int
  private let status: Buffer<PlayerStatus>
  /// For each choke group, the frame of its last start.
  private let groups: Buffer<Int64>
  /// Bit n: the part n of `groups` is initialized.
  private var groupParts: UInt64 = 0
  private let silence: Floats
  private let memory = MemoryBlocks()

  /// - Parameter silence: A plane of zeros, which outlives the table.
  /// Errors: `outOfMemory`.
  init(players: Int, shots: Int, buses: Int, silence: Floats) throws(AhaError) {
    (self.players, self.silence) = (players, silence)
    voices = try memory.claim(players + shots, of: "voices")
    status = try memory.claim(players + shots, of: "players")
    deferred = try KeyedHeap(capacity: players, of: "players", in: memory)
    recalled = try KeyedHeap(capacity: players, of: "players", in: memory)
    lists = try memory.claim(repeating: VoiceList(), count: buses, of: "strips")
    groups = try memory.claim(Level.chokeGroups, of: "choke groups")
    let starts: Buffer<MemberStart> = try memory.claim(ChokeList.capacity, of: "choke groups")
    chokes = try memory.claim(holding: ChokeList(starts, last: groups), of: "choke groups")
  }

  /// Initializes a voice before its first use. The renderer reads a voice only after its command.
  func prepare(_ index: Int) {
    status.initialize(index, to: PlayerStatus())
    if index < players {
      deferred.touch(index)
      recalled.touch(index)
    }
    voices.initialize(index, to: Voice(status: status.reference(index), silence: silence))
  }

  /// Initializes the memory of a choke group before its first member, with its neighbors: a host
  /// that has few groups touches few pages. Invariant: caller holds the engine's lock.
  func prepare(group: UInt32) {
    let size = Level.chokeGroups / 64
    let part = Int(group) / size
    if groupParts >> part & 1 == 1 { return }
    groupParts |= 1 << part
    for index in part * size..<(part + 1) * size { groups[index] = .min }
  }
}
