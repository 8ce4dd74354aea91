/// Limits of the service.
///
/// Source: "Amazon S3 multipart upload limits", Amazon S3 User Guide.
enum S3Limits {
  /// Bytes of a part that is not the last one.
  static let leastPart: Int64 = 5 << 20
  /// Lower than the service's 5 GiB, because a part is kept in memory.
  static let maxPart: Int64 = 16 << 20
  static let maxParts: Int64 = 10_000
  /// The longest time that S3 accepts for a link: 7 days.
  static let linkSeconds: Int64 = 604_800
}
