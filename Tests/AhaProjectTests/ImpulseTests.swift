import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Impulse responses of projects")
struct ImpulseTests {
  /// A track with a convolution, whose response is one sample of 1 at a frame.
  private func project(_ test: SessionRig, at frame: Int = 100) throws -> Document.ID {
    let track = try test.track(1)
    let effect = try test.project.document.addEffect(.convolution, to: .track(track))
    try test.project.document.setEffectValue(effect, parameter: "mix", to: 1)
    try test.project.document.setImpulse(effect, to: click(test, at: frame), isNormalized: false)
    return effect
  }

  private func click(_ test: SessionRig, at frame: Int) throws -> FilePath {
    var samples = [Float](repeating: 0, count: 500)
    samples[frame] = 1
    let bytes = try encode(samples, Kind(.wav, .float32), channels: 1)
    return FilePath(test.rig.folder.write(bytes, to: "click\(frame).wav"))
  }

  /// Frames by which a bounce is later than one without the convolution.
  private func delay(_ test: SessionRig, _ effect: Document.ID) throws -> Int? {
    let wet = try test.bounce()
    try test.project.document.setBypassed(effect, true)
    let dry = try test.bounce()
    try test.project.history.undo()
    return (0..<500).first { shift in
      (10_000..<12_000).allSatisfy { abs(wet[$0 + 2 * shift] - dry[$0]) < 1e-4 }
    }
  }

  @Test func isHeardAndUndone() throws {
    let test = try SessionRig()
    let effect = try project(test)
    #expect(try delay(test, effect) == 100)
    try test.project.document.setImpulse(effect, to: click(test, at: 30), isNormalized: false)
    #expect(try delay(test, effect) == 30)
    try test.project.history.undo()
    #expect(try delay(test, effect) == 100)
    try test.project.document.removeEffect(effect)
    try test.project.history.undo()
    #expect(try test.project.document.effect(effect).impulse?.file.path == FilePath("click100.wav"))
  }

  @Test func aNewResponseReplacesTheOldOneInASession() throws {
    let test = try SessionRig()
    let effect = try project(test)
    let engine = try test.engine { $0.hasLimiter = false }
    defer { engine.close() }
    let session = try Session(test.project.document, on: engine)
    let before = session.effect(of: .effect(effect))
    try test.project.document.setEffectValue(effect, parameter: "mix", to: 0.5)
    try session.update()
    #expect(session.effect(of: .effect(effect)) === before)
    try test.project.document.setImpulse(effect, to: click(test, at: 30), isNormalized: false)
    try session.update()
    #expect(session.effect(of: .effect(effect)) !== before)
    session.close()
  }

  @Test func aMovedFileIsFound() throws {
    let test = try SessionRig()
    let effect = try project(test)
    let file = FilePath(test.rig.folder.file("click100.wav"))
    let bytes = try encode(
      (0..<500).map { $0 == 100 ? 1 : 0 }, Kind(.wav, .float32), channels: 1)
    Disk.remove(file)
    _ = test.rig.folder.write(bytes, to: "hall.wav")
    #expect(try delay(test, effect) == 100)
    #expect(try test.project.document.effect(effect).impulse?.file.path == FilePath("hall.wav"))
  }

  @Test func withoutItsFileTheSoundPassesAndAnEventTells() throws {
    let test = try SessionRig()
    let effect = try project(test)
    Disk.remove(FilePath(test.rig.folder.file("click100.wav")))
    #expect(try delay(test, effect) == 0)
    let engine = try test.engine()
    defer { engine.close() }
    let session = try Session(test.project.document, on: engine)
    var found: [HostEvent] = []
    while let event = engine.nextEvent() { found.append(event) }
    let missing = found.filter { $0.kind == .impulseMissing }
    #expect(missing.map(\.value) == [effect] && missing.first?.result == .notFound)
    #expect(missing.first?.line.contains("click100.wav") == true)
    // Found again by an edit of this effect, and of no other.
    _ = try click(test, at: 100)
    let before = session.effect(of: .effect(effect))
    _ = try test.project.document.addEffect(.reverb, to: .bus(Document.master))
    try session.update()
    #expect(session.effect(of: .effect(effect)) === before)
    try test.project.document.setBypassed(effect, true)
    try session.update()
    #expect(session.effect(of: .effect(effect)) !== before)
    session.close()
  }

  @Test func otherEffectsAndFilesAreRefused() throws {
    let test = try SessionRig()
    let effect = try project(test)
    let reverb = try test.project.document.addEffect(.reverb, to: .bus(Document.master))
    let click = FilePath(test.rig.folder.file("click100.wav"))
    #expect(
      failure { try test.project.document.setImpulse(reverb, to: click) }?.code == .unsupported)
    #expect(failure { try test.project.document.setImpulse(99, to: click) }?.code == .notFound)
    let none = FilePath(test.rig.folder.file("none.wav"))
    #expect(failure { try test.project.document.setImpulse(effect, to: none) }?.code == .notFound)
    #expect(failure { try test.project.document.requireOutput(click) }?.code == .invalidArgument)
    let host = failure { _ = try test.project.document.addEffect(.host, to: .bus(Document.master)) }
    #expect(host?.code == .unsupported && host?.line.contains("effect of the host") == true)
  }

  /// As libaha 0.10 wrote them.
  @Test func filesOfVersionOneAreMigratedOrRead() throws {
    let rig = Rig()
    let path = try rig.create().path
    let database = try Database(path, access: .change, busyMilliseconds: 100)
    try database.execute(
      """
      DROP TABLE impulse; DROP TABLE plugin; DROP TABLE send; DROP TABLE sidechain;
      DROP TABLE varispeed;
      PRAGMA user_version = 1
      """)
    var options = Project.Options()
    options.isReadOnly = true
    let read = try Project(opening: path, options: options)
    #expect(try read.document.allEffects().isEmpty)
    read.close()
    #expect(try database.integer("PRAGMA user_version") == 1)
    let project = try Project(opening: path)
    let effect = try project.document.addEffect(.convolution, to: .bus(Document.master))
    #expect(try project.document.effect(effect).impulse == nil)
    #expect(try database.integer("PRAGMA user_version") == 2)
  }
}
