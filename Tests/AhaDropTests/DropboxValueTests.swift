import AhaBase
import AhaJSON
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct DropboxValueTests {
  /// Two programs computed the first five. The documentation's sample picture is not in the
  /// repository.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (4 << 20, "c7e946d101855255d919ef0c70718633adf77d3dfb3adeeecf5d0cb4e951be58"),
    ((4 << 20) + 1, "14a4d47f23a30177885d9820122f17d2d3a55fe63f7f5c27b95f689e0b2accd6"),
  ])
  func hashesOfZeros(count: Int, expected: String) throws {
    #expect(try ContentHash.text(of: [UInt8](repeating: 0, count: count)) == expected)
  }

  @Test func hashesOfBytes() throws {
    #expect(
      try ContentHash.text(of: Array("abc".utf8))
        == "4f8b42c22dd3729b519ba6f68d2da7cc5b2d606d05daed5ad5128cc03e6c6358")
    let all = counted((8 << 20) + 3, modulo: 251)
    #expect(
      try ContentHash.text(of: all)
        == "28a8a0b1a6c89ff110d9f2cfae055e22c59413323b0d3a0667be6fe74d315620")
  }

  @Test(arguments: [
    ("https://www.dropbox.com/scl/fo/a/b?rlkey=c&dl=0", true), ("https://dropbox.com/sh/a", true),
    ("https://www.dropbox.com/scl/fi/a/b.wav?rlkey=c", false), ("https://x.example/sh/a", false),
    ("https://www.dropbox.com.x.example/scl/fo/a/b", false), ("s3://a/scl/fo/b", false),
    ("", false),
  ])
  func linksOfFoldersAreKnown(link: String, isFolder: Bool) throws {
    let rig = try DestinationRig()
    let provider = try Services.providers.provider(named: "dropbox")
    provider.clientID = "native"
    let box = try DropboxDestination(name: "box", account: rig.account(provider))
    #expect(box.api.isFolderLink(link) == isFolder)
  }

  @Test(arguments: [
    ("{\"path\":\"/a b\"}", "{\"path\":\"/a b\"}"), ("\u{7F}", "\\u007f"), ("é", "\\u00e9"),
    ("日", "\\u65e5"), ("🎵", "\\ud83c\\udfb5"), ("\u{10FFFF}", "\\udbff\\udfff"),
    ("\n", "\\u000a"), ("", ""),
  ])
  func headersAreASCII(json: String, expected: String) {
    #expect(DropboxAPI.headerSafe(json) == expected)
  }

  @Test(arguments: [
    ("Anna", "Night Train", "Anna_Night Train"), ("", "Night", "Night"), ("Anna", "", "Anna"),
    ("", "", "piece"), ("AC/DC", "a\\b\0c", "AC-DC_a-b c"), (" ..Dots.. ", " end. ", "Dots_end"),
    ("", "desktop.ini", "_desktop.ini"), ("", ".dropbox", "dropbox"), ("", "~$x", "_~$x"),
    ("", "AUX", "_AUX"), ("Motörhead", "日本 🎵", "Motörhead_日本 🎵"),
    ("", "which? <b>\"x\"*|:", "which- -b--x----"), ("", "abc\u{202E}fdp\u{7F}", "abcfdp"),
    ("", "///", "piece"), ("", "...", "piece"),
  ])
  func aFolderIsNamedAfterArtistAndTitle(artist: String, title: String, expected: String) {
    var piece = Piece()
    (piece.artist, piece.title) = (artist, title)
    #expect(DropboxName.folder(of: piece) == expected)
  }

  @Test func longNamesAreCut() {
    var piece = Piece()
    piece.title = String(repeating: "🎵", count: 300)
    piece.artist = String(repeating: "x", count: 300)
    // Each is 120 bytes.
    #expect(DropboxName.folder(of: piece).unicodeScalars.count == 120 + 1 + 30)
  }

  @Test(arguments: [
    ("a", true), ("a (1)", true), ("a (12)", true), ("a ()", false), ("a (x)", false),
    ("ab", false), ("a (1", false), ("b", false),
  ])
  func aNumberInParenthesesMakesAnotherName(name: String, expected: Bool) {
    #expect(DropboxName.isNumbered(name, of: "a") == expected)
  }

  private func reply(_ status: Int, _ body: String) throws -> DropboxReply {
    var reply = HTTPResponse()
    (reply.status, reply.body) = (status, Array(body.utf8))
    return try DropboxReply(reply)
  }

  @Test(arguments: [
    ("path/insufficient_space/..", ResultCode.diskFull),
    ("path/malformed_path/.", .invalidArgument),
    ("path/disallowed_name/", .invalidArgument), ("path/conflict/file/...", .exists),
    ("path/no_write_permission/..", .access), ("path_lookup/not_found/", .notFound),
    ("payload_too_large/", .limit), ("other/...", .http),
  ])
  func errorsAreOurs(summary: String, code: ResultCode) throws {
    let told = try reply(409, "{\"error_summary\":\"\(summary)\",\"error\":{}}")
    #expect(told.isError && !told.isOfLostSession)
    #expect(told.error(doing: "upload x").code == code)
    #expect(told.error(doing: "upload x").line.contains(summary))
  }

  @Test(arguments: ["not_found/..", "closed/.", "lookup_failed/not_found/", "lookup_failed/closed"])
  func sessionsAreLost(summary: String) throws {
    #expect(try reply(409, "{\"error_summary\":\"\(summary)\"}").isOfLostSession)
  }

  @Test(arguments: ["not_closed/", "path/not_found/..", "lookup_failed/incorrect_offset/"])
  func othersAreNot(summary: String) throws {
    #expect(try !reply(409, "{\"error_summary\":\"\(summary)\"}").isOfLostSession)
  }

  @Test func offsetsAreFound() throws {
    let one = try reply(
      409,
      "{\"error_summary\":\"incorrect_offset/.\",\"error\":{\".tag\":\"incorrect_offset\","
        + "\"correct_offset\":7}}")
    #expect(one.correctOffset == 7)
    let other = try reply(
      409,
      "{\"error_summary\":\"lookup_failed/incorrect_offset/.\",\"error\":{\"lookup_failed\":"
        + "{\"correct_offset\":8}}}")
    #expect(other.correctOffset == 8)
    #expect(try reply(200, "{\"correct_offset\":8}").correctOffset == nil)
  }

  @Test(arguments: ["", "<html>no</html>", "[]", "{\"error\":{}}"])
  func invalidRepliesAreReported(body: String) throws {
    #expect(failure { _ = try reply(409, body) }?.code == .reply)
  }

  @Test func transientErrorsAreRetried() throws {
    for (tag, code) in [
      ("too_many_write_operations", ResultCode.rateLimited), ("content_hash_mismatch", .verify),
    ] {
      var reply = HTTPResponse()
      (reply.status, reply.body) = (409, Array("{\"error_summary\":\"\(tag)/..\"}".utf8))
      guard case .again(let error, nil)? = DropboxReply.verdict(on: reply) else {
        Issue.record("\(tag) is not tried again")
        continue
      }
      #expect(error.code == code)
      reply.status = 200
      #expect(DropboxReply.verdict(on: reply) == nil)
    }
  }
}
