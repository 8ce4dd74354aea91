import AhaTestSupport
import CAha
import Testing

@Suite("Text that is copied out")
struct TextTests {
  private let folder = TemporaryFolder()

  /// A job that failed because the folder does not exist.
  private func failedJob(_ engine: OpaquePointer, _ missing: String) throws -> OpaquePointer {
    let path = folder.file("\(missing)/out.wav")
    let job = try made { aha_render_save(engine, path, 1, nil, $0) }
    try #require(name(aha_job_wait(job, 30_000)) == "AHA_ERROR_NOT_FOUND")
    return job
  }

  /// Text in a buffer up to its NUL; nil if the NUL is missing or bytes after the buffer changed.
  private func text(
    _ job: OpaquePointer, capacity: Int
  ) -> (result: aha_result, length: Int, bytes: [UInt8]?) {
    var buffer = [CChar](repeating: 0x55, count: capacity + 8)
    var length = -1
    let result = aha_job_copy_error(job, &buffer, capacity, &length)
    let isClean = buffer[capacity...].allSatisfy { $0 == 0x55 }
    let end = buffer[..<capacity].firstIndex(of: 0)
    let bytes = end.map { buffer[..<$0].map { UInt8(bitPattern: $0) } }
    return (result, length, isClean ? bytes ?? (capacity == 0 ? [] : nil) : nil)
  }

  /// Every capacity from 0 to more than enough, and every cut within characters of one to four
  /// bytes.
  @Test func fitsAnyBuffer() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let job = try failedJob(engine, "aé€𝄞")
    var length = 0
    #expect(aha_job_copy_error(job, nil, 0, &length) == aha_result(AHA_OK) && length > 0)
    let whole = try #require(text(job, capacity: length + 1).bytes)
    #expect(whole.count == length)
    #expect(String(decoding: whole, as: UTF8.self).contains("aé€𝄞"))
    for capacity in 0...(length + 5) {
      let (result, told, bytes) = text(job, capacity: capacity)
      let fits = capacity > length
      #expect(name(result) == (fits ? "AHA_OK" : "AHA_ERROR_BUFFER_TOO_SMALL"))
      #expect(fits || lastError.contains("\(length + 1)"))
      #expect(told == length)
      let cut = try #require(bytes, "capacity \(capacity)")
      #expect(whole.starts(with: cut) && String(validating: cut, as: UTF8.self) != nil)
      #expect(cut.count > min(capacity, length + 1) - 5, "cut too early at \(capacity)")
    }
  }

  @Test func nullAsksForTheLength() throws {
    let world = try World()
    var length = -1
    #expect(aha_job_copy_error(world[.job], nil, 0, &length) == aha_result(AHA_OK) && length == 0)
    #expect(aha_job_copy_error(world[.job], nil, 0, nil) == aha_result(AHA_OK))
    var byte: CChar = 1
    #expect(aha_job_copy_error(world[.job], &byte, 1, nil) == aha_result(AHA_OK) && byte == 0)
  }

  @Test func bytesFitExactly() throws {
    let bytes: [UInt8] = [1, 2, 3, 4, 5]
    let stream = try made { aha_stream_create_memory(bytes, 5, nil, nil, $0) }
    defer { aha_stream_release(stream) }
    for capacity in 0...7 {
      var buffer = [UInt8](repeating: 0x55, count: 8)
      var length = -1
      let result = aha_stream_copy_bytes(stream, &buffer, capacity, &length)
      #expect(name(result) == (capacity < 5 ? "AHA_ERROR_BUFFER_TOO_SMALL" : "AHA_OK"))
      #expect(length == 5)
      let copied = capacity < 5 ? [] : bytes
      #expect(buffer == copied + Array(repeating: 0x55, count: 8 - copied.count))
    }
    var length = -1
    #expect(aha_stream_copy_bytes(stream, nil, 0, &length) == aha_result(AHA_OK) && length == 5)
  }

  /// An event's line is cut at 255 bytes, between characters.
  @Test(arguments: 0..<4)
  func anEventHasRoomForPartOfALine(shift: Int) throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let missing = String(repeating: "x", count: shift) + String(repeating: "€", count: 80)
    _ = try failedJob(engine, "\(missing)/\(missing)")
    var event = aha_event_init()
    #expect(aha_engine_next_event(engine, &event) == aha_result(AHA_OK))
    let line = withUnsafeBytes(of: event.line) { Array($0.prefix { $0 != 0 }) }
    #expect((252...255).contains(line.count))
    #expect(String(validating: line, as: UTF8.self)?.hasSuffix("€") == true)
  }
}
