import AhaBase

/// Start of a member of a choke group.
struct MemberStart: BitwiseCopyable {
  /// The serial of all one-shots: each starts once, so none can choke itself.
  static var oneShot: UInt32 { 0 }

  var frame: Int64
  /// Of the member.
  var serial: UInt32
  var group: UInt32

  @_noLocks
  init(frame: Int64, serial: UInt32, group: UInt32) {
    self.frame = frame
    self.serial = serial
    self.group = group
  }

  /// True if the other start is one of another member of the group.
  @_noLocks
  func chokes(_ other: MemberStart) -> Bool {
    guard other.group == group, other.frame < frame else { return false }
    return other.serial != serial || serial == MemberStart.oneShot
  }
}

/// The announced starts that some member has not reached yet, in any order.
struct ChokeList {
  /// Starts of all groups within one part and the largest latency; further ones do not choke.
  static var capacity: Int { 1024 }

  private let starts: Buffer<MemberStart>
  /// Frame of the last past start of each group that was added.
  private let last: Buffer<Int64>
  private var count = 0
  /// Count of the first starts, which the one-shots know.
  private var seen = 0
  /// A start was withdrawn that the one-shots may know.
  private(set) var isStale = false

  init(_ starts: Buffer<MemberStart>, last: Buffer<Int64>) {
    (self.starts, self.last) = (starts, last)
  }

  /// Adds a start. Returns false if it is known, or the list is full.
  @_noLocks
  mutating func add(_ start: MemberStart) -> Bool {
    for index in 0..<count where starts[index].frame == start.frame {
      if starts[index].serial == start.serial, starts[index].group == start.group { return false }
    }
    if count == ChokeList.capacity { return false }
    starts[count] = start
    count += 1
    return true
  }

  /// Removes past starts.
  @_noLocks
  mutating func remove(before frame: Int64) {
    var left = 0
    let known = seen
    for index in 0..<count {
      if starts[index].frame >= frame {
        keep(index, left: &left)
      } else {
        let group = Int(starts[index].group)
        last[group] = max(last[group], starts[index].frame)
        if index < known { seen -= 1 }
      }
    }
    count = left
  }

  @_noLocks
  mutating func remove(from frame: Int64, serial: UInt32) {
    var left = 0
    let known = seen
    for index in 0..<count {
      if starts[index].frame < frame || starts[index].serial != serial {
        keep(index, left: &left)
      } else if index < known {
        seen -= 1
        isStale = true
      }
    }
    count = left
  }

  @_noLocks
  private func keep(_ index: Int, left: inout Int) {
    starts[left] = starts[index]
    left += 1
  }

  /// The next start that the one-shots do not know; nil: none.
  @_noLocks
  mutating func nextUnseen() -> MemberStart? {
    guard seen < count else { return nil }
    seen += 1
    return starts[seen - 1]
  }

  /// The one-shots have requested all starts again.
  @_noLocks
  mutating func refresh() { isStale = false }

  /// The frame of the first start that chokes another one; `Voice.never`: none.
  @_noLocks
  func next(after start: MemberStart) -> Int64 {
    var next = Voice.never
    for index in 0..<count where starts[index].chokes(start) {
      next = min(next, starts[index].frame)
    }
    return next
  }

  /// True if a start up to a frame chokes a one-shot.
  @_noLocks
  func hasChoked(_ shot: MemberStart, by frame: Int64) -> Bool {
    guard shot.group != 0 else { return false }
    return last[Int(shot.group)] > shot.frame || next(after: shot) <= frame
  }

  /// The frame of the last start up to `limit` that chokes another one; `Int64.min`: none.
  @_noLocks
  func last(after start: MemberStart, upTo limit: Int64) -> Int64 {
    var last = Int64.min
    for index in 0..<count where starts[index].frame <= limit && starts[index].chokes(start) {
      last = max(last, starts[index].frame)
    }
    return last
  }
}
