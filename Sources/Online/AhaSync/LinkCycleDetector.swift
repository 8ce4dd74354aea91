import AhaBase
import AhaLibrary

/// Brent's cycle detection for links: stores one link and compares the following ones with it, over
/// doubling distances.
///
/// Source: R. P. Brent, "An improved Monte Carlo factorization algorithm", 1980.
public struct LinkCycleDetector {
  private var reference = ""
  private var (count, limit) = (0, 1)

  public init() {}

  /// Errors: `reply`.
  public mutating func check(_ link: String) throws(AhaError) {
    if !reference.isEmpty, link.hasSameBytes(as: reference) {
      throw AhaError(.reply, "the links of the list form a cycle: \(link.shownLocation)")
    }
    count += 1
    if count == limit { (reference, count, limit) = (link, 0, limit * 2) }
  }
}
