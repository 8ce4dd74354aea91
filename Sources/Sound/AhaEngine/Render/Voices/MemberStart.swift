/// Start of a member of a choke group.
struct MemberStart: BitwiseCopyable {
  var frame: Int64
  /// Of the member.
  var serial: UInt32
  var group: UInt32

  @_noLocks
  init(frame: Int64, serial: UInt32, _ group: UInt32) {
    self.frame = frame
    self.serial = serial
    self.group = group
  }

  /// True if the other start is one of another member of the group.
  @_noLocks
  func chokes(_ other: MemberStart) -> Bool {
    other.group == group && other.serial != serial && other.frame < frame
  }
}

/// The announced starts that some member has not reached yet, in any order.
struct ChokeList {
  /// Starts of all groups within one part and the largest latency; further ones do not choke.
  static var capacity: Int { 1024 }

  private let starts: UnsafeMutablePointer<MemberStart>
  private var count = 0

  init(_ starts: UnsafeMutablePointer<MemberStart>) { self.starts = starts }

  /// Adds a start. Returns false if it is known, or the list is full.
  @_noLocks
  mutating func add(_ start: MemberStart) -> Bool {
    for place in 0..<count
    where starts[place].frame == start.frame && starts[place].serial == start.serial {
      return false
    }
    if count == ChokeList.capacity { return false }
    starts[count] = start
    count += 1
    return true
  }

  @_noLocks
  mutating func remove(before frame: Int64) {
    var left = 0
    for place in 0..<count where starts[place].frame >= frame {
      starts[left] = starts[place]
      left += 1
    }
    count = left
  }

  @_noLocks
  mutating func remove(from frame: Int64, serial: UInt32) {
    var left = 0
    for place in 0..<count where starts[place].frame < frame || starts[place].serial != serial {
      starts[left] = starts[place]
      left += 1
    }
    count = left
  }

  /// The frame of the first start that chokes another one; `Voice.never`: none.
  @_noLocks
  func next(after start: MemberStart) -> Int64 {
    var next = Voice.never
    for place in 0..<count where starts[place].chokes(start) {
      next = min(next, starts[place].frame)
    }
    return next
  }

  /// The frame of the last start up to `limit` that chokes another one; `Int64.min`: none.
  @_noLocks
  func last(after start: MemberStart, upTo limit: Int64) -> Int64 {
    var last = Int64.min
    for place in 0..<count where starts[place].frame <= limit && starts[place].chokes(start) {
      last = max(last, starts[place].frame)
    }
    return last
  }
}
