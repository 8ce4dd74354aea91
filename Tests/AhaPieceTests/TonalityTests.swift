import AhaBase
import Testing

@testable import AhaPiece

@Suite("Tonality")
struct TonalityTests {
  private static let names = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
  private static let keys = (0..<12).flatMap { [Tonality.major($0), .minor($0)] }

  private func flags(_ notes: Int...) -> UInt32 { notes.reduce(0) { $0 | 1 << UInt32($1) } }

  @Test func everyRootHasItsMajorScale() {
    #expect(Tonality.major(0).scale == flags(0, 2, 4, 5, 7, 9, 11))
    for root in 0..<12 {
      let scale = [0, 2, 4, 5, 7, 9, 11].reduce(UInt32(0)) { $0 | 1 << UInt32(($1 + root) % 12) }
      #expect(Tonality.major(root) == Tonality(scale: scale, root: UInt32(root)))
      #expect([root + 12, root - 12].allSatisfy { Tonality.major($0) == .major(root) })
      #expect(Tonality.major(root).name == Self.names[root] + " major")
    }
    #expect(Tonality.major(Int.min + 8) == .major(0) && Tonality.major(Int.max - 7).isValid)
  }

  /// Notes of each scale on A, from music theory.
  @Test(arguments: [
    ("A minor", "A B C D E F G"), ("A harmonic minor", "A B C D E F Ab"),
    ("A melodic minor", "A B C D E F# Ab"), ("A dorian", "A B C D E F# G"),
    ("A phrygian", "A Bb C D E F G"), ("A lydian", "A B Db Eb E F# Ab"),
    ("A mixolydian", "A B Db D E F# G"), ("A locrian", "A Bb C D Eb F G"),
    ("A major pentatonic", "A B Db E F#"), ("A minor pentatonic", "A C D E G"),
    ("A blues", "A C D Eb E G"), ("A whole-tone", "A B Db Eb F G"),
    ("A octatonic", "A Bb C Db Eb E F# G"), ("A whole-half octatonic", "A B C D Eb F F# Ab"),
  ])
  func aScaleHasItsNotes(name: String, notes: String) throws {
    let scale = try notes.split(separator: " ").reduce(UInt32(0)) { flags, note in
      flags | 1 << UInt32(try #require(Self.names.firstIndex(of: String(note))))
    }
    #expect(try Tonality(name) == Tonality(scale: scale, root: 9))
    #expect(Tonality(scale: scale, root: 9).name == name)
  }

  /// All names of all scales on all roots can be parsed, in any case and without spaces.
  @Test func everyNameIsReadBack() throws {
    for shape in ScaleShape.all {
      for root in 0..<12 {
        let tonality = Tonality(shape, root: root)
        #expect(tonality.isKey)
        for name in [tonality.name, tonality.name.uppercased(), tonality.name.lowercased()] {
          #expect(try Tonality(name) == tonality, "\(name)")
          #expect(try Tonality(name.filter { $0 != " " && $0 != "-" }) == tonality, "\(name)")
          #expect(try Tonality("  \(name) ") == tonality, "\(name)")
        }
      }
    }
    #expect(Set(ScaleShape.all.map { $0.flags }).count == ScaleShape.all.count)
  }

  @Test(arguments: [
    (0, "C minor"), (1, "C# minor"), (2, "D minor"), (3, "Eb minor"), (4, "E minor"),
    (5, "F minor"), (6, "F# minor"), (7, "G minor"), (8, "G# minor"), (9, "A minor"),
    (10, "Bb minor"), (11, "B minor"),
  ])
  func minorsAreSpelledByTheirSignature(root: Int, name: String) {
    #expect(Tonality.minor(root).name == name)
  }

  @Test(arguments: [
    ("F# minor", 6, "minor"), ("Gbm", 6, "minor"), ("f#m", 6, "minor"), ("F♯ Minor", 6, "minor"),
    ("F sharp minor", 6, "minor"), ("G-flat minor", 6, "minor"), ("g♭min", 6, "minor"),
    ("Cb", 11, "major"), ("B#", 0, "major"), ("E##", 6, "major"), ("Ebb", 2, "major"),
    ("CM", 0, "major"), ("Cm", 0, "minor"), ("C", 0, "major"), ("Cmaj", 0, "major"),
    ("b", 11, "major"),
    ("bm", 11, "minor"), ("bb", 10, "major"), ("Bbm", 10, "minor"), ("A aeolian", 9, "minor"),
    ("A natural minor", 9, "minor"), ("Eblues", 4, "blues"), ("Bblues", 11, "blues"),
    ("Ebblues", 3, "blues"), ("D dorian", 2, "dorian"), ("G pentatonic", 7, "major pentatonic"),
    ("8A", 9, "minor"), ("8B", 0, "major"), ("1m", 9, "minor"), ("1d", 0, "major"),
    ("12b", 4, "major"), ("08A", 9, "minor"),
  ])
  func otherWordsAreRead(text: String, root: Int, shape: String) throws {
    let wanted = try #require(ScaleShape.all.first { "\($0.name)" == shape })
    #expect(try Tonality(text) == Tonality(wanted, root: root))
  }

  @Test(arguments: [
    "", " ", "H", "X minor", "F# mynor", "0A", "13B", "8C", "8", "8AA", "120A", "A###",
    "C major major", "minor", "#", "\u{0}", "C\u{0}", "m", "F♮", "🎵",
    String(repeating: "C", count: 1_000_000), "C" + String(repeating: " ", count: 64),
  ])
  func otherTextsAreNoKey(text: String) {
    let error = #expect(throws: AhaError.self) { try Tonality(text) }
    #expect(error?.code == .invalidArgument && (error?.line.utf8.count ?? 999) < 120)
  }

  @Test func neitherUnknownNorAtonalIsAKey() throws {
    for (tonality, name) in [(Tonality.unknown, "unknown"), (.atonal, "Atonal")] {
      #expect(try Tonality(name) == tonality)
      #expect(tonality.isValid && !tonality.isKey && tonality.label == "")
      #expect(tonality.relative == nil && tonality.parallel == nil && tonality.dominant == nil)
      #expect(tonality.camelot == nil && tonality.openKey == nil)
      #expect(tonality.shift(to: .major(0)) == nil && Tonality.major(0).shift(to: tonality) == nil)
      #expect(tonality.transposed(by: 3) == tonality)
    }
    #expect(Tonality.unknown.name == "unknown" && Tonality.atonal.name == "atonal")
    #expect(Tonality.unknown.shortName == nil && Tonality.atonal.shortName == "o")
    #expect(try Tonality("o") == .atonal)
  }

  /// All 12 roots with all flags, possible or not.
  @Test func rootsInsideTheirScales() {
    for scale in UInt32(0)...0xFFF {
      for root in UInt32(0)..<12 {
        let tonality = Tonality(scale: scale, root: root)
        #expect(tonality.isValid == (scale & 1 << root != 0))
        guard tonality.isValid else { continue }
        #expect(tonality.transposed(by: 5).transposed(by: -5) == tonality)
        #expect(tonality.name.hasSuffix("exotic") == (tonality.shape == nil))
      }
    }
    let wrong: [(UInt32, UInt32)] = [(0x1AB5, 0), (.max, 0), (1, 12), (1, .max)]
    for (scale, root) in wrong {
      let tonality = Tonality(scale: scale, root: root)
      #expect(!tonality.isValid && tonality.name == "invalid" && tonality.label == "")
      #expect(tonality.transposed(by: 1) == tonality && tonality.dominant == nil)
    }
  }

  @Test func relationsGoBackAndForth() throws {
    for key in Self.keys {
      let (relative, parallel) = (try #require(key.relative), try #require(key.parallel))
      #expect(relative.scale == key.scale && relative.relative == key && relative != key)
      #expect(parallel.root == key.root && parallel.parallel == key && parallel != key)
      let dominant = try #require(key.dominant)
      #expect(Int(dominant.root) == (Int(key.root) + 7) % 12)
      #expect(dominant.shape?.flags == key.shape?.flags)
    }
    #expect(Tonality.major(0).relative?.name == "A minor")
    #expect(try Tonality("A harmonic minor").relative == .major(0))
    #expect(try Tonality("A melodic minor").parallel == .major(9))
    #expect(try Tonality("D dorian").dominant?.name == "A dorian")
    #expect(try Tonality("D dorian").relative == nil)
  }

  @Test func wheelsHaveEachKeyOnce() throws {
    var (camelot, open) = (Set<String>(), Set<String>())
    for key in Self.keys {
      let (first, second) = (try #require(key.camelot), try #require(key.openKey))
      #expect(try Tonality(first) == key && Tonality(second) == key)
      camelot.insert(first)
      open.insert(second)
    }
    #expect(camelot.count == 24 && open.count == 24)
    let known = [
      ("F# minor", "11A", "4m"), ("Ab minor", "1A", "6m"), ("B major", "1B", "6d"),
      ("Db", "3B", "8d"),
    ]
    for (name, camelot, open) in known {
      #expect(try Tonality(name).camelot == camelot && Tonality(name).openKey == open)
    }
    #expect(try Tonality("D dorian").camelot == nil)
  }

  @Test func theNearestShiftIsChosen() {
    for from in 0..<12 {
      for to in 0..<12 {
        let shift = Tonality.major(from).shift(to: .minor(to))
        #expect(shift.map { ($0 + from + 12) % 12 == to && (-5...6).contains($0) } == true)
      }
    }
    #expect(Tonality.major(11).shift(to: .major(0)) == 1)
    #expect(Tonality.major(0).shift(to: .major(6)) == 6)
    #expect(Tonality.major(6).shift(to: .major(0)) == 6)
    #expect(Tonality.major(0).shift(to: .major(7)) == -5)
  }

  @Test func labelsAreMajorKeys() throws {
    #expect(try Tonality("A minor").label == "C major" && Tonality("E lydian").label == "B major")
    #expect(try Tonality("A harmonic minor").label == "Exotic")
    #expect(Tonality(scale: 1, root: 0).label == "Exotic")
    for root in 0..<12 { #expect(Tonality.major(root).label == Tonality.major(root).name) }
  }

  @Test func shortNamesAreReadBack() {
    for key in Self.keys { #expect(key.shortName.flatMap { try? Tonality($0) } == key) }
    #expect(Tonality.minor(6).shortName == "F#m" && Tonality(scale: 1, root: 0).shortName == nil)
  }
}
