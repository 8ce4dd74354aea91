import AhaBase
import AhaDSP
import AhaEngine

/// The engine's effects of a track or bus, followed by a fader for gain and pan, which may be in
/// the chain of another bus.
final class SessionChain {
  typealias Edit = ((Chain) throws(AhaError) -> Void) throws(AhaError) -> Void
  /// Completes a new effect; false if a file that it needs is missing.
  typealias Prepare = (Document.Effect, Effect) throws(AhaError) -> Bool

  private let engine: Engine
  private let edit: Edit
  private let editFader: Edit
  let fader: Effect
  private var present: [(item: Document.Effect, effect: Effect, isWhole: Bool)] = []
  /// Effects whose plug-in is missing.
  private var absent: [Document.ID] = []

  /// Errors: `limit`, `outOfMemory`.
  init(_ engine: Engine, edit: @escaping Edit, fader editFader: @escaping Edit)
    throws(AhaError)
  {
    self.engine = engine
    (self.edit, self.editFader) = (edit, editFader)
    fader = try engine.makeEffect(.fader)
    let fader = fader
    try fader.set(
      ParameterTable.panLaw, value: Float(engine.settings.panLaw.rawValue), over: nil)
    try editFader { (chain) throws(AhaError) in try chain.insert(fader, at: 0, engine: engine) }
  }

  func effect(_ id: Document.ID) -> Effect? { present.first { $0.item.id == id }?.effect }

  /// An effect whose impulse response changed is replaced: the chain fades both.
  /// - Parameter edited: Changed effects; nil: all.
  /// Errors: `limit`, `outOfMemory`, those of `prepare`.
  func match(
    _ wanted: [Document.Effect], edited: Set<Document.ID>?, prepare: Prepare
  ) throws(AhaError) {
    for position in present.indices.reversed()
    where !wanted.contains(where: { survives(present[position], new: $0, edited: edited) }) {
      let gone = present[position].effect
      try edit { (chain) throws(AhaError) in try chain.remove(gone, engine: engine) }
      present.remove(at: position)
    }
    absent.removeAll { id in !wanted.contains { $0.id == id } }
    var index = 0
    for item in wanted where !absent.contains(item.id) {
      if try put(item, at: index, prepare: prepare) { index += 1 }
    }
  }

  private func survives(
    _ old: (item: Document.Effect, effect: Effect, isWhole: Bool), new: Document.Effect,
    edited: Set<Document.ID>?
  ) -> Bool {
    let (was, now) = (old.item.impulse, new.impulse)
    return old.item.id == new.id && was?.file.hash == now?.file.hash
      && was?.isNormalized == now?.isNormalized
      && (old.isWhole || edited.map { !$0.contains(new.id) } ?? false)
  }

  /// Returns false for an effect whose plug-in is missing; the engine posts an event.
  private func put(
    _ item: Document.Effect, at index: Int, prepare: Prepare
  ) throws(AhaError) -> Bool {
    if let position = present.firstIndex(where: { $0.item.id == item.id }) {
      if position != index { try move(from: position, to: index) }
      try adjust(index, to: item)
    } else {
      guard let new = try make(item) else {
        absent.append(item.id)
        return false
      }
      try new.setBypassed(item.isBypassed)
      let isWhole = try prepare(item, new)
      try edit { (chain) throws(AhaError) in try chain.insert(new, at: index, engine: engine) }
      present.insert((item, new, isWhole), at: index)
    }
    return true
  }

  private func make(_ item: Document.Effect) throws(AhaError) -> Effect? {
    if let plugin = item.plugin { return try plugin.makeEffect(engine, id: item.id) }
    let new = try engine.makeEffect(item.kind)
    for (number, value) in item.values.enumerated() {
      try new.set(UInt32(number), value: value, over: nil)
    }
    return new
  }

  private func move(from old: Int, to index: Int) throws(AhaError) {
    let moved = present.remove(at: old)
    try edit { (chain) throws(AhaError) in try chain.move(moved.effect, to: index, engine: engine) }
    present.insert(moved, at: index)
  }

  /// Sets only edited values: a lane may have changed the others.
  private func adjust(_ index: Int, to item: Document.Effect) throws(AhaError) {
    let (old, effect, _) = present[index]
    for (number, value) in item.values.enumerated() where value != old.values[number] {
      try effect.set(UInt32(number), value: value, over: nil)
    }
    if let plugin = item.plugin { try plugin.adjust(effect, from: old.plugin) }
    if item.isBypassed != old.isBypassed { try effect.setBypassed(item.isBypassed) }
    present[index].item = item
  }

  func set(_ new: Document.Fader, was old: Document.Fader?) throws(AhaError) {
    if new.gainDb != old?.gainDb {
      try fader.set(ParameterTable.gain.number, value: new.gainDb, over: nil)
    }
    if new.pan != old?.pan { try fader.set(ParameterTable.pan.number, value: new.pan, over: nil) }
  }

  /// For the master, whose chain stays when its row is removed from the session.
  func clear() {
    try? match([], edited: nil) { _, _ in true }
    try? editFader { (chain) throws(AhaError) in try chain.remove(fader, engine: engine) }
  }
}

/// A lane of the project with its points, and its target in the engine.
final class SessionLane {
  /// The target and the parameter never change.
  var row: Document.Lane
  let target: LaneTarget
  /// As in the project at the last update.
  private(set) var points: [AutomationPoint]

  init(row: Document.Lane, target: LaneTarget, points: [AutomationPoint]) {
    (self.row, self.target, self.points) = (row, target, points)
  }

  func replacePoints(in times: ClosedRange<Int64>, with new: [AutomationPoint]) {
    let old = points.withBuffer {
      $0.count(upTo: times.lowerBound - 1)..<$0.count(upTo: times.upperBound)
    }
    points.replaceSubrange(old, with: new)
  }
}
