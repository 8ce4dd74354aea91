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
  func haveACode(number: Int32, code: ResultCode) {
    #expect(AhaError.system(number, "open x").code == code)
  }

  @Test(arguments: [ENOENT, EACCES, EISDIR, ENOSPC, EIO])
  func nameTheCallAndTheReason(number: Int32) {
    let error = AhaError.system(number, "open drums.wav")
    #expect(error.line == "open drums.wav: \(String(cString: strerror(number)))")
  }

  @Test func nameUnknownNumbers() {
    #expect(AhaError.system(99_999, "sync x").line.contains("99999"))
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
