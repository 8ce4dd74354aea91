import AhaBase

/// An open file of a library that encodes.
///
/// Errors: calls return the library's results; callers check the cursor's failure first.
/// Threads: one at a time.
protocol TargetFile: AnyObject {
  /// Writes interleaved frames; returns their count, fewer after a failure.
  func write(_ source: Floats, frames: Int) -> Int

  /// Writes integers whose upper bits are the sample.
  func write(_ source: Buffer<Int32>, frames: Int) -> Int

  /// Rewrites the header with the current length.
  func updateHeader()

  /// Writes the rest and closes the file; returns 0, or an error number.
  func close() -> Int32
}
