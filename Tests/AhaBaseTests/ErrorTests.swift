import AhaBase
import Glibc
import Testing

@Suite("Errors of system calls")
struct ErrorTests {
  @Test(arguments: [
    (ENOENT, ResultCode.notFound), (ENOTDIR, .notFound), (ENAMETOOLONG, .notFound),
    (ELOOP, .notFound), (EACCES, .access), (EPERM, .access), (EROFS, .access),
    (EISDIR, .isDirectory), (ENOSPC, .diskFull), (EDQUOT, .diskFull), (EFBIG, .diskFull),
    (ENOMEM, .outOfMemory), (EIO, .io), (EEXIST, .exists), (EBADF, .io), (0, .io), (99_999, .io),
  ])
  func haveACodeAndNameTheCallAndTheReason(number: Int32, code: ResultCode) {
    let error = AhaError.system(number, "open x")
    #expect(error.code == code)
    #expect(error.line == "open x: \(String(cString: strerror(number)))")
  }

  /// Errors are negative, remarks positive, and each number is used once.
  @Test func codesHaveTheirSign() {
    let remarks: Set<ResultCode> = [.end, .pending]
    for code in ResultCode.allCases where code != .ok {
      #expect((code.rawValue > 0) == remarks.contains(code))
    }
    #expect(Set(ResultCode.allCases.map(\.rawValue)).count == ResultCode.allCases.count)
  }
}
