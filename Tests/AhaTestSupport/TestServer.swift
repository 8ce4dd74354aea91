import AhaBase
import AhaJSON
import CShims

/// A Python program that acts as a server, in its own process (Tests/servers/README.md). The
/// process ends with this object.
open class TestServer {
  public private(set) var url = ""
  /// The line that it printed when it was ready.
  public private(set) var said: JSONObject
  private let input: Int32
  private var process = pid_t()
  private var buffered: [UInt8] = []

  /// - Parameter program: Path in the project.
  public init(_ program: String, _ options: [String] = []) throws {
    var ends: [Int32] = [-1, -1]
    guard shim_socket_pair(&ends) == 0 else { throw AhaError(.system, "no sockets") }
    (input, said) = (ends[0], try JSONObject())
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    // An absolute path: the program finds its modules beside it.
    let words = ["/usr/bin/python3", root.joined(separator: "/") + "/\(program)"] + options
    var arguments = words.map { word in word.withCString { strdup($0) } }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    let failure = shim_spawn("/usr/bin/python3", &arguments, ends[1], 2, &process)
    close(ends[1])
    if failure != 0 { throw AhaError.system(failure, "start \(program)") }
    said = try object(line())
    url = word("url")
  }

  deinit {
    close(input)
    _ = shim_reap(process)
  }

  /// A text of its first line; "" if it is absent.
  public func word(_ key: StaticString) -> String {
    if case .text(let text)? = said[key] { text } else { "" }
  }

  private func line() throws -> [UInt8] {
    while true {
      if let end = buffered.firstIndex(of: 10) {
        defer { buffered.removeFirst(end + 1) }
        return Array(buffered[..<end])
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let got = read(input, &chunk, chunk.count)
      guard got > 0 else { throw AhaError(.io, "the server has ended") }
      buffered += chunk[..<got]
    }
  }

  public func object(_ line: [UInt8]) throws -> JSONObject {
    try line.withUnsafeBytes { try JSONObject(parsing: $0, limit: 1 << 24, named: "its answer") }
  }

  /// Sends a line and returns the reply line.
  @discardableResult
  public func command(_ json: String) throws -> String {
    let bytes = Array((json + "\n").utf8)
    var done = 0
    while done < bytes.count {
      let put = bytes.withUnsafeBytes { write(input, $0.baseAddress! + done, bytes.count - done) }
      guard put > 0 else { throw AhaError(.io, "the server has ended") }
      done += put
    }
    return String(decoding: try line(), as: UTF8.self)
  }

  /// The server in the state of a new one, which starts faster than a process. The tests that share
  /// it run one after the other.
  public func renewed() throws -> Self {
    try command("{\"do\":\"reset\"}")
    return self
  }

  /// The answer to a command, as an object.
  public func ask(_ json: String) throws -> JSONObject { try object(Array(command(json).utf8)) }

  /// All recorded requests for a path.
  public func asked(_ path: String) throws -> [JSONObject] {
    guard case .list(let all)? = try ask("{\"do\":\"requests\",\"path\":\"\(path)\"}")["requests"]
    else { throw AhaError(.io, "no list") }
    return all.compactMap { if case .object(let one) = $0 { one } else { nil } }
  }

  /// Returns when a path was requested `count` times.
  public func wait(_ path: String, count: Int = 1) throws {
    _ = try command("{\"do\":\"wait\",\"path\":\"\(path)\",\"count\":\(count),\"timeout\":60}")
  }
}

/// Shown by failed tests.
extension AhaError: CustomStringConvertible {
  public var description: String { "\(code): \(line)" }
}
