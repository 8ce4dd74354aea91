import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Project history")
final class HistoryTests: ProjectRig {
  /// Makes a random edit; an invalid edit is refused and changes nothing.
  private func edit(_ random: inout Random) throws {
    let track = try document.tracks().randomElement(using: &random)
    let bus = try document.buses().randomElement(using: &random)!
    let effect = try document.allEffects().randomElement(using: &random)
    let lane = try document.lanes().randomElement(using: &random)
    let owner: Document.Owner = track.map { .track($0.id) } ?? .bus(bus.id)
    let place = Int.random(in: 0...2, using: &random)
    let time = Int64.random(in: 0...50, using: &random) * 10
    let value = Float.random(in: 0...1, using: &random)
    let curve = AutomationCurve.allCases.randomElement(using: &random)!
    let point = AutomationPoint(time: time, value: value, curve: curve)
    switch Int.random(in: 0...19, using: &random) {
    case 0:
      _ = try document.addTrack(FilePath(rig.folder.file("a.wav")), bus: bus.id, at: time)
    case 1: if let track, place == 0 { try document.removeTrack(track.id) }
    case 2: if let track { try document.moveTrack(track.id, to: place) }
    case 3:
      if let track {
        try document.change(track.id) {
          ($0.fader.pan, $0.start, $0.bus) = (value, time, bus.id)
          ($0.speed, $0.isReversed) = (1 + Double(value), value < 0.5)
        }
      }
    case 4: _ = try document.addBus(named: "\(time)", into: bus.id)
    case 5: try document.removeBus(bus.id)
    case 6: try document.setBusParent(bus.id, to: Document.master)
    case 7: try document.moveBus(bus.id, to: place)
    case 8: _ = try document.addEffect(.reverb, to: owner, at: 0)
    case 9: _ = try document.addEffect(.filter, to: .bus(bus.id))
    case 10: if let effect { try document.moveEffect(effect.id, to: owner, at: place) }
    case 11: if let effect, place == 0 { try document.removeEffect(effect.id) }
    case 12:
      if let effect { try document.setEffectValue(effect.id, parameter: "mix", to: value) }
    case 13: if let effect { try document.setBypassed(effect.id, value < 0.5) }
    case 14:
      _ = try document.addLane(effect.map { .effect($0.id) } ?? owner, parameter: "mix")
    case 15: _ = try document.addLane(owner, parameter: "gain_db")
    case 16: if let lane { try document.setPoint(point, of: lane.id) }
    case 17:
      if let lane { try document.replacePoints(of: lane.id, in: 0...time, with: [point]) }
    case 18: if let lane, place == 0 { try document.removeLane(lane.id) }
    default:
      _ = try document.addMarker(at: time, named: "m")
      var settings = try document.settings()
      settings.tempoBpm = Double(60 + time)
      try document.setSettings(settings)
    }
  }

  @Test(arguments: 0..<4) func goesAllTheWayBackAndForth(run: Int) throws {
    rig.sound("a.wav")
    var random = Random(seed: UInt64(run))
    var states = [try document.dump()]
    for _ in 0..<150 {
      let before = try history.steps().count
      if failure({
        try history.edit("a group") { () throws(AhaError) in
          // Groups of one to three edits, as long as all are valid.
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            do { try edit(&random) } catch { throw error as! AhaError }
          }
        }
      }) == nil, try history.steps().count > before {
        states.append(try document.dump())
      }
    }
    #expect(states.count > 50)
    for state in states.dropLast().reversed() {
      try history.undo()
      #expect(try document.dump() == state)
    }
    #expect(try history.undo() == nil)
    project.close()
    let again = try rig.open()
    for state in states.dropFirst() {
      try again.history.redo()
      #expect(try again.document.dump() == state)
    }
    #expect(try again.history.redo() == nil)
  }

  @Test func newEditsDropUndoneSteps() throws {
    for name in ["one", "two", "three"] { _ = try document.addBus(named: name) }
    #expect(try history.undo() == "add bus" && history.undo() == "add bus")
    #expect(try history.steps().map { $0.isUndone } == [false, true, true])
    _ = try document.addMarker(at: 0, named: "")
    #expect(try history.steps().map { $0.title } == ["add bus", "add marker"])
    #expect(try history.redo() == nil)
    #expect(try document.buses().map { $0.name } == ["master", "one"])
  }

  @Test func keepsNoMoreThanItMay() throws {
    var options = Project.Options()
    options.maxUndoSteps = 5
    let rig = Rig()
    let project = try rig.create(options)
    let (document, history) = (project.document, project.history)
    for number in 0..<12 { _ = try document.addBus(named: "\(number)") }
    #expect(try history.steps().count == 5)
    while try history.undo() != nil {}
    #expect(try document.buses().count == 1 + 7)
    _ = try document.addBus(named: "new")
    #expect(try history.steps().count == 1)
    project.close()
    (options.maxUndoSteps, options.maxStepBytes) = (1000, 400)
    let small = try rig.open(options)
    for number in 0..<20 { _ = try small.document.addBus(named: "\(number) of some length") }
    let kept = try small.history.steps().count
    #expect(kept > 2 && kept < 12)
    _ = try small.document.addBus(named: String(repeating: "x", count: 900))
    #expect(try small.history.steps().count == 1)
    try small.history.undo()
    #expect(try small.document.buses().count == 1 + 7 + 1 + 20)
  }

  @Test func groupsAreOneStep() throws {
    let before = try document.dump()
    let revision = try history.revision()
    try history.edit("both") { () throws(AhaError) in
      _ = try document.addBus(named: "one")
      try history.edit("inner") { () throws(AhaError) in
        _ = try document.addBus(named: "two")
      }
      #expect(try document.buses().count == 3)
      do throws(AhaError) {
        try history.edit("refused") { () throws(AhaError) in
          _ = try document.addBus(named: "three")
          throw AhaError(.cancelled, "no")
        }
      } catch { #expect(error.code == .cancelled) }
      do throws(AhaError) { try history.undo() } catch { #expect(error.code == .state) }
    }
    #expect(try history.revision() == revision + 1)
    #expect(try document.buses().map { $0.name } == ["master", "one", "two"])
    #expect(try history.steps().map { $0.title } == ["both"])
    #expect(try history.undo() == "both")
    #expect(try document.dump() == before)
    #expect(failure { try history.saveEdit() }?.code == .state)
    #expect(failure { try history.cancelEdit() }?.code == .state)
    try history.startEdit("open")
    _ = try document.addBus(named: "lost")
    project.close()
    #expect(try rig.open().document.dump() == before)
  }

  @Test func damagedStepsAreNotApplied() throws {
    try fill()
    project.close()
    try rig.tamper("UPDATE step SET changes = zeroblob(length(changes))")
    let opened = try rig.open()
    let before = try opened.document.dump()
    let error = failure { try opened.history.undo() }
    #expect(error?.code == .damaged && error?.line.contains("add marker") == true)
    #expect(try opened.document.dump() == before)
    _ = try opened.document.addBus(named: "still works")
  }
}
