import AhaArguments
import AhaBase
import AhaCodec
import CAha

@c @implementation
public func aha_stream_create(
  _ callbacks: UnsafePointer<aha_stream_callbacks>?, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?, _ outStream: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outStream?.pointee = nil
  return owning(userData, destroy: destroy) { () throws(AhaError) in
    let out = try required(outStream, "out_stream")
    let functions = try Sized.read(
      required(callbacks, "callbacks"), "callbacks", default: aha_stream_callbacks_init())
    guard functions.seek != nil, functions.length != nil else {
      let missing = functions.seek == nil ? "seek" : "length"
      throw AhaError(.invalidArgument, "a stream without a \(missing) callback")
    }
    if functions.read == nil && functions.write == nil {
      throw AhaError(.invalidArgument, "a stream without a read or write callback")
    }
    return (
      out,
      { StreamBox(stream: HostStream(callbacks: functions, userData: userData, destroy: destroy)) }
    )
  }
}

@c @implementation
public func aha_stream_create_memory(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ userData: UnsafeMutableRawPointer?,
  _ destroy: aha_destroy_fn?, _ outStream: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outStream?.pointee = nil
  return owning(userData, destroy: destroy) { () throws(AhaError) in
    let out = try required(outStream, "out_stream")
    guard size >= 0, bytes != nil || size == 0 else {
      throw AhaError(.invalidArgument, "\(UInt(bitPattern: size)) bytes at NULL, or too many")
    }
    let source = UnsafeRawBufferPointer(start: bytes, count: size)
    if let destroy, bytes != nil {
      let release = { Callback.stream { destroy(userData) } }
      return (out, { StreamBox(memory: MemoryStream(borrowing: source, release: release)) })
    }
    let stream = bytes == nil ? MemoryStream() : try MemoryStream(copying: source)
    return (
      out,
      {
        if let destroy { Callback.stream { destroy(userData) } }
        return StreamBox(memory: stream)
      }
    )
  }
}

/// Creates a stream from the host's data, and destroys the data if that fails.
/// - Parameter check: Checks all arguments; returns the target of the handle and the new owner.
private func owning(
  _ userData: UnsafeMutableRawPointer?, destroy: aha_destroy_fn?,
  _ check: () throws(AhaError) -> (UnsafeMutablePointer<OpaquePointer?>, () -> StreamBox)
) -> aha_result {
  var isTaken = false
  let result = guarded { () throws(AhaError) in
    let (out, take) = try check()
    let box = take()
    isTaken = true
    out.pointee = OpaquePointer(bitPattern: try Handle.make(box))
  }
  if !isTaken, let destroy { Callback.stream { destroy(userData) } }
  return result
}

@c @implementation
public func aha_stream_copy_bytes(
  _ stream: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    guard let memory = try Handle.object(stream, as: StreamBox.self).memory else {
      throw AhaError(.unsupported, "the stream is not in memory")
    }
    let buffer = try buffer(
      for: Int(memory.length()), bytes: bytes, capacity: capacity, outLength: outLength)
    if let buffer { _ = memory.read(into: buffer, at: 0) }
  }
}

extension StreamBox {
  static func open(_ path: FilePath) throws(AhaError) -> StreamBox {
    StreamBox(stream: try FileStream(reading: path))
  }

  func title() throws(AhaError) -> String { try text(.title) }
  func name() throws(AhaError) -> String { try text(.name) }
  func genre() throws(AhaError) -> String { try text(.genre) }
  func description() throws(AhaError) -> String { try text(.description) }
  func homepage() throws(AhaError) -> String { try text(.homepage) }
  func bitrate() throws(AhaError) -> String { try text(.bitrate) }
  func type() throws(AhaError) -> String { try text(.type) }

  /// Errors: `unsupported`.
  private func text(_ kind: LiveText) throws(AhaError) -> String {
    guard let live = stream.live else {
      throw AhaError(.unsupported, "\(stream.name) is not a live stream, and has no texts")
    }
    return live.text(kind)
  }

  func setLimits(maxFrames: UInt64, maxBytes: UInt64) {
    limit(
      DecodeRules(maxFrames: Int64(clamping: maxFrames), maxBytes: Int64(clamping: maxBytes)))
  }
}
