import AhaBase
import AhaTestSupport
import CPng
import Testing

@testable import AhaPicture

/// JPEGs of 64 x 48 pixels with four quarters: red and green above, blue and white below.
enum JPEGSample: String, CaseIterable {
  case baseline
  case progressive
  case inks
  case mixedInks
  case arithmetic
  case gray

  var bytes: [UInt8] {
    let text: StaticString =
      switch self {
      case .baseline:
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
        MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P\
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAwAEADASIAAhEBAxEB/8QAGAABAAMBAAAA\
        AAAAAAAAAAAAAAUGBwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAGQEBAAMBAQAAAAAAAAAAAAAAAAUGBwQI\
        /8QAHBEBAAEFAQEAAAAAAAAAAAAAAGMVFqGi4WLi/9oADAMBAAIRAxEAPwCvgIZpIAC3AIh55AAVEQQ0i05t\
        fprdzRbcToggtObX6Lmi240saAKfSfeOqFQ5MdZ+NACk+8dKHJjrnQBsKTAAdFgM2dgAD//Z
        """
      case .progressive:
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
        MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P\
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAwAEADASIAAhEBAxEB/8QAGAABAAMBAAAA\
        AAAAAAAAAAAAAAQFBgf/xAAZAQEAAwEBAAAAAAAAAAAAAAAABAUGAwf/2gAMAwEAAhADEAAAAa8QtIBbiJ54\
        BUIDSa6egDTNAp6DPtAOcjYSgOjDN9gP/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABBQJD/8QAGREA\
        AgMBAAAAAAAAAAAAAAAAAGIUFSCh/9oACAEDAQE/AcWa9LNekFiC2f/EABsRAAAHAQAAAAAAAAAAAAAAAAAU\
        FSBhYqHh/9oACAECAQE/AWJN86Em+dBSQUlv/8QAFBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQAGPwJD/8QA\
        FBABAAAAAAAAAAAAAAAAAAAAUP/aAAgBAQABPyFD/9oADAMBAAIAAwAAABAMMEEwwEH74AD/xAAZEQACAwEA\
        AAAAAAAAAAAAAAAA8BEg4fH/2gAIAQMBAT8QovAvAkaJG1//xAAYEQADAQEAAAAAAAAAAAAAAAARIOHwAP/a\
        AAgBAgEBPxBgDIvZFX//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAE/EEP/2Q==
        """
      case .inks:
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2\
        RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgAMABABEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAA\
        AAAAAAAIB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8A05mDMGnAAAAJiU6AAAACnUxA\
        AAAAmJToAAAAKdTEAAAACYlOgAAAAJiU6AAAAKdU6AAAACYkxAAAAAp1ToAAAAJiTEAAAACnVOgAAAA//9k=
        """
      case .mixedInks:
        """
        /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2\
        RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09P\
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAFAgAMABABAEiAAIRAQMRAQQiAP/EABgAAQADAQAA\
        AAAAAAAAAAAAAAAFBgcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABkBAQADAQEAAAAAAAAAAAAAAAAFBgcE\
        CP/EABwRAQABBQEBAAAAAAAAAAAAAABjFRahouFi4v/aAA4EAQACEQMRBAAAPwCfATLNmnAAAACpAJd6GAAA\
        ABbROjN7sh2+WR2xLr0AQQnQuyHb5LYl16AM1GfC4Vbxni/VyPPABoIz4Kt4zwrkeeADosBjyMAAAABzoA0l\
        xgAAAA//2Q==
        """
      case .arithmetic:
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
        MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P\
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//yQARCAAwAEADASIAAhEBAxEB/8wACgAQEAUBEBEF\
        /9oADAMBAAIRAxEAPwD/ABMwRcuidRpLAcwqDR/6aNj0NeRBMKEtJAdzlk2ePQaFZ1K+CQUPVk0ySm7bkWId\
        hlPaOGrP+c9E/BJLWlkcxWXeW8VYQiv2MP/Z
        """
      case .gray:
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+\
        MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//wAALCAAwAEABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcG\
        /8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwDEgLEAjoCxAI6AsQCOgLEAjoCxAI6AsQD/2Q==
        """
      }
    return JPEGSample.decoded(text)
  }

  /// Base64.
  private static func decoded(_ text: StaticString) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bytes, bits, count) = ([UInt8](), 0, 0)
    text.withUTF8Buffer {
      for byte in $0 {
        guard let value = digits.firstIndex(of: byte) else { continue }
        (bits, count) = (bits << 6 | value, count + 6)
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
      }
    }
    return bytes
  }
}

@Suite("Covers from JPEGs")
struct JPEGCoverTests {
  private let folder = TemporaryFolder()

  private func cover(_ bytes: [UInt8], keepsJPEG: Bool = true) throws -> CoverImage {
    try CoverImage(FilePath(folder.write(bytes, to: "in")), keepsJPEG: keepsJPEG)
  }

  /// The middles of the quarters of a scaled cover, by letters; "?" for another color.
  private func quarters(_ cover: CoverImage) throws -> String {
    let read = try #require(
      cpng_read_open(
        cover.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), cover.bytes.count))
    defer { cpng_read_close(read) }
    var (width, height): (UInt32, UInt32) = (0, 0)
    #expect(cpng_read_start(read, &width, &height) == CPNG_OK)
    #expect(width == 640 && height == 640)
    var (row, letters) = ([UInt8](repeating: 0, count: 4 * 640), "")
    for y in 0..<640 {
      #expect(cpng_read_row(read, &row) == CPNG_OK)
      if y != 160, y != 480 { continue }
      for x in [160, 480] { letters += letter(row[(4 * x)..<(4 * x + 3)].map { Int($0) }) }
    }
    return letters
  }

  private func letter(_ pixel: [Int]) -> String {
    let known: [(String, [Int])] = [
      ("R", [255, 0, 0]), ("G", [0, 255, 0]), ("B", [0, 0, 255]), ("W", [255, 255, 255]),
      ("d", [40, 40, 40]), ("l", [200, 200, 200]),
    ]
    let found = known.first { zip($0.1, pixel).allSatisfy { abs($0 - $1) < 24 } }
    return found?.0 ?? "?"
  }

  /// The file with an Exif segment behind its start.
  private func turned(_ bytes: [UInt8], _ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    func number(_ value: UInt8, _ count: Int) -> [UInt8] {
      let zeros = [UInt8](repeating: 0, count: count - 1)
      return isLittle ? [value] + zeros : zeros + [value]
    }
    let tag: [UInt8] = isLittle ? [0x12, 1] : [1, 0x12]
    let entry = tag + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    let tiff =
      Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(1, 2) + entry + [0, 0, 0, 0]
    let content = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + bytes.dropFirst(2)
  }

  @Test(arguments: JPEGSample.allCases) func everyKindBecomesACover(sample: JPEGSample) throws {
    let cover = try cover(sample.bytes)
    #expect(cover.kind == .jpeg && cover.width == 64 && cover.height == 48 && cover.isScaled)
    #expect(try quarters(cover) == (sample == .gray ? "dldl" : "RGBW"))
  }

  /// Exif orientations; an unknown one is upright.
  @Test(arguments: [
    (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"),
    (8, "GWRB"), (0, "RGBW"), (9, "RGBW"), (255, "RGBW"),
  ])
  func aTurnedPhotoIsUpright(orientation: UInt8, expected: String) throws {
    for isLittle in [true, false] {
      let bytes = turned(JPEGSample.baseline.bytes, orientation, isLittle: isLittle)
      #expect(try quarters(cover(bytes)) == expected)
    }
  }

  /// An arithmetic scan may end early, and the last scan of a progressive one only adds detail.
  @Test(arguments: [JPEGSample.baseline, .inks, .mixedInks, .gray])
  func lostPixelsAreDamage(sample: JPEGSample) {
    let bytes = sample.bytes
    let cut = Array(bytes[..<(bytes.count - 12)]) + [0xFF, 0xD9]
    #expect(failure { _ = try cover(cut) }?.code == .damaged)
    // A check, without a copy, decodes the pixels too.
    let path = FilePath(folder.file("in"))
    #expect(failure { _ = try CoverImage(path, isCopied: false) }?.code == .damaged)
  }

  @Test func noBytesOfAHostileJPEGEndTheProcess() {
    for sample in JPEGSample.allCases {
      for place in 0..<sample.bytes.count {
        var bytes = sample.bytes
        bytes[place] ^= 0xFF
        let path = FilePath(folder.write(bytes, to: "in"))
        if let error = failure({ _ = try CoverImage(path, isCopied: false) }) {
          let codes: [ResultCode] = [.damaged, .unsupported, .formatLimit, .unknownFormat]
          #expect(codes.contains(error.code), "\(sample) \(place): \(error.line)")
        }
      }
    }
  }
}
