import AhaBase
import CShims
import Synchronization

/// Texts of a parameter that are not static, owned by `HostProcess`.
public struct ParameterTexts {
  public let name, title, choices: UnsafeMutablePointer<CChar>

  public init(name: String, title: String, choices: String = "") {
    self.name = name.withCString { strdup($0)! }
    self.title = title.withCString { strdup($0)! }
    self.choices = choices.withCString { strdup($0)! }
  }

  func free() { for text in [name, title, choices] { CShims.free(text) } }
}

/// The functions of the host or of an LV2 plug-in, with parameters and times.
///
/// Thread: `init` and `deinit` on control threads; a kernel uses `calls` on the audio thread.
public final class HostProcess {
  /// Of the host's own effects.
  public static let maxParameters = 64
  /// Frames, of the host's own effects.
  public static let maxLatency = 16_384

  /// The fields that the audio thread reads. Invariant: one kernel at a time.
  struct Calls: ~Copyable {
    let process: shim_process_fn
    let reset: shim_reset_fn?
    let userData: UnsafeMutableRawPointer?
    /// The last failure of `process`; 0: none.
    let failure = Atomic<Int32>(0)
  }

  public let name: String
  public let parameters: [ParameterSpec]
  /// The texts of `parameters`, whose own texts are static.
  public let parameterTexts: [ParameterTexts]
  let latency: Int
  let tail: Int
  let settling: Int
  let calls: Reference<Calls>
  private let isUsed = Atomic<Bool>(false)
  private let destroy: () -> Void

  /// - Parameters:
  ///   - settling: As of `Kernel`.
  ///   - destroy: Called when neither the effect nor the renderer uses the host's data.
  public init(
    name: String, parameters: [(texts: ParameterTexts, spec: ParameterSpec)],
    latency: Int, tail: Int, settling: Int = 0, process: @escaping shim_process_fn,
    reset: shim_reset_fn?, userData: UnsafeMutableRawPointer?,
    destroy: @escaping () -> Void
  ) {
    self.name = name
    self.parameters = parameters.map { $0.spec }
    parameterTexts = parameters.map { $0.texts }
    (self.latency, self.tail, self.settling) = (latency, tail, settling)
    self.destroy = destroy
    calls = Reference(holding: Calls(process: process, reset: reset, userData: userData))
  }

  deinit {
    for texts in parameterTexts { texts.free() }
    calls.deallocate()
    destroy()
  }

  /// The argument of the functions.
  public var userData: UnsafeMutableRawPointer? { calls.value.userData }

  /// The last failure that the host's function returned; 0: none.
  public var failure: Int32 { calls.value.failure.load(ordering: .relaxed) }

  /// Reserves the functions for one kernel. Errors: `state` (a kernel uses them).
  func acquire() throws(AhaError) {
    if isUsed.exchange(true, ordering: .acquiringAndReleasing) {
      throw AhaError(
        .state, "\(name) still fades out of the chain that it was in; render, and add it again")
    }
  }

  func release() { isUsed.store(false, ordering: .releasing) }
}
