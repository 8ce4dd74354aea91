import AhaBase
import AhaDSP

// Changes of a bus's parent. A bus without a history fades out, changes its parent, and fades in.
// The history of a bus is read by both parents: at one label the former one fades out and the new
// one fades in, also if one of them is ahead of the other by the latency of its effects.
extension Buses {
  @_noLocks
  mutating func setParent(of index: Int, to parent: Int, ramp: Int) {
    if strips[index].pendingParent < 0 { moves += 1 }
    strips[index].pendingParent = parent
    if strips[index].history == nil { strips[index].parentGate.go(to: 0, over: ramp) }
  }

  /// Changes the parent of a bus whose gate has closed; returns true if it changed.
  /// - Parameter lead: Frames by which the input of the bus's chain is ahead of its output.
  @_noLocks
  mutating func changeParent(of index: Int, lead: Int, ramp: Int) -> Bool {
    let wanted = strips[index].pendingParent
    guard wanted >= 0, strips[index].parentGate.isSteady, strips[index].parentGate.value == 0
    else { return false }
    // Several buses may change parents at once: never create a cycle, not even for a moment.
    guard !flows(from: wanted, to: index) else { return false }
    strips[index].parent = wanted
    strips[index].pendingParent = -1
    moves -= 1
    shiftTimes(under: index, by: Int(strips[wanted].time + Int64(lead) - strips[index].time))
    strips[index].parentGate.go(to: 1, over: ramp)
    isSorted = false
    return true
  }

  /// Begins and ends the moves of buses with a history; returns true if any began.
  @_noLocks
  mutating func tendMoves(ramp: Int) -> Bool {
    if moves == 0 || histories == 0 { return false }
    var hasBegun = false
    for index in 1..<capacity where used[index] && strips[index].history != nil {
      if tendMove(of: index, ramp: ramp) { hasBegun = true }
    }
    return hasBegun
  }

  /// Ends and begins the move of a bus with a history; returns true if one began.
  @_noLocks
  mutating func tendMove(of index: Int, ramp: Int) -> Bool {
    endMove(of: index, ramp: ramp)
    return strips[index].pendingParent >= 0 && beginMove(of: index, ramp: ramp)
  }

  @_noLocks
  private mutating func beginMove(of index: Int, ramp: Int) -> Bool {
    let (wanted, former) = (strips[index].pendingParent, strips[index].parent)
    if wanted == former {
      strips[index].pendingParent = -1
      moves -= 1
      return false
    }
    guard strips[index].formerParent < 0, !flows(from: wanted, to: index) else { return false }
    strips[index].pendingParent = -1
    strips[index].parent = wanted
    isSorted = false
    if movesAtOnce(index, from: former, to: wanted) {
      strips[index].parentGate = Ramp(1)
      moves -= 1
    } else {
      strips[index].formerParent = former
      strips[index].movesAt = max(strips[former].time, strips[wanted].time)
      strips[index].formerGate = strips[index].parentGate
      strips[index].formerGate.go(to: 0, over: ramp)
      strips[index].formerWay = strips[index].wayGate
      strips[index].parentGate = Ramp(0)
      strips[index].parentGate.go(to: 1, over: ramp)
    }
    return true
  }

  /// True if the bus moves at one frame: no parent has to read frames of it that sound, and the new
  /// one, if it is ahead, has not passed the labels of a sound that begins now.
  @_noLocks
  private func movesAtOnce(_ index: Int, from former: Int, to wanted: Int) -> Bool {
    if strips[index].isHeard || strips[wanted].time > strips[former].time { return false }
    return !(strips[index].history?.value.isHeard(from: strips[wanted].time) ?? false)
  }

  /// Ends a move after the fades of both parents.
  @_noLocks
  private mutating func endMove(of index: Int, ramp: Int) {
    let former = strips[index].formerParent
    guard former >= 0 else { return }
    let label = min(strips[former].time, strips[strips[index].parent].time)
    guard label >= strips[index].movesAt + Int64(ramp) else { return }
    strips[index].formerParent = -1
    strips[index].formerGate = Ramp(0)
    strips[index].parentGate = Ramp(1)
    moves -= 1
    isSorted = false
  }
}
