import AhaBase
import AhaDrop
import AhaJSON
import AhaTestSupport
import Testing

@testable import AhaServices
@testable import AhaSync

@Suite struct JSONListTests {
  /// Result of a reader for a document that arrives in parts of a given size.
  private func read(_ text: String, by size: Int) throws -> ([String], JSONObject) {
    var reader = JSONListReader(list: "items", named: "it")
    let bytes = text.array
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.feed(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    let elements = reader.removeAll().elements.map { String(decoding: $0, as: UTF8.self) }
    return (elements, try reader.object())
  }

  @Test(arguments: [1, 2, 7, 1000]) func aListIsTakenApart(size: Int) throws {
    let text = """
      {"a": "items", "b": ["items", {"items": [1]}], "items" : [ {"x": "]}\\"[", "y": [1, [2]]},
       [3, 4] , 5,"six" ], "c": 7}
      """
    let (elements, rest) = try read(text, by: size)
    #expect(elements == ["{\"x\": \"]}\\\"[\", \"y\": [1, [2]]}", "[3, 4]", "5", "\"six\""])
    #expect(rest.integer("c") == 7 && rest.text("a") == "items")
  }

  @Test(arguments: ["{}", "{\"items\":[]}", "{\"items\":{\"items\":[1]}}", "{\"b\":[1,2]}"])
  func otherDocumentsHaveNoItems(text: String) throws {
    #expect(try read(text, by: 3).0.isEmpty)
  }

  @Test(arguments: [
    "", "{\"items\":[1", "{\"items\":[\"", "[1]", "{\"items\":[]}}", "]", "nothing",
  ])
  func cutDocumentsAreRefused(text: String) {
    #expect(failure { _ = try read(text, by: 3) }?.code == .reply)
  }

  @Test func tooLongValuesAreLeftOut() throws {
    var reader = JSONListReader(list: "items", named: "it")
    try reader.feed("{\"items\":[1,\"".array)
    for _ in 0..<20 { try reader.feed([UInt8](repeating: 0x61, count: 100_000)) }
    try reader.feed("\",2]}".array)
    let (elements, tooLong) = reader.removeAll()
    #expect(elements == ["1".array, "2".array] && tooLong == 1)
    #expect(failure { try reader.feed([UInt8](repeating: 0x20, count: 1 << 20)) }?.code == .limit)
  }
}
