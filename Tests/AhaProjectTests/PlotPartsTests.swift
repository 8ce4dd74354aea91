import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaProject

@Suite("Parts of a plot")
struct PlotPartsTests {
  // MARK: Curves

  private static let linear = Parameter(
    name: "x", number: 0, minimum: 0, maximum: 1000, standard: 0, isStepped: false)

  private func curve(_ points: [AutomationPoint], isStepped: Bool = false) -> PlotCurve {
    let parameter = Parameter(
      name: "x", number: 0, minimum: 0, maximum: 1000, standard: 0, isStepped: isStepped)
    return PlotCurve(points: points, parameter: parameter)
  }

  @Test(
    arguments: [
      (AutomationCurve.step, 100, 100, 100), (.linear, 300, 500, 700),
      (.exponential, 177.83, 316.23, 562.34), (.smooth, 225, 500, 775),
    ] as [(AutomationCurve, Float, Float, Float)])
  func goAsTheyArePlayed(shape: AutomationCurve, quarter: Float, half: Float, limit: Float) throws {
    let scale: Float = shape == .exponential ? 1000 : 900
    let points: [AutomationPoint] = [
      .init(time: 1000, value: 100, curve: shape), .init(time: 5000, value: scale, curve: shape),
    ]
    let curve = curve(points)
    for (time, wanted) in [
      (0, 100), (1000, 100), (2000, quarter), (3000, half), (4000, limit), (5000, scale),
      (9000, scale),
    ] as [(Int64, Float)] {
      let value = try #require(curve.value(at: time))
      #expect(abs(value - wanted) < 0.01 * wanted, "\(shape) at \(time)")
    }
    #expect(self.curve([]).value(at: 0) == nil)
  }

  @Test func jumpsAreSeenWhereTheyAre() {
    let points: [AutomationPoint] = [
      .init(time: 0, value: 1, curve: .step), .init(time: 150, value: 5, curve: .linear),
      .init(time: 250, value: 7),
    ]
    let seen = curve(points).column(100..<200)
    #expect(seen.map(\.time) == [100, 150, 150])
    #expect(seen.map(\.value) == [1, 1, 5])
    let last = curve(points).column(200..<300)
    #expect(last.map(\.value) == [6, 7, 7])
    let whole = curve(points, isStepped: true).column(200..<300)
    #expect(whole.map(\.value) == [5, 5, 7])
  }

  @Test func manyPointsOfAColumnAreTheirExtremes() {
    let points = (0..<1000).map { AutomationPoint(time: $0, value: Float($0 * 7 % 1000)) }
    let seen = curve(points).column(0..<999)
    #expect(seen.map(\.value) == [0, 0, 999])
  }

  @Test func scalesShowAPartThatIsSmall() {
    let whole = PlotScale(Self.linear, isLogarithmic: false, values: 100...900)
    #expect(whole.low == 0 && whole.high == 1000 && whole.share(250) == 0.25)
    let part = PlotScale(Self.linear, isLogarithmic: false, values: 400...600)
    #expect(abs(part.low - 370) < 0.1 && abs(part.high - 630) < 0.1)
    #expect(part.share(0) == 0 && part.share(1000) == 1)
    let flat = PlotScale(Self.linear, isLogarithmic: false, values: 0...0)
    #expect(flat.low == 0 && abs(flat.high - 20) < 0.1)
    let hertz = Parameter(
      name: "f", number: 0, minimum: 20, maximum: 20000, standard: 20, isStepped: false)
    let octaves = PlotScale(hertz, isLogarithmic: true, values: 20...20000)
    #expect(abs(octaves.share(632.46) - 0.5) < 0.001)
  }

  // MARK: Clips

  private func clip(
    _ begin: Int64, _ end: Int64, _ count: Int64, speed: Double = 1, isReversed: Bool = false
  ) -> PlotClip {
    let file = Document.SoundFile(path: FilePath("a"), hash: "", bytes: 0, modified: 0)
    var track = Document.Track(file: file)
    (track.loopBegin, track.loopEnd, track.loopCount) = (begin, end, count)
    // One frame is one microsecond.
    track.isReversed = isReversed
    return PlotClip(track, length: 1000, rate: 1_000_000, speed: SpeedPath([], speed: speed))
  }

