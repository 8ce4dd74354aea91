import AhaBase
import CShims

/// A class whose objects have handles.
public protocol Handled: AnyObject {
  static var kind: HandleKind { get }

  /// True: a release may block, so it is refused inside the host's callbacks.
  static var releaseBlocks: Bool { get }

  /// True: the last owner is another object, so the host cannot remove it.
  var keepsLastOwner: Bool { get }

  /// The object has a handle; its events name it.
  func began(_ handle: UInt) throws(AhaError)

  /// The host removed an owner, and others remain.
  func wasReleased()

  /// The host removed the last owner: `handle` is dead. 0: the object could not have a handle.
  func ended(_ handle: UInt) throws(AhaError)
}

extension Handled {
  public static var releaseBlocks: Bool { false }
  public var keepsLastOwner: Bool { false }
  public func began(_ handle: UInt) {}
  public func wasReleased() {}
  public func ended(_ handle: UInt) {}
}

/// The namesake of a header, or of a part of one, whose functions have no handle.
public protocol Handleless {}

/// Converts between handles and objects.
public enum Handle {
  /// The object behind a handle. Errors: `invalidHandle`, `released`.
  public static func object<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type
  ) throws(AhaError) -> T {
    let number = UInt(bitPattern: handle)
    guard HandleTable.kind(of: number) == T.kind.number, let slot = HandleTable.pin(number) else {
      throw complaint(number, wanted: T.kind)
    }
    defer { HandleTable.unpin(slot) }
    return Unmanaged<T>.fromOpaque(slot.pointee.pointer).takeUnretainedValue()
  }

  /// Nil for NULL.
  public static func optional<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type
  ) throws(AhaError) -> T? {
    handle == nil ? nil : try object(handle, as: type)
  }

  /// Passes a new object to the host; ends the object if it cannot have a handle.
  public static func give<T: Handled>(
    _ object: T, to out: UnsafeMutablePointer<OpaquePointer?>, parent: OpaquePointer? = nil
  ) throws(AhaError) {
    var handle: UInt = 0
    do throws(AhaError) {
      handle = try make(object, parent: parent)
      try object.began(handle)
      out.pointee = OpaquePointer(bitPattern: handle)
    } catch {
      if handle != 0 { _ = try? release(OpaquePointer(bitPattern: handle), as: T.self) }
      try? object.ended(handle)
      throw error
    }
  }

  /// Passes an object to the host whose job begins with the handle; ends the handle if the job does
  /// not start.
  /// - Parameter out: Nil: the host does not want the object.
  public static func give<T: Handled>(
    _ object: T, to out: UnsafeMutablePointer<OpaquePointer?>?, parent: OpaquePointer? = nil,
    start: () throws(AhaError) -> Void
  ) throws(AhaError) {
    guard let out else { return try start() }
    var handle: OpaquePointer?
    try give(object, to: &handle, parent: parent)
    do throws(AhaError) { try start() } catch {
      try? removeOwner(handle, as: T.self)
      throw error
    }
    out.pointee = handle
  }

  /// Creates a handle with one owner. Errors: `outOfMemory`, `limit`.
  public static func make<T: Handled>(
    _ object: T, parent: OpaquePointer? = nil
  ) throws(AhaError) -> UInt {
    HandleClass.register(T.self)
    let reference = Unmanaged.passRetained(object)
    do throws(AhaError) {
      return try HandleTable.add(
        reference.toOpaque(), kind: T.kind, parent: UInt(bitPattern: parent))
    } catch {
      reference.release()
      throw error
    }
  }

  /// Adds an owner for the host.
  public static func addOwner(_ handle: OpaquePointer?, kind: HandleKind) throws(AhaError) {
    let number = UInt(bitPattern: handle)
    guard HandleTable.kind(of: number) == kind.number, HandleTable.retain(number) else {
      throw complaint(number, wanted: kind)
    }
  }

  /// Removes an owner for the host, and ends the object after the last one.
  public static func removeOwner<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type
  ) throws(AhaError) {
    if T.releaseBlocks { try Callback.refuse() }
    let object = try object(handle, as: T.self)
    guard let last = try release(handle, as: T.self, keepingLast: object.keepsLastOwner) else {
      return object.wasReleased()
    }
    try last.ended(UInt(bitPattern: handle))
  }

  /// Ends all handles of an engine or a client.
  public static func endChildren(of parent: UInt) {
    if parent == 0 { return }
    HandleTable.endAll(of: parent) { object in Unmanaged<AnyObject>.fromOpaque(object).release() }
  }

  /// Removes an owner; `keepingLast` refuses to remove the last one. Returns the object if it was
  /// the last owner, for the caller's clean-up.
  public static func release<T: Handled>(
    _ handle: OpaquePointer?, as type: T.Type, keepingLast: Bool = false
  ) throws(AhaError) -> T? {
    guard let last = try last(UInt(bitPattern: handle), kind: T.kind, keepingLast: keepingLast)
    else { return nil }
    return Unmanaged<T>.fromOpaque(last).takeRetainedValue()
  }

  private static func last(
    _ number: UInt, kind: HandleKind, keepingLast: Bool
  ) throws(AhaError) -> UnsafeMutableRawPointer? {
    guard HandleTable.kind(of: number) == kind.number else { throw complaint(number, wanted: kind) }
    switch HandleTable.release(number, keepingLast: keepingLast) {
    case .notAlive: throw complaint(number, wanted: kind)
    case .refused:
      throw AhaError(.invalidArgument, "the master \(kind.noun) belongs to its engine")
    case .stillOwned: return nil
    case .last(let object): return object
    }
  }

  public static func complaint(_ handle: UInt, wanted: HandleKind) -> AhaError {
    let shown = "0x" + String(handle, radix: 16)
    if handle == 0 { return AhaError(.invalidHandle, "the \(wanted.noun) is NULL") }
    let kind = HandleTable.kind(of: handle)
    if kind != wanted.number {
      guard let kind = HandleKind(Int(kind)) ?? HandleKind(chain: kind) else {
        return AhaError(.invalidHandle, "\(shown) is not a handle of libaha")
      }
      return AhaError(
        .invalidHandle, "\(shown) is a handle of kind \(kind.noun), not \(wanted.noun)")
    }
    if HandleTable.isForged(handle) {
      return AhaError(.invalidHandle, "\(shown) is not a handle of this libaha")
    }
    return AhaError(.released, "the \(wanted.noun) \(shown) was released")
  }
}
