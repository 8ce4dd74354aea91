import AhaBase
import AhaTestSupport
import Glibc
import Testing

@testable import AhaNet

/// Uses a fake `secret-tool`: the real one needs a desktop session.
@Suite("The Secret Service")
struct SecretToolTests {
  let folder = TemporaryFolder()

  /// Keeps secrets in files named after their attributes.
  private static let working = """
    verb=$1; shift
    case "$1" in --label=*) shift;; esac
    file="$(dirname "$0")/kept-$4-$6"
    case $verb in
      store) cat > "$file";;
      lookup) if [ -f "$file" ]; then cat "$file"; else exit 1; fi;;
      clear) rm -f "$file";;
    esac
    """

  /// Written by another process. If this one had the script open for writing, a child started by
  /// another test could inherit the descriptor, and a file that is open for writing cannot be
  /// executed.
  private func install(_ script: String) throws {
    let text = folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "script", mode: 0o755)
    let made = try ExternalTool(path: FilePath("/bin/cp"), milliseconds: 30_000)
      .run(with: [text, folder.file("secret-tool")], input: nil)
    // Nil while another test ignores all children.
    #expect(made.status ?? 0 == 0)
  }

  private func open(
    _ milliseconds: Int64 = 30_000, bus: String = "unix:path=/x"
  ) throws -> SecretToolStore {
    let variables = ["DBUS_SESSION_BUS_ADDRESS": bus, "PATH": "relative::/nowhere:\(folder.path)"]
    return try SecretToolStore(
      folder: FilePath(folder.file("notes")), milliseconds: milliseconds,
      environment: Environment(variables))
  }

  @Test func keepsAndForgets() throws {
    try install(SecretToolTests.working)
    let (store, key) = (try open(), try AccountKey(provider: "p", name: "a name"))
    #expect(store.kind == .secretService)
    #expect(try store.load(for: key) == nil)
    try store.save(key, record: Secret("{\"x\":1}\n"))
    #expect(try store.load(for: key)?.text == "{\"x\":1}\n")
    #expect(try store.accounts().map { $0.name } == ["a name"])
    // A file store in the same folder does not mistake the notes for its own accounts.
    #expect(try FileStore(folder: FilePath(folder.file("notes"))).accounts().isEmpty)
    try store.forget(key)
    #expect(try store.load(for: key) == nil && store.accounts().isEmpty)
  }

  @Test func isNotThereWithoutABusOrTheCommand() throws {
    #expect(failure { _ = try open() }?.code == .unsupported)
    try install(SecretToolTests.working)
    #expect(failure { _ = try open(bus: "") }?.code == .unsupported)
  }

  @Test func thatHangsIsGivenUp() throws {
    try install("exec sleep 60")
    let start = Instant.now()
    #expect(failure { _ = try open(200) }?.code == .timeout)
    #expect(Instant.now().nanoseconds - start.nanoseconds < 30_000_000_000)
  }

  @Test func thatComplainsIsNotOneThatHasNothing() throws {
    try install("echo 'Cannot autolaunch D-Bus' >&2; exit 1")
    #expect(failure { _ = try open() }?.code == .system)
    try install(SecretToolTests.working)
    let (store, key) = (try open(), try AccountKey(provider: "p", name: "a"))
    try install("echo locked >&2; exit 1")
    #expect(failure { _ = try store.load(for: key) }?.code == .system)
    #expect(failure { try store.save(key, record: Secret("hush")) }?.line.contains("hush") == false)
    #expect(failure { try store.forget(key) }?.code == .system)
  }

  @Test func thatSaysTooMuchIsStopped() throws {
    try install("exec yes")
    #expect(failure { _ = try open() }?.code == .limit)
  }

  @Test func aToolThatDoesNotReadKillsNoProcess() throws {
    // SIGPIPE would end the test.
    try install("exec 0<&- 1>&- 2>&-; exec sleep 0.1")
    let tool = ExternalTool(path: FilePath(folder.file("secret-tool")), milliseconds: 30_000)
    let answer = try tool.run(
      with: ["store"], input: Secret(String(repeating: "x", count: 200_000)))
    #expect(answer.status ?? 0 == 0)
  }

  @Test func getsNoneOfOurDescriptors() throws {
    let inherited = dup(1)  // without FD_CLOEXEC
    defer { close(inherited) }
    try install("ls /proc/self/fd | tr '\\n' ' '")
    let tool = ExternalTool(path: FilePath(folder.file("secret-tool")), milliseconds: 30_000)
    let answer = try tool.run(with: [], input: nil)
    // Descriptor 3 is the folder that ls reads.
    #expect(answer.output.text == "0 1 2 3 ")
  }

  @Test func isUnderstoodWhereTheHostIgnoresItsChildren() throws {
    try install(SecretToolTests.working)
    let (store, key) = (try open(), try AccountKey(provider: "p", name: "a"))
    try exclusively {
      let before = signal(SIGCHLD, SIG_IGN)
      defer { signal(SIGCHLD, before) }
      // Some of these processes end before the test can inspect them.
      let quick = ExternalTool(path: FilePath("/bin/echo"), milliseconds: 30_000)
      for _ in 0..<100 { #expect(try quick.run(with: ["x"], input: nil).output.text == "x\n") }
      try store.save(key, record: Secret("kept"))
      #expect(try store.load(for: key)?.text == "kept")
    }
  }
}
