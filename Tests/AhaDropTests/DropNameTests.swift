import AhaBase
import AhaPage
import Testing

@testable import AhaDrop

@Suite struct DropNameTests {
  @Test(arguments: [
    ("Night Train", "Night Train.wav"), ("a/b", "a-b.wav"), ("..", "untitled.wav"),
    (".hidden", "hidden.wav"), ("../../etc/passwd", "etc-passwd.wav"), ("", "untitled.wav"),
    ("a\u{0}b", "a b.wav"), ("CON", "_CON.wav"), ("nul.x", "_nul.x.wav"), ("com7", "_com7.wav"),
    ("COM", "COM.wav"), ("trailing. ", "trailing.wav"), ("  leading", "leading.wav"),
    ("a\\b:c*d?e\"f<g>h|i", "a-b-c-d-e-f-g-h-i.wav"), ("\u{202E}gnp.exe", "gnp.exe.wav"),
    ("\u{1F3B5} 音楽", "\u{1F3B5} 音楽.wav"), ("tab\there\r\n", "tab here.wav"), ("-rf", "rf.wav"),
    ("a\u{85}b\u{9F}", "a b.wav"), ("\u{FEFF}bom", "bom.wav"),
  ]) func namesAreSafe(title: String, name: String) {
    #expect(Array(DropNames.file(title, ending: ".wav").utf8) == Array(name.utf8))
  }

  @Test func namesAreCutBetweenLetters() {
    for (letter, bytes) in [("a", 1), ("é", 2), ("音", 3), ("\u{1F3B5}", 4)] {
      let name = DropNames.file(String(repeating: letter, count: 300), ending: ".flac")
      #expect(name.utf8.count <= 255 && name.utf8.count > 255 - 5 - bytes)
      #expect(name.hasSuffix(letter + ".flac"))
    }
  }

  @Test(arguments: [
    ("Night Train", "night-train"), ("", "drop"), ("...", "drop"), ("A  --  b!", "a-b"),
    ("CON", "con-drop"), ("Ärger", "Ärger"), ("100% & more", "100-more"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 80)),
  ]) func slugsAreReadable(title: String, slug: String) {
    #expect(DropNames.slug(of: title) == slug)
  }

  @Test func numbersFollowNames() {
    #expect(DropNames.numbered(name: "a", number: 1, ending: ".wav") == "a.wav")
    #expect(DropNames.numbered(name: "a", number: 12, ending: ".wav") == "a-12.wav")
    let long = DropNames.numbered(
      name: String(repeating: "é", count: 200), number: 7, ending: ".wav")
    #expect(long.utf8.count <= 255 && long.hasSuffix("é-7.wav"))
  }

  @Test func typesHaveEndings() {
    #expect(MediaTypes.type(of: FilePath("/a/b.WAV")) == "audio/wav")
    #expect(MediaTypes.type(of: FilePath("/a/b")) == "application/octet-stream")
    #expect(MediaTypes.ending(of: FilePath("/a/b"), type: "audio/flac") == ".flac")
    #expect(MediaTypes.ending(of: FilePath("/a/b.xyz"), type: "audio/flac") == ".xyz")
    #expect(MediaTypes.ending(of: FilePath("/a/b.x y"), type: "application/x") == "")
    #expect(MediaTypes.isSame("audio/OGG; codecs=opus", as: "audio/ogg"))
  }
}
