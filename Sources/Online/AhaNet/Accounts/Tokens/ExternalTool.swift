import AhaBase
import CShims

/// Runs an external program and reads its output.
///
/// No shell is used. The program inherits none of the host's descriptors and is killed on timeout.
/// Only its own pid is waited for. If the host ignores SIGCHLD or reaps all children, only the exit
/// status is lost.
public final class ExternalTool {
  /// Result of a run.
  public struct Answer {
    /// Nil if the host reaped the process first.
    public var status: Int32?
    public var output: Secret
    public var hasComplained: Bool
  }

  private let path: FilePath
  private let milliseconds: Int64
  /// Max output; more is an error.
  static let outputLimit = Token.recordLimit

  public init(path: FilePath, milliseconds: Int64 = 3000) {
    (self.path, self.milliseconds) = (path, milliseconds)
  }

  /// Finds a program in the folders of PATH.
  public static func find(named name: String, path: String) -> FilePath? {
    let bytes = Array(path.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      let folder = FilePath(bytes[start..<end].text)
      let file = folder.appending(FilePath(name))
      if folder.isAbsolute, file.withCString({ access($0, X_OK) }) == 0 { return file }
      start = end + 1
    }
    return nil
  }

  /// Errors: `timeout`, `system`, `notFound` (the program), `limit` (too much output).
  public func run(with arguments: [String], input: Secret?) throws(AhaError) -> Answer {
    var (talk, complaints): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    defer { for end in talk + complaints where end >= 0 { _ = close(end) } }
    guard shim_socket_pair(&talk) == 0, shim_socket_pair(&complaints) == 0 else {
      throw AhaError.system(shim_errno(), "start \(path.text)")
    }
    var process = pid_t()
    let failure = withArguments(arguments) { shim_spawn($0, $1, talk[1], complaints[1], &process) }
    if failure != 0 { throw AhaError.system(failure, "start \(path.text)") }
    let handle = shim_open_process(process)
    // ESRCH: the process has ended and the host has reaped it; its output still has an end.
    if handle < 0 && shim_errno() != ESRCH {
      let reason = shim_errno()
      kill(process, SIGKILL)
      _ = shim_reap(process)
      throw AhaError.system(reason, "watch \(path.text)")
    }
    defer { if handle >= 0 { _ = close(handle) } }
    // Closes our copies of the program's ends.
    _ = close(talk[1])
    _ = close(complaints[1])
    (talk[1], complaints[1]) = (-1, -1)
    let exchange = ExternalToolExchange(talk: talk[0], complaints: complaints[0], input: input)
    let isInTime = exchange.run(handle, until: .after(milliseconds: milliseconds))
    if !isInTime { _ = shim_kill_process(handle) }
    let status = shim_reap(process)
    guard exchange.output.count <= ExternalTool.outputLimit else {
      throw AhaError(.limit, "\(path.text) printed more than \(ExternalTool.outputLimit) bytes")
    }
    guard isInTime else {
      throw AhaError(.timeout, "\(path.text) did not answer within \(milliseconds) ms")
    }
    return Answer(
      status: status < 0 ? nil : status, output: Secret(taking: &exchange.output),
      hasComplained: exchange.hasComplained)
  }

  private func withArguments(
    _ arguments: [String],
    _ body: (UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var list: [UnsafeMutablePointer<CChar>?] = [path.withCString { strdup($0) }]
    for argument in arguments { list.append(argument.withCString { strdup($0) }) }
    list.append(nil)
    defer { for argument in list { free(argument) } }
    return path.withCString { path in
      list.withUnsafeBufferPointer { body(path, $0.baseAddress!) }
    }
  }
}

/// Input and output of a running program.
private final class ExternalToolExchange {
  var output: [UInt8] = []
  var hasComplained = false
  private let talk: Int32
  private let complaints: Int32
  private let input: Secret?
  private var sent = 0
  private var heardAll = false
  private var heardComplaints = false

  init(talk: Int32, complaints: Int32, input: Secret?) {
    (self.talk, self.complaints, self.input) = (talk, complaints, input)
    output.reserveCapacity(8192)
  }

  deinit { output.wipe() }

  /// Returns false on timeout or too much output.
  func run(_ handle: Int32, until deadline: Instant) -> Bool {
    var waits = [pollfd(), pollfd(), pollfd()]
    while true {
      tell()
      let wantsToTell = sent < (input?.count ?? 0)
      waits[0] = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
      waits[1] = pollfd(
        fd: heardAll ? -1 : talk, events: Int16(wantsToTell ? POLLIN | POLLOUT : POLLIN),
        revents: 0)
      waits[2] = pollfd(fd: heardComplaints ? -1 : complaints, events: Int16(POLLIN), revents: 0)
      let left = (deadline.nanoseconds - Instant.now().nanoseconds) / 1_000_000
      guard left > 0, output.count <= ExternalTool.outputLimit else { return false }
      shim_begin_wait()
      _ = poll(&waits, 3, Int32(clamping: left))
      shim_end_wait()
      listen()
      if waits[0].revents != 0 {
        listen()
        return true
      }
      if handle < 0 && heardAll { return true }
    }
  }

  private func tell() {
    guard sent < Int.max else { return }
    while let input, sent < input.count {
      let put = shim_send(talk, input.bytes.baseAddress! + sent, input.count - sent)
      if put < 0 && shim_errno() == EINTR { continue }
      if put < 0 && shim_errno() == EAGAIN { return }
      // The program closed its input: the rest is not needed.
      if put <= 0 { sent = input.count } else { sent += put }
    }
    shim_end_sending(talk)
    sent = Int.max
  }

  private func listen() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while !heardAll && output.count <= ExternalTool.outputLimit {
        let got = shim_receive(talk, buffer.baseAddress!, buffer.count)
        if got < 0 && shim_errno() == EINTR { continue }
        if got < 0 && shim_errno() == EAGAIN { break }
        if got <= 0 { heardAll = true } else { output += buffer[..<got] }
      }
      let got = shim_receive(complaints, buffer.baseAddress!, buffer.count)
      if got > 0 { hasComplained = true }
      // The end, or the first error output; the rest is not needed.
      if got >= 0 { heardComplaints = true }
      explicit_bzero(buffer.baseAddress!, buffer.count)
    }
  }
}
