import CShims

/// A thread that libaha starts, with asynchronous signals blocked: they belong to the host. It
/// flushes denormals, which are slow. The end of the process parks it (`shim_park_at_end`).
public final class Thread {
  private var handle = pthread_t()
  private var joined = false

  private final class Start {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts `body` on a new thread.
  /// - Parameter name: At most 15 bytes; shown by `top -H`.
  public init(name: String, _ body: @escaping () -> Void) throws(AhaError) {
    let start = Unmanaged.passRetained(Start(body))
    let failure = shim_start_thread(&handle, threadEntry, start.toOpaque())
    guard failure == 0 else {
      start.release()
      joined = true
      throw AhaError(.system, "no thread for \(name): error \(failure)")
    }
    _ = name.withCString { shim_name_thread(handle, $0) }
  }

  /// Starts `body` on a thread that nothing joins.
  public static func startDetached(
    name: String, _ body: @escaping () -> Void
  ) throws(AhaError) {
    let (lock, box) = (Lock(), ThreadBox())
    lock.lock()
    defer { lock.unlock() }
    box.thread = try Thread(name: name) {
      body()
      lock.locked { box.thread }?.leave()
    }
  }

  /// Joins the thread. Call it once, from another thread.
  public func join() {
    guard !joined else { return }
    joined = true
    shim_begin_wait()
    pthread_join(handle, nil)
    shim_end_wait()
  }

  /// Joins a thread that is about to end; detaches the calling one.
  public func leave() {
    guard !joined else { return }
    if pthread_equal(handle, pthread_self()) == 0 { return join() }
    joined = true
    pthread_detach(handle)
  }

  fileprivate static func run(_ pointer: UnsafeMutableRawPointer) {
    _ = shim_flush_denormals()
    Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
  }
}

private func threadEntry(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Thread.run(pointer!)
  return nil
}

/// Gives the body of a thread access to its own `Thread`.
private final class ThreadBox { var thread: Thread? }
