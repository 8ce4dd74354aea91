import AhaBase
import Testing

@testable import AhaAnalysis

/// Kick and snare alternate every 40 frames of `BeatStrength`, with a hi-hat between them.
@Suite("Phase of beats")
struct BeatPhaseTests {
  private static let beat = 40

  private var strength: BeatStrength {
    var strength = BeatStrength()
    for frame in 0..<24 * Self.beat {
      let (kick, snare) = (frame % (2 * Self.beat) == 0, frame % (2 * Self.beat) == Self.beat)
      let hat = frame % Self.beat == Self.beat / 2
      let rises = SIMD4<Float>(kick ? 3 : 0, snare ? 3 : 0, snare ? 2 : hat ? 1 : 0, 0)
      let levels = (0..<OnsetStrength.bands).map { band -> Float in
        if band < OnsetStrength.middle { return kick ? -2 : -12 }
        if band < OnsetStrength.high { return snare ? -3 : -12 }
        return snare ? -4 : hat ? -8 : -14
      }
      // A frame has two steps.
      levels.withBuffer {
        strength.add(rises, levels: $0)
        strength.add(rises, levels: $0)
      }
    }
    return strength
  }

  @Test func beatsBetweenKickAndSnareMoveByHalf() {
    let right = (0..<20).map { Self.beat * $0 }
    let late = right.map { $0 + Self.beat / 2 }
    // With the first beat, and one after the last of the late ones.
    #expect(BeatPhase(strength).corrected(late) == right + [20 * Self.beat])
    #expect(BeatPhase(strength).corrected(right) == right)
  }

  /// The first of them is a beat after the start, so that half a beat before it is in the sound.
  @Test func noBeatIsBeforeTheStartOrAfterTheEnd() {
    let late = (-1..<24).map { Self.beat * $0 + Self.beat / 2 + 1 }.filter { $0 >= 0 }
    let found = BeatPhase(strength).corrected(Array(late))
    #expect(found.count == late.count && found.first == 1 && found.last == 23 * Self.beat + 1)
    #expect(BeatPhase(strength).corrected([0] + late.dropFirst()).first == (late[1]) / 2)
  }

  @Test func fewBeatsStay() {
    let late = (0..<7).map { Self.beat * $0 + Self.beat / 2 }
    #expect(BeatPhase(strength).corrected(late) == late)
    #expect(BeatPhase(BeatStrength()).corrected([]) == [])
  }

  @Test func groupsThatAlternateAreAlikeAtABeat() {
    let likeness = GroupLikeness(strength)
    #expect(likeness.highest(0, lag: Double(Self.beat)) > 0.8)
    #expect(likeness.highest(0, lag: 0) < 0.1)
    #expect(likeness.highest(0, lag: Double(2 * Self.beat)) < 0.1)
  }

  @Test func silenceHasNoLikeness() {
    #expect(GroupLikeness(BeatStrength()).highest(0, lag: 10) == 0)
  }
}
