import AhaTestSupport
import Testing

@testable import AhaAnalysis

@Suite("Key sections and chords")
struct KeySectionTests {
  /// Bars of two seconds: a cadence with its roots in the bass, twice.
  private func cadences(root: Int, isMinor: Bool, fromBar bar: Int) -> [MidiFile.Note] {
    let scale = isMinor ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11]
    return [0, 3, 4, 0, 5, 3, 4, 0].enumerated().flatMap { index, degree in
      let start = Double(4 * (bar + index))
      let triad = [0, 2, 4].map { step -> MidiFile.Note in
        // The dominant of a minor key is a major chord.
        let raised = isMinor && degree == 4 && step == 2 ? 1 : 0
        let pitch = 48 + root + scale[(degree + step) % 7] + 12 * ((degree + step) / 7) + raised
        return .init(start: start, length: 3.9, pitch: pitch)
      }
      let bass = 36 + (root + scale[degree]) % 12
      return triad + [.init(start: start, length: 3.9, pitch: bass)]
    }
  }

  private func analyzed(_ notes: [MidiFile.Note], program: Int = 0) throws -> Analysis {
    var midi = MidiFile(program: program)
    midi.notes = notes
    return try analyze(midi.rendered(), sampleRate: MidiFile.sampleRate)
  }

  /// C major, E♭ major and A minor, 16 seconds each.
  @Test(arguments: [0, 24, 48])
  func eachSectionOfAModulatingSoundHasItsKey(program: Int) throws {
    let notes =
      cadences(root: 0, isMinor: false, fromBar: 0) + cadences(root: 3, isMinor: false, fromBar: 8)
      + cadences(root: 9, isMinor: true, fromBar: 16)
    let found = try analyzed(notes, program: program)
    #expect(found.keys.map(\.key.root) == [0, 3, 9], "\(found.keys)")
    #expect(found.keys.map(\.key.mode) == [.major, .major, .minor])
    #expect(found.keys.allSatisfy { $0.key.confidence > 0.2 })
    for (section, seconds) in zip(found.keys.dropFirst(), [16.0, 32]) {
      let begin = Double(section.begin) / Double(MidiFile.sampleRate)
      #expect(abs(begin - seconds) <= 1, "\(begin)")
    }
    #expect(found.keys.first?.begin == 0 && found.keys.last?.end == found.frames)
    #expect(zip(found.keys, found.keys.dropFirst()).allSatisfy { $0.end == $1.begin })
  }

  @Test func aSoundInOneKeyHasOneSection() throws {
    let notes =
      cadences(root: 2, isMinor: true, fromBar: 0) + cadences(root: 2, isMinor: true, fromBar: 8)
    let found = try analyzed(notes)
    #expect(found.keys == [KeySection(begin: 0, end: found.frames, key: found.key)])
  }

  @Test func silenceNoiseAndDrumsHaveNoKeysAndNoChords() throws {
    let (drums, channels) = try load(RealLoops.drums[1], sampleRate: 44_100)
    for found in try [
      analyze([Float](repeating: 0, count: 400_000), sampleRate: 44_100),
      analyze(Signal.noise(count: 400_000), sampleRate: 44_100),
      analyze(drums, sampleRate: 44_100, channels: channels),
    ] {
      #expect(found.keys.isEmpty && found.chords.isEmpty, "\(found.keys), \(found.chords)")
    }
  }

  /// Each chord lasts two seconds.
  @Test(arguments: [0, 24, 48])
  func chordsHaveTheirRootQualityAndTime(program: Int) throws {
    let found = try analyzed(cadences(root: 7, isMinor: true, fromBar: 0), program: program)
    let expected: [(root: Int, quality: Chord.Quality)] = [
      (7, .minor), (0, .minor), (2, .major), (7, .minor), (3, .major), (0, .minor), (2, .major),
      (7, .minor),
    ]
    var right = 0.0
    for chord in found.chords {
      let (begin, end) = (
        Double(chord.begin) / Double(MidiFile.sampleRate),
        Double(chord.end) / Double(MidiFile.sampleRate)
      )
      for (bar, one) in expected.enumerated()
      where one.root == chord.root && one.quality == chord.quality {
        right += max(0, min(end, Double(2 * bar + 2)) - max(begin, Double(2 * bar)))
      }
    }
    #expect(right > 0.85 * 16, "\(right) of 16 s: \(found.chords)")
    #expect(zip(found.chords, found.chords.dropFirst()).allSatisfy { $0.end == $1.begin })
  }

  /// Twelve minutes, so that steps are merged twice.
  @Test func aLongSoundKeepsItsSections() throws {
    var notes: [MidiFile.Note] = []
    for part in 0..<45 {
      notes += cadences(root: part < 22 ? 0 : 4, isMinor: false, fromBar: 8 * part)
    }
    let found = try analyzed(notes)
    #expect(found.keys.map(\.key.root) == [0, 4], "\(found.keys)")
    #expect(found.chords.count <= 1024 && found.chords.contains { $0.quality == .major })
  }
}
