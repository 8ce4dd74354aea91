import AhaBase
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Strips")
struct SoundPictureTests {
  private let folder = TemporaryFolder()

  private func strip(_ width: Int, _ height: Int) -> SoundPicture {
    var strip = SoundPicture()
    (strip.width, strip.height) = (width, height)
    return strip
  }

  /// Brightest row of a column.
  private func brightest(_ canvas: Canvas, _ x: Int) -> Int {
    (0..<canvas.height).max { brightness(canvas, x, $0) < brightness(canvas, x, $1) } ?? -1
  }

  @Test(arguments: [60.0, 440, 1000, 9000], [(100, 200), (37, 331), (2000, 128)])
  func aToneIsWhereItsFrequencyIs(frequency: Double, size: (Int, Int)) throws {
    let sound = folder.sound(seconds: 1) { 0.5 * sine(frequency, $0) }
    let canvas = try strip(size.0, size.1).spectrogram(of: sound).canvas
    let octaves = logarithm(Float(frequency) / 30) / logarithm(20_000 / 30)
    let wanted = (1 - octaves) * Float(size.1) - 0.5
    for x in [size.0 / 4, size.0 / 2, size.0 * 3 / 4] {
      // A bin is 11.7 Hz.
      let allowed = 1.5 + 6 / Float(frequency) * Float(size.1) / logarithm(20_000 / 30)
      #expect(abs(Float(brightest(canvas, x)) - wanted) <= allowed, "\(x)")
    }
  }

  @Test(arguments: [16_000, 44_100, 96_000])
  func theTopIsHalfTheRateOr20kHz(rate: Int) throws {
    let high = min(20_000, Double(rate) / 2)
    let sound = folder.sound(rate: rate, seconds: 0.5) { 0.5 * sine(high * 0.97, $0) }
    let canvas = try strip(64, 300).spectrogram(of: sound).canvas
    #expect(brightest(canvas, 32) <= 2)
  }

  @Test func levels90dBBelowAreTheBackground() throws {
    let sound = folder.sound(seconds: 1) { time in
      time < 0.5 ? 0.9 * sine(1000, time) : 0.0009 * sine(1000, time)
    }
    let canvas = try strip(100, 200).spectrogram(of: sound).canvas
    let row = brightest(canvas, 20)
    let (loud, soft) = (brightness(canvas, 20, row), brightness(canvas, 80, row))
    let dark = brightness(canvas, 20, 5)
    #expect(loud > 0.95 && dark < 0.2)
    // 60 of 90 dB.
    #expect(abs((soft - 0.12) / (loud - 0.12) - 1 / 3) < 0.04)
  }

  @Test func silenceIsDark() throws {
    let canvas = try strip(16, 16).spectrogram(of: folder.sound(seconds: 0.1) { _ in 0 }).canvas
    for y in 0..<16 { #expect(brightness(canvas, 7, y) < 0.15) }
  }

  @Test func spectrogramsTakeOtherColors() throws {
    var strip = strip(50, 100)
    (strip.foreground, strip.background) = (Color(0x0000FF), Color(0xFFFFFF))
    let sound = folder.sound(seconds: 0.5) { 0.5 * sine(1000, $0) }
    let canvas = try strip.spectrogram(of: sound).canvas
    #expect(canvas.color(x: 25, y: 2) == Color(0xFFFFFF))
    let row = (0..<100).min { brightness(canvas, 25, $0) < brightness(canvas, 25, $1) } ?? 0
    let color = try #require(canvas.color(x: 25, y: row))
    #expect(color.blue > 240 && color.red < 40)
  }

  /// Both channels count and do not cancel each other.
  @Test func oppositeChannelsAreSeen() throws {
    var samples: [Int16] = []
    for frame in 0..<24_000 {
      let value = Int16(16_000 * sine(1000, Double(frame) / 48_000))
      samples += [value, -value]
    }
    let path = FilePath(folder.write(wav16(samples, channels: 2), to: "two.wav"))
    let canvas = try strip(32, 100).spectrogram(of: path).canvas
    #expect(abs(brightest(canvas, 16) - 46) <= 1)
    #expect(brightness(canvas, 16, brightest(canvas, 16)) > 0.9)
  }

  @Test(arguments: [100, 1600, 8192])
  func waveformsAreAsHighAsTheSound(width: Int) throws {
    let sound = folder.sound(seconds: 1) { $0 < 0.5 ? 0.25 : -0.75 }
    let canvas = try strip(width, 200).waveform(of: sound).canvas
    for (x, top, bottom) in [(width / 4, 75, 100), (width * 3 / 4, 100, 175)] {
      let inked = (0..<200).filter { canvas.color(x: x, y: $0) != Color(0xFFFFFF) }
      #expect(abs((inked.first ?? 0) - top) <= 1 && abs((inked.last ?? 0) - bottom) <= 1)
    }
  }

  @Test(arguments: [1, 7, 63, 64, 1000])
  func theShortestSoundsAreDrawn(frames: Int) throws {
    let sound = folder.sound(seconds: Double(frames) / 48_000) { _ in 0.5 }
    let wave = try strip(64, 64).waveform(of: sound).canvas
    #expect((0..<64).allSatisfy { wave.color(x: $0, y: 20) != Color(0xFFFFFF) })
    #expect(try strip(64, 64).spectrogram(of: sound).canvas.width == 64)
  }

  @Test func invalidSizesAreRefused() throws {
    let sound = folder.sound(seconds: 0.1) { _ in 0 }
    for (width, height) in [(15, 100), (100, 8193)] {
      let error = failure { _ = try strip(width, height).waveform(of: sound) }
      #expect(error?.code == .invalidArgument)
    }
    let text = FilePath(folder.write(Array("no sound".utf8), to: "a.txt"))
    #expect(failure { _ = try strip(64, 64).spectrogram(of: text) }?.code == .unknownFormat)
    #expect(failure { _ = try strip(64, 64).waveform(of: text) }?.code == .unknownFormat)
    let none = FilePath(folder.file("none.wav"))
    #expect(failure { _ = try strip(64, 64).spectrogram(of: none) }?.code == .notFound)
    let empty = FilePath(folder.write(wav16([]), to: "empty.wav"))
    #expect(failure { _ = try strip(64, 64).spectrogram(of: empty) }?.code == .damaged)
    #expect(failure { _ = try strip(64, 64).waveform(of: empty) }?.code == .damaged)
  }

  @Test func colorsAreEven() {
    for hex in [0x000000, 0xFFFFFF, 0x2B62A8, 0xFF0000, 0x00FF7F] as [UInt32] {
      #expect(OklabColor(Color(hex)).color == Color(hex))
    }
    let steps = (0...10).map {
      OklabColor.between(Spectrogram.usualColors, share: Float($0) / 10).color
    }
    for (one, next) in zip(steps, steps.dropFirst()) {
      #expect(abs(OklabColor(next).lightness - OklabColor(one).lightness - 0.085) < 0.02)
    }
    #expect(OklabColor(0.7, chroma: 9, hue: 40).color != Color(0))
  }
}
