import AhaBase

/// Decodes the rows of a picture, one after the other, into one row of memory.
/// - Parameters:
///   - next: Decodes the next row. Units: bytes; three for each pixel.
///   - body: Gets the number of each row and its bytes.
/// Errors: `outOfMemory`, those of `next`.
func forEachRow(
  width: Int, height: Int, decodedBy next: (UnsafeMutablePointer<UInt8>) throws(AhaError) -> Void,
  _ body: (Int, UnsafePointer<UInt8>) -> Void
) throws(AhaError) {
  let memory = try SampleBuffer(channels: 1, frames: width)
  defer { withExtendedLifetime(memory) {} }
  let row = UnsafeMutableRawPointer(memory.plane(0).base).assumingMemoryBound(to: UInt8.self)
  for y in 0..<height {
    try next(row)
    body(y, row)
  }
}
