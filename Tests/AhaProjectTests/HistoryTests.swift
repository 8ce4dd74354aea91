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
    let track = try project.tracks().randomElement(using: &random)
    let bus = try project.buses().randomElement(using: &random)!
    let effect = try project.allEffects().randomElement(using: &random)
    let lane = try project.lanes().randomElement(using: &random)
    let owner: Project.Owner = track.map { .track($0.id) } ?? .bus(bus.id)
    let place = Int.random(in: 0...2, using: &random)
    let time = Int64.random(in: 0...50, using: &random) * 10
    let value = Float.random(in: 0...1, using: &random)
    let curve = AutomationCurve.allCases.randomElement(using: &random)!
    let point = AutomationPoint(time: time, value: value, curve: curve)
    switch Int.random(in: 0...19, using: &random) {
    case 0: _ = try project.addTrack(FilePath(rig.folder.file("a.wav")), bus: bus.id, at: time)
    case 1: if let track, place == 0 { try project.removeTrack(track.id) }
    case 2: if let track { try project.moveTrack(track.id, to: place) }
    case 3:
      if var track {
        (track.fader.pan, track.start, track.bus) = (value, time, bus.id)
        try project.setTrack(track)
      }
    case 4: _ = try project.addBus(named: "\(time)", into: bus.id)
    case 5: try project.removeBus(bus.id)
    case 6: try project.setBusParent(bus.id, to: Project.master)
    case 7: try project.moveBus(bus.id, to: place)
    case 8: _ = try project.addEffect(.reverb, to: owner, at: 0)
    case 9: _ = try project.addEffect(.filter, to: .bus(bus.id))
    case 10: if let effect { try project.moveEffect(effect.id, to: owner, at: place) }
    case 11: if let effect, place == 0 { try project.removeEffect(effect.id) }
    case 12: if let effect { try project.setEffectValue(effect.id, parameter: "mix", to: value) }
    case 13: if let effect { try project.setBypassed(effect.id, value < 0.5) }
    case 14: _ = try project.addLane(effect.map { .effect($0.id) } ?? owner, parameter: "mix")
    case 15: _ = try project.addLane(owner, parameter: "gain_db")
    case 16: if let lane { try project.setPoint(point, of: lane.id) }
    case 17:
      if let lane { try project.replacePoints(of: lane.id, in: 0...time, with: [point]) }
    case 18: if let lane, place == 0 { try project.removeLane(lane.id) }
    default:
      _ = try project.addMarker(at: time, named: "m")
      var settings = try project.settings()
      settings.tempoBpm = Double(60 + time)
      try project.setSettings(settings)
    }
  }

  @Test(arguments: 0..<4) func goesAllTheWayBackAndForth(run: Int) throws {
    rig.sound("a.wav")
    let project = try rig.create()
    var random = SystemRandomNumberGenerator()
    var states = [try project.dump()]
    for _ in 0..<150 {
      let before = try project.steps().count
      if failure({
        try project.edit("a group") { () throws(AhaError) in
          // Groups of one to three edits, as long as all are valid.
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            do { try edit(project, &random) } catch { throw error as! AhaError }
          }
        }
      }) == nil, try project.steps().count > before {
        states.append(try project.dump())
      }
    }
    #expect(states.count > 50)
    for state in states.dropLast().reversed() {
      try project.undo()
      #expect(try project.dump() == state)
    }
    #expect(try project.undo() == nil)
    project.close()
    let again = try rig.open()
    for state in states.dropFirst() {
      try again.redo()
      #expect(try again.dump() == state)
    }
    #expect(try again.redo() == nil)
  }

  @Test func newEditsDropUndoneSteps() throws {
    let project = try rig.create()
    for name in ["one", "two", "three"] { _ = try project.addBus(named: name) }
    #expect(try project.undo() == "add bus" && project.undo() == "add bus")
    #expect(try project.steps().map { $0.isUndone } == [false, true, true])
    _ = try project.addMarker(at: 0, named: "")
    #expect(try project.steps().map { $0.title } == ["add bus", "add marker"])
    #expect(try project.redo() == nil)
    #expect(try project.buses().map { $0.name } == ["master", "one"])
  }

  @Test func keepsNoMoreThanItMay() throws {
    var options = Project.Options()
    options.maxUndoSteps = 5
    let project = try rig.create(options)
    for number in 0..<12 { _ = try project.addBus(named: "\(number)") }
    #expect(try project.steps().count == 5)
    while try project.undo() != nil {}
    #expect(try project.buses().count == 1 + 7)
    _ = try project.addBus(named: "new")
    #expect(try project.steps().count == 1)
    project.close()
    (options.maxUndoSteps, options.maxStepBytes) = (1000, 400)
    let small = try rig.open(options)
    for number in 0..<20 { _ = try small.addBus(named: "\(number) of some length") }
    let kept = try small.steps().count
    #expect(kept > 2 && kept < 12)
    _ = try small.addBus(named: String(repeating: "x", count: 900))
    #expect(try small.steps().count == 1)
    try small.undo()
    #expect(try small.buses().count == 1 + 7 + 1 + 20)
  }

  @Test func groupsAreOneStep() throws {
    let project = try rig.create()
    let before = try project.dump()
    let revision = try project.revision()
    try project.edit("both") { () throws(AhaError) in
      _ = try project.addBus(named: "one")
      try project.edit("inner") { () throws(AhaError) in _ = try project.addBus(named: "two") }
      #expect(try project.buses().count == 3)
      do throws(AhaError) {
        try project.edit("refused") { () throws(AhaError) in
          _ = try project.addBus(named: "three")
          throw AhaError(.cancelled, "no")
        }
      } catch { #expect(error.code == .cancelled) }
      do throws(AhaError) { try project.undo() } catch { #expect(error.code == .state) }
    }
    #expect(try project.revision() == revision + 1)
    #expect(try project.buses().map { $0.name } == ["master", "one", "two"])
    #expect(try project.steps().map { $0.title } == ["both"])
    #expect(try project.undo() == "both")
    #expect(try project.dump() == before)
    #expect(failure { try project.saveEdit() }?.code == .state)
    #expect(failure { try project.cancelEdit() }?.code == .state)
    try project.startEdit("open")
    _ = try project.addBus(named: "lost")
    project.close()
    #expect(try rig.open().dump() == before)
  }

  @Test func damagedStepsAreNotApplied() throws {
    let (project, _) = try rig.full()
    project.close()
    try rig.tamper("UPDATE step SET changes = zeroblob(length(changes))")
    let opened = try rig.open()
    let before = try opened.dump()
    let error = failure { try opened.undo() }
    #expect(error?.code == .damaged && error?.line.contains("add marker") == true)
    #expect(try opened.dump() == before)
    _ = try opened.addBus(named: "still works")
  }
}
