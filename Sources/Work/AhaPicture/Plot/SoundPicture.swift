import AhaBase
import AhaCodec

/// Draws a sound over time without labels: waveform or spectrogram.
public struct SoundPicture: Sendable {
  public var width = 1600
  public var height = 400
  /// Nil: the default of the kind of picture.
  public var foreground: Color?
  public var background: Color?

  public init() {}

  /// Draws the waveform: the extremes, and the root mean square on top. The height of the picture
  /// is full scale.
  /// Errors: those of decoding, `invalidArgument` (a side), `outOfMemory`.
  public func waveform(of path: FilePath) throws(AhaError) -> PNGFile {
    let canvas = try Canvas(width: width, height: height, background: background ?? Color(0xFFFFFF))
    let decoder = try Decoder(FileStream(reading: path))
    let frames = try decoder.measureLength { _ in true }
    if frames == 0 { throw AhaError(.damaged, "\(path.text) has not one frame") }
    let peaks = try WaveformPeaks(decoder, range: 0..<frames, parts: width)
    while try peaks.read() {}
    let box = Rectangle(0, top: 0, width: Float(width), height: Float(height))
    var columns = WaveformColumns(box)
    for column in 0..<width { columns.add(peaks.part(column, of: width), gain: 1) }
    columns.draw(on: canvas, from: 0, color: foreground ?? Color(0x2B62A8))
    return try encoded(canvas, path: path)
  }

  private func encoded(_ canvas: Canvas, path: FilePath) throws(AhaError) -> PNGFile {
    let png = try PNGFile(canvas, title: path.name.text)
    while try png.encode() {}
    return png
  }

  /// Draws the spectrogram: from 30 Hz at the bottom to 20 kHz or the Nyquist frequency at the top,
  /// logarithmic. Levels from 90 dB below the maximum to the maximum map from background to
  /// foreground.
  /// Errors: those of decoding, `invalidArgument` (a side), `outOfMemory`.
  public func spectrogram(of path: FilePath) throws(AhaError) -> PNGFile {
    let canvas = try Canvas(width: width, height: height, background: Color(0))
    var colors = Spectrogram.usualColors
    if let foreground { colors[colors.count - 1] = OklabColor(foreground) }
    if let background { colors[0] = OklabColor(background) }
    if foreground != nil || background != nil { colors = [colors[0], colors[colors.count - 1]] }
    try Spectrogram(of: path, canvas: canvas).draw(in: colors)
    return try encoded(canvas, path: path)
  }
}
