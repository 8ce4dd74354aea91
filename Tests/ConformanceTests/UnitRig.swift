import AhaBase
import AhaDSP
import AhaTestSupport

/// A single effect, fed from arrays in blocks of any size.
final class UnitRig {
  static let scratchFrames = 512

  let kind: EffectKind
  let rate: Int
  private var unit: EffectUnit
  private let scratch = Floats(repeating: 0, count: 2 * UnitRig.scratchFrames)
  /// Actions to run before a frame.
  var actions: [(frame: Int, action: (inout EffectUnit) -> Void)] = []

  init(_ kind: EffectKind, rate: Int = 48_000, values: [Float]? = nil) throws {
    self.kind = kind
    self.rate = rate
    unit = try EffectUnit(
      kind, sampleRate: rate, ramp: rate / 200, values: values ?? UnitRig.defaults(kind))
  }

  deinit {
    unit.free()
    scratch.deallocate()
  }

  static func defaults(_ kind: EffectKind) -> [Float] {
    EffectRegistry.spec(kind).parameters.map(\.standard)
  }

  var specs: [ParameterSpec] { EffectRegistry.spec(kind).parameters }
  var latency: Int { unit.latency }
  var tail: Int { unit.tail }

  func at(_ frame: Int, _ action: @escaping (inout EffectUnit) -> Void) {
    actions.append((frame, action))
  }

  func reset() { unit.reset() }

  func set(_ values: [Float]) {
    for (index, value) in values.enumerated() { unit.set(index, value: value, over: 0) }
  }

  /// Output aligned with the input: the frames of the latency are skipped.
  func run(_ input: Stereo, blocks: [Int] = [512]) -> Stereo {
    var audio = input.appending(silence: latency)
    let frames = audio.count
    var done = 0
    var next = 0
    withMutable(&audio) { target in
      while done < frames {
        var count = min(blocks[next % blocks.count], frames - done)
        next += 1
        let absorbing = unit.latency - unit.absorbed
        if absorbing > 0 {
          count = min(count, absorbing)
          unit.absorb(target.advanced(by: done).source, frames: count)
        } else {
          process(target, done, count)
        }
        done += count
      }
    }
    return audio.dropping(latency)
  }

  /// Actions split the block at their frames.
  private func process(_ target: StereoTarget, _ start: Int, _ count: Int) {
    var done = 0
    while done < count {
      let frame = start + done - latency
      for entry in actions where entry.frame == frame { entry.action(&unit) }
      let next = actions.map(\.frame).filter { $0 > frame }.min() ?? .max
      let piece = min(count - done, next - frame, UnitRig.scratchFrames)
      unit.process(
        target.advanced(by: start + done), frames: piece,
        scratch: StereoTarget(left: scratch, right: scratch + UnitRig.scratchFrames))
      done += piece
    }
  }

  private func withMutable(_ audio: inout Stereo, _ body: (StereoTarget) -> Void) {
    audio.left.withMutableBuffer { left in
      audio.right.withMutableBuffer { right in
        body(StereoTarget(left: left, right: right))
      }
    }
  }
}

/// Two channels of samples.
struct Stereo: Equatable {
  var left: [Float]
  var right: [Float]

  var count: Int { left.count }

  init(_ left: [Float], _ right: [Float]) {
    self.left = left
    self.right = right
  }

  init(_ both: [Float]) { self.init(both, both) }

  func appending(silence frames: Int) -> Stereo {
    let silence = [Float](repeating: 0, count: frames)
    return Stereo(left + silence, right + silence)
  }

  func dropping(_ frames: Int) -> Stereo {
    Stereo(Array(left.dropFirst(frames)), Array(right.dropFirst(frames)))
  }

  var isFinite: Bool { left.allSatisfy(\.isFinite) && right.allSatisfy(\.isFinite) }

  var peak: Float { max(Stereo.peak(left), Stereo.peak(right)) }

  private static func peak(_ samples: [Float]) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  /// Largest difference between neighboring samples.
  var largestStep: Float { max(Stereo.step(left), Stereo.step(right)) }

  private static func step(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.1 - $1.0).magnitude) }
  }

  func slice(_ range: Range<Int>) -> Stereo { Stereo(Array(left[range]), Array(right[range])) }
}
