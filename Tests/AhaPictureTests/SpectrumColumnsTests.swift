import AhaBase
import AhaTestSupport
import Testing

@testable import AhaPicture

@Suite("Columns of a spectrum") struct SpectrumColumnsTests {
  private let folder = TemporaryFolder()

  /// Of the four columns of a long sound only two windows each are read.
  @Test func theFramesBetweenDistantWindowsAreSkipped() throws {
    let sound = folder.sound(rate: 8000, seconds: 80) { time in
      0.5 * sine(500 * (1 + (time / 20).rounded(.down)), time)
    }
    let columns = try SpectrumColumns(
      of: sound, columns: 4, seconds: 0.05, overlap: 0.25, density: 2, peaks: 65)
    var number = 0
    while let powers = try columns.next() {
      let loudest = (0..<columns.size / 2).max { powers[$0] < powers[$1] } ?? 0
      number += 1
      #expect(loudest == 500 * number * columns.size / 8000)
    }
    #expect(number == 4 && columns.progress == (640_000, 640_000))
    let isRead = columns.peaks.parts.map { $0.isThere }
    #expect(isRead.count { $0 } == 8)
    #expect(columns.peaks.parts.allSatisfy { !$0.isThere || (120...130).contains($0.loudness) })
  }
}
