import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Project history")
struct HistoryTests {
  let rig = Rig()

  /// Makes a random edit; an invalid edit is refused and changes nothing.
  private func edit(_ project: Project, _ random: inout SystemRandomNumberGenerator) throws {
    let track = try project.document.tracks().randomElement(using: &random)
    let bus = try project.document.buses().randomElement(using: &random)!
    let effect = try project.document.allEffects().randomElement(using: &random)
    let lane = try project.document.lanes().randomElement(using: &random)
    let owner: Document.Owner = track.map { .track($0.id) } ?? .bus(bus.id)
    let place = Int.random(in: 0...2, using: &random)
    let time = Int64.random(in: 0...50, using: &random) * 10
    let value = Float.random(in: 0...1, using: &random)
    let curve = AutomationCurve.allCases.randomElement(using: &random)!
    let point = AutomationPoint(time: time, value: value, curve: curve)
    switch Int.random(in: 0...19, using: &random) {
    case 0:
      _ = try project.document.addTrack(FilePath(rig.folder.file("a.wav")), bus: bus.id, at: time)
    case 1: if let track, place == 0 { try project.document.removeTrack(track.id) }
    case 2: if let track { try project.document.moveTrack(track.id, to: place) }
    case 3:
      if var track {
        (track.fader.pan, track.start, track.bus) = (value, time, bus.id)
        try project.document.setTrack(track)
      }
    case 4: _ = try project.document.addBus(named: "\(time)", into: bus.id)
    case 5: try project.document.removeBus(bus.id)
    case 6: try project.document.setBusParent(bus.id, to: Document.master)
    case 7: try project.document.moveBus(bus.id, to: place)
    case 8: _ = try project.document.addEffect(.reverb, to: owner, at: 0)
    case 9: _ = try project.document.addEffect(.filter, to: .bus(bus.id))
    case 10: if let effect { try project.document.moveEffect(effect.id, to: owner, at: place) }
    case 11: if let effect, place == 0 { try project.document.removeEffect(effect.id) }
    case 12:
      if let effect { try project.document.setEffectValue(effect.id, parameter: "mix", to: value) }
    case 13: if let effect { try project.document.setBypassed(effect.id, value < 0.5) }
    case 14:
      _ = try project.document.addLane(effect.map { .effect($0.id) } ?? owner, parameter: "mix")
    case 15: _ = try project.document.addLane(owner, parameter: "gain_db")
    case 16: if let lane { try project.document.setPoint(point, of: lane.id) }
    case 17:
      if let lane { try project.document.replacePoints(of: lane.id, in: 0...time, with: [point]) }
    case 18: if let lane, place == 0 { try project.document.removeLane(lane.id) }
    default:
      _ = try project.document.addMarker(at: time, named: "m")
      var settings = try project.document.settings()
      settings.tempoBpm = Double(60 + time)
      try project.document.setSettings(settings)
    }
  }

  @Test(arguments: 0..<4) func goesAllTheWayBackAndForth(run: Int) throws {
    rig.sound("a.wav")
    let project = try rig.create()
    var random = SystemRandomNumberGenerator()
    var states = [try project.document.dump()]
    for _ in 0..<150 {
      let before = try project.history.steps().count
      if failure({
        try project.history.edit("a group") { () throws(AhaError) in
          // Groups of one to three edits, as long as all are valid.
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            do { try edit(project, &random) } catch { throw error as! AhaError }
          }
        }
      }) == nil, try project.history.steps().count > before {
        states.append(try project.document.dump())
      }
    }
    #expect(states.count > 50)
    for state in states.dropLast().reversed() {
      try project.history.undo()
      #expect(try project.document.dump() == state)
    }
    #expect(try project.history.undo() == nil)
    project.close()
    let again = try rig.open()
    for state in states.dropFirst() {
      try again.history.redo()
      #expect(try again.document.dump() == state)
    }
    #expect(try again.history.redo() == nil)
  }

  @Test func newEditsDropUndoneSteps() throws {
    let project = try rig.create()
    for name in ["one", "two", "three"] { _ = try project.document.addBus(named: name) }
    #expect(try project.history.undo() == "add bus" && project.history.undo() == "add bus")
    #expect(try project.history.steps().map { $0.isUndone } == [false, true, true])
    _ = try project.document.addMarker(at: 0, named: "")
    #expect(try project.history.steps().map { $0.title } == ["add bus", "add marker"])
    #expect(try project.history.redo() == nil)
    #expect(try project.document.buses().map { $0.name } == ["master", "one"])
  }

  @Test func keepsNoMoreThanItMay() throws {
    var options = Project.Options()
    options.maxUndoSteps = 5
    let project = try rig.create(options)
    for number in 0..<12 { _ = try project.document.addBus(named: "\(number)") }
    #expect(try project.history.steps().count == 5)
    while try project.history.undo() != nil {}
    #expect(try project.document.buses().count == 1 + 7)
    _ = try project.document.addBus(named: "new")
    #expect(try project.history.steps().count == 1)
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
    let project = try rig.create()
    let before = try project.document.dump()
    let revision = try project.history.revision()
    try project.history.edit("both") { () throws(AhaError) in
      _ = try project.document.addBus(named: "one")
      try project.history.edit("inner") { () throws(AhaError) in
        _ = try project.document.addBus(named: "two")
      }
      #expect(try project.document.buses().count == 3)
      do throws(AhaError) {
        try project.history.edit("refused") { () throws(AhaError) in
          _ = try project.document.addBus(named: "three")
          throw AhaError(.cancelled, "no")
        }
      } catch { #expect(error.code == .cancelled) }
      do throws(AhaError) { try project.history.undo() } catch { #expect(error.code == .state) }
    }
    #expect(try project.history.revision() == revision + 1)
    #expect(try project.document.buses().map { $0.name } == ["master", "one", "two"])
    #expect(try project.history.steps().map { $0.title } == ["both"])
    #expect(try project.history.undo() == "both")
    #expect(try project.document.dump() == before)
    #expect(failure { try project.history.saveEdit() }?.code == .state)
    #expect(failure { try project.history.cancelEdit() }?.code == .state)
    try project.history.startEdit("open")
    _ = try project.document.addBus(named: "lost")
    project.close()
    #expect(try rig.open().document.dump() == before)
  }

  @Test func damagedStepsAreNotApplied() throws {
    let (project, _) = try rig.full()
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
