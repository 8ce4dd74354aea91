import AhaBase
import AhaTestSupport
import Testing

@Suite("Memory streams")
struct MemoryStreamTests {
  /// After writes at any offsets in any order, the stream equals an array. Gaps are zeros: no old
  /// memory appears.
  @Test(arguments: UInt64(1)...5)
  func growAsTheyAreWritten(seed: UInt64) throws {
    var random = Random(seed: seed)
    let stream = MemoryStream()
    #expect(try stream.canRead && stream.canWrite && stream.length() == 0 && stream.read(9) == [])
    var model: [UInt8] = []
    for _ in 0..<300 {
      let offset = Int.random(in: 0...(model.count + 2000), using: &random)
      let count = Int.random(in: 1...1500, using: &random)
      let piece = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
      try stream.write(piece, at: Int64(offset))
      model += repeatElement(0, count: max(0, offset + piece.count - model.count))
      model.replaceSubrange(offset..<(offset + piece.count), with: piece)
    }
    #expect(stream.length() == Int64(model.count))
    #expect(try stream.read(model.count + 10) == model)
    for (count, offset) in [(9, model.count - 1), (9, model.count), (1, 1), (0, 0)] {
      let expected = Array(model.dropFirst(offset).prefix(count))
      #expect(try stream.read(count, at: Int64(offset)) == expected)
    }
  }

  @Test(arguments: [Int64.min, -1, Int64.max, Int64.max - 1])
  func refuseOffsetsThatCannotBe(offset: Int64) throws {
    let stream = MemoryStream()
    try stream.write([1, 2], at: 0)
    let error = failure { try stream.write([1, 2, 3], at: offset) }
    #expect(error?.code == .io && error?.line.contains("\(offset)") == true)
    #expect(try stream.read(9, at: offset) == [])
    #expect(try stream.read(9) == [1, 2] && stream.length() == 2)
  }

  @Test func copyTheirInput() throws {
    var source: [UInt8] = [1, 2, 3]
    let stream = try source.withUnsafeBytes { try MemoryStream(copying: $0) }
    source[0] = 9
    #expect(try stream.read(9) == [1, 2, 3] && !stream.canWrite)
    let empty = try MemoryStream(copying: UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(try empty.length() == 0 && empty.read(9) == [])
  }

  @Test func borrowUntilTheyEnd() throws {
    let source = UnsafeMutableRawBufferPointer.allocate(byteCount: 3, alignment: 1)
    defer { source.deallocate() }
    source.copyBytes(from: [4, 5, 6])
    var releases = 0
    var stream: MemoryStream? = MemoryStream(borrowing: UnsafeRawBufferPointer(source)) {
      releases += 1
    }
    source[1] = 7  // borrowed, not copied
    #expect(try stream?.read(9) == [4, 7, 6] && stream?.canWrite == false)
    #expect(releases == 0)
    stream = nil
    #expect(releases == 1)
  }

  @Test func serveSeveralThreads() throws {
    nonisolated(unsafe) let stream = MemoryStream()
    let allEnded = try concurrently(4) { number in
      for index in 0..<500 {
        try? stream.write([UInt8(number + 1)], at: Int64(4 * index + number))
        _ = try? stream.read(64)
      }
    }
    #expect(allEnded)
    #expect(try stream.read(4000) == (0..<2000).map { UInt8($0 % 4 + 1) })
  }
}
