import AhaBase
import CShims

/// Makes a sound longer or shorter, and shifts its pitch if asked to, from the grains of the pitch
/// effect.
///
/// Frames go in with `push` and come out with `pull`, each as far as there is room or sound; after
/// `finish` the output is as long as the input divided by the speed, rounded. At speed 1 without a
/// shift the output is the input.
/// Thread: one at a time; not for the audio thread, because a whole grain is made at once.
public struct Stretcher {
  /// Input frames per output frame.
  public static let speeds: ClosedRange<Double> = 0.5...2

  let speed: Double
  let ratio: Float
  let keepsFormants: Bool
  var parts: PitchParts
  /// The grain to be made next; its middle is so many hops after the first output frame.
  var next = -1
  /// The input frame in the middle of the grain made last.
  var middle = 0
  /// A finished hop of output, and the first frame of it.
  let block: SampleBuffer
  var blockStart: Int
  /// Output frames that were pulled.
  var pulled = 0
  /// Input and output frames in all, once they are known.
  var inputLength: Int?
  var outputLength: Int?

  /// Units: speed in input frames per output frame, 0.5...2; cents -3600...3600.
  /// Errors: `invalidArgument`, `outOfMemory`.
  public init(
    sampleRate: Int, speed: Double, cents: Float = 0, keepsFormants: Bool = false
  ) throws(AhaError) {
    guard Stretcher.speeds.contains(speed) else {
      throw AhaError(.invalidArgument, "a speed must be from 0.5 to 2")
    }
    guard cents >= -3600, cents <= 3600 else {
      throw AhaError(.invalidArgument, "a shift must be from -3600 to 3600 cents")
    }
    self.speed = speed
    self.keepsFormants = keepsFormants
    ratio = powf(2, cents / 1200)
    let hop = GrainShape.longHop(sampleRate)
    block = try SampleBuffer(channels: 2, frames: hop)
    blockStart = -hop
    parts = try PitchParts(sampleRate: sampleRate, hop: hop, hops: 24, frames: 0)
  }

  public func free() { parts.free() }

  /// Takes input in: returns how many frames there was room for.
  public mutating func push(_ audio: StereoSource, frames: Int) -> Int {
    precondition(inputLength == nil)
    let room = parts.ring.capacity - (parts.ring.written - oldest)
    let count = max(0, min(frames, room))
    parts.append(audio, frames: count)
    return count
  }

  /// There is no more input.
  public mutating func finish() {
    guard inputLength == nil else { return }
    inputLength = parts.ring.written
    outputLength = Int((Double(parts.ring.written) / speed).rounded())
  }

  /// Everything was pulled.
  public var isOver: Bool { pulled == outputLength }

  /// Gives output: returns how many frames there were. 0 before the end: more input is needed.
  public mutating func pull(_ audio: StereoTarget, frames: Int) -> Int {
    var done = 0
    while done < frames {
      let count = min(frames - done, (outputLength ?? .max) - pulled)
      let given =
        isNeutral
        ? giveInput(audio.advanced(by: done), count) : giveBlock(audio.advanced(by: done), count)
      if given > 0 {
        done += given
        pulled += given
      } else {
        guard count > 0, !isNeutral, makeGrain() else { break }
      }
    }
    return done
  }

  var isNeutral: Bool { speed == 1 && ratio == 1 }

  /// The oldest input frame that is still wanted.
  private var oldest: Int {
    isNeutral ? pulled : middle - 7 * parts.grain.shape.hop
  }
}
