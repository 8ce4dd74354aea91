import AhaBase
import AhaCodec
import AhaDevice
import AhaEngine
import AhaLibrary
import AhaNet
import AhaServices
import CAha
import Testing

@testable import AhaDrop

/// Reads the headers as text to find numbers that exist only there or only in Swift.
@Suite("Numbers and names of the headers")
struct NumbersTests {
  /// "AHA_ERROR_OUT_OF_MEMORY" is the case outOfMemory.
  private func caseName(_ constant: String, _ prefixes: [String]) -> String {
    let prefix = prefixes.first { constant.hasPrefix($0) } ?? ""
    let words = constant.dropFirst(prefix.count).split(separator: "_").map { $0.lowercased() }
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// A number from -1000 to 1000 is a case if and only if the header names it.
  private func expectSame(
    _ constants: [String: Int], _ prefixes: String..., cases: (Int) -> String?,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(constants.count > 2, sourceLocation: location)
    let names = Dictionary(uniqueKeysWithValues: constants.map { ($1, caseName($0, prefixes)) })
    for number in -1000...1000 {
      #expect(cases(number) == names[number], "\(number)", sourceLocation: location)
    }
  }

  /// Enumerators of a header with a prefix, except some, equal the cases of a Swift type.
  struct Enumeration: Sendable, CustomTestStringConvertible {
    let header, prefix: String
    let others: [String]
    let cases: @Sendable (Int) -> String?
    var testDescription: String { prefix }

    init<T>(
      _ header: String, _ prefix: String, _ make: @escaping @Sendable (UInt32) -> T?,
      besides others: [String] = []
    ) {
      (self.header, self.prefix, self.others) = (header, prefix, others)
      cases = { number in UInt32(exactly: number).flatMap(make).map { "\($0)" } }
    }
  }

  private static let enumerations = [
    Enumeration("player", "AHA_PLAYER_", { PlayerState(rawValue: $0) }),
    Enumeration("device", "AHA_DEVICE_LOSS_", { LossPolicy(rawValue: $0) }),
    Enumeration("device", "AHA_DEVICE_MISSING_", { MissingChannels(rawValue: $0) }),
    Enumeration(
      "device", "AHA_DEVICE_", { DeviceState(rawValue: $0) },
      besides: [
        "AHA_DEVICE_LOSS_", "AHA_DEVICE_MISSING_", "AHA_DEVICE_OUTPUT", "AHA_DEVICE_INPUT",
      ]),
    Enumeration("format", "AHA_CONTAINER_", { Container(rawValue: $0) }),
    Enumeration("format", "AHA_ENCODING_", { Encoding(rawValue: $0) }),
    Enumeration("sound", "AHA_SOUND_", { Sound.Mode(rawValue: $0) }),
    Enumeration(
      "account", "AHA_STORE_", { TokenStoreKind(rawValue: $0) }, besides: ["AHA_STORE_AUTO"]),
    Enumeration("request", "AHA_REPLY_", { Request.Format(rawValue: $0) }),
    Enumeration("drop", "AHA_ASSET_", { AssetRole(rawValue: $0) }),
    Enumeration(
      "piece", "AHA_DESTINATION_",
      { number in Services.destinations.kind(numbered: number)?.name }),
    Enumeration("items", "AHA_ORIGIN_", { ItemOrigin(rawValue: $0) }),
    Enumeration("items", "AHA_ORDER_", { ItemQuery.Order(rawValue: $0) }),
    Enumeration("history", "AHA_ACTIVITY_", { Activity(rawValue: $0) }),
    Enumeration("history", "AHA_SCALE_", { TimeScale(rawValue: $0) }),
    Enumeration("log", "AHA_LOG_", { Log.Level(rawValue: $0) }, besides: ["AHA_LOG_NONE"]),
  ]

  @Test(arguments: enumerations) func casesAreThoseOfTheHeader(one: Enumeration) throws {
    let constants = try Header(one.header).constants(one.prefix).filter { constant in
      !one.others.contains { constant.key.hasPrefix($0) }
    }
    expectSame(constants, one.prefix, cases: one.cases)
  }

  @Test func resultsAreThoseOfTheHeader() throws {
    let constants = try Header("base").constants("AHA_")
    expectSame(constants, "AHA_ERROR_", "AHA_") { ResultCode(rawValue: Int32($0)).map { "\($0)" } }
  }

  @Test func zeroIsTheHeadersDefault() {
    #expect(AHA_DEVICE_OUTPUT == 0 && AHA_DEVICE_INPUT == 1)
    #expect(AHA_STORE_AUTO == 0 && AHA_LOG_NONE == 0)
  }

  @Test func statesOfItemsAreThoseOfTheHeader() {
    #expect(
      Playability.allCases.map { 1 << Int($0.rawValue) } == [
        AHA_ITEM_PLAYABLE, AHA_ITEM_UNDECODABLE, AHA_ITEM_MISSING, AHA_ITEM_DOWNLOADABLE,
        AHA_ITEM_REMOTE_ONLY,
      ])
  }

