import AhaBase
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct XMLTests {
  private final class Reader: XMLReader {
    var told: [String] = []

    override func begins(element name: XMLName) {
      told.append("<\(name.space)|\(name.local) \(depth)")
    }

    override func ends(element name: XMLName, text: String) {
      told.append(">\(name.local) \(text)")
    }
  }

  private func read(_ text: String) throws -> [String] {
    let reader = Reader()
    try reader.read(Array(text.utf8), named: "a document")
    return reader.told
  }

  @Test func elementsWithNamespaces() throws {
    #expect(
      try read("<a xmlns='x:y' xmlns:b='z'><b:c>t&amp;&#233;<!-- no -->u</b:c><![CDATA[<d>]]></a>")
        == ["<x:y|a 1", "<z|c 2", ">c t&éu", ">a <d>"])
    #expect(try read("<?xml version='1.0'?><a/>") == ["<|a 1", ">a "])
  }

  static let laughs =
    "<!DOCTYPE l [<!ENTITY a 'ha'>"
    + (0..<20).map { "<!ENTITY a\($0) '&a\($0 == 0 ? "" : "\($0 - 1)");&a;'>" }.joined()
    + "]><l>&a19;</l>"

  @Test(arguments: [
    laughs, "<!DOCTYPE html><a/>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
    String(repeating: "<a>", count: 10_000), "<a>", "<a></b>", "", "{}", "<a>&b;</a>", "<a/><b/>",
    "<a b='1' b='2'/>", "\u{0}", "<b:a/>",
  ])
  func badDocumentsAreRefused(document: String) {
    let error = failure { _ = try read(document) }
    #expect(error?.code == .reply, "\(error?.line ?? "it was read")")
    #expect(error?.line.contains("a document") ?? false)
  }

  @Test func refusesLargeDocuments() {
    let text = String(repeating: "x", count: 70_000)
    #expect(failure { _ = try read("<a>\(text)</a>") }?.code == .limit)
    let many = "<a>" + String(repeating: "<b/>", count: 5 << 20)
    #expect(failure { _ = try read(many) }?.code == .limit)
  }

  @Test func textStaysText() throws {
    #expect(try read("<a>\("<b>&\"]]>".asXML)</a>").last == ">a <b>&\"]]>")
  }
}