  /// Frames audible in a time range, one by one.
  private func heard(_ clip: PlotClip, _ time: Range<Int64>) -> Set<Int64> {
    var order: [Int64] = Array(0..<(clip.jumps > 0 ? clip.loop.upperBound : clip.length))
    for _ in 0..<clip.jumps { order += clip.loop }
    if clip.jumps > 0 { order += clip.loop.upperBound..<clip.length }
    return Set(time.clamped(to: 0..<Int64(order.count)).map { order[Int($0)] })
  }

  @Test(arguments: [
    (0, 0, 0), (100, 300, 1), (100, 300, 4), (0, 1000, 2), (700, 1000, 3), (5, 6, 9),
  ])
  func rangesMatchTheAudibleFrames(begin: Int64, end: Int64, count: Int64) {
    let clip = clip(begin, end, count)
    var random = Random(seed: 5)
    #expect(clip.duration == 1000 + count * (end - begin))
    for _ in 0..<500 {
      let from = Int64.random(in: 0..<clip.duration, using: &random)
      let to = from + Int64.random(in: 1...400, using: &random)
      let ranges = clip.ranges(from..<to)
      let wanted = heard(clip, from..<to)
      #expect(Set(ranges.joined()) == wanted, "\(from) to \(to)")
      let hull = clip.hull(from..<to)
      #expect(hull.lowerBound == wanted.min() && hull.upperBound == wanted.max().map { $0 + 1 })
    }
  }

  @Test func slowClipsAreLongerAndReversedOnesBeginAtTheEnd() {
    let slow = clip(100, 300, 2, speed: 0.5)
    #expect(slow.duration == 2 * 1400 && slow.jumpTimes(from: 0, max: 9) == [600, 1000])
    let back = clip(100, 300, 1, isReversed: true)
    #expect(back.ranges(0..<10) == [990..<1000] && back.jumpTimes(from: 0, max: 9) == [900])
    #expect(back.ranges(895..<905) == [100..<105, 295..<300])
  }

  @Test func endlessOnesEndWithTheLongestProject() {
    let clip = clip(10, 20, Document.loopForever)
    #expect(clip.isEndless && clip.duration == Document.longest)
    #expect(clip.ranges(Document.longest - 5..<Document.longest) == [15..<20])
    #expect(clip.jumpTimes(from: 0, max: 3) == [20, 30, 40])
    #expect(clip.jumpTimes(from: 1_000_005, max: 2) == [1_000_000, 1_000_010])
    #expect(self.clip(10, 20, 3).jumpTimes(from: 25, max: 9) == [20, 30, 40])
    #expect(self.clip(10, 20, 3).jumpTimes(from: 900, max: 9).isEmpty)
    let late = self.clip(2000, 3000, 5)
    #expect(late.duration == 1000 && late.jumpTimes(from: 0, max: 9).isEmpty)
  }

  // MARK: Axis

  @Test func timesAndValuesAreShort() {
    for (time, step, text) in [
      (0, 1_000_000, "0:00"), (125_000_000, 5_000_000, "2:05"),
      (3_725_000_000, 1_000_000, "1:02:05"), (1_250_000, 250_000, "0:01.250"),
      (1_005_000, 1000, "0:01.005"),
    ] as [(Int64, Int64, String)] {
      #expect(PlotTicks.clock(time, step: step) == text)
    }
    for (value, text) in [
      (0, "0"), (-0.001, "0"), (0.05, "0.05"), (0.5, "0.5"), (-0.25, "-0.25"), (9.999, "10"),
      (12.5, "12.5"), (440, "440"), (1500, "1.5k"), (20000, "20k"), (-120, "-120"),
    ] as [(Float, String)] {
      #expect(PlotTicks.short(value) == text)
    }
  }

  @Test func marksAreFarEnoughApart() {
    for length in [1000, 777_777, 60_000_000, 3_600_000_000, Document.longest] {
      let ticks = PlotTicks(begin: 0, end: length, left: 100, width: 1000)
      let step = ticks.clockStep(80)
      #expect(Double(step) / Double(length) * 1000 >= 79.9)
      #expect(Double(ticks.barStep(2e6, apart: 40)) * 2e6 / Double(length) * 1000 >= 39.9)
      #expect(ticks.x(length) == 1100 && abs(ticks.time(600) - length / 2) <= 1)
    }
  }
}
