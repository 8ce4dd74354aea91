import AhaBase
import AhaCodec

/// A picture of a sound over time, without words.
public struct Strip: Sendable {
  public var width = 1600
  public var height = 400
  /// Nil: as is usual for the picture.
  public var foreground: Color?
  public var background: Color?

  public init() {}

  /// How loud a sound is over time: its extremes, and its root mean square on top of them. The
  /// picture's height is full scale.
  /// Errors: those of decoding, `invalidArgument` (a side), `outOfMemory`.
  public func waveform(of path: FilePath) throws(AhaError) -> PNGFile {
    let canvas = try Canvas(width: width, height: height, background ?? Color(0xFFFFFF))
    let decoder = try Decoder(FileStream(reading: path))
    let frames = try decoder.measureLength { _ in true }
    if frames == 0 { throw AhaError(.damaged, "there is not one frame in \(path.text)") }
    let peaks = try WaveformPeaks(decoder, 0..<frames, parts: width)
    while try peaks.read() {}
    let box = Rectangle(0, 0, width: Float(width), height: Float(height))
    var columns = WaveformColumns(box)
    for column in 0..<width { columns.add(peaks.part(column, of: width), gain: 1) }
    columns.draw(on: canvas, from: 0, foreground ?? Color(0x2B62A8))
    return try encoded(canvas, path)
  }

  private func encoded(_ canvas: Canvas, _ path: FilePath) throws(AhaError) -> PNGFile {
    let png = try PNGFile(canvas, title: path.name.text)
    while try png.encode() {}
    return png
  }

  /// How much of which frequency there is over time: 30 Hz at the bottom, 20 kHz or half the rate
  /// at the top, equal steps for equal intervals; from the background, 90 dB below the loudest
  /// place, to the foreground.
  /// Errors: those of decoding, `invalidArgument` (a side), `outOfMemory`.
  public func spectrogram(of path: FilePath) throws(AhaError) -> PNGFile {
    let canvas = try Canvas(width: width, height: height, Color(0))
    var colors = Spectrogram.usualColors
    if let foreground { colors[colors.count - 1] = EvenColor(foreground) }
    if let background { colors[0] = EvenColor(background) }
    if foreground != nil || background != nil { colors = [colors[0], colors[colors.count - 1]] }
    try Spectrogram(path, canvas).draw(colors)
    return try encoded(canvas, path)
  }
}
