import Glibc

/// Which of the runs of scripts/check this is: see AHA_TESTS in Package.swift.
public enum TestLane {
  /// Long arithmetic in one thread says nothing to the thread sanitizer.
  public static let hasArithmetic =
    getenv("AHA_TESTS").map { !["threads", "jobs"].contains(String(cString: $0)) } ?? true
}
