import AhaTestSupport
import Testing

@testable import AhaAnalysis

@Suite("Waveform")
struct WaveformTests {
  /// Minimum, maximum and mean square of each section, for any count of sections.
  @Test(arguments: [1, 7, 100, 3000])
  func theWaveformMatchesTheSamples(count: Int) throws {
    let frames = 96_000
    let samples = Signal.music(frames: frames, channels: 2)
    let waveform = try analyze(samples, sampleRate: 48_000, channels: 2).waveform
    for channel in 0..<2 {
      let outline = waveform.outline(channel, count: count)
      #expect(outline.count == count)
      for (index, bin) in outline.enumerated() {
        // Whole cells: a section may begin slightly earlier and end slightly later.
        let first = index * frames / count / 32 * 32
        let end = min(frames, ((index + 1) * frames + 32 * count - 1) / (32 * count) * 32)
        let part = (first..<end).map { samples[2 * $0 + channel] }
        let power = part.reduce(0) { $0 + $1 * $1 } / Float(part.count)
        #expect(bin.lowest == part.min() && bin.highest == part.max())
        #expect(abs(bin.power - power) < 1e-4 + 0.001 * power)
      }
    }
  }

  @Test func nothingHasAnEmptyOutline() throws {
    let waveform = try analyze([], sampleRate: 48_000).waveform
    #expect(waveform.outline(0, count: 5).isEmpty)
    let short = try analyze([0.5, -0.25], sampleRate: 48_000).waveform
    #expect(
      short.outline(0, count: 2)
        == [Waveform.Bin](
          repeating: .init(lowest: -0.25, highest: 0.5, power: 0.15625), count: 2))
    #expect(short.outline(1, count: 2).isEmpty && short.outline(0, count: 0).isEmpty)
    #expect(short.outline(-1, count: 2).isEmpty && short.outline(0, count: -1).isEmpty)
  }
}
