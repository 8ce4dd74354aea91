import AhaBase
import Testing

@testable import AhaPage

@Suite("Names of formats")
struct MediaTypeTests {
  @Test(arguments: [
    ("audio/mp4", ["m4a", ".m4a", "M4A", "audio/x-m4a", "Audio/MP4; codecs=mp4a.40.2"]),
    ("audio/wav", ["wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"]),
    ("audio/ogg", ["ogg", ".oga", "application/ogg", "audio/ogg;codecs=vorbis"]),
    ("audio/mpeg", ["mp3", "audio/mp3"]), ("audio/flac", ["flac", "audio/x-flac"]),
    ("image/jpeg", ["jpg", ".JPEG", "image/jpg"]),
  ])
  func allNamesOfAFormatAreOneType(type: String, names: [String]) {
    for name in names + [type] {
      #expect(MediaTypes.type(named: name) == type)
      #expect(MediaTypes.isSame(name, as: type))
    }
  }

  @Test func otherTextStays() {
    #expect(MediaTypes.type(named: "Text/X-Live; a=b") == "text/x-live")
    #expect(MediaTypes.type(named: "m4") == "m4" && MediaTypes.type(named: "") == "")
    #expect(!MediaTypes.isSame("ogg", as: "opus") && !MediaTypes.isSame("", as: "wav"))
  }

  @Test func anEndingComesFromAnyName() {
    #expect(MediaTypes.ending(of: FilePath("mix"), type: "audio/x-m4a") == ".m4a")
    #expect(MediaTypes.ending(of: FilePath("mix.Song"), type: "audio/wav") == ".song")
    #expect(PageText.format(of: "audio/mp4") == "M4A")
  }
}
