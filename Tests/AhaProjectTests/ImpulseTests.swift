import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Impulse responses of projects")
final class ImpulseTests: SessionRig {
  /// A track with a convolution, whose response is one sample of 1 at frame 100.
  private func addConvolution() throws -> Document.ID {
    let effect = try document.addEffect(.convolution, to: .track(track(1)))
    try document.setEffectValue(effect, parameter: "mix", to: 1)
    try document.setImpulse(effect, to: click(at: 100), isNormalized: false)
    return effect
  }

  private func click(at frame: Int) throws -> FilePath {
    var samples = [Float](repeating: 0, count: 500)
    samples[frame] = 1
    let bytes = try encode(samples, Kind(.wav, .float32), channels: 1)
    return FilePath(rig.folder.write(bytes, to: "click\(frame).wav"))
  }

  /// Frames by which a bounce is later than one without the convolution.
  private func delay(_ effect: Document.ID) throws -> Int? {
    let wet = try bounce()
    try document.setBypassed(effect, true)
    let dry = try bounce()
    try history.undo()
    return (0..<500).first { shift in
      (10_000..<12_000).allSatisfy { abs(wet[$0 + 2 * shift] - dry[$0]) < 1e-4 }
    }
  }

  @Test func isHeardAndUndone() throws {
    let effect = try addConvolution()
    #expect(try delay(effect) == 100)
    try document.setImpulse(effect, to: click(at: 30), isNormalized: false)
    #expect(try delay(effect) == 30)
    try history.undo()
    #expect(try delay(effect) == 100)
    try document.removeEffect(effect)
    try history.undo()
    #expect(try document.effect(effect).impulse?.file.path == FilePath("click100.wav"))
  }

  @Test func aNewResponseReplacesTheOldOneInASession() throws {
    let effect = try addConvolution()
    let session = try session { $0.hasLimiter = false }
    let before = session.effect(of: .effect(effect))
    try document.setEffectValue(effect, parameter: "mix", to: 0.5)
    try session.update()
    #expect(session.effect(of: .effect(effect)) === before)
    try document.setImpulse(effect, to: click(at: 30), isNormalized: false)
    try session.update()
    #expect(session.effect(of: .effect(effect)) !== before)
  }

  @Test func aMovedFileIsFound() throws {
    let effect = try addConvolution()
    rig.folder.move("click100.wav", to: "hall.wav")
    #expect(try delay(effect) == 100)
    #expect(try document.effect(effect).impulse?.file.path == FilePath("hall.wav"))
  }

  @Test func withoutItsFileTheSoundPassesAndAnEventTells() throws {
    let effect = try addConvolution()
    Disk.remove(FilePath(rig.folder.file("click100.wav")))
    #expect(try delay(effect) == 0)
    let session = try session()
    let missing = session.events(.impulseMissing)
    #expect(missing.map(\.value) == [effect] && missing.first?.result == .notFound)
    #expect(missing.first?.line.contains("click100.wav") == true)
    // Found again by an edit of this effect, and of no other.
    _ = try click(at: 100)
    let before = session.effect(of: .effect(effect))
    _ = try document.addEffect(.reverb, to: .bus(Document.master))
    try session.update()
    #expect(session.effect(of: .effect(effect)) === before)
    try document.setBypassed(effect, true)
    try session.update()
    #expect(session.effect(of: .effect(effect)) !== before)
  }

  @Test func otherEffectsAndFilesAreRefused() throws {
    let effect = try addConvolution()
    let reverb = try document.addEffect(.reverb, to: .bus(Document.master))
    let click = FilePath(rig.folder.file("click100.wav"))
    #expect(failure { try document.setImpulse(reverb, to: click) }?.code == .unsupported)
    #expect(failure { try document.setImpulse(99, to: click) }?.code == .notFound)
    let none = FilePath(rig.folder.file("none.wav"))
    #expect(failure { try document.setImpulse(effect, to: none) }?.code == .notFound)
    #expect(failure { try document.requireOutput(click) }?.code == .invalidArgument)
    let host = failure { _ = try document.addEffect(.host, to: .bus(Document.master)) }
    #expect(host?.code == .unsupported && host?.line.contains("effect of the host") == true)
  }
}
