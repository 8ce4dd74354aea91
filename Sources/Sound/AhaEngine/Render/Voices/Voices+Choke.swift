import AhaDSP

// Choke groups: a start of a member fades out the other audible members, at its frame.
extension Voices {
  /// Makes a voice a member of a group, in place of its former one; 0: of none.
  @_noLocks
  mutating func join(_ index: Int, group: UInt32) {
    let wasMember = table[index].chokeGroup != 0
    table[index].chokeGroup = group
    if wasMember == (group != 0) { return }
    if wasMember { unlinkMember(index) } else { linkMember(index) }
  }

  @_noLocks
  private mutating func linkMember(_ index: Int) {
    table[index].previousMember = -1
    table[index].nextMember = firstMember
    if firstMember >= 0 { table[firstMember].previousMember = index }
    firstMember = index
  }

  @_noLocks
  private mutating func unlinkMember(_ index: Int) {
    let (next, previous) = (table[index].nextMember, table[index].previousMember)
    if previous >= 0 { table[previous].nextMember = next } else { firstMember = next }
    if next >= 0 { table[next].previousMember = previous }
  }

  /// Chokes the other members of a voice's group at the frame of its start.
  @_noLocks
  mutating func chokeOthers(than index: Int, at frame: Int64) {
    var other = firstMember
    while other >= 0 {
      if other != index, table[other].chokeGroup == table[index].chokeGroup {
        table[other].choke(at: frame)
      }
      other = table[other].nextMember
    }
  }
}

extension Voice {
  /// Fades out at a frame, unless the voice starts there itself.
  @_noLocks
  mutating func choke(at frame: Int64) {
    guard phase != .idle, frame > startedAt else { return }
    chokeAt = min(chokeAt, frame)
    stopAt = min(stopAt, chokeAt)
  }
}

// The renderer mixes one voice after another. So it finds the starts of a part before it mixes the
// voices, and a part ends where a member starts.
extension Renderer {
  /// Frames up to the next start of a member of any choke group, at most `frames`.
  @_noLocks
  func cutForChokes(_ frames: Int) -> Int {
    var count = Int64(frames)
    var index = voices.firstMember
    while index >= 0 {
      let left = voices[index].startAt - label(of: index)
      if left > 0 { count = min(count, left) }
      index = voices[index].nextMember
    }
    return Int(count)
  }

  /// Passes the starts within the next frames to the other members. A voice with latency is mixed
  /// ahead of the others.
  @_noLocks
  func announceStarts(_ frames: Int) {
    var ahead = Int64.min
    var index = voices.firstMember
    while index >= 0 {
      ahead = max(ahead, label(of: index))
      index = voices[index].nextMember
    }
    index = voices.firstMember
    while index >= 0 {
      if voices[index].startAt < ahead + Int64(frames) {
        voices.chokeOthers(than: index, at: max(voices[index].startAt, label(of: index)))
      }
      index = voices[index].nextMember
    }
  }
}
