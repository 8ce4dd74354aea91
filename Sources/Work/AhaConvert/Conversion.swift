import AhaBase
import AhaCodec
import AhaDSP
import AhaEngine

/// Settings of a conversion: the part of the input, its fades and its channels.
public struct Conversion: Sendable {
  /// Microseconds of the input.
  public var begin: Int64 = 0
  /// Nil: the end of the input.
  public var end: Int64?
  /// Lengths in microseconds.
  public var fadeIn: Int64 = 0
  public var fadeOut: Int64 = 0
  public var shape = FadeShape.linear
  /// 1 or 2; 0: those of the input, or 2 if the container has not so many.
  public var channels = 0
  public var keepsTags = true
  public var rules = DecodeRules()

  public init() {}

  /// The settings of the output for frames of a source.
  public typealias Settings = (
    _ source: SourceFormat, _ sampleRate: Int, _ channels: Int
  ) throws(AhaError) -> EncodeSettings

  /// Starts a job that converts a sound.
  /// - Parameter open: Opens the input, within the job.
  /// Errors: `invalidArgument`, `system`; of the job: those of `Decoder`, of files and formats,
  /// `empty`.
  public func start(
    to output: Output, settings: @escaping Settings,
    open: @escaping () throws(AhaError) -> any ByteStream,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    try check()
    try WorkJobs.start(
      { [self] (job) throws(AhaError) in
        try ConversionRun(self, settings: settings, job: job).run(open(), to: output)
      }, prepare: prepare)
  }

  /// A year.
  private static let longest: Int64 = 31_536_000_000_000

  private func check() throws(AhaError) {
    let end = end ?? Conversion.longest
    guard begin >= 0, begin < end, end <= Conversion.longest else {
      throw AhaError(.invalidArgument, "from \(begin) to \(end) us is not a part of a sound")
    }
    for fade in [fadeIn, fadeOut] where !(0...Conversion.longest).contains(fade) {
      throw AhaError(.invalidArgument, "a fade of \(fade) us is negative or over a year")
    }
  }
}
