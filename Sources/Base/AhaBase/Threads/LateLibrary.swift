import CShims

/// Optional libraries, loaded at their first use.
public enum LateLibrary {
  /// Loads the library if it is not loaded yet.
  /// - Parameter load: `late_load_…` of the library's C module.
  /// Errors: `unsupported` (missing or too old; the line names the library and its package).
  /// Thread: any but the audio thread.
  public static func load(
    _ load: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) throws(AhaError) {
    var failure: AhaError?
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
      text.initialize(repeating: 0)
      if load(text.baseAddress, text.count) == 0 { return }
      failure = AhaError(.unsupported, String(cString: text.baseAddress!))
    }
    if let failure { throw failure }
  }
}
