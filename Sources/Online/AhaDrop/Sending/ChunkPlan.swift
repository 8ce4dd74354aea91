import AhaBase
import AhaJSON

/// Division of a file into chunks of one size; the last may be shorter. Numbers start at 1.
public struct ChunkPlan {
  public let size: Int64
  public let chunkBytes: Int64

  public init(size: Int64, chunkBytes: Int64) {
    (self.size, self.chunkBytes) = (size, chunkBytes)
  }

  public var count: Int64 { (size + chunkBytes - 1) / chunkBytes }

  public func bytes(of number: Int64) -> Int64 {
    guard (1...max(1, count)).contains(number) else { return 0 }
    return min(chunkBytes, size - start(of: number))
  }

  /// True if the chunk of that number is stored completely.
  public func has(_ number: Int64, bytes: Int64?) -> Bool {
    (1...max(1, count)).contains(number) && bytes == self.bytes(of: number)
  }

  public func start(of number: Int64) -> Int64 { (number - 1) * chunkBytes }

  /// The first chunk from `number` that is not in `held`; nil if none is missing.
  /// - Parameter held: Sorted.
  public func missing(from number: Int64, held: [Int64]) -> Int64? {
    var next = number
    for one in held where one == next { next += 1 }
    return next <= count ? next : nil
  }
}

/// Chunks in flight without confirmation, two at most.
public struct ChunksInFlight {
  public struct Chunk {
    let number: Int64
    /// Bytes sent; the whole chunk if the process was killed before it could record the count.
    let bytes: Int64
  }

  private(set) var chunks: [Chunk] = []

  public init() {}

  public mutating func set(_ number: Int64, bytes: Int64) {
    end(number)
    if bytes > 0 { chunks.append(Chunk(number: number, bytes: bytes)) }
  }

  public mutating func end(_ number: Int64) { chunks.removeAll { $0.number == number } }

  // MARK: Stored form

  /// Numbers and byte counts alternate.
  public var value: JSONObject.Value {
    var list: [JSONObject.Value] = []
    for one in chunks { list += [.integer(one.number), .integer(one.bytes)] }
    return .list(list)
  }

  /// Ignores invalid values: they only affect a counter.
  public init(value: JSONObject.Value?, limit: Int64) {
    guard case .list(let list)? = value, list.count <= 4 else { return }
    for index in stride(from: 0, to: list.count - 1, by: 2) {
      guard case .integer(let number) = list[index], case .integer(let bytes) = list[index + 1],
        number > 0, (1...limit).contains(bytes)
      else { continue }
      set(number, bytes: bytes)
    }
  }

  /// Clears all entries. Returns the count of bytes that must be sent again because they were not
  /// stored.
  /// - Parameter confirmed: Count of stored chunks from the first one.
  public mutating func removeLost(confirmed: Int64, held: [Int64]) -> Int64 {
    var lost: Int64 = 0
    for one in chunks where one.number > confirmed && !held.contains(one.number) {
      lost += one.bytes
    }
    chunks = []
    return lost
  }
}
