import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// What is promised of large catalogues, printed: AHA_LIBRARY_FIGURES names a folder for them, and
/// keeps the one of a million items. Nothing is held against a clock.
@Suite(.enabled(if: getenv("AHA_LIBRARY_FIGURES") != nil), .serialized) struct FigureTests {
  private static let folder = getenv("AHA_LIBRARY_FIGURES").map { String(cString: $0) } ?? ""
  private static let count = 1_000_000

  /// A million items in many folders, with titles of three words from a few thousand.
  private func million() throws -> Catalogue {
    let catalogue = try Catalogue(FilePath(FigureTests.folder + "/million.aha"))
    let first = Int(try catalogue.count()) + 1
    if first > FigureTests.count { return catalogue }
    var random = Sequence(state: 5)
    let words = (0..<5000).map { _ in random.word() }
    for start in stride(from: first, through: FigureTests.count, by: 20_000) {
      try catalogue.changingSoon { () throws(AhaError) in
        for number in start..<(start + 20_000) { _ = try catalogue.put(item(number, words, &random)) }
      }
    }
    try catalogue.changingSoon { () throws(AhaError) in
      try catalogue.database.execute(
        "UPDATE item SET played = number * 7919 % 1000003 WHERE number % 20 = 0")
    }
    return catalogue
  }

  private func item(_ number: Int, _ words: [String], _ random: inout Sequence) -> LibraryItem {
    let title = "\(random.pick(words)) \(random.pick(words)) \(random.pick(words)) take\(number)"
    let artist = words[number % 2000]
    let origin: ItemOrigin = number % 10 < 8 ? .folder : number % 10 == 8 ? .drop : .remote
    var item = LibraryItem(FilePath("/home/somebody/Music/\(artist)/\(title).wav"), origin)
    item.state = origin == .remote ? .remoteDownloadable : number % 50 == 0 ? .undecodable : .playable
    if number % 100_000 == 7 { item.state = .missing }
    (item.title, item.artist) = (title, artist)
    item.tags = number % 1000 == 0 ? "drum loop" : ""
    (item.mark.size, item.mark.modified) = (Int64(number), Int64(number))
    item.sha256 = String(repeating: "0", count: 56) + String(10_000_000 + number)
    item.sound.length = Int64(random.next() % 1_000_000_000)
    return item
  }

  /// Numbers that are the same each time; small ones come more often in `pick`.
  private struct Sequence {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }

    mutating func word() -> String {
      let syllables = ["ba", "de", "ki", "lo", "mu", "na", "re", "si", "to", "va", "an", "or"]
      return (0..<(2 + next() % 3)).map { _ in syllables[Int(next() % 12)] }.joined()
    }

    mutating func pick(_ words: [String]) -> String {
      let part = Double(next() % 10_000) / 10_000
      return words[Int(part * part * part * Double(words.count))]
    }
  }

  @Test func pagesOfAMillion() throws {
    let catalogue = try million()
    let texts = ["", "a", "ba", "wav", "take", "take1", "take12", "take123", "take123456", "drum",
      "drum loop wav", "bade", "bade wav", "kilo mu", "somebody music ba", "zzzz", "lolo nana"]
    for text in texts {
      var line = ""
      for order in ItemQuery.Order.allCases {
        line += try times(text, order, catalogue)
      }
      print(text.isEmpty ? "all" : text, line)
    }
  }

  private func times(
    _ text: String, _ order: ItemQuery.Order, _ catalogue: Catalogue
  ) throws -> String {
    var line = " | \(order):"
    for states in [[Playability.playable], [], [.missing]] {
      var query = ItemQuery()
      (query.text, query.order, query.states, query.checks) = (text, order, states, false)
      var (best, found) = (Double.infinity, 0)
      for _ in 0..<5 {
        let start = Instant.now().nanoseconds
        let page = try catalogue.page(query)
        best = min(best, Double(Instant.now().nanoseconds - start) / 1e6)
        found = page.items.count
        if found == 50, best > 20, let next = page.next { _ = try catalogue.page(query, after: next) }
      }
      line += " \((best * 10).rounded() / 10)(\(found))"
    }
    return line
  }

  // MARK: Scans

  /// Ten thousand files of a tenth of a second, in a hundred folders.
  private func files(_ folder: TemporaryFolder) {
    for place in 0..<100 {
      folder.makeFolder("\(place)")
      for number in 0..<100 {
        let samples = (0..<4800).map { Int16(truncatingIfNeeded: $0 &* (place * 100 + number)) }
        folder.write(wav16(samples), to: "\(place)/\(number).wav")
      }
    }
  }

  private func rate(_ catalogue: Catalogue, _ folder: TemporaryFolder) throws -> String {
    var settings = ScanSettings()
    settings.roots = [FilePath(folder.path)]
    let start = Instant.now().nanoseconds
    var scan = try Scan(catalogue, settings, Job())
    let report = try scan.run()
    let seconds = Double(Instant.now().nanoseconds - start) / 1e9
    return "\(Int(Double(report.files) / seconds)) files/s, \(report.added) new"
  }

  @Test func scansOfTenThousand() throws {
    let (rig, music) = (CatalogueRig(), TemporaryFolder())
    files(music)
    let catalogue = try rig.open()
    for _ in 0..<4 { print(try rate(catalogue, music)) }
  }

  /// A folder of a hundred thousand, and the most memory that the process had before and after.
  @Test func aFolderOfManyTakesLittleMemory() throws {
    let (rig, music) = (CatalogueRig(), TemporaryFolder())
    let count = Int(getenv("AHA_LIBRARY_FILES").flatMap { Int(String(cString: $0)) } ?? 100_000)
    for number in 0..<count { music.write([UInt8(number & 255)], to: "a somewhat longer name \(number).wav") }
    let catalogue = try rig.open()
    let before = FigureTests.memory
    print(try rate(catalogue, music), try rate(catalogue, music))
    print("memory: \(before) KB before, \(FigureTests.memory) KB at most")
  }

  private static var memory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
