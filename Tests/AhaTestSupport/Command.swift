import AhaBase
import Glibc

/// A command that runs beside the test, and its output.
public final class Command {
  private let process: pid_t
  private let output: Int32
  private var hasEnded = false

  public init(_ words: [String], in folder: String = "/tmp") throws {
    // Close-on-exec: otherwise another test's command would keep the pipe open.
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw AhaError(.system, "no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments = (["env", "-C", folder] + words).map { strdup($0) } + [nil]
    var process = pid_t()
    let failure = posix_spawnp(&process, "env", &actions, nil, &arguments, environ)
    posix_spawn_file_actions_destroy(&actions)
    for argument in arguments { free(argument) }
    close(ends[1])
    output = ends[0]
    self.process = process
    guard failure == 0 else {
      hasEnded = true
      throw AhaError(.system, "\(words[0]) cannot be run: error \(failure)")
    }
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(output)
  }

  /// Next output; empty at the end.
  public func more() -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let got = Glibc.read(output, &chunk, chunk.count)
    return Array(chunk.prefix(max(0, got)))
  }

  /// Waits for the end and returns the exit status.
  public func status() -> Int32 {
    var status: Int32 = 0
    waitpid(process, &status, 0)
    hasEnded = true
    return status
  }
}

/// Runs a command and returns its output. Errors: it did not start, or it failed.
@discardableResult
public func run(_ words: [String], in folder: String = "/tmp") throws -> [UInt8] {
  let command = try Command(words, in: folder)
  var all: [UInt8] = []
  while case let more = command.more(), !more.isEmpty { all += more }
  let status = command.status()
  guard status == 0 else { throw AhaError(.system, "\(words) ended with \(status)") }
  return all
}

/// `count` zeros, compressed with gzip.
public func gzip(zeros count: Int) throws -> [UInt8] {
  try run(["sh", "-c", "head -c \(count) /dev/zero | gzip -9"])
}
