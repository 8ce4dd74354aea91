import AhaBase
import AhaTestSupport
import Glibc
import Testing

@Suite("File streams")
struct FileStreamTests {
  let folder = TemporaryFolder()

  private func refusal(_ path: String) -> AhaError? {
    failure { _ = try FileStream(reading: FilePath(path)) }
  }

  private func expectRefusal(_ path: String, _ code: ResultCode) {
    let error = refusal(path)
    #expect(error?.code == code, "\(path)")
    #expect(error?.line.contains(path) == true, "\(error?.line ?? "")")
  }

  /// A pipe is refused at once: opening it would block until a writer opens it.
  @Test func refuseAllButFiles() {
    folder.write([1], to: "file")
    symlink(folder.file("circle"), folder.file("circle"))
    let long = String(repeating: "x", count: 256)
    for name in ["missing", "missing/file", "file/inside", "circle", long] {
      expectRefusal(folder.file(name), .notFound)
    }
    expectRefusal("", .notFound)
    for path in [folder.path, "/"] { expectRefusal(path, .isDirectory) }
    mkfifo(folder.file("pipe"), 0o600)
    symlink("/dev/zero", folder.file("link"))
    for path in [folder.file("pipe"), folder.file("link"), "/dev/null"] {
      expectRefusal(path, .unsupported)
    }
  }

  @Test func refuseUnreadableFiles() throws {
    let path = folder.write([1, 2, 3], to: "secret", mode: 0)
    let error = try asOrdinaryUser { refusal(path) }
    #expect(error??.code == .access)
    #expect(error??.line.contains(path) == true)
  }

  /// Count of the folder's files that this process has open.
  private var descriptors: Int {
    (0..<1024).count { number in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(number)", &target, target.count)
      let name = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      return String(decoding: name, as: UTF8.self).hasPrefix(folder.path)
    }
  }

  @Test func closeTheirDescriptors() throws {
    folder.write([1], to: "file")
    mkfifo(folder.file("pipe"), 0o600)
    _ = (refusal(folder.path), refusal(folder.file("pipe")))
    #expect(descriptors == 0)
    var stream: FileStream? = try FileStream(reading: FilePath(folder.file("file")))
    #expect(descriptors == 1 && stream != nil)
    stream = nil
    #expect(descriptors == 0)
  }

  @Test func readAnywhere() throws {
    let bytes = (0..<200).map { UInt8($0) }
    let stream = try FileStream(reading: FilePath(folder.write(bytes, to: "file")))
    #expect(stream.canRead && !stream.canWrite && stream.name == folder.file("file"))
    #expect(try stream.length() == 200)
    for offset in [0, 1, 100, 199, 200, 201, 1 << 40] {
      for count in [0, 1, 99, 200, 300] {
        let expected = Array(bytes.dropFirst(offset).prefix(count))
        #expect(try stream.read(count, at: Int64(offset)) == expected)
      }
    }
  }

  @Test func readFarIntoLargeFiles() throws {
    let path = folder.write([], to: "large")
    #expect(truncate(path, 5 << 30) == 0)
    let stream = try FileStream(reading: FilePath(path))
    #expect(try stream.length() == 5 << 30)
    #expect(try stream.read(9, at: (5 << 30) - 2) == [0, 0])
  }

  @Test func nameTheFailedFile() throws {
    let stream = try FileStream(reading: FilePath(folder.write([1], to: "file")))
    let negative = failure { _ = try stream.read(1, at: -1) }
    #expect(negative?.code == .io && negative?.line.contains(folder.file("file")) == true)
    let written = failure { try stream.write([1]) }
    #expect(written?.code == .io && written?.line.hasPrefix("write ") == true)
    // A regular file whose first page is unreadable.
    let memory = try FileStream(reading: FilePath("/proc/self/mem"))
    #expect(failure { _ = try memory.read(1) }?.code == .io)
  }

  private func create(_ name: String) throws -> FileStream {
    try FileStream(creating: FilePath(folder.file(name)), named: "the new one", mode: 0o640)
  }

  @Test func writeAndReadBack() throws {
    let stream = try create("new")
    #expect(stream.canRead && stream.canWrite && stream.name == "the new one")
    for (offset, value) in [(4, UInt8(9)), (0, 8), (1, 7), (4, 6)] {
      try stream.write([value], at: Int64(offset))
    }
    try stream.synchronize()
    #expect(try stream.read(10) == [8, 7, 0, 0, 6])
    #expect(folder.bytes(of: "new") == [8, 7, 0, 0, 6])
  }

  @Test func createOnlyNewFiles() throws {
    folder.write([5], to: "old")
    symlink(folder.file("elsewhere"), folder.file("link"))
    for name in ["old", "link", "missing/new"] {
      let error = failure { _ = try create(name) }
      #expect(error?.line.hasPrefix("create the new one: ") == true)
    }
    #expect(folder.bytes(of: "old") == [5])
    #expect(folder.names == ["link", "old"])
  }
}
