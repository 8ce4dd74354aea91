import AhaBase
import AhaCodec
import AhaDevice
import AhaDrop
import AhaEngine
import AhaLibrary
import AhaNet
import CAha
import Testing

/// The headers are read as text: what is added there and forgotten in Swift, or the other way
/// around, is found.
@Suite("Numbers and names of the headers")
struct NumbersTests {
  /// "AHA_ERROR_OUT_OF_MEMORY" is the case outOfMemory.
  private func caseName(_ constant: String, _ prefixes: [String]) -> String {
    let prefix = prefixes.first { constant.hasPrefix($0) } ?? ""
    let words = constant.dropFirst(prefix.count).split(separator: "_").map { $0.lowercased() }
    return words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Every number from -1000 to 1000 has a case if, and only if, it has a name in the header.
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

  private func unsigned<T>(_ make: @escaping (UInt32) -> T?) -> (Int) -> String? {
    { number in UInt32(exactly: number).flatMap(make).map { "\($0)" } }
  }

  @Test func resultsAreThoseOfTheHeader() throws {
    let constants = try Header("base").constants("AHA_")
    expectSame(constants, "AHA_ERROR_", "AHA_") { ResultCode(rawValue: Int32($0)).map { "\($0)" } }
  }

  @Test func eventKindsAreThoseOfTheHeader() throws {
    let constants = try Header("event").constants("AHA_EVENT_")
    expectSame(constants, "AHA_EVENT_", cases: unsigned(EventKind.init))
  }

  @Test func playerStatesAreThoseOfTheHeader() throws {
    let constants = try Header("player").constants("AHA_PLAYER_")
    expectSame(constants, "AHA_PLAYER_", cases: unsigned(PlayerState.init))
  }

  @Test func numbersOfDevicesAreThoseOfTheHeader() throws {
    let header = try Header("device")
    let losses = header.constants("AHA_DEVICE_LOSS_")
    let all = header.constants("AHA_DEVICE_")
    let ways = ["AHA_DEVICE_OUTPUT", "AHA_DEVICE_INPUT"]
    expectSame(losses, "AHA_DEVICE_LOSS_", cases: unsigned(LossPolicy.init))
    expectSame(
      all.filter { losses[$0.key] == nil && !ways.contains($0.key) }, "AHA_DEVICE_",
      cases: unsigned(DeviceState.init))
    #expect(ways.map { all[$0] } == [0, 1])
  }

  @Test func containersAndEncodingsAreThoseOfTheHeader() throws {
    let header = try Header("format")
    expectSame(
      header.constants("AHA_CONTAINER_"), "AHA_CONTAINER_", cases: unsigned(Container.init))
    expectSame(header.constants("AHA_ENCODING_"), "AHA_ENCODING_", cases: unsigned(Encoding.init))
  }

  @Test func soundModesAreThoseOfTheHeader() throws {
    let constants = try Header("sound").constants("AHA_SOUND_")
    expectSame(constants, "AHA_SOUND_", cases: unsigned(Sound.Mode.init))
  }

  @Test func storesAndRepliesAreThoseOfTheHeader() throws {
    var stores = try Header("account").constants("AHA_STORE_")
    #expect(stores.removeValue(forKey: "AHA_STORE_AUTO") == 0)
    expectSame(stores, "AHA_STORE_", cases: unsigned(TokenStoreKind.init))
    let replies = try Header("request").constants("AHA_REPLY_")
    expectSame(replies, "AHA_REPLY_", cases: unsigned(Request.Format.init))
  }

  @Test func assetsAreThoseOfTheHeader() throws {
    let assets = try Header("drop").constants("AHA_ASSET_")
    expectSame(assets, "AHA_ASSET_", cases: unsigned(AssetRole.init))
  }

  @Test func whatLibrariesCountIsThatOfTheHeaders() throws {
    let (items, history) = (try Header("items"), try Header("history"))
    expectSame(items.constants("AHA_ORIGIN_"), "AHA_ORIGIN_", cases: unsigned(ItemOrigin.init))
    expectSame(items.constants("AHA_ORDER_"), "AHA_ORDER_", cases: unsigned(ItemQuery.Order.init))
    expectSame(
      history.constants("AHA_ACTIVITY_"), "AHA_ACTIVITY_", cases: unsigned(Activity.init))
    expectSame(history.constants("AHA_SCALE_"), "AHA_SCALE_", cases: unsigned(TimeScale.init))
    #expect(Playability.allCases.map { 1 << Int($0.rawValue) } == [
      AHA_ITEM_PLAYABLE, AHA_ITEM_UNDECODABLE, AHA_ITEM_MISSING, AHA_ITEM_DOWNLOADABLE,
      AHA_ITEM_REMOTE_ONLY,
    ])
  }

  @Test func logLevelsAreThoseOfTheHeader() throws {
    var constants = try Header("log").constants("AHA_LOG_")
    #expect(constants.removeValue(forKey: "AHA_LOG_NONE") == 0)
    expectSame(constants, "AHA_LOG_", cases: unsigned(Log.Level.init))
  }

  @Test func jobStagesAreThoseOfTheHeader() throws {
    let comments = try Header("job").text.split(separator: "/**")
    let comment = try #require(comments.first { $0.contains("*aha_job_stage(") })
    let quoted = comment.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { String($0.element) }
    let stages = (UInt32(0)...20).compactMap { Job.Stage(rawValue: $0) }
    #expect(stages.map { "\($0)".lowercased() } == quoted.map { $0.filter { $0 != " " } })
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
      ("AHA_CONTAINER_", aha_container_name), ("AHA_ENCODING_", aha_encoding_name),
    ] {
      let known = Set(header.constants(prefix).values).subtracting([0])
      let names = (0...1000).map { String(cString: name(UInt32($0))!) }
      for (number, name) in names.enumerated() {
        #expect((name != "unknown") == known.contains(number), "\(prefix) \(number)")
      }
      #expect(Set(known.map { names[$0] }).count == known.count)
    }
    #expect(String(cString: aha_container_name(aha_container(AHA_CONTAINER_FLAC))) == "FLAC")
    #expect(String(cString: aha_encoding_name(aha_encoding(AHA_ENCODING_PCM_16))) == "16-bit PCM")
  }

  @Test func theVersionIsThatOfTheHeader() {
    let text = "\(AHA_VERSION_MAJOR).\(AHA_VERSION_MINOR).\(AHA_VERSION_PATCH)"
    #expect(String(cString: aha_version_text()) == text && AHA_VERSION_TEXT == text)
    let number = (AHA_VERSION_MAJOR * 1000 + AHA_VERSION_MINOR) * 1000 + AHA_VERSION_PATCH
    #expect(aha_version_number() == number)
  }
}
