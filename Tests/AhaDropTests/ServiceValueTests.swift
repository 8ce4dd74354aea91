import AhaBase
import AhaJSON
import AhaNet
import AhaPiece
import AhaTestSupport
import Testing

@testable import AhaDrop
@testable import AhaServices

@Suite struct TagListTests {
  @Test(arguments: [
    (["a", "b c", "d"], "a \"b c\" d"), ([], ""), (["", " ", "\""], ""), (["a\"b"], "ab"),
    (["  A   minor\n"], "\"A minor\""), (["aha:id=1"], "aha:id=1"), (["日本 🎵"], "\"日本 🎵\""),
  ])
  func tagsAreQuoted(tags: [String], expected: String) {
    #expect(TagList.text(tags) == expected)
  }

  @Test func aPieceHasTags() {
    var piece = Piece()
    #expect(TagList.tags(of: piece) == [])
    (piece.tempo, piece.tonality) = (119.6, .minor(9))
    #expect(TagList.tags(of: piece) == ["A minor", "120 BPM"])
    piece.tonality = .atonal
    #expect(TagList.tags(of: piece) == ["120 BPM"])
  }

  @Test(arguments: [(0.0, Int64(0)), (-1, 0), (.nan, 0), (.infinity, 0), (1e300, 0), (999.9, 1000)])
  func temposAreAnything(tempo: Double, expected: Int64) {
    #expect(TagList.whole(tempo: tempo) == expected)
  }

  @Test func placesHaveATitle() {
    let place = SoundCloudLocation("0123 Night Train")
    #expect(place.id == "0123" && place.title == "Night Train" && place.tag == "aha:id=0123")
    let bare = SoundCloudLocation("0123 ")
    #expect(bare.id == "0123" && bare.title == "")
  }

  private func track(_ json: String) throws -> SoundCloudTrack? {
    try Array(json.utf8).withUnsafeBytes {
      SoundCloudTrack(try JSONObject(parsing: $0, limit: 1 << 16, named: "a track"))
    }
  }

  @Test func tracksAreRead() throws {
    let one = try track(
      "{\"urn\":\"soundcloud:tracks:1\",\"permalink_url\":\"https://soundcloud.com/a/b\","
        + "\"sharing\":\"private\",\"secret_uri\":\"https://api.soundcloud.com/tracks/1?"
        + "secret_token=s-x\",\"state\":\"finished\",\"tag_list\":\"a b\"}")
    #expect(one?.urn == "soundcloud:tracks:1" && one?.state == "finished" && one?.tags == "a b")
    #expect(one?.url == "https://soundcloud.com/a/b/s-x")
    #expect(try track("{\"id\":7}")?.urn == "soundcloud:tracks:7")
    for json in ["{}", "{\"urn\":\"../me\"}", "{\"urn\":\"a b\"}", "{\"urn\":\"\"}"] {
      #expect(try track(json) == nil)
    }
  }
}

@Suite struct PieceInputTests {
  private func sent(_ role: AssetRole, _ type: String, _ url: String) -> SentAsset {
    let asset = DropAsset(role: role, name: "a.x", type: type, size: 1)
    return SentAsset(asset: asset, sha256: "", result: url)
  }

  private func input(_ piece: Piece, _ assets: [SentAsset]) throws -> String {
    let drop = DropContent(id: "1", piece: piece, created: 0, assets: assets, peaks: [])
    return try PieceInput.object(for: drop).line()
  }

  @Test func aPieceFollowsTheProtocol() throws {
    var piece = Piece()
    (piece.title, piece.description, piece.length) = ("Night", "A \"song\"", 12_000_000)
    (piece.tempo, piece.tonality, piece.isListed) = (120, .major(0), false)
    piece.timeSignature = .init(upper: 3, lower: 4)
    piece.loop = .init(start: 1, end: 2)
    try piece.addBasedOn("https://allihoopa.com/s/AbCd")
    let text = try input(
      piece,
      [
        sent(.mixStem, "audio/wav", "https://up/1?sig=a&b"),
        sent(.cover, "image/png", "https://up/2"),
        sent(.preview, "audio/ogg", "https://up/3"),
        sent(.attachment, "application/figure", "https://up/4"),
      ])
    let expected =
      "{\"presentation\":{\"title\":\"Night\",\"description\":\"A \\\"song\\\"\",\"isListed\":"
      + "false,"
      + "\"preview\":{\"ogg\":\"https://up/3\"},\"coverImage\":{\"png\":\"https://up/2\"}},"
      + "\"stems\":{\"mixStem\":{\"wav\":\"https://up/1?sig=a&b\"}},"
      + "\"attribution\":{\"basedOnPieces\":[\"AbCd\"]},"
      + "\"musicalMetadata\":{\"lengthUs\":12000000,\"tempo\":{\"fixed\":120},"
      + "\"timeSignature\":{\"fixed\":{\"upper\":3,\"lower\":4}},"
      + "\"loop\":{\"startUs\":1,\"endUs\":2},"
      + "\"tonality\":{\"mode\":\"TONAL\",\"data\":{\"scale\":[true,false,true,false,true,true,"
      + "false,"
      + "true,false,true,false,true],\"root\":0}}},"
      + "\"attachment\":{\"mimeType\":\"application/figure\",\"url\":\"https://up/4\"}}"
    #expect(text == expected)
  }

  @Test func unknownFieldsAreOmitted() throws {
    let text = try input(Piece(), [sent(.mixStem, "audio/ogg", "https://up/1")])
    for word in ["tempo", "loop", "timeSignature", "preview", "cover", "attachment"] {
      #expect(!text.contains("\"\(word)"))
    }
    #expect(text.contains("\"mode\":\"UNKNOWN\"") && text.contains("\"ogg\":"))
  }

  @Test(arguments: [
    (AssetRole.mixStem, "audio/flac"), (.preview, "image/png"), (.cover, "image/jpeg"),
    (.cover, "audio/wav"),
  ])
  func otherFormatsAreRefused(role: AssetRole, type: String) {
    let error = failure { _ = try AllihoopaFormat(sent(role, type, "").asset) }
    #expect(error?.code == .unsupported && error?.line.contains(type) ?? false)
  }

  @Test func errorsAreReported() throws {
    func errors(_ json: String) throws -> String? {
      try Array(json.utf8).withUnsafeBytes {
        AllihoopaAPI.errors(of: try JSONObject(parsing: $0, limit: 1 << 16, named: "it"))
      }
    }
    #expect(try errors("{\"errors\":[{\"message\":\"no\"},{\"message\":\"more\"}]}") == "no; more")
    #expect(try errors("{\"errors\":[7]}") == "an error without a message")
    #expect(try errors("{\"errors\":[],\"data\":{}}") == nil)
    #expect(try errors("{\"data\":{}}") == nil)
  }
}

@Suite struct ServiceProviderTests {
  @Test(arguments: ["soundcloud", "dropbox", "allihoopa"])
  func aProviderOfAServiceCanBeUsedWithAnID(name: String) throws {
    let provider = try Services.providers.provider(named: name)
    let grant = provider.grants.contains(.code) ? Provider.Grants.code : .implicit
    #expect(failure { try provider.check(grant) } != nil)
    provider.clientID = "1234"
    try provider.check(grant)
    #expect(URLParts(provider.apiURL)?.scheme == "https")
    #expect(provider.clientSecret == nil)
  }
}
