import AhaBase
import CShims

/// Time stretching with optional pitch shift, built from the grains of the pitch effect.
///
/// `push` and `pull` move as many frames as fit or are available. After `finish` the output length
/// is the input length divided by the speed, rounded. At speed 1 without a shift the output is the
/// input.
/// Thread: one at a time; not the audio thread, because a whole grain is computed at once.
public struct Stretcher {
  /// Input frames per output frame.
  public static let speeds: ClosedRange<Double> = 0.5...2

  let speed: Double
  let ratio: Float
  let formantRatio: Double
  var parts: PitchParts
  /// Index of the next grain; its middle is that many hops after the first output frame.
  var next = -1
  /// The input frame in the middle of the previous grain.
  var middle = 0
  /// A finished hop of output, and its first frame.
  let block: SampleBuffer
  var blockStart: Int
  /// Output frames pulled so far.
  var pulled = 0
  /// Total frames of input and output; nil until `finish`.
  var inputLength: Int?
  var outputLength: Int?

  /// Units: speed in input frames per output frame, 0.5...2; cents -3600...3600, of the formants
  /// -1200...1200.
  /// Errors: `invalidArgument`, `outOfMemory`.
  public init(
    sampleRate: Int, speed: Double, cents: Float = 0, keepsFormants: Bool = false,
    formantCents: Float = 0
  ) throws(AhaError) {
    guard Stretcher.speeds.contains(speed) else {
      throw AhaError(.invalidArgument, "the speed must be between 0.5 and 2")
    }
    guard cents >= -3600, cents <= 3600 else {
      throw AhaError(.invalidArgument, "the shift must be between -3600 and 3600 cents")
    }
    self.speed = speed
    guard formantCents.magnitude <= 1200 else {
      throw AhaError(.invalidArgument, "the formants must move by -1200 to 1200 cents")
    }
    ratio = powf(2, cents / 1200)
    formantRatio = Double(powf(2, formantCents / 1200)) * Double(keepsFormants ? 1 : ratio)
    let hop = GrainShape.longHop(sampleRate)
    block = try SampleBuffer(channels: 2, frames: hop)
    blockStart = -hop
    parts = try PitchParts(
      GrainShape(sampleRate: sampleRate, hop: hop), sampleRate: sampleRate, hops: 24, frames: 0)
  }

  public func free() { parts.free() }

  /// Appends input; returns the count of frames that fit.
  public mutating func push(_ audio: StereoSource, frames: Int) -> Int {
    precondition(inputLength == nil)
    let space = parts.ring.capacity - (parts.ring.written - oldest)
    let count = max(0, min(frames, space))
    parts.append(audio, frames: count)
    return count
  }

  /// Ends the input.
  public mutating func finish() {
    guard inputLength == nil else { return }
    inputLength = parts.ring.written
    outputLength = Int((Double(parts.ring.written) / speed).rounded())
  }

  /// Whether all output was pulled.
  public var isOver: Bool { pulled == outputLength }

  /// Reads output; returns the count of frames. 0 before the end: more input is needed.
  public mutating func pull(_ audio: StereoTarget, frames: Int) -> Int {
    var done = 0
    while done < frames {
      let count = min(frames - done, (outputLength ?? .max) - pulled)
      let given =
        isNeutral
        ? giveInput(audio.advanced(by: done), frames: count)
        : giveBlock(audio.advanced(by: done), frames: count)
      if given > 0 {
        done += given
        pulled += given
      } else {
        guard count > 0, !isNeutral, makeGrain() else { break }
      }
    }
    return done
  }

  var isNeutral: Bool { speed == 1 && ratio == 1 && formantRatio == 1 }

  /// The oldest input frame that is still needed.
  private var oldest: Int {
    isNeutral ? pulled : middle - 7 * parts.grain.shape.hop
  }
}
