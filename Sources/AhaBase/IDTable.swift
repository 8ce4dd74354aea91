/// Numbers of rows, each once, in order.
public struct IDSet: Sendable {
  public private(set) var ids: [Int64] = []

  public init() {}

  public var isEmpty: Bool { ids.isEmpty }
  public var count: Int { ids.count }

  /// Where a number is, or would be.
  @inline(never)
  func place(of id: Int64) -> (index: Int, isThere: Bool) {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return (low, low < ids.count && ids[low] == id)
  }

  public func contains(_ id: Int64) -> Bool { place(of: id).isThere }

  @inline(never)
  public mutating func insert(_ id: Int64) {
    let (index, isThere) = place(of: id)
    if !isThere { ids.insert(id, at: index) }
  }

  @inline(never)
  public mutating func formUnion(_ other: IDSet) { for id in other.ids { insert(id) } }

  fileprivate mutating func remove(at index: Int) { ids.remove(at: index) }
}

/// Objects by the number of the row that they stand for.
///
/// All tables share the code of one; a dictionary's would be there again for each kind of object.
public struct IDTable<Value: AnyObject> {
  private var list = ObjectList()

  public init() {}

  /// In order.
  public var ids: [Int64] { list.known.ids }

  public subscript(id: Int64) -> Value? {
    get { list[id].map { unsafeDowncast($0, to: Value.self) } }
    set { list[id] = newValue }
  }
}

private struct ObjectList {
  var known = IDSet()
  private var objects: [AnyObject] = []

  subscript(id: Int64) -> AnyObject? {
    @inline(never)
    get {
      let (index, isThere) = known.place(of: id)
      return isThere ? objects[index] : nil
    }
    @inline(never)
    set {
      let (index, isThere) = known.place(of: id)
      if isThere {
        known.remove(at: index)
        objects.remove(at: index)
      }
      guard let newValue else { return }
      known.insert(id)
      objects.insert(newValue, at: index)
    }
  }
}
