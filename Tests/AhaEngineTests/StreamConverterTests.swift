import AhaBase
import AhaCodec
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Streams of another rate.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct StreamConverterTests {
  private func play(
    _ samples: [Float], rate: Int, channels: Int = 1, _ quality: SpeedQuality, frames: Int,
    from start: Int64 = 0
  ) throws -> [Float] {
    let rig = try Rig()
    let bytes = try encode(samples, Kind(.wav, .float32), channels: channels, sampleRate: rate)
    var options = Sound.Options()
    options.mode = .streamed
    let sound = try rig.engine.loadSound(
      bytes.withUnsafeBytes { try MemoryStream(copying: $0) }, options)
    let player = try rig.player(sound) { $0.quality = quality }
    try player.seek(to: start)
    try player.start()
    return rig.render(frames)
  }

  private func left(_ frames: [Float]) -> [Float] {
    stride(from: 0, to: frames.count, by: 2).map { frames[$0] }
  }

  @Test(arguments: [8000, 22_050, 44_100, 44_101, 88_200, 96_000, 192_000])
  func aSineStaysASine(rate: Int) throws {
    let frequency = Double(min(rate, 48_000)) * 0.3
    let sine = Signal.sine(frames: rate, frequency: frequency, sampleRate: rate)
    for (quality, least) in [(SpeedQuality.good, 90.0), (.fast, 90), (.best, 120)] {
      let output = try left(play(sine, rate: rate, quality, frames: 40_000)).dropFirst(1000)
      let noise = Measure.sineSNR(Array(output), frequency: frequency, sampleRate: Rig.rate)
      #expect(noise > least, "\(quality): \(noise) dB")
    }
  }

  @Test func aSeekGivesTheFramesOfTheSequence() throws {
    let music = Signal.music(frames: 60_000, channels: 2)
    let whole = try play(music, rate: 44_100, channels: 2, .good, frames: 50_000)
    let part = try play(music, rate: 44_100, channels: 2, .good, frames: 20_000, from: 30_000)
    let difference = Measure.largestDifference(
      part.dropFirst(2 * Rig.ramp), whole.dropFirst(2 * (30_000 + Rig.ramp)).prefix(40_000))
    #expect(difference < 1e-5)
  }

  @Test(arguments: [1, 2, 3], [44_100, 96_000, 47_999])
  func theFramesDoNotDependOnTheSizesOfCalls(channels: Int, rate: Int) throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let input = Signal.music(frames: 6000, channels: channels)
    func convert(_ sizes: [Int]) throws -> [Float] {
      let converter = try StreamConverter(
        from: rate, to: 48_000, channels: channels, tables: tables.tables)
      var (output, at, turn) = ([Float](), 0, 0)
      var block = [Float](repeating: 0, count: 5000 * channels)
      var samples = input
      while true {
        let (size, space) = (sizes[turn % sizes.count], sizes[(turn + 1) % sizes.count])
        turn += 1
        let count = min(size, 6000 - at)
        let (taken, given) = samples.withMutableBuffer { samples in
          block.withMutableBuffer {
            converter.process(
              count > 0 ? samples + at * channels : nil, inputFrames: count, to: $0,
              outputFrames: space)
          }
        }
        at += taken
        output += block.prefix(given * channels)
        if count == 0, given == 0 { return output }
      }
    }
    let whole = try convert([5000])
    #expect(whole.count >= 6000 * 48_000 / rate * channels)
    for sizes in [[1, 7, 64], [4096, 3], [63, 65, 1000]] { #expect(try convert(sizes) == whole) }
  }
}
