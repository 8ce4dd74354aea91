import Glibc

/// The run of scripts/check that uses this build: see AHA_TESTS in Package.swift.
public enum TestLane {
  /// The thread sanitizer learns nothing from long arithmetic in one thread.
  public static let hasArithmetic =
    getenv("AHA_TESTS").map { !["threads", "jobs"].contains(String(cString: $0)) } ?? true
}