  @Test func jobStagesAreThoseOfTheHeader() throws {
    let comments = try Header("job").text.split(separator: "/**")
    let comment = try #require(comments.first { $0.contains("const char *stage;") })
    let quoted = comment.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { String($0.element) }
    #expect(try Declarations("Stage").all.map(\.value).sorted() == quoted.sorted())
  }

  @Test func eventKindsAreThoseOfTheHeader() throws {
    let declared = try Declarations("EventKind").all.map { "\($0.value) \($0.name)" }
    let expected = try Header("event").constants("AHA_EVENT_").map {
      "\($1) \(caseName($0, ["AHA_EVENT_"]))"
    }
    #expect(declared.sorted() == expected.sorted())
  }

  @Test func everyKindOfTheHeaderHasItsNoun() throws {
    let declared = try Declarations("HandleKind").all.map(\.value)
    let numbers = try Header("handle").constants("AHA_KIND_").filter { $0.key != "AHA_KIND_ANY" }
    let expected = numbers.keys.map { "\($0), noun: \(caseName($0, ["AHA_KIND_"]))" }
    #expect(declared.sorted() == expected.sorted() && Set(numbers.values).count == declared.count)
    #expect(declared.count > 20 && numbers.values.allSatisfy { (1...127).contains($0) })
  }

  @Test func resultsHaveTheirNames() throws {
    let constants = try Header("base").constants("AHA_")
    let names = Dictionary(uniqueKeysWithValues: constants.map { ($1, $0) })
    for number in Array(-1000...1000) + [Int(Int32.min), Int(Int32.max)] {
      #expect(String(cString: aha_result_name(Int32(number))) == names[number] ?? "AHA_UNKNOWN")
    }
  }

  @Test func eventKindsHaveTheirNames() throws {
    let constants = try Header("event").constants("AHA_EVENT_")
    let names = Dictionary(uniqueKeysWithValues: constants.map { ($1, $0) })
    for number in Array(0...1000) + [Int(UInt32.max)] {
      let name = String(cString: aha_event_kind_name(UInt32(number)))
      #expect(name == names[number] ?? "AHA_EVENT_UNKNOWN")
    }
  }

  @Test func formatsHaveNames() throws {
    let header = try Header("format")
    for (prefix, name) in [
      ("AHA_CONTAINER_", aha_format_container_name), ("AHA_ENCODING_", aha_format_encoding_name),
    ] {
      let known = Set(header.constants(prefix).values).subtracting([0])
      let names = (0...1000).map { String(cString: name(UInt32($0))!) }
      for (number, name) in names.enumerated() {
        #expect((name != "unknown") == known.contains(number), "\(prefix) \(number)")
      }
      #expect(Set(known.map { names[$0] }).count == known.count)
    }
    #expect(String(cString: aha_format_container_name(aha_container(AHA_CONTAINER_FLAC))) == "FLAC")
    #expect(
      String(cString: aha_format_encoding_name(aha_encoding(AHA_ENCODING_PCM_16))) == "16-bit PCM")
  }

  @Test func theVersionIsThatOfTheHeader() {
    let text = "\(AHA_VERSION_MAJOR).\(AHA_VERSION_MINOR).\(AHA_VERSION_PATCH)"
    #expect(String(cString: aha_version_text()) == text && AHA_VERSION_TEXT == text)
    let number = (AHA_VERSION_MAJOR * 1000 + AHA_VERSION_MINOR) * 1000 + AHA_VERSION_PATCH
    #expect(aha_version_number() == number)
  }
}
