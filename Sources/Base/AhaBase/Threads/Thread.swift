import CShims

/// A thread that libaha starts, with every signal blocked: signals belong to the host.
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
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let failure = pthread_create(&handle, nil, threadEntry, start.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard failure == 0 else {
      start.release()
      joined = true
      throw AhaError(.system, "no thread for \(name): error \(failure)")
    }
    _ = name.withCString { shim_name_thread(handle, $0) }
  }

  /// Starts `body` on a thread that nothing joins except the unloading of the library.
  public static func startDetached(
    name: String, _ body: @escaping () -> Void
  ) throws(AhaError) {
    let (lock, place) = (Lock(), ThreadPlace())
    lock.lock()
    defer { lock.unlock() }
    place.thread = try Thread(name: name) {
      body()
      lock.locked { place.thread }?.leave()
    }
  }

  /// Joins the thread. Call it once, from another thread.
  public func join() {
    guard !joined else { return }
    joined = true
    pthread_join(handle, nil)
  }

  /// Joins a thread that is about to end. On that thread itself, leaves the join to the next thread
  /// that leaves, or to the unloading of the library.
  public func leave() {
    guard !joined else { return }
    if pthread_equal(handle, pthread_self()) == 0 { return join() }
    joined = true
    shim_leave_thread(handle)
  }

  fileprivate static func run(_ pointer: UnsafeMutableRawPointer) {
    Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
  }
}

private func threadEntry(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Thread.run(pointer!)
  return nil
}

/// Gives the body of a thread access to its own `Thread`.
private final class ThreadPlace { var thread: Thread? }
