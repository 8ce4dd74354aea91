import AhaTestSupport
import CAha
import Testing

@Suite("The last error")
struct LastErrorTests {
  @Test func isEmptyAtFirst() throws {
    let line = try Background { lastError }.result()
    #expect(line == "")
  }

  @Test func staysUntilTheNextFailure() throws {
    _ = aha_stream_open("/missing/a", nil)
    #expect(lastError == "out_stream is NULL")
    let stream = try newMemory()
    #expect(aha_stream_release(stream) == aha_result(AHA_OK))
    #expect(aha_stream_retain(nil) != 0 && lastError == "the stream is NULL")
    var opened: OpaquePointer?
    #expect(name(aha_stream_open("/missing/a", &opened)) == "AHA_ERROR_NOT_FOUND" && opened == nil)
    #expect(lastError.contains("/missing/a"))
    let other = try newMemory()
    aha_stream_release(other)
    #expect(lastError.contains("/missing/a"))
  }

  /// Each thread causes its own error and reads its own line, concurrently with the others.
  @Test func isOfTheThread() throws {
    nonisolated(unsafe) var wrong = [Int](repeating: 0, count: 4)
    let arrived = (0..<4).map { _ in Event() }
    let allEnded = try concurrently(4) { thread in
      for turn in 0..<500 {
        var stream: OpaquePointer?
        aha_stream_open("/missing/\(thread)/\(turn)", &stream)
        if turn == 0 {
          arrived[thread].set()
          for other in arrived { other.wait() }
        }
        if !lastError.contains("/missing/\(thread)/\(turn):") { wrong[thread] += 1 }
      }
    }
    #expect(allEnded && wrong == [0, 0, 0, 0])
  }

  /// With an offending value of any length, the line is cut between two characters.
  @Test(arguments: 0..<4)
  func isCutBetweenCharacters(shift: Int) {
    let folder = String(repeating: "x", count: shift) + String(repeating: "𝄞", count: 60)
    let path = "/" + Array(repeating: folder, count: 5).joined(separator: "/")
    var stream: OpaquePointer?
    #expect(name(aha_stream_open(path, &stream)) == "AHA_ERROR_NOT_FOUND")
    let line = UnsafeRawBufferPointer(start: aha_last_error(), count: 512)
    let bytes = Array(line.prefix { $0 != 0 })
    #expect((508...511).contains(bytes.count))
    #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("𝄞") == true)
  }

  @Test func showsNamesThatAreNotText() {
    let path: [CChar] = "/missing/".utf8CString.dropLast() + [CChar(bitPattern: 0xFF), 0]
    var stream: OpaquePointer?
    #expect(name(aha_stream_open(path, &stream)) == "AHA_ERROR_NOT_FOUND")
    #expect(lastError.contains("/missing/\u{FFFD}"))
  }

  /// A job's error becomes the last error of the thread that waits for it.
  @Test func isThatOfTheJob() throws {
    let engine = try newEngine()
    defer { aha_engine_release(engine) }
    let job = try made { aha_render_save(engine, "/missing/out.wav", 1, nil, $0) }
    #expect(name(aha_job_wait(job, -1)) == "AHA_ERROR_NOT_FOUND")
    #expect(lastError.contains("/missing/"))
    var progress = aha_job_progress_init()
    aha_job_get_progress(job, &progress)
    #expect(String(cString: progress.stage) == "failed")
  }
}
